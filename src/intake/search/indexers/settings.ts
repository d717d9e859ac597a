import type { Config } from '../../../base/config/config'
import type { Clock, Http, Random } from '../../../base/platform/ports'
import { pluralWords } from '../../../base/platform/words'
import type { Database } from '../../../base/storage/database'
import { type IndexerType, indexerTypes } from '../states'
import { tidyHost } from './address'
import { type Caps, categoriesFor, lacksCategories, readCaps } from './caps'
import { forgetFailedLinks } from './failed-link-store'
import { brokenWords, readFeedInSteps } from './feed-parser'
import { enabledBy, type IndexerClient, type IndexerTarget } from './indexer-client'
import { positionsFor } from './positions'
import { COMICS_CATEGORY } from './presets'
import { type ProwlarrIndexer, pullProwlarr } from './prowlarr'
import { apiKeyFor, entryCategories, entryIdOf, entryRefusal, readIndexerEntry, savedIndexerOf } from './read-entry'
import type { IndexerTestBody, IndexerTestReply } from './schema'
import { type KeyedRow, listKeyed, NEW_INDEXER_STATE, replaceIndexers, saveCaps } from './store'
import { type IndexerListViews, type IndexerView, indexerView } from './wire'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  http: Http
  config: Config
  indexerClient: IndexerClient
}

type Saved = { success: true; enabled: boolean; providers: IndexerView[] }

const MOST = 200

/** Shows, saves and tests the indexers of the settings page. */
export class IndexerSettings {
  constructor(private readonly deps: Deps) {}

  lists(): IndexerListViews {
    const rows = listKeyed(this.deps.db.read)
    const of = (type: IndexerType) => ({
      enabled: this.deps.config.get(enabledBy[type]),
      providers: rows.filter((row) => row.type === type).map((row) => indexerView(row, this.deps.clock.now())),
    })
    return { newznab: of('newznab'), torznab: of('torznab') }
  }

  /** The indexers in `GET /api/config`. */
  readonly shown = () => {
    const { newznab, torznab } = this.lists()
    const plain = ({ enabled, providers }: IndexerListViews[IndexerType]) => ({
      enabled,
      providers: providers.map(({ standing: _standing, ...provider }) => provider),
    })
    return { newznab: plain(newznab), torznab: plain(torznab) }
  }

  /** Replaces the list of one type, or changes nothing. */
  async replace(body: Record<string, unknown>): Promise<Saved> {
    const { db, config } = this.deps
    const type = typeOf(body.type)
    const { enabled } = body
    if (enabled !== undefined && typeof enabled !== 'boolean') throw entryRefusal('enabled must be true or false.')
    const rows = this.rowsOf(type, body.providers)
    if (enabled !== undefined) await config.save({ [enabledBy[type]]: enabled })
    db.write((tx) => {
      const before = listKeyed(tx).filter((row) => row.type === type)
      for (const { indexer_id } of before.filter((old) => !rows.some((row) => hasSameLinks(old, row))))
        forgetFailedLinks(tx, indexer_id)
      replaceIndexers(tx, type, rows)
      tx.emit({ type: 'config.changed', keys: [enabledBy[type]] })
    })
    return { success: true, ...this.lists()[type] }
  }

  /**
   * Queries an indexer, saved or not, for its capabilities and a release. Only changes the health and capabilities of a
   * saved one.
   */
  async test(body: IndexerTestBody): Promise<IndexerTestReply> {
    const { db, clock, indexerClient } = this.deps
    const name = body.name?.trim() || 'The indexer'
    const host = tidyHost(body.host, name)
    const saved = listKeyed(db.read).filter(({ type }) => type === body.type)
    const old = savedIndexerOf(body, name, host, saved)
    const target: IndexerTarget & { id?: string } = {
      name,
      host,
      api_key: apiKeyFor(body, { type: body.type, name, host }, old),
      verify: body.verify ?? old?.verify ?? true,
      ...(old ? { id: old.indexer_id } : {}),
    }
    const caps = await indexerClient.trial(target, { params: { t: 'caps' }, read: readCaps }, { urgent: true })
    if (!('ok' in caps)) return { success: false, detail: caps.detail }
    const chosen = entryCategories(body.categories, name) ?? old?.categories ?? [COMICS_CATEGORY]
    const cat = categoriesFor(chosen, caps.ok)
    const params = { t: 'search', cat, extended: '1', limit: '10' }
    const read = (bytes: Uint8Array) => readFeedInSteps(bytes, 'usenet', `${host}/api`)
    const found = await indexerClient.trial(target, { params, read }, { urgent: true })
    if (!('ok' in found)) return { success: false, detail: found.detail, caps: caps.ok }
    if (old?.host === host && old.api_key === target.api_key) {
      indexerClient.unblock(old.indexer_id, 'passing')
      db.write((tx) => {
        saveCaps(tx, old.indexer_id, caps.ok, clock.now())
        tx.emit({ type: 'indexers.changed' })
      })
    }
    if (lacksCategories(chosen, caps.ok))
      return { success: false, detail: lacking(name, chosen, caps.ok), caps: caps.ok }
    const key = target.api_key === '' ? '' : ' and accepted the key'
    const left = brokenWords(found.ok)
    const leftOut = left === '' ? '' : ` ${left}.`
    const none =
      found.ok.offers.length > 0 || left !== '' ? '' : ` No releases in category ${cat}; try other categories.`
    return { success: true, detail: `${caps.ok.title || name} responded${key}.${leftOut}${none}`, caps: caps.ok }
  }

  async pull(connection: { host: string; api_key: string }): Promise<{ indexers: ProwlarrIndexer[] }> {
    return { indexers: await pullProwlarr(this.deps.http, connection) }
  }

  private rowsOf(type: IndexerType, list: unknown): KeyedRow[] {
    if (!Array.isArray(list)) throw entryRefusal('providers must be a list.')
    if (list.length > MOST) throw entryRefusal(`At most ${MOST} indexers of one type can be saved.`)
    const all = listKeyed(this.deps.db.read)
    const saved = all.filter((row) => row.type === type)
    const claimed = new Set(list.map(entryIdOf))
    const unclaimed = saved.filter((row) => !claimed.has(row.indexer_id))
    const read = list.map((entry: unknown) =>
      readIndexerEntry(entry, type, entryIdOf(entry) === undefined ? unclaimed : saved),
    )
    for (const [at, { values, old }] of read.entries()) {
      const same = (other: (typeof read)[number]) => other.values.name === values.name || (old && other.old === old)
      if (read.slice(0, at).some(same)) throw entryRefusal(`${type}:${values.name} is in the list twice.`, 'duplicate')
    }
    const others = all.flatMap((row) => (row.type === type || row.type === 'archive' ? [] : row.position))
    const places = positionsFor(
      read.map(({ old, order }) => ({ position: old?.position, order })),
      others,
    )
    return read.map(({ old, values }, at) => this.rowOf(old, values, places[at]!))
  }

  /** A new key or address resets its health; a new address also resets its place in the feed. */
  private rowOf(
    old: KeyedRow | undefined,
    values: ReturnType<typeof readIndexerEntry>['values'],
    position: number,
  ): KeyedRow {
    const now = this.deps.clock.now()
    const first = { ...NEW_INDEXER_STATE, indexer_id: this.deps.random.id(), added_at: now }
    if (!old) return { ...first, ...values, position }
    if (old.host !== values.host) return { ...old, ...NEW_INDEXER_STATE, hits: old.hits, ...values, position }
    if (old.api_key === values.api_key) return { ...old, ...values, position }
    const { feed_guid, feed_title, feed_at, feed_gap, hits, spent } = old
    return { ...old, ...NEW_INDEXER_STATE, feed_guid, feed_title, feed_at, feed_gap, hits, spent, ...values, position }
  }
}

const hasSameLinks = (old: KeyedRow, row: KeyedRow) =>
  old.indexer_id === row.indexer_id && old.host === row.host && old.api_key === row.api_key

const FEW = 8

/** The chosen categories are missing, and the sentence names what the indexer has instead: books before movies. */
function lacking(name: string, chosen: number[], { categories }: Caps): string {
  const all = categories.flatMap(({ sub, ...own }) => [own, ...sub])
  const isBook = ({ id, name }: (typeof all)[number]) => (id >= 7000 && id < 9000) || /book|comic|manga/i.test(name)
  const books = all.filter(isBook)
  const shown = (books.length > 0 ? books : all).slice(0, FEW).map((each) => `${each.name} (${each.id})`)
  const what = pluralWords(chosen.length, `category ${chosen[0]}`, `categories ${chosen.join(', ')}`)
  return `${name} has no ${what}. Choose from its own: ${shown.join(', ')}.`
}

function typeOf(value: unknown): IndexerType {
  const type = indexerTypes.find((each) => each === value)
  if (!type) throw entryRefusal(`type must be ${indexerTypes.join(' or ')}.`)
  return type
}
