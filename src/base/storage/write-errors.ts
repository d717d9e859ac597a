import { diskReason, isInUse } from '../platform/disk-reason'
import { errorCode } from '../platform/error-code'
import { isLockFault } from '../platform/lock'

/** Reasons why the database cannot be written now. The transaction was rolled back, and earlier writes stay. */

export const DISK_FULL = 'The disk of the data directory is full. Free some space on it and try again.'
export const LIBRARY_LOCKED =
  'Another program has locked the library database. Close it there, or wait until it is done.'
const NO_LOCKS =
  'The disk of the data directory does not lock files just now, so nothing can be saved. Check its connection, or move the data directory to a disk of this machine.'

export const LIBRARY_LENT = 'The migration is saving a table, which can take some seconds. Try again in a moment.'

/** Another thread writes a whole table: handled as a lock, which passes soon. */
export class LentDatabase extends Error {
  override readonly name = 'LentDatabase'
  readonly code = 'SQLITE_BUSY'

  constructor() {
    super(LIBRARY_LENT)
  }
}

/** An error of a disk that may not be the database's. */
const NO_ROOM = 'A disk is full. Free some space on it and try again.'

/** Permanent for this run: only another start can put a backup in place of the file. */
export const LIBRARY_DAMAGED = 'The library database is damaged. Restart Panelkeep: it then offers your backups.'

/** SQLite had no room to write. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, (code) => FULL.has(code))

/** The second is SQLite's message about the shared memory beside a database, which has to grow before a write. */
const FULL = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'])

/** A file, or the database, had no room on its disk. */
export const isNoRoom = (error: unknown): boolean =>
  isDiskFull(error) || hasCode(error, (code) => code === 'ENOSPC' || code === 'EDQUOT')

/** Another process holds the lock of the database. */
export const isLocked = (error: unknown): boolean => hasCode(error, (code) => /^SQLITE_(BUSY|LOCKED)/.test(code))

/** A row refers to one that does not exist. */
export const isOrphaned = (error: unknown): boolean => hasCode(error, (code) => code === 'SQLITE_CONSTRAINT_FOREIGNKEY')

/** A sentence about a temporary reason; undefined when `error` is about something else. */
export function writeErrorSentence(error: unknown): string | undefined {
  if (isDiskFull(error)) return DISK_FULL
  if (error instanceof LentDatabase) return LIBRARY_LENT
  if (isLocked(error)) return LIBRARY_LOCKED
  return isLockFault(error) || (error instanceof Error && isLockFault(error.cause)) ? NO_LOCKS : undefined
}

/** Like `writeErrorSentence`, and also for a file whose disk was full, or that another program has open. */
export const passingSentence = (error: unknown): string | undefined =>
  writeErrorSentence(error) ?? (isNoRoom(error) ? NO_ROOM : isInUse(error) ? diskReason(error) : undefined)

function hasCode(error: unknown, holds: (code: string) => boolean): boolean {
  return holds(errorCode(error) ?? '') || (error instanceof Error && hasCode(error.cause, holds))
}
