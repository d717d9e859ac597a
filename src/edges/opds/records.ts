import type { Instant } from '../../base/platform/ports'
import type { IssueFacts } from '../../library/metadata/providers/provider'
import type { SeriesRow } from '../../library/series/store'
import type { OneOff } from './one-offs'
import type { Book } from './store'

/** The content of the catalog, before it is written as Atom (`atom.ts`) or OPDS 2.0 (`v2-feed.ts`). */

export type FeedKind = 'navigation' | 'acquisition'

export interface FeedPaging {
  /** Entries on all pages. */
  total: number
  /** Entries on a full page. */
  size: number
  /** The first entry of this page, from 0. */
  index: number
}

export interface Feed {
  /** Address of the first page; the id is derived from it. */
  path: string
  title: string
  kind: FeedKind
  updated: Instant
  /** The parent feed; the root has none. */
  up?: { path: string; kind: FeedKind }
  paging?: FeedPaging
  facets?: FacetGroup[]
  /** Entries are complete, for clients that copy the whole catalog. */
  crawlable?: true
  /** For feeds without an OPDS 2.0 form, in which each entry needs a picture. */
  onlyAtom?: true
  entries: FeedEntry[]
}

/** Facets of which only one can be active. */
export interface FacetGroup {
  title: string
  facets: Facet[]
}

/** The same list with another filter or order. */
export interface Facet {
  title: string
  path: string
  /** Entries in that list. */
  count: number
  active: boolean
}

export type FeedEntry = FeedLink | PublicationRecord | SeriesBundle | FileRecord

/** A link to another feed. */
export interface FeedLink {
  is: 'link'
  path: string
  kind: FeedKind
  title: string
  updated: Instant
  /** Describes the target in words. */
  content: string
  count?: number
  /** `subsection` by default. */
  rel?: string
  cover?: Cover
}

/** An issue. */
export interface PublicationRecord {
  is: 'publication'
  book: Book
  /** The merged metadata; absent where the row is all that is known. */
  facts?: IssueFacts
  title: string
  updated: Instant
  /** Absent for an unread issue. */
  progress?: ReadingPosition
  /** The place in a list with an order of its own, from 1. */
  place?: number
}

/** The reading progress of an issue. */
export interface ReadingPosition {
  /** Counted from 0. */
  page: number
  page_count: number
  completed: boolean
  read_at: Instant
}

/** All issues of a series in one file. */
export interface SeriesBundle {
  is: 'bundle'
  series: SeriesRow
  title: string
  updated: Instant
  books: number
  /** In bytes. */
  size: number
  cover?: Cover
}

/** A file outside the library. */
export interface FileRecord {
  is: 'file'
  file: OneOff
  title: string
  updated: Instant
}

export interface Cover {
  issueId: string
  version: string
}
