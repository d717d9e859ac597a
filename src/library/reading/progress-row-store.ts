import { and, eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PageMove } from '../../base/formats/archives/page-order'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { files, issueFiles, issues } from '../series/tables'
import { moveRecord, pageIn } from './machine'
import { readingProgress } from './tables'

export type ProgressRow = typeof readingProgress.$inferSelect
/** Progress of an existing issue. */
type NewProgress = Omit<ProgressRow, 'user_id' | 'revision'> & { issue_id: string; comic_id: string }

const is = sql.placeholder

/** A user's rows of the issues in `ids`, a JSON array: read as one of them, or with the content of one of their files. */
const rowsByIssue = preparedQuery((db: ReadHandle) => {
  const links = () =>
    db
      .select({ issue_id: sql<string>`asked.value`.as('asked_issue'), row: readingProgress })
      .from(sql`json_each(${is('ids')}) as asked`)
  return {
    byIssue: links()
      .crossJoin(readingProgress)
      .where(sql`${readingProgress.issue_id} = asked.value and ${readingProgress.user_id} = ${is('user_id')}`)
      .prepare(),
    byContent: links()
      .crossJoin(issueFiles)
      .crossJoin(files)
      .crossJoin(readingProgress)
      .where(
        sql`${issueFiles.issue_id} = asked.value and ${files.file_id} = ${issueFiles.file_id}
          and ${readingProgress.content_key} in (${files.content_hash}, ${files.file_id})
          and ${readingProgress.user_id} = ${is('user_id')}`,
      )
      .prepare(),
  }
})

/** The newest row of each issue that the user has one of, including those marked as unread. */
export function progressRows(
  db: ReadHandle,
  issueIds: readonly string[],
  user_id = callerId(),
): Map<string, ProgressRow> {
  const newest = new Map<string, ProgressRow>()
  if (issueIds.length === 0) return newest
  const { byIssue, byContent } = rowsByIssue(db)
  const of = { ids: JSON.stringify(issueIds), user_id }
  for (const { issue_id, row } of [...byIssue.all(of), ...byContent.all(of)]) {
    const known = newest.get(issue_id)
    if (!known || isNewer(row, known)) newest.set(issue_id, row)
  }
  return newest
}

/** The next revision of a user. */
const revisionOf = (user: SQL | Placeholder | typeof readingProgress.user_id) =>
  sql<number>`(select coalesce(max(newest.revision), 0) + 1 from ${readingProgress} as newest where newest.user_id = ${user})`

const columns = Object.keys(getTableColumns(readingProgress)) as (keyof ProgressRow)[]
const ofEach = (make: (name: keyof ProgressRow) => SQL | Placeholder) =>
  Object.fromEntries(columns.map((name) => [name, name === 'revision' ? revisionOf(is('user_id')) : make(name)]))

const putRow = preparedQuery((tx: Tx) =>
  tx
    .insert(readingProgress)
    .values(ofEach((name) => is(name)) as never)
    .onConflictDoUpdate({
      target: [readingProgress.content_key, readingProgress.user_id],
      set: ofEach((name) => sql.raw(`excluded.${name}`)),
    })
    .prepare(),
)

const addRow = (tx: Tx, row: Omit<ProgressRow, 'revision'>): void => {
  putRow(tx).run(row)
}

/** Stores the caller's progress of an issue. */
export function saveProgress(tx: Tx, row: NewProgress): void {
  const user_id = callerId()
  addRow(tx, { ...row, user_id })
  tx.emit({ type: 'reading.changed', issue_id: row.issue_id, comic_id: row.comic_id, user_id })
}

interface RekeyOptions {
  /** Whether the row under the other key stays; by default the newer row wins. */
  counts?: (known: ProgressRow, row: ProgressRow) => boolean
  /** Where the pages are under the other key. */
  move?: PageMove | undefined
}

/**
 * Moves the progress of all users from one key to another: from the file's id to its content hash, which was computed
 * since.
 */
export function rekeyProgress(tx: Tx, from: string, to: string, { counts = isNewer, move }: RekeyOptions = {}): void {
  if (from === to) return
  for (const row of progressUnder(tx, from)) {
    const known = progressOf(tx, to, row.user_id)
    tx.delete(readingProgress).where(isOf(from, row.user_id)).run()
    addRow(tx, { ...(known && counts(known, row) ? known : movedRow(row, move)), content_key: to })
  }
}

/** Moves the progress of all users in a content whose pages readers count in another way now. */
export function moveProgress(tx: Tx, key: string, move: PageMove): void {
  for (const row of progressUnder(tx, key)) addRow(tx, movedRow(row, move))
}

/** A row of pages that were split in another way keeps its own page count, and with it its page. */
function movedRow(row: ProgressRow, move: PageMove | undefined): ProgressRow {
  return move && pageIn(row, move.from.shown) === row.page ? { ...row, ...moveRecord(row, move) } : row
}

/**
 * Copies the progress of all users in the issue's earlier content to its new content; the rows stay for copies of the
 * old content.
 */
export function copyProgress(
  tx: Tx,
  from: string,
  to: string,
  issue: { issue_id: string; comic_id: string },
  move?: PageMove,
): void {
  for (const row of progressUnder(tx, from)) {
    const known = progressOf(tx, to, row.user_id)
    if (!known || isNewer(row, known)) addRow(tx, { ...movedRow(row, move), ...issue, content_key: to })
  }
}

/** The rows of all users. */
const progressUnder = (tx: Tx, key: string): ProgressRow[] =>
  tx.select().from(readingProgress).where(eq(readingProgress.content_key, key)).all()

const isOf = (key: string, userId: string) =>
  and(eq(readingProgress.content_key, key), eq(readingProgress.user_id, userId))

const progressOf = (tx: Tx, key: string, userId: string): ProgressRow | undefined =>
  tx.select().from(readingProgress).where(isOf(key, userId)).get()

/** The rows whose keys come after `after`, up to `upTo`; without it, to the last. */
interface KeyRange {
  after: string
  upTo?: string | undefined
}

/**
 * Links rows of all users to the issue that has their content now, after a library was imported again or a file moved
 * to another issue; for one series, a range of keys, or all. Returns how many. Lists find a series by its rows.
 */
export function relinkProgress(tx: Tx, within: string | KeyRange = { after: '' }): number {
  const holder = sql`select ${issueFiles.issue_id} from ${files} join ${issueFiles} using (file_id)
    where ${files.content_hash} = ${readingProgress.content_key} and ${files.gone_at} is null`
  const among = typeof within === 'string' ? sql`${key} in (${contentOf(within)})` : inRange(within)
  const isLost = sql`${among} and exists (${holder})
    and (${readingProgress.issue_id} is null or ${readingProgress.issue_id} not in (${holder}))`
  const before = tx.select({ comic_id: readingProgress.comic_id }).from(readingProgress).where(isLost).all()
  const adopted = tx
    .update(readingProgress)
    .set({ issue_id: sql`(${holder} limit 1)`, revision: revisionOf(readingProgress.user_id) })
    .where(isLost)
    .returning({ key })
    .all()
  const home = sql`(select ${issues.comic_id} from ${issues} where ${issues.issue_id} = ${readingProgress.issue_id})`
  tx.update(readingProgress)
    .set({ comic_id: home, revision: revisionOf(readingProgress.user_id) })
    .where(sql`${among} and ${readingProgress.issue_id} is not null and ${readingProgress.comic_id} is not ${home}`)
    .run()
  // The series with the content now counts it already; the earlier series no longer does.
  for (const { comic_id } of before) if (comic_id !== null) tx.emit({ type: 'series.changed', comic_id })
  return adopted.length
}

const key = readingProgress.content_key

const inRange = ({ after, upTo }: KeyRange) =>
  upTo === undefined ? sql`${key} > ${after}` : sql`${key} > ${after} and ${key} <= ${upTo}`

/** The range of the next `rows` rows after a key, so that a pass over all of them takes no long turn. */
export function nextKeys(db: ReadHandle, after: string, rows: number): KeyRange {
  const last = db.select({ key }).from(readingProgress).where(sql`${key} > ${after}`).orderBy(key).limit(1).offset(rows)
  return { after, upTo: last.get()?.key }
}

const contentOf = (comicId: string) => sql`select ${files.content_hash} from ${issues}
  join ${issueFiles} using (issue_id) join ${files} using (file_id)
  where ${issues.comic_id} = ${comicId} and ${files.content_hash} is not null`

/** Whether the newest report of `a` came after that of `b`. */
export function isNewer(a: ProgressRow, b: ProgressRow): boolean {
  return a.read_at === b.read_at ? a.revision > b.revision : a.read_at > b.read_at
}
