import type { ReadHandle } from '../../base/storage/database'
import type { GateView } from '../../intake/acquisition/gate'
import * as store from './store'
import { undoableUntil } from './undo/undo-preview'

/** The run as `GET …/migration/progress` and the event stream show it. */
export function migrationProgress(
  db: ReadHandle,
  run: store.MigrationRunRow | undefined,
  reconciliation: GateView['reconciliation'],
  expectedFileCounts = store.expectedFileCounts,
) {
  if (!run) {
    return {
      status: 'idle' as const,
      run_id: null,
      source: null,
      current_table: null,
      tables_complete: 0,
      tables_total: 0,
      error: null,
      reconciliation,
      tables: [],
      warnings: [],
      omitted: 0,
      users_added: [],
      files: null,
      started_at: null,
      finished_at: null,
      undo_until: null,
      undone_at: null,
    }
  }
  const steps = store.stepsOf(db, run.run_id)
  return {
    status: run.state,
    run_id: run.run_id,
    source: run.source,
    current_table: run.current_step,
    tables_complete: steps.length,
    tables_total: run.steps_total,
    error: run.error,
    reconciliation,
    tables: steps.map(({ name, rows, taken, merged, left, notes }) => ({ name, rows, taken, merged, left, notes })),
    warnings: run.warnings,
    omitted: steps.reduce((sum, { merged, left }) => sum + merged + left, 0),
    users_added: usersAdded(db, run.run_id),
    // Before the run ends the files are only listed.
    files: run.state === 'complete' ? expectedFileCounts(db, run.run_id) : null,
    started_at: run.created_at,
    finished_at: run.finished_at,
    undo_until: store.isRecorded(db, run.run_id) ? undoableUntil(run) : null,
    undone_at: run.undone_at,
  }
}

const usersAdded = (db: ReadHandle, runId: string) =>
  store
    .movedUsers(db, runId)
    .flatMap(({ own_id, made_name, notes }) =>
      own_id === null || made_name === null ? [] : [{ user_id: own_id, name: made_name, notes }],
    )

export type MigrationProgress = ReturnType<typeof migrationProgress>
