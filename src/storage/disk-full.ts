import { errorCode } from '../platform/error-code'

/** SQLite had no room to write: the transaction was rolled back, and what was written before stays. */
export function isDiskFull(error: unknown): boolean {
  return errorCode(error) === 'SQLITE_FULL' || (error instanceof Error && isDiskFull(error.cause))
}

export const DISK_FULL = 'The disk of the data directory is full. Free some space on it and try again.'
