import { plus } from '../../../base/platform/clock'
import type { Clock, Log, Random } from '../../../base/platform/ports'
import { legacy, Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { ContentType } from '../../../library/series/states'
import { findSeries } from '../../../library/series/store'
import { type EntityType, entityTypes } from '../../downloads/states'
import type { Acquisition } from '../acquisition'
import { titleDigest } from '../digest'
import type { Indexers } from '../indexers/indexer'
import type { IndexerClient } from '../indexers/indexer-client'
import { listIndexers } from '../indexers/store'
import { ALL_BLOCKED } from '../runs/item-search'
import type { CandidateGrabber, GrabResult } from './candidate-grabber'
import { pastReleases } from './past-releases'
import { withoutAddresses } from './redact'
import { rejudge } from './rejudge'
import type { SessionView } from './schema'
import type { SearchTargets, TargetFinder } from './search-targets'
import { SearchWorker, sessionProgressOf } from './search-worker'
import * as store from './store'
import { sessionView } from './wire'

interface Deps {
  ports: { db: Database; clock: Clock; random: Random; log: Log }
  indexers: Pick<Indexers, 'enabled' | 'get'>
  indexerClient: Pick<IndexerClient, 'blockedBy'>
  acquisition: Pick<Acquisition, 'route'>
  targetFinder: TargetFinder
  grabber: CandidateGrabber
  /** Unblocks a release; false when it is not blocked. */
  unblock: (digest: string) => boolean
  /** The minimum score for automatic downloads. */
  leastScore: (kind: ContentType) => number | null
}

export interface SearchRequest {
  entity_type: string
  entity_id: string
  mode?: string
}

const TTL_MS = 600_000
const DAY_MS = 86_400_000
/** After this time a running grab no longer blocks new searches. */
const LEASE_MS = 3_600_000
/** Interactive searches at the same time; more would only wait for the same indexers. */
const MOST_AT_ONCE = 4
const MOST_REASONS = 3
/** `unfiltered` queries every indexer completely, even if it has a match for each missing issue. */
const MODES = ['review', 'unfiltered']
const NOT_FOUND = 'Interactive search session not found.'

/**
 * Interactive searches and grabs from them. Each belongs to the browser session that started it, and expires after ten
 * minutes.
 */
export class Interactive {
  private readonly hunts = new Map<string, { abort: AbortController; done: Promise<void> }>()
  private readonly grabs = new Set<Promise<unknown>>()

  constructor(private readonly deps: Deps) {}

  /** Starts a search in place of the session's earlier one for the same item. */
  begin(sid: string, request: SearchRequest): SessionView & { success: true } {
    const searchTargets = this.deps.targetFinder.of(typeOf(request), request.entity_id)
    const { entity_type } = searchTargets
    const slot = { sid, entity_type, entity_id: request.entity_id }
    this.makeRoom(slot)
    const route = this.deps.acquisition.route()
    if (!route.viable) throw legacy('conflict', route.reason, { status: 'blocked', code: route.code })
    this.refuseAllShut()
    return { success: true, ...this.launch(slot, searchTargets, request.mode === 'unfiltered') }
  }

  view(sid: string, sessionId: string): SessionView {
    return this.show(this.session(sid, sessionId))
  }

  /** Grabs a candidate and waits for the outcome. Throws Refusal when the grab failed. */
  async grab(sid: string, sessionId: string, candidateId: string, override: boolean): Promise<GrabResult> {
    const session = this.session(sid, sessionId)
    const candidate = store.findCandidate(this.deps.ports.db.read, sessionId, candidateId)
    if (!candidate) throw new Refusal('missing', 'Release candidate not found.')
    return this.kept(this.deps.grabber.grab(session, candidate, override))
  }

  /** Unblocks a candidate and judges it again. */
  unblock(sid: string, sessionId: string, candidateId: string): SessionView {
    const { ports, indexers, targetFinder, unblock } = this.deps
    const session = this.session(sid, sessionId)
    const candidate = store.findCandidate(ports.db.read, sessionId, candidateId)
    if (!candidate) throw new Refusal('missing', 'Release candidate not found.')
    const unblocked = [candidate.digest, titleDigest(candidate.offer.title)].filter((digest) => unblock(digest))
    if (unblocked.length === 0) throw legacy('conflict', 'This release is not blocked.', { status: 'conflict' })
    const change = rejudge({ ...ports, indexers, targetFinder }, session, candidate)
    ports.db.write((tx) => {
      if (change) store.changeCandidate(tx, candidate, { ...change, updated_at: ports.clock.now() })
      store.emitSession(tx, sessionId)
    })
    return this.show(session)
  }

  /** Resumes sessions of the previous process after `journal` has recovered. Call before any search can start. */
  recover(journal: () => Promise<void>): Promise<void> {
    const { db, log } = this.deps.ports
    db.write((tx) => store.failActive(tx))
    const left = store.submittingCandidates(db.read)
    const recovered = journal().then(() => this.deps.grabber.recover(left))
    return this.kept(
      recovered.catch((error) => log.error('search', 'unfinished downloads were not resumed', { error })),
    )
  }

  /** Deletes expired sessions: their candidates at once, the session itself after a day. */
  purge(): void {
    const { db, clock } = this.deps.ports
    const now = clock.now()
    db.write((tx) => store.purgeSessions(tx, { now, forget: plus(now, -DAY_MS) }))
  }

  async idle(): Promise<void> {
    await Promise.all([...this.hunts.values()].map(({ done }) => done))
    await Promise.all(this.grabs)
  }

  /** Ends searches, and grabs that have not been sent to a client; waits for the others. */
  async stop(): Promise<void> {
    this.deps.grabber.stop()
    for (const { abort } of this.hunts.values()) abort.abort()
    await this.idle()
  }

  /** Tracks work that must end before the database closes. */
  private kept<T>(work: Promise<T>): Promise<T> {
    const forget = () => void this.grabs.delete(settled)
    const settled: Promise<void> = work.then(forget, forget)
    this.grabs.add(settled)
    return work
  }

  private session(sid: string, sessionId: string): store.SearchSession {
    const { db, clock } = this.deps.ports
    const session = store.findSession(db.read, sessionId)
    if (session?.sid !== sid) throw new Refusal('missing', NOT_FOUND)
    if (session.expires_at > clock.now()) return session
    throw new Refusal('gone', 'Interactive search session expired.', { status: 'expired' })
  }

  private makeRoom(slot: store.Slot): void {
    const { db, clock } = this.deps.ports
    const old = store.sessionInSlot(db.read, slot)
    const lease = plus(clock.now(), -LEASE_MS)
    if (old && store.submittingCandidates(db.read, old.session_id).some(({ updated_at }) => updated_at > lease)) {
      const sentence =
        'A release of the previous search is being sent to the download client. Search again in a moment.'
      throw legacy('conflict', sentence, { status: 'conflict' })
    }
    const others = store.countActive(db.read) - (old && isActive(old) ? 1 : 0)
    if (others < MOST_AT_ONCE) return
    const sentence = `${MOST_AT_ONCE} searches are already running. Wait until one has finished.`
    throw legacy('conflict', sentence, { status: 'blocked', code: 'search_busy' })
  }

  /** Refuses a search that no indexer would answer. */
  private refuseAllShut(): void {
    const { indexers, indexerClient } = this.deps
    const failures = indexers.enabled().map(({ row }) => indexerClient.blockedBy(row.indexer_id, { urgent: true }))
    if (failures.some((failure) => failure === undefined)) return
    const reasons = failures.slice(0, MOST_REASONS).flatMap((failure) => failure?.detail ?? [])
    const sentence = withoutAddresses(`No indexer can be searched now. ${reasons.join(' ')}`)
    throw legacy('conflict', sentence, { status: 'blocked', code: ALL_BLOCKED })
  }

  private launch(slot: store.Slot, searchTargets: SearchTargets, unfiltered: boolean): SessionView {
    const { db, clock, random } = this.deps.ports
    const indexers = this.deps.indexers.enabled()
    const created_at = clock.now()
    const session: store.SearchSession = {
      ...slot,
      session_id: random.id(),
      series_id: searchTargets.series_id,
      state: 'queued',
      progress: { ...sessionProgressOf(indexers, new Set(indexers)), current_provider: null },
      provider_failures: [],
      created_at,
      expires_at: plus(created_at, TTL_MS),
    }
    db.write((tx) => {
      const old = store.sessionInSlot(tx, slot)
      if (old) store.dropSession(tx, old.session_id)
      if (old) this.hunts.get(old.session_id)?.abort.abort()
      store.addSession(tx, session)
    })
    const abort = new AbortController()
    const worker = new SearchWorker(this.deps.ports, session.session_id, { ...searchTargets, unfiltered }, indexers)
    const done = Promise.resolve()
      .then(() => worker.run(abort.signal))
      .catch((error: unknown) => this.lose(session.session_id, error))
      .finally(() => this.hunts.delete(session.session_id))
    this.hunts.set(session.session_id, { abort, done })
    return this.show(session)
  }

  private lose(sessionId: string, error: unknown): void {
    this.deps.ports.log.error('search', 'interactive search failed', { session_id: sessionId, error })
    this.deps.ports.db.write((tx) => void store.changeSession(tx, sessionId, { state: 'failed' }))
  }

  private show(session: store.SearchSession): SessionView {
    const { db } = this.deps.ports
    const names = new Map(listIndexers(db.read).map(({ indexer_id, name }, order) => [indexer_id, { name, order }]))
    const candidates = store.candidatesOf(db.read, session.session_id)
    const kind = findSeries(db.read, session.series_id)?.content_type ?? 'comic'
    const [past, least] = [pastReleases(db.read, session), this.deps.leastScore(kind)]
    return sessionView(session, candidates, names, { past, least })
  }
}

const isActive = ({ state }: store.SearchSession) => state === 'queued' || state === 'running'

function typeOf({ entity_type, mode }: SearchRequest): EntityType {
  if (!(entityTypes as readonly string[]).includes(entity_type)) {
    throw legacy('invalid', `Unknown entity_type ${entity_type}. Use one of ${entityTypes.join(', ')}.`)
  }
  if (mode !== undefined && !MODES.includes(mode)) {
    throw legacy('invalid', `Unknown mode ${mode}. Use one of ${MODES.join(', ')}.`)
  }
  if (mode === 'unfiltered' && entity_type !== 'series')
    throw legacy('invalid', 'Only a series search can be unfiltered. Remove mode.')
  return entity_type as EntityType
}
