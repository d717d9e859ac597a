import { mapYielding, nextTurn } from '../../../base/platform/event-loop'
import type { Clock } from '../../../base/platform/ports'
import { legacy } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Handler, Operations, Tools } from '../../../base/work/operations'
import type { AcquisitionGate } from '../../acquisition/gate'
import type { Acquisition } from '../acquisition'
import { releaseDigest } from '../digest'
import { knownOffers } from '../grabs/known-offers'
import type { Indexer, IndexerAnswer, Indexers } from '../indexers/indexer'
import { type FeedMark, placeOfMark } from '../indexers/item-keys'
import { linkKeys } from '../indexers/link-keys'
import { countHits, saveFeedMark } from '../indexers/store'
import type { Offer } from '../offer'
import { readRules } from '../rules/series-rules'
import { offeredReleaseOf } from '../verdict/release'
import { type ReleaseLimits, targetOf } from '../verdict/wanted'
import { FeedIndex } from '../wanted/feed-index'
import { ruledSeries, type Searchable, seriesWithWanted, type WantedItem, wantedItemsOfSeries } from '../wanted/store'
import type { Find } from './item-search'
import type { SearchRuns } from './service'

export const FEED_PASS = 'feed_pass'

/** After the first feed was read, the others get this long; later replies are left to the next pass. */
const GRACE_MS = 60_000
/** Series prepared at a time: requests get through in between. */
const AT_ONCE = 200
/** Releases judged at a time. */
const JUDGED_AT_ONCE = 25

export interface FeedDetail {
  /** Number of releases that are new since the last pass. */
  releases: number
  matched: number
  run_id?: string
  indexers: {
    indexer: string
    fresh: number
    gap: boolean
    left_out?: string
    failure?: string
    detail?: string
  }[]
}

interface Deps {
  db: Database
  clock: Clock
  indexers: Indexers
  runs: SearchRuns
  gate: Pick<AcquisitionGate, 'lease' | 'untilOpen'>
  limits: () => ReleaseLimits
  /** The settings that limit automatic searches. */
  searched: () => Pick<Searchable, 'annuals' | 'arcs'>
}

interface FeedReading {
  indexer: Indexer
  order: number
  fresh: Offer[]
  gap: boolean
  left_out?: string | undefined
  failed?: Extract<IndexerAnswer<unknown>, { failure: unknown }>
}

/** Compares new releases of all indexers with the wanted issues and starts a run with the matches. */
export class FeedPass implements Handler {
  /** Number of passes that wait for the gate. */
  waiting = 0

  constructor(private readonly deps: Deps) {}

  /** While the gate is closed, the pass waits. Its operation is a row, so it also waits after a restart. */
  async run(_payload: unknown, tools: Tools): Promise<FeedDetail | undefined> {
    const { gate } = this.deps
    const request = { producer: 'feeds', subject: tools.operation_id } as const
    while (!tools.signal.aborted) {
      this.waiting++
      await gate.untilOpen('feeds', tools.signal)
      this.waiting--
      const lease = await tools.persist(() => gate.lease(request) ?? null)
      if (!lease) continue
      try {
        return await this.compare(tools)
      } finally {
        lease.release()
      }
    }
    return undefined
  }

  private async compare({ signal, persist }: Tools): Promise<FeedDetail | undefined> {
    const looks = await this.readFeeds(signal)
    if (signal.aborted) return undefined
    const finds = looks.some(({ fresh }) => fresh.length > 0) ? await this.find(looks) : new Map<string, Found>()
    if (signal.aborted) return undefined
    const run_id = await persist(() => this.saveFinds(looks, finds))
    return {
      releases: looks.reduce((sum, { fresh }) => sum + fresh.length, 0),
      matched: finds.size,
      ...(run_id ? { run_id } : {}),
      indexers: looks.map(({ indexer, fresh, gap, left_out, failed }) => ({
        indexer: indexer.row.name,
        fresh: fresh.length,
        gap,
        ...(left_out === undefined ? {} : { left_out }),
        ...(failed ? { failure: failed.failure, detail: failed.detail } : {}),
      })),
    }
  }

  /** Reads all feeds at the same time. A feed that fails or is too slow has no new releases. */
  private async readFeeds(signal: AbortSignal): Promise<FeedReading[]> {
    const { indexers, clock } = this.deps
    const late = new AbortController()
    const stop = () => late.abort()
    signal.addEventListener('abort', stop, { once: true })
    let waited = false
    const one = async (indexer: Indexer, order: number): Promise<FeedReading> => {
      const abort = new Promise<undefined>((resolve) =>
        late.signal.addEventListener('abort', () => resolve(undefined), { once: true }),
      )
      const feed = indexer.feed({ signal: late.signal }).catch((error: unknown) => {
        if (late.signal.aborted) return undefined
        throw error
      })
      const answer = await Promise.race([feed, abort])
      if (!waited) void clock.after(GRACE_MS, late.signal).then(stop)
      waited = true
      if (!answer) return { indexer, order, fresh: [], gap: indexer.row.feed_gap }
      return 'ok' in answer
        ? { indexer, order, ...freshOf(answer.ok, indexer.row), left_out: answer.left_out }
        : { indexer, order, fresh: [], gap: indexer.row.feed_gap, failed: answer }
    }
    try {
      // The archive's newest uploads rarely match a wanted issue.
      const fed = indexers.enabled().filter(({ row }) => row.type !== 'archive')
      return await Promise.all(fed.map(one))
    } finally {
      signal.removeEventListener('abort', stop)
      stop()
    }
  }

  private async find(looks: FeedReading[]): Promise<Map<string, Found>> {
    const { db, clock } = this.deps
    const now = clock.now()
    const year = Number(now.slice(0, 4))
    const index = await this.index(now.slice(0, 10))
    const found = new Map<string, Found>()
    for (const { indexer, order, fresh } of looks) {
      const { indexer_id, name } = indexer.row
      const known = knownOffers(db.read, fresh, { byHand: false })
      const links = linkKeys(fresh)
      const keyed = fresh.map((offer, at) => ({ offer, link: links[at] as string }))
      await mapYielding(keyed, JUDGED_AT_ONCE, ({ offer, link }) => {
        const about = known.get(releaseDigest(offer)) ?? {}
        const hits = index.match(offeredReleaseOf(offer, name, now), year, () => about)
        const ids = hits.map(({ entry }) => entry.item.entity_id)
        for (const { entry, verdict } of hits) {
          const { item } = entry
          const also = verdict.match_kind === 'pack' ? ids : []
          const find: Find = { offer, verdict, order, indexer_id, indexer: name, link, also }
          const before = found.get(item.entity_id)
          if (before) before.finds.push(find)
          else found.set(item.entity_id, { item, finds: [find] })
        }
      })
    }
    return found
  }

  private async index(today: string): Promise<FeedIndex<WantedItem>> {
    const { db, limits, searched } = this.deps
    const searchable = { today, ...searched() }
    const all = seriesWithWanted(db.read, searchable)
    const now = limits()
    const rulesOf = readRules(db.read)
    const index = new FeedIndex<WantedItem>()
    for (let from = 0; from < all.length; from += AT_ONCE) {
      await nextTurn()
      const wanted = wantedItemsOfSeries(db.read, all.slice(from, from + AT_ONCE), searchable)
      for (const item of wanted) index.add({ item, target: targetOf(item.wanted, now, rulesOf(ruledSeries(item))) })
    }
    return index
  }

  /** Saves the run and the seen feed items in one write, so that no match is lost in between. */
  private saveFinds(looks: FeedReading[], found: Map<string, Found>): string | undefined {
    const { db, clock, runs } = this.deps
    const everything = [...found.values()]
    return db.write((tx) => {
      for (const { indexer, fresh, gap, failed } of looks) {
        const { indexer_id, feed_guid, feed_title } = indexer.row
        const hits = everything.flatMap(({ finds }) => finds).filter((find) => find.indexer_id === indexer_id).length
        if (hits > 0) countHits(tx, indexer_id, hits)
        if (failed) continue
        const mark = fresh[0] ? { feed_guid: fresh[0].guid, feed_title: fresh[0].title } : { feed_guid, feed_title }
        saveFeedMark(tx, indexer_id, { ...mark, feed_at: clock.now(), feed_gap: gap })
      }
      if (everything.length === 0) return undefined
      const entities = everything.map(({ item: { entity_type, entity_id } }) => ({ entity_type, entity_id }))
      const finds = new Map(everything.map(({ item, finds }) => [item.entity_id, finds]))
      const scope = { scope_type: 'wanted_backlog', scope_id: 'feed' } as const
      return runs.begin({ trigger: 'rss', ...scope, priority: 'routine', entities, finds }).run_id
    })
  }
}

interface Found {
  item: WantedItem
  finds: Find[]
}

/**
 * Releases that are new since the last pass. A gap when the feed no longer reaches back to it, so that releases in
 * between were missed.
 */
function freshOf(offers: Offer[], mark: FeedMark): Pick<FeedReading, 'fresh' | 'gap'> {
  const at = placeOfMark(offers, mark)
  return at >= 0
    ? { fresh: offers.slice(0, at), gap: false }
    : { fresh: offers, gap: mark.feed_guid !== null && offers.length > 0 }
}

/** Starts RSS passes. */
export class Feeds {
  constructor(
    private readonly deps: {
      operations: Operations
      acquisition: Acquisition
      runs: SearchRuns
      pass: Pick<FeedPass, 'waiting'>
    },
  ) {}

  /** Number of passes that wait for the gate. */
  get waiting(): number {
    return this.deps.pass.waiting
  }

  /** Starts a pass automatically, one at a time; it waits while the gate is closed. */
  begin(): void {
    const { acquisition, runs } = this.deps
    runs.resume()
    if (acquisition.route().viable) this.enqueue()
  }

  /** Starts a pass for the user, or refuses it with the reason. */
  force() {
    const { acquisition } = this.deps
    const allowed = acquisition.allowed()
    if (!allowed.allowed) throw legacy('conflict', allowed.reason, { status: 'blocked' })
    const route = acquisition.route()
    if (!route.viable) throw legacy('conflict', route.reason, { status: 'blocked' })
    const message = this.enqueue() ? 'RSS sync started.' : 'RSS sync is already running.'
    return { success: true as const, message }
  }

  private enqueue(): boolean {
    const { operations } = this.deps
    if (operations.active(FEED_PASS).length > 0) return false
    operations.enqueue({ kind: FEED_PASS, subject: 'all', payload: {} })
    return true
  }
}
