import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../../base/http/page-schema'
import { Id, OneOf, QueryFlag } from '../../../base/http/wire'
import { units } from '../../../library/series/states'
import { entityTypes } from '../../downloads/states'
import {
  completionStates,
  dispatchStates,
  priorities,
  runScopes,
  searchItemStates,
  triggers,
  wireTriggers,
} from '../states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer()
const yes = t.Literal(true)

export const SearchRunParams = t.Object({ run_id: Id })
/** `open`: only the searches in progress, or only those that ended. */
export const RunsQuery = t.Object({ ...PageQuery, open: t.Optional(QueryFlag) })
export type RunsQuery = typeof RunsQuery.static
/** `limit` and `offset` page the items. */
export const RunQuery = t.Object({ ...PageQuery, include_items: t.Optional(QueryFlag) })
export type RunQuery = typeof RunQuery.static

export const SearchRunView = t.Object({
  run_id: Id,
  command_kind: t.Literal('search'),
  trigger: OneOf(wireTriggers),
  /** The exact trigger: existing tools do not know `next_candidate` and `story_arc`. */
  cause: OneOf(triggers),
  scope_type: OneOf(runScopes),
  scope_id: Id,
  dispatch_state: OneOf(dispatchStates),
  completion_state: OneOf(completionStates),
  reason: Maybe,
  accepted_count: Count,
  terminal_count: Count,
  /** Own field: the rest of the open items is queued. */
  running_count: Count,
  succeeded_count: Count,
  no_match_count: Count,
  blocked_count: Count,
  /** Including items that were given up after too many attempts. */
  failed_count: Count,
  cancelled_count: Count,
  created_at: Text,
  updated_at: Text,
  completed_at: Maybe,
  queue_priority: OneOf(priorities),
})
export type SearchRunView = typeof SearchRunView.static

export const SearchItemView = t.Object({
  entity_type: OneOf(entityTypes),
  entity_id: Id,
  state: OneOf(searchItemStates),
  attempt_count: Count,
  reason: Maybe,
  updated_at: Text,
  completed_at: Maybe,
  queue_priority: OneOf(priorities),
  attempt_status: Text,
  /** Of its series and the issue; null when it does not exist any more. */
  comic_id: t.Nullable(Id),
  series: Maybe,
  issue_number: Maybe,
  unit: t.Nullable(OneOf(units)),
})
export type SearchItemView = typeof SearchItemView.static

export const RunDetail = t.Object({
  success: yes,
  run: SearchRunView,
  items: t.Array(SearchItemView),
  pagination: t.Optional(Pagination),
})
export type RunDetail = typeof RunDetail.static
export const Runs = t.Object({ runs: t.Array(SearchRunView), pagination: Pagination })

export const ForceBody = t.Object({
  success: t.Boolean(),
  status: Text,
  run_id: t.Optional(Id),
  accepted: t.Optional(Count),
  message: t.Optional(Text),
  error: t.Optional(Text),
})
export type ForceBody = typeof ForceBody.static

export const SearchMessage = t.Object({ success: yes, message: Text })
export const SearchCancelled = t.Object({ success: yes, run: SearchRunView })
export const RetryReply = t.Object({
  success: yes,
  status: t.Literal('accepted'),
  run_id: Id,
  dispatched: Count,
  errors: t.Array(Text),
  message: Text,
  run: SearchRunView,
})

const Reason = t.Object({ code: Text, message: Text })
export const LastSearch = t.Object({
  issue_id: Id,
  /** Null before the first search. */
  search: t.Nullable(
    t.Object({
      state: OneOf(searchItemStates),
      summary: Text,
      run_id: t.Nullable(Id),
      asked: t.Array(
        t.Object({
          indexer: Text,
          queries: t.Array(Text),
          /** The query texts that AI suggested. */
          alternates: t.Optional(t.Array(Text)),
          found: Count,
          /** A sentence about items that could not be used. */
          left_out: t.Optional(Text),
          failure: t.Optional(Text),
          detail: t.Optional(Text),
        }),
      ),
      refused: t.Array(
        t.Object({
          digest: t.Optional(Text),
          title: Text,
          indexer: Text,
          size_bytes: t.Nullable(Count),
          published_at: Maybe,
          reasons: t.Array(Reason),
          overrideable: t.Boolean(),
        }),
      ),
      /** The best accepted releases, best first. */
      ranked: t.Array(
        t.Object({
          digest: Text,
          title: Text,
          indexer: Text,
          size_bytes: t.Nullable(Count),
          score: Count,
          line: Text,
          outcome: t.Nullable(t.Union([t.Literal('downloaded'), t.Literal('failed')])),
          detail: Maybe,
        }),
      ),
      grabbed: Maybe,
      searched_at: Text,
    }),
  ),
})
export type LastSearch = typeof LastSearch.static

// Previews

const Eligible = t.Object({
  issueId: Id,
  issueNumber: Text,
  entityType: OneOf(entityTypes),
  displayState: Text,
  eligibilityReason: Text,
})
const Excluded = t.Object({ issueId: Id, issueNumber: Text, reason: Text, displayState: Text })
export const SearchPreviewView = t.Object({
  success: yes,
  comicId: Id,
  eligibleCount: Count,
  excludedCount: Count,
  eligible: t.Array(Eligible),
  excluded: t.Array(Excluded),
  route: t.Object({ viable: t.Boolean(), reason: Text }),
  summary: Text,
  canSearch: t.Boolean(),
  preview_token: t.Optional(Text),
  fingerprint: t.Optional(Text),
})
export type SearchPreviewView = typeof SearchPreviewView.static

const Token = t.Optional(t.String({ maxLength: 255 }))
const token = { preview_token: Token, previewToken: Token, fingerprint: Token }
export const IssueConfirmed = t.Optional(t.Object(token))
export const PreviewConfirmBody = t.Optional(t.Object({ confirm: t.Optional(t.Boolean()), ...token }))
export type PreviewConfirmBody = typeof PreviewConfirmBody.static

export const MissingBegun = t.Object({
  success: yes,
  status: OneOf(['accepted', 'pending_dispatch', 'noop']),
  accepted: Count,
  rejected: Count,
  run_id: t.Nullable(Id),
  idempotent: t.Boolean(),
  message: Text,
  preview: SearchPreviewView,
})
export type MissingBegun = typeof MissingBegun.static

export const IssuePreview = t.Object({
  success: yes,
  comicId: Id,
  issueId: Id,
  preview_token: Text,
  fingerprint: Text,
})
export type IssuePreview = typeof IssuePreview.static

export const IssueBegun = t.Object({
  success: yes,
  status: OneOf(['accepted', 'pending_dispatch']),
  accepted: Count,
  run_id: Id,
  idempotent: t.Boolean(),
  message: Text,
})
export type IssueBegun = typeof IssueBegun.static
