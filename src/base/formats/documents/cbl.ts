import { parseXml, type XmlElement, XmlError, xmlText } from '../../platform/xml'
import { withoutUndefined } from './without-undefined'
import { attribute, findChild, findChildren, findChildText, wholeIn } from './xml-lenient'

/** Ids of an issue and its series at a metadata service. */
export interface ReadingListId {
  /** `comicvine`, `metron` or `gcd`; any other name as written, in lower case. */
  source: string
  series?: string
  issue?: string
}

export interface ReadingListBook {
  series: string
  /** As printed; undefined for a book without a number. */
  number?: string
  /** In lists this is the year in which the series began. */
  volume?: number
  /** The year of the issue. */
  year?: number
  format?: string
  /** The file's name on the computer where the list was made. */
  fileName?: string
  ids: ReadingListId[]
}

export interface ReadingListFile {
  name?: string
  /** The number that the list states; it may have more or fewer books. */
  issueCount?: number
  books: ReadingListBook[]
  /** The list is a search in the program that wrote it. Its books, if any, are the results at that time. */
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

/** Ids of ComicRack are local to one library and mean nothing in another. */
const LOCAL = /^kavita$/i

/** The service that a list names `name`. */
export const serviceName = (name: string): string => SERVICES[name.toLowerCase()] ?? name.toLowerCase()

/**
 * Reads a reading list of at most 16 MiB and 50,000 books (.cbl as ComicRack writes it, with the Database elements of
 * published lists). A book without a series is left out. Throws XmlError. Each step takes some ten milliseconds, so
 * other work continues while a large list is read.
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

/** The length of a piece in characters. */
const PIECE = 32 * 1024
const BOOKS = /<books(?:\s[^<>]*)?>/i
const BOOK = /<book[\s/>]/gi

/**
 * The document without its books, and the books in pieces that start with a book. A short document, and one whose
 * comments or CDATA contain the mark at which the books begin or end, is all frame.
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

/** The comments and CDATA sections of a document in which each of them is closed. */
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

/** The span that contains the position. The spans are in order, and there may be a million of them. */
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

/** The offset of the first book at or after `from`; the length of the text when there is none. */
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

/** Some tools write elements where ComicRack writes attributes. */
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

/** Comic Vine puts a prefix for the kind in front of its ids. */
const bare = (id: string | undefined) => id?.replace(/^40[05]0-(?=\d)/, '')
