import type { IssueFacts, SeriesRecord } from '../../../library/metadata/providers/provider'
import type { SeriesIds } from '../../../library/recognition/service'
import type { ContentType, IssueKind, Unit } from '../../../library/series/states'

/** A number that a file of a group holds. */
export interface HeldIssue {
  kind: IssueKind
  unit: Unit
  number: string
  year?: number
  /** In the shops, as far as it is known: `2015-05`, `2015-05-06`. */
  date?: string
}

/** What is known of files that are taken for one series. */
export interface GroupFacts {
  name: string
  content_type: ContentType
  year?: number
  volume?: number
  publisher?: string
  /** Issues that the series has, as its files say. */
  total?: number
  ids: SeriesIds
  /** Each number once. */
  fileIssues: readonly HeldIssue[]
}

/** How alike the first page of a file and a cover of the provider are. */
export interface CoverComparison {
  /** Bits of 64 that differ. */
  distance: number
  /** Of the issue whose cover it is; absent when it is the picture of the series. */
  number?: string
}

/** What a proposal is weighed by of an issue at a provider. */
export type WeighedIssue = Pick<
  IssueFacts,
  'kind' | 'unit' | 'number' | 'release_date' | 'issue_date' | 'image_url' | 'cover_hash'
>

/** A series of a provider that a group may be. */
export interface ProviderCandidate {
  series: SeriesRecord
  /** Its issues, where they were requested. */
  issues?: readonly WeighedIssue[]
  cover?: CoverComparison
}

/** One thing that speaks for or against: `odds` are log-odds, so that they add up. */
export interface EvidenceItem {
  odds: number
  /** A sentence without a full stop. */
  reason: string
}
