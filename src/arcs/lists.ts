import type { ReadingList, ReadingListBook } from '../formats/documents/cbl'
import { normalNumber } from '../releases/numbers'
import { matchKey } from '../releases/titles'
import type { NewArcIssue } from './store'

/** Reading lists as rows of an arc. */

export type ListedRow = Omit<NewArcIssue, 'issue_id' | 'matched_by' | 'reason' | 'candidates'>

/** A row that was not matched yet. */
export const UNMATCHED: Pick<NewArcIssue, 'issue_id' | 'matched_by' | 'reason' | 'candidates'> = {
  issue_id: null,
  matched_by: null,
  reason: null,
  candidates: [],
}

export interface ListedRows {
  rows: ListedRow[]
  /** Issues that the list names again, as `Series (volume) #number`. */
  duplicates: string[]
}

/** What two rows have in common that mean one issue. */
export const bookKey = ({ series_key, volume, number }: Pick<ListedRow, 'series_key' | 'volume' | 'number'>): string =>
  `${series_key}/${volume ?? ''}/${normalNumber(number).toLowerCase()}`

export function rowsOfList({ books }: ReadingList): ListedRows {
  const rows = new Map<string, ListedRow>()
  const duplicates: string[] = []
  for (const book of books) {
    const row = rowOf(book)
    const key = bookKey(row)
    if (rows.has(key)) duplicates.push(bookTitle(row))
    else rows.set(key, row)
  }
  return { rows: [...rows.values()], duplicates }
}

export const bookTitle = ({ series, volume, number }: Pick<ListedRow, 'series' | 'volume' | 'number'>): string =>
  `${series}${volume === null ? '' : ` (${volume})`}${number === '' ? '' : ` #${number}`}`

function rowOf({ series, number = '', volume, year, format, ids }: ReadingListBook): ListedRow {
  // Annuals may be told by their format alone.
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
