import { isDamage } from '../platform/database-copy'
import { inspectDatabase } from '../platform/inspect-database'
import type { Files } from '../platform/ports'
import { DamagedDatabase, DatabaseError, refuseUnknown } from './migrate'

/** Size and time of the database file after a clean stop. */
export interface CleanStop {
  size: number
  modifiedMs: number
}

/**
 * Checks whether the database at `path` can be opened, without changing anything: throws DatabaseError for a file that
 * is damaged, is not our database, or is from a newer version. A missing file is fine. A file with the size and time of
 * the last clean stop (`left`) is not checked in full again.
 */
export async function preflight(files: Files, path: string, left?: CleanStop): Promise<void> {
  const facts = await files.stat(path)
  if (!facts) return
  const waiting = await files.stat(`${path}-wal`)
  // The last process was killed: only a real open replays the journal, and that checks the file as well.
  if (waiting && waiting.size > 0) return
  const asLeft = left?.size === facts.size && left.modifiedMs === facts.modifiedMs
  const found = inspectDatabase(path, 'schema_migrations', !asLeft)
  if ('damage' in found) throw damagedError(path, found.damage)
  if (found.tables.size > 0 && found.names.length === 0)
    throw new DatabaseError(`${path} is not a database of Panelkeep.`)
  refuseUnknown(new Set(found.names))
}

export function damagedError(path: string, how: string): DatabaseError {
  const sentence = `The library database ${path} is damaged (${how}). Replace it with a backup, or move it away to start with an empty library.`
  return new DamagedDatabase(sentence, how)
}

/** What is wrong with the database file, when `error` is about that. */
export function damageIn(error: unknown): string | undefined {
  if (error instanceof DamagedDatabase) return error.how
  if (!(error instanceof Error)) return undefined
  return isDamage(error) ? error.message : damageIn(error.cause)
}
