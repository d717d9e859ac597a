import { and, eq, ne, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import type { ContentType } from '../series/states'
import { series } from '../series/tables'
import type { LibraryView } from './match'
import type { LibrarySeries } from './runs'

/** Series of the library that files are compared with. */

const is = sql.placeholder

const ROW = {
  comic_id: series.comic_id,
  name: series.name,
  key: series.match_key,
  year: series.year,
  volume: series.volume,
  language: sql<string | null>`iif(${series.source} = 'local', ${series.language}, null)`,
}

const byKey = preparedQuery((db: ReadHandle) =>
  db
    .select(ROW)
    .from(series)
    .where(and(eq(series.match_key, is('key')), eq(series.content_type, is('kind')), ne(series.status, 'unfollowed')))
    .orderBy(series.comic_id)
    .prepare(),
)

const byId = preparedQuery((db: ReadHandle) =>
  db
    .select({ ...ROW, bare: series.bare_number_mode })
    .from(series)
    .where(eq(series.comic_id, is('comic_id')))
    .prepare(),
)

export function seriesByKey(db: ReadHandle, kind: ContentType, key: string): LibrarySeries[] {
  return byKey(db).all({ key, kind })
}

export function libraryView(db: ReadHandle, kind: ContentType): LibraryView {
  return {
    named: (key) => seriesByKey(db, kind, key),
    find: (comicId) => byId(db).get({ comic_id: comicId }),
    bareNumbers: (comicId) => byId(db).get({ comic_id: comicId })?.bare ?? 'auto',
  }
}
