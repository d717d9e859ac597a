import { desc, gt, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { issues, searchIndex, searchQueue, series } from './tables'

/** What the search index reads from the library, and the queue of later changes (written by triggers). */

const is = sql.placeholder

const queued = preparedQuery((db: ReadHandle) =>
  db.select().from(searchQueue).orderBy(desc(searchQueue.subject)).limit(is('limit')).prepare(),
)

/** `s` and the id of a series, or `i` and the id of an issue. Series come first: they are few and searched most. */
export function queuedSubjects(db: ReadHandle, limit: number): string[] {
  return queued(db)
    .all({ limit })
    .map(({ subject }) => subject)
}

export function dropQueued(tx: Tx, subjects: readonly string[]): void {
  tx.delete(searchQueue)
    .where(sql`${searchQueue.subject} in (select value from json_each(${JSON.stringify(subjects)}))`)
    .run()
}

const mark = preparedQuery((db: ReadHandle) => db.select().from(searchIndex).prepare())

/** The random word of an index that belongs to this database. */
export function indexMark(db: ReadHandle): string | undefined {
  return mark(db).get()?.mark
}

export function setIndexMark(tx: Tx, mark: string): void {
  tx.delete(searchIndex).run()
  tx.insert(searchIndex).values({ mark }).run()
}

const seriesNames = { comic_id: series.comic_id, match_key: series.match_key, aliases: series.aliases }
const issueNames = {
  issue_id: issues.issue_id,
  comic_id: issues.comic_id,
  title: issues.title,
  writer: issues.writer,
}

const nextSeries = preparedQuery((db: ReadHandle) =>
  db
    .select(seriesNames)
    .from(series)
    .where(gt(series.comic_id, is('after')))
    .orderBy(series.comic_id)
    .limit(is('limit'))
    .prepare(),
)

/** The names of the series after the one with the id `after`, in the order of ids. */
export const seriesAfter = (db: ReadHandle, after: string, limit: number) => nextSeries(db).all({ after, limit })

const nextIssues = preparedQuery((db: ReadHandle) =>
  db
    .select(issueNames)
    .from(issues)
    .where(gt(issues.issue_id, is('after')))
    .orderBy(issues.issue_id)
    .limit(is('limit'))
    .prepare(),
)

/** The same for issues. */
export const issuesAfter = (db: ReadHandle, after: string, limit: number) => nextIssues(db).all({ after, limit })

const seriesByIds = preparedQuery((db: ReadHandle) =>
  db
    .select(seriesNames)
    .from(series)
    .where(sql`${series.comic_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

export const seriesToIndex = (db: ReadHandle, ids: readonly string[]) =>
  seriesByIds(db).all({ ids: JSON.stringify(ids) })

const issuesByIds = preparedQuery((db: ReadHandle) =>
  db
    .select(issueNames)
    .from(issues)
    .where(sql`${issues.issue_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

export const issuesToIndex = (db: ReadHandle, ids: readonly string[]) =>
  issuesByIds(db).all({ ids: JSON.stringify(ids) })
