import './table.css'
import { html, useRef, type VNode } from '../../html'
import { Icon } from '../icons/icon'

export type TableColumn<Row> = {
  key: string
  title: string
  cell: (row: Row) => VNode | string | number | null
  sortable?: boolean
  /** Aligns numbers at the right. */
  number?: boolean
  /** Hides the column on phones. */
  wide?: boolean
}
export type TableSort = { key: string; down: boolean }
export type TableProps<Row> = {
  /** Names the content of the table for screen readers. */
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sort?: TableSort
  onSort?: (sort: TableSort) => void
  /** Enter or a click opens a row. */
  onOpen?: (row: Row) => void
  /** With these two, rows carry a box: Space or a click on it picks. */
  picked?: ReadonlySet<string>
  onPick?: (key: string, on: boolean) => void
}

type Rows = { move: (event: KeyboardEvent) => void }

export function Table<Row>(props: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const lines = [...(body.current?.querySelectorAll('tr') ?? [])]
    const at = lines.indexOf((event.target as HTMLElement).closest('tr') as HTMLTableRowElement)
    const next = step && at >= 0 ? lines[at + step] : undefined
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return html`
    <table class="table" data-opens=${Boolean(props.onOpen)}>
      <caption class="unseen">${props.caption}</caption>
      <thead>
        <tr>
          ${props.onPick && html`<th class="table-pick"><span class="unseen">Selected</span></th>`}
          ${props.columns.map(
            (column) => html`
            <${Head}
              key=${column.key}
              column=${column}
              sort=${props.sort}
              onSort=${props.onSort}
            />
          `,
          )}
        </tr>
      </thead>
      <tbody ref=${body}>
        ${props.rows.map(
          (row, at) => html`
          <${Line}
            key=${props.keyOf(row)}
            row=${row}
            at=${at}
            props=${props}
            move=${move}
          />
        `,
        )}
      </tbody>
    </table>
  `
}

type HeadProps = { column: TableColumn<never>; sort?: TableSort; onSort?: (sort: TableSort) => void }

function Head({ column, sort, onSort }: HeadProps) {
  const { key, title, sortable, number, wide } = column
  const here = sort?.key === key ? sort : undefined
  const order = here && (here.down ? 'descending' : 'ascending')
  const shared = {
    scope: 'col',
    'data-number': number || undefined,
    'data-wide': wide || undefined,
    'aria-sort': order,
  }
  if (!sortable || !onSort) return html`<th ...${shared}>${title}</th>`
  return html`
    <th ...${shared}>
      <button type="button" onClick=${() => onSort({ key, down: here ? !here.down : false })}>
        ${title}${here && html`<${Icon} name=${here.down ? 'arrow-down' : 'arrow-up'} size="small" />`}
      </button>
    </th>
  `
}

function Line<Row>({ row, at, props, move }: { row: Row; at: number; props: TableProps<Row> } & Rows) {
  const { columns, keyOf, onOpen, picked, onPick } = props
  const key = keyOf(row)
  const on = picked?.has(key) ?? false
  const keys = (event: KeyboardEvent) => {
    const own = event.target === event.currentTarget
    if (own && event.key === 'Enter') onOpen?.(row)
    if (own && event.key === ' ' && onPick) {
      event.preventDefault()
      onPick(key, !on)
    }
    move(event)
  }
  const click = (event: MouseEvent) => {
    if (!(event.target as HTMLElement).closest('a, button, input, label')) onOpen?.(row)
  }
  return html`
    <tr tabindex=${at === 0 ? 0 : -1} data-picked=${on || undefined} onKeyDown=${keys} onClick=${click}>
      ${
        onPick &&
        html`<td class="table-pick">
        <label><input type="checkbox" checked=${on} onChange=${() => onPick(key, !on)} /><span class="unseen">Select this row</span></label>
      </td>`
      }
      ${columns.map(
        (column) =>
          html`<td key=${column.key} data-number=${column.number || undefined} data-wide=${column.wide || undefined}>${column.cell(row)}</td>`,
      )}
    </tr>
  `
}
