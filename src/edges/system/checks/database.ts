import type { HealthFinding } from './check'

export interface DatabaseFact {
  bytes: number
  /** Free bytes on the disk. */
  free: number
}

/** Reports damage found while running. Data read after it is not reliable. */
export const DAMAGE: HealthFinding = {
  subject: 'damage',
  gravity: 'error',
  message: 'The library database is damaged.',
  remedy: 'Restart Panelkeep: it then offers your backups.',
}

const MB = 1_000_000
/** Larger than any known library, so rows that should be deleted are piling up. */
const HUGE = 4_000 * MB

/** Reports a file that is too large, and a disk too full for the copy that backups and updates make. */
export function databaseFindings(database: DatabaseFact | undefined): HealthFinding[] {
  if (!database) return []
  const { bytes, free } = database
  const size = `${Math.ceil(bytes / MB)} MB`
  const found: HealthFinding[] = []
  if (free < bytes * 2)
    found.push({
      subject: 'room',
      gravity: 'warning',
      message: `The library database has ${size}, and its disk has room for less than two copies of it.`,
      remedy: 'Free some space there: backups and new versions of Panelkeep make a copy first.',
    })
  if (bytes > HUGE)
    found.push({
      subject: 'size',
      gravity: 'warning',
      message: `The library database has grown to ${size}.`,
      remedy: 'Clear the download history, and check under Jobs that the cleanup of old entries runs.',
      page: '/system/jobs',
    })
  return found
}
