import './ranked-list.css'
import { type ComponentChildren, html } from '../../html'
import { Switch } from '../controls/field'
import { Icon } from '../icons/icon'
import { Mark, type MarkState } from '../status/mark'
import { useOrder } from './use-order'

export type RankedRow = {
  id: string
  name: string
  facts: string
  mark: { mark: MarkState; word: string }
  /** Sentences shown below the entry: errors and advice. */
  details: readonly { text: string; wrong: boolean }[]
  turn: { label: string; on: boolean; onChange: (on: boolean) => void }
}
export type RankedListProps = {
  all: readonly RankedRow[]
  /** Saves the newest order; returns whether the server accepted the order. */
  onOrder: (ids: string[]) => Promise<boolean>
  onOpen: (id: string) => void
  /** An explanation of the order, shown once there are several entries. */
  children?: ComponentChildren
}

/** Entries in an order that is changed by dragging or by key. Each opens to its own settings. */
export function RankedList({ all, onOrder, onOpen, children }: RankedListProps) {
  const ids = all.map(({ id }) => id)
  const { shown, dragged, list, handle } = useOrder(ids, onOrder)
  const rows = shown.flatMap((id) => all.find((one) => one.id === id) ?? [])
  if (rows.length === 0) return null
  const grip = (one: RankedRow, at: number) =>
    rows.length > 1
      ? { ...handle(one.id), label: `Move ${one.name}, ${at + 1} of ${rows.length}: up and down arrow` }
      : undefined
  return html`
    <ol class="ranked" ref=${list}>
      ${rows.map(
        (one, at) => html`
        <${Row}
          key=${one.id}
          one=${one}
          grip=${grip(one, at)}
          dragged=${one.id === dragged}
          onOpen=${onOpen}
        />
      `,
      )}
    </ol>
    ${rows.length > 1 && html`<p class="setting-note">${children}</p>`}
  `
}

type Grip = ReturnType<ReturnType<typeof useOrder>['handle']> & { label: string }
type RowProps = { one: RankedRow; grip: Grip | undefined; dragged: boolean; onOpen: (id: string) => void }

function Row({ one, grip, dragged, onOpen }: RowProps) {
  const { id, name, facts, mark, details, turn } = one
  return html`
    <li class="ranked-row" data-held=${dragged || undefined}>
      ${grip && html`<${Handle} ...${grip} />`}
      <button class="ranked-open" type="button" onClick=${() => onOpen(id)} aria-label=${`Settings of ${name} ${facts}`}>
        <b>${name}</b>${' '}
        <small>${facts}</small>
      </button>
      ${(turn.on || mark.mark !== 'skipped') && html`<${Mark} state=${mark.mark} word=${mark.word} />`}
      <${Switch} ...${turn} unlabelled />
      ${details.map(({ text, wrong }) => html`<p key=${text} class="ranked-detail" data-quiet=${!wrong || undefined}>${text}</p>`)}
    </li>
  `
}

function Handle({ label, ...does }: Grip) {
  return html`
    <button class="ranked-grip" type="button" aria-label=${label} title="Drag, or use the up and down arrow" ...${does}>
      <${Icon} name="grip" size="small" />
    </button>
  `
}
