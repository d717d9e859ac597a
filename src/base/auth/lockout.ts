import { between, isWithin, plus } from '../platform/clock'
import type { Clock, Instant } from '../platform/ports'
import { legacy, type Refusal } from '../refusal'
import type { Database } from '../storage/database'
import * as store from './store'

const TRIES = 5
const WINDOW_MS = 300_000
const PATIENT_TRIES = 20
const PATIENT_MS = 60 * 60_000
/** Longer than a person minds once, and too long for guessing. */
const DELAY_MS = 3000

/**
 * Five failed attempts from one address within 300 seconds lock that address out for 300 seconds, counted from the
 * fifth. Each key (`login:<ip>`, `opds:<ip>`) is counted separately. The count is a row, so a restart does not end a
 * lockout.
 */
export class Lockout {
  constructor(private readonly deps: { db: Database; clock: Clock }) {}

  /**
   * Counts an attempt before its password is checked, so that parallel requests cannot try more than five; `succeeded`
   * resets the count. Throws Refusal 'throttled' during a lockout; those attempts neither count nor prolong it.
   */
  attempt(key: string): void {
    const now = this.deps.clock.now()
    this.deps.db.write((tx) => {
      const row = store.failuresAt(tx, key)
      const wait = remaining(row?.locked_until ?? null, now)
      if (wait > 0) throw lockedOut(wait)
      const fresh = !row || !isWithin(row.first_at, now, WINDOW_MS)
      const count = fresh ? 1 : row.count + 1
      const lockedUntil = count >= TRIES ? plus(now, WINDOW_MS) : null
      store.saveFailures(tx, { door: key, count, first_at: fresh ? now : row.first_at, locked_until: lockedUntil })
    })
  }

  /**
   * Counts an attempt under a key that strangers can use up, such as a name: after twenty in an hour each one waits, but
   * none is refused, since that would lock out the person who has the name.
   */
  async countPatiently(key: string): Promise<void> {
    const { clock, db } = this.deps
    const now = clock.now()
    const count = db.write((tx) => {
      const row = store.failuresAt(tx, key)
      const isFresh = !row || !isWithin(row.first_at, now, PATIENT_MS)
      const count = isFresh ? 1 : row.count + 1
      store.saveFailures(tx, { door: key, count, first_at: isFresh ? now : row.first_at, locked_until: null })
      return count
    })
    if (count > PATIENT_TRIES) await clock.after(DELAY_MS)
  }

  succeeded(key: string): void {
    this.deps.db.write((tx) => store.clearFailures(tx, key))
  }

  /** Deletes failures whose lockout is over; called by a job. */
  prune(): void {
    const now = this.deps.clock.now()
    this.deps.db.write((tx) => {
      store.forgetFailuresBefore(tx, plus(now, -2 * WINDOW_MS), { ofNames: false })
      store.forgetFailuresBefore(tx, plus(now, -PATIENT_MS), { ofNames: true })
    })
  }
}

function remaining(until: Instant | null, now: Instant): number {
  // A lockout lasts one window at most, so a longer one means that the clock was set back meanwhile.
  if (until === null || between(now, until) > WINDOW_MS) return 0
  return Math.max(0, Math.ceil(between(now, until) / 1000))
}

function lockedOut(seconds: number): Refusal {
  const error = `Too many failed logins from this address. Try again in ${seconds} seconds.`
  return legacy('throttled', error, { retry_after: seconds })
}
