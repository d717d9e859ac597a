import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { HAS_FILE, READING_ORDER } from '../series/file-store'
import { files, issueFiles, issues } from '../series/tables'
import { readStateOf } from './machine'
import { progressRows } from './progress-row-store'
import { readingProgress, seriesReading } from './tables'

/** Reading progress per user and series, for the lists of `progress-store.ts`. */

type SeriesReadingRow = typeof seriesReading.$inferSelect

const is = sql.placeholder

const allInOrder = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id, has_file: sql<number>`${HAS_FILE}` })
    .from(issues)
    .where(sql`${issues.comic_id} = ${is('comic_id')}`)
    .orderBy(...READING_ORDER)
    .prepare(),
)

interface OrderedIssue {
  issue_id: string
  readable: boolean
}

/** The issues of a series in reading order. */
export function issuesInOrder(db: ReadHandle, comicId: string): OrderedIssue[] {
  return allInOrder(db)
    .all({ comic_id: comicId })
    .map(({ issue_id, has_file }) => ({ issue_id, readable: has_file === 1 }))
}

/** A user's row of the series, computed from the progress of its issues; undefined when none was started. */
function computeRow(
  db: ReadHandle,
  { comic_id, user_id }: Pick<SeriesReadingRow, 'comic_id' | 'user_id'>,
  order: readonly OrderedIssue[],
): SeriesReadingRow | undefined {
  const ids = order.map(({ issue_id }) => issue_id)
  const rows = progressRows(db, ids, user_id)
  if (rows.size === 0) return undefined
  const known = order.map((issue) => {
    const row = rows.get(issue.issue_id)
    return { ...issue, state: row ? readStateOf(row) : 'unread', read_at: row?.read_at ?? '' }
  })
  const read = known.filter(({ state }) => state === 'read')
  const reading = known.filter(({ state }) => state === 'reading')
  const counts = { comic_id, user_id, read: read.length, reading: reading.length }
  const idle = { current_issue_id: null, after_issue_id: null, next_issue_id: null, read_at: null }
  const current = lastRead(reading.filter(({ readable }) => readable))
  if (current) return { ...counts, ...idle, current_issue_id: current.issue_id, read_at: current.read_at }
  const after = lastRead(read)
  if (!after) return reading.length > 0 ? { ...counts, ...idle } : undefined
  const next = known.slice(known.indexOf(after) + 1).find(({ readable, state }) => readable && state !== 'read')
  const deck = { after_issue_id: after.issue_id, next_issue_id: next?.issue_id ?? null, read_at: after.read_at }
  return { ...counts, ...idle, ...deck }
}

/** Issues marked together have the same time: then the last of them in order wins. */
function lastRead<T extends { read_at: string }>(inOrder: readonly T[]): T | undefined {
  return inOrder.reduce<T | undefined>((last, each) => (last && last.read_at > each.read_at ? last : each), undefined)
}

const usersOfSeries = preparedQuery((db: ReadHandle) => {
  const asIssue = sql`select ${readingProgress.user_id} as user_id from ${issues} cross join ${readingProgress}
    where ${issues.comic_id} = ${is('comic_id')} and ${readingProgress.issue_id} = ${issues.issue_id}`
  const asContent = sql`select ${readingProgress.user_id} from ${issues} cross join ${issueFiles} cross join ${files}
    cross join ${readingProgress} where ${issues.comic_id} = ${is('comic_id')}
      and ${issueFiles.issue_id} = ${issues.issue_id} and ${files.file_id} = ${issueFiles.file_id}
      and ${readingProgress.content_key} in (${files.content_hash}, ${files.file_id})`
  const asRow = sql`select ${seriesReading.user_id} from ${seriesReading}
    where ${seriesReading.comic_id} = ${is('comic_id')}`
  return db
    .select({ user_id: sql<string>`user_id` })
    .from(sql`(${asIssue} union ${asContent} union ${asRow})`)
    .prepare()
})

/** The users with progress in the series, or with a row that says so. */
function readersOfSeries(db: ReadHandle, comicId: string): string[] {
  return usersOfSeries(db)
    .all({ comic_id: comicId })
    .map(({ user_id }) => user_id)
}

const columns = Object.keys(getTableColumns(seriesReading)) as (keyof SeriesReadingRow)[]
const ofEach = <T>(make: (name: string) => T) => Object.fromEntries(columns.map((name) => [name, make(name)]))

const saveRow = preparedQuery((tx: Tx) =>
  tx
    .insert(seriesReading)
    .values(ofEach((name) => is(name)) as never)
    .onConflictDoUpdate({
      target: [seriesReading.comic_id, seriesReading.user_id],
      set: ofEach((name) => sql.raw(`excluded.${name}`)),
    })
    .prepare(),
)

const dropRow = preparedQuery((tx: Tx) =>
  tx
    .delete(seriesReading)
    .where(and(eq(seriesReading.comic_id, is('comic_id')), eq(seriesReading.user_id, is('user_id'))))
    .prepare(),
)

/** Recomputes the rows of the series of all users, or of `users`. Does nothing for an unknown series. */
export function refreshSeriesReading(tx: Tx, comicId: string, users: readonly string[] = readersOfSeries(tx, comicId)) {
  // Scans call this for every series, and most were never opened.
  if (users.length === 0) return
  const order = issuesInOrder(tx, comicId)
  for (const user_id of users) {
    const of = { comic_id: comicId, user_id }
    const row = computeRow(tx, of, order)
    if (row) saveRow(tx).run({ ...row })
    else dropRow(tx).run(of)
  }
}

const sharing = preparedQuery((db: ReadHandle) => {
  const own = sql`select ${files.file_id}, ${files.content_hash} from json_each(${is('ids')}) as asked
    cross join ${issueFiles} cross join ${files}
    where ${issueFiles.issue_id} = asked.value and ${files.file_id} = ${issueFiles.file_id}`
  const same = sql`select file_id from (${own}) union select ${files.file_id} from (${own}) as own
    cross join ${files} where ${files.content_hash} = own.content_hash`
  return db
    .selectDistinct({ comic_id: issues.comic_id })
    .from(issueFiles)
    .crossJoin(issues)
    .where(sql`${issueFiles.file_id} in (${same}) and ${issues.issue_id} = ${issueFiles.issue_id}`)
    .prepare()
})

/** Every series with issues of the same content: content read in one of them counts as read in all. */
export function seriesSharing(db: ReadHandle, issueIds: readonly string[]): string[] {
  if (issueIds.length === 0) return []
  return sharing(db)
    .all({ ids: JSON.stringify(issueIds) })
    .map((row) => row.comic_id)
}

const besideInFiles = preparedQuery((db: ReadHandle) => {
  const ownFiles = sql`select ${issueFiles.file_id} from ${issues} cross join ${issueFiles}
    where ${issues.comic_id} = ${is('comic_id')} and ${issueFiles.issue_id} = ${issues.issue_id}`
  return db
    .selectDistinct({ comic_id: issues.comic_id })
    .from(issueFiles)
    .crossJoin(issues)
    .where(sql`${issueFiles.file_id} in (${ownFiles}) and ${issues.issue_id} = ${issueFiles.issue_id}`)
    .prepare()
})

/** The series and those that have issues in the same files. */
export function seriesBeside(db: ReadHandle, comicId: string): string[] {
  return [
    comicId,
    ...besideInFiles(db)
      .all({ comic_id: comicId })
      .map((row) => row.comic_id),
  ]
}

const anyRow = (table: typeof seriesReading | typeof readingProgress) =>
  preparedQuery((db: ReadHandle) => db.select({ one: sql`1` }).from(table).limit(1).prepare())
const rowOfSeries = anyRow(seriesReading)
const rowOfProgress = anyRow(readingProgress)

/** Whether there is progress but no row of any series, as in databases of older versions. */
export function lacksSeriesReading(db: ReadHandle): boolean {
  return rowOfSeries(db).get() === undefined && rowOfProgress(db).get() !== undefined
}

/** Series with progress, stored for their issues or for the same content. */
export function seriesWithProgress(db: ReadHandle): string[] {
  const ofIssue = sql`select ${issues.comic_id} from ${readingProgress} join ${issues} using (issue_id)`
  const ofContent = sql`select ${issues.comic_id} from ${readingProgress}
    join ${files} on ${files.content_hash} = ${readingProgress.content_key}
    join ${issueFiles} using (file_id) join ${issues} on ${issues.issue_id} = ${issueFiles.issue_id}`
  return db.all<{ comic_id: string }>(sql`${ofIssue} union ${ofContent}`).map((row) => row.comic_id)
}

const rowsOf = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(seriesReading)
    .where(
      sql`${seriesReading.comic_id} in (select value from json_each(${is('ids')}))
        and ${seriesReading.user_id} = ${is('user_id')}`,
    )
    .prepare(),
)

/** The caller's rows of series with progress; others are left out. */
export function seriesReadingRows(db: ReadHandle, comicIds: readonly string[]): SeriesReadingRow[] {
  return rowsOf(db).all({ ids: JSON.stringify(comicIds), user_id: callerId() })
}

const OWN = sql`${seriesReading.user_id} = ${is('user_id')}`
const UNDER_WAY = sql`${OWN} and ${seriesReading.current_issue_id} is not null`
const ON_DECK = sql`${OWN} and ${seriesReading.next_issue_id} is not null`
const newestFirst = [desc(seriesReading.read_at), desc(seriesReading.comic_id)]

const allUnderWay = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: seriesReading.comic_id, issue_id: sql<string>`${seriesReading.current_issue_id}` })
    .from(seriesReading)
    .where(UNDER_WAY)
    .orderBy(...newestFirst)
    .limit(is('limit'))
    .offset(is('offset'))
    .prepare(),
)

const allOnDeck = preparedQuery((db: ReadHandle) =>
  db
    .select({
      issue_id: sql<string>`${seriesReading.next_issue_id}`,
      comic_id: seriesReading.comic_id,
      after_issue_id: sql<string>`${seriesReading.after_issue_id}`,
    })
    .from(seriesReading)
    .where(ON_DECK)
    .orderBy(...newestFirst)
    .limit(is('limit'))
    .offset(is('offset'))
    .prepare(),
)

export const seriesUnderWay = (db: ReadHandle, span: { limit: number; offset: number }) =>
  allUnderWay(db).all({ ...span, user_id: callerId() })
export const seriesOnDeck = (db: ReadHandle, span: { limit: number; offset: number }) =>
  allOnDeck(db).all({ ...span, user_id: callerId() })

const count = sql<number>`count(*)`
const underWayCount = preparedQuery((db: ReadHandle) =>
  db.select({ count }).from(seriesReading).where(UNDER_WAY).prepare(),
)
const onDeckCount = preparedQuery((db: ReadHandle) => db.select({ count }).from(seriesReading).where(ON_DECK).prepare())

export const countUnderWay = (db: ReadHandle): number => underWayCount(db).get({ user_id: callerId() })!.count
export const countNext = (db: ReadHandle): number => onDeckCount(db).get({ user_id: callerId() })!.count
