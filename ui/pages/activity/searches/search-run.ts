import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'
import { numberWords, pluralWords } from '../../../parts/text/format'
import { issueName } from '../../../parts/text/issue-name'
import { searchState } from '../../../parts/text/search-words'

export type SearchRun = Reply<'GET /api/search/runs'>['runs'][number]
export type SearchItem = Reply<'GET /api/search/runs/:run_id'>['items'][number]

/** The trigger of a search. */
const BEGAN: Record<SearchRun['cause'], string> = {
  manual_wanted_scan: 'Search for all wanted issues',
  issue_wanted: 'Newly wanted',
  search_all_missing: 'Search for all missing issues',
  issue_retry: 'Started by you',
  band_retry: 'Tried again',
  band_search_again: 'Searched again',
  scheduled: 'Automatic',
  rss: 'RSS sync',
  next_candidate: 'Retry after a failed download',
  story_arc: 'Wanted in a story arc',
  weekly: 'New this week',
}
export const beganWords = ({ cause }: SearchRun): string => BEGAN[cause]

/** The subject of a run. `first` is one of its items, which has the names. */
export function aboutWords({ scope_type, accepted_count }: SearchRun, first: SearchItem | undefined): string {
  if (scope_type === 'wanted_backlog') return pluralWords(accepted_count, 'One wanted issue', 'Wanted issues')
  if (!first?.series) return scope_type === 'series' ? 'A series' : 'An issue'
  return scope_type === 'series' ? first.series : itemWords(first)
}

export const itemWords = ({ series, issue_number, entity_type, unit }: SearchItem): string =>
  series
    ? issueName({ series, kind: entity_type, unit: unit ?? 'issue', number: issue_number })
    : 'No longer in the library'

export const isRunOpen = ({ completed_at }: SearchRun): boolean => completed_at === null
/** The search was started while searching is paused, and waits. */
export const isPaused = (run: SearchRun): boolean => isRunOpen(run) && run.dispatch_state === 'pending'

const STATES: Record<SearchRun['completion_state'], { mark: MarkState; word: string }> = {
  pending: { mark: 'unknown', word: 'Queued' },
  running: { mark: 'way', word: 'Searching' },
  completed: { mark: 'have', word: 'Done' },
  partial: { mark: 'attention', word: 'Partly completed' },
  blocked: { mark: 'attention', word: 'Not started' },
  failed: { mark: 'attention', word: 'Failed' },
}

/** Other searches are first: none of its issues was searched for yet. */
const isQueued = (run: SearchRun): boolean => isRunOpen(run) && run.terminal_count + run.running_count === 0

/** A search for one issue shows that issue's result. */
export function runState(run: SearchRun): { mark: MarkState; word: string } {
  if (isQueued(run)) return STATES.pending
  const alone = aloneAs(run)
  return alone ? searchState(alone) : STATES[run.completion_state]
}

function aloneAs({ completion_state, accepted_count, succeeded_count, no_match_count }: SearchRun): string | undefined {
  if (completion_state !== 'completed' || accepted_count !== 1) return undefined
  if (succeeded_count === 1) return 'succeeded'
  return no_match_count === 1 ? 'no_match' : undefined
}

/** One issue has no progress to count. */
function searchedWords(run: SearchRun): string {
  if (isQueued(run)) return STATES.pending.word
  const { terminal_count: done, accepted_count: all } = run
  return all > 1 ? `${numberWords(done)} of ${numberWords(all)} searched for` : 'Searching'
}

/** "12 of 40 searched for, 3 found, 8 without a match, 1 failed" */
export function countsWords(run: SearchRun): string {
  const { succeeded_count, no_match_count, blocked_count, failed_count } = run
  const some = (count: number, word: string) => (count > 0 ? `${numberWords(count)} ${word}` : '')
  if (aloneAs(run)) return ''
  const done = isRunOpen(run) ? searchedWords(run) : ''
  return [
    done,
    some(succeeded_count, 'found'),
    some(no_match_count, 'without a match'),
    some(failed_count, 'failed'),
    some(blocked_count, 'could not be searched for'),
    some(run.cancelled_count, 'cancelled'),
  ]
    .filter(Boolean)
    .join(', ')
}

const AGAIN: SearchItem['state'][] = ['no_match', 'failed', 'blocked', 'quarantined', 'cancelled']
/** The item ended without a grab and can be searched for again. */
export const canRetry = ({ state, comic_id, reason }: SearchItem): boolean =>
  AGAIN.includes(state) && comic_id !== null && reason !== 'removed'
