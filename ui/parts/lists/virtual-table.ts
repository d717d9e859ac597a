import './virtual-table.css'
import { type ComponentChildren, html } from '../../html'
import { Icon } from '../icons/icon'
import { rowGrid } from './virtual'
import { type GridView, VirtualGrid, type VirtualGridProps } from './virtual-grid'

export type Head = {
  key: string
  title: string
  /** The title is for screen readers. */
  isTitleHidden?: boolean
  sortable?: boolean
  number?: boolean
  /** The width from which on the column is shown. */
  from?: 'tablet' | 'desktop'
}
export type VirtualTableProps = {
  caption: string
  /** The class with the column widths, from the CSS of the page. */
  kind: string
  heads: readonly Head[]
  count: number
  sort: { key: string; down: boolean }
  onSort: (key: string) => void
  /** Draws the rows from `first` up to `end`, each a `VirtualRow`. */
  render: (view: GridView) => ComponentChildren
  onKey?: VirtualGridProps['onKey']
}

const REMS = 3.5
const layout = (width: number, rem: number) => rowGrid(width, rem * REMS)

/** A table of any length; only the rows near the window are in the page. */
export function VirtualTable({ caption, kind, heads, count, sort, onSort, render, onKey }: VirtualTableProps) {
  const table = { role: 'table', 'aria-label': caption, 'aria-rowcount': count + 1, 'data-kind': kind }
  return html`
    <div class="virtual-table" ...${table}>
      <div class="virtual-row virtual-head" role="row" aria-rowindex="1">
        ${heads.map((head) => html`<${HeadCell} key=${head.key} head=${head} sort=${sort} onSort=${onSort} />`)}
      </div>
      <${VirtualGrid}
        count=${count}
        layout=${layout}
        render=${render}
        onKey=${onKey}
        list=${{ role: 'rowgroup' }}
      />
    </div>
  `
}

type HeadCellProps = { head: Head; sort: VirtualTableProps['sort']; onSort: (key: string) => void }

function HeadCell({ head, sort, onSort }: HeadCellProps) {
  const { key, title, isTitleHidden, sortable, number, from } = head
  const here = sort.key === key
  const order = here ? (sort.down ? 'descending' : 'ascending') : undefined
  const shared = { role: 'columnheader', 'aria-sort': order, 'data-number': number || undefined, 'data-from': from }
  if (!sortable)
    return html`<span ...${shared}>${isTitleHidden ? html`<span class="unseen">${title}</span>` : title}</span>`
  return html`
    <span ...${shared}>
      <button type="button" onClick=${() => onSort(key)}>
        ${title}${here && html`<${Icon} name=${sort.down ? 'arrow-down' : 'arrow-up'} size="small" />`}
      </button>
    </span>
  `
}

export type VirtualRowProps = {
  at: number
  here: boolean
  picked?: boolean
  onOpen?: () => void
  onPick?: (withShift: boolean) => unknown
  children?: ComponentChildren
}

/** A row: Enter or a click opens it, Space picks it. */
export function VirtualRow({ at, here, picked, onOpen, onPick, children }: VirtualRowProps) {
  const keys = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') onOpen?.()
    else if (event.key === ' ' && onPick) onPick(event.shiftKey)
    else return
    event.preventDefault()
  }
  const click = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest('a, button, input, label, .menu')) return
    if (onPick && (event.ctrlKey || event.metaKey || event.shiftKey)) onPick(event.shiftKey)
    else onOpen?.()
  }
  const row = {
    role: 'row',
    'aria-rowindex': at + 2,
    'aria-selected': onPick ? Boolean(picked) : undefined,
    'data-picked': picked || undefined,
    'data-at': at,
    tabindex: here ? 0 : -1,
    onKeyDown: keys,
    onClick: click,
  }
  return html`<div class="virtual-row" ...${row}>${children}</div>`
}

export type CellProps = { number?: boolean; from?: Head['from']; children?: ComponentChildren }

export function Cell({ number, from, children }: CellProps) {
  return html`<span role="cell" data-number=${number || undefined} data-from=${from}>${children}</span>`
}

/** A row that is still being fetched. */
export function WaitingRow() {
  return html`<div class="virtual-row" role="row" aria-busy="true"><span class="virtual-wait"></span></div>`
}
