import { plus } from '../../../base/platform/clock'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Instant } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { MigrationRunRow } from '../store'
import * as undo from './undo-store'
import { madeUsers } from './undo-users-store'

/** How long a move can be undone. */
export const UNDO_MS = 30 * 86_400_000
/** Series that are checked in one turn of the event loop. */
export const SLICE = 50
const SHOWN = 100

export interface UndoPreview {
  run_id: string
  /** End of the time in which the run can be undone. */
  until: Instant | null
  series: number
  issues: number
  /** Other rows that would be removed, by kind. */
  rows: Record<string, number>
  /** Series that stay because they were changed since, and the first of them. */
  kept: number
  kept_series: undo.KeptSeries[]
  /** Users that the run made and that stay. */
  kept_users: { user_id: string; name: string; reason: string }[]
}

/** End of the time in which a run can be undone; null for a run that copied nothing. */
export const undoableUntil = ({ state, finished_at }: MigrationRunRow): Instant | null =>
  finished_at === null || (state !== 'complete' && state !== 'error') ? null : plus(finished_at, UNDO_MS)

/** The rows that undoing the run would remove, and those that would stay. Changes nothing. */
export async function previewUndo(db: Database, run: MigrationRunRow): Promise<UndoPreview> {
  const { run_id } = run
  const preview = { run_id, until: undoableUntil(run), series: 0, issues: 0, kept: 0, kept_series: [] as undo.KeptSeries[] } // biome-ignore format: one line
  for (let after = ''; ; await nextTurn()) {
    const ids = undo.madeSeries(db.read, run_id, after, SLICE)
    if (ids.length === 0) break
    after = ids.at(-1)!
    const kept = undo.changedAmong(db.read, run_id, ids)
    const stays = new Set(kept.map(({ comic_id }) => comic_id))
    const going = ids.filter((id) => !stays.has(id))
    preview.series += going.length
    preview.issues += undo.countIssues(db.read, going)
    preview.kept += kept.length
    preview.kept_series.push(...kept.slice(0, SHOWN - preview.kept_series.length))
  }
  preview.issues += undo.countLooseIssues(db.read, run_id)
  const users = madeUsers(db.read, run_id)
  const kept_users = users.flatMap(({ reason, ...user }) => (reason === null ? [] : [{ ...user, reason }]))
  const rows = { ...undo.countOtherRows(db.read, run_id), users: users.length - kept_users.length }
  return { ...preview, rows, kept_users }
}
