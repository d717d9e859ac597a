import type { ContentType, IssueKind, Unit } from '../../library/series/states'

/** A file whose name does not say for certain what it is. */
export interface UnclearFile {
  /** The file's own name, without its folder. */
  name: string
  content_type: ContentType
  kind: IssueKind
  unit: Unit
  number: string
  /** It stands for the files of a scan, which rather are a new series: of interest where the library has one like it. */
  is_scanned?: boolean
}

/** What an unclear file may be. It is shown beside what was found, and never a part of it: only the user applies it. */
export interface NameSuggestion {
  comic_id: string
  series: string
  year: number | null
  issue_id: string | null
  /** The number of the file, where its name holds it. */
  number: string | null
  confidence: number
}

/** The suggestion for a file; undefined for none. */
export type SuggestForName = (file: UnclearFile) => NameSuggestion | undefined

/** A match that is less sure than this, and of no issue of the series, is unclear. */
export const UNCLEAR_BELOW = 50
