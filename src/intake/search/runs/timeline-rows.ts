import type { ActivityStatus } from '../../../base/activity/states'
import { addTimelineRow } from '../../../base/activity/store'
import type { Instant } from '../../../base/platform/ports'
import { countWords, numberWords } from '../../../base/platform/words'
import type { Tx } from '../../../base/storage/database'
import { issueTitle } from '../../../library/series/issue-title'
import { findIssue, findSeries } from '../../../library/series/store'
import { itemSubject } from '../../downloads/journal/item-label'
import { type ItemCounts, totalOf } from './machine'
import type { ItemKey, SearchEntity, SearchRunRow } from './store'

/** Timeline rows of searches. */

/** Limit of timeline rows when a whole run ends at once: a backlog may have thousands of items. */
export const MOST_ITEM_ROWS = 20

export const CANCELLED_BY_USER = { code: 'cancelled_by_operator', detail: 'Cancelled by a user.' } as const
export const STUCK = {
  code: 'recovery_attempts_exhausted',
  detail: 'Panelkeep stopped unexpectedly several times during this search, so it is not repeated.',
} as const

type RunFacts = Pick<SearchRunRow, 'run_id' | 'scope_type' | 'scope_id'>

export function recordSearchStart(tx: Tx, run: RunFacts, at: Instant): void {
  recordRun(tx, run, { status: 'started' }, at)
}

export function recordSearchEnd(tx: Tx, run: RunFacts, counts: ItemCounts, at: Instant): void {
  const detail = resultOf(counts)
  recordRun(tx, run, { status: 'succeeded', ...(detail && { reason: { code: 'searched', detail } }) }, at)
}

/** The result of a run; undefined for one issue with a release, whose own rows say more. */
function resultOf(counts: ItemCounts): string | undefined {
  const { no_match = 0, cancelled = 0, blocked = 0 } = counts
  const total = totalOf(counts)
  if (total === 1) return no_match === 1 ? 'No acceptable release was found.' : undefined
  const searched = countWords(total - cancelled - blocked, 'issue')
  return `${searched} searched for, ${numberWords(no_match)} without an acceptable release.`
}

function recordRun(
  tx: Tx,
  { run_id, scope_type, scope_id }: RunFacts,
  outcome: { status: 'started' | 'succeeded'; reason?: { code: string; detail: string } },
  at: Instant,
): void {
  const issue = findIssue(tx, scope_id)
  const series = findSeries(tx, issue?.comic_id ?? scope_id)
  const label = series ? issueTitle(series.name, issue) : 'All wanted issues'
  const scope = { type: scope_type, id: scope_id }
  const subject = { type: 'run', id: run_id, label } as const
  addTimelineRow(tx, { at, activity: 'search', ...outcome, subject, run_id, scope, comic_id: series?.comic_id ?? null })
}

/** Why an issue of a run was not searched for, or what failed. */
export function recordSearchItem(
  tx: Tx,
  { run_id, entity_id }: Pick<ItemKey, 'run_id' | keyof SearchEntity>,
  status: Extract<ActivityStatus, 'cancelled' | 'failed' | 'blocked' | 'needs_attention'>,
  reason: { code: string; detail: string },
  at: Instant,
): void {
  const comic_id = findIssue(tx, entity_id)?.comic_id
  if (comic_id === undefined) return // The issue was deleted during the search.
  const subject = itemSubject(tx, { entity_id, comic_id, title: entity_id })
  addTimelineRow(tx, { at, activity: 'search', status, subject, reason, run_id, comic_id })
}
