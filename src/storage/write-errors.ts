import { errorCode } from '../platform/error-code'
import { isLockFault } from '../platform/lock'

/** Reasons why nothing can be written just now. The transaction was rolled back, and what was written before stays. */

export const DISK_FULL = 'The disk of the data directory is full. Free some space on it and try again.'
export const LIBRARY_LOCKED =
  'Another program has locked the library database. Close it there, or wait until it is done.'
export const NO_LOCKS =
  'The disk of the data directory does not lock files just now, so nothing can be saved. Check its connection, or move the data directory to a disk of this machine.'

/** Does not pass: only another start can put a backup in the place of the file. */
export const LIBRARY_DAMAGED = 'The library database is damaged. Restart Panelkeep: it then offers your backups.'

/** SQLite had no room to write. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, (code) => code === 'SQLITE_FULL')

/** Another process holds the lock of the database. */
export const isLocked = (error: unknown): boolean => hasCode(error, (code) => /^SQLITE_(BUSY|LOCKED)/.test(code))

/** A row refers to one that is not there. */
export const isOrphaned = (error: unknown): boolean => hasCode(error, (code) => code === 'SQLITE_CONSTRAINT_FOREIGNKEY')

/** A sentence about what passes; undefined when `error` is about something else. */
export function writeErrorSentence(error: unknown): string | undefined {
  if (isDiskFull(error)) return DISK_FULL
  if (isLocked(error)) return LIBRARY_LOCKED
  return isLockFault(error) || (error instanceof Error && isLockFault(error.cause)) ? NO_LOCKS : undefined
}

function hasCode(error: unknown, holds: (code: string) => boolean): boolean {
  return holds(errorCode(error) ?? '') || (error instanceof Error && hasCode(error.cause, holds))
}
