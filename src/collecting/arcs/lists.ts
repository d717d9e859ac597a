import type { ReadingListBook, ReadingListFile, ReadingListId } from '../../base/formats/documents/cbl'
import { normalNumber } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import { inSteps } from '../../base/storage/snapshot'
import type { NewArcIssue } from './store'

/** Reading lists as rows of an arc. */

export type ListedRow = Omit<NewArcIssue, 'issue_id' | 'matched_by' | 'reason' | 'candidates'>

/** A row that is not matched yet. */
export const UNMATCHED: Pick<NewArcIssue, 'issue_id' | 'matched_by' | 'reason' | 'candidates'> = {
  issue_id: null,
  matched_by: null,
  reason: null,
  candidates: [],
}

export interface ListedRows {
  rows: ListedRow[]
  /** Issues that the list names more than once, as `Series (volume) #number`. */
  duplicates: string[]
}

/** Limit for books of one series, volume and number under different ids. No real list has so many. */
const MOST_ALIKE = 50

type Book = Pick<ListedRow, 'series_key' | 'volume' | 'number' | 'ids'>

/** Rows of a list, found by the issue that they mean. */
export class BookIndex<T extends Book> {
  private readonly byKey = new Map<string, T[]>()

  constructor(rows: readonly T[] = []) {
    for (const row of rows) this.add(row)
  }

  add(row: T): void {
    const key = bookKey(row)
    const alike = this.byKey.get(key)
    if (alike) alike.push(row)
    else this.byKey.set(key, [row])
  }

  /** The first row of the same series, volume and number, unless one service gives the two different ids. */
  find(book: Book): T | undefined {
    return this.named(book).find(({ ids }) => !areOtherIds(ids, book.ids))
  }

  /** All rows of the same series, volume and number. */
  named(book: Book): readonly T[] {
    return this.byKey.get(bookKey(book)) ?? []
  }
}

const bookKey = ({ series_key, volume, number }: Book): string =>
  `${series_key}/${volume ?? ''}/${normalNumber(number).toLowerCase()}`

/** Whether one service has two ids for the rows, and so two issues: runs of one name may begin in the same year. */
export function areOtherIds(ids: readonly ReadingListId[], others: readonly ReadingListId[]): boolean {
  return ids.some(({ source, issue }) => {
    const other = others.find((each) => each.source === source)?.issue
    return issue !== undefined && other !== undefined && issue !== other
  })
}

/**
 * Pairs the rows of an arc with the current fields of the list. A book whose id changed is paired with the row of its
 * number that the list no longer names. A book without a row is new.
 */
export function* pairRows<R extends Book>(
  rows: readonly R[],
  listed: readonly ListedRow[],
): Generator<undefined, { book: ListedRow; row: R | undefined }[]> {
  const known = new BookIndex<R>()
  for (const each of inSteps(rows)) {
    for (const row of each) known.add(row)
    yield
  }
  const pairs: { book: ListedRow; row: R | undefined }[] = []
  for (const each of inSteps(listed)) {
    for (const book of each) pairs.push({ book, row: known.find(book) })
    yield
  }
  const named = new Set(pairs.map(({ row }) => row))
  for (const pair of pairs) {
    if (pair.row) continue
    pair.row = known.named(pair.book).find((each) => !named.has(each))
    named.add(pair.row)
  }
  return pairs
}

/** The rows of a list, each issue once. */
export function* rowsOfList({ books }: ReadingListFile): Generator<undefined, ListedRows> {
  const rows: ListedRow[] = []
  const known = new BookIndex<ListedRow>()
  const duplicates: string[] = []
  for (const each of inSteps(books)) {
    for (const row of each.map(rowOf)) {
      // Each further row would be compared with all of them.
      if (known.find(row) || known.named(row).length >= MOST_ALIKE) {
        duplicates.push(bookTitle(row))
        continue
      }
      known.add(row)
      rows.push(row)
    }
    yield
  }
  return { rows, duplicates }
}

const bookTitle = ({ series, volume, number }: Pick<ListedRow, 'series' | 'volume' | 'number'>): string =>
  `${series}${volume === null ? '' : ` (${volume})`}${number === '' ? '' : ` #${number}`}`

function rowOf({ series, number = '', volume, year, format, ids }: ReadingListBook): ListedRow {
  // Annuals may be marked only by their format.
  const name = format?.toLowerCase() === 'annual' && !/\bannual\b/i.test(series) ? `${series} Annual` : series
  return {
    added_by: 'list',
    series: name,
    series_key: matchKey(name),
    volume: volume ?? null,
    number,
    year: year ?? null,
    title: null,
    issue_date: null,
    release_date: null,
    book_type: null,
    ids,
  }
}

/** The book that a row of an arc becomes in a list. */
export function bookOf(row: Pick<ListedRow, 'series' | 'volume' | 'number' | 'year' | 'ids'>): ReadingListBook {
  const { series, volume, number, year, ids } = row
  return {
    series,
    number,
    ...(volume === null ? {} : { volume }),
    ...(year === null ? {} : { year }),
    ids,
  }
}
