import { readNumber, sameNumber } from '../../base/names/numbers'
import type { CrossIds } from '../../library/metadata/providers/provider'
import type { IssueKind, Unit } from '../../library/series/states'
import { daysBetween } from './calendar'

/** Binds a release to the library. Pure. An id that a source names is a candidate, never a proof. */

export interface BoundRelease {
  day: string
  match_key: string
  kind: IssueKind
  unit: Unit
  number: string
  year: number | null
  book_type: string | null
  series_ids: CrossIds
  issue_ids: CrossIds
  source: string
}

export interface IssueCandidate {
  issue_id: string
  kind: IssueKind
  unit: Unit
  number: string
  release_date: string | null
  announced_by: string | null
  /** Ids at the providers that list the issue. */
  ids: CrossIds
}

export interface SeriesCandidate {
  comic_id: string
  /** Match keys of the name and the other names. */
  keys: readonly string[]
  year: number | null
  book_type: string
  ids: CrossIds
  issues: readonly IssueCandidate[]
}

/** `series`: the series matches, but none of its issues. `unlisted`: the series has no issue of that number. */
export type Binding =
  | { is: 'issue'; comic_id: string; issue_id: string }
  | { is: 'series' | 'unlisted'; comic_id: string }
  | { is: 'none' }

const NONE: Binding = { is: 'none' }
const DAYS_APART = 2
const YEARS_APART = 1
/** The end of the match key of a series of annuals. */
export const ANNUAL = 'annual'

/** Series, type and number must match, and the dates within two days. When several issues match, none is bound. */
export function bindRelease(release: BoundRelease, candidates: readonly SeriesCandidate[]): Binding {
  const [series, another] = agreeing(release, candidates)
  if (!series || another) return NONE
  const { comic_id } = series
  const kind = kindIn(release, series)
  const numbered = series.issues.filter(
    (issue) => issue.kind === kind && issue.unit === release.unit && sameNumber(issue.number, release.number),
  )
  if (numbered.length === 0) return { is: 'unlisted', comic_id }
  const [issue, other] = numbered.filter(
    (each) => datesAgree(release, each) && !contradicts(each.ids, release.issue_ids),
  )
  return issue && !other ? { is: 'issue', comic_id, issue_id: issue.issue_id } : { is: 'series', comic_id }
}

function agreeing(release: BoundRelease, candidates: readonly SeriesCandidate[]): SeriesCandidate[] {
  const fitting = candidates.filter(
    (series) => namesAgree(release, series) && yearsAgree(release, series) && typesAgree(release, series),
  )
  const possible = fitting.filter(({ ids }) => !contradicts(ids, release.series_ids))
  const named = possible.filter(({ ids }) => shares(ids, release.series_ids))
  if (named.length > 0) return named
  // "Harbor Lights Annual" is a series of its own before it is an annual of another.
  const own = possible.filter(({ keys }) => keys.includes(release.match_key))
  return own.length > 0 ? own : possible
}

/** The keys under which the series may be filed: an annual is a series of its own, or part of the main series. */
export function seriesKeysOf({ match_key }: Pick<BoundRelease, 'match_key'>): string[] {
  return match_key.endsWith(ANNUAL) && match_key !== ANNUAL
    ? [match_key, match_key.slice(0, -ANNUAL.length)]
    : [match_key]
}

function namesAgree(release: BoundRelease, { keys }: SeriesCandidate): boolean {
  return seriesKeysOf(release).some((key) => keys.includes(key))
}

const kindIn = (release: BoundRelease, { keys }: SeriesCandidate): IssueKind =>
  keys.includes(release.match_key) ? release.kind : 'annual'

/** An annual that is filed in the main series has the year of that series. */
function yearsAgree(release: BoundRelease, series: SeriesCandidate): boolean {
  if (release.year === null || series.year === null || kindIn(release, series) !== release.kind) return true
  return Math.abs(release.year - series.year) <= YEARS_APART
}

const BOOK = /^(?:tpb|gn|hc|omnibus)/i

/** A collection is a different publication from the issues that it collects. */
function typesAgree({ book_type }: BoundRelease, series: SeriesCandidate): boolean {
  return book_type === null || BOOK.test(book_type) === BOOK.test(series.book_type)
}

/** Whether both have an id of one provider and the ids differ. */
function contradicts(known: CrossIds, named: CrossIds): boolean {
  return providersOf(known, named).some((provider) => known[provider] !== named[provider])
}

function shares(known: CrossIds, named: CrossIds): boolean {
  return providersOf(known, named).some((provider) => known[provider] === named[provider])
}

const providersOf = (known: CrossIds, named: CrossIds) =>
  (Object.keys(named) as (keyof CrossIds)[]).filter((provider) => known[provider] !== undefined)

/** An issue that this source announced has the source's date. */
function datesAgree({ day, source }: BoundRelease, { release_date, announced_by }: IssueCandidate): boolean {
  if (release_date === null || announced_by === source) return true
  if (release_date.length < day.length) return day.startsWith(release_date)
  return Math.abs(daysBetween(release_date, day)) <= DAYS_APART
}

/** How many numbers may follow the last issue that a provider lists. */
const NUMBERS_AHEAD = 3

/**
 * Whether an unlisted number may be the next issue of a series: a distant or low number probably belongs to another
 * run of the same name.
 */
export function follows(number: string, issues: readonly Pick<IssueCandidate, 'kind' | 'unit' | 'number'>[]): boolean {
  const next = wholeOf(number)
  const known = issues.flatMap(({ kind, number }) => (kind === 'issue' ? (wholeOf(number) ?? []) : []))
  if (next === undefined || known.length === 0) return false
  const ahead = next - Math.max(...known)
  return ahead > 0 && ahead <= NUMBERS_AHEAD
}

function wholeOf(number: string): number | undefined {
  const read = readNumber(number)
  return read && !read.negative && read.fraction === '' && read.suffix === '' ? Number(read.whole) : undefined
}
