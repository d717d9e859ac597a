import { basename } from 'node:path'
import { legacyIssueNumber } from '../../base/names/numbers'
import { issueArt } from './art'
import type { ComputedColumns } from './column-store'
import { type FileRow, versionOf } from './file-store'
import { gapsOf } from './gaps'
import type {
  IssueItem,
  LegacyIssueRow,
  LegacyWantedRow,
  SearchAttempt,
  Summary,
  WantedAnnual,
  WantedReply,
} from './issue-schema'
import { type KnownIds, providerLinks } from './links'
import type { WantedRow as WantedFacts } from './list-store'
import { type Projection, project, statusWord } from './projection'
import type { SeriesDetail } from './schema'
import type { IssueKind, Unit } from './states'
import type { SeriesRow, IssueRow as StoredIssue } from './store'
import { comicRow, dayOfInstant, ownedPercent, volumeOf } from './wire'

/** Our issue rows with the field names that existing tools read. */

/** The cover of the file, or the provider's picture. */
export function imageOf(issue: StoredIssue, file: FileRow | undefined): string | null {
  const { issue_id, image_url } = issue
  if (file && file.page_count > 0) return `/api/covers/issues/${encodeURIComponent(issue_id)}?v=${versionOf(file)}`
  return image_url === null ? null : issueArt(issue_id, image_url)
}

function projectionOf(series: SeriesRow, issue: StoredIssue, file: FileRow | undefined, today: string): Projection {
  const { intent, fulfillment, release_date, digital_date, issue_date } = issue
  const dates = { release_date, digital_date, issue_date, today }
  return project({ intent, fulfillment, hasFile: file !== undefined, series: series.status, ...dates })
}

export function issueItem(series: SeriesRow, issue: StoredIssue, file: FileRow | undefined, today: string): IssueItem {
  const { status, eligibility, ...state } = projectionOf(series, issue, file, today)
  return {
    id: issue.issue_id,
    comicId: issue.comic_id,
    comicName: series.name,
    name: issue.title,
    imageURL: imageOf(issue, file),
    number: issue.number,
    unit: issue.unit,
    ...mangaNumbers(issue),
    annual: issue.kind === 'annual',
    releaseDate: issue.release_date,
    issueDate: issue.issue_date,
    digitalDate: issue.digital_date,
    status,
    legacyStatus: status,
    rawAcquisitionIntent: issue.intent,
    acquisitionIntent: issue.intent,
    intentExplicit: issue.intent !== 'policy',
    ...state,
    eligible: eligibility.eligible,
    eligibilityReason: eligibility.reason,
    eligibilityDate: eligibility.date,
    eligibilityDateSource: eligibility.source,
    eligibility,
    location: file?.path ?? null,
    fileId: file?.file_id ?? null,
    pageCount: file?.page_count ?? null,
    fileSize: file?.size ?? null,
    format: file?.format ?? null,
  }
}

const mangaNumbers = ({ unit, number, volume_number }: StoredIssue) => ({
  chapterNumber: unit === 'chapter' ? number : null,
  volumeNumber: unit === 'volume' ? number : volume_number,
})

interface SeriesDetailFacts {
  series: SeriesRow
  /** In the order of the issue numbers. */
  issues: StoredIssue[]
  files: Map<string, FileRow>
  /** The issue's ids at the services that know it. */
  known: KnownIds
  columns: ComputedColumns | undefined
  /** When a provider was last queried for the issue. */
  checked_at: string | null
}

/** The page of a series: highest number first. `comic` is a list of one, as older tools expect. */
export function seriesDetail(
  { series, issues, files, known, ...facts }: SeriesDetailFacts,
  today: string,
): SeriesDetail {
  const items = issues.map((issue) => issueItem(series, issue, files.get(issue.issue_id), today)).reverse()
  return {
    comic: [comicRow(series, known)],
    about: { ...aboutOf(series, facts), ...gapFields(issues, series) },
    issues: items.filter((item) => !item.annual),
    annuals: items.filter((item) => item.annual),
    summary: summaryOf(series, items),
    providerLinks: providerLinks(series, known),
  }
}

function gapFields(issues: readonly StoredIssue[], series: SeriesRow) {
  const gaps = gapsOf(issues, series)
  const numbersOf = (of: Unit) => gaps.filter(({ unit }) => unit === of).map(({ number }) => number)
  return { gaps: numbersOf('issue'), volume_gaps: numbersOf('volume'), chapter_gaps: numbersOf('chapter') }
}

const aboutOf = (
  series: SeriesRow,
  { columns, checked_at }: Pick<SeriesDetailFacts, 'columns' | 'checked_at'>,
): Omit<SeriesDetail['about'], keyof ReturnType<typeof gapFields>> => ({
  aliases: series.aliases ?? [],
  genres: series.genres ?? [],
  publication: series.publication,
  end_year: series.end_year,
  removed_upstream_at: series.removed_upstream_at,
  want_new: series.want_new,
  size: series.size,
  files: series.file_count,
  announced: columns?.announced ?? 0,
  unread: columns?.unread ?? series.readable,
  next_date: columns?.next_date ?? null,
  checked_at,
})

function summaryOf(series: SeriesRow, items: IssueItem[]): Summary {
  const count = (holds: (item: IssueItem) => boolean) => items.filter(holds).length
  const [owned, covered] = [count((item) => item.owned), count((item) => item.covered)]
  return {
    total: items.length,
    issues: count((item) => !item.annual),
    annuals: count((item) => item.annual),
    owned,
    covered,
    physicalOwned: count((item) => item.physicalOwned),
    archived: count((item) => item.archived),
    inFlight: count((item) => item.inFlight),
    missing: count((item) => item.missing),
    monitored: count((item) => item.monitored),
    wanted: count((item) => item.displayState === 'Wanted'),
    skipped: count((item) => item.displayState === 'Skipped'),
    ignored: count((item) => item.displayState === 'Ignored'),
    failed: count((item) => item.displayState === 'Failed'),
    unknown: count((item) => item.displayState === 'Unknown'),
    future: count((item) => item.future),
    eligible: count((item) => item.eligible),
    deferred: count((item) => item.deferred),
    completionPercent: ownedPercent(series),
  }
}

/** A full row for tools. `Location` is the bare file name, `ComicSize` the bytes as digits. */
export function legacyIssueRow(
  series: SeriesRow,
  issue: StoredIssue,
  file: FileRow | undefined,
  today: string,
): LegacyIssueRow {
  const { chapterNumber, volumeNumber } = mangaNumbers(issue)
  return {
    IssueID: issue.issue_id,
    ComicName: series.name,
    IssueName: issue.title,
    Issue_Number: issue.number,
    DateAdded: dayOfInstant(issue.added_at),
    Status: projectionOf(series, issue, file, today).status,
    Type: null,
    ComicID: issue.comic_id,
    ArtworkURL: null,
    ReleaseDate: issue.release_date,
    Location: file ? basename(file.path) : null,
    IssueDate: issue.issue_date,
    DigitalDate: issue.digital_date,
    Int_IssueNumber: legacyIssueNumber(issue.number),
    ComicSize: file ? String(file.size) : null,
    AltIssueNumber: null,
    IssueDate_Edit: null,
    ImageURL: imageOf(issue, file),
    ImageURL_ALT: null,
    forced_file: null,
    inCacheDIR: null,
    ChapterNumber: chapterNumber,
    VolumeNumber: volumeNumber,
    AcquisitionIntent: issue.intent,
  }
}

export function wantedRow({ issue, series }: WantedFacts, acquisition: SearchAttempt | null): LegacyWantedRow {
  return {
    ComicName: series.name,
    ComicYear: series.year === null ? null : String(series.year),
    ComicVersion: volumeOf(series),
    BookType: series.book_type,
    ComicPublisher: series.publisher,
    PublisherImprint: series.imprint,
    Issue_Number: issue.number,
    IssueName: issue.title,
    ReleaseDate: issue.release_date,
    IssueDate: issue.issue_date,
    DigitalDate: issue.digital_date,
    Status: statusWord(issue.intent, issue.fulfillment),
    ComicID: issue.comic_id,
    IssueID: issue.issue_id,
    DateAdded: dayOfInstant(issue.added_at),
    acquisition,
    unit: issue.unit,
    ContentType: series.content_type,
    Monitored: series.status !== 'paused',
  }
}

export const wantedAnnual = (facts: WantedFacts, acquisition: SearchAttempt | null): WantedAnnual => ({
  ...wantedRow(facts, acquisition),
  SeriesName: facts.series.name,
  SeriesComicID: facts.issue.comic_id,
})

/** The reply separates issues and annuals; `order` says which comes when. */
export function wantedPage(
  found: readonly { kind: IssueKind; row: LegacyWantedRow }[],
  pagination: WantedReply['pagination'],
): WantedReply {
  const ofKind = (wanted: IssueKind) => found.filter(({ kind }) => kind === wanted).map(({ row }) => row)
  const order = found.map(({ row }) => row.IssueID)
  return { issues: ofKind('issue'), annuals: ofKind('annual') as WantedAnnual[], order, pagination }
}
