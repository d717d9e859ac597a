import type { ForeignDatabase, ForeignRow } from '../../../../base/platform/foreign-database'
import { countValue, flagValue, idValue, textValue, timeOf } from '../../library/column-values'
import type { LeftRow, SourceList, SourceProgress } from '../../library/rows'
import { columnsOf, leftJoin } from '../../library/tolerant-sql'

/** Reading data of the users of a Komga server. */

export function* komgaProgress(db: ForeignDatabase): Generator<SourceProgress> {
  const columns = {
    book: 'book_id',
    user: 'user_id',
    page: 'page',
    completed: 'completed',
    read: 'read_date',
    changed: 'last_modified_date',
  }
  if (!db.has('read_progress')) return
  const rows = db.query(`SELECT ${columnsOf(db, 'read_progress', 'p', columns)},
    ${columnsOf(db, 'media', 'f', { pages: 'page_count' })}
    FROM read_progress p ${leftJoin(db, 'media', 'f', 'book_id', 'p.book_id')} ORDER BY p.rowid`)
  for (const row of rows) {
    const completed = flagValue(row.completed)
    const pages = countValue(row.pages) ?? countValue(row.page) ?? 1
    // Counted from 1; a book that lost pages may store a page beyond its end.
    const page = completed ? pages - 1 : Math.min((countValue(row.page) ?? 1) - 1, pages - 1)
    yield {
      user_id: idValue(row.user),
      issue_id: idValue(row.book),
      page,
      pages,
      completed,
      at: timeOf(row.read) ?? timeOf(row.changed),
    }
  }
}

/** Lists and collections belong to the server. The counts that Komga stores can be wrong, so items are counted. */
export function* komgaLists(db: ForeignDatabase): Generator<SourceList> {
  const before = !db.columns('readlist').has('ordered')
  for (const row of db.rows('readlist', ['id', 'name', 'ordered']))
    yield list(db, row, { kind: 'list', table: 'readlist_book', own: 'readlist_id', item: 'book_id', before })
  for (const row of db.rows('collection', ['id', 'name', 'ordered']))
    yield list(db, row, { kind: 'collection', table: 'collection_series', own: 'collection_id', item: 'series_id' })
}

interface ListTables {
  kind: SourceList['kind']
  table: string
  own: string
  item: string
  /** For versions before lists could be sorted. */
  before?: boolean
}

function list(db: ForeignDatabase, row: ForeignRow, of: ListTables): SourceList {
  const id = idValue(row.id)
  const { table, own, item } = of
  const items = db.columns(table).has(own)
    ? [...db.query(`SELECT "${item}" AS item FROM "${table}" WHERE "${own}" = ? ORDER BY number, rowid`, id)]
    : []
  return {
    id,
    name: textValue(row.name) ?? 'Unnamed',
    kind: of.kind,
    user_id: null,
    shared: true,
    ordered: of.before === true || flagValue(row.ordered),
    items: items.map((each) => idValue(each.item)),
  }
}

export function* komgaLeft(db: ForeignDatabase): Generator<LeftRow> {
  for (const [table, of] of [
    ['thumbnail_series', 'series'],
    ['thumbnail_book', 'book'],
    ['thumbnail_collection', 'collection'],
    ['thumbnail_readlist', 'readlist'],
  ] as const) {
    if (!db.columns(table).has('type')) continue
    const names = `SELECT t.id AS id, o.name AS name FROM "${table}" t LEFT JOIN "${of}" o ON o.id = t."${of}_id"`
    for (const row of db.query(`${names} WHERE t.type = 'USER_UPLOADED' ORDER BY t.rowid`))
      yield {
        table,
        id: idValue(row.id),
        label: textValue(row.name) ?? '',
        reason: 'Panelkeep uses the covers in the files.',
      }
  }
}
