import type { Instant } from '../platform/ports'
import type { SeriesRow } from '../series/store'
import type { Book } from './store'

/** What the catalog shows, before it is written as Atom (`atom.ts`) or as anything else. */

export type Kind = 'navigation' | 'acquisition'

export interface Paging {
  /** Entries on all pages. */
  total: number
  /** Entries on a full page. */
  size: number
  /** The first entry of this page, from 0. */
  index: number
}

export interface Feed {
  /** Address of the first page; the id is made of it. */
  path: string
  title: string
  kind: Kind
  updated: Instant
  /** The feed above; the root has none. */
  up?: { path: string; kind: Kind }
  paging?: Paging
  facets?: FacetGroup[]
  /** Entries are complete, for those who copy the whole catalog. */
  crawlable?: true
  entries: Entry[]
}

/** Choices that exclude each other. */
export interface FacetGroup {
  title: string
  facets: Facet[]
}

/** The same list, narrowed or sorted otherwise. */
export interface Facet {
  title: string
  path: string
  /** Entries that it leads to. */
  count: number
  active: boolean
}

export type Entry = Way | Publication | Bundle

/** Leads to another feed. */
export interface Way {
  is: 'way'
  path: string
  kind: Kind
  title: string
  updated: Instant
  /** Says what is there, in words. */
  content: string
  count?: number
  /** `subsection` unless it says more. */
  rel?: string
  cover?: Cover
}

/** An issue. */
export interface Publication {
  is: 'publication'
  book: Book
  title: string
  updated: Instant
  /** Absent while nobody has begun it. */
  progress?: ReadingPosition
}

/** How far somebody has read. */
export interface ReadingPosition {
  /** From 0. */
  page: number
  page_count: number
  completed: boolean
  read_at: Instant
}

/** All issues of a series in one file. */
export interface Bundle {
  is: 'bundle'
  series: SeriesRow
  title: string
  updated: Instant
  books: number
  /** Bytes. */
  size: number
  cover?: Cover
}

export interface Cover {
  issueId: string
  version: string
}
