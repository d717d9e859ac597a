import { between, plus } from '../../base/platform/clock'
import type { Clock, Log, Random } from '../../base/platform/ports'
import { legacy } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { AcquisitionGate, LeaseRequest } from '../../intake/acquisition/gate'
import type { Fence, Maintenance } from '../../intake/acquisition/maintenance'
import { releaseKey } from '../../intake/downloads/journal/release-key'
import type { Protocol } from '../../intake/downloads/states'
import { itemsWithKey } from '../../intake/downloads/store'
import { permitAfter } from './machine'
import { addPermit, changePermit, findPermit, openPermit, type Permit } from './permit-store'
import { conflict, invalid, wrongState } from './refusals'
import { OWNER, PERMIT_MS, type PermitAction, type PermitRoute, permitRoutes, protocolOf } from './states'
import type { RepairRun } from './store'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  gate: AcquisitionGate
  maintenance: Maintenance
  /** Whether a client is set up for this route. All kinds recover their downloads after a restart. */
  hasClient: (route: Protocol) => Promise<boolean>
}

export interface PermitRequest {
  release_key?: string
  route?: string
}

const LONGEST_KEY = 512
const BEAT_MS = 30_000
const REASON = 'A repair is being checked with a single grab.'

/**
 * Permits for one release: the gate stays closed to all else until the release was grabbed or 15 minutes have passed.
 */
export class Canary {
  private readonly stopping = new AbortController()
  private readonly kept = new Map<string, { fence: Fence; wake: AbortController; ended: Promise<void> }>()

  constructor(private readonly deps: Deps) {
    deps.gate.permitWhen((request) => this.claim(request))
  }

  /** `readRun` is called when nothing has to be awaited any more. */
  async issue(readRun: () => RepairRun, body: PermitRequest): Promise<Permit> {
    const { db, clock, random, gate, maintenance } = this.deps
    const { release_key, route } = checked(body)
    const hasClient = await this.deps.hasClient(protocolOf(route))
    const run = readRun()
    if (!hasClient) {
      throw conflict('route_not_restart_safe', `No download client for ${route} is set up that finds a download again after a restart.`) // biome-ignore format: one sentence
    }
    if (run.state !== 'completed') throw wrongState(run.state)
    if (openPermit(db.read)) throw conflict('permit_open', 'A canary permit is already open. Release it first.')
    const fence = maintenance.close({ owner: OWNER, run_id: run.run_id, reason: REASON })
    const at = clock.now()
    const permit: Permit = {
      permit_id: random.id(),
      run_id: run.run_id,
      release_key,
      route,
      state: gate.leases.active().length === 0 ? 'authorized' : 'waiting_for_drain',
      epoch: fence.epoch,
      created_at: at,
      expires_at: plus(at, PERMIT_MS),
      claimed_at: null,
      claimed_by: null,
      completed_at: null,
      outcome: null,
      release_reason: null,
    }
    db.write((tx) => addPermit(tx, permit))
    this.watchPermit(permit.permit_id, fence)
    return permit
  }

  find(permitId: string): Permit {
    const permit = findPermit(this.deps.db.read, permitId)
    if (permit) return permit
    throw legacy('missing', `There is no canary permit ${permitId}.`, { code: 'permit_not_found' })
  }

  release(permitId: string, reason: string): Permit {
    const permit = this.find(permitId)
    if (permit.state === 'claimed') throw conflict('permit_in_use', 'The release is being grabbed right now.')
    const released = this.move(permit, 'release', { outcome: 'released', release_reason: reason })
    if (!released) throw conflict('permit_ended', 'The permit has already ended.')
    const kept = this.kept.get(permitId)
    if (kept) this.deps.maintenance.open(kept.fence)
    kept?.wake.abort()
    return released
  }

  /** After a start: an open permit stays open until it expires. */
  resume(): void {
    const { db, maintenance, gate } = this.deps
    const permit = openPermit(db.read)
    if (!permit) return
    const owner = gate.read().maintenance
    if (owner?.run_id !== permit.run_id) {
      this.end(permit, 'aborted')
      return
    }
    const fence = maintenance.close({ owner: OWNER, run_id: permit.run_id, reason: REASON })
    db.write((tx) => changePermit(tx, permit, { epoch: fence.epoch }))
    this.watchPermit(permit.permit_id, fence)
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await Promise.all([...this.kept.values()].map(({ ended }) => ended))
  }

  /** Runs in the write that creates the lease of the grab. */
  private claim({ producer, subject, release_key, route }: LeaseRequest): boolean {
    const { db, gate, clock } = this.deps
    return db.write((tx) => {
      const permit = openPermit(tx)
      if (!permit || producer !== 'interactive_grab') return false
      const { maintenance, epoch } = gate.read(tx)
      const isOurs = maintenance?.run_id === permit.run_id && epoch === permit.epoch
      const fits = permit.release_key === release_key && protocolOf(permit.route) === route
      const now = clock.now()
      if (!isOurs || !fits || now >= permit.expires_at) return false
      return this.moveIn(tx, permit, 'claim', { claimed_at: now, claimed_by: subject }) !== undefined
    })
  }

  private watchPermit(permitId: string, fence: Fence): void {
    const wake = new AbortController()
    const ended = this.watch(permitId, fence, AbortSignal.any([wake.signal, this.stopping.signal]))
      .catch((error) => this.deps.log.error('repair', 'canary permit monitoring failed', { permitId, error }))
      .finally(() => this.kept.delete(permitId))
    this.kept.set(permitId, { fence, wake, ended })
  }

  /** Renews the heartbeat until the permit ends, then opens the gate. */
  private async watch(permitId: string, fence: Fence, signal: AbortSignal): Promise<void> {
    const { maintenance } = this.deps
    if (this.find(permitId).state === 'waiting_for_drain') {
      const drained = await maintenance.drained(fence, signal)
      const waiting = this.find(permitId)
      if (signal.aborted) return
      if (drained) this.move(waiting, 'drained', {})
      else this.end(waiting, 'not_drained')
    }
    for (;;) {
      if (signal.aborted) return
      const permit = this.find(permitId)
      if (!maintenance.beat(fence)) return this.end(permit, 'aborted')
      this.endIfOver(permit)
      const { state, expires_at } = this.find(permitId)
      if (state === 'completed' || state === 'cancelled') break
      await this.nextLook(Math.max(0, between(this.deps.clock.now(), expires_at)), signal)
    }
    maintenance.open(fence)
  }

  private async nextLook(untilExpiry: number, signal: AbortSignal): Promise<void> {
    const { clock, gate } = this.deps
    const look = new AbortController()
    const either = AbortSignal.any([look.signal, signal])
    // A claimed permit outlives its expiry until the grab has ended.
    const wait = untilExpiry === 0 ? BEAT_MS : Math.min(BEAT_MS, untilExpiry)
    await Promise.race([clock.after(wait, either), gate.leases.released(either)])
    look.abort()
  }

  /** Ends a permit whose grab has ended or whose time has expired. */
  private endIfOver(permit: Permit): void {
    const { clock, gate } = this.deps
    const isOver = clock.now() >= permit.expires_at
    if (permit.state !== 'claimed') {
      if (isOver) this.end(permit, 'expired')
      return
    }
    if (gate.leases.active().some(({ subject }) => subject === permit.claimed_by)) return
    const outcome = this.outcomeOf(permit)
    if (outcome !== undefined || isOver) this.move(permit, 'complete', { outcome: outcome ?? 'failed' })
  }

  /** The outcome of the grab; undefined while it is being sent to the client. */
  private outcomeOf({ release_key, claimed_at }: Permit): string | undefined {
    const items = itemsWithKey(this.deps.db.read, release_key).filter(({ grabbed_at }) => grabbed_at >= claimed_at!)
    const stage = items[0]?.stage
    if (stage === undefined) return 'not_grabbed'
    if (stage === 'reserved') return undefined
    if (stage === 'failed' || stage === 'cancelled') return 'failed'
    return stage === 'manual_review' ? 'needs_attention' : 'submitted'
  }

  private end(permit: Permit, outcome: string): void {
    this.move(permit, permit.state === 'claimed' ? 'complete' : 'expire', { outcome })
  }

  private move(permit: Permit, action: PermitAction, change: Partial<Permit>): Permit | undefined {
    return this.deps.db.write((tx) => this.moveIn(tx, permit, action, change))
  }

  private moveIn(tx: Tx, permit: Permit, action: PermitAction, change: Partial<Permit>): Permit | undefined {
    const state = permitAfter(permit.state, action)
    if (!state) return undefined
    const isEnd = state === 'completed' || state === 'cancelled'
    const completed_at = isEnd ? this.deps.clock.now() : null
    return changePermit(tx, permit, { ...change, state, completed_at })
  }
}

function checked({ release_key, route }: PermitRequest): { release_key: string; route: PermitRoute } {
  if (!release_key?.trim()) throw invalid('Missing release_key. It is the id of the issue, "|", and the indexer.')
  if (release_key.length > LONGEST_KEY) throw invalid(`The release_key is longer than ${LONGEST_KEY} characters.`)
  const [issueId, ...indexer] = release_key.trim().split('|')
  if (!issueId || indexer.join('|').trim() === '')
    throw invalid('The release_key is the id of the issue, "|", and the indexer.')
  const known = permitRoutes.find((each) => each === route)
  if (!known) throw invalid(`Unknown or missing route. Choose one of these: ${permitRoutes.join(', ')}.`)
  return { release_key: releaseKey(issueId, indexer.join('|')), route: known }
}
