import { ChangeMemo } from '../../base/events/change-memo'
import type { RequestOptions } from '../../base/outbound/external-service'
import type { Log } from '../../base/platform/ports'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { Operations } from '../../base/work/operations'
import { AcquisitionGate } from '../../intake/acquisition/gate'
import { Maintenance } from '../../intake/acquisition/maintenance'
import type { Protocol } from '../../intake/downloads/states'
import type { GrabOutcome, GrabRequest, Grabs } from '../../intake/search/grabs/grab-request'
import type { Indexer, IndexerAnswer, IndexerQuery, Indexers } from '../../intake/search/indexers/indexer'
import { findIndexer } from '../../intake/search/indexers/store'
import type { Offer } from '../../intake/search/offer'
import { betterFormatsIn, worseFormats } from '../../intake/search/rules/format-ranks'
import { makeRuns } from '../../intake/search/runs/feature'
import type { IndexerType } from '../../intake/search/states'
import { indexers as indexerRows } from '../../intake/search/tables'
import { Browse } from '../../library/series/browse'
import { reserveIssues, snatchIssues } from '../../library/series/store'
import { testDatabase } from '../database'
import { fakeClock } from '../fakes/clock'

/** Searches with indexers and grabs in memory; requests and grabs are recorded. */

export const offer = (title: string, more: Partial<Offer> = {}): Offer => ({
  title,
  guid: title,
  link: `https://indexer.example/get/${encodeURIComponent(title)}`,
  protocol: 'usenet',
  size: 40_000_000,
  published_at: '2026-11-20T08:00:00.000Z',
  categories: [7030],
  ...more,
})

type Reply = IndexerAnswer<Offer[]> | Promise<IndexerAnswer<Offer[]>>

export interface IndexerStub {
  name: string
  /** Replies to a query; `feed` replies to a request for the newest releases. */
  search?: (text: string, asking: RequestOptions) => Reply
  feed?: (asking: RequestOptions, row: Indexer['row']) => Reply
}

const LOG: Log = { debug() {}, info() {}, warn() {}, error() {} }

export function searchHarness({ db = testDatabase(), indexers }: SearchHarnessOptions) {
  const clock = fakeClock()
  const operations = new Operations({ db, clock, random: systemRandom, log: LOG })
  const gate = new AcquisitionGate({ db, clock, random: systemRandom, log: LOG, isPaused: () => false })
  const maintenance = new Maintenance({ db, clock, log: LOG, gate })
  const queries: string[] = []
  const requests: GrabRequest[] = []
  const settings: Record<string, unknown> = {
    search_languages: 'en',
    minimum_score_comics: '',
    minimum_score_manga: '',
    search_interval: 1440,
    rss_checkinterval: 20,
    enable_rss: true,
    search_delay: 1,
  }
  const harness = {
    db,
    clock,
    operations,
    gate,
    queries,
    wishes: requests,
    settings,
    indexers,
    /** The outcome of each grab; default: submitted. */
    outcome: (_wish: GrabRequest): GrabOutcome | Promise<GrabOutcome> => ({ state: 'submitted', release_key: 'key' }),
    ready: { ready: true } as ReturnType<Grabs['ready']>,
    /** Closes the gate for maintenance with this reason; without a reason the gate opens again. */
    hold(reason?: string) {
      const owner = { owner: 'test', run_id: 'run' }
      if (reason !== undefined) maintenance.close({ ...owner, reason })
      else maintenance.open({ ...owner, epoch: gate.read().epoch })
    },
  }
  const grabs: Grabs = {
    ready: () => harness.ready,
    async grab(wish) {
      requests.push(wish)
      const outcome = await harness.outcome(wish)
      if (outcome.state === 'submitted') {
        db.write((tx) => {
          reserveIssues(tx, wish.issue_ids, clock.now())
          snatchIssues(tx, wish.issue_ids, clock.now())
        })
      }
      return outcome
    },
  }
  const made = makeRuns({
    db,
    clock,
    random: systemRandom,
    log: LOG,
    config: { get: (name: string) => settings[name] } as never,
    operations,
    browse: new Browse({
      db,
      clock,
      log: LOG,
      sign: (path) => path,
      idsOf: () => ({}),
      linksOf: () => new Map(),
      attemptsOf: () => new Map(),
      checkedAt: () => null,
      annuals: () => true,
      wantedInArcs: () => undefined,
      formats: { worse: worseFormats, better: betterFormatsIn },
      memo: new ChangeMemo({ clock, subscribe: () => {} }, []),
      search: { seriesNamed: () => undefined, issuesNamed: () => [] },
    }),
    indexers: stubIndexers(harness),
    grabs,
    gate,
  })
  return Object.assign(harness, made)
}

interface SearchHarnessOptions {
  db?: Database
  indexers: IndexerStub[]
}

/** Adds rows of indexers, which store the position in their feeds. */
export function putIndexers(db: Database, names: readonly string[], protocol: Protocol = 'usenet'): void {
  const type: IndexerType = protocol === 'usenet' ? 'newznab' : 'torznab'
  db.write((tx) => {
    for (const [position, name] of names.entries()) {
      const row: typeof indexerRows.$inferInsert = {
        indexer_id: name,
        type,
        name,
        host: `https://${name}.example`,
        categories: [7030],
        position,
        added_at: '2026-11-20T08:00:00.000Z',
      }
      tx.insert(indexerRows).values(row).onConflictDoNothing().run()
    }
  })
}

function stubIndexers(harness: { db: Database; queries: string[]; indexers: IndexerStub[] }): Indexers {
  const made = ({ name, search, feed }: IndexerStub): Indexer => ({
    get row() {
      return findIndexer(harness.db.read, name)!
    },
    caps: () => Promise.reject(new Error('caps are not read in these tests')),
    async search({ text }: IndexerQuery, asking: RequestOptions = {}) {
      harness.queries.push(`${name}: ${text}`)
      return (await search?.(text, asking)) ?? { ok: [] }
    },
    async feed(asking: RequestOptions = {}) {
      harness.queries.push(`${name}: feed`)
      return (await feed?.(asking, findIndexer(harness.db.read, name)!)) ?? { ok: [] }
    },
  })
  return {
    enabled() {
      putIndexers(
        harness.db,
        harness.indexers.map(({ name }) => name),
      )
      return harness.indexers.map(made)
    },
    get: (name) => harness.indexers.filter((each) => each.name === name).map(made)[0],
  }
}
