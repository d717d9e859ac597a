import { mapYielding } from '../../../base/platform/event-loop'
import type { Clock, Log, Random } from '../../../base/platform/ports'
import type { Database, Tx } from '../../../base/storage/database'
import { saysNoMore } from '../../downloads/same-release'
import { releaseDigest } from '../digest'
import { knownOffers } from '../grabs/known-offers'
import type { FailedAnswer, Indexer } from '../indexers/indexer'
import { countHits } from '../indexers/store'
import type { Offer } from '../offer'
import { queriesFor, queriesForSeries } from '../queries/queries'
import { type JudgedCandidate, judgeOffer } from './judge-offer'
import { withoutAddresses } from './redact'
import type { SearchTargets } from './search-targets'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
}

const MOST_CANDIDATES = 200
const MOST_FAILURES = 25
/** No release needs a larger row; such an offer is dropped. */
const MOST_BYTES = 65_536
/** Limit of releases per query and indexer. */
const LIMIT = 100
/** Releases judged at a time, each usually for two dozen issues. */
const AT_ONCE = 8

/** The query texts. A series is first searched for by its name, which finds packs and most single releases. */
export function queryTextsFor({ entity_type, targets }: SearchTargets): string[] {
  const first = targets[0]!.wantedItem.wanted
  if (entity_type !== 'series') return queriesFor(first)
  const issues = targets.flatMap(({ wantedItem }) => queriesFor(wantedItem.wanted).slice(0, 1))
  return [...new Set([...queriesForSeries(first.series), ...issues])]
}

/** Queries all indexers in parallel and saves candidates as they arrive: a slow or failing indexer delays no other. */
export class SearchWorker {
  private readonly open: Set<Indexer>
  private readonly found = new Set<string>()
  /** Rejected candidates, in the order of arrival. */
  private readonly refused: string[] = []
  private failures: store.SearchSession['provider_failures'] = []
  private readonly fits = new Map<Indexer, Set<string>>()
  /** A sentence about unusable items, by indexer. */
  private readonly leftOut = new Map<Indexer, string>()

  constructor(
    private readonly deps: Deps,
    private readonly sessionId: string,
    private readonly searchTargets: SearchTargets & { unfiltered?: boolean },
    private readonly indexers: Indexer[],
  ) {
    this.open = new Set(indexers)
  }

  /** Returns early when the signal aborts or the session was replaced. */
  async run(signal: AbortSignal): Promise<void> {
    if (!this.saveState('running')) return
    await Promise.all(this.indexers.map((indexer) => this.searchIndexer(indexer, signal)))
    if (signal.aborted) return
    const nobody = this.failures.length >= Math.min(MOST_FAILURES, this.indexers.length) && this.found.size === 0
    this.saveState(nobody ? 'failed' : 'complete')
  }

  private async searchIndexer(indexer: Indexer, signal: AbortSignal): Promise<void> {
    try {
      for (const text of queryTextsFor(this.searchTargets)) {
        const answer = await indexer.search({ text, limit: LIMIT }, { signal, urgent: true })
        if (signal.aborted) return
        if (!('ok' in answer)) {
          this.fail(indexer, codeOf(answer), answer.detail)
          break
        }
        if (answer.left_out !== undefined) this.leftOut.set(indexer, `${indexer.row.name}: ${answer.left_out}`)
        if (!(await this.saveOffers(indexer, text, answer.ok, signal)) || this.satisfied(indexer)) break
      }
    } catch (error) {
      if (signal.aborted) return
      this.deps.log.error('search', 'indexer search failed', { indexer: indexer.row.name, error })
      this.fail(indexer, 'collection_failed', 'The reply could not be used because of an internal error. See the log.')
    }
    this.open.delete(indexer)
    this.saveState('running')
  }

  /** Whether the indexer has a match for every wanted item, so that further queries are useless. */
  private satisfied(indexer: Indexer): boolean {
    if (this.searchTargets.unfiltered) return false
    const fits = this.fits.get(indexer)
    return this.searchTargets.targets.every(({ wantedItem }) => fits?.has(wantedItem.entity_id))
  }

  /** Saves up to a hundred at a time, since some indexers return everything at once. False when the session is gone. */
  private async saveOffers(indexer: Indexer, found_by: string, offers: Offer[], signal: AbortSignal): Promise<boolean> {
    let from = 0
    do {
      if (!(await this.saveSome(indexer, found_by, offers.slice(from, from + LIMIT), signal))) return false
      from += LIMIT
    } while (from < offers.length)
    return true
  }

  private async saveSome({ row }: Indexer, found_by: string, offers: Offer[], signal: AbortSignal): Promise<boolean> {
    const { db, clock } = this.deps
    const digests = offers.map(releaseDigest)
    const known = knownOffers(db.read, offers, { byHand: true })
    const judged = await mapYielding(offers, AT_ONCE, (offer, at) =>
      judgeOffer(this.searchTargets, {
        offer,
        indexer: row.name,
        known: known.get(digests[at] as string),
        now: clock.now(),
      }),
    )
    if (signal.aborted) return false
    return db.write((tx) => {
      if (!store.findSession(tx, this.sessionId)) return false
      offers.forEach((offer, at) => {
        const digest = digests[at] as string
        const { found_for, ...looked } = judged[at] as JudgedCandidate
        this.countFits(row.indexer_id, looked)
        if (this.has(digest)) return
        if (looked.verdict.accepted) countHits(tx, row.indexer_id, 1)
        const state = looked.verdict.accepted || looked.verdict.overrideable ? 'available' : 'unavailable'
        this.add(tx, {
          session_id: this.sessionId,
          candidate_id: this.deps.random.id(),
          digest,
          indexer_id: row.indexer_id,
          state,
          offer: { ...offer, found_by, found_for },
          ...looked,
          outcome: null,
          updated_at: clock.now(),
        })
      })
      return this.change(tx, 'running') !== undefined
    })
  }

  /** A release without a post is the same as one with a post; several posts with one title are different. */
  private has(digest: string): boolean {
    return this.found.has(digest) || [...this.found].some((each) => saysNoMore(digest, each))
  }

  private countFits(
    indexerId: string,
    { verdict, satisfies }: Pick<store.SessionCandidate, 'verdict' | 'satisfies'>,
  ): void {
    if (!verdict.accepted) return
    const indexer = this.indexers.find(({ row }) => row.indexer_id === indexerId)!
    const fits = this.fits.get(indexer) ?? new Set()
    for (const { entity_id } of satisfies) fits.add(entity_id)
    this.fits.set(indexer, fits)
  }

  /** Saves a candidate. When there are too many, accepted ones stay. */
  private add(tx: Tx, row: store.SessionCandidate): void {
    if (JSON.stringify(row).length > MOST_BYTES) return
    if (this.found.size >= MOST_CANDIDATES && !(row.verdict.accepted && this.dropWorse(tx))) return
    store.addCandidate(tx, row)
    this.found.add(row.digest)
    if (!row.verdict.accepted) this.refused.push(row.candidate_id)
  }

  /** Removes the worst rejected candidate to make room; false when there is none, or when it is being grabbed. */
  private dropWorse(tx: Tx): boolean {
    const last = this.refused.at(-1)
    const worse = last === undefined ? undefined : store.findCandidate(tx, this.sessionId, last)
    if (!worse || worse.state === 'submitting') return false
    this.refused.pop()
    store.dropCandidate(tx, worse)
    return this.found.delete(worse.digest)
  }

  private fail({ row }: Indexer, code: string, detail: string): void {
    if (this.failures.length >= MOST_FAILURES) return
    this.failures = [...this.failures, { provider: row.name, code, detail: withoutAddresses(detail) }]
  }

  private saveState(state: store.SearchSession['state']): boolean {
    return this.deps.db.write((tx) => this.change(tx, state) !== undefined)
  }

  private change(tx: Tx, state: store.SearchSession['state']): store.SearchSession | undefined {
    const left_out = [...this.leftOut.values()]
    const progress = { ...sessionProgressOf(this.indexers, this.open), ...(left_out.length > 0 && { left_out }) }
    return store.changeSession(tx, this.sessionId, { state, progress, provider_failures: this.failures })
  }
}

export function sessionProgressOf(indexers: Indexer[], open: ReadonlySet<Indexer>): store.SearchSession['progress'] {
  const current = indexers.find((indexer) => open.has(indexer))
  return {
    provider_total: indexers.length,
    provider_completed: indexers.length - open.size,
    current_provider: current?.row.name ?? null,
  }
}

function codeOf({ failure, until }: FailedAnswer): string {
  if (until !== undefined || failure === 'limit' || failure === 'disabled') return 'temporarily_blocked'
  return failure === 'unsupported' ? 'unsupported_provider' : 'provider_error'
}
