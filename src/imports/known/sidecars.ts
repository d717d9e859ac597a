import type { SeriesFacts } from '../../metadata/providers/provider'

/** What series.json or cvinfo states of its series. */
export interface SidecarStatement
  extends Pick<SeriesFacts, 'name' | 'year' | 'publisher' | 'imprint' | 'volume' | 'description' | 'book_type'> {
  total?: number
  /** Id of the series at ComicVine. */
  comicvine?: string
}
