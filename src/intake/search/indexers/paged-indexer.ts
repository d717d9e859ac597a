import type { RequestOptions } from '../../../base/outbound/external-service'
import { isWithin } from '../../../base/platform/clock'
import type { Clock } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { Offer } from '../offer'
import { type Caps, categoriesFor, readCaps } from './caps'
import { brokenWords, type FeedPage, readFeedInSteps } from './feed-parser'
import { withoutKey } from './hidden-key'
import type { FoundOffers, Indexer, IndexerAnswer, IndexerQuery, IndexerRow } from './indexer'
import type { IndexerClient } from './indexer-client'
import { itemKeys, placeOfMark } from './item-keys'
import { findIndexer, findKeyed, saveCaps } from './store'

export interface PagedIndexerDeps {
  indexerClient: IndexerClient
  db: Database
  clock: Clock
}

/** The differences between the two kinds of indexers. */
export interface IndexerKind {
  protocol: 'usenet' | 'torrent'
  /** Search parameters besides words, categories and pages. */
  params: (query: Partial<IndexerQuery>, row: IndexerRow) => Record<string, string>
}

const WEEK_MS = 7 * 86_400_000
const MOST_PAGES = 5
/** Releases per page, whatever the indexer would allow. */
const PAGE = 100

/** The common part of newznab and torznab: caps, searches and feeds over pages. */
export class PagedIndexer implements Indexer {
  constructor(
    readonly row: IndexerRow,
    private readonly deps: PagedIndexerDeps,
    private readonly ways: IndexerKind,
  ) {}

  /** Cached for a week. */
  async caps(asking: RequestOptions = {}): Promise<IndexerAnswer<Caps>> {
    const { indexerClient, db, clock } = this.deps
    const id = this.row.indexer_id
    const known = findIndexer(db.read, id)
    if (known?.caps && known.caps_at && isWithin(known.caps_at, clock.now(), WEEK_MS)) return { ok: known.caps as Caps }
    const answer = await indexerClient.request(id, { params: { t: 'caps' }, read: readCaps }, asking)
    if ('ok' in answer) db.write((tx) => saveCaps(tx, id, answer.ok, clock.now()))
    return answer
  }

  async search(query: IndexerQuery, asking: RequestOptions = {}): Promise<FoundOffers> {
    const { text, limit = 100 } = query
    const params = this.ways.params(query, this.row)
    return this.pages({ ...params, q: text }, (offers) => offers.length >= limit, asking)
  }

  async feed(asking: RequestOptions = {}): Promise<FoundOffers> {
    const { row } = this
    const reached = (offers: Offer[]) => row.feed_guid === null || placeOfMark(offers, row) >= 0
    return this.pages(this.ways.params({}, this.row), reached, asking)
  }

  /** Requests page after page until `enough`. Pages before a failed one are still a result. */
  private async pages(
    params: Record<string, string>,
    enough: (offers: Offer[]) => boolean,
    asking: RequestOptions,
  ): Promise<FoundOffers> {
    const caps = await this.caps(asking)
    if (!('ok' in caps)) return caps
    const kind = kindOf(caps.ok, params)
    if (!kind) return { failure: 'unsupported', detail: `${this.row.name} does not support text search.` }
    const limit = Math.min(PAGE, caps.ok.limits.max)
    const cat = categoriesFor(this.row.categories, caps.ok)
    const all = new Map<string, Offer>()
    const dropped = { broken: 0, untitled: 0 }
    const found = (): FoundOffers => {
      const left_out = brokenWords(dropped)
      return { ok: [...all.values()], ...(left_out === '' ? {} : { left_out }) }
    }
    let step = limit
    for (let page = 0; page < MOST_PAGES; page++) {
      const params = { ...kind, ...(cat === '' ? {} : { cat }), extended: '1', limit: String(limit) }
      const at = (offset: number) => this.page({ ...params, offset: String(offset) }, asking)
      let answer = await at(page * step)
      if (page === 1 && isEmpty(answer)) {
        // Spotweb counts pages where others count releases, and returns nothing for the hundredth page.
        step = 1
        answer = await at(step)
      }
      if (!('ok' in answer)) return page === 0 ? answer : found()
      const before = all.size
      const keys = itemKeys(answer.ok.offers)
      answer.ok.offers.forEach((offer, at) => {
        if (!all.has(keys[at]!)) all.set(keys[at]!, offer)
      })
      const isAgain = page > 0 && all.size === before
      if (!isAgain) {
        dropped.broken += answer.ok.broken
        dropped.untitled += answer.ok.untitled
      }
      // Reported totals are unreliable. A page that is not full is the last one, and so is one without new releases.
      if (itemsOn(answer.ok) < limit || all.size === before || enough([...all.values()])) return found()
    }
    return found()
  }

  private async page(params: Record<string, string>, asking: RequestOptions): Promise<IndexerAnswer<FeedPage>> {
    const { indexerClient, db } = this.deps
    const { indexer_id: id, host } = this.row
    const read = (bytes: Uint8Array) => readFeedInSteps(bytes, this.ways.protocol, `${host}/api`)
    const answer = await indexerClient.request(id, { params, read }, asking)
    if (!('ok' in answer)) return answer
    if (answer.ok.spent) indexerClient.limitReached(id, answer.ok.spent)
    const key = findKeyed(db.read, id)?.api_key ?? ''
    return { ok: { ...answer.ok, offers: answer.ok.offers.map((offer) => withoutKey(offer, key)) } }
  }
}

const itemsOn = ({ offers, broken }: FeedPage) => offers.length + broken
const isEmpty = (answer: IndexerAnswer<FeedPage>) => 'ok' in answer && itemsOn(answer.ok) === 0

/** The plain search; without one, the book search by title. Without words, the newest releases. */
function kindOf({ searching }: Caps, params: Record<string, string>): Record<string, string> | undefined {
  if (searching.search || params.q === undefined) return { t: 'search', ...params }
  const { q, ...others } = params
  if (searching.book?.includes('q')) return { t: 'book', q, ...others }
  return searching.book?.includes('title') ? { t: 'book', title: q, ...others } : undefined
}
