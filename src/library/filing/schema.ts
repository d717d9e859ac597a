import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../base/http/page-schema'
import { Id, OneOf, QueryFlag, SuccessReply } from '../../base/http/wire'
import { batchKinds, batchStates, changeKinds, changeStates } from './states'

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer()
/** A template is a line of text. */
const Template = t.Optional(t.String({ maxLength: 300, pattern: '^[^\\u0000-\\u001f]*$' }))

export const TemplatesQuery = t.Object({ file_format: Template, folder_format: Template })

const Planned = { from: Text, to: Text, problem: t.Optional(Text) }
export const RenamePreview = t.Object({
  changes: t.Array(t.Object({ file_id: Id, issue_id: Text, ...Planned })),
  /** Other files of the folder, which move with the comics. */
  others: t.Array(t.Object(Planned)),
  folder: t.Nullable(t.Object({ from: Text, to: Text })),
  unchanged: Count,
  fingerprint: Text,
})

export const ApplyRenameBody = t.Object({
  fingerprint: t.String({ maxLength: 100 }),
  file_ids: t.Optional(t.Array(Id, { maxItems: 20_000 })),
})
export const BatchStarted = t.Object({ ...SuccessReply.properties, operation_id: Id, batch_id: Id })
export const UndoStarted = t.Object({ ...SuccessReply.properties, operation_id: Id })

export const MoveBody = t.Object({ folder: t.String({ minLength: 1, maxLength: 4096 }) })
/** Without `preview` the work is started, and these are its ids. */
export const MoveReply = t.Object({
  ...RenamePreview.properties,
  operation_id: t.Optional(Id),
  batch_id: t.Optional(Id),
})
export const MoveQuery = t.Object({ preview: t.Optional(QueryFlag) })

const Batch = {
  batch_id: Id,
  kind: OneOf(batchKinds),
  state: OneOf(batchStates),
  comic_id: Maybe,
  title: Text,
  operation_id: Maybe,
  created_at: Text,
  finished_at: Maybe,
  /** How many changes are in each state. */
  counts: t.Record(t.String(), Count),
}
export const BatchParams = t.Object({ batch_id: Id })
export const BatchesQuery = t.Object({ ...PageQuery, comic_id: t.Optional(Id) })
export const BatchList = t.Object({ batches: t.Array(t.Object(Batch)), pagination: Pagination })
export const BatchDetail = t.Object({
  ...Batch,
  changes: t.Array(
    t.Object({
      change_id: Id,
      kind: OneOf(changeKinds),
      state: OneOf(changeStates),
      /** Empty for a file beside comics. */
      file_id: Text,
      from: Text,
      to: Text,
      error: Maybe,
      at: Maybe,
    }),
  ),
})

export const SampleQuery = t.Object({
  file_format: Template,
  folder_format: Template,
  replace_spaces: t.Optional(QueryFlag),
  replace_char: t.Optional(OneOf(['_', '.'])),
  zero_level_n: t.Optional(OneOf(['none', '0x', '00x'])),
  lowercase_filenames: t.Optional(QueryFlag),
})
export const Samples = t.Object({
  samples: t.Array(t.Object({ label: Text, folder: Text, file: Text, problem: Maybe })),
  problems: t.Array(Text),
})
