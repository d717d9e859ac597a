import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { errorCode } from './error-code'

/** The file's disk does not support locks, like many network disks and shared folders. */
export class NoFileLocks extends Error {
  override readonly name = 'NoFileLocks'
}

/**
 * Acquires the lock that is the file at `path`; undefined when another process holds it. The kernel releases the lock
 * when the process ends, even by kill -9. SQLite's own locking is used because it works alike on every system. Throws
 * NoFileLocks when the disk has no locks.
 */
export function holdLock(path: string): { release(): void } | undefined {
  const held = tryLock(path)
  if (held !== 'held elsewhere') return held
  // Without locks SQLite may also report that the file is in use.
  if (!canLock(`${path}.${process.pid}`)) throw new NoFileLocks(path)
  return undefined
}

/** Whether the disk supports locks at all, tried on a new file that no other process can hold. */
function canLock(own: string): boolean {
  try {
    const mine = tryLock(own)
    if (mine !== 'held elsewhere') mine.release()
    return mine !== 'held elsewhere'
  } catch (error) {
    return !isLockFault(error) // a folder without write access says nothing about locks
  } finally {
    for (const end of ['', '-journal']) rmSync(own + end, { force: true })
  }
}

/** Whether SQLite failed at a lock, or at the memory that processes share for locks. */
export const isLockFault = (error: unknown): boolean =>
  error instanceof NoFileLocks || LOCK_FAULT.test(errorCode(error) ?? '')

const LOCK_FAULT = /^SQLITE_(?:IOERR_(?:LOCK|RDLOCK|UNLOCK|CHECKRESERVEDLOCK|SHM\w+)|PROTOCOL|NOLFS)$/

function tryLock(path: string): { release(): void } | 'held elsewhere' {
  const lock = new Database(path, { create: true })
  try {
    lock.run('PRAGMA busy_timeout = 0')
    lock.run('PRAGMA locking_mode = EXCLUSIVE')
    lock.run('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (errorCode(error) === 'SQLITE_BUSY') return 'held elsewhere'
    throw isLockFault(error) || errorCode(error) === 'SQLITE_PERM' ? new NoFileLocks(path, { cause: error }) : error
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
