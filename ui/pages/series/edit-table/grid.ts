import './grid.css'
import { html, useLayoutEffect, useRef, useState } from '../../../html'
import { memoize } from '../../../parts/covers/memoized'
import { Icon } from '../../../parts/icons/icon'
import { pluralWords } from '../../../parts/text/format'
import { CellEditor } from './cell-editor'
import { formatTable, parseTable } from './clipboard'
import type { Column } from './columns'
import {
  type Block,
  blockOf,
  clampPlace,
  isSingle,
  type Place,
  pastePlaces,
  placeAfterKey,
  placeAfterTab,
} from './places'
import { type CellText, cellText, isChanged, isLocked } from './table-model'
import type { EditTable } from './use-edit-table'
import type { WireRow } from './wire'

const ROW = 36
const HEAD = 40
const NAME = 200
/** Rows beyond the visible ones, so that scrolling shows no gap. */
const AHEAD = 8

export type Selected = { active: Place; block: Block }
export type GridProps = {
  table: EditTable
  columns: readonly Column[]
  label: string
  anchor: Place
  active: Place
  onSelect: (active: Place, anchor: Place) => void
  /** Escape leaves the table. */
  onLeave: () => void
}

const IDLE = { editing: undefined, onFinish: undefined, place: undefined, size: undefined }

/** `text` is what was typed to begin; without it the cell's text is edited. */
type Editing = { text?: string }

/** A table like a spreadsheet; only the rows near the visible ones are in the page. */
export function Grid({ table, columns, label, anchor, active, onSelect, onLeave }: GridProps) {
  const { rows, drafts } = table
  const size = { rows: rows.length, cols: columns.length }
  const scroller = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState({ from: 0, to: 40 })
  const [editing, setEditing] = useState<Editing | undefined>(undefined)
  const dragging = useRef(false)
  const block = blockOf(anchor, active)
  const columnAt = (col: number) => columns[col] as Column
  const rowAt = (row: number) => rows[row] as WireRow

  const look = () => {
    const box = scroller.current
    if (!box) return
    const from = Math.max(0, Math.floor(box.scrollTop / ROW) - AHEAD)
    const to = Math.min(rows.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + AHEAD)
    // A few rows at a time, so that most scroll events draw nothing.
    if (Math.abs(from - near.from) >= AHEAD / 2 || Math.abs(to - near.to) >= AHEAD / 2) setNear({ from, to })
  }
  useLayoutEffect(look, [rows.length])
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || editing || !box.contains(document.activeElement)) return
    box.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true })
  }, [active.row, active.col, editing, near])

  const reveal = ({ row, col }: Place) => {
    const box = scroller.current
    if (!box) return
    const top = row * ROW
    const room = box.clientHeight - HEAD
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + ROW > box.scrollTop + room) box.scrollTop = top + ROW - room
    const left = columns.slice(0, col).reduce((sum, { width }) => sum + width, 0)
    const wide = box.clientWidth - NAME
    if (left < box.scrollLeft) box.scrollLeft = left
    else if (left + columnAt(col).width > box.scrollLeft + wide) box.scrollLeft = left + columnAt(col).width - wide
  }
  const select = (place: Place, extend = false) => {
    const next = clampPlace(place, size)
    reveal(next)
    onSelect(next, extend ? anchor : next)
  }
  const cells = ({ top, left, bottom, right }: Block) => {
    const some: Omit<CellText, 'text'>[] = []
    for (let row = top; row <= bottom; row++)
      for (let col = left; col <= right; col++) some.push({ row: rowAt(row), column: columnAt(col) })
    return some
  }
  const finish = (text: string | undefined, next: Place | undefined) => {
    if (text !== undefined) {
      const { left } = table.set([{ row: rowAt(active.row), column: columnAt(active.col), text }], () => '')
      // An empty text needs no correction: the value of the source stays.
      if (left.length > 0 && text.trim() !== '' && next) return
    }
    // Without a next cell the focus has moved already.
    if (next) scroller.current?.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: true })
    setEditing(undefined)
    if (next) select(next)
  }
  const fill = () => fillDown(table, columns, block)
  const clear = () =>
    table.set(
      cells(block).map((cell) => ({ ...cell, text: '' })),
      () => '',
    )

  const keys = (event: KeyboardEvent) => {
    if (editing) return
    const { key, shiftKey } = event
    const ctrl = event.ctrlKey || event.metaKey
    const act = () => {
      const move = placeAfterKey(key, active, size, ctrl)
      if (move) return select(move, shiftKey)
      if (ctrl) {
        const run = { d: fill, z: shiftKey ? table.redo : table.undo, y: table.redo, s: () => void table.save() }[
          key.toLowerCase()
        ]
        if (key.toLowerCase() === 'a') onSelect({ row: 0, col: 0 }, { row: size.rows - 1, col: size.cols - 1 })
        else if (run) run()
        else return false
        return
      }
      if (key === 'Tab') {
        const next = placeAfterTab(active, size, shiftKey)
        return next ? select(next) : false
      }
      if (key === 'Escape') return isSingle(block) ? onLeave() : onSelect(active, active)
      if (key === 'Enter' || key === 'F2') return setEditing({})
      if (key === 'Delete' || key === 'Backspace') return void clear()
      if (key.length === 1 && !event.altKey) return setEditing({ text: key })
      return false
    }
    if (act() !== false) event.preventDefault()
  }
  const copy = (event: ClipboardEvent) => {
    if (editing) return
    const lines = Array.from({ length: block.bottom - block.top + 1 }, (_, at) => {
      return columns.slice(block.left, block.right + 1).map((column) => cellText(rowAt(block.top + at), drafts, column))
    })
    event.clipboardData?.setData('text/plain', formatTable(lines))
    event.preventDefault()
    const count = lines.length * (lines[0]?.length ?? 0)
    table.setMessage(pluralWords(count, '{count} cell copied.', '{count} cells copied.'))
  }
  const paste = (event: ClipboardEvent) => {
    if (editing) return
    event.preventDefault()
    const places = pastePlaces(parseTable(event.clipboardData?.getData('text/plain') ?? ''), block, size)
    const texts = places.map(({ row, col, text }) => ({ row: rowAt(row), column: columnAt(col), text }))
    table.set(texts, (count) => pluralWords(count, '{count} cell pasted.', '{count} cells pasted.'))
  }
  const placeOf = (event: Event): Place | undefined => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-col]')
    const row = cell?.closest<HTMLElement>('[data-row]')
    return cell && row ? { row: Number(row.dataset.row), col: Number(cell.dataset.col) } : undefined
  }
  const press = (event: PointerEvent) => {
    const place = placeOf(event)
    if (!place || event.button !== 0 || (event.target as HTMLElement).closest('.edit-input')) return
    const box = scroller.current?.querySelector<HTMLInputElement>('.edit-input')
    if (box) finish(box.value, undefined)
    dragging.current = event.pointerType === 'mouse'
    onSelect(place, event.shiftKey ? anchor : place)
  }
  const drag = (event: PointerEvent) => {
    if (!dragging.current || !(event.buttons & 1)) return
    const place = placeOf(event)
    if (place && (place.row !== active.row || place.col !== active.col)) onSelect(place, anchor)
  }
  const pickColumn = (col: number) => onSelect({ row: 0, col }, { row: size.rows - 1, col })

  const shown = new Set(Array.from({ length: Math.max(0, near.to - near.from) }, (_, at) => near.from + at))
  shown.add(active.row)
  const width = columns.reduce((sum, each) => sum + each.width, NAME)
  const style = `--edit-columns: ${NAME}px ${columns.map((each) => `${each.width}px`).join(' ')}; --edit-width: ${width}px`
  const grid = {
    role: 'grid',
    'aria-label': label,
    'aria-rowcount': size.rows + 1,
    'aria-colcount': size.cols + 1,
    'aria-multiselectable': 'true',
    'aria-describedby': 'edit-keys',
  }
  return html`
    <div class="edit-grid" ref=${scroller} style=${style} ...${grid} onScroll=${look} onKeyDown=${keys} onCopy=${copy}
      onPaste=${paste} onPointerDown=${press} onPointerOver=${drag} onDblClick=${(event: Event) => placeOf(event) && setEditing({})}>
      <div class="edit-head" role="row" aria-rowindex="1">
        <span role="columnheader" class="edit-name" aria-colindex="1">${table.of === 'series' ? 'Series' : 'Issue'}</span>
        ${columns.map(
          ({ key, label: title, number }, col) => html`
            <span key=${key} role="columnheader" aria-colindex=${col + 2} data-number=${number} data-here=${col >= block.left && col <= block.right}>
              <button type="button" tabindex="-1" title=${`Select the column ${title}`} onClick=${() => pickColumn(col)}>${title}</button>
            </span>
          `,
        )}
      </div>
      <div class="edit-body" role="rowgroup" style=${`height: ${size.rows * ROW}px`}>
        ${[...shown]
          .filter((at) => at < size.rows)
          .sort((a, b) => a - b)
          .map((at) => {
            const row = rowAt(at)
            const isIn = at >= block.top && at <= block.bottom
            const isHere = at === active.row
            const of = {
              at,
              row,
              columns,
              draft: drafts.get(row.id),
              isLeft: table.result?.left.find(({ id }) => id === row.id)?.sentence,
              active: isHere ? active.col : -1,
              from: isIn ? block.left : -1,
              to: isIn ? block.right : -1,
              // Without an edit they are the same in every drawing, so that other rows stay as they are.
              ...(isHere && editing ? { editing, onFinish: finish, place: active, size } : IDLE),
            }
            return html`<${StillRow} key=${row.id} ...${of} />`
          })}
      </div>
    </div>
    <p class="unseen" id="edit-keys">
      Arrow keys move, Enter edits, Shift and arrow keys select, Control D fills down, Escape leaves the table.
    </p>
  `
}

/** Copies the first row of the selection into the others; of a single row, the row above into it. */
export function fillDown(table: EditTable, columns: readonly Column[], { top, left, bottom, right }: Block): void {
  const from = top === bottom ? top - 1 : top
  if (from < 0) return
  const cells: CellText[] = []
  for (let row = from + 1; row <= bottom; row++)
    for (let col = left; col <= right; col++) {
      const column = columns[col] as Column
      cells.push({
        row: table.rows[row] as WireRow,
        column,
        text: cellText(table.rows[from] as WireRow, table.drafts, column),
      })
    }
  table.set(cells, (count) => pluralWords(count, '{count} cell filled.', '{count} cells filled.'))
}

type RowProps = {
  at: number
  row: WireRow
  columns: readonly Column[]
  draft: Readonly<Record<string, unknown>> | undefined
  isLeft?: string
  active: number
  from: number
  to: number
  editing?: Editing
  place?: Place
  size?: { rows: number; cols: number }
  onFinish?: (text: string | undefined, next: Place | undefined) => void
}

function Row({ at, row, columns, draft, isLeft, active, from, to, editing, place, size, onFinish }: RowProps) {
  const drafts = new Map(draft ? [[row.id, draft]] : [])
  return html`
    <div class="edit-row" role="row" aria-rowindex=${at + 2} data-row=${at} style=${`top: ${at * ROW}px`}>
      <span role="rowheader" class="edit-name" aria-colindex="1" title=${isLeft}>
        ${isLeft && html`<${Icon} name="alert" size="small" label=${isLeft} />`}${row.name}
      </span>
      ${columns.map((column, col) => {
        const text = cellText(row, drafts, column)
        const locked = (text !== '' || !column.clear) && isLocked(row, drafts, column.field)
        const changed = isChanged(row, drafts, column)
        const cell = {
          role: 'gridcell',
          'aria-colindex': col + 2,
          'aria-selected': col >= from && col <= to,
          'data-col': col,
          'data-number': column.number,
          'data-changed': changed || undefined,
          'data-active': col === active || undefined,
          tabindex: col === active ? 0 : -1,
        }
        if (editing && col === active && place && size && onFinish)
          return html`
            <span key=${column.key} ...${cell}>
              <${CellEditor} column=${column} text=${editing.text ?? text} label=${`${column.label}, ${row.name}`} place=${place} size=${size} onFinish=${onFinish} />
            </span>
          `
        return html`
          <span key=${column.key} ...${cell} title=${changed ? savedWords(row, column) : text.length > 20 ? text : undefined}>
            ${text}${changed && html`<span class="unseen"> not saved</span>`}${locked && html`<${Icon} name="lock" size="small" label="edited by you" />`}
          </span>
        `
      })}
    </div>
  `
}

/** "Saved: Dusk" */
const savedWords = (row: WireRow, column: Column): string =>
  `Saved: ${column.read(row.values[column.field]) || 'empty'}`

const StillRow = memoize(Row)
