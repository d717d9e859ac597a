import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Menu, type MenuItem } from '../../parts/controls/menu'
import { Cover } from '../../parts/covers/cover'
import { Icon } from '../../parts/icons/icon'
import { Mark, type MarkState } from '../../parts/status/mark'
import { readPath } from '../../parts/text/read-path'
import { issuePath, seriesPath } from '../../parts/text/series-path'
import { reviewReleases } from '../../state/release-search'
import { isReader } from '../../state/user'
import { setStatus } from './changes'
import { type ArcIssue, arcIssueName, isAbsent, isMissing } from './wire'

export type ArcRowProps = {
  arcId: string
  issue: ArcIssue
  at: number
  count: number
  dragged: boolean
  /** The props of the handle; absent where the order cannot be changed. */
  grip: Record<string, unknown> | undefined
  /** While issues are selected. */
  pick: { on: boolean; turn: (withShift: boolean) => unknown } | undefined
  onMove: ((to: number) => unknown) | undefined
  onChoose: () => void
  onRemove: () => unknown
}

/** One issue of the arc. The handle is dragged, or moved with the arrow keys. */
export function ArcRow(props: ArcRowProps) {
  const { arcId, issue, at, count, dragged, grip, pick, onChoose } = props
  const { IssueID, ComicID, ComicName, image, readable, label, ReadingOrder } = issue
  const name = arcIssueName(issue)
  const keys = {
    title: 'Drag, or use the up and down arrow',
    'aria-label': `Move ${name}, ${at + 1} of ${count}: up and down arrow`,
  }
  const isRead = issue.state === 'read' || issue.Status === 'Read'
  return html`
    <li class="list-row" data-held=${dragged || undefined} data-read=${isRead || undefined}>
      ${pick ? html`<${PickBox} name=${name} pick=${pick} />` : grip ? html`<button class="list-grip" type="button" ...${keys} ...${grip}><${Icon} name="grip" size="small" /></button>` : html`<span></span>`}
      <span class="list-place">${grip ? at + 1 : ReadingOrder}</span>
      <span class="list-cover"><${Cover} name=${ComicName} src=${image} mark=${label} width=${48} /></span>
      <${Words} issue=${issue} />
      <span class="list-state"><${Mark} ...${markOf(issue)} /></span>
      ${
        readable
          ? html`<${Button} kind="quiet" icon="book-open" label=${`Read ${name}`} href=${readPath(IssueID!, arcId)} />`
          : ComicID === null && !isReader()
            ? html`<${Button} kind="quiet" icon="search" label=${`Choose the issue for ${name}`} onClick=${onChoose} />`
            : html`<span class="list-unread"></span>`
      }
      ${!isReader() && html`<${Menu} title=${`More about ${name}`} items=${itemsOf(props)} />`}
    </li>
  `
}

function PickBox({ name, pick }: { name: string; pick: NonNullable<ArcRowProps['pick']> }) {
  const turn = (event: MouseEvent) => pick.turn(event.shiftKey)
  return html`<label class="row-check"><input type="checkbox" checked=${pick.on} onClick=${turn} aria-label=${`Select ${name}`} /></label>`
}

function Words({ issue }: { issue: ArcIssue }) {
  const { ComicID, IssueID, ComicName, IssueName, label, listed } = issue
  const words = html`<b>${label}</b>${IssueName && html` <i>${IssueName}</i>`}`
  const isKnown = ComicID !== null && IssueID !== null
  return html`
    <span class="list-words">
      <span>${isKnown ? html`<a href=${issuePath(ComicID, IssueID)}>${words}</a>` : words}</span>
      <small>${isKnown ? html`<a href=${seriesPath(ComicID)}>${ComicName}</a>` : ComicName}${!isKnown && listed.volume !== null && html` <span>${listed.volume}</span>`}</small>
    </span>
  `
}

const REASONS = {
  series_missing: 'Not in the library',
  issue_missing: 'Issue not in the series',
  several: 'Multiple matches',
  year_unknown: 'Series year unknown',
} as const

const STATES = {
  Added: ['unknown', 'Missing'],
  Wanted: ['wanted', 'Wanted'],
  Snatched: ['way', 'In progress'],
  Downloaded: ['have', 'In the library'],
  Archived: ['have', 'Archived'],
  Skipped: ['skipped', 'Skipped'],
  Read: ['have', 'Read'],
} as const satisfies Record<ArcIssue['Status'], readonly [MarkState, string]>

function markOf(issue: ArcIssue): { state: MarkState; word: string } {
  const { Status, state, reason, candidates } = issue
  if (state === 'read') return { state: 'have', word: 'Read' }
  if (state === 'reading') return { state: 'have', word: 'Reading' }
  // Readers can neither want nor match issues.
  if (isReader() && isAbsent(issue)) return { state: 'unknown', word: 'Missing' }
  if (reason !== null && Status !== 'Read')
    return {
      state: candidates.length > 0 ? 'attention' : Status === 'Wanted' ? 'wanted' : 'unknown',
      word: REASONS[reason],
    }
  const [mark, word] = STATES[Status]
  return { state: mark, word }
}

const releasesOf = (issue: ArcIssue) =>
  ({ entity_type: 'story_arc_issue', entity_id: issue.IssueArcID, title: arcIssueName(issue) }) as const

function itemsOf({ arcId, issue, at, count, onMove, onChoose, onRemove }: ArcRowProps): MenuItem[] {
  const { IssueArcID, ComicID, IssueID, Status, readable } = issue
  const row = { arc_id: arcId, issue_arc_id: IssueArcID }
  const set = (status: 'Wanted' | 'Read' | 'Skipped', label: string, icon: MenuItem['icon']): MenuItem[] =>
    Status === status ? [] : [{ label, icon, onPick: () => setStatus(row, status) }]
  return [
    ...(ComicID && IssueID
      ? [{ label: 'Open the issue', icon: 'library' as const, href: issuePath(ComicID, IssueID) }]
      : []),
    ...(readable ? [] : [...set('Wanted', 'Want it', 'bookmark'), ...set('Skipped', 'Skip it', 'minus')]),
    ...(isMissing(issue) || Status === 'Wanted'
      ? [{ label: 'Review releases', icon: 'rows' as const, onPick: () => reviewReleases(releasesOf(issue)) }]
      : []),
    ...set('Read', 'Mark as read', 'check'),
    { label: ComicID ? 'Choose another issue' : 'Choose the issue', icon: 'search', onPick: onChoose },
    ...(onMove && at > 0 ? [{ label: 'Move to the top', icon: 'arrow-up' as const, onPick: () => onMove(0) }] : []),
    ...(onMove && at < count - 1
      ? [{ label: 'Move to the end', icon: 'arrow-down' as const, onPick: () => onMove(count - 1) }]
      : []),
    { label: 'Remove from the arc', icon: 'trash', apart: true, onPick: onRemove },
  ]
}
