import type { ForeignDatabase, ForeignRow } from '../../../../base/platform/foreign-database'
import { countValue, flagValue, idValue, numberValue, textValue, timeOf } from '../../library/column-values'
import type { LeftRow, SourceBookmark, SourceList, SourceProgress, SourceRating } from '../../library/rows'
import { columnsOf, leftJoin } from '../../library/tolerant-sql'

/** Reading data of the users of a Kavita server. */

/** Versions before 0.7 wrote only the local time of the server. */
const timesOf = (row: ForeignRow) =>
  timeOf(row.lastmodifiedutc) ?? timeOf(row.lastmodified) ?? timeOf(row.createdutc) ?? timeOf(row.created)

const TIMES = {
  lastmodifiedutc: 'lastmodifiedutc',
  lastmodified: 'lastmodified',
  createdutc: 'createdutc',
  created: 'created',
}

/**
 * `pages_read` counts the pages already turned: the page on screen counted from 0, or the full count when all were
 * read.
 */
export function* kavitaProgress(db: ForeignDatabase): Generator<SourceProgress> {
  if (!db.has('appuserprogresses')) return
  const columns = { user: 'appuserid', chapter: 'chapterid', read: 'pagesread', reads: 'totalreads', ...TIMES }
  const rows = db.query(`SELECT ${columnsOf(db, 'appuserprogresses', 'p', columns)},
    ${columnsOf(db, 'chapter', 'c', { pages: 'pages' })}
    FROM appuserprogresses p ${leftJoin(db, 'chapter', 'c', 'id', 'p.chapterid')} ORDER BY p.id`)
  for (const row of rows) {
    const read = Math.max(0, numberValue(row.read) ?? 0)
    const pages = countValue(row.pages) ?? 0
    const times_read = countValue(row.reads) ?? 0
    // Without a page on screen, the chapter was finished and not started again.
    const completed = pages > 0 && (read >= pages || (read === 0 && times_read > 0))
    const page = completed ? pages - 1 : Math.min(read, Math.max(0, pages - 1))
    const of = { user_id: idValue(row.user), issue_id: idValue(row.chapter) }
    yield { ...of, page, pages, completed, times_read, at: timesOf(row) }
  }
}

export function* kavitaBookmarks(db: ForeignDatabase): Generator<SourceBookmark> {
  const columns = ['id', 'appuserid', 'chapterid', 'page', ...Object.keys(TIMES)]
  for (const row of db.rows('appuserbookmark', columns)) {
    const page = Math.max(0, numberValue(row.page) ?? 0)
    yield {
      id: idValue(row.id),
      user_id: idValue(row.appuserid),
      issue_id: idValue(row.chapterid),
      page,
      at: timesOf(row),
    }
  }
}

export function* kavitaLists(db: ForeignDatabase): Generator<SourceList> {
  for (const row of db.rows('readinglist', ['id', 'title', 'appuserid', 'promoted'])) {
    const items = db.columns('readinglistitem').has('readinglistid')
      ? db.query('SELECT chapterid AS item FROM readinglistitem WHERE readinglistid = ? ORDER BY "Order", id', own(row))
      : []
    yield listOf(row, 'list', true, items)
  }
  yield* db.has('appusercollection') ? collections(db) : olderCollections(db)
}

/** Since 0.8 each user has collections; earlier collections of the server were copied to its first admin and stay. */
function* collections(db: ForeignDatabase): Generator<SourceList> {
  for (const row of db.rows('appusercollection', ['id', 'title', 'appuserid', 'promoted'])) {
    const items = db.columns('appusercollectionseries').has('collectionsid')
      ? db.query(
          `SELECT j.itemsid AS item FROM appusercollectionseries j LEFT JOIN series s ON s.id = j.itemsid
            WHERE j.collectionsid = ? ORDER BY s.sortname, s.name, j.itemsid`,
          own(row),
        )
      : []
    yield listOf(row, 'collection', false, items)
  }
}

function* olderCollections(db: ForeignDatabase): Generator<SourceList> {
  for (const row of db.rows('collectiontag', ['id', 'title', 'promoted'])) {
    const items = db.columns('collectiontagseriesmetadata').has('collectiontagsid')
      ? db.query(
          `SELECT m.seriesid AS item FROM collectiontagseriesmetadata j JOIN seriesmetadata m
            ON m.id = j.seriesmetadatasid JOIN series s ON s.id = m.seriesid
            WHERE j.collectiontagsid = ? ORDER BY s.sortname, s.name, s.id`,
          own(row),
        )
      : []
    yield listOf(row, 'collection', false, items)
  }
}

const own = (row: ForeignRow) => numberValue(row.id) ?? idValue(row.id)

function listOf(row: ForeignRow, kind: SourceList['kind'], ordered: boolean, items: Iterable<ForeignRow>): SourceList {
  const user_id = textValue(row.appuserid)
  return {
    id: idValue(row.id),
    name: textValue(row.title) ?? 'Unnamed',
    kind,
    user_id,
    shared: user_id === null || flagValue(row.promoted),
    ordered,
    items: [...items].map((each) => idValue(each.item)),
  }
}

export function* kavitaRatings(db: ForeignDatabase): Generator<SourceRating> {
  for (const row of db.rows('appuserrating', ['id', 'appuserid', 'seriesid', 'rating', 'hasbeenrated'])) {
    if (db.columns('appuserrating').has('hasbeenrated') && !flagValue(row.hasbeenrated)) continue
    const [user_id, series_id] = [idValue(row.appuserid), idValue(row.seriesid)]
    yield { id: idValue(row.id), user_id, series_id, stars: numberValue(row.rating) ?? 0 }
  }
}

export function* kavitaLeft(db: ForeignDatabase): Generator<LeftRow> {
  const names = new Map(
    [...db.rows('series', ['id', 'name'])].map((row) => [idValue(row.id), textValue(row.name) ?? '']),
  )
  const nameOf = (id: unknown) => names.get(String(id)) ?? ''
  for (const row of db.rows('appuserrating', ['id', 'seriesid', 'review']))
    if (textValue(row.review) !== null)
      yield {
        table: 'AppUserRating',
        id: idValue(row.id),
        label: `Review of ${nameOf(row.seriesid)}`,
        reason: 'Panelkeep keeps ratings, but no reviews.',
      }
  for (const row of db.rows('appuserwanttoread', ['id', 'seriesid']))
    yield {
      table: 'AppUserWantToRead',
      id: idValue(row.id),
      label: nameOf(row.seriesid),
      reason: 'Panelkeep has no list of series to read. Add issues to a reading list.',
    }
  for (const row of db.rows('series', ['id', 'name', 'coverimagelocked']))
    if (flagValue(row.coverimagelocked))
      yield {
        table: 'Series',
        id: idValue(row.id),
        label: `Cover of ${nameOf(row.id)}`,
        reason: 'Panelkeep uses the covers in the files.',
      }
}
