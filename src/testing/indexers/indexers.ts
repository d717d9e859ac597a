import { Config } from '../../base/config/config'
import { between as millis } from '../../base/platform/clock'
import { systemFiles } from '../../base/platform/files'
import { lineLog } from '../../base/platform/log'
import type { HostNames } from '../../base/platform/ports'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { makeFetchRelease } from '../../intake/search/indexers/fetch-release'
import type { FetchRelease, Indexer, Indexers } from '../../intake/search/indexers/indexer'
import { IndexerClient } from '../../intake/search/indexers/indexer-client'
import { makeIndexers } from '../../intake/search/indexers/registry'
import { findKeyed, type KeyedRow, NEW_INDEXER_STATE, replaceIndexers } from '../../intake/search/indexers/store'
import type { IndexerType } from '../../intake/search/states'
import { testDatabase } from '../database'
import { advanceUntil } from '../fakes/advance-until'
import { type FakeClock, fakeClock } from '../fakes/clock'
import { type FakeHttp, fakeHttp, type Handler } from '../fakes/http'
import type { FakeIndexer } from '../fakes/indexer'
import { PUBLIC_ADDRESS } from '../harness/public-addresses'

/** The rate-limited client and its indexers, without the app. */
export interface IndexerHarness {
  clock: FakeClock
  db: Database
  config: Config
  http: FakeHttp
  /** Handlers by host; may be changed. */
  hosts: Record<string, Handler>
  indexerClient: IndexerClient
  indexers: Indexers
  fetchRelease: FetchRelease
  log: string[]
  /** The indexer with this host, which is also its id. */
  indexer(host: string): Indexer
  row(host: string): KeyedRow
  set(host: string, change: Partial<KeyedRow>): void
  /** Lets time pass until the work is done. */
  through<T>(work: Promise<T>): Promise<T>
  /** The time between two instants as `'5 min'`, rounded to minutes. */
  between(from: string, to: string): string
  /** Another harness on the same database, as after a restart. */
  again(): IndexerHarness
  close(): void
}

export function indexerRow(host: string, fake: FakeIndexer, position: number): KeyedRow {
  const type: IndexerType = fake.type
  return {
    indexer_id: host,
    type,
    name: `Indexer ${'ABCDEF'[position]}`,
    host: `https://${host}`,
    api_key: fake.key,
    verify: true,
    categories: [7030],
    enabled: true,
    position,
    rss_uid: null,
    added_at: '2026-11-01T00:00:00.000Z',
    ...NEW_INDEXER_STATE,
  }
}

/** Indexers by host, in this order. */
export function indexerHarness(fakes: Record<string, FakeIndexer>): IndexerHarness {
  const db = testDatabase()
  const rows = Object.entries(fakes).map(([host, fake], position) => indexerRow(host, fake, position))
  db.write((tx) => {
    for (const type of ['newznab', 'torznab'] as const)
      replaceIndexers(tx, type, rows.filter((row) => row.type === type)) // biome-ignore format: one line
  })
  const hosts = Object.fromEntries(Object.entries(fakes).map(([host, { fetch }]) => [host, fetch as Handler]))
  return around(db, fakeClock(), hosts)
}

function around(db: Database, clock: FakeClock, hosts: Record<string, Handler>): IndexerHarness {
  let closed = false
  const http = fakeHttp(hosts)
  const log: string[] = []
  const config = new Config(
    { files: systemFiles, random: systemRandom, publish: () => {} },
    { text: '[DDL]\nenable_archive = false\n' },
  )
  const names: HostNames = { addresses: async (host) => [host.startsWith('lan.') ? '192.168.1.9' : PUBLIC_ADDRESS] }
  const lines = lineLog(clock.now, (line) => log.push(line), 'debug')
  const indexerClient = new IndexerClient({ db, clock, http, names, config, log: lines })
  const indexers = makeIndexers({ indexerClient, db, clock, config })
  const row = (host: string) => findKeyed(db.read, host)!
  return {
    clock,
    db,
    config,
    http,
    hosts,
    indexerClient,
    indexers,
    log,
    fetchRelease: makeFetchRelease({ indexerClient, clock }),
    indexer: (host) => indexers.get(host)!,
    row,
    set: (host, change) =>
      db.write((tx) => replaceIndexers(tx, row(host).type as IndexerType, [{ ...row(host), ...change }])),
    through: (work) => advanceUntil(clock, work),
    between: (from, to) => {
      const minutes = Math.round(millis(from, to) / 60_000)
      return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
    },
    again: () => around(db, clock, hosts),
    close: () => {
      if (!closed) db.close()
      closed = true
    },
  }
}
