import { html, useMemo } from '../../html'
import { Button } from '../../parts/controls/button'
import { SegmentedControl } from '../../parts/controls/segmented'
import { Words } from '../../parts/controls/words'
import { usePicks } from '../../parts/lists/picks'
import { Empty } from '../../parts/status/empty'
import { isReader } from '../../state/user'
import { annualsGroup, groupsOf, type ListedFacts, SOME_SHOWN } from './groups'
import { CARD_FILTERS, type IssueCard, type Show } from './issue-card'
import { IssueRows } from './issue-rows'
import { IssueWall } from './issue-wall'
import { PickedIssues } from './picked-issues'
import type { IssueListView } from './series-view'
import type { OpenSeriesSheet } from './sheets'

export type IssuesProps = {
  comic_id: string
  name: string
  view: IssueListView
  /** Ascending. */
  issues: readonly IssueCard[]
  annuals: readonly IssueCard[]
  /** What is known of the issues that are not listed. */
  facts: ListedFacts
  onView: (view: IssueListView) => void
  reload: () => void
  onSheet: OpenSeriesSheet
}

export function Issues({ comic_id, name, view, issues, annuals, facts, onView, reload, onSheet }: IssuesProps) {
  const { groups, all } = useGroups({ view, issues, annuals, facts })
  const picks = usePicks((first, last) => all.slice(first, last + 1).map((card) => card.id), all.length)
  const list = { comic_id, name, groups, picks }
  const picked = [...issues, ...annuals].filter((card) => picks.keys.has(card.id))
  return html`
    <${Bar}
      view=${view}
      issues=${[...issues, ...annuals]}
      onView=${onView}
      picking=${picks.on}
      onPicking=${picks.on ? picks.clear : picks.begin}
    />
    ${all.length === 0 && html`<${None} view=${view} onView=${onView} />`}
    ${view.look === 'covers' ? html`<${IssueWall} ...${list} />` : html`<${IssueRows} ...${list} />`}
    ${
      picked.length > 0 &&
      html`
      <${PickedIssues}
        name=${name}
        picked=${picked}
        picks=${picks}
        count=${all.length}
        reload=${reload}
        onSheet=${onSheet}
      />
    `
    }
  `
}

/** The visible issues in their groups, annuals last, and as one list for range selection. */
function useGroups({ view, issues, annuals, facts }: Pick<IssuesProps, 'view' | 'issues' | 'annuals' | 'facts'>) {
  const { show, down } = view
  return useMemo(() => {
    const turned = (cards: readonly IssueCard[]) => {
      const shown = cards.filter(CARD_FILTERS[show])
      return down ? shown.reverse() : shown
    }
    const shown = show === '' ? facts : SOME_SHOWN
    const groups = groupsOf(turned(issues), down, shown).filter((group) => group.cards.length > 0)
    const extra = turned(annuals)
    if (extra.length > 0) groups.push(annualsGroup(extra, shown))
    return { groups, all: groups.flatMap((group) => group.cards) }
  }, [issues, annuals, facts, show, down])
}

const SHOWS: readonly { value: Show; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'owned', label: 'Owned' },
  { value: 'missing', label: 'Missing' },
  { value: 'announced', label: 'Announced' },
  { value: 'wanted', label: 'Wanted' },
  { value: 'ignored', label: 'Ignored' },
]

type BarProps = {
  view: IssueListView
  issues: readonly IssueCard[]
  picking: boolean
  onView: (view: IssueListView) => void
  onPicking: () => void
}

function Bar({ view, issues, picking, onView, onPicking }: BarProps) {
  if (issues.length === 0) return null
  const words = SHOWS.map((one) => ({ ...one, count: issues.filter(CARD_FILTERS[one.value]).length })).filter(
    ({ value, count }) => value === '' || count > 0 || value === view.show,
  )
  const look = {
    label: 'View',
    value: view.look,
    iconsOnly: true,
    choices: [
      { value: 'covers', label: 'Covers', icon: 'grid' },
      { value: 'rows', label: 'Rows', icon: 'rows' },
    ],
    onChange: (value: string) => onView({ ...view, look: value as IssueListView['look'] }),
  }
  const order = view.down ? 'Newest first; reverse the order' : 'Oldest first; reverse the order'
  const turn = () => onView({ ...view, down: !view.down })
  const choose = (show: string) => onView({ ...view, show: show as Show })
  return html`
    <div class="series-bar">
      <h2 class="unseen">Issues</h2>
      <${Words} label="Issues" value=${view.show} words=${words} onChange=${choose} />
      <div class="series-tools">
        <${Button} kind="quiet" icon=${view.down ? 'arrow-down' : 'arrow-up'} label=${order} onClick=${turn} />
        <${SegmentedControl} ...${look} />
        <${Button} kind="quiet" icon="check" label=${picking ? 'Stop selecting' : 'Select several'} pressed=${picking} onClick=${onPicking} />
      </div>
    </div>
  `
}

function None({ view, onView }: Pick<BarProps, 'view' | 'onView'>) {
  if (view.show === '') {
    const text = isReader() ? undefined : 'They appear here once a file is imported or a metadata source lists them.'
    return html`<${Empty} icon="inbox" title="No issues yet" text=${text} />`
  }
  return html`
    <${Empty} icon="search" title="No issues match this filter">
      <${Button} onClick=${() => onView({ ...view, show: '' })}>Show all issues<//>
    <//>
  `
}
