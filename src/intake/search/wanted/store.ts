import { eq, type SQL, sql } from 'drizzle-orm'
import type { ArchiveFormat } from '../../../base/formats/formats'
import type { ReadHandle } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { totalWithIgnored } from '../../../library/series/column-store'
import { type Eligibility, project } from '../../../library/series/projection'
import { issues, series } from '../../../library/series/tables'
import type { RuledSeries } from '../rules/series-rules'
import type { WantedFacts } from '../verdict/wanted'

const is = sql.placeholder

/** An issue, an annual, or an issue wanted only by a story arc, which may be searched for. */
export interface WantedItem {
  entity_type: 'issue' | 'annual' | 'story_arc_issue'
  entity_id: string
  comic_id: string
  wanted: WantedFacts
}

const ISSUE = {
  issue_id: issues.issue_id,
  comic_id: issues.comic_id,
  kind: issues.kind,
  unit: issues.unit,
  number: issues.number,
  release_date: issues.release_date,
  digital_date: issues.digital_date,
  issue_date: issues.issue_date,
  volume_number: issues.volume_number,
  intent: issues.intent,
  fulfillment: issues.fulfillment,
  file_format: issues.file_format,
  kept_format: issues.kept_format,
}
const SERIES = {
  comic_id: series.comic_id,
  name: series.name,
  aliases: series.aliases,
  content_type: series.content_type,
  status: series.status,
  year: series.year,
  volume: series.volume,
  publisher: series.publisher,
  book_type: series.book_type,
  total: totalWithIgnored,
  allow_packs: series.allow_packs,
  ignore_type: series.ignore_type,
  bare_number_mode: series.bare_number_mode,
  monitor_mode: series.monitor_mode,
}
type IssueFacts = { [K in keyof typeof ISSUE]: (typeof issues.$inferSelect)[K] }
type SeriesFacts = { [K in keyof typeof SERIES]: (typeof series.$inferSelect)[K] }

const issueById = preparedQuery((db: ReadHandle) =>
  db
    .select(ISSUE)
    .from(issues)
    .where(eq(issues.issue_id, is('issue_id')))
    .prepare(),
)

const seriesById = preparedQuery((db: ReadHandle) =>
  db
    .select(SERIES)
    .from(series)
    .where(eq(series.comic_id, is('comic_id')))
    .prepare(),
)

/** Written out, since only then SQLite uses the partial index. */
export const WANTED_CONDITION = sql`${issues.intent} = 'wanted' and ${issues.fulfillment} = 'missing'`

export interface Searchable {
  /** `2026-11-21` */
  today: string
  /** Whether the settings list annuals: hidden ones are not searched for automatically. */
  annuals: boolean
  /** Whether issues of story arcs are searched for automatically when their series is not followed. */
  arcs: boolean
}

/** SQL condition: the series is searched automatically. */
export const isSearched = (arcs: boolean) =>
  arcs ? sql`${series.status} <> 'paused'` : sql`${series.status} not in ('paused', 'unfollowed')`

/** The type of an issue in searches, by the status of its series. */
export const WANTED_TYPE = sql`case ${series.status} when 'unfollowed' then 'story_arc_issue' else ${issues.kind} end`

/** Wanted issues that may be searched for on that day, in series that are not paused. */
export const searchableOn = ({ today, annuals, arcs }: Searchable): SQL => {
  const date = sql`coalesce(${issues.release_date}, ${issues.digital_date}, ${issues.issue_date})`
  const listed = annuals ? sql`` : sql`and ${issues.kind} <> 'annual'`
  return sql`${WANTED_CONDITION} ${listed} and ${isSearched(arcs)} and (${date} is null or ${date} <= substr(${today}, 1, length(${date})))`
}

const missingOfSeries = preparedQuery((db: ReadHandle) =>
  db
    .select({ kind: issues.kind, unit: issues.unit, number: issues.number })
    .from(issues)
    .where(sql`${WANTED_CONDITION} and ${issues.comic_id} = ${is('comic_id')}`)
    .prepare(),
)

const countsOfSeries = preparedQuery((db: ReadHandle) =>
  db
    .select({ unit: issues.unit, count: sql<number>`count(*)` })
    .from(issues)
    .where(sql`${issues.comic_id} = ${is('comic_id')} and ${issues.kind} = 'issue'`)
    .groupBy(issues.unit)
    .prepare(),
)

export interface WantedItemState extends WantedItem {
  /** Whether to search for the issue; the user's searches ignore some of the reasons that hold back automatic ones. */
  eligibility: Eligibility
  wantedNow: boolean
  /** The format of the issue's file; null without a file, or when the user keeps it. */
  replaceable: ArchiveFormat | null
}

/** The facts that decide which release rules apply to an issue. */
export const ruledSeries = ({ comic_id, wanted }: WantedItem): RuledSeries => ({ comic_id, kind: wanted.kind })

/** Like `wantedIssue`, for many issues of few series: facts about a series are read once. */
export function wantedIssueReader(db: ReadHandle, today: string): (issueId: string) => WantedItemState | undefined {
  const known = new Map<string, SeriesWanted>()
  return (issueId) => wantedIssue(db, issueId, today, known)
}

/** Undefined when the issue does not exist. `today` as `2026-11-21`. */
export function wantedIssue(
  db: ReadHandle,
  issueId: string,
  today: string,
  known = new Map<string, SeriesWanted>(),
): WantedItemState | undefined {
  const issue = issueById(db).get({ issue_id: issueId }) as IssueFacts | undefined
  if (!issue) return undefined
  const ofSeries = known.get(issue.comic_id) ?? factsOf(db, issue.comic_id)
  known.set(issue.comic_id, ofSeries)
  const { facts, ...more } = ofSeries
  const { intent, fulfillment, release_date, digital_date, issue_date } = issue
  const dates = { release_date, digital_date, issue_date, today }
  const hasFile = fulfillment === 'downloaded'
  const { eligibility } = project({ intent, fulfillment, hasFile, series: facts.status, ...dates })
  const wantedNow = intent === 'wanted' && fulfillment === 'missing'
  const replaceable = issue.file_format === issue.kept_format ? null : issue.file_format
  return { ...wantedItem(issue, { facts, ...more }), eligibility, wantedNow, replaceable }
}

/** As `WANTED_TYPE`. */
export function wantedType(db: ReadHandle, { kind, comic_id }: Pick<IssueFacts, 'kind' | 'comic_id'>) {
  return typeIn(seriesById(db).get({ comic_id }) as SeriesFacts | undefined, kind)
}

const typeIn = (facts: Pick<SeriesFacts, 'status'> | undefined, kind: IssueFacts['kind']): WantedItem['entity_type'] =>
  facts?.status === 'unfollowed' ? 'story_arc_issue' : kind

/** Series with wanted issues that are searched for automatically. */
export function seriesWithWanted(db: ReadHandle, { arcs }: Pick<Searchable, 'arcs'>): string[] {
  return db
    .select({ comic_id: series.comic_id })
    .from(series)
    .where(sql`${series.wanted} > 0 and ${isSearched(arcs)}`)
    .all()
    .map(({ comic_id }) => comic_id)
}

/** All issues of these series that may be searched for on that day. */
export function wantedItemsOfSeries(db: ReadHandle, comicIds: readonly string[], searchable: Searchable): WantedItem[] {
  const among = sql`${issues.comic_id} in (select value from json_each(${JSON.stringify(comicIds)}))`
  const rows = db
    .select(ISSUE)
    .from(issues)
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(sql`${among} and ${searchableOn(searchable)}`)
    .all() as IssueFacts[]
  const known = new Map<string, SeriesWanted>()
  return rows.map((issue) => {
    const facts = known.get(issue.comic_id) ?? factsOf(db, issue.comic_id)
    known.set(issue.comic_id, facts)
    return wantedItem(issue, facts)
  })
}

/** Ids of missing issues that are wanted or left to the settings, by number, among those of the same kind and unit. */
export function idsOfNumbers(
  db: ReadHandle,
  { comic_id, entity_id }: WantedItem,
  numbers: readonly string[],
): string[] {
  const own = issueById(db).get({ issue_id: entity_id }) as IssueFacts | undefined
  if (!own) return []
  const among = sql`(select value from json_each(${JSON.stringify(numbers)}))`
  return db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(
      sql`${issues.comic_id} = ${comic_id} and ${issues.kind} = ${own.kind} and ${issues.unit} = ${own.unit}
        and ${issues.number} in ${among} and ${issues.fulfillment} = 'missing' and ${issues.intent} in ('wanted', 'policy')`,
    )
    .all()
    .map(({ issue_id }) => issue_id)
}

interface SeriesWanted extends Pick<WantedFacts, 'volume_count' | 'chapter_count'> {
  facts: SeriesFacts
  /** Numbers by kind and unit; none when packs are not allowed. */
  missing: Map<string, string[]> | undefined
}

const groupOf = ({ kind, unit }: Pick<IssueFacts, 'kind' | 'unit'>) => `${kind} ${unit}`

function factsOf(db: ReadHandle, comic_id: string): SeriesWanted {
  const facts = seriesById(db).get({ comic_id }) as SeriesFacts
  const missing = facts.allow_packs ? new Map<string, string[]>() : undefined
  if (missing) {
    for (const row of missingOfSeries(db).all({ comic_id })) {
      const numbers = missing.get(groupOf(row))
      if (numbers) numbers.push(row.number)
      else missing.set(groupOf(row), [row.number])
    }
  }
  if (facts.content_type !== 'manga') return { facts, missing }
  const counts = new Map(
    countsOfSeries(db)
      .all({ comic_id })
      .map(({ unit, count }) => [unit, count]),
  )
  return { facts, missing, volume_count: counts.get('volume') ?? null, chapter_count: counts.get('chapter') ?? null }
}

function wantedItem(issue: IssueFacts, { facts, missing, ...counts }: SeriesWanted): WantedItem {
  const { issue_id, comic_id, kind, number } = issue
  const manga = facts.content_type === 'manga'
  const wanted: WantedFacts = {
    kind: facts.content_type,
    series: facts.name,
    aliases: facts.aliases ?? [],
    year: facts.year,
    volume: facts.volume,
    publisher: facts.publisher,
    issue: number,
    issue_date: issue.release_date,
    digital_date: issue.digital_date,
    // A cover date is months ahead of the release date: it only gives the year, and never proves that a post is too
    // early.
    issue_year: issue.release_date ? null : yearOf(issue.issue_date),
    booktype: kind === 'annual' ? 'annual' : plainType(facts.book_type),
    allow_packs: facts.allow_packs,
    ignore_type: facts.ignore_type,
    issue_count: facts.total,
    unit: manga ? (issue.unit === 'volume' ? 'volume' : 'chapter') : null,
    bare_number_mode: facts.bare_number_mode,
    monitor_mode: facts.monitor_mode,
    in_volume: issue.volume_number,
    missing: missing?.get(groupOf(issue)) ?? null,
    ...counts,
  }
  return { entity_type: typeIn(facts, kind), entity_id: issue_id, comic_id, wanted }
}

/** `Print` is not a specific type: most single issues have it. */
const plainType = (type: string) => (/^print$/i.test(type) ? '' : type)
const yearOf = (day: string | null) => (day && /^[1-9]\d{3}/.test(day) ? Number(day.slice(0, 4)) : null)
