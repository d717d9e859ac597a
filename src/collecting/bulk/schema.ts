import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../base/http/page-schema'
import { Id, OneOf, SuccessReply } from '../../base/http/wire'
import { providerNames } from '../../base/providers/descriptors'
import { LinkCandidate } from '../../library/metadata/schema'
import { bulkActions, bulkItemStates } from './states'

const Count = Integer()
const MOST = 20_000
const Ids = t.Array(Id, { minItems: 1, maxItems: MOST })

export const BulkPreviewBody = t.Object({ action: OneOf(bulkActions), ids: Ids })
export type BulkPreviewBody = typeof BulkPreviewBody.static
/** The changes that the action would make: `skipped` series need none. */
export const BulkPreview = t.Object({
  action: OneOf(bulkActions),
  series: Count,
  skipped: Count,
  files: Count,
  bytes: Count,
  issues: Count,
  /** Why the action would fail for all of them. */
  problem: t.Optional(t.String()),
})
export type BulkPreview = typeof BulkPreview.static

export const BulkBody = t.Object({
  action: OneOf(bulkActions),
  ids: Ids,
  /** `move`: the library folder. */
  folder: t.Optional(t.String({ minLength: 1, maxLength: 4096 })),
  /** `delete`: move the files into the recycle folder too. */
  with_files: t.Optional(t.Boolean()),
})
export type BulkBody = typeof BulkBody.static

export const Begun = t.Object({ ...SuccessReply.properties, operation_id: Id, series: Count })
export const BulkUndoBegun = t.Object({ ...SuccessReply.properties, operation_id: Id })
export const BulkParams = t.Object({ operation_id: Id })

export const BulkOperation = t.Object({
  operation_id: Id,
  action: OneOf(bulkActions),
  state: OneOf(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  /** 0 to 1. */
  progress: t.Number(),
  /** Why the operation stopped early. */
  error: t.Nullable(t.String()),
  /** The current series. */
  name: t.Nullable(t.String()),
  total: Count,
  done: Count,
  unchanged: Count,
  /** Series whose match the user has to choose. */
  unsure: Count,
  failed: Count,
  undone: Count,
  /** How many series can be undone. */
  undoable: Count,
  /** The operation is being undone. */
  undoing: t.Boolean(),
  created_at: t.String(),
  finished_at: t.Nullable(t.String()),
})
export type BulkOperation = typeof BulkOperation.static
export const Latest = t.Object({ operation: t.Nullable(BulkOperation) })

/** What the user compares with the possible matches. */
const OwnSeries = t.Object({
  year: t.Nullable(Count),
  publisher: t.Nullable(t.String()),
  have: Count,
  image: t.Nullable(t.String()),
})

/** A match for an unsure series; without one, the series stays unmatched. */
export const ChoiceBody = t.Object({
  comic_id: Id,
  choice: t.Nullable(t.Object({ provider: OneOf(providerNames), provider_id: Id })),
})
export type ChoiceBody = typeof ChoiceBody.static
export const ChoiceReply = t.Object({ ...SuccessReply.properties, sentence: t.String(), unsure: Count })

export const ItemsQuery = t.Object({ ...PageQuery, state: t.Optional(OneOf(bulkItemStates)) })
export type ItemsQuery = typeof ItemsQuery.static
export const Detail = t.Object({
  operation: BulkOperation,
  items: t.Array(
    t.Object({
      comic_id: Id,
      name: t.String(),
      state: OneOf(bulkItemStates),
      sentence: t.Nullable(t.String()),
      /** The series as it is now; null when it was deleted. */
      series: t.Nullable(OwnSeries),
      /** `unsure`: the possible matches, the best first. */
      choices: t.Array(LinkCandidate),
    }),
  ),
  pagination: Pagination,
})
