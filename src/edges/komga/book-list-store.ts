import { type SQL, sql } from 'drizzle-orm'
import type { PageSpan } from '../../base/http/paging'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import type { Credit } from '../../library/metadata/providers/provider'
import { issueSources } from '../../library/metadata/tables'
import { readingProgress } from '../../library/reading/tables'
import { files, issueFiles, issues, series } from '../../library/series/tables'
import { HAS_FILES } from '../opds/series-store'
import type { Condition } from './condition'
import { conditionSql, LISTED, READABLE, releasedAt, type Spellings } from './condition-store'
import type { NumberedIssue } from './numbers'
import type { Sort } from './query'
import { textsIn } from './series-list-store'

const is = sql.placeholder

const ofFiles = (expression: SQL) => sql`(select ${expression} from ${issueFiles} cross join ${files}
  where ${issueFiles.issue_id} = ${issues.issue_id} and ${files.file_id} = ${issueFiles.file_id}
    and ${files.gone_at} is null)`

const KIND = sql`${issues.kind}`
const bySeries = [sql`${series.sort_name}`, sql`${series.comic_id}`, KIND, sql`${issues.sort_key}`]
/** Null for an unread book, also when it was marked as unread. */
const readDate = () => sql`(select case when ${readingProgress.completed} or ${readingProgress.furthest} > 0
  then ${readingProgress.read_at} end from ${readingProgress}
  where ${readingProgress.issue_id} = ${issues.issue_id} and ${readingProgress.user_id} = ${callerId()}
  order by ${readingProgress.revision} desc limit 1)`
const added = () => ofFiles(sql`max(${files.added_at})`)

const KEYS: Record<string, (() => SQL[]) | undefined> = {
  name: () => bySeries,
  series: () => bySeries,
  url: () => bySeries,
  created: () => [added()],
  createdDate: () => [added()],
  lastModified: () => [added()],
  lastModifiedDate: () => [added()],
  size: () => [ofFiles(sql`max(${files.size})`)],
  fileSize: () => [ofFiles(sql`max(${files.size})`)],
  'media.pagesCount': () => [ofFiles(sql`max(${files.page_count})`)],
  'media.mediaType': () => [sql`${issues.file_format}`],
  'media.status': () => [],
  'media.comment': () => [],
  'metadata.title': () => [sql`lower(coalesce(${issues.title}, ''))`],
  'metadata.numberSort': () => [KIND, sql`${issues.sort_key}`],
  'metadata.releaseDate': () => [releasedAt],
  'readProgress.lastModified': () => [readDate()],
  'readProgress.readDate': () => [readDate()],
}

/** Those of the orders that lists of books have; others are ignored. */
export const knownBookSorts = (sorts: readonly Sort[]): Sort[] => sorts.filter(({ key }) => Object.hasOwn(KEYS, key))

export interface BookList {
  condition: Condition
  sorts: readonly Sort[]
  /** Only these, which a search found or a list holds. Issues that exist only for story arcs are among them. */
  among?: readonly string[]
  /** The condition names them. */
  ofFewSeries?: boolean
}

interface Order {
  column: SQL
  down: boolean
}

/** Annuals come last: the kind of an issue is sorted downwards for the usual order. */
const ordersOf = (sorts: readonly Sort[]): Order[] =>
  sorts.flatMap(({ key, descending }) =>
    (KEYS[key]?.() ?? []).map((column) => ({ column, down: descending !== (column === KIND) })),
  )

function orderOf(sorts: readonly Sort[], otherwise: SQL): SQL {
  const orders = ordersOf(sorts).map(({ column, down }) => (down ? sql`${column} desc` : column))
  return sql.join([...orders, otherwise], sql`, `)
}

const isNewestFile = sql`not exists (select 1 from ${issueFiles} as more cross join ${files} as newer
  where more.issue_id = ${issues.issue_id} and newer.file_id = more.file_id and newer.gone_at is null
    and (newer.added_at, newer.file_id) > (${files.added_at}, ${files.file_id}))`

const isNewest = (key: string | undefined) => /^(?:created|lastModified)(?:Date)?$/.test(key ?? '')
const ofSeries = sql`${series.comic_id} = ${issues.comic_id} and ${READABLE}`

/**
 * Ids of books in order. The first table of the join is the one whose index has the order, so that a page of the
 * newest books of a large library reads only these.
 */
export function listedBooks(db: ReadHandle, list: BookList, span: PageSpan, known: Spellings): string[] {
  const { condition, sorts, among, ofFewSeries } = list
  const where = conditionSql(condition, 'books', known)
  const [first] = sorts
  const from = () => {
    if (among !== undefined)
      return sql`json_each(${JSON.stringify(among)}) as asked cross join ${issues} cross join ${series}
        where ${issues.issue_id} = asked.value and ${ofSeries} and ${where}
        order by ${orderOf(sorts, sql`asked.key`)}`
    if (isNewest(first?.key) && !ofFewSeries)
      return sql`${files} cross join ${issueFiles} cross join ${issues} cross join ${series}
        where ${issueFiles.file_id} = ${files.file_id} and ${issues.issue_id} = ${issueFiles.issue_id}
          and ${files.gone_at} is null and ${ofSeries} and ${LISTED} and ${isNewestFile} and ${where}
        order by ${first?.descending ? sql`${files.added_at} desc, ${files.file_id} desc` : sql`${files.added_at}, ${files.file_id}`}`
    return sql`${issues} cross join ${series} where ${ofSeries} and ${LISTED} and ${where}
      order by ${orderOf(sorts, sql`${issues.issue_id}`)}`
  }
  return db
    .all<{ issue_id: string }>(
      sql`select ${issues.issue_id} as issue_id from ${from()} limit ${span.limit} offset ${span.offset}`,
    )
    .map(({ issue_id }) => issue_id)
}

export type BookKey = string | number | null

/** A book with the values by which a list is ordered, and which of them are sorted downwards. */
export interface KeyedBook {
  id: string
  keys: BookKey[]
  down: readonly boolean[]
}

/** The books of a list whose ids are in a range, in order. */
export function keyedBooks(
  db: ReadHandle,
  { condition, sorts }: Pick<BookList, 'condition' | 'sorts'>,
  { after, upTo }: { after: string; upTo: string | undefined },
  known: Spellings,
): KeyedBook[] {
  const orders = ordersOf(sorts)
  const columns = orders.map(({ column }, at) => sql`, ${column} as ${sql.raw(`key_${at}`)}`)
  const before = upTo === undefined ? sql`` : sql`and ${issues.issue_id} <= ${upTo}`
  const down = orders.map((order) => order.down)
  return db
    .all<Record<string, BookKey>>(
      sql`select ${issues.issue_id} as issue_id ${sql.join(columns, sql``)} from ${issues} cross join ${series}
        where ${issues.issue_id} > ${after} ${before} and ${ofSeries} and ${LISTED}
          and ${conditionSql(condition, 'books', known)}
        order by ${orderOf(sorts, sql`${issues.issue_id}`)}`,
    )
    .map((row) => ({ id: row.issue_id as string, keys: orders.map((_, at) => row[`key_${at}`]!), down }))
}

/** Up to `most`, for conditions of which an index may leave few. */
export function countBooks(db: ReadHandle, { condition, among }: Omit<BookList, 'sorts'>, known: Spellings, most = -1) {
  const where = conditionSql(condition, 'books', known)
  const from =
    among === undefined
      ? sql`${issues} cross join ${series} where ${ofSeries} and ${LISTED} and ${where}`
      : sql`json_each(${JSON.stringify(among)}) as asked cross join ${issues} cross join ${series}
          where ${issues.issue_id} = asked.value and ${ofSeries} and ${where}`
  return db.all<{ total: number }>(sql`select count(*) as total from (select 1 from ${from} limit ${most})`)[0]!.total
}

export interface CountedSeries {
  comic_id: string
  readable: number
}

/** The series that pass a condition of whole series, in alphabetical order. */
export const seriesByName = (db: ReadHandle, condition: Condition, known: Spellings): CountedSeries[] =>
  db.all<CountedSeries>(sql`select ${series.comic_id} as comic_id, ${series.readable} as readable from ${series}
    where ${HAS_FILES} and ${conditionSql(condition, 'series', known)} order by ${series.sort_name}, ${series.comic_id}`)

const numberRows = preparedQuery((db: ReadHandle) =>
  db
    .select({
      issue_id: issues.issue_id,
      kind: issues.kind,
      unit: issues.unit,
      number: issues.number,
      sort_key: issues.sort_key,
      volume_number: issues.volume_number,
      readable: sql<number>`${READABLE}`,
    })
    .from(issues)
    .where(sql`${issues.comic_id} = ${is('comic_id')}`)
    .prepare(),
)

/** All issues of a series, for their numbers. */
export const issuesToNumber = (db: ReadHandle, comicId: string): NumberedIssue[] =>
  numberRows(db)
    .all({ comic_id: comicId })
    .map((row) => ({ ...row, readable: row.readable === 1 }))

export interface IssueFactsOfSources {
  credits: Credit[]
  tags: string[]
  isbn: string
}

const factRows = preparedQuery((db: ReadHandle) =>
  db
    .select({
      issue_id: issueSources.issue_id,
      credits: sql<string | null>`${issueSources.facts} -> '$.credits'`,
      tags: sql<string | null>`${issueSources.facts} -> '$.tags'`,
      isbn: sql<string | null>`${issueSources.facts} ->> '$.isbn'`,
    })
    .from(issueSources)
    .where(sql`${issueSources.issue_id} in (select value from json_each(${is('ids')}))`)
    .orderBy(issueSources.issue_id, issueSources.source)
    .prepare(),
)

/** What sources say about these issues; those about which they say nothing are left out. */
export function factsOfIssues(db: ReadHandle, issueIds: readonly string[]): Map<string, IssueFactsOfSources> {
  const facts = new Map<string, IssueFactsOfSources>()
  for (const row of factRows(db).all({ ids: JSON.stringify(issueIds) })) {
    if (row.credits === null && row.tags === null && row.isbn === null) continue
    const of = facts.get(row.issue_id) ?? { credits: [], tags: [], isbn: '' }
    facts.set(row.issue_id, of)
    of.credits.push(...creditsIn(row.credits))
    of.tags.push(...textsIn(row.tags))
    of.isbn ||= row.isbn ?? ''
  }
  return facts
}

function creditsIn(json: string | null): Credit[] {
  const list: unknown = json === null ? [] : JSON.parse(json)
  if (!Array.isArray(list)) return []
  return list.filter((each) => typeof each?.name === 'string' && Array.isArray(each.roles))
}

const kindRows = preparedQuery((db: ReadHandle) =>
  db
    .selectDistinct({ kind: series.content_type })
    .from(sql`json_each(${is('ids')}) as asked`)
    .crossJoin(issues)
    .crossJoin(series)
    .where(sql`${issues.issue_id} = asked.value and ${series.comic_id} = ${issues.comic_id}`)
    .prepare(),
)

/** The kinds of the series of these issues. */
export const kindsOfIssues = (db: ReadHandle, issueIds: readonly string[]): string[] =>
  kindRows(db)
    .all({ ids: JSON.stringify(issueIds) })
    .map(({ kind }) => kind)

const rangeEnd = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(sql`${issues.issue_id} > ${is('after')}`)
    .orderBy(issues.issue_id)
    .limit(1)
    .offset(is('size'))
    .prepare(),
)

/** The id `size` issues after `after`; undefined when there are fewer. */
export const idAfter = (db: ReadHandle, after: string, size: number): string | undefined =>
  rangeEnd(db).get({ after, size })?.issue_id
