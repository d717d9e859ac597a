import { basename, parse } from 'node:path'
import type { ReadingListBook, ReadingListFile } from '../../base/formats/documents/cbl'
import type { ProviderIds } from '../../base/formats/documents/provider-ids'
import { sortKey } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import { type ParseContext, withoutAnnual } from './folder-facts'
import type { ParsedFile } from './parsed-file'
import { isSeriesYear, type SeriesRun } from './series-run'

/** A book of a reading list in a form comparable with a parsed file. */
interface Book {
  key: string
  series: string
  annual: boolean
  number: string
  /** The start year of the series; some tools count volumes here instead. */
  began?: number
  year?: number
  ids: ProviderIds
}

/** A reading list in the folder of the comics or above it. */
export interface ReadingListIndex {
  /** The title of the list, from its file. */
  name: string
  size: number
  byNumber: ReadonlyMap<string, readonly Book[]>
  /** By the file name when the list was made, without its extension. */
  byFile: ReadonlyMap<string, Book>
}

/** The entry of a reading list that matches a file. */
export interface ReadingListMatch {
  list: string
  number: string
  /** The list was made with this very file name. */
  byFile: boolean
  /** The entry's run or year differs from that of the file and its folder. */
  contradicts: boolean
}

/** Books indexed between two turns of the event loop. */
const AT_ONCE = 500

/** The books of a list by number and by file name; in steps, so that a large list can be indexed between other work. */
export function* indexReadingList(
  path: string,
  { books }: Pick<ReadingListFile, 'books'>,
  { kind }: ParseContext,
): Generator<undefined, ReadingListIndex> {
  const byNumber = new Map<string, Book[]>()
  const byFile = new Map<string, Book>()
  // Lists contain single issues; their numbers mean nothing for chapters and volumes.
  for (const [at, listed] of kind === 'comic' ? books.entries() : []) {
    if (at % AT_ONCE === AT_ONCE - 1) yield
    const book = bookOf(listed)
    const key = numbered(book)
    const known = byNumber.get(key)
    if (known) known.push(book)
    else byNumber.set(key, [book])
    if (listed.fileName) byFile.set(fileKey(listed.fileName), book)
  }
  return { name: basename(path), size: byNumber.size, byNumber, byFile }
}

function bookOf({ series, number = '', volume, year, format, ids }: ReadingListBook): Book {
  const bare = withoutAnnual(series) || series
  const annual = bare !== series || /\bannual\b/i.test(format ?? '')
  const id = ids.find(({ source }) => source === 'comicvine')
  const metron = ids.find(({ source }) => source === 'metron')
  return {
    key: matchKey(bare),
    series: bare,
    annual,
    number,
    began: volume !== undefined && isSeriesYear(volume) ? volume : undefined,
    year,
    ids: {
      comicvineIssue: id?.issue,
      metronIssue: metron?.issue,
      // Lists treat annuals as a separate series; here annuals belong to their main series.
      ...(annual ? {} : { comicvineVolume: id?.series, metronSeries: metron?.series }),
    },
  }
}

const numbered = ({ key, annual, number }: Pick<Book, 'key' | 'annual' | 'number'>) =>
  `${key} ${annual} ${sortKey(number)}`
const fileKey = (name: string) => parse(name.replaceAll('\\', '/')).name.toLowerCase()

/**
 * Completes a parsed file from the reading lists of its folder: a list that contains the file states its run and its
 * ids.
 */
export function applyReadingLists(parsed: ParsedFile, lists: readonly ReadingListIndex[]): ParsedFile {
  if (parsed.libraryIssue || parsed.unit !== 'issue') return parsed
  for (const list of lists) {
    const file = list.byFile.get(fileKey(parsed.name))
    if (file && parsed.basis !== 'info') return { ...named(parsed, file), listed: listedBy(list, file, true, false) }
    const annual = parsed.kind === 'annual'
    const books = list.byNumber.get(numbered({ key: parsed.key, annual, number: parsed.number })) ?? []
    const fitting = books.filter((book) => fits(book, parsed))
    if (books.length === 0) continue
    if (fitting.length === 0) return { ...parsed, listed: listedBy(list, books[0]!, false, true) }
    const [first] = fitting
    const same = fitting.every(({ began }) => began === first!.began)
    return same ? { ...withBook(parsed, first!), listed: listedBy(list, first!, false, false) } : parsed
  }
  return parsed
}

function listedBy(
  { name }: ReadingListIndex,
  { number }: Book,
  byFile: boolean,
  contradicts: boolean,
): ReadingListMatch {
  return { list: name, number, byFile, contradicts }
}

/** Neither year nor run contradicts the parsed file. Lists use the cover date or the day of sale. */
function fits({ began, year, annual, ids }: Book, parsed: ParsedFile): boolean {
  if (year !== undefined && parsed.year !== undefined && Math.abs(year - parsed.year) > 1) return false
  const volumeId = parsed.ids.comicvineVolume
  if (volumeId !== undefined && ids.comicvineVolume !== undefined) return volumeId === ids.comicvineVolume
  return annual || began === undefined || parsed.run.year === undefined || began === parsed.run.year
}

function withBook(parsed: ParsedFile, { began, year, annual, ids }: Book): ParsedFile {
  const run: SeriesRun = annual || parsed.run.year !== undefined ? parsed.run : { ...parsed.run, year: began }
  return { ...parsed, run, year: parsed.year ?? year, ids: { ...ids, ...parsed.ids } }
}

/** The list was made from a file of this name, so its series is the file's too. */
function named(parsed: ParsedFile, book: Book): ParsedFile {
  const { series, key, annual, number } = book
  const kind = annual ? 'annual' : 'issue'
  const known = { ...parsed, series, key, kind, number, end: '', basis: 'list', astray: false } as const
  return withBook({ ...known, run: annual ? {} : { year: book.began } }, book)
}
