import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../base/http/page-schema'
import { Id, OneOf, QueryFlag } from '../../base/http/wire'
import { IssueItem, Summary } from './issue-schema'
import { contentTypes, intents, issueKinds, progresses, readFilters, runFilters, seriesSorts, units } from './states'

/** Names in a different casing from ours are those that existing tools read. */

const Text = t.String()
const Maybe = t.Nullable(t.String())
const Count = Integer()
const Flag = t.Boolean()

// Requests

const Named = t.Optional(t.String({ maxLength: 255 }))
const ListFilters = {
  q: t.Optional(t.String({ maxLength: 200 })),
  content_type: t.Optional(OneOf(contentTypes)),
  status: t.Optional(OneOf(['active', 'paused'])),
  publisher: t.Optional(t.String({ maxLength: 255 })),
  progress: t.Optional(OneOf(progresses)),
  read: t.Optional(OneOf(readFilters)),
  publication: t.Optional(OneOf(runFilters)),
  /** Only series without a provider. */
  unmatched: t.Optional(QueryFlag),
  favourite: t.Optional(QueryFlag),
  genre: t.Optional(t.String({ maxLength: 255 })),
  /** The first and the last year, both included. */
  year_from: t.Optional(t.Integer()),
  year_to: t.Optional(t.Integer()),
  book_type: t.Optional(t.String({ maxLength: 255 })),
  tag: t.Optional(t.String({ maxLength: 50 })),
  person: Named,
  /** What the person does in the series. */
  role: t.Optional(t.String({ maxLength: 40 })),
  character: Named,
  team: Named,
  location: Named,
  imprint: Named,
  arc: Named,
  /** The lowest rating. */
  rating: t.Optional(t.Integer({ minimum: 1, maximum: 5 })),
  collection: t.Optional(Id),
}
export const SeriesListQuery = t.Object({
  ...PageQuery,
  ...ListFilters,
  sort: t.Optional(OneOf(seriesSorts)),
  order: t.Optional(OneOf(['asc', 'desc'])),
})
export type SeriesListQuery = typeof SeriesListQuery.static

/** The filters of the list, without sorting and paging. */
export const LettersQuery = t.Object(ListFilters)
export type LettersQuery = typeof LettersQuery.static

export const FindQuery = t.Object({
  q: t.String({ maxLength: 200 }),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 50 })),
})

export const DeleteQuery = t.Object({ directory: t.Optional(QueryFlag) })
/** Enums are read without regard to case, so their spelling is checked by the service. */
export const SearchSettings = t.Object({
  allow_packs: t.Optional(Flag),
  ignore_type: t.Optional(Flag),
  bare_number_mode: t.Optional(Text),
  monitor_mode: t.Optional(Text),
})
export type SearchSettings = typeof SearchSettings.static
export const ContentKind = t.Object({ content_type: OneOf(contentTypes) })
/** A status that the user can give an issue, without regard to case. */
export const IssueStatus = t.Object({ status: Text })
export const IntentSet = t.Object({ success: t.Literal(true), status: OneOf(intents) })
export const SeriesIdsBody = t.Object({ ids: t.Array(Id, { minItems: 1, maxItems: 100 }) })
export const OneIssue = t.Object({ comic_id: Id, issue_id: Id })

// Series

const SeriesListRow = {
  ComicID: Id,
  ComicName: Text,
  ComicSortName: Text,
  ComicImage: Maybe,
  Status: OneOf(['Active', 'Paused', 'Loading']),
  /** False: only story arcs need the series; it is listed nowhere else, and neither monitored nor paused. */
  Followed: t.Boolean(),
  ComicPublisher: Maybe,
  ComicYear: Maybe,
  LatestIssue: Maybe,
  LatestDate: Maybe,
  Total: Count,
  Have: Count,
  /** The unit of both counts. */
  CountedIn: OneOf(units),
  /** Whether the total is final. */
  TotalKnown: Flag,
  DetailURL: Maybe,
  ContentType: OneOf(contentTypes),
  ComicLocation: Maybe,
  LastUpdated: Text,
  DateAdded: Text,
  AllowPacks: OneOf(['0', '1']),
  IgnoreType: Count,
  BareNumberMode: Text,
  MonitorMode: Text,
  MetadataSource: Text,
  ReadingDirection: Text,
  /** Set for a webtoon; existing tools know two directions, and read `ltr` here. */
  ReadsDown: t.Boolean(),
}

export const SeriesItem = t.Object(SeriesListRow)
export type SeriesItem = typeof SeriesItem.static

/** Includes the extra columns of the library page. */
export const SeriesListItem = t.Object({
  ...SeriesListRow,
  /** Bytes of the series' files. */
  Size: Count,
  Files: Count,
  /** Missing issues that are not released; part of `Total`. */
  Announced: Count,
  /** `ongoing`, `ended`, `hiatus`, `cancelled`, `announced`; null when unknown. */
  Publication: Maybe,
  /** Unread issues with a file. */
  Unread: Count,
  /** The day of the next release. */
  NextDate: Maybe,
  /** 1 to 5. */
  Rating: t.Nullable(Count),
  Tags: t.Array(Text),
})
export type SeriesListItem = typeof SeriesListItem.static

/** Issues that a search found by title or people. */
const FoundIssue = t.Object({
  issue_id: t.String(),
  comic_id: t.String(),
  series: t.String(),
  year: t.Nullable(Integer()),
  kind: OneOf(issueKinds),
  unit: OneOf(units),
  number: t.String(),
  title: Maybe,
})
export const LibraryFinds = t.Object({ series: t.Array(SeriesItem), issues: t.Array(FoundIssue) })
export type LibraryFinds = typeof LibraryFinds.static

const nothing = t.Null()

/** All columns that older tools read; null where Panelkeep keeps no such value. */
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
  recentstatus: OneOf(['Continuing', 'Ended', 'Unknown']),
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

export const SeriesListPage = t.Object({ comics: t.Array(SeriesListItem), pagination: Pagination })
export type SeriesListPage = typeof SeriesListPage.static

/**
 * For each first letter of a name: its first position in alphabetical order, and the number of names. `#`: not a
 * letter.
 */
export const Letters = t.Object({
  letters: t.Array(t.Object({ letter: Text, at: Count, count: Count })),
})
export type Letters = typeof Letters.static

const ValueCount = t.Object({ value: Text, count: Count })
export const FacetsReply = t.Object({
  total: Count,
  publishers: t.Array(t.Object({ publisher: Maybe, count: Count })),
  content_type: t.Object({ comic: Count, manga: Count }),
  status: t.Object({ active: Count, paused: Count }),
  progress: t.Object({ complete: Count, missing: Count, empty: Count, unknown: Count }),
  read: t.Object({ unread: Count, in_progress: Count, read: Count }),
  publication: t.Object({ ongoing: Count, ended: Count }),
  unmatched: Count,
  favourite: Count,
  /** Series rated this or better, from 5 down to 1. */
  ratings: t.Array(ValueCount),
  genres: t.Array(ValueCount),
  /** By the first year of each. */
  decades: t.Array(ValueCount),
  book_types: t.Array(ValueCount),
  tags: t.Array(ValueCount),
  collections: t.Array(t.Object({ value: Id, name: Text, count: Count })),
})

/** Fields of a series' page beyond the columns of older tools. */
const About = t.Object({
  aliases: t.Array(Text),
  genres: t.Array(Text),
  /** `ongoing`, `ended`, `hiatus`, `cancelled`, `announced`; null when unknown. */
  publication: Maybe,
  end_year: t.Nullable(Count),
  removed_upstream_at: Maybe,
  want_new: Flag,
  size: Count,
  files: Count,
  /** Missing issues that are not released; part of `Total`. */
  announced: Count,
  unread: Count,
  next_date: Maybe,
  /** When a provider was last queried for the series; null when none was. */
  checked_at: Maybe,
  /** Whole numbers between the first and the last issue that are not listed. */
  gaps: t.Array(Count),
  /** The same for volumes, and for the chapters outside owned volumes. */
  volume_gaps: t.Array(Count),
  chapter_gaps: t.Array(Count),
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

// Replies of commands

const success = t.Literal(true)
export const RemoveReply = t.Object({ success, message: Text })
export const SearchSettingsReply = t.Object({
  success,
  settings: t.Object({ allow_packs: Flag, ignore_type: Flag, bare_number_mode: Text, monitor_mode: Text }),
})
export const KindSet = t.Object({ success, content_type: OneOf(contentTypes) })
export const BulkRemoved = t.Object({
  success: Flag,
  deleted: Count,
  total: Count,
  results: t.Array(t.Object({ id: Id, success: Flag })),
})
export const CountReply = t.Object({ success, count: Count })
export const QueuedReply = t.Object({ success, run_id: Maybe })
export const GapsWanted = t.Object({ success, numbers: t.Array(Count), run_id: Maybe })
