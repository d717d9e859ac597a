import { type ReadingListBook, type ReadingListFile, type ReadingListId, serviceName } from './cbl'
import { withoutUndefined } from './without-undefined'

/** The document is not a reading list. `message` is a sentence for the user. */
export class ReadingListError extends Error {
  override readonly name = 'ReadingListError'
}

const MOST_LETTERS = 16 * 1024 * 1024
const MOST_BOOKS = 50_000

/**
 * Reads a reading list in JSON (ComicReadingLists/json-cbl-standard, schema 1.0) of at most 16 MiB and 50,000 books. A
 * book without a series is left out. Throws ReadingListError.
 */
export function readingListFromJson(document: string): ReadingListFile {
  if (document.length > MOST_LETTERS) throw new ReadingListError('The list is larger than 16 MB.')
  const list = fieldsIn(parsed(document))
  const books = list.issueList
  if (!Array.isArray(books)) throw new ReadingListError('The document is JSON, but it has no issueList.')
  if (books.length > MOST_BOOKS) throw new ReadingListError(`The list has more than ${MOST_BOOKS} books.`)
  return withoutUndefined<ReadingListFile>({
    name: textIn(fieldsIn(list.listDetails).name),
    books: books.map(fieldsIn).flatMap(bookOf),
    isSearch: false,
  })
}

type Fields = Record<string, unknown>

function parsed(document: string): unknown {
  try {
    return JSON.parse(document)
  } catch (cause) {
    throw new ReadingListError('The document is not well-formed JSON.', { cause })
  }
}

function bookOf(book: Fields): ReadingListBook[] {
  const series = textIn(book.seriesName)
  if (series === undefined) return []
  const ids = Array.isArray(book.id) ? book.id.map(fieldsIn).flatMap(idOf) : []
  return [
    withoutUndefined<ReadingListBook>({
      series,
      number: textIn(book.issueNumber),
      volume: yearIn(book.seriesStartYear),
      year: yearIn(textIn(book.issueCoverDate)?.slice(0, 4)),
      ids,
    }),
  ]
}

function idOf(id: Fields): ReadingListId[] {
  const [name, series, issue] = [textIn(id.name), textIn(id.series), textIn(id.issue)]
  if (!name || (!series && !issue)) return []
  return [withoutUndefined<ReadingListId>({ source: serviceName(name), series, issue })]
}

const fieldsIn = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** Tools write numbers as text and text as numbers. */
function textIn(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() || undefined
}

function yearIn(value: unknown): number | undefined {
  const year = Number(textIn(value))
  return Number.isInteger(year) && year >= 1 && year <= 9999 ? year : undefined
}
