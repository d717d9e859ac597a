import { normalNumber, readNumber, sameNumber } from '../../../../base/names/numbers'
import type { ForeignDatabase, ForeignRow } from '../../../../base/platform/foreign-database'
import type { IssueFacts } from '../../../../library/metadata/providers/provider'
import { filledFields } from '../../../../library/metadata/sync/merge'
import { numbersOf } from '../../../../library/recognition/service'
import { countValue, dayValue, flagValue, idValue, textValue } from '../../library/column-values'
import { type NumberInSeries, readFileNumber } from '../../library/file-number'
import { namesBelow, stemOf } from '../../library/folder-names'
import { idOfPart, idsOfParts } from '../../library/parts'
import type { SourceFile, SourceIssue } from '../../library/rows'
import { issueIdsIn } from '../../library/source-links'
import { columnsOf, leftJoin, listsBy } from '../../library/tolerant-sql'
import { pathOfFileUrl } from './file-url'
import { komgaSeries } from './komga-series'

const LOCKS = {
  number_lock: 'number',
  title_lock: 'title',
  release_date_lock: 'release_date',
  summary_lock: 'summary',
  isbn_lock: 'isbn',
  tags_lock: 'tags',
  authors_lock: 'credits',
} as const satisfies Record<string, keyof IssueFacts>

const BOOK = {
  id: 'id',
  name: 'name',
  url: 'url',
  series: 'series_id',
  position: 'number',
  size: 'file_size',
  digest: 'file_hash_koreader',
  deleted: 'deleted_date',
  oneshot: 'oneshot',
}
const META = {
  number: 'number',
  title: 'title',
  release_date: 'release_date',
  summary: 'summary',
  isbn: 'isbn',
  ...Object.fromEntries(Object.keys(LOCKS).map((lock) => [lock, lock])),
}

/** A book of Komga is one file; some hold several issues. */
interface Book {
  id: string
  path: string
  /** The number in the file name. */
  file_number: string
  numbers: NumberInSeries[]
  row: ForeignRow
  trashed: boolean
}

function* books(db: ForeignDatabase, year: number): Generator<Book> {
  const series = new Map(
    [...komgaSeries(db)].map(({ id, content_type, trashed }) => [id, { content_type, trashed }] as const),
  )
  const roots = [...db.rows('library', ['root'])].flatMap(({ root }) => pathOfFileUrl(textValue(root) ?? '') ?? [])
  const rows = db.query(`SELECT ${columnsOf(db, 'book', 'b', BOOK)}, ${columnsOf(db, 'book_metadata', 'm', META)},
    ${columnsOf(db, 'media', 'f', { pages: 'page_count' })}
    FROM book b ${leftJoin(db, 'book_metadata', 'm', 'book_id', 'b.id')} ${leftJoin(db, 'media', 'f', 'book_id', 'b.id')}
    ORDER BY b.rowid`)
  const named = [...rows].map((row) => {
    const path = pathOfFileUrl(textValue(row.url) ?? '') ?? textValue(row.name) ?? ''
    const home = series.get(idValue(row.series))
    const { name, folders } = namesBelow(path, roots)
    return { row, path, home, read: readFileNumber(name, folders, home?.content_type ?? 'comic', year) }
  })
  const unnumbered = seriesOfOneNumber(named)
  for (const { row, path, home, read } of named) {
    const own = unnumbered.has(idValue(row.series)) ? { ...read, number: '', number_end: '' } : read
    const trashed = row.deleted !== null || home?.trashed === true
    yield { id: idValue(row.id), path, numbers: numbersOfBook(row, own), file_number: own.number, row, trashed }
  }
}

/**
 * Series whose books all have one number in their names, though Komga separates them: "The #1 Lamp 01" and "The #1
 * Lamp 02". That number is part of the title.
 */
function seriesOfOneNumber(books: readonly { row: ForeignRow; read: NumberInSeries }[]): Set<string> {
  const found = new Set<string>()
  for (const [id, own] of Map.groupBy(books, ({ row }) => idValue(row.series))) {
    const named = new Set(own.map(({ read }) => `${read.kind} ${read.unit} ${read.number}`))
    const numbers = new Set(own.map(({ row }) => normalNumber(textValue(row.number) ?? '')))
    const isTitle = own.length > 1 && named.size === 1 && own[0]!.read.number !== ''
    if (isTitle && numbers.size === own.length && !numbers.has('')) found.add(id)
  }
  return found
}

/**
 * Komga numbers books by their place in the folder until metadata or the user sets a number; until then the file name
 * is better.
 */
function numbersOfBook(row: ForeignRow, read: NumberInSeries): NumberInSeries[] {
  const ownNumber = normalNumber(textValue(row.number) ?? '')
  const first = { ...read, number: chosenNumber(row, ownNumber, read) }
  if (read.number_end === '' || !sameNumber(first.number, read.number)) return [first]
  const numbers = numbersOf({ number: read.number, number_end: read.number_end })
  return numbers.map((number) => ({ ...first, number }))
}

function chosenNumber(row: ForeignRow, number: string, read: NumberInSeries): string {
  if (flagValue(row.number_lock)) return number
  if (flagValue(row.oneshot) && (number === '' || number === '1')) return ''
  if (number === '' || readNumber(number) === null) return read.number || number
  const isPlace = number === normalNumber(textValue(row.position) ?? '')
  return isPlace && read.number !== '' && !sameNumber(number, read.number) ? read.number : number
}

export function* komgaIssues(db: ForeignDatabase, year: number): Generator<SourceIssue> {
  const links = listsBy(db, { table: 'book_metadata_link', key: 'book_id', value: 'url' })
  const tags = listsBy(db, { table: 'book_metadata_tag', key: 'book_id', value: 'tag' })
  const credits = lockedCredits(db)
  for (const { id, path, numbers, file_number, row, trashed } of books(db, year)) {
    const title = textValue(row.title)
    const facts = filledFields<IssueFacts>({
      number: numbers[0]!.number || null,
      // Without metadata the title is the file name.
      title: title === textValue(row.name) && !flagValue(row.title_lock) ? null : title,
      release_date: dayValue(row.release_date),
      summary: textValue(row.summary),
      isbn: textValue(row.isbn),
      tags: tags.get(id) ?? null,
      credits: credits.get(id) ?? null,
    })
    const locked = Object.entries(LOCKS).flatMap(([lock, field]) => (flagValue(row[lock]) ? field : []))
    for (const [at, { kind, unit, number, volume_number }] of numbers.entries()) {
      const own = at === 0 ? { id, facts, locked, ids: issueIdsIn(links.get(id) ?? []) } : part(id, at, facts)
      const file = { part_of: at === 0 ? null : id, label: stemOf(path), file_number }
      yield {
        ...own,
        ...file,
        series_id: idValue(row.series),
        kind,
        unit,
        number,
        volume_number,
        intent: 'policy',
        trashed,
      }
    }
  }
}

function part(bookId: string, at: number, { release_date }: IssueFacts) {
  const facts = filledFields<IssueFacts>({ release_date })
  return { id: idOfPart(bookId, at), facts, locked: [], ids: {} }
}

/** Credits that the user changed; all others are in the files. */
function lockedCredits(db: ForeignDatabase): Map<string, NonNullable<IssueFacts['credits']>> {
  const credits = new Map<string, NonNullable<IssueFacts['credits']>>()
  if (!db.columns('book_metadata').has('authors_lock') || !db.has('book_metadata_author')) return credits
  const rows = db.query(`SELECT a.book_id AS book, a.name AS name, a.role AS role FROM book_metadata_author a
    JOIN book_metadata m ON m.book_id = a.book_id WHERE m.authors_lock = 1 ORDER BY a.rowid`)
  for (const row of rows) {
    const [name, role] = [textValue(row.name), textValue(row.role)]
    if (name === null || role === null) continue
    const list = credits.get(idValue(row.book)) ?? []
    credits.set(idValue(row.book), list)
    const word = ROLES[role.toLowerCase()] ?? role
    const known = list.find((credit) => credit.name === name)
    if (known) known.roles.push(word)
    else list.push({ name, roles: [word] })
  }
  return credits
}

const ROLES: Record<string, string> = {
  writer: 'Writer',
  penciller: 'Penciller',
  inker: 'Inker',
  colorist: 'Colorist',
  letterer: 'Letterer',
  cover: 'CoverArtist',
  editor: 'Editor',
  translator: 'Translator',
}

export function* komgaFiles(db: ForeignDatabase, year: number): Generator<SourceFile> {
  for (const { id, path, numbers, row } of books(db, year)) {
    yield {
      id,
      path,
      size: countValue(row.size),
      pages: countValue(row.pages),
      digest: textValue(row.digest)?.toLowerCase() ?? null,
      issue_ids: idsOfParts(id, numbers.length),
    }
  }
}
