import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { Id, OneOf, QueryFlag, RawReply, UncheckedReply } from '../../base/http/wire'
import { readStates } from '../../library/reading/states'
import { arcIssueStatuses, arcOrders, arcSources, matchMethods, unmatchedReasons } from './states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer({ minimum: 0 })
const Success = t.Literal(true)

export const ArcsQuery = t.Object({ customOnly: t.Optional(QueryFlag) })
export const StoryArcParams = t.Object({ arc_id: Id })
export const ArcIssueParams = t.Object({ arc_id: Id, issue_arc_id: Id })

/** Uses the field names that existing tools read; the fields in lower case are ours. */
const ArcSummary = t.Object({
  StoryArcID: Id,
  StoryArc: Text,
  TotalIssues: Count,
  Have: Count,
  Total: Count,
  percent: t.Number({ minimum: 0, maximum: 100 }),
  SpanYears: Maybe,
  CV_ArcID: Maybe,
  Publisher: Maybe,
  ArcImage: Maybe,
  source: OneOf(arcSources),
  ordered_by: OneOf(arcOrders),
  /** Rows without an issue of the library. */
  unmatched: Count,
  updated_at: Text,
})
export type ArcSummary = typeof ArcSummary.static
export const Arcs = t.Array(ArcSummary)

const Candidate = t.Object({
  issue_id: Id,
  comic_id: Id,
  series: Text,
  year: t.Nullable(t.Integer()),
  label: Text,
})

const ArcIssue = t.Object({
  IssueArcID: Id,
  ReadingOrder: Count,
  ComicID: t.Nullable(Id),
  ComicName: Text,
  IssueNumber: Text,
  IssueID: t.Nullable(Id),
  Status: OneOf(arcIssueStatuses),
  IssueDate: Maybe,
  IssueName: Maybe,
  IssuePublisher: Maybe,
  Location: Maybe,
  /** `#12`, `Chapter 4`, `Annual #2`. */
  label: Text,
  image: Maybe,
  readable: t.Boolean(),
  state: OneOf(readStates),
  percent: t.Number({ minimum: 0, maximum: 1 }),
  /** The fields of the list, unchanged. */
  listed: t.Object({
    series: Text,
    volume: t.Nullable(t.Integer()),
    number: Text,
    year: t.Nullable(t.Integer()),
    /** `TPB`, `HC` …: collections can be left out. */
    book_type: t.Optional(Maybe),
  }),
  matched_by: t.Nullable(OneOf(matchMethods)),
  reason: t.Nullable(OneOf(unmatchedReasons)),
  candidates: t.Array(Candidate),
})
export type ArcIssueItem = typeof ArcIssue.static

const ArcDetail = t.Object({
  arc: t.Intersect([
    ArcSummary,
    t.Object({ can_undo_order: t.Boolean(), description: Maybe, page: Maybe, source_label: Maybe }),
  ]),
  issues: t.Array(ArcIssue),
})
export type ArcDetail = typeof ArcDetail.static
export const ArcDetailReply = UncheckedReply(ArcDetail)

const Name = t.String({ minLength: 1, maxLength: 200 })
const AnyId = t.Optional(t.Nullable(t.Union([Id, t.Integer()])))
export const NewArcBody = t.Object({
  /** For one of the user's own arcs. */
  name: t.Optional(Name),
  issue_ids: t.Optional(t.Array(Id, { maxItems: 10_000 })),
  /** For an arc from a provider search. */
  arcid: AnyId,
  cvarcid: AnyId,
})
export type NewArcBody = typeof NewArcBody.static
export const NewArcReply = t.Object({
  success: Success,
  arc_id: Id,
  message: Text,
  operation_id: t.Nullable(Id),
})
const ArcOffer = t.Object({
  name: Text,
  /** Issues that name the arc, and the series that they belong to. */
  issues: Count,
  series: Count,
})
export const ArcOffers = t.Object({ offers: t.Array(ArcOffer), total: Count })
export type ArcOffers = typeof ArcOffers.static
export const ArcOfferBody = t.Object({ name: Name })
export const ArcOfferChoice = t.Object({ name: Name, dismissed: t.Boolean() })
export const RenameArcBody = t.Object({ name: Name })
export const StatusBody = t.Object({ status: t.Optional(t.Unknown()) })
export const ArcIssuesBody = t.Object({ issue_ids: t.Array(Id, { minItems: 1, maxItems: 10_000 }) })

export const RemoveIssuesBody = t.Object({ issue_arc_ids: t.Array(Id, { minItems: 1, maxItems: 10_000 }) })

export const WantAllReply = t.Object({ success: Success, data: t.Object({ queued: Count, skipped: Count }) })
export const ArcMessageReply = t.Object({ success: Success, message: Text })

/** 8 MiB of text is far more than the longest list that is published. */
export const ImportBody = t.Object({
  /** The text of the file: XML or JSON. */
  document: t.String({ minLength: 1, maxLength: 8 * 1024 * 1024 }),
  /** Names a list that has no name of its own. */
  file_name: t.Optional(t.String({ maxLength: 255 })),
})
export const ImportReply = t.Object({
  success: Success,
  arc_id: Id,
  name: Text,
  issues: Count,
  matched: Count,
  /** Rows that match several issues. */
  ambiguous: Count,
  /** Issues that the list names more than once; the arc has each of them once. */
  duplicates: t.Array(Text),
  /** Whether the arc is new; otherwise the list brought an existing one up to date. */
  added: t.Boolean(),
})
export type ImportResult = typeof ImportReply.static

/** A web address. */
export const AddressBody = t.Object({ address: t.String({ minLength: 1, maxLength: 4096 }) })
/** A folder of this machine. */
export const FolderBody = t.Object({ folder: t.String({ minLength: 1, maxLength: 4096 }) })
export const FolderReply = t.Object({ success: Success, message: Text, operation_id: Id })

/** The exported file. */
export const ArcFileReply = RawReply(['application/xml', 'application/json'])

/** Without ids: all removed rows of the list. */
export const RestoreIssuesBody = t.Object({ issue_arc_ids: t.Optional(t.Array(Id, { maxItems: 50_000 })) })
export const ArcOrderBody = t.Object({ issue_arc_ids: t.Array(Id, { maxItems: 50_000 }) })
export const MatchBody = t.Object({
  /** Null: none of the candidates. */
  issue_id: t.Nullable(Id),
})
export const RuleBody = t.Object({ issue_arc_id: Id, comic_id: Id })
export const RuleReply = t.Object({ success: Success, matched: Count, unmatched: Count })
