import type { Instant } from '../../../base/platform/ports'
import type { CrossIds, IssueFacts, SeriesFacts } from '../../../library/metadata/providers/provider'
import type { ContentType, Intent, IssueKind, ReadingDirection, Unit } from '../../../library/series/states'

/**
 * What library programs keep of a collection, whatever their tables are called. Readers in `sources/` yield these rows;
 * ids are those of the source, and paths are as its machine or container sees them.
 */
export interface SourceLibrary {
  /** What it says of series and issues came from the service whose ids it has; otherwise from the files. */
  describedByService: boolean
  roots(): Iterable<SourceRoot>
  users(): Iterable<SourceUser>
  series(): Iterable<SourceSeries>
  issues(): Iterable<SourceIssue>
  files(): Iterable<SourceFile>
  progress(): Iterable<SourceProgress>
  bookmarks(): Iterable<SourceBookmark>
  lists(): Iterable<SourceList>
  ratings(): Iterable<SourceRating>
  /** Rows that have no home, each with the reason. */
  left(): Iterable<LeftRow>
}

export interface SourceRoot {
  path: string
  content_type: ContentType
}

export interface SourceUser {
  id: string
  /** The login name or address. */
  name: string
}

export interface SourceSeries {
  id: string
  name: string
  year: number | null
  /** Ordinal of the run: 3 for "v3". */
  volume: number | null
  /** The folder that it was filed in. */
  folder: string | null
  content_type: ContentType
  reading_direction: ReadingDirection | null
  facts: SeriesFacts
  /** Fields that a person changed there: no refresh may overwrite them. */
  locked: (keyof SeriesFacts)[]
  /** Ids at services that describe series. */
  ids: CrossIds
  /** Number of issues that the source states. */
  total: number | null
  /** Null where the source follows no series. */
  monitored: boolean | null
  want_new: boolean
  /** Its folder is gone, but the source still has the row. */
  trashed: boolean
}

export interface SourceIssue {
  id: string
  series_id: string
  /** Of one that shares the row of another issue: the id of that row. */
  part_of: string | null
  /** What its file is called, without ending; empty without a file. */
  label: string
  /** What the name of the file says; empty when that is no number. */
  file_number: string
  kind: IssueKind
  unit: Unit
  /** Empty when nothing numbers it. */
  number: string
  /** The volume that a chapter is in. */
  volume_number: string | null
  facts: IssueFacts
  /** Fields that a person changed there. */
  locked: (keyof IssueFacts)[]
  /** Ids at services that list issues. */
  ids: CrossIds
  intent: Intent
  trashed: boolean
  /** Held as loose pictures, which are no file that can be opened. */
  pictures?: boolean
}

export interface SourceFile {
  id: string
  path: string
  /** Bytes; null where the source does not say. */
  size: number | null
  pages: number | null
  /** KOReader's digest of the content: 32 hex digits in lower case. */
  digest: string | null
  issue_ids: string[]
}

export interface SourceProgress {
  user_id: string
  issue_id: string
  /** The page last viewed, from 0. */
  page: number
  pages: number
  completed: boolean
  /** How often it was read to its end, where the source counts that. */
  times_read?: number
  /** Null where the source does not say. */
  at: Instant | null
}

export interface SourceBookmark {
  id: string
  user_id: string
  issue_id: string
  /** Counted from 0. */
  page: number
  at: Instant | null
}

export interface SourceList {
  id: string
  name: string
  /** A collection holds series, a list issues. */
  kind: 'list' | 'collection'
  /** The user whose list it is; null for one of the server. */
  user_id: string | null
  /** Everybody may see it. */
  shared: boolean
  /** The order is a person's; otherwise the source shows it sorted. */
  ordered: boolean
  /** Ids of issues or series, in order. */
  items: string[]
}

export interface SourceRating {
  id: string
  user_id: string
  series_id: string
  /** 0 to 5, with halves. */
  stars: number
}

export interface LeftRow {
  table: string
  id: string
  label: string
  reason: string
}
