import { diskReason, isInUse } from '../platform/disk-reason'
import { errorCode } from '../platform/error-code'
import { isLockFault } from '../platform/lock'

/** Reasons why nothing can be written just now. The transaction was rolled back, and what was written before stays. */

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

/** Of a disk that may be another one. */
const NO_ROOM = 'A disk is full. Free some space on it and try again.'

/** Does not pass: only another start can put a backup in the place of the file. */
export const LIBRARY_DAMAGED = 'The library database is damaged. Restart Panelkeep: it then offers your backups.'

/** SQLite had no room to write. */
export const isDiskFull = (error: unknown): boolean => hasCode(error, (code) => FULL.has(code))

/** The second is what SQLite says of the shared memory beside a database, which has to grow before it writes. */
const FULL = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'])

/** A file, or the database, had no room on its disk. */
export const isNoRoom = (error: unknown): boolean =>
  isDiskFull(error) || hasCode(error, (code) => code === 'ENOSPC' || code === 'EDQUOT')

/** Another process holds the lock of the database. */
export const isLocked = (error: unknown): boolean => hasCode(error, (code) => /^SQLITE_(BUSY|LOCKED)/.test(code))

/** A row refers to one that is not there. */
export const isOrphaned = (error: unknown): boolean => hasCode(error, (code) => code === 'SQLITE_CONSTRAINT_FOREIGNKEY')

/** A sentence about what passes; undefined when `error` is about something else. */
export function writeErrorSentence(error: unknown): string | undefined {
  if (isDiskFull(error)) return DISK_FULL
  if (error instanceof LentDatabase) return LIBRARY_LENT
  if (isLocked(error)) return LIBRARY_LOCKED
  return isLockFault(error) || (error instanceof Error && isLockFault(error.cause)) ? NO_LOCKS : undefined
}

/** As `writeErrorSentence`, and also of a file that had no room, or that another program has open. */
export const passingSentence = (error: unknown): string | undefined =>
  writeErrorSentence(error) ?? (isNoRoom(error) ? NO_ROOM : isInUse(error) ? diskReason(error) : undefined)

function hasCode(error: unknown, holds: (code: string) => boolean): boolean {
  return holds(errorCode(error) ?? '') || (error instanceof Error && hasCode(error.cause, holds))
}
