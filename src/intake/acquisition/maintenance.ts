import { between } from '../../base/platform/clock'
import type { Clock, Log } from '../../base/platform/ports'
import { countWords } from '../../base/platform/words'
import { legacy } from '../../base/refusal'
import type { Database, ReadHandle } from '../../base/storage/database'
import type { AcquisitionGate } from './gate'
import * as store from './store'

/** Proof of owning the maintenance: worthless once another owner has a higher epoch. */
export interface Fence {
  owner: string
  run_id: string
  epoch: number
}

/** Longest wait for producers to finish. */
const DRAIN_MS = 300_000
const LOOK_MS = 1000

interface Deps {
  db: Database
  clock: Clock
  log: Log
  gate: AcquisitionGate
}

/** Closes the gate for work that rewrites rows of the library: repair runs and migrations. */
export class Maintenance {
  constructor(private readonly deps: Deps) {}

  /**
   * Closes the gate to every producer. The same run may close the gate again after a restart, with a new epoch.
   * `reason`: a sentence for pages. Throws Refusal 'locked' while another run owns the maintenance. That includes a
   * dead run: the user has to abort it.
   */
  close({ owner, run_id, reason }: { owner: string; run_id: string; reason: string }): Fence {
    const { db, clock, gate, log } = this.deps
    const row = db.write((tx) => {
      const before = store.readGate(tx)
      if (before.owner !== null && before.run_id !== run_id) throw ownedBy(before)
      return store.setOwner(tx, owner, run_id, reason, clock.now())
    })
    log.info('acquisition', 'maintenance began', { owner, run_id, epoch: row.epoch })
    gate.changed()
    return { owner, run_id, epoch: row.epoch }
  }

  /** Whether the fence is still valid. Check it in the transaction that writes. */
  holds(db: ReadHandle, { run_id, epoch }: Fence): boolean {
    const row = store.readGate(db)
    return row.owner !== null && row.run_id === run_id && row.epoch === epoch
  }

  /** Renews the heartbeat: call at least every minute. False when the maintenance was aborted. */
  beat(fence: Fence): boolean {
    const { db, clock } = this.deps
    return db.write((tx) => {
      if (!this.holds(tx, fence)) return false
      store.renewOwner(tx, clock.now())
      return true
    })
  }

  /**
   * Waits up to 300 seconds until no producer dispatches any more, and renews the heartbeat meanwhile. False after 300
   * seconds, or when `signal` or the user aborted the maintenance; the gate stays closed until `open`.
   */
  async drained(fence: Fence, signal: AbortSignal = new AbortController().signal): Promise<boolean> {
    const { clock, gate } = this.deps
    const begun = clock.now()
    for (;;) {
      if (signal.aborted || !this.beat(fence)) return false
      if (gate.leases.active().length === 0) return true
      if (Math.abs(between(begun, clock.now())) >= DRAIN_MS) return false
      const look = new AbortController()
      const either = AbortSignal.any([look.signal, signal])
      await Promise.race([clock.after(LOOK_MS, either), gate.leases.released(either)])
      look.abort()
    }
  }

  /**
   * Ends the maintenance, and starts the waiting work if nothing else keeps the gate closed. False when the user had
   * aborted the maintenance.
   */
  open(fence: Fence): boolean {
    const { db, gate, log } = this.deps
    const opened = db.write((tx) => {
      if (!this.holds(tx, fence)) return false
      store.clearOwner(tx, fence.epoch)
      return true
    })
    if (opened) {
      log.info('acquisition', 'maintenance ended', { ...fence })
      gate.changed()
    }
    return opened
  }

  /**
   * Ends the maintenance of a dead owner for the user; an interrupted migration counts as failed. Throws Refusal
   * 'locked' while the owner is alive or producers dispatch.
   */
  abort(reason: string): void {
    const { db, clock, gate, log } = this.deps
    const { maintenance, reconciliation } = gate.read()
    if (maintenance?.isAlive) {
      throw legacy('locked', `${maintenance.owner} is still running. Wait until it has finished, or has not responded for two minutes.`, { code: 'maintenance_owner_alive' }) // biome-ignore format: one sentence
    }
    const active = gate.leases.active().length
    if (active > 0) {
      const sentence = `${countWords(active, 'search or download is', 'searches or downloads are')} still running. Try again later.`
      throw legacy('locked', sentence, { code: 'leases_active', active_leases: active })
    }
    if (!maintenance && reconciliation.state !== 'migrating') return
    db.write((tx) => {
      const { epoch } = store.readGate(tx)
      store.clearOwner(tx, epoch + 1)
      if (reconciliation.state === 'migrating') store.setReconciliation(tx, 'failed', reason, clock.now())
    })
    log.warn('acquisition', 'maintenance aborted', { ...maintenance, reason })
    gate.changed()
  }
}

function ownedBy({ owner, run_id, epoch }: store.GateRow) {
  const sentence = `${owner} is running maintenance. Wait until it has finished, or abort it in System, Acquisition.`
  return legacy('locked', sentence, { code: 'maintenance_owned', owner, run_id, epoch })
}
