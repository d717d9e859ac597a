import { t } from 'elysia'
import { LimitsBody } from '../../base/auth/schema'
import { Id, OneOf, SuccessReply } from '../../base/http/wire'
import { reconciliationStates } from '../../intake/acquisition/states'
import { migrationRunStates, omissions, sourceKinds } from './states'

const Text = t.String()
const Maybe = t.Nullable(t.String())
const Count = t.Integer({ minimum: 0 })
const Path = t.String({ maxLength: 4096 })

export const MigrationBody = t.Object({
  path: Path,
  /** Where the source's folders are on this machine. */
  path_mappings: t.Optional(t.Array(t.Object({ from: Path, to: Path }), { maxItems: 200 })),
  /** Id of the user of the source whose reading becomes the owner's. Default, without `users`: the one who read most. */
  reader: t.Optional(t.String({ maxLength: 200 })),
  /** The chosen users of the source; all others are left behind. */
  users: t.Optional(
    t.Array(
      t.Object({
        /** The user's id in the source. */
        id: t.String({ maxLength: 200 }),
        /** The user of Panelkeep who gets the reading. Default: a new one is made. */
        user_id: t.Optional(Id),
        /** The role of a new user. Default: reader. */
        role: t.Optional(OneOf(['manager', 'reader'] as const)),
      }),
      { maxItems: 1000 },
    ),
  ),
})

const Problem = t.Object({
  severity: OneOf(['warning', 'info']),
  code: Text,
  message: Text,
  help: Maybe,
})

export const MigrationPreviewReply = t.Object({
  /** Always true: a database that cannot be used is refused. */
  valid: t.Literal(true),
  version: Maybe,
  series_count: Count,
  issue_count: Count,
  tables: t.Array(t.Object({ name: Text, row_count: Count })),
  config_categories: t.Array(Text),
  path_warnings: t.Array(Text),
  source: OneOf(sourceKinds),
  source_label: Text,
  path: Text,
  problems: t.Array(Problem),
  path_mappings: t.Array(t.Object({ from: Text, to: Text, count: Count, exists: t.Boolean(), sample: Text })),
  left_behind: t.Array(t.Object({ table: Text, rows: Count, reason: Text })),
  /** The users of the source. */
  readers: t.Array(
    t.Object({
      id: Text,
      name: Text,
      progress: Count,
      is_admin: t.Boolean(),
      /** The limits that a new user gets. */
      limits: t.Nullable(LimitsBody),
      /** Why a new user sees nothing at first; null when it sees something. */
      hidden_by: Maybe,
      /** The user of Panelkeep whom an earlier move made of this one, or who has the name. */
      user_id: t.Nullable(Id),
    }),
  ),
})

export const PlacesReply = t.Object({
  places: t.Array(t.Object({ source: OneOf(sourceKinds), source_label: Text, path: Text })),
})

export const StartReply = t.Object({ status: t.Literal('started'), run_id: Id })

const MovedTable = t.Object({
  name: Text,
  rows: Count,
  taken: Count,
  merged: Count,
  left: Count,
  notes: t.Record(Text, Count),
})

export const MigrationProgressReply = t.Object({
  status: OneOf(['idle', ...migrationRunStates]),
  current_table: Maybe,
  tables_complete: Count,
  tables_total: Count,
  error: Maybe,
  reconciliation: t.Object({ state: OneOf(reconciliationStates), reason: Maybe, updated_at: Maybe }),
  run_id: t.Nullable(Id),
  source: t.Nullable(OneOf(sourceKinds)),
  tables: t.Array(MovedTable),
  warnings: t.Array(Text),
  /** Rows that were merged or left behind. */
  omitted: Count,
  /** Users that were made, with remarks about them. */
  users_added: t.Array(t.Object({ user_id: Id, name: Text, notes: t.Array(Text) })),
  files: t.Nullable(t.Object({ waiting: Count, found: Count, missing: Count, unreadable: Count })),
  started_at: Maybe,
  finished_at: Maybe,
  /** End of the time in which the run can be undone; null when it cannot be undone. */
  undo_until: Maybe,
  undone_at: Maybe,
})

export const MigrationRunParams = t.Object({ run_id: Id })

/** The rows that undoing a run would remove. Files on disk are never touched. */
export const UndoPreviewReply = t.Object({
  run_id: Id,
  /** End of the time in which the run can be undone. */
  until: Maybe,
  series: Count,
  issues: Count,
  /** Other rows that would be removed, by kind. */
  rows: t.Record(Text, Count),
  /** Series that stay because they were changed since, and the first hundred of them. */
  kept: Count,
  kept_series: t.Array(t.Object({ comic_id: Id, name: Text, reason: Text })),
  /** Users that the run made and that stay. */
  kept_users: t.Array(t.Object({ user_id: Id, name: Text, reason: Text })),
})

export const MigrationUndoBegun = t.Object({ ...SuccessReply.properties, operation_id: Id })

export const OmittedQuery = t.Object({
  run_id: t.Optional(Id),
  after: t.Optional(Count),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 1000 })),
})

export const OmittedReply = t.Object({
  run_id: Id,
  reasons: t.Array(t.Object({ table_name: Text, outcome: OneOf(omissions), reason: Text, rows: Count })),
  rows: t.Array(
    t.Object({
      omission_id: Count,
      table_name: Text,
      outcome: OneOf(omissions),
      source_id: Text,
      label: Text,
      reason: Text,
    }),
  ),
  next: t.Nullable(Count),
})

export const ReportQuery = t.Object({ run_id: t.Optional(Id) })
