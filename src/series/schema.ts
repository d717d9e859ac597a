import { type TSchema, t } from 'elysia'
import { KNOWN_FORMATS } from '../formats/formats'
import { PageQuery, Pagination } from '../http/paging'
import { Id, Word } from '../http/wire'
import {
  contentTypes,
  dateSources,
  displayStates,
  eligibilityReasons,
  evidences,
  fulfillments,
  intents,
  legacyStatuses,
  progresses,
  seriesSorts,
  units,
} from './states'

/** What crosses the wire. Names in other casing than ours are those that existing tools read. */

/** A reply of thousands of rows. The compiler checks them in wire.ts; to check them again at every request costs more than to read them. */
export const Trusted = <S extends TSchema>(_schema: S) => t.Unsafe<S['static']>(t.Any())
const Text = t.String()
const Maybe = t.Nullable(t.String())
const Count = t.Integer()
const Flag = t.Boolean()

// Requests

export const SeriesQuery = t.Object({
  ...PageQuery,
  q: t.Optional(t.String({ maxLength: 200 })),
  content_type: t.Optional(Word(contentTypes)),
  status: t.Optional(Word(['active', 'paused'])),
  publisher: t.Optional(t.String({ maxLength: 255 })),
  progress: t.Optional(Word(progresses)),
  sort: t.Optional(Word(seriesSorts)),
  order: t.Optional(Word(['asc', 'desc'])),
})
export type SeriesQuery = typeof SeriesQuery.static

export const WantedQuery = t.Object({ ...PageQuery, q: t.Optional(t.String({ maxLength: 200 })) })
export type WantedQuery = typeof WantedQuery.static

export const DeleteQuery = t.Object({ directory: t.Optional(t.Boolean()) })
/** Enums are read without regard to case, so their spelling is checked by the service. */
export const SearchSettings = t.Object({
  allow_packs: t.Optional(Flag),
  ignore_type: t.Optional(Flag),
  bare_number_mode: t.Optional(Text),
  monitor_mode: t.Optional(Text),
})
export type SearchSettings = typeof SearchSettings.static
export const ContentKind = t.Object({ content_type: Word(contentTypes) })
/** One of the words for what a reader wants of an issue, without regard to case. */
export const IssueStatus = t.Object({ status: Text })
export const IntentSet = t.Object({ success: t.Literal(true), status: Word(intents) })
export const Ids = t.Object({ ids: t.Array(Id, { minItems: 1, maxItems: 100 }) })
export const OneIssue = t.Object({ comic_id: Id, issue_id: Id })

// Series

const SeriesListRow = {
  ComicID: Id,
  ComicName: Text,
  ComicSortName: Text,
  ComicImage: Maybe,
  Status: Word(['Active', 'Paused', 'Loading']),
  ComicPublisher: Maybe,
  ComicYear: Maybe,
  LatestIssue: Maybe,
  LatestDate: Maybe,
  Total: Count,
  Have: Count,
  DetailURL: Maybe,
  ContentType: Word(contentTypes),
  ComicLocation: Maybe,
  LastUpdated: Text,
  DateAdded: Text,
  AllowPacks: Word(['0', '1']),
  IgnoreType: Count,
  BareNumberMode: Text,
  MonitorMode: Text,
  MetadataSource: Text,
  ReadingDirection: Text,
}

export const SeriesItem = t.Object(SeriesListRow)
export type SeriesItem = typeof SeriesItem.static

const nothing = t.Null()

/** All columns that older tools read; null is what we do not keep. */
export const ComicRow = t.Object({
  ...SeriesListRow,
  IncludeExtras: Count,
  FirstImageSize: nothing,
  PublisherImprint: Maybe,
  ComicPublished: nothing,
  NewPublish: nothing,
  intLatestIssue: t.Nullable(Count),
  Description: Maybe,
  DescriptionEdit: nothing,
  QUALalt_vers: nothing,
  QUALtype: nothing,
  QUALscanner: nothing,
  QUALquality: nothing,
  AlternateSearch: Maybe,
  UseFuzzy: nothing,
  ComicVersion: Maybe,
  SortOrder: nothing,
  ForceContinuing: Count,
  ComicName_Filesafe: nothing,
  AlternateFileName: nothing,
  ComicImageURL: Maybe,
  ComicImageALTURL: nothing,
  DynamicComicName: Text,
  Type: Text,
  Corrected_SeriesYear: nothing,
  Corrected_Type: nothing,
  TorrentID_32P: nothing,
  LatestIssueID: Maybe,
  Collects: nothing,
  AgeRating: Maybe,
  FilesUpdated: Maybe,
  seriesjsonPresent: Count,
  dirlocked: Count,
  cv_removed: Count,
  not_updated_db: nothing,
  ExternalID: Maybe,
  MangaDexID: Maybe,
  MalID: Maybe,
  ContentKindSetBy: Maybe,
})
export type ComicRow = typeof ComicRow.static

export const WatchRow = t.Object({
  ComicID: Id,
  ComicName: Text,
  ComicSortName: Text,
  ComicPublisher: Maybe,
  ComicYear: Maybe,
  ComicImage: Maybe,
  LatestIssue: Maybe,
  IntLatestIssue: t.Nullable(Count),
  LatestDate: Maybe,
  ComicVolume: Maybe,
  ComicPublished: nothing,
  PublisherImprint: Maybe,
  Status: Text,
  recentstatus: Word(['Continuing', 'Ended', 'Unknown']),
  percent: t.Number(),
  totalissues: t.Union([Count, t.Literal('?')]),
  haveissues: Count,
  DateAdded: Text,
  Type: Text,
  Corrected_Type: nothing,
  displaytype: Text,
  cv_removed: Count,
})
export type WatchRow = typeof WatchRow.static

export const SeriesPage = t.Object({ comics: t.Array(SeriesItem), pagination: Pagination })
export type SeriesPage = typeof SeriesPage.static

export const Facets = t.Object({
  total: Count,
  publishers: t.Array(t.Object({ publisher: Maybe, count: Count })),
  content_type: t.Object({ comic: Count, manga: Count }),
  status: t.Object({ active: Count, paused: Count }),
  progress: t.Object({ complete: Count, missing: Count, empty: Count }),
})

// Issues

const Eligibility = t.Object({
  eligible: Flag,
  reason: Word(eligibilityReasons),
  date: Maybe,
  source: t.Nullable(Word(dateSources)),
})

export const IssueItem = t.Object({
  id: Id,
  comicId: Id,
  comicName: Text,
  name: Maybe,
  imageURL: Maybe,
  number: Text,
  unit: Word(units),
  chapterNumber: Maybe,
  volumeNumber: Maybe,
  annual: Flag,
  releaseDate: Maybe,
  issueDate: Maybe,
  digitalDate: Maybe,
  status: Word(legacyStatuses),
  legacyStatus: Word(legacyStatuses),
  rawAcquisitionIntent: Word(intents),
  acquisitionIntent: Word(intents),
  intentExplicit: Flag,
  fulfillment: Word(fulfillments),
  fulfillmentEvidence: Word(evidences),
  displayState: Word(displayStates),
  eligible: Flag,
  eligibilityReason: Word(eligibilityReasons),
  eligibilityDate: Maybe,
  eligibilityDateSource: t.Nullable(Word(dateSources)),
  eligibility: Eligibility,
  owned: Flag,
  covered: Flag,
  physicalOwned: Flag,
  archived: Flag,
  inFlight: Flag,
  missing: Flag,
  monitored: Flag,
  future: Flag,
  deferred: Flag,
  location: Maybe,
  fileId: Maybe,
  pageCount: t.Nullable(Count),
  fileSize: t.Nullable(Count),
  format: t.Nullable(Word(KNOWN_FORMATS)),
})
export type IssueItem = typeof IssueItem.static

export const Summary = t.Object({
  total: Count,
  issues: Count,
  annuals: Count,
  owned: Count,
  covered: Count,
  physicalOwned: Count,
  archived: Count,
  inFlight: Count,
  missing: Count,
  monitored: Count,
  wanted: Count,
  skipped: Count,
  ignored: Count,
  failed: Count,
  unknown: Count,
  future: Count,
  eligible: Count,
  deferred: Count,
  completionPercent: t.Number(),
})
export type Summary = typeof Summary.static

/** What its page says beyond the columns of older tools. */
const About = t.Object({
  aliases: t.Array(Text),
  genres: t.Array(Text),
  /** `ongoing`, `ended`, `hiatus`, `cancelled`, `announced`; null when nobody said. */
  publication: Maybe,
  end_year: t.Nullable(Count),
  removed_upstream_at: Maybe,
  want_new: Flag,
})

export const SeriesDetail = t.Object({
  comic: t.Array(ComicRow),
  about: About,
  issues: t.Array(IssueItem),
  annuals: t.Array(IssueItem),
  summary: Summary,
  providerLinks: t.Array(t.Object({ provider: Text, label: Text, url: Text })),
})
export type SeriesDetail = typeof SeriesDetail.static

/** All columns that older tools read; null is what we do not keep. */
export const IssueRow = t.Object({
  IssueID: Id,
  ComicName: Text,
  IssueName: Maybe,
  Issue_Number: Text,
  DateAdded: Text,
  Status: Word(legacyStatuses),
  Type: nothing,
  ComicID: Id,
  ArtworkURL: nothing,
  ReleaseDate: Maybe,
  Location: Maybe,
  IssueDate: Maybe,
  DigitalDate: Maybe,
  Int_IssueNumber: t.Number(),
  ComicSize: Maybe,
  AltIssueNumber: nothing,
  IssueDate_Edit: nothing,
  ImageURL: Maybe,
  ImageURL_ALT: nothing,
  forced_file: nothing,
  inCacheDIR: nothing,
  ChapterNumber: Maybe,
  VolumeNumber: Maybe,
  AcquisitionIntent: Word(intents),
})
export type IssueRow = typeof IssueRow.static

const Attempt = t.Object({
  state: Text,
  attempt_count: Count,
  reason: Maybe,
  run_id: Id,
  entity_type: Text,
  updated_at: Text,
  completed_at: Maybe,
})
export type Attempt = typeof Attempt.static

const WantedIssue = {
  ComicName: Text,
  ComicYear: Maybe,
  ComicVersion: Maybe,
  BookType: Text,
  ComicPublisher: Maybe,
  PublisherImprint: Maybe,
  Issue_Number: Text,
  IssueName: Maybe,
  ReleaseDate: Maybe,
  IssueDate: Maybe,
  DigitalDate: Maybe,
  Status: Word(legacyStatuses),
  ComicID: Id,
  IssueID: Id,
  DateAdded: Text,
  /** The latest search for it. */
  acquisition: t.Nullable(Attempt),
  unit: Word(units),
  ContentType: Word(contentTypes),
}
export const WantedRow = t.Object(WantedIssue)
export type WantedRow = typeof WantedRow.static
export const WantedAnnual = t.Object({ ...WantedIssue, SeriesName: Text, SeriesComicID: Id })
export type WantedAnnual = typeof WantedAnnual.static

export const Wanted = t.Object({
  issues: t.Array(WantedRow),
  annuals: t.Array(WantedAnnual),
  pagination: t.Optional(Pagination),
})
export type Wanted = typeof Wanted.static

// Replies of commands

const success = t.Literal(true)
export const Removed = t.Object({ success, message: Text })
export const Settings = t.Object({
  success,
  settings: t.Object({ allow_packs: Flag, ignore_type: Flag, bare_number_mode: Text, monitor_mode: Text }),
})
export const KindSet = t.Object({ success, content_type: Word(contentTypes) })
export const BulkRemoved = t.Object({
  success: Flag,
  deleted: Count,
  total: Count,
  results: t.Array(t.Object({ id: Id, success: Flag })),
})
export const Counted = t.Object({ success, count: Count })
export const Queued = t.Object({ success, run_id: Maybe })
