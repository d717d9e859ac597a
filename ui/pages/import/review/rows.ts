import { html, useCallback } from '../../../html'
import type { Picks } from '../../../parts/lists/picks'
import { pickKeys } from '../../../parts/lists/picks'
import { rowGrid } from '../../../parts/lists/virtual'
import { type GridView, VirtualGrid } from '../../../parts/lists/virtual-grid'
import { afterAccept, canAccept, type Proposal } from './proposals'
import { ProposalLine } from './row'

/** The height of a row: three columns on a desktop, fewer in a narrow window. */
function layout(width: number, rem: number) {
  return rowGrid(width, rem * (width < 720 ? 9.5 : 7.75))
}

/** Rows are fetched in groups of this size, so that scrolling on finds the next ones. */
const AHEAD = 25

export type ReviewRowsProps = {
  list: readonly Proposal[]
  accepted: ReadonlySet<string>
  picks: Picks
  /** Fetches all that is shown of these proposals. */
  need: (ids: readonly string[]) => void
  onAccept: (id: string) => void
  onPick: (id: string, at: number, withShift?: boolean) => unknown
  onOpen: (id: string) => void
  /** Gets a function that focuses a row. */
  goTo: { current: ((at: number) => void) | undefined }
}

export function ReviewRows({ list, accepted, picks, need, onAccept, onPick, onOpen, goTo }: ReviewRowsProps) {
  const draw = useCallback(
    (view: GridView) => {
      const [from, to] = [Math.floor(view.first / AHEAD) * AHEAD, Math.ceil(view.end / AHEAD) * AHEAD]
      need(list.slice(from, to).map(({ id }) => id))
      return list.slice(view.first, view.end).map((one, step) => {
        const at = view.first + step
        const { id } = one
        const is = { here: at === view.at, accepted: accepted.has(id), picked: picks.keys.has(id) }
        return html`
          <${ProposalLine}
            key=${id}
            one=${one}
            at=${at}
            count=${list.length}
            ...${is}
            onAccept=${onAccept}
            onPick=${onPick}
            onOpen=${onOpen}
          />
        `
      })
    },
    [list, accepted, picks.keys, need, onAccept, onPick, onOpen],
  )
  const more = pickKeys(picks, list.length)
  const keys = (event: KeyboardEvent, at: number, go: (at: number) => void) => {
    const one = list[at]
    if (!one || event.target !== (event.currentTarget as HTMLElement).querySelector(`[data-at="${at}"]`)) return
    if (event.ctrlKey || event.metaKey || event.key === 'Escape') return more(event)
    if (event.key === 'Enter') {
      if (canAccept(one) && !accepted.has(one.id)) onAccept(one.id)
      go(afterAccept(list, accepted, at))
    } else if (event.key === ' ') onPick(one.id, at, event.shiftKey)
    else if (event.key === 'e') onOpen(one.id)
    else return
    event.preventDefault()
  }
  const attributes = { role: 'list', 'aria-label': 'Proposals' }
  return html`
    <${VirtualGrid}
      count=${list.length}
      layout=${layout}
      render=${draw}
      list=${attributes}
      onKey=${keys}
      goTo=${goTo}
    />
  `
}
