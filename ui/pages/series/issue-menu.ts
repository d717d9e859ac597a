import { invalidate } from '../../api/query'
import { keepItem } from '../../kept/keep-items'
import type { MenuItem } from '../../parts/controls/menu'
import { readPath } from '../../parts/text/read-path'
import { askForIssue } from '../../state/asking'
import { addToReadingList } from '../../state/reading-lists'
import { reviewReleases } from '../../state/release-search'
import { searchNow } from '../../state/searching'
import { isReader, mayRequest } from '../../state/user'
import { type IssueIntent, saveIntents } from './intents'
import type { IssueCard } from './issue-card'
import { markRead, READ_WORDS } from './read-marks'

const MOVES: readonly { move: IssueIntent; label: string; icon: MenuItem['icon']; state: IssueCard['intent'] }[] = [
  { move: 'want', label: 'Want', icon: 'bookmark', state: 'wanted' },
  { move: 'skip', label: 'Skip', icon: 'minus', state: 'skipped' },
  { move: 'ignore', label: 'Ignore', icon: 'ban', state: 'ignored' },
]

/** The menu of an issue: read or unread for an owned issue; wanted or skipped for a missing one, except for readers. */
export function statusItems(card: IssueCard): MenuItem[] {
  const { read, readable, intent } = card
  const moves = MOVES.filter(({ state }) => state !== intent).map(({ move, label, icon }) => ({
    label,
    icon,
    onPick: async () => {
      await saveIntents(move, [card])
      invalidate('GET /api/series')
    },
  }))
  const marks = [
    ...(read === 'read' ? [] : [{ label: 'Mark read', icon: 'check' as const, onPick: () => markRead([card], true) }]),
    ...(read === 'unread'
      ? []
      : [{ label: 'Mark unread', icon: 'undo' as const, onPick: () => markRead([card], false) }]),
  ]
  return [...(readable ? marks : []), ...(card.owned || isReader() ? [] : moves)]
}

/** The sheet with the releases for the issue. */
export function reviewIssue(card: IssueCard, series: string): void {
  const { id, label, annual } = card
  reviewReleases({ entity_type: annual ? 'annual' : 'issue', entity_id: id, title: `${series} ${label}` })
}

/** Searches for a released missing issue. The automatic search is only for wanted ones. */
export function searchItems(card: IssueCard, series: string): MenuItem[] {
  if (!card.searchable) return []
  const { id, label, wanted } = card
  const now = {
    label: 'Search now',
    icon: 'search' as const,
    onPick: () => searchNow([{ id, label: `${series} ${label}` }]),
  }
  const review = { label: 'Review releases', icon: 'rows' as const, onPick: () => reviewIssue(card, series) }
  return wanted ? [now, review] : [review]
}

/** Adds the issue to a reading list. */
export function listItem(card: IssueCard, series: string): MenuItem {
  const issue = { id: card.id, label: `${series} ${card.label}` }
  return { label: 'Add to reading list', icon: 'list-add', onPick: () => addToReadingList([issue]) }
}

/** A reader asks the owner for a missing issue. */
export function askItems(card: IssueCard, series: string): MenuItem[] {
  if (!canAsk(card)) return []
  return [{ label: 'Ask for it', icon: 'hand', onPick: () => askForIssue(card, `${series} ${card.label}`) }]
}

export const canAsk = (card: IssueCard): boolean => card.missing && isReader() && mayRequest()

/** The menu of a card, which has no other link to the sheet. `series` is the name for its title. */
export function cardItems(card: IssueCard, series: string): MenuItem[] {
  const reads = card.readable
    ? [{ label: READ_WORDS[card.read], icon: 'book-open' as const, href: readPath(card.id) }]
    : []
  return [
    ...reads,
    ...statusItems(card),
    ...askItems(card, series),
    ...searchItems(card, series),
    listItem(card, series),
    ...keepItem(card),
  ]
}
