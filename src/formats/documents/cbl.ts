import { parseXml, type XmlElement, XmlError, xmlText } from '../../platform/xml'
import { withoutUndefined } from './without-undefined'
import { attribute, findChild, findChildren, findChildText, wholeIn } from './xml-lenient'

/** Ids of an issue and its series in a metadata service. */
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
  /** File name on the computer where the list was made. */
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
const SERVICES: Record<string, string> = {
  cv: 'comicvine',
  'comic vine': 'comicvine',
  comicvine: 'comicvine',
  grandcomicsdatabase: 'gcd',
}

/** Ids of this program are those of one library and mean nothing in another. */
const LOCAL = /^kavita$/i

/** The service that a list calls `name`. */
export const serviceName = (name: string): string => SERVICES[name.toLowerCase()] ?? name.toLowerCase()

/**
 * Reads a reading list of at most 16 MiB and 50,000 books (.cbl as ComicRack writes it, with the Database elements that
 * published lists carry). A book without a series is left out. Throws XmlError. The steps take some ten milliseconds
 * each, so that a large list can be read between other work.
 */
export function* readingListSteps(document: Uint8Array | string): Generator<undefined, ReadingList> {
  const { frame, pieces } = inPieces(xmlText(document, LIMITS))
  const root = parseXml(frame, LIMITS)
  if (root.name.toLowerCase() !== 'readinglist')
    throw new XmlError(`The document is <${root.name}>, not <ReadingList>.`)
  const books = findChildren(findChild(root, 'Books'), 'Book').flatMap(bookOf)
  for (const piece of pieces) {
    yield
    books.push(...findChildren(parseXml(`<Books>${piece}</Books>`, LIMITS), 'Book').flatMap(bookOf))
    if (books.length > MOST_BOOKS) break
  }
  if (books.length > MOST_BOOKS) throw new XmlError(`The list has more than ${MOST_BOOKS} books.`)
  return withoutUndefined<ReadingList>({
    name: findChildText(root, 'Name'),
    issueCount: wholeIn(findChildText(root, 'NumIssues'), 0, 1_000_000),
    books,
    isSearch: (findChild(root, 'Matchers')?.children.length ?? 0) > 0,
  })
}

/** Letters of a piece. */
const PIECE = 32 * 1024
const BOOKS = /<books(?:\s[^<>]*)?>/i
const BOOK = /<book[\s/>]/gi

/**
 * The document without its books, and the books in pieces that begin with one. A short document, and one whose comments
 * or CDATA may speak of books, is all frame.
 */
function inPieces(text: string): { frame: string; pieces: string[] } {
  const whole = { frame: text, pieces: [] }
  const opening = text.length > PIECE && !text.includes('<!') ? BOOKS.exec(text) : null
  const end = text.toLowerCase().lastIndexOf('</books')
  if (!opening || end < opening.index) return whole
  const pieces: string[] = []
  let from = opening.index + opening[0].length
  const frame = text.slice(0, from) + text.slice(end)
  while (from < end) {
    BOOK.lastIndex = from + PIECE
    const next = Math.min(BOOK.exec(text)?.index ?? end, end)
    pieces.push(text.slice(from, next))
    from = next
  }
  return { frame, pieces }
}

/** Some makers write elements where ComicRack writes attributes. */
const textOf = (book: XmlElement, name: string) => attribute(book, name) ?? findChildText(book, name)

function bookOf(book: XmlElement): ReadingListBook[] {
  const series = textOf(book, 'Series')
  if (!series) return []
  const facts: ReadingListBook = {
    series,
    number: textOf(book, 'Number'),
    volume: wholeIn(textOf(book, 'Volume'), 1, 9999),
    year: wholeIn(textOf(book, 'Year'), 1, 9999),
    format: textOf(book, 'Format'),
    fileName: textOf(book, 'FileName'),
    ids: findChildren(book, 'Database').flatMap(idOf),
  }
  return [withoutUndefined(facts)]
}

function idOf(database: XmlElement): ReadingListId[] {
  const name = attribute(database, 'Name')
  const [series, issue] = [attribute(database, 'Series'), attribute(database, 'Issue')]
  if (!name || (!series && !issue) || LOCAL.test(name)) return []
  const id: ReadingListId = { source: serviceName(name), series: bare(series), issue: bare(issue) }
  return [withoutUndefined(id)]
}

/** Comic Vine puts the kind in front of its ids. */
const bare = (id: string | undefined) => id?.replace(/^40[05]0-(?=\d)/, '')
