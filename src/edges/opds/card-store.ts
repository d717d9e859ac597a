import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { READING_ORDER } from '../../library/series/file-store'
import { files, issueFiles, issues, series } from '../../library/series/tables'
import { HAS_FILES } from './series-store'

/** The filter and sort fields of a readable issue. */
export type IssueCard = ReturnType<typeof cardsOf>[number]
/** The filter and sort fields of a series. */
export type SeriesCard = ReturnType<typeof cardsOfSeries>[number]

const is = sql.placeholder

const cards = preparedQuery((db: ReadHandle) =>
  db
    .select({
      issue_id: issues.issue_id,
      release_date: sql<string | null>`coalesce(${issues.release_date}, ${issues.digital_date}, ${issues.issue_date})`,
      updated_at: issues.updated_at,
      format: files.format,
      added_at: files.added_at,
    })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(eq(issues.comic_id, is('comic_id')), isNull(files.gone_at)))
    .orderBy(...READING_ORDER, sql`${files.page_count} = 0`, sql`${files.format} = 'cbz' desc`, desc(files.size))
    .prepare(),
)

/** Readable issues of a series, in reading order. */
export function cardsOf(db: ReadHandle, comicId: string) {
  const rows = cards(db).all({ comic_id: comicId })
  return rows.filter((row, index) => row.issue_id !== rows[index - 1]?.issue_id)
}

/** Series with files, in alphabetical order. */
export function cardsOfSeries(db: ReadHandle) {
  const { comic_id, content_type, publisher, year, updated_at } = series
  return db
    .select({ comic_id, content_type, publisher, year, updated_at })
    .from(series)
    .where(HAS_FILES)
    .orderBy(series.sort_name, series.comic_id)
    .all()
}
