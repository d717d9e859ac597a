import { parseXml, type XmlElement, XmlError } from '../platform/xml'
import { known } from './known'
import { attribute, part, parts, partText, wholeIn } from './xml-lenient'

/** Where an issue and its series stand in somebody's database. */
export interface ReadingListId {
  /** `comicvine`, `metron` or `gcd`; others as they are written, in lower case. */
  source: string
  series?: string
  issue?: string
}

export interface ReadingListBook {
  series: string
  /** As printed; undefined for a book that has none. */
  number?: string
  /** Lists mean the year in which the series began. */
  volume?: number
  /** Of the issue. */
  year?: number
  format?: string
  /** On the disk of whoever made the list. */
  fileName?: string
  ids: ReadingListId[]
}

export interface ReadingList {
  name?: string
  /** As the list says; the books may be more or fewer. */
  issueCount?: number
  books: ReadingListBook[]
  /** The list is a search in the program that made it. Its books, if there are any, are what was found then. */
  isSearch: boolean
}

const LIMITS = { bytes: 16 * 1024 * 1024, depth: 24 }
const MOST_BOOKS = 50_000
const SOURCES: Record<string, string> = { cv: 'comicvine', 'comic vine': 'comicvine', comicvine: 'comicvine' }

/**
 * Reads a reading list of at most 16 MiB and 50,000 books (.cbl as ComicRack writes it, with the Database elements that
 * published lists carry). A book without a series is left out. Throws XmlError.
 */
export function parseReadingList(document: Uint8Array | string): ReadingList {
  const root = parseXml(document, LIMITS)
  if (root.name.toLowerCase() !== 'readinglist')
    throw new XmlError(`The document is <${root.name}>, not <ReadingList>.`)
  const books = parts(part(root, 'Books'), 'Book')
  if (books.length > MOST_BOOKS) throw new XmlError(`The list has ${books.length} books; ${MOST_BOOKS} are read.`)
  return known<ReadingList>({
    name: partText(root, 'Name'),
    issueCount: wholeIn(partText(root, 'NumIssues'), 0, 1_000_000),
    books: books.flatMap(bookOf),
    isSearch: (part(root, 'Matchers')?.children.length ?? 0) > 0,
  })
}

/** Some makers write elements where ComicRack writes attributes. */
const said = (book: XmlElement, name: string) => attribute(book, name) ?? partText(book, name)

function bookOf(book: XmlElement): ReadingListBook[] {
  const series = said(book, 'Series')
  if (!series) return []
  const facts: ReadingListBook = {
    series,
    number: said(book, 'Number'),
    volume: wholeIn(said(book, 'Volume'), 1, 9999),
    year: wholeIn(said(book, 'Year'), 1, 9999),
    format: said(book, 'Format'),
    fileName: said(book, 'FileName'),
    ids: parts(book, 'Database').flatMap(idOf),
  }
  return [known(facts)]
}

function idOf(database: XmlElement): ReadingListId[] {
  const name = attribute(database, 'Name')?.toLowerCase()
  const [series, issue] = [attribute(database, 'Series'), attribute(database, 'Issue')]
  if (!name || (!series && !issue)) return []
  const id: ReadingListId = { source: SOURCES[name] ?? name, series: bare(series), issue: bare(issue) }
  return [known(id)]
}

/** Comic Vine puts the kind in front of its ids. */
const bare = (id: string | undefined) => id?.replace(/^40[05]0-(?=\d)/, '')
