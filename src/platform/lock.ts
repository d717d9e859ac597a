import { Database } from 'bun:sqlite'
import { errorCode } from './error-code'

/**
 * Takes the lock that is the file at `path`, or answers undefined when another process holds it. The kernel gives it
 * back when the process ends, even by kill -9. SQLite's own locking serves because it works alike on every system.
 */
export function holdLock(path: string): { release(): void } | undefined {
  const lock = new Database(path, { create: true })
  try {
    lock.run('PRAGMA busy_timeout = 0')
    lock.run('PRAGMA locking_mode = EXCLUSIVE')
    lock.run('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (errorCode(error) === 'SQLITE_BUSY') return undefined
    throw error
  }
  return {
    release() {
      try {
        lock.run('ROLLBACK')
      } finally {
        lock.close()
      }
    },
  }
}
