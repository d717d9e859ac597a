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
import { conditionSql, type OpenedBooks, READABLE, releasedAt, type Spellings } from './condition-store'
import type { NumberedIssue } from './numbers'
import type { Sort } from './query'
import { textsIn } from './series-list-store'

const is = sql.placeholder

const ofFiles = (expression: SQL) => sql`(select ${expression} from ${issueFiles} cross join ${files}
  where ${issueFiles.issue_id} = ${issues.issue_id} and ${files.file_id} = ${issueFiles.file_id}
    and ${files.gone_at} is null)`

const bySeries = [sql`${series.sort_name}`, sql`${series.comic_id}`, sql`${issues.kind} desc`, sql`${issues.sort_key}`]
const readDate = () => sql`(select ${readingProgress.read_at} from ${readingProgress}
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
  'metadata.numberSort': () => [sql`${issues.kind} desc`, sql`${issues.sort_key}`],
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
}

/** `desc` turns a key around, also one that is a pair of columns. */
function orderOf(sorts: readonly Sort[], otherwise: SQL): SQL {
  const orders = sorts.flatMap(({ key, descending }) =>
    (KEYS[key]?.() ?? []).map((column) => (descending ? sql`${reversed(column)}` : column)),
  )
  return sql.join([...orders, otherwise], sql`, `)
}

/** The kind of an issue is sorted downwards for the usual order: annuals come last. */
const reversed = (column: SQL) => (column === bySeries[2] ? sql`${issues.kind}` : sql`${column} desc`)

const isNewestFile = sql`not exists (select 1 from ${issueFiles} as more cross join ${files} as newer
  where more.issue_id = ${issues.issue_id} and newer.file_id = more.file_id and newer.gone_at is null
    and (newer.added_at, newer.file_id) > (${files.added_at}, ${files.file_id}))`

const isNewest = (key: string | undefined) => /^(?:created|lastModified)(?:Date)?$/.test(key ?? '')
const isReadDate = (key: string | undefined) => /^readProgress\.(?:readDate|lastModified)$/.test(key ?? '')

/** Whether a condition leaves only what was opened, which is little. */
function isOpened(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(isOpened)
  return 'is' in condition && condition.is === 'read' && !condition.words.includes('UNREAD')
}

const ofSeries = sql`${series.comic_id} = ${issues.comic_id} and ${READABLE}`
const isListed = sql`${series.status} <> 'unfollowed'`

/**
 * Ids of books in order. The first table of the join is the one whose index has the order, so that a page of the
 * newest books of a large library reads only these.
 */
export function listedBooks(db: ReadHandle, list: BookList, span: PageSpan, known: Spellings): string[] {
  const { condition, sorts, among } = list
  const where = conditionSql(condition, 'books', known)
  const [first] = sorts
  const from = () => {
    if (among !== undefined)
      return sql`json_each(${JSON.stringify(among)}) as asked cross join ${issues} cross join ${series}
        where ${issues.issue_id} = asked.value and ${ofSeries} and ${where}
        order by ${orderOf(sorts, sql`asked.key`)}`
    if (isReadDate(first?.key) && isOpened(condition))
      return sql`json_each(${JSON.stringify(known.opened().all)}) as own cross join ${issues} cross join ${series}
        where ${issues.issue_id} = own.value and ${ofSeries} and ${isListed} and ${where}
        order by own.key ${first?.descending ? sql`` : sql`desc`}`
    if (isNewest(first?.key) && !isOfOneSeries(condition))
      return sql`${files} cross join ${issueFiles} cross join ${issues} cross join ${series}
        where ${issueFiles.file_id} = ${files.file_id} and ${issues.issue_id} = ${issueFiles.issue_id}
          and ${files.gone_at} is null and ${ofSeries} and ${isListed} and ${isNewestFile} and ${where}
        order by ${first?.descending ? sql`${files.added_at} desc, ${files.file_id} desc` : sql`${files.added_at}, ${files.file_id}`}`
    return sql`${issues} cross join ${series} where ${ofSeries} and ${isListed} and ${where}
      order by ${orderOf(sorts, sql`${issues.issue_id}`)}`
  }
  return db
    .all<{ issue_id: string }>(
      sql`select ${issues.issue_id} as issue_id from ${from()} limit ${span.limit} offset ${span.offset}`,
    )
    .map(({ issue_id }) => issue_id)
}

const openedRows = preparedQuery((db: ReadHandle) => {
  const p = readingProgress
  const mine = sql`${p.user_id} = ${is('user_id')} and (${p.completed} or ${p.furthest} > 0)`
  const asIssue = db
    .select({ issue_id: sql<string>`${p.issue_id}`, completed: p.completed, read_at: p.read_at })
    .from(p)
    .where(sql`${mine} and ${p.issue_id} is not null`)
    .prepare()
  // Content that the library has as another issue too.
  const asContent = (key: SQL) =>
    db
      .select({ issue_id: issueFiles.issue_id, completed: p.completed, read_at: p.read_at })
      .from(p)
      .crossJoin(files)
      .crossJoin(issueFiles)
      .where(sql`${mine} and ${key} = ${p.content_key} and ${issueFiles.file_id} = ${files.file_id}
        and ${issueFiles.issue_id} is not ${p.issue_id}`)
      .prepare()
  return { asIssue, byHash: asContent(sql`${files.content_hash}`), byFile: asContent(sql`${files.file_id}`) }
})

/** What the caller reads and has read: as these issues, or with the content of one of their files. */
export function openedBooks(db: ReadHandle): OpenedBooks {
  const of = { user_id: callerId() }
  const { asIssue, byHash, byFile } = openedRows(db)
  const rows = [...asIssue.all(of), ...byHash.all(of), ...byFile.all(of)]
  const newestFirst = rows.toSorted((a, b) => (a.read_at === b.read_at ? 0 : a.read_at > b.read_at ? -1 : 1))
  const newest = new Map<string, boolean>()
  for (const { issue_id, completed } of newestFirst) if (!newest.has(issue_id)) newest.set(issue_id, completed)
  const all = [...newest.keys()]
  return { all, read: all.filter((id) => newest.get(id)), reading: all.filter((id) => !newest.get(id)) }
}

/** The series that a condition names, when it leaves no other. */
export function seriesNamedBy(condition: Condition): string[] | undefined {
  if ('all' in condition) return condition.all.map(seriesNamedBy).find((ids) => ids !== undefined)
  return 'is' in condition && condition.is === 'series' ? condition.ids : undefined
}

const isOfOneSeries = (condition: Condition) => seriesNamedBy(condition)?.length === 1

/** Whether all books of a series pass a condition or none. */
function isOfSeriesAlone(condition: Condition): boolean {
  if ('all' in condition) return condition.all.every(isOfSeriesAlone)
  if ('any' in condition) return condition.any.every(isOfSeriesAlone)
  if ('not' in condition) return isOfSeriesAlone(condition.not)
  return condition.is === 'constant' || condition.is === 'library'
}

const isEmpty = (condition: Condition): boolean => 'all' in condition && condition.all.every(isEmpty)

export function countBooks(db: ReadHandle, { condition, among }: BookList, known: Spellings): number {
  const counted = (query: SQL) => db.all<{ total: number }>(query)[0]?.total ?? 0
  if (among !== undefined && isEmpty(condition)) return among.length
  if (among !== undefined) {
    const where = conditionSql(condition, 'books', known)
    return counted(sql`select count(*) as total from json_each(${JSON.stringify(among)}) as asked
      cross join ${issues} cross join ${series}
      where ${issues.issue_id} = asked.value and ${ofSeries} and ${where}`)
  }
  if (isOfSeriesAlone(condition)) {
    const where = conditionSql(condition, 'series', known)
    return counted(sql`select coalesce(sum(${series.readable}), 0) as total from ${series}
      where ${HAS_FILES} and ${where}`)
  }
  const where = conditionSql(condition, 'books', known)
  return counted(sql`select count(*) as total from ${issues} cross join ${series}
    where ${ofSeries} and ${isListed} and ${where}`)
}

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

const readableRows = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(sql`${issues.comic_id} = ${is('comic_id')} and ${READABLE}`)
    .prepare(),
)

export const readableIssueIds = (db: ReadHandle, comicId: string): string[] =>
  readableRows(db)
    .all({ comic_id: comicId })
    .map(({ issue_id }) => issue_id)
