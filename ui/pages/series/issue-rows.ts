import { useLocation } from 'preact-iso'
import { html, useCallback } from '../../html'
import { Menu } from '../../parts/controls/menu'
import { memoize } from '../../parts/covers/memoized'
import { pickKeys } from '../../parts/lists/picks'
import type { GridView } from '../../parts/lists/virtual-grid'
import { Cell, type Head, VirtualRow, VirtualTable } from '../../parts/lists/virtual-table'
import { Mark } from '../../parts/status/mark'
import { readPath } from '../../parts/text/read-path'
import { issuePath } from '../../parts/text/series-path'
import type { IssueCard } from './issue-card'
import { cardItems } from './issue-menu'
import { IssueFace, type IssueListProps, issueKeys } from './issue-wall'

const HEADS: readonly Head[] = [
  { key: 'cover', title: '' },
  { key: 'number', title: 'Number' },
  { key: 'date', title: 'Released', from: 'tablet' },
  { key: 'state', title: 'State' },
  { key: 'pages', title: 'Pages', number: true, from: 'tablet' },
  { key: 'file', title: 'File', from: 'desktop' },
  { key: 'more', title: '' },
]

/** Issues as rows, in one list across groups. */
export function IssueRows({ comic_id, name, groups, picks }: IssueListProps) {
  const { route } = useLocation()
  const onOpen = useCallback((id: string) => route(issuePath(comic_id, id)), [comic_id])
  const cards = groups.flatMap((group) => group.cards)
  const count = cards.length
  const draw = useCallback(
    (view: GridView) =>
      cards.slice(view.first, view.end).map((card, step) => {
        const at = view.first + step
        const open = picks.on ? picks.pick : onOpen
        const props = { comic_id, name, card, at, here: at === view.at, picked: picks.keys.has(card.id), onOpen: open }
        return html`<${IssueRow} key=${at} ...${props} onPick=${picks.pick} />`
      }),
    [groups, name, picks.keys, picks.on, onOpen],
  )
  if (count === 0) return null
  const table = {
    caption: 'Issues',
    kind: 'issues',
    heads: HEADS,
    count,
    sort: { key: '', down: false },
    onSort: () => undefined,
  }
  return html`<${VirtualTable} ...${table} render=${draw} onKey=${issueKeys(pickKeys(picks, count))} />`
}

type IssueRowProps = {
  comic_id: string
  name: string
  card: IssueCard
  at: number
  here: boolean
  picked: boolean
  onOpen: (id: string, at: number) => unknown
  onPick: (id: string, at: number, withShift: boolean) => unknown
}

const IssueRow = memoize(function IssueRow(props: IssueRowProps) {
  const { comic_id, name, card, at, here, picked, onOpen, onPick } = props
  const { id, label, date, state, word, pages, file } = card
  const pick = (withShift: boolean) => onPick(id, at, withShift)
  const row = { at, here, picked, onOpen: () => onOpen(id, at), onPick: pick }
  return html`
    <${VirtualRow} ...${row}>
      <${Cell}>
        <label class="row-pick">
          <input type="checkbox" tabindex="-1" checked=${picked} onClick=${(event: MouseEvent) => pick(event.shiftKey)} aria-label=${`Select ${label}`} />
          <${IssueFace} name=${name} card=${card} width=${32} />
        </label>
      <//>
      <${Cell}><a class="issue-row-link" href=${issuePath(comic_id, id)} tabindex="-1"><b class="issue-row-number">${label}</b> ${card.name}</a><//>
      <${Cell} from="tablet">${date}<//>
      <${Cell}><${Mark} state=${state} word=${card.readWords || word} /><//>
      <${Cell} number from="tablet">${pages.split(' ')[0]}<//>
      <${Cell} from="desktop">${file}<//>
      <${Cell}>
        ${card.readable && html`<a class="tile-read" hidden href=${readPath(id)}>Read</a>`}
        <${Menu} title=${`More about ${label}`} items=${() => cardItems(card, name)} />
      <//>
    <//>
  `
})
