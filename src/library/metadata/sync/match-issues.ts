import { sortKey } from '../../../base/names/numbers'
import type { ContentType, IssueKind, Unit } from '../../series/states'
import type { IssueFacts, IssueRecord } from '../providers/provider'

/** Matches a provider's records with issues of the library: pure. */

export interface IssueToMatch {
  issue_id: string
  kind: IssueKind
  unit: Unit
  number: string
  release_date: string | null
  issue_date: string | null
  /** The id that this provider gave the issue earlier. */
  provider_id?: string
}

export interface IssueMatch {
  record: IssueRecord
  /** Absent: the issue is new. */
  issue_id?: string
}

/** The unit of an issue whose record does not state one. */
export function issueSlot(facts: IssueFacts, content: ContentType): { kind: IssueKind; unit: Unit; number: string } {
  const { kind = 'issue', unit = content === 'manga' ? 'chapter' : 'issue', number = '' } = facts
  return { kind, unit, number }
}

interface Options {
  content: ContentType
  /** The id that a new issue of this record would get: an existing issue with that id is the same one. */
  idOf: (providerId: string) => string
  /** All ids that the provider lists: an issue whose id is no longer listed may be matched by its number again. */
  listed: ReadonlySet<string>
}

/**
 * Matches by the provider's id first, even if the number changed; then by kind, unit and number among the issues that
 * the provider has not named yet. Of two records with the same number, the one with the nearer date wins and the other
 * is left out, since the library has each number once.
 */
export function matchIssues(
  known: readonly IssueToMatch[],
  records: readonly IssueRecord[],
  { content, idOf, listed }: Options,
): IssueMatch[] {
  const byProvider = new Map(known.flatMap((issue) => (issue.provider_id ? [[issue.provider_id, issue] as const] : [])))
  const byId = new Map(known.map((issue) => [issue.issue_id, issue]))
  const matched = new Map<IssueRecord, string>()
  const usedIds = new Set<string>()
  const claim = (record: IssueRecord, issue: IssueToMatch | undefined) => {
    if (!issue || usedIds.has(issue.issue_id)) return
    matched.set(record, issue.issue_id)
    usedIds.add(issue.issue_id)
  }
  for (const record of records) claim(record, byProvider.get(record.provider_id))
  for (const record of records) if (!matched.has(record)) claim(record, unnamed(byId.get(idOf(record.provider_id))))

  const byPlace = Map.groupBy(known, placeKey)
  const rest = records.filter((record) => !matched.has(record))
  const recordOf = new Map(records.map((record) => [record.provider_id, record]))
  const fresh = new Set<IssueRecord>()
  for (const [key, same] of Map.groupBy(rest, (record) => placeKey(issueSlot(record.facts, content)))) {
    const there = byPlace.get(key) ?? []
    const free = there.find((issue) => !usedIds.has(issue.issue_id) && unnamed(issue))
    const [best] = free ? nearest(same, free) : same.toSorted(byDate)
    if (free) claim(best!, free)
    else if (there.every(moves)) fresh.add(best!)
  }
  const only = oneShot(known, records, fresh, usedIds)
  if (only) claim(only.record, only.issue)
  return records
    .filter((record) => matched.has(record) || fresh.has(record))
    .map((record) => ({ record, issue_id: matched.get(record) }))

  /** An issue that the provider still lists under another id cannot be matched. */
  function unnamed(issue: IssueToMatch | undefined): IssueToMatch | undefined {
    return issue && (issue.provider_id === undefined || !listed.has(issue.provider_id)) ? issue : undefined
  }

  /** The issue's own record gives it another number, so this number becomes free. */
  function moves(issue: IssueToMatch): boolean {
    const record = issue.provider_id === undefined ? undefined : recordOf.get(issue.provider_id)
    return record !== undefined && placeKey(issueSlot(record.facts, content)) !== placeKey(issue)
  }
}

const placeKey = ({ kind, unit, number }: Pick<IssueToMatch, 'kind' | 'unit' | 'number'>) =>
  `${kind} ${unit} ${sortKey(number)}`

const dateOf = ({ release_date, issue_date }: Pick<IssueFacts, 'release_date' | 'issue_date'>) =>
  release_date ?? issue_date ?? '9999'

const byDate = (a: IssueRecord, b: IssueRecord) => (dateOf(a.facts) < dateOf(b.facts) ? -1 : 1)

function nearest(records: IssueRecord[], { release_date, issue_date }: IssueToMatch): IssueRecord[] {
  const dates = [release_date, issue_date].filter((date) => date !== null)
  const near = ({ facts }: IssueRecord) =>
    [facts.release_date, facts.issue_date].some((date) => date !== undefined && dates.includes(date)) ? 0 : 1
  return records.toSorted((a, b) => near(a) - near(b) || byDate(a, b))
}

/** A file of a one-shot has no number where providers print #1: a single issue on both sides is the same. */
function oneShot(
  known: readonly IssueToMatch[],
  records: readonly IssueRecord[],
  fresh: ReadonlySet<IssueRecord>,
  usedIds: ReadonlySet<string>,
) {
  const [issue, more] = known
  const [record] = fresh
  if (!issue || more || !record || records.length !== 1 || usedIds.has(issue.issue_id)) return undefined
  return issue.number === '' && sortKey(record.facts.number ?? '') === sortKey('1') ? { issue, record } : undefined
}
