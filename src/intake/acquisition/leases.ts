import { isWithin } from '../../base/platform/clock'
import type { Clock, Log, Random } from '../../base/platform/ports'
import { Waiters } from '../../base/platform/waiters'
import type { Database, Tx } from '../../base/storage/database'
import type { Producer } from './states'
import * as store from './store'

/** Work that may run until the lease is released. */
export interface Lease {
  readonly lease_id: string
  release(): void
}

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
}

const RENEWED_MS = 30_000
/** An owner without a heartbeat for this long is dead. */
export const DEAD_MS = 120_000

/** The producers that dispatch right now. Leases are rows, so that a new process sees what a dead one left. */
export class Leases {
  /** Leases of this process: they live as long as the process. */
  private readonly own = new Set<string>()
  private beating: AbortController | undefined
  private readonly waiters = new Waiters()

  constructor(private readonly deps: Deps) {}

  add(tx: Tx, producer: Producer, subject: string): Lease {
    const { clock, random } = this.deps
    const lease_id = random.id()
    const at = clock.now()
    store.addLease(tx, { lease_id, producer, subject, taken_at: at, heartbeat_at: at })
    this.own.add(lease_id)
    this.beating ??= this.beat()
    return { lease_id, release: () => this.release(lease_id) }
  }

  /** The leases whose owner is alive. */
  active(): store.LeaseRow[] {
    const { db, clock } = this.deps
    const now = clock.now()
    const isAlive = ({ lease_id, heartbeat_at }: store.LeaseRow) =>
      this.own.has(lease_id) || isWithin(heartbeat_at, now, DEAD_MS)
    return store.listLeases(db.read).filter(isAlive)
  }

  /** Removes all leases at a start. No two processes share a library, so their owners are dead. */
  forgetDead(): void {
    this.deps.db.write((tx) => store.removeOtherLeases(tx, [...this.own]))
  }

  /** Resolves with the next release, or when `signal` aborts. */
  released(signal: AbortSignal): Promise<void> {
    return this.waiters.next(signal)
  }

  stop(): void {
    this.beating?.abort()
  }

  private release(leaseId: string): void {
    if (!this.own.delete(leaseId)) return
    this.written((tx) => store.removeLease(tx, leaseId))
    if (this.own.size === 0) {
      this.beating?.abort()
      this.beating = undefined
    }
    this.waiters.wake()
  }

  private beat(): AbortController {
    const { clock } = this.deps
    const stop = new AbortController()
    const keep = async () => {
      for (;;) {
        await clock.after(RENEWED_MS, stop.signal)
        if (stop.signal.aborted) return
        this.written((tx) => store.renewLeases(tx, [...this.own], clock.now()))
      }
    }
    void keep()
    return stop
  }

  /** Writes, except on a full or locked disk: the row stays then, and expires without heartbeats. */
  private written(work: (tx: Tx) => void): void {
    try {
      this.deps.db.write(work)
    } catch (error) {
      this.deps.log.warn('acquisition', 'lease could not be written', { error })
    }
  }
}
