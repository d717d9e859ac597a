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

export interface ReadingListFile {
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
export function* readingListSteps(document: Uint8Array | string): Generator<undefined, ReadingListFile> {
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
  return withoutUndefined<ReadingListFile>({
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
 * or CDATA hold the mark at which the books begin or end, is all frame.
 */
function inPieces(text: string): { frame: string; pieces: string[] } {
  const whole = { frame: text, pieces: [] }
  const opening = text.length > PIECE ? BOOKS.exec(text) : null
  const end = text.toLowerCase().lastIndexOf('</books')
  if (!opening || end < opening.index) return whole
  const hidden = hiddenSpans(text)
  const isHidden = (at: number) => spanAt(hidden, at) !== undefined
  if (isHidden(opening.index) || isHidden(end)) return whole
  const pieces: string[] = []
  let from = opening.index + opening[0].length
  const frame = text.slice(0, from) + text.slice(end)
  while (from < end) {
    const next = Math.min(nextBook(text, from + PIECE, hidden), end)
    pieces.push(text.slice(from, next))
    from = next
  }
  return { frame, pieces }
}

type Span = [from: number, to: number]

/** The comments and CDATA of a document in which each has an end. */
function hiddenSpans(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('<!'); at !== -1; at = text.indexOf('<!', at)) {
    const end = text.startsWith('<!--', at) ? '-->' : ']]>'
    const to = text.indexOf(end, at + 2) + end.length
    spans.push([at, to])
    at = to
  }
  return spans
}

/** The span that holds the place. They are in order, and there may be a million of them. */
function spanAt(spans: readonly Span[], at: number): Span | undefined {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]![1] <= at) low = middle + 1
    else high = middle
  }
  const span = spans[low]
  return span && span[0] <= at ? span : undefined
}

/** Where the first book begins at or behind `from`; the length of the text where none does. */
function nextBook(text: string, from: number, hidden: readonly Span[]): number {
  for (let at = from; ; ) {
    BOOK.lastIndex = at
    const found = BOOK.exec(text)?.index
    if (found === undefined) return text.length
    const span = spanAt(hidden, found)
    if (!span) return found
    at = span[1]
  }
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
