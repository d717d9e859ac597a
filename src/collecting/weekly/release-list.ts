import { sortKey } from '../../base/names/numbers'
import { issueArt } from '../../library/series/art'
import type { IssueKind, Unit } from '../../library/series/states'
import { seriesCover } from '../../library/series/wire'
import { type DaySpan, daysBetween } from './calendar'
import type { LibraryRelease } from './library-store'
import type { ReleaseSource, WeeklyStatus } from './states'
import type { ListedRelease } from './store'
import { weeklyStatusOf } from './weekly-status'

/** Releases from the library's own dates and from sources, each issue once. Pure. */

export interface ReleaseItem {
  /** Null: the issue is known only from the library. */
  release_id: number | null
  day: string
  series: string
  kind: IssueKind
  unit: Unit
  number: string
  title: string | null
  publisher: string | null
  /** Year of the first issue of the series. */
  year: number | null
  book_type: string | null
  /** Null: the series is not in the library. */
  comic_id: string | null
  /** Null: the library does not have the issue. */
  issue_id: string | null
  status: WeeklyStatus
  owned: boolean
  /** The first issue of a series. */
  is_first: boolean
  /** The issue is not listed by a provider yet. */
  is_announced: boolean
  /** The issue becomes wanted once the library has its series. */
  want: boolean
  cover: string | null
  /** The sources of the day, most trusted first; empty: the provider of the series. */
  sources: { source: ReleaseSource; fetched_at: string }[]
}

/** Days by which sources may differ about one release. */
export const DAYS_APART = 2

/**
 * `order`: the sources, most trusted first. A release that is bound to an issue of the library is listed as that
 * issue, under the library's date; others are one release when name, type and number match within two days.
 */
export function listReleases(
  library: readonly LibraryRelease[],
  announced: readonly ListedRelease[],
  span: DaySpan,
  order: readonly ReleaseSource[],
): ReleaseItem[] {
  const rows = order.flatMap((source) => announced.filter((row) => row.source === source))
  const bound = Map.groupBy(
    rows.filter(({ issue_id }) => issue_id !== null),
    ({ issue_id }) => issue_id as string,
  )
  const own = library.map((issue) => ofLibrary(issue, bound.get(issue.issue_id) ?? []))
  const known = new Set(library.map(({ issue_id }) => issue_id))
  const others = rows.filter((row) => !isKnown(row, known) && !isReupload(row))
  const inside = [...own, ...joined(others).map(ofSources)].filter(({ day }) => day >= span.first && day <= span.last)
  return sortedBy(inside, (release) => `${release.day} ${releaseSortKey(release)}`)
}

const isKnown = ({ issue_id }: ListedRelease, known: ReadonlySet<string>) => issue_id !== null && known.has(issue_id)

/** Another group uploaded a chapter that was released long ago. */
const isReupload = ({ unit, comic_id, issue_id }: ListedRelease) =>
  unit === 'chapter' && comic_id !== null && issue_id === null

/** A month has thousands of rows but only some hundred numbers. */
const MOST_NUMBERS = 5000
const sortKeys = new Map<string, string>()

function keyOf(number: string): string {
  const known = sortKeys.get(number)
  if (known !== undefined) return known
  if (sortKeys.size >= MOST_NUMBERS) sortKeys.clear()
  const key = sortKey(number)
  sortKeys.set(number, key)
  return key
}

/** Sort key among the releases of a day. */
export const releaseSortKey = ({ series, kind, number }: Pick<ReleaseItem, 'series' | 'kind' | 'number'>): string =>
  `${series.toLowerCase()} ${kind === 'annual' ? 1 : 0} ${keyOf(number)}`

/** Sorts by text that is computed once for each item. */
export function sortedBy<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, text: textOf(item) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ item }) => item)
}

function ofLibrary(issue: LibraryRelease, rows: readonly ListedRelease[]): ReleaseItem {
  const { series, kind, unit, number, title, publisher, year, book_type, comic_id, issue_id } = issue
  const hasFile = Boolean(issue.has_file)
  return {
    release_id: rows[0]?.release_id ?? null,
    day: issue.release_date ?? rows[0]?.day ?? '',
    series,
    kind,
    unit,
    number,
    title,
    publisher,
    year,
    book_type,
    comic_id,
    issue_id,
    status: weeklyStatusOf({ ...issue, hasFile }),
    owned: hasFile || issue.fulfillment === 'archived',
    is_first: isFirst(issue),
    is_announced: issue.announced_by !== null,
    want: false,
    cover: coverOf(issue, hasFile),
    sources: sourcesOf(rows),
  }
}

/** The issue's own cover where there is one, or else that of its series. */
function coverOf(issue: LibraryRelease, hasFile: boolean): string | null {
  if (hasFile) return `/api/metadata/issue-art/${encodeURIComponent(issue.issue_id)}`
  return issue.issue_image === null ? seriesCover(issue) : issueArt(issue.issue_id, issue.issue_image)
}

function ofSources(rows: readonly ListedRelease[]): ReleaseItem {
  const first = rows[0] as ListedRelease
  const { release_id, day, series, kind, unit, number } = first
  const of = <K extends keyof ListedRelease>(key: K) => rows.find((row) => row[key] !== null)?.[key] ?? null
  const comic_id = of('comic_id')
  return {
    release_id,
    day,
    series,
    kind,
    unit,
    number,
    comic_id,
    title: of('title'),
    publisher: of('publisher'),
    year: of('year'),
    book_type: of('book_type'),
    issue_id: null,
    // The series is in the library, and none of its issues matches.
    status: comic_id === null ? 'Skipped' : 'Mismatched',
    owned: false,
    is_first: isFirst(first),
    is_announced: false,
    want: rows.some(({ want }) => want),
    cover: null,
    sources: sourcesOf(rows),
  }
}

const FIRST = sortKey('1')
const isFirst = ({ kind, number }: { kind: IssueKind; number: string }) => kind === 'issue' && keyOf(number) === FIRST

function sourcesOf(rows: readonly ListedRelease[]): ReleaseItem['sources'] {
  const bySource = new Map(rows.map(({ source, fetched_at }) => [source, fetched_at]))
  return [...bySource].map(([source, fetched_at]) => ({ source, fetched_at }))
}

/** Groups releases by what is the same release, in the order of the sources. */
function joined(rows: readonly ListedRelease[]): ListedRelease[][] {
  const all: ListedRelease[][] = []
  const same = Map.groupBy(rows, ({ match_key, kind, unit, number }) => `${match_key} ${kind} ${unit} ${keyOf(number)}`)
  for (const named of same.values()) {
    const groups: ListedRelease[][] = []
    for (const row of named) {
      const group = groups.find(([first]) => first && isSameRelease(first, row))
      if (group) group.push(row)
      else groups.push([row])
    }
    all.push(...groups)
  }
  return all
}

/** Two series may have the same name: the year separates them, and a source does not name a release twice. */
function isSameRelease(a: ListedRelease, b: ListedRelease): boolean {
  if (a.source === b.source) return false
  if (a.day !== b.day && Math.abs(daysBetween(a.day, b.day)) > DAYS_APART) return false
  return a.year === null || b.year === null || Math.abs(a.year - b.year) <= 1
}
