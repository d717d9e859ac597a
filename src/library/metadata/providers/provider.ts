import type { RequestOptions, ServiceAnswer, ServiceFailure } from '../../../base/outbound/external-service'
import type { ProviderName, SiteName } from '../../../base/providers/descriptors'
import type { ContentType, IssueKind, ReadingDirection, Unit } from '../../series/states'
import type { FailureKind, Publication } from '../states'
import type { ArcQueries } from './provider-arcs'

/** Ids of one series or issue at several services; all are text, without the service's own prefix. */
export type CrossIds = Partial<Record<SiteName | 'mangaupdates', string>>

/** The data of a series. Absent fields are unknown to the source. Text is plain: no HTML, no Markdown. */
export interface SeriesFacts {
  name?: string
  /** The name under which it is sorted. */
  sort_title?: string
  /** Alternative names. */
  aliases?: string[]
  content_type?: ContentType
  /** Year of the first issue. */
  year?: number
  /** Year of the last issue, for a series that has ended. */
  end_year?: number
  publisher?: string
  imprint?: string
  /** Ordinal of the run: 3 for "v3". */
  volume?: number
  /** `Print`, `TPB`, `GN`, `HC`, `One-Shot`, `Digital`, `Manga` … */
  book_type?: string
  description?: string
  language?: string
  reading_direction?: ReadingDirection
  publication?: Publication
  /** As the source writes it; `series/age-ratings.ts` has the years. */
  age_rating?: string
  genres?: string[]
  tags?: string[]
  /** Writers and artists of a manga. */
  authors?: string[]
  /** Names for series that belong together, as most of its files state them. */
  series_groups?: string[]
  image_url?: string
  /** Page of the series at the source. */
  url?: string
  /** Issue count stated by the source; it is often outdated. */
  issue_count?: number
  /** Last chapter and volume of a series that has ended, where the source has no list of chapters. */
  last_chapter?: string
  last_volume?: string
}

export interface Credit {
  name: string
  /** `Writer`, `Penciller`, `Inker`, `Colorist`, `Letterer`, `CoverArtist`, `Editor`, `Translator`, or the source's own word. */
  roles: string[]
}

interface ArcPart {
  name: string
  provider_id?: string
  /** Position in the arc, as printed. */
  number?: string
}

/** The data of an issue, annual, chapter or volume. */
export interface IssueFacts {
  kind?: IssueKind
  unit?: Unit
  /** As printed; an annual has its own number. */
  number?: string
  /** The volume that contains a chapter. */
  volume_number?: string
  title?: string
  /** Day of sale: `2015-05-06`. */
  release_date?: string
  /** Cover date. */
  issue_date?: string
  digital_date?: string
  summary?: string
  url?: string
  image_url?: string
  /** Perceptual hash of the cover in 16 hex digits, as sent by Metron. */
  cover_hash?: string
  page_count?: number
  credits?: Credit[]
  characters?: string[]
  teams?: string[]
  locations?: string[]
  arcs?: ArcPart[]
  genres?: string[]
  tags?: string[]
  age_rating?: string
  /** Cover price as printed with its currency: `3.99 USD`. */
  price?: string
  upc?: string
  isbn?: string
  /** Ids of the same issue at other services. */
  ids?: CrossIds
  // What only files state.
  main_character?: string
  universes?: string[]
  /** Issues that this one reprints. */
  reprints?: string[]
  /** The title of the collected edition. */
  collection_title?: string
  /** The place of the issue in another series. */
  alternate?: AlternatePlace
  /** Names for series that belong together. */
  series_groups?: string[]
  language?: string
  /** As the file writes it: `One-Shot`, `Annual`, `TPB`. */
  format?: string
  black_and_white?: boolean
  manga?: 'Yes' | 'No' | 'YesAndRightToLeft'
  /** Web pages about the issue. */
  links?: string[]
  /** Pages with more than a story page: a cover, an advert, a double page, a bookmark. */
  page_marks?: PageMark[]
  review?: string
  /** 0 to 5. */
  community_rating?: number
  scan_information?: string
  notes?: string
}

export interface AlternatePlace {
  series?: string
  number?: string
  count?: number
}

export interface PageMark {
  /** From 0. */
  page: number
  /** `FrontCover`, `Advertisement`, `Letters`, as ComicInfo names them. */
  type?: string
  /** A double page in one picture. */
  double?: boolean
  bookmark?: string
}

export interface SeriesRecord {
  provider: ProviderName
  /** The provider's id, without prefix: `18705`, a MangaDex UUID. */
  provider_id: string
  facts: SeriesFacts
  /** Ids of the same series at other services. */
  ids: CrossIds
  first_issue_id?: string
  last_issue_id?: string
  /** `safe`, `suggestive`, `erotica`, `pornographic`: MangaDex. */
  content_rating?: string
  /** Small picture for a list. */
  thumb_url?: string
  /** When the source last changed the record, in the source's own form; only compared for equality. */
  changed?: string
}

export interface IssueRecord {
  provider_id: string
  facts: IssueFacts
  /** The record contains everything that the provider has: credits, characters, arcs. */
  detailed: boolean
  changed?: string
}

/** An issue that ships on a day, as a list of releases names it; the library's issue may differ. */
export interface ReleaseRecord {
  /** The id at the source, or another text that identifies the release there. */
  id: string
  /** When it ships. */
  day: string
  series: string
  kind: IssueKind
  unit: Unit
  number: string
  title?: string
  publisher?: string
  /** Year of the first issue of the series. */
  year?: number
  volume?: number
  book_type?: string
  /** Ids of the series and of the issue that the source names; they may be wrong. */
  series_ids: CrossIds
  issue_ids: CrossIds
}

export interface ReleaseQuery {
  first: string
  last: string
  /** Ids of the series that the library follows at the provider, for services that list releases by series. */
  followed: readonly string[]
}

/** Why a provider gave no answer. */
export type QueryFailure = ServiceFailure<FailureKind>

export type ProviderAnswer<T> = ServiceAnswer<T, FailureKind>

export interface SeriesQuery {
  name: string
  content_type: ContentType
  /** Used where the provider can filter by it. */
  year?: number
  limit: number
  /** A multiple of `limit`: some services count pages. */
  offset: number
  sort?: string
}

export interface SeriesResults {
  series: SeriesRecord[]
  /** Total count reported by the provider. */
  total: number
}

export interface ProviderRequestOptions extends RequestOptions {
  /** Do not use stored replies without a request; revalidation is allowed. */
  fresh?: boolean
}

/** One metadata service. Failures are values; the client handles pace and back-off. */
export interface ProviderQueries {
  /** Requests for such a list beyond its pages. */
  readonly askedBeside?: number
  /** The most series in the reply to one search request. */
  readonly searchSize: number
  search(query: SeriesQuery, asking?: ProviderRequestOptions): Promise<ProviderAnswer<SeriesResults>>
  /** Several at once where the service supports that. Unknown ids are absent from the answer. */
  series(ids: readonly string[], asking?: ProviderRequestOptions): Promise<ProviderAnswer<SeriesRecord[]>>
  /** All issues of a series, page after page. */
  issues(seriesId: string, asking?: ProviderRequestOptions): Promise<ProviderAnswer<IssueRecord[]>>
  /** One issue with credits and characters; `ok: undefined` when the issue does not exist at the service. */
  issue(issueId: string, asking?: ProviderRequestOptions): Promise<ProviderAnswer<IssueRecord | undefined>>
  /** Releases from `first` to `last`: all pages, or a failure. Absent when the service has no such list. */
  releases?(query: ReleaseQuery, asking?: ProviderRequestOptions): Promise<ProviderAnswer<ReleaseRecord[]>>
  /** The series of an issue, where the list of releases does not name it; `ok: undefined` when the issue is unknown. */
  seriesOf?(issueId: string, asking?: ProviderRequestOptions): Promise<ProviderAnswer<string | undefined>>
  /** Absent where the provider has no story arcs. */
  readonly arcs?: ArcQueries
  /** Sends a small request that needs the key. */
  test(asking?: ProviderRequestOptions): Promise<ProviderAnswer<{ detail: string }>>
}

/** A provider as the rest of the program uses it. */
export interface MetadataProvider extends ProviderQueries {
  readonly name: ProviderName
  readonly label: string
  readonly serves: readonly ContentType[]
  /** Without such lists, issues are made from their count. */
  readonly listsIssues: boolean
}
