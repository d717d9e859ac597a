import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { type NameSearch, type ReadableSeries, rankedSeries } from '../../library/series/find-store'
import type { ContentType } from '../../library/series/states'
import type { SeriesRow } from '../../library/series/store'
import { series } from '../../library/series/tables'

/** A filter for series. The catalog contains only series with files. */
export interface CatalogFilter {
  content_type?: ContentType
  publisher?: string
}

/**
 * SQL condition: the series has a file on disk, and does not exist only for story arcs, which have shelves of their
 * own.
 */
export const HAS_FILES = sql`${series.files_at} is not null and ${series.status} <> 'unfollowed'`
const is = sql.placeholder

function matching({ content_type, publisher }: CatalogFilter): SQL | undefined {
  return and(
    HAS_FILES,
    content_type && eq(series.content_type, content_type),
    publisher === undefined ? undefined : eq(series.publisher, publisher),
  )
}

/** Ids in alphabetical order. */
export function catalogSeries(db: ReadHandle, filter: CatalogFilter): string[] {
  return db
    .select({ comic_id: series.comic_id })
    .from(series)
    .where(matching(filter))
    .orderBy(series.sort_name, series.comic_id)
    .all()
    .map(({ comic_id }) => comic_id)
}

const seriesByIds = preparedQuery((db: ReadHandle) =>
  db
    .select({ row: series })
    .from(sql`json_each(${is('ids')}) as asked`)
    .crossJoin(series)
    .where(sql`${series.comic_id} = asked.value`)
    .orderBy(sql`asked.key`)
    .prepare(),
)

/** In the order of `comicIds`. */
export function seriesRows(db: ReadHandle, comicIds: string[]): SeriesRow[] {
  return seriesByIds(db)
    .all({ ids: JSON.stringify(comicIds) })
    .map(({ row }) => row)
}

/** The series of the filter with the newest file. */
export function newestSeries(db: ReadHandle, filter: CatalogFilter): SeriesRow | undefined {
  return db.select().from(series).where(matching(filter)).orderBy(desc(series.files_at)).limit(1).get()
}

/** Series of a search that have files, best match first. */
export function seriesWith(db: ReadHandle, search: NameSearch, limit: number): ReadableSeries[] {
  return rankedSeries(db, search, HAS_FILES, limit)
}

/** Series with files of these publishers, in alphabetical order. */
export function seriesOfPublishers(db: ReadHandle, names: readonly string[], limit: number): ReadableSeries[] {
  return db
    .select({ comic_id: series.comic_id, readable: series.readable })
    .from(series)
    .where(and(HAS_FILES, inArray(series.publisher, [...names])))
    .orderBy(series.sort_name, series.comic_id)
    .limit(limit)
    .all()
}

export interface PublisherRow {
  publisher: string
  count: number
  files_at: Instant
  /** The cover of the series with the newest file. */
  cover_issue_id: string | null
  cover_version: string | null
}

/** In alphabetical order. */
export function publishers(db: ReadHandle): PublisherRow[] {
  return db
    .select({
      publisher: sql<string>`${series.publisher}`.as('publisher'),
      count: sql<number>`count(*)`.as('count'),
      // With max(), SQLite takes the other columns from the row of the maximum.
      files_at: sql<string>`max(${series.files_at})`.as('files_at'),
      cover_issue_id: series.cover_issue_id,
      cover_version: series.cover_version,
    })
    .from(series)
    .where(and(HAS_FILES, sql`${series.publisher} <> ''`))
    .groupBy(series.publisher)
    .orderBy(sql`lower(${series.publisher})`, series.publisher)
    .all()
}
