import { isWithin } from '../../base/platform/clock'
import type { Clock, Instant, Log, Random } from '../../base/platform/ports'
import { Waiters } from '../../base/platform/waiters'
import type { Database, ReadHandle } from '../../base/storage/database'
import { DEAD_MS, type Lease, Leases } from './leases'
import { type GateAnswer, type GateState, gateAnswers, type Producer, type ReconciliationState } from './states'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  /** Whether the user paused automatic searches. */
  isPaused: () => boolean
}

export interface GateView {
  state: GateState
  /** Why the gate is closed, as a sentence; null while it is open. */
  reason: string | null
  epoch: number
  /** The owner of the maintenance; null when there is none. */
  maintenance: {
    owner: string
    run_id: string
    reason: string
    heartbeat_at: Instant
    /** False when the owner stopped renewing its heartbeat. */
    isAlive: boolean
  } | null
  reconciliation: { state: ReconciliationState; reason: string | null; updated_at: Instant | null }
}

export interface GateDecision {
  answer: GateAnswer
  state: GateState
  reason: string | null
}

/** The request for a lease. The last two name a single release, for a permit. */
export interface LeaseRequest {
  producer: Producer
  subject: string
  release_key?: string
  route?: string
}

/** How much waiting work was started when the gate opened. */
export interface ReplayCounts {
  /** Searches. */
  search: number
  /** RSS syncs. */
  refresh: number
}

const SENTENCES = {
  paused: 'Automatic searches are paused. Resume them on the Wanted page or in the tray.',
  pending_preview:
    'Automatic searches wait for your review after the migration. Open System, Acquisition, and start them there.',
  failed: 'The migration did not finish. Automatic searches wait until you start them in System, Acquisition.',
  migrating: 'A migration is running. Automatic searches wait until it has finished.',
} as const

/**
 * The one gate in front of everything that searches and grabs. Its state is rows and the pause of the settings, so a
 * restart finds it as it was. Producers hold a lease while they dispatch.
 */
export class AcquisitionGate {
  readonly leases: Leases
  private readonly waiters = new Waiters()
  private readonly replays: (() => ReplayCounts)[] = []
  private readonly permits: ((request: LeaseRequest) => boolean)[] = []

  constructor(private readonly deps: Deps) {
    this.leases = new Leases(deps)
  }

  read(db: ReadHandle = this.deps.db.read): GateView {
    const row = store.readGate(db)
    const { reconciliation, epoch, owner } = row
    const state = this.stateOf(row)
    return {
      state,
      reason: state === 'open' ? null : state === 'maintenance' ? row.reason : SENTENCES[state],
      epoch,
      maintenance:
        owner === null
          ? null
          : {
              owner,
              run_id: row.run_id ?? '',
              reason: row.reason ?? '',
              heartbeat_at: row.heartbeat_at ?? '',
              isAlive: isWithin(row.heartbeat_at ?? '', this.deps.clock.now(), DEAD_MS),
            },
      reconciliation: { state: reconciliation, reason: row.reconciliation_reason, updated_at: row.reconciliation_at },
    }
  }

  /** What this producer may do now, at the current state of the gate. */
  decide(producer: Producer, db?: ReadHandle): GateDecision {
    const { state, reason } = this.read(db)
    return { answer: gateAnswers[state][producer], state, reason }
  }

  /**
   * Allows its holder to dispatch until the lease is released; undefined while the gate is closed to this producer.
   * Joins an open write, so that no other write comes between the check and a row that depends on it.
   */
  lease(request: LeaseRequest): Lease | undefined {
    return this.deps.db.write((tx) => {
      const may = this.decide(request.producer, tx).answer === 'dispatch' || this.permits.some((may) => may(request))
      return may ? this.leases.add(tx, request.producer, request.subject) : undefined
    })
  }

  /** Lets single requests through a closed gate: `permit` is called only then. */
  permitWhen(permit: (request: LeaseRequest) => boolean): void {
    this.permits.push(permit)
  }

  /** Resolves when this producer may dispatch, or when `signal` aborts. */
  async untilOpen(producer: Producer, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.decide(producer).answer !== 'dispatch') await this.waiters.next(signal)
  }

  /** `replay` starts the work that waited as rows. The gate calls it whenever it opens, and at a start. */
  onOpen(replay: () => ReplayCounts): void {
    this.replays.push(replay)
  }

  /**
   * Call after a start: removes the leases of the previous process, and starts the waiting work if the gate is open.
   */
  begin(): ReplayCounts {
    this.leases.forgetDead()
    return this.changed()
  }

  /** Call after every change of the state, once it is committed. */
  changed(): ReplayCounts {
    this.waiters.wake()
    const replayed = { search: 0, refresh: 0 }
    if (this.read().state !== 'open') return replayed
    for (const replay of this.replays) {
      try {
        const { search, refresh } = replay()
        replayed.search += search
        replayed.refresh += refresh
      } catch (error) {
        // Rows that could not be started are retried every minute.
        this.deps.log.error('acquisition', 'waiting searches were not started', { error })
      }
    }
    return replayed
  }

  /** For migrations: sets whether one is running, or what the user has to review after one. */
  reconcile(state: ReconciliationState, reason: string | null): ReplayCounts {
    const { db, clock, log } = this.deps
    db.write((tx) => store.setReconciliation(tx, state, reason, clock.now()))
    log.info('acquisition', 'reconciliation changed', { state, reason })
    return this.changed()
  }

  stop(): void {
    this.leases.stop()
  }

  private stateOf({ owner, reconciliation }: store.GateRow): GateState {
    // A migration owns the maintenance while it runs, so the state is named after the migration.
    if (owner !== null && reconciliation !== 'migrating') return 'maintenance'
    if (reconciliation !== 'ready') return reconciliation
    return this.deps.isPaused() ? 'paused' : 'open'
  }
}
