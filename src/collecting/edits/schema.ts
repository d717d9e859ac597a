import { t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { Id, OneOf } from '../../base/http/wire'
import { IssueEdit, SeriesEdit } from '../../library/metadata/schema'
import { editRowStates, editStates, editSubjects, MOST_ROWS } from './states'

/** Requests and replies of tables in which many series or issues are edited. */

const Count = Integer()
const Values = t.Record(t.String({ maxLength: 50 }), t.Unknown())

/** `comic_id`: all issues of the series. */
export const TableBody = t.Object({
  of: OneOf(editSubjects),
  ids: t.Optional(t.Array(Id, { minItems: 1, maxItems: MOST_ROWS })),
  comic_id: t.Optional(Id),
})
export type TableBody = typeof TableBody.static

export const TableRow = t.Object({
  id: Id,
  comic_id: Id,
  name: t.String(),
  /** Whether the row has files, which can get the values. */
  has_files: t.Boolean(),
  /** The format of the best file of an issue. */
  format: t.Nullable(t.String()),
  values: Values,
  /** Fields that the user edited; no refresh changes them. */
  locked: t.Array(t.String()),
  /** The values of the sources for locked fields. */
  under: Values,
})
export type TableRow = typeof TableRow.static
/** `left`: rows beyond the limit of a table. */
export const TableReply = t.Object({
  of: OneOf(editSubjects),
  rows: t.Array(TableRow),
  left: Count,
  /** Known values by field; any other is possible. */
  suggestions: t.Record(t.String(), t.Array(t.String())),
})
export type TableReply = typeof TableReply.static

const changesOf = <T extends typeof SeriesEdit | typeof IssueEdit>(set: T) =>
  t.Array(t.Object({ id: Id, set, seen: Values }), { minItems: 1, maxItems: MOST_ROWS })

/** `set`: the new values, null gives a field back to its sources. `seen`: the values that the table showed. */
export const EditBody = t.Object({
  series: t.Optional(changesOf(SeriesEdit)),
  issues: t.Optional(changesOf(IssueEdit)),
})
export type EditBody = typeof EditBody.static
export type EditChange = { id: string; set: Record<string, unknown>; seen: Record<string, unknown> }

export const EditReply = t.Object({
  edit_id: Id,
  of: OneOf(editSubjects),
  state: OneOf(editStates),
  created_at: t.String(),
  total: Count,
  /** Rows that have the new values. */
  saved: Count,
  undone: Count,
  /** Rows that were not saved, or not undone, with the reason. */
  left: t.Array(t.Object({ id: Id, name: t.String(), state: OneOf(editRowStates), sentence: t.String() })),
})
export type EditReply = typeof EditReply.static
export const LatestEdit = t.Object({ edit: t.Nullable(EditReply) })
export const EditParams = t.Object({ edit_id: Id })
