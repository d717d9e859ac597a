import type { IssueFacts, SeriesRecord } from '../../../library/metadata/providers/provider'
import type { SeriesIds } from '../../../library/recognition/service'
import type { ContentType, IssueKind, Unit } from '../../../library/series/states'

/** A number in a file of a group. */
export interface HeldIssue {
  kind: IssueKind
  unit: Unit
  number: string
  year?: number
  /** Release date as far as known: `2015-05`, `2015-05-06`. */
  date?: string
}

/** Facts about the files of one proposed series. */
export interface GroupFacts {
  name: string
  content_type: ContentType
  year?: number
  volume?: number
  publisher?: string
  /** Total issues of the series, as the files say. */
  total?: number
  ids: SeriesIds
  /** Each number once. */
  fileIssues: readonly HeldIssue[]
}

/** How similar a file's first page and a provider's cover are. */
export interface CoverComparison {
  /** Differing bits, of 64. */
  distance: number
  /** Number of the issue whose cover it is; absent for the picture of the series. */
  number?: string
}

/** The fields of a provider's issue that proposals are weighed by. */
export type WeighedIssue = Pick<
  IssueFacts,
  'kind' | 'unit' | 'number' | 'release_date' | 'issue_date' | 'image_url' | 'cover_hash'
>

/** A series of a provider that a group may be. */
export interface ProviderCandidate {
  series: SeriesRecord
  /** The issues of the series, if they were requested. */
  issues?: readonly WeighedIssue[]
  cover?: CoverComparison
}

/** One piece of evidence for or against: `odds` are log-odds, so that they add up. */
export interface EvidenceItem {
  odds: number
  /** A sentence without a full stop. */
  reason: string
}
