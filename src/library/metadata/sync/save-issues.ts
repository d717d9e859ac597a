import type { Instant, Random } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { markIssuesListed, recount } from '../../series/counts-store'
import { describeIssue, hasNumber, type IssueDescription, renumberIssues } from '../../series/describe-store'
import type { Intent } from '../../series/states'
import { findIssue, findSeries, type IssueRow, insertIssue, issuesOf } from '../../series/store'
import type { IssueFacts, IssueRecord } from '../providers/provider'
import * as store from '../store'
import { writeIssueId } from '../wire-ids'
import { type IssueMatch, type IssueToMatch, issueSlot, matchIssues } from './match-issues'
import { effectiveIssue, filledFields, isStated, withDetails, writersOf } from './merge'
import { applicableRenumbering } from './renumber'

/** Turns a provider's list of issues into issues of the library. */

export interface IssueSaving {
  comic_id: string
  provider: ProviderName
  /** The records of this transaction: at most 200, so that other writes need not wait long. */
  records: readonly IssueRecord[]
  /** The provider's complete list, when it is longer than `records`. */
  all?: readonly IssueRecord[]
  /** `all`, or else `records`, is complete: issues missing there are marked. */
  complete?: boolean
  at: Instant
  random: Random
  order?: readonly ProviderName[]
  /** The monitoring state of a new issue. */
  intent: (record: IssueRecord) => Intent
  /** Whether to add an issue that the library lacks; absent adds all. */
  accepts?: (record: IssueRecord) => boolean
}

export interface IssueCounts {
  added: number
  changed: number
  /** Issues that the provider no longer lists. They stay. */
  removed: number
}

/**
 * Idempotent: the same records again change nothing. Numbers that changed at the provider change here where they are
 * free.
 */
export function saveIssueRecords(tx: Tx, keeping: IssueSaving): IssueCounts {
  const { comic_id, provider, records, all = records, complete, at } = keeping
  const row = findSeries(tx, comic_id)
  if (!row) return { added: 0, changed: 0, removed: 0 }
  const listed = new Set(all.map(({ provider_id }) => provider_id))
  const idOf = (id: string) => writeIssueId(provider, id)
  const known = knownIssues(tx, comic_id, provider)
  const matches = matchIssues(known, all, { content: row.content_type, idOf, listed })
  const kept = { added: 0, changed: 0, removed: 0 }
  kept.changed += moveNumbers(tx, keeping, known, matches)
  const now = new Set(records)
  for (const match of matches.filter(({ record }) => now.has(record))) {
    if (match.issue_id === undefined) kept.added += addIssue(tx, keeping, match.record, row.content_type) ? 1 : 0
    else kept.changed += saveIssueRecord(tx, keeping, match.issue_id, match.record) ? 1 : 0
  }
  if (complete) kept.removed = store.markMissing(tx, { comic_id, source: provider, listed, at })
  if (complete && all.length > 0) markIssuesListed(tx, comic_id, true)
  if (kept.added + kept.changed + kept.removed > 0) recount(tx, comic_id)
  return kept
}

function knownIssues(db: ReadHandle, comicId: string, provider: ProviderName): IssueToMatch[] {
  const named = new Map(store.issueIdsAtProvider(db, comicId, provider).map((row) => [row.issue_id, row.provider_id]))
  return issuesOf(db, comicId).map((issue) => ({ ...issue, provider_id: named.get(issue.issue_id) ?? undefined }))
}

type MergeContext = Pick<IssueSaving, 'provider' | 'at' | 'order'>

function addIssue(
  tx: Tx,
  { comic_id, provider, at, random, intent, accepts }: IssueSaving,
  record: IssueRecord,
  content: Parameters<typeof issueSlot>[1],
): boolean {
  const place = issueSlot(record.facts, content)
  if (accepts?.(record) === false || hasNumber(tx, { comic_id, ...place })) return false
  const wanted = writeIssueId(provider, record.provider_id)
  const issue_id = findIssue(tx, wanted) ? random.id() : wanted
  insertIssue(tx, { issue_id, comic_id, ...place, ...issueColumns(record.facts), intent: intent(record), added_at: at })
  putIssueFacts(tx, issue_id, { provider, at }, record)
  return true
}

/** Stores the provider's data of an issue; false when nothing changed. */
function saveIssueRecord(tx: Tx, context: MergeContext, issueId: string, record: IssueRecord): boolean {
  const sources = store.issueSourcesOf(tx, issueId)
  const old = sources.find(({ source }) => source === context.provider)
  const facts = old && !record.detailed ? withDetails(old.facts, record.facts) : record.facts
  const same =
    old !== undefined &&
    old.provider_id === record.provider_id &&
    old.removed_at === null &&
    (old.detailed || !record.detailed) &&
    old.changed === (record.changed ?? null) &&
    JSON.stringify(old.facts) === JSON.stringify(facts)
  const row = same ? undefined : findIssue(tx, issueId)
  if (!row) return false
  // An announced issue has no file that could provide data.
  if (sources.length === 0 && row.announced_by === null) saveFileIssueFacts(tx, row, context.at)
  putIssueFacts(tx, issueId, context, { ...record, facts }, old)
  return mergeIssueSources(tx, row, context.at, context.order) || !old || old.removed_at !== null
}

function putIssueFacts(
  tx: Tx,
  issue_id: string,
  { provider, at }: Pick<MergeContext, 'provider' | 'at'>,
  { provider_id, facts, detailed, changed = undefined }: IssueRecord,
  old?: store.IssueSource,
): void {
  // Details older than the last change are kept, and fetched again.
  const current = detailed || (old?.detailed === true && old.changed === (changed ?? null))
  store.putIssueSource(tx, {
    issue_id,
    source: provider,
    provider_id,
    facts,
    detailed: current,
    changed: changed ?? null,
    said_at: at,
  })
}

/** Stores the provider's data for an issue of the library, whatever its number there. */
export function linkIssueFacts(
  tx: Tx,
  issueId: string,
  provider: ProviderName,
  record: IssueRecord,
  at: Instant,
  order?: readonly ProviderName[],
): boolean {
  return saveIssueRecord(tx, { provider, at, order }, issueId, record)
}

function moveNumbers(
  tx: Tx,
  { provider, at, order }: IssueSaving,
  issues: readonly IssueToMatch[],
  matches: readonly IssueMatch[],
): number {
  const rows = new Map(issues.map((issue) => [issue.issue_id, issue]))
  const wanted = new Map<string, string>()
  for (const { issue_id, record } of matches) {
    const number = record.facts.number
    if (issue_id === undefined || !isStated(number) || rows.get(issue_id)?.number === number) continue
    const others = store.issueSourcesOf(tx, issue_id).filter(({ source }) => source !== provider)
    const word = effectiveIssue([...others, { source: provider, facts: record.facts }], order).facts.number
    if (word !== undefined) wanted.set(issue_id, word)
  }
  const moves = applicableRenumbering(issues, wanted)
  renumberIssues(tx, moves, at)
  return moves.length
}

/** The columns of an issue row, from its data. */
export function issueColumns(facts: IssueFacts): Required<IssueDescription> {
  return {
    volume_number: facts.volume_number ?? null,
    title: facts.title ?? null,
    release_date: facts.release_date ?? null,
    issue_date: facts.issue_date ?? null,
    digital_date: facts.digital_date ?? null,
    summary: facts.summary ?? null,
    image_url: facts.image_url ?? null,
    writer: writersOf(facts),
    age_rating: facts.age_rating ?? null,
    announced_by: null,
  }
}

/**
 * Call before the first data from another source is stored for an issue from files: its row is saved as the files'
 * data.
 */
export function saveFileIssueFacts(tx: Tx, row: IssueRow, at: Instant): void {
  store.putIssueSource(tx, { issue_id: row.issue_id, source: 'file', facts: fileIssueFacts(row), said_at: at })
}

export function fileIssueFacts(row: IssueRow): IssueFacts {
  const { kind, unit, number, volume_number, title, release_date, issue_date, digital_date, summary, image_url } = row
  const credits = row.writer?.split(', ').map((name) => ({ name, roles: ['Writer'] }))
  const dates = { release_date, issue_date, digital_date }
  const described = { title, ...dates, summary, image_url, credits, age_rating: row.age_rating }
  return filledFields<IssueFacts>({ kind, unit, number, volume_number, ...described })
}

/** Updates the row from the sources, except for its number. */
export function mergeIssueSources(tx: Tx, row: IssueRow, at: Instant, order?: readonly ProviderName[]): boolean {
  return describeIssue(tx, row, issueColumns(effectiveIssue(store.issueSourcesOf(tx, row.issue_id), order).facts), at)
}

/** A source was removed: the rows of these issues are merged from the remaining sources. */
export function mergeAllIssueSources(tx: Tx, comicId: string, at: Instant, order?: readonly ProviderName[]): void {
  const named = store.issuesWithFacts(tx, comicId)
  for (const row of issuesOf(tx, comicId)) if (named.has(row.issue_id)) mergeIssueSources(tx, row, at, order)
}
