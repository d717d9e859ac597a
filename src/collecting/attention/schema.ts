import { t } from 'elysia'
import { ScopeQuery } from '../../base/activity/schema'
import { Integer } from '../../base/http/integer-schema'
import { Id, OneOf } from '../../base/http/wire'
import { entityTypes, openStages, protocols, resolutions } from '../../intake/downloads/states'
import { openItems } from '../../intake/search/runs/machine'
import { actions, problemNames } from './states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer()
const Stage = OneOf(['failed', 'manual_review'])

// Active work

export const AttentionCounts = t.Object({
  in_flight: Count,
  recovery_pending: Count,
  attention: Count,
  attention_members: Count,
  /** Requests of users that wait for a decision. */
  requests: Count,
})
export type AttentionCounts = typeof AttentionCounts.static

const RunRow = t.Object({
  kind: t.Literal('run'),
  item_id: Count,
  run_id: Id,
  state: OneOf(openItems),
  label: Text,
  entity_type: OneOf(entityTypes),
  entity_id: Id,
  comicid: t.Nullable(Id),
  issueid: t.Nullable(Id),
  command_kind: t.Literal('search'),
  updated_at: Text,
})
const JournalRow = t.Object({
  kind: t.Literal('journal'),
  release_key: Text,
  stage: OneOf(openStages),
  label: Text,
  issueid: t.Nullable(Id),
  comicid: t.Nullable(Id),
  provider: Text,
  /** In addition to the fields of existing tools: the release, its row in the journal, and its protocol. */
  title: Text,
  download_id: Id,
  protocol: OneOf(protocols),
  updated_at: Text,
})
/** Without a limit all rows are sent. */
export const FlightQuery = t.Object({
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 500 })),
  offset: t.Optional(t.Integer({ minimum: 0, maximum: 1_000_000_000 })),
})
export type FlightQuery = typeof FlightQuery.static
export const Flights = t.Object({ results: t.Array(t.Union([RunRow, JournalRow])), total: Count })
export type Flights = typeof Flights.static

export const Cancel = t.Object({
  kind: OneOf(['run', 'journal']),
  item_id: t.Optional(t.Union([t.Integer({ minimum: 0 }), t.String({ pattern: '^\\d{1,15}$' })])),
  release_key: t.Optional(t.String({ minLength: 1, maxLength: 1000 })),
})
export type Cancel = typeof Cancel.static
export const CancelWorkReply = t.Object({
  ok: t.Literal(true),
  kind: OneOf(['run', 'journal']),
  item_id: t.Optional(Count),
  release_key: t.Optional(Text),
  state: t.Literal('cancelled'),
})
export type CancelWorkReply = typeof CancelWorkReply.static

// Items that need attention

export const AttentionQuery = t.Object(ScopeQuery)
export type AttentionQuery = typeof AttentionQuery.static

const Member = t.Object({
  release_key: Text,
  issue_label: Text,
  issueid: t.Nullable(Id),
  stage: Stage,
  available_actions: t.Array(OneOf(actions)),
  updated_date: Text,
  /** In addition to the fields of existing tools: the release, its indexer, the failure as a sentence, and the path. */
  title: Maybe,
  provider: Maybe,
  reason_detail: Maybe,
  content_path: Maybe,
  download_id: t.Nullable(Id),
  run_id: t.Nullable(Id),
  /** Missing issues of the library that the files contain in place of the wanted one. */
  offers: t.Optional(t.Array(t.Object({ placement_id: Id, issue_id: Id, comic_id: Id, label: Text }))),
})
export type Member = typeof Member.static
const Group = t.Object({
  group_key: Text,
  comicid: t.Nullable(Id),
  series_label: Text,
  base_reason: Maybe,
  reason_phrase: Text,
  member_count: Count,
  newest_updated_at: Text,
  oldest_updated_at: Text,
  members: t.Array(Member),
  stage: OneOf(['failed', 'manual_review', 'mixed']),
  available_actions: t.Array(OneOf(actions)),
})
export type Group = typeof Group.static
export const Attention = t.Object({
  results: t.Array(Group),
  total: Count,
  member_total: Count,
  preview_cap: Count,
})
export type Attention = typeof Attention.static

// The same for the pages, which show one part at a time

const SectionMember = t.Object({ ...Member.properties, comicid: t.Nullable(Id) })
export type SectionMember = typeof SectionMember.static
/** All items with one reason, across series. */
const Section = t.Object({
  /** Empty when it is unknown. */
  reason: Text,
  reason_phrase: Text,
  member_count: Count,
  newest_updated_at: Text,
  oldest_updated_at: Text,
  /** Items of more or less than one issue of the library. */
  without_issue: Count,
  /** Each list of actions that some of its items have. */
  available_actions: t.Array(t.Array(OneOf(actions))),
  /** The first of them. */
  members: t.Array(SectionMember),
})
export const AttentionSections = t.Object({ results: t.Array(Section), member_total: Count, preview_cap: Count })
export type AttentionSections = typeof AttentionSections.static

const Reason = t.String({ maxLength: 200 })
export const MembersQuery = t.Object({
  reason: Reason,
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 200 })),
  offset: t.Optional(t.Integer({ minimum: 0, maximum: 1_000_000_000 })),
})
export type MembersQuery = typeof MembersQuery.static
export const AttentionMembers = t.Object({ results: t.Array(SectionMember), total: Count })
export type AttentionMembers = typeof AttentionMembers.static

/** Without a reason all items. */
export const KeysQuery = t.Object({ reason: t.Optional(Reason) })
export type KeysQuery = typeof KeysQuery.static
export const AttentionKeys = t.Object({
  results: t.Array(t.Pick(Member, ['release_key', 'issueid', 'available_actions'])),
})
export type AttentionKeys = typeof AttentionKeys.static

export const WaitingQuery = t.Object({ release_keys: t.Array(t.String({ maxLength: 1000 }), { maxItems: 1000 }) })
export type WaitingQuery = typeof WaitingQuery.static
export const AttentionWaiting = t.Object({ release_keys: t.Array(Text) })
export type AttentionWaiting = typeof AttentionWaiting.static

// Actions

const Source = t.String({ maxLength: 4096 })
export const ImportSourceBody = t.Object({ nzb_name: t.Optional(Source), nzb_folder: t.Optional(Source) })
export type ImportSourceBody = typeof ImportSourceBody.static

export const Resolve = t.Object({
  action: OneOf(actions),
  release_keys: t.Array(t.String({ maxLength: 1000 }), { maxItems: 10_000 }),
  /** Validated in code: unknown fields are refused and not dropped. */
  import_source: t.Optional(t.Unsafe<ImportSourceBody | null>(t.Unknown())),
})
export type Resolve = typeof Resolve.static

const ResolveResult = t.Object({
  release_key: Text,
  ok: t.Boolean(),
  status: OneOf([...resolutions, 'failed', 'blocked']),
  error: Maybe,
  status_code: t.Nullable(Count),
  /** The problem, or the run of the new search. */
  code: t.Optional(OneOf(problemNames)),
  /** The disk was full or locked: the same request may succeed later. */
  passing: t.Optional(t.Literal(true)),
  run_id: t.Optional(t.Nullable(Id)),
  issue_id: t.Optional(t.Nullable(Id)),
})
export type ResolveResult = typeof ResolveResult.static
export const ResolveReport = t.Object({
  success: t.Boolean(),
  partial: t.Boolean(),
  action: OneOf(actions),
  requested: Count,
  processed: Count,
  succeeded: Count,
  failed: Count,
  capped: t.Boolean(),
  skipped_for_cap: Count,
  cap: Count,
  results: t.Array(ResolveResult),
})
export type ResolveReport = typeof ResolveReport.static

export const OneResolved = t.Object({
  success: t.Literal(true),
  status: OneOf(resolutions),
  action: OneOf(actions),
  release_key: Text,
  stamped: t.Literal(true),
  message: Text,
  issue_id: t.Optional(t.Nullable(Id)),
  run_id: t.Optional(t.Nullable(Id)),
})
export type OneResolved = typeof OneResolved.static

export const OneRefused = t.Object({
  success: t.Literal(false),
  detail: Text,
  status: OneOf([...resolutions, 'failed', 'blocked']),
  error: Text,
  status_code: Count,
  code: OneOf(problemNames),
  action: OneOf(actions),
  release_key: Text,
})
export type OneRefused = typeof OneRefused.static

/** Validated in code: the older routes report errors in their own form. */
export const OldBatch = t.Optional(t.Object({ action: t.Optional(t.Unknown()), release_keys: t.Optional(t.Unknown()) }))
export const OldSource = t.Optional(t.Unsafe<ImportSourceBody>(t.Unknown()))
