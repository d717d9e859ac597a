import type { StoredProgress } from '../../library/reading/progress-store'
import type { SeriesRow } from '../../library/series/store'
import type { Book } from '../opds/store'
import type { IssueFactsOfSources } from './book-list-store'
import type { BookNumber } from './numbers'
import type { SeriesFacts } from './series-list-store'
import type { Library } from './states'

/** What the apps see, as plain records. `wire.ts` writes them in the form that the apps read. */

export interface SeriesRecord {
  row: SeriesRow
  library: Library
  facts: SeriesFacts
  read: number
  reading: number
}

export interface BookRecord extends Book {
  library: Library
  number: BookNumber
  facts: IssueFactsOfSources | undefined
  /** Undefined for an unread book. */
  progress: BookProgress | undefined
}

/** Where the caller is in a book. */
export interface BookProgress extends Pick<StoredProgress, 'completed' | 'started_at' | 'read_at' | 'device'> {
  /** Counted from 0, in the file as it is now. */
  page: number
  device_id: string | null
}

/** A collection of series, or the caller's favourites. */
export interface CollectionRecord {
  id: string
  name: string
  series_ids: readonly string[]
  created_at: string
  updated_at: string
}

/** A reading list or a story arc, with its readable issues. */
export interface ReadListRecord {
  id: string
  name: string
  issue_ids: readonly string[]
  updated_at: string
}

export interface Author {
  name: string
  role: string
}
