import { sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import {
  countMadeRows,
  deleteRecordedRows,
  isMadeSql,
  keySql,
  restoreChangedRows,
  stateSql,
} from '../../../base/storage/made-rows'
import { MADE, madeRowsOf, READING, SETTINGS_TABLES } from '../made-store'
import { movingFiles, movingFolders, movingIds, movingRows } from '../tables'

/** Rows that a run made or changed, and what changed in them since. */

const text = (value: string) => `'${value.replaceAll("'", "''")}'`
const listOf = (ids: readonly string[]) => `(SELECT value FROM json_each(${text(JSON.stringify(ids))}))`

/** SQL conditions on the series `s`, strongest first, each with its sentence about the series. */
function changesSince(runId: string): [condition: string, sentence: string][] {
  const record = madeRowsOf(runId)
  const made = (table: keyof typeof MADE, row: string) => isMadeSql(record, MADE[table], row)
  // CROSS makes SQLite go from the issues of the series to the rows kept about them, never the other way.
  const ofIssue = (table: string, row: string, and: string) =>
    `EXISTS (SELECT 1 FROM issues i CROSS JOIN ${table} ${row} ON ${row}.issue_id = i.issue_id WHERE i.comic_id = s.comic_id AND ${and})`
  const ofSeries = (table: string, row: string, and: string) =>
    `EXISTS (SELECT 1 FROM ${table} ${row} WHERE ${row}.comic_id = s.comic_id AND ${and})`
  const changedIssue = `m.run_id = ${text(runId)} AND m.table_name = 'issues' AND m.before IS NULL AND m.row_key = i.issue_id`
  return [
    [`NOT ${made('series', 's')}`, 'You changed its settings.'],
    [ofSeries('series_sources', 'u', `u.source = 'user' AND NOT ${made('series_sources', 'u')}`), 'You edited it.'],
    [ofIssue('issue_sources', 'u', `u.source = 'user' AND NOT ${made('issue_sources', 'u')}`), 'You edited an issue.'],
    [
      `EXISTS (SELECT 1 FROM issues i CROSS JOIN moving_rows m ON ${changedIssue} WHERE i.comic_id = s.comic_id AND m.state <> ${stateSql(MADE.issues, 'i')})`,
      'You changed the status of an issue.',
    ],
    [ofIssue('reading_progress', 'p', `NOT ${made('reading_progress', 'p')}`), 'It was read since.'],
    [ofIssue('bookmarks', 'b', `NOT ${made('bookmarks', 'b')}`), 'A bookmark was added since.'],
    [
      ofSeries(
        'series_marks',
        'k',
        `(k.rating IS NOT NULL OR k.favourite_at IS NOT NULL) AND NOT ${made('series_marks', 'k')}`,
      ),
      'It was rated, or made a favorite.',
    ],
    [ofSeries('series_tags', 'g', '1'), 'You gave it a tag.'],
    [ofSeries('reading_views', 'v', '1'), 'Its page layout was chosen since.'],
    [ofSeries('collection_series', 'c', `NOT ${made('collection_series', 'c')}`), 'You put it in a collection.'],
    [
      ofIssue('reading_list_entries', 'e', `e.removed_at IS NULL AND NOT ${made('reading_list_entries', 'e')}`),
      'An issue was put in a reading list.',
    ],
    [
      `EXISTS (SELECT 1 FROM issues i CROSS JOIN journal j ON j.entity_id = i.issue_id WHERE i.comic_id = s.comic_id AND NOT ${made('journal', 'j')})`,
      'Something was downloaded for it since.',
    ],
    [ofSeries('file_batches', 'f', '1'), 'Its files were renamed or moved, or metadata was written to them since.'],
    [ofIssue('issue_files', 'l', `NOT ${made('issue_files', 'l')}`), 'It has files that were added since.'],
    [
      // A subquery that does not depend on the series: the table has no index on `own_id`.
      `s.comic_id IN (SELECT o.own_id FROM moving_ids o JOIN moving_runs r ON r.run_id = o.run_id
        WHERE r.state = 'complete' AND o.kind = 'series' AND o.run_id <> ${text(runId)})`,
      'Another move has it too.',
    ],
  ]
}

/** Ids of series that the run made, in order, after `after`. */
export function madeSeries(db: ReadHandle, runId: string, after: string, limit: number): string[] {
  return db
    .all<{ id: string }>(
      sql`select m.row_key as id from ${movingRows} m join series on series.comic_id = m.row_key
        where m.run_id = ${runId} and m.table_name = 'series' and m.before is null and m.row_key > ${after}
        order by m.row_key limit ${limit}`,
    )
    .map(({ id }) => id)
}

export const countMadeSeries = (db: ReadHandle, runId: string): number =>
  db.all<{ n: number }>(sql.raw(`SELECT count(*) AS n FROM series WHERE comic_id IN ${madeSeriesOf(runId)}`))[0]?.n ?? 0

export interface KeptSeries {
  comic_id: string
  name: string
  /** The change since, as a sentence. */
  reason: string
}

/** The series of `ids` that were changed since. */
export function changedAmong(db: ReadHandle, runId: string, ids: readonly string[]): KeptSeries[] {
  const cases = changesSince(runId).map(([condition, sentence]) => `WHEN ${condition} THEN ${text(sentence)}`)
  return db.all<KeptSeries>(
    sql.raw(`SELECT comic_id, name, reason FROM (SELECT s.comic_id AS comic_id, s.name AS name, CASE ${cases.join(' ')} END AS reason
      FROM series s WHERE s.comic_id IN ${listOf(ids)}) WHERE reason IS NOT NULL ORDER BY comic_id`),
  )
}

/** How many issues the series have. */
export function countIssues(db: ReadHandle, ids: readonly string[]): number {
  return db.all<{ n: number }>(sql.raw(`SELECT count(*) AS n FROM issues WHERE comic_id IN ${listOf(ids)}`))[0]?.n ?? 0
}

const madeSeriesOf = (runId: string) =>
  `(SELECT row_key FROM moving_rows WHERE run_id = ${text(runId)} AND table_name = 'series' AND before IS NULL)`

/** SQL: the issue `t` is in a series that existed before the run. */
const IS_LOOSE = (runId: string) => `t.comic_id NOT IN ${madeSeriesOf(runId)}`

/** SQL: the issue `t` is unchanged, and the run added it to a series that existed before. */
function isUntouched(runId: string): string {
  const record = madeRowsOf(runId)
  const no = (table: keyof typeof MADE, row: string, and = '1') =>
    `NOT EXISTS (SELECT 1 FROM ${table} ${row} WHERE ${row}.issue_id = t.issue_id AND ${and} AND NOT ${isMadeSql(record, MADE[table], row)})`
  return [
    IS_LOOSE(runId),
    no('issue_sources', 'u', `u.source = 'user'`),
    no('reading_progress', 'p'),
    no('bookmarks', 'b'),
    no('reading_list_entries', 'e', 'e.removed_at IS NULL'),
    no('issue_files', 'l'),
    `NOT EXISTS (SELECT 1 FROM journal_issues j WHERE j.issue_id = t.issue_id AND j.item_id NOT IN
      (SELECT row_key FROM moving_rows WHERE run_id = ${text(runId)} AND table_name = 'journal'))`,
  ].join(' AND ')
}

export const countLooseIssues = (db: ReadHandle, runId: string): number =>
  countMadeRows(db, madeRowsOf(runId), MADE.issues, isUntouched(runId))

/** Unchanged issues that the run added to series that existed before. */
export function looseIssues(db: ReadHandle, runId: string): string[] {
  const where = `${isUntouched(runId)} AND ${isMadeSql(madeRowsOf(runId), MADE.issues, 't')}`
  return db.all<{ id: string }>(sql.raw(`SELECT t.issue_id AS id FROM issues t WHERE ${where}`)).map(({ id }) => id)
}

/** Links of files to remaining issues that the run's search for files made. */
export function madeLinks(db: ReadHandle, runId: string): { issue_id: string; file_id: string }[] {
  const where = `${isMadeSql(madeRowsOf(runId), MADE.issue_files, 'l')} AND ${IS_LOOSE(runId)}`
  return db.all(
    sql.raw(`SELECT l.issue_id AS issue_id, l.file_id AS file_id FROM issue_files l JOIN issues t USING (issue_id)
      WHERE ${where}`),
  )
}

/** Files that the run made and that belong to no issue. */
export function unusedFiles(db: ReadHandle, runId: string): string[] {
  const unused = 'NOT EXISTS (SELECT 1 FROM issue_files l WHERE l.file_id = t.file_id)'
  const where = `${isMadeSql(madeRowsOf(runId), MADE.files, 't')} AND ${unused}`
  return db.all<{ id: string }>(sql.raw(`SELECT t.file_id AS id FROM files t WHERE ${where}`)).map(({ id }) => id)
}

/** Deletes the reading of these series: all of it came with the run. */
export function deleteReading(tx: Tx, comicIds: readonly string[], issueIds: readonly string[] = []): void {
  const of = `issue_id IN (SELECT issue_id FROM issues WHERE comic_id IN ${listOf(comicIds)} OR issue_id IN ${listOf(issueIds)})`
  for (const table of ['reading_progress', 'bookmarks']) tx.run(sql.raw(`DELETE FROM ${table} WHERE ${of}`))
}

const hasNo = (table: string, column: string) =>
  `NOT EXISTS (SELECT 1 FROM ${table} r WHERE r.${column} = t.${column} AND r.removed_at IS NULL)`
/** An arc stays complete when one of its rows was added or moved since. */
const ARC_IS_WHOLE = (runId: string) =>
  `NOT EXISTS (SELECT 1 FROM story_arc_issues r WHERE r.arc_id = t.arc_id AND NOT ${isMadeSql(madeRowsOf(runId), MADE.story_arc_issues, 'r')})`

const TABLES = { ...MADE, ...SETTINGS_TABLES }

/**
 * Rows to remove besides series and issues, in this order: display name, table, and a further condition on a row `t`.
 */
const BESIDE = (runId: string): { what: string; table: keyof typeof TABLES; and?: string }[] => [
  { what: 'reading', table: 'reading_progress' },
  { what: 'bookmarks', table: 'bookmarks' },
  { what: 'marks', table: 'series_marks' },
  { what: 'list_entries', table: 'reading_list_entries' },
  { what: 'lists', table: 'reading_lists', and: hasNo('reading_list_entries', 'list_id') },
  { what: 'collection_series', table: 'collection_series' },
  {
    what: 'collections',
    table: 'collections',
    and: 'NOT EXISTS (SELECT 1 FROM collection_series r WHERE r.collection_id = t.collection_id)',
  },
  { what: 'arcs', table: 'story_arcs', and: ARC_IS_WHOLE(runId) },
  { what: 'arc_rows', table: 'story_arc_issues', and: `NOT EXISTS (SELECT 1 FROM moving_rows m WHERE m.row_key = t.arc_id AND m.run_id = ${text(runId)} AND m.table_name = 'story_arcs')` },
  { what: 'history', table: 'journal' },
  { what: 'blocklist', table: 'blocklist' },
  { what: 'direct_downloads', table: 'ddl_items' },
  { what: 'releases', table: 'weekly_releases' },
  { what: 'indexers', table: 'indexers' },
  // A client that downloads were sent to since stays.
  { what: 'clients', table: 'download_clients', and: 'NOT EXISTS (SELECT 1 FROM journal j WHERE j.client = t.name)' },
  { what: 'notice_targets', table: 'notice_targets' },
] // biome-ignore format: a table

/** Rows besides series and issues that would be removed, by kind. */
export function countOtherRows(db: ReadHandle, runId: string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { what, table, and } of BESIDE(runId)) {
    // Lists and collections are empty only after their rows were removed.
    const isParent = table === 'reading_lists' || table === 'collections'
    counts[what] = countMadeRows(db, madeRowsOf(runId), TABLES[table], isParent ? staysEmpty(runId, table) : and)
  }
  return counts
}

function staysEmpty(runId: string, table: 'reading_lists' | 'collections'): string {
  const [of, column] = table === 'reading_lists' ? (['reading_list_entries', 'list_id'] as const) : (['collection_series', 'collection_id'] as const) // biome-ignore format: one line
  const there = table === 'reading_lists' ? 'r.removed_at IS NULL AND ' : ''
  return `NOT EXISTS (SELECT 1 FROM ${of} r WHERE r.${column} = t.${column} AND ${there} NOT ${isMadeSql(madeRowsOf(runId), MADE[of], 'r')})`
}

/**
 * Deletes up to `most` rows of the history that come behind `after`, and returns the last of them. The history goes
 * before its series, since deleting a series resolves its waiting items.
 */
export function deleteSomeHistory(tx: Tx, runId: string, after: number, most: number): number | undefined {
  const made = isMadeSql(madeRowsOf(runId), MADE.journal, 't')
  const rows = tx.all<{ at: number }>(
    sql.raw(`SELECT t.rowid AS at FROM journal t WHERE t.rowid > ${after} AND ${made} ORDER BY t.rowid LIMIT ${most}`),
  )
  const ids = JSON.stringify(rows.map(({ at }) => at))
  tx.run(sql`delete from journal where rowid in (select value from json_each(${ids}))`)
  return rows.at(-1)?.at
}

export function deleteOtherRows(tx: Tx, runId: string): void {
  for (const table of [MADE.reading_days, MADE.reading_totals]) deleteRecordedRows(tx, madeRowsOf(runId), table)
  for (const { table, and } of BESIDE(runId)) deleteRecordedRows(tx, madeRowsOf(runId), TABLES[table], and)
}

/** Ids of series of which the run changed the row or an issue. */
export function changedSeries(db: ReadHandle, runId: string): string[] {
  const of = (table: string) => `m.run_id = ${text(runId)} AND m.table_name = '${table}' AND m.before IS NOT NULL`
  const rows = db.all<{ id: string }>(
    sql.raw(`SELECT s.comic_id AS id FROM series s JOIN moving_rows m ON ${of('series')} AND m.row_key = s.comic_id
      UNION SELECT i.comic_id FROM issues i JOIN moving_rows m ON ${of('issues')} AND m.row_key = i.issue_id`),
  )
  return rows.map(({ id }) => id)
}

/** Restores the earlier values of rows that existed before, where they were not changed since. */
export function restoreBefore(tx: Tx, runId: string): void {
  const record = madeRowsOf(runId)
  for (const table of [MADE.series_sources, MADE.issue_sources, ...READING, MADE.series_marks])
    restoreChangedRows(tx, record, table, true)
  // Links to services that the run added.
  for (const table of [MADE.series_sources, MADE.issue_sources])
    deleteRecordedRows(tx, record, table, isBefore(runId, table === MADE.series_sources ? 'series' : 'issues'))
  for (const table of [MADE.series, MADE.issues]) restoreChangedRows(tx, record, table, false)
}

/** SQL: the series or issue of a row `t` existed before the run. */
const isBefore = (runId: string, of: 'series' | 'issues') => {
  const key = keySql(MADE[of], 't')
  return `NOT EXISTS (SELECT 1 FROM moving_rows o WHERE o.run_id = ${text(runId)} AND o.table_name = '${of}' AND o.before IS NULL AND o.row_key = ${key})`
}

/** Deletes up to `most` records of what the run did, whose report stays; false when none is left. */
export function forgetSome(tx: Tx, runId: string, most: number): boolean {
  // The first has no rowid.
  const parts = [
    [movingRows, sql`table_name, row_key`],
    ...[movingFiles, movingFolders, movingIds].map((table) => [table, sql`rowid`] as const),
  ] as const
  for (const [table, key] of parts) {
    const some = sql`(select ${key} from ${table} where run_id = ${runId} limit ${most})`
    const gone = tx.all(sql`delete from ${table} where run_id = ${runId} and (${key}) in ${some} returning 1 as gone`)
    if (gone.length > 0) return true
  }
  return false
}
