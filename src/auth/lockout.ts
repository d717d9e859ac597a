import { between, isWithin, plus } from '../platform/clock'
import type { Clock, Instant } from '../platform/ports'
import { legacy, type Refusal } from '../refusal'
import type { Database } from '../storage/database'
import * as store from './store'

const TRIES = 5
const WINDOW_MS = 300_000

/**
 * Five failed tries of one address within 300 seconds close that door to it for 300 seconds, counted from the fifth.
 * Each door counts for itself. The count is a row: restarting the program opens nothing.
 */
export class Lockout {
  constructor(private readonly deps: { db: Database; clock: Clock }) {}

  /**
   * Counts a try before its password is looked at, so that many at once are not more than five; `succeeded` takes it
   * back. Throws Refusal 'throttled' while the door is closed; those tries neither count nor prolong it.
   */
  attempt(door: string): void {
    const now = this.deps.clock.now()
    this.deps.db.write((tx) => {
      const row = store.failuresAt(tx, door)
      const wait = remaining(row?.locked_until ?? null, now)
      if (wait > 0) throw closed(wait)
      const fresh = !row || !isWithin(row.first_at, now, WINDOW_MS)
      const count = fresh ? 1 : row.count + 1
      const lockedUntil = count >= TRIES ? plus(now, WINDOW_MS) : null
      store.saveFailures(tx, { door, count, first_at: fresh ? now : row.first_at, locked_until: lockedUntil })
    })
  }

  succeeded(door: string): void {
    this.deps.db.write((tx) => store.clearFailures(tx, door))
  }

  /** Forgets doors that have been open for long; a job calls it. */
  prune(): void {
    const old = plus(this.deps.clock.now(), -2 * WINDOW_MS)
    this.deps.db.write((tx) => store.forgetFailuresBefore(tx, old))
  }
}

function remaining(until: Instant | null, now: Instant): number {
  // A door is closed for one window at most: more is left only when the clock was set back meanwhile.
  if (until === null || between(now, until) > WINDOW_MS) return 0
  return Math.max(0, Math.ceil(between(now, until) / 1000))
}

function closed(seconds: number): Refusal {
  const error = `Too many failed logins from this address. Try again in ${seconds} seconds.`
  return legacy('throttled', error, { retry_after: seconds })
}
