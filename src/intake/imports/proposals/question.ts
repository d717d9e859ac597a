import { matchKey } from '../../../base/names/titles'
import type { ReadHandle } from '../../../base/storage/database'
import { isAnnuals } from './candidate-evidence'
import type { ScoredCandidate } from './candidate-score'
import type { GroupFacts, ProviderCandidate, WeighedIssue } from './facts'
import { heldIssuesOf, type OpenQuestion, type ProposalRow, type ScoredProposal } from './store'

/** Converts between the rows of groups and proposals, and the facts that are weighed. */

/** The key of a provider query. While it is unchanged, the group is not queried again. */
export const queryKeyOf = ({ content_type, series_name, year, provider_ids }: OpenQuestion) =>
  JSON.stringify([content_type, matchKey(series_name), year, ...Object.entries(provider_ids).flat()])

/** The other facts that proposals are weighed by. */
export const weightKeyOf = ({ publisher, volume, total_issues, file_count, issue_count, size_bytes }: OpenQuestion) =>
  JSON.stringify([publisher, volume, total_issues, file_count, issue_count, size_bytes])

export function groupFactsOf(db: ReadHandle, group: Omit<OpenQuestion, 'asked' | 'weighed'>): GroupFacts {
  return {
    name: group.series_name,
    content_type: group.content_type,
    year: group.year ?? undefined,
    volume: group.volume ?? undefined,
    publisher: group.publisher ?? undefined,
    total: group.total_issues ?? undefined,
    ids: group.provider_ids,
    fileIssues: heldIssuesOf(db, group.group_id),
  }
}

/** Providers list annuals as a series of their own. */
export function searchedName(facts: GroupFacts): string {
  const { name } = facts
  return isAnnuals(facts) && !/annual/i.test(name) ? `${name} Annual` : name
}

export function candidateOf({ record, issues, cover }: ProposalRow): ProviderCandidate {
  return { series: record, ...(issues ? { issues } : {}), ...(cover ? { cover } : {}) }
}

export function weightedRow(
  { candidate, confidence, parts }: ScoredCandidate,
  seriesId: string,
  byUser: boolean,
): ScoredProposal {
  const { series, issues, cover } = candidate
  const { name = '', year, publisher, issue_count, image_url, url } = series.facts
  return {
    provider: series.provider,
    provider_id: series.provider_id,
    confidence,
    parts,
    series_id: seriesId,
    name,
    year: year ?? null,
    publisher: publisher ?? null,
    issue_count: issue_count ?? null,
    image_url: image_url ?? series.thumb_url ?? null,
    url: url ?? null,
    record: series,
    issues: issues ? [...issues] : null,
    cover: cover ?? null,
    said: byUser,
  }
}

/** The fields of an issue that its series is weighed by. */
export function knownIssue(facts: WeighedIssue): WeighedIssue {
  const { kind, unit, number, release_date, issue_date, image_url, cover_hash } = facts
  return { kind, unit, number, release_date, issue_date, image_url, cover_hash }
}
