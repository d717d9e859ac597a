import { legacyIssueNumber } from '../../base/names/numbers'
import { between, toSqlDateTime } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import { coverName, seriesArt } from './art'
import type { ComputedColumns } from './column-store'
import { idAtProvider, type KnownIds, providerLink, providerLinks } from './links'
import { pageDirection } from './reading-direction'
import type { ComicRow, SeriesItem, SeriesListItem, WatchRow } from './schema'
import type { SeriesStatus } from './states'
import type { SeriesRow } from './store'

/** Our series rows with the field names that existing tools read. */

/** Nothing searches for a series that only story arcs need, so tools read it as paused; `Followed` distinguishes it. */
export const seriesStatusWords = {
  active: 'Active',
  paused: 'Paused',
  loading: 'Loading',
  unfollowed: 'Paused',
} as const satisfies Record<SeriesStatus, string>
const text = (value: number | null) => (value === null ? null : String(value))
/** The day of an instant. */
export const dayOfInstant = (at: Instant) => at.slice(0, 10)
export const volumeOf = ({ volume }: Pick<SeriesRow, 'volume'>) => (volume === null ? null : `v${volume}`)

/**
 * What the address of a series' cover changes with: the file of an issue, and the issue itself, since two files can
 * have the same size and time.
 */
export const seriesCoverVersion = (issueId: string, fileVersion: string): string =>
  `${fileVersion}-${encodeURIComponent(issueId.slice(-8))}`

/** The cover's address; it changes with the file, so that a browser may cache the picture permanently. */
export function seriesCover({
  comic_id,
  cover_issue_id,
  cover_version,
  image_url,
  cover_choice,
}: Pick<SeriesRow, 'comic_id' | 'cover_issue_id' | 'cover_version' | 'image_url' | 'cover_choice'>): string | null {
  if (cover_choice && !('issue_id' in cover_choice)) return seriesArt(comic_id, coverName(cover_choice))
  if (cover_issue_id !== null && cover_version !== null)
    return `/api/covers/series/${encodeURIComponent(comic_id)}?v=${seriesCoverVersion(cover_issue_id, cover_version)}`
  return image_url === null ? null : seriesArt(comic_id, image_url)
}

/** `known` holds the series' ids at services, for series whose own id does not give the address of their page. */
export function seriesItem(row: SeriesRow, known: KnownIds = {}): SeriesItem {
  return {
    ComicID: row.comic_id,
    ComicName: row.name,
    ComicSortName: row.sort_name,
    ComicImage: seriesCover(row),
    Status: seriesStatusWords[row.status],
    Followed: row.status !== 'unfollowed',
    ComicPublisher: row.publisher,
    ComicYear: text(row.year),
    LatestIssue: row.latest_number,
    LatestDate: row.latest_date,
    Total: row.total,
    Have: row.have,
    CountedIn: row.counted_in ?? 'issue',
    TotalKnown: row.total_known,
    DetailURL: (providerLink(row) ?? providerLinks(row, known)[0])?.url ?? null,
    ContentType: row.content_type,
    ComicLocation: row.location,
    LastUpdated: toSqlDateTime(row.updated_at),
    DateAdded: dayOfInstant(row.added_at),
    AllowPacks: row.allow_packs ? '1' : '0',
    IgnoreType: row.ignore_type ? 1 : 0,
    BareNumberMode: row.bare_number_mode,
    MonitorMode: row.monitor_mode,
    MetadataSource: row.source,
    ReadingDirection: pageDirection(row.reading_direction),
    ReadsDown: row.reading_direction === 'down',
  }
}

/** A row of the library, with the columns that only Panelkeep's pages read. */
export const seriesListItem = (row: SeriesRow, known: KnownIds = {}, columns?: ComputedColumns): SeriesListItem => ({
  ...seriesItem(row, known),
  Size: row.size,
  Files: row.file_count,
  Announced: columns?.announced ?? 0,
  Publication: row.publication,
  Unread: columns?.unread ?? row.readable,
  NextDate: columns?.next_date ?? null,
  Rating: columns?.rating ?? null,
  Tags: columns?.tags ?? [],
})

const UNSTORED = {
  IncludeExtras: 0,
  FirstImageSize: null,
  ComicPublished: null,
  NewPublish: null,
  DescriptionEdit: null,
  QUALalt_vers: null,
  QUALtype: null,
  QUALscanner: null,
  QUALquality: null,
  UseFuzzy: null,
  SortOrder: null,
  ForceContinuing: 0,
  ComicName_Filesafe: null,
  AlternateFileName: null,
  ComicImageALTURL: null,
  Corrected_SeriesYear: null,
  Corrected_Type: null,
  TorrentID_32P: null,
  Collects: null,
  seriesjsonPresent: 0,
  dirlocked: 0,
  not_updated_db: null,
} as const

/** `known` holds the series' ids at services, if they were read. */
export function comicRow(row: SeriesRow, known: KnownIds = {}): ComicRow {
  return {
    ...seriesItem(row, known),
    ...UNSTORED,
    PublisherImprint: row.imprint,
    intLatestIssue: latestAsInteger(row),
    Description: row.description,
    ComicVersion: volumeOf(row),
    DynamicComicName: row.match_key,
    Type: row.book_type,
    LatestIssueID: row.latest_issue_id,
    FilesUpdated: row.files_at === null ? null : toSqlDateTime(row.files_at),
    AlternateSearch: row.aliases?.join('##') || null,
    ComicImageURL: row.image_url,
    ExternalID: known[row.source as keyof KnownIds] ?? idAtProvider(row.source, row) ?? null,
    MangaDexID: known.mangadex ?? idAtProvider('mangadex', row) ?? null,
    MalID: known.myanimelist ?? idAtProvider('mal', row) ?? null,
    ContentKindSetBy: row.content_type_chosen ? 'operator' : null,
    AgeRating: row.age_rating,
    cv_removed: row.removed_upstream_at === null ? 0 : 1,
  }
}

const latestAsInteger = ({ latest_number }: SeriesRow) =>
  latest_number === null ? null : legacyIssueNumber(latest_number)

export function watchRow(row: SeriesRow, now: Instant): WatchRow {
  return {
    ComicID: row.comic_id,
    ComicName: row.name,
    ComicSortName: row.sort_name,
    ComicPublisher: row.publisher,
    ComicYear: text(row.year),
    ComicImage: seriesCover(row),
    LatestIssue: row.latest_number,
    IntLatestIssue: latestAsInteger(row),
    LatestDate: row.latest_date,
    ComicVolume: volumeOf(row),
    ComicPublished: null,
    PublisherImprint: row.imprint,
    Status: seriesStatusWords[row.status],
    recentstatus: recentStatus(row.latest_date, now),
    percent: ownedPercent(row),
    totalissues: row.total === 0 ? '?' : row.total,
    haveissues: row.have,
    DateAdded: toSqlDateTime(row.updated_at), // older tools show the last update here
    Type: row.book_type,
    Corrected_Type: null,
    displaytype: row.book_type,
    cv_removed: row.removed_upstream_at === null ? 0 : 1,
  }
}

const STILL_COMING_MS = 55 * 86_400_000

/** Continuing while the latest issue is less than 55 days old or not yet released. */
export function recentStatus(latest: string | null, now: Instant): WatchRow['recentstatus'] {
  if (latest === null) return 'Unknown'
  const age = between(`${latest.padEnd(10, '-01')}T00:00:00.000Z`, now)
  if (Number.isNaN(age)) return 'Unknown'
  return age < STILL_COMING_MS ? 'Continuing' : 'Ended'
}

/** 0 to 100 with one decimal; 101 means that more issues are owned than were announced. */
export function ownedPercent({ have, total }: Pick<SeriesRow, 'have' | 'total'>): number {
  if (total === 0) return 0
  return have > total ? 101 : Math.round((have / total) * 1000) / 10
}
