import type { ContentType, IssueKind, Unit } from '../../library/series/states'

/** A file whose name does not identify it for certain. */
export interface UnclearFile {
  /** The file's own name, without its folder. */
  name: string
  content_type: ContentType
  kind: IssueKind
  unit: Unit
  number: string
  /**
   * The name represents the files of a scan, which more likely are a new series. A suggestion matters only if the
   * library has a series like it.
   */
  is_scanned?: boolean
}

/**
 * A suggestion for an unclear file. It is shown beside the match and never becomes part of it: only the user can apply
 * it.
 */
export interface NameSuggestion {
  comic_id: string
  series: string
  year: number | null
  issue_id: string | null
  /** The number in the name of the file, if there is one. */
  number: string | null
  confidence: number
}

/** The suggestion for a file; undefined when there is none. */
export type SuggestForName = (file: UnclearFile) => NameSuggestion | undefined

/** A match below this confidence, without a known issue of the series, is unclear. */
export const UNCLEAR_BELOW = 50
