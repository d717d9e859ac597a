import { t } from 'elysia'
import { KNOWN_FORMATS } from '../../base/formats/formats'
import { Integer } from '../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../base/http/page-schema'
import { Id, OneOf, QueryFlag } from '../../base/http/wire'
import {
  contentTypes,
  dateSources,
  displayStates,
  eligibilityReasons,
  fulfillments,
  intents,
  legacyStatuses,
  ownershipEvidences,
  units,
  wantedSorts,
  wantedWhens,
} from './states'

/** Issues on the wire: for the pages, in the columns of older tools, and in the wanted list. */

const Text = t.String()
const Maybe = t.Nullable(t.String())
const Count = Integer()
const Flag = t.Boolean()
const nothing = t.Null()

const Eligibility = t.Object({
  eligible: Flag,
  reason: OneOf(eligibilityReasons),
  date: Maybe,
  source: t.Nullable(OneOf(dateSources)),
})

export const IssueItem = t.Object({
  id: Id,
  comicId: Id,
  comicName: Text,
  name: Maybe,
  imageURL: Maybe,
  number: Text,
  unit: OneOf(units),
  chapterNumber: Maybe,
  volumeNumber: Maybe,
  annual: Flag,
  releaseDate: Maybe,
  issueDate: Maybe,
  digitalDate: Maybe,
  status: OneOf(legacyStatuses),
  legacyStatus: OneOf(legacyStatuses),
  rawAcquisitionIntent: OneOf(intents),
  acquisitionIntent: OneOf(intents),
  intentExplicit: Flag,
  fulfillment: OneOf(fulfillments),
  fulfillmentEvidence: OneOf(ownershipEvidences),
  displayState: OneOf(displayStates),
  eligible: Flag,
  eligibilityReason: OneOf(eligibilityReasons),
  eligibilityDate: Maybe,
  eligibilityDateSource: t.Nullable(OneOf(dateSources)),
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
  format: t.Nullable(OneOf(KNOWN_FORMATS)),
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

/** All columns that older tools read; null where Panelkeep keeps no such value. */
export const LegacyIssueRow = t.Object({
  IssueID: Id,
  ComicName: Text,
  IssueName: Maybe,
  Issue_Number: Text,
  DateAdded: Text,
  Status: OneOf(legacyStatuses),
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
  AcquisitionIntent: OneOf(intents),
})
export type LegacyIssueRow = typeof LegacyIssueRow.static

const Attempt = t.Object({
  state: Text,
  attempt_count: Count,
  reason: Maybe,
  run_id: Id,
  entity_type: Text,
  updated_at: Text,
  completed_at: Maybe,
  summary: Maybe,
})
export type SearchAttempt = typeof Attempt.static

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
  Status: OneOf(legacyStatuses),
  ComicID: Id,
  IssueID: Id,
  DateAdded: Text,
  /** The latest search for the issue. */
  acquisition: t.Nullable(Attempt),
  unit: OneOf(units),
  ContentType: OneOf(contentTypes),
  /** Whether automatic searches include its series. */
  Monitored: t.Boolean(),
  /** For an upgrade: the format of the file, and the preferred one. */
  file_format: t.Optional(t.Nullable(OneOf(KNOWN_FORMATS))),
  preferred_format: t.Optional(t.Nullable(OneOf(KNOWN_FORMATS))),
}
export const LegacyWantedRow = t.Object(WantedIssue)
export type LegacyWantedRow = typeof LegacyWantedRow.static
export const WantedAnnual = t.Object({ ...WantedIssue, SeriesName: Text, SeriesComicID: Id })
export type WantedAnnual = typeof WantedAnnual.static

/** A wanted issue of a story arc; its ids are null where the library does not follow the series. */
const WantedInArc = t.Object({
  StoryArc: Text,
  StoryArcID: Id,
  IssueArcID: Id,
  ComicName: Text,
  IssueNumber: Text,
  IssueName: Maybe,
  ReleaseDate: Maybe,
  IssueDate: Maybe,
  DigitalDate: Maybe,
  Status: t.Literal('Wanted'),
  ComicID: t.Nullable(Id),
  IssueID: t.Nullable(Id),
  DateAdded: Text,
})
export type WantedInArc = typeof WantedInArc.static

export const WantedReply = t.Object({
  issues: t.Array(LegacyWantedRow),
  annuals: t.Array(WantedAnnual),
  /** Only when the query requests them, and the settings list story arcs with the releases. */
  story_arcs: t.Optional(t.Array(WantedInArc)),
  /** The ids of both in order; only for a list that is filtered or sorted. */
  order: t.Optional(t.Array(Id)),
  pagination: t.Optional(Pagination),
})
export type WantedReply = typeof WantedReply.static

/** The last three filter and sort a page; without a limit they do not apply. */
export const WantedQuery = t.Object({
  ...PageQuery,
  q: t.Optional(t.String({ maxLength: 200 })),
  story_arcs: t.Optional(QueryFlag),
  when: t.Optional(OneOf(wantedWhens)),
  kind: t.Optional(OneOf(contentTypes)),
  sort: t.Optional(OneOf(wantedSorts)),
})
export type WantedQuery = typeof WantedQuery.static
export const KeepFile = t.Object({ keep: t.Boolean() })
