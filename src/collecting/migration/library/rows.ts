import type { Limits } from '../../../base/auth/states'
import type { Instant } from '../../../base/platform/ports'
import type { CrossIds, IssueFacts, SeriesFacts } from '../../../library/metadata/providers/provider'
import type { ContentType, Intent, IssueKind, ReadingDirection, Unit } from '../../../library/series/states'

/**
 * The data of a library program about a collection, independent of its tables. Readers in `sources/` yield these
 * rows. Ids are those of the source; paths are as its machine or container sees them.
 */
export interface SourceLibrary {
  /** Descriptions of series and issues come from the service of the ids; false: from the files. */
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
  /** Rows that are not moved, each with the reason. */
  left(): Iterable<LeftRow>
}

export interface SourceRoot {
  path: string
  content_type: ContentType
}

export interface SourceUser {
  id: string
  /** Login name or e-mail address. */
  name: string
  is_admin: boolean
  /** Limits in Panelkeep; those that hide everything stand for limits that have no counterpart. */
  limits: Limits | null
  /** Why the limits hide everything; null when they do not. */
  hidden_by: string | null
}

export interface SourceSeries {
  id: string
  name: string
  year: number | null
  /** Ordinal of the run: 3 for "v3". */
  volume: number | null
  /** The folder of the series. */
  folder: string | null
  content_type: ContentType
  reading_direction: ReadingDirection | null
  facts: SeriesFacts
  /** Fields that the user changed in the source: no refresh may overwrite them. */
  locked: (keyof SeriesFacts)[]
  /** Ids at services. */
  ids: CrossIds
  /** Number of issues that the source states. */
  total: number | null
  /** Null when the source does not monitor series. */
  monitored: boolean | null
  want_new: boolean
  /** The folder is gone, but the source still has the row. */
  trashed: boolean
}

export interface SourceIssue {
  id: string
  series_id: string
  /** For an issue that shares the row of another: the id of that row. */
  part_of: string | null
  /** The file name without extension; empty without a file. */
  label: string
  /** The number in the file name; empty when there is none. */
  file_number: string
  kind: IssueKind
  unit: Unit
  /** Empty without a number. */
  number: string
  /** The volume that a chapter is in. */
  volume_number: string | null
  facts: IssueFacts
  /** Fields that the user changed in the source. */
  locked: (keyof IssueFacts)[]
  /** Ids at services. */
  ids: CrossIds
  intent: Intent
  trashed: boolean
  /** Stored as loose pictures, which are no file that can be opened. */
  pictures?: boolean
}

export interface SourceFile {
  id: string
  path: string
  /** Bytes; null when the source does not state them. */
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
  /** How often the issue was finished, when the source counts it. */
  times_read?: number
  /** Null when the source does not state it. */
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
  /** Visible to all users. */
  shared: boolean
  /** The user made the order; otherwise the source sorts the list. */
  ordered: boolean
  /** Ids of issues or series, in order. */
  items: string[]
}

export interface SourceRating {
  id: string
  user_id: string
  series_id: string
  /** 0 to 5, in halves. */
  stars: number
}

export interface LeftRow {
  table: string
  id: string
  label: string
  reason: string
}
