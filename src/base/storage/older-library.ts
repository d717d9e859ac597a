import type { Database as Sqlite } from 'bun:sqlite'
import { migrations } from './migrations/index'

/** The previews built the schema in 33 steps, from the first name to the last; together they are equal to `START`. */
const PREVIEW_STEPS = 33
const FIRST_STEP = '0000_start'
const LAST_STEP = '0032_count_in_what_is_collected'
const START = migrations[0]!.name

/** The preview that upgrades a library of any earlier one, as named to the user. */
export const LAST_PREVIEW = 'the last preview (0.36.0, commit b617583)'

/** Whether a preview made the library, by the names of its applied migrations. */
export function isOfPreview(applied: ReadonlySet<string>): boolean {
  return applied.has(FIRST_STEP)
}

/** Whether exactly the steps of the previews were applied, so that the schema needs no change. */
export function isOfLastPreview(applied: ReadonlySet<string>): boolean {
  return isOfPreview(applied) && applied.has(LAST_STEP) && applied.size === PREVIEW_STEPS
}

/** Replaces the steps by START, with the time of the last step. */
export function takeOverPreview(raw: Sqlite): void {
  raw
    .transaction(() => {
      raw.query('UPDATE schema_migrations SET name = ? WHERE name = ?').run(START, LAST_STEP)
      raw.query('DELETE FROM schema_migrations WHERE name <> ?').run(START)
    })
    .immediate()
}
