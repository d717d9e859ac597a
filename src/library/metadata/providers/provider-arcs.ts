import type { ProviderName } from '../../../base/providers/descriptors'
import type { CrossIds, ProviderAnswer, ProviderRequestOptions } from './provider'

/** The data of a story arc. Text is plain. */
export interface ArcFacts {
  name: string
  publisher?: string
  description?: string
  image_url?: string
  url?: string
  issue_count?: number
}

export interface ArcRecord {
  provider: ProviderName
  /** The provider's id, without our prefix; a reading list of Metron is `list-12`. */
  provider_id: string
  facts: ArcFacts
  /** Whether the issues are in reading order; otherwise they are sorted by date, which is unverified. */
  ordered: boolean
}

/** An issue of an arc, as listed by its provider. */
export interface ArcIssueRecord {
  /** Id of the issue at the provider. */
  provider_id: string
  series_id?: string
  series: string
  /** The year in which the series began. */
  series_year?: number
  /** `TPB`, `HC`, `Print` … */
  book_type?: string
  number: string
  title?: string
  release_date?: string
  issue_date?: string
  /** Ids of the same issue at other services. */
  ids?: CrossIds
}

/** A provider that knows story arcs. */
export interface ArcQueries {
  /** The first arcs that match a name. */
  search(name: string, asking?: ProviderRequestOptions): Promise<ProviderAnswer<ArcRecord[]>>
  /** `ok: undefined` when the arc does not exist at the service. */
  arc(arcId: string, asking?: ProviderRequestOptions): Promise<ProviderAnswer<ArcRecord | undefined>>
  /** All issues of an arc, in reading order or by date. */
  issues(arcId: string, asking?: ProviderRequestOptions): Promise<ProviderAnswer<ArcIssueRecord[]>>
}

/** By cover date, then by the day of sale; issues without dates come last, in the order of the service. */
export function byDate(issues: readonly ArcIssueRecord[]): ArcIssueRecord[] {
  const key = ({ issue_date, release_date }: ArcIssueRecord) =>
    `${issue_date ?? release_date ?? '9999'} ${release_date ?? issue_date ?? '9999'}`
  return issues.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
}
