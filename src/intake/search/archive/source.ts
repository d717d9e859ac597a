import type { RequestOptions } from '../../../base/outbound/external-service'
import type { ReleasePayload } from '../../downloads/payload'
import type { Caps } from '../indexers/caps'
import type { FetchRelease, Indexer, IndexerAnswer, IndexerQuery, IndexerRow } from '../indexers/indexer'
import type { IndexerClient } from '../indexers/indexer-client'
import { ARCHIVE } from '../indexers/store'
import type { Offer } from '../offer'
import { type ArchiveHit, type ArchiveItem, readArchiveHits, readArchiveItem } from './archive-replies'
import { archiveOffers, linksTo } from './offers'
import { archiveQuery } from './query'
import type { RecentReplies } from './recent-replies'

interface Deps {
  indexerClient: Pick<IndexerClient, 'request'>
  recent: RecentReplies
}

const FIELDS = ['identifier', 'title']
const ROWS = '50'
/** Items opened for one search: each needs a request. */
const MOST_ITEMS = 5

const CAPS: Caps = {
  title: 'Internet Archive',
  limits: { max: 100, default: 100 },
  searching: { search: ['q'] },
  categories: [],
}

/**
 * Searches the Internet Archive for comics that are in the public domain or freely licensed. It needs no key. Its
 * search returns items, so the most likely ones are opened for their files.
 */
export class ArchiveIndexer implements Indexer {
  constructor(
    readonly row: IndexerRow,
    private readonly deps: Deps,
  ) {}

  async caps(): Promise<IndexerAnswer<Caps>> {
    return { ok: CAPS }
  }

  async search({ text, limit = 100 }: IndexerQuery, asking: RequestOptions = {}): Promise<IndexerAnswer<Offer[]>> {
    const { indexerClient, recent } = this.deps
    const q = archiveQuery(text)
    if (q === undefined) return { ok: [] }
    const params = { q, 'fl[]': FIELDS, rows: ROWS, page: '1', output: 'json' }
    const ask = () =>
      indexerClient.request(ARCHIVE, { path: '/advancedsearch.php', params, read: readArchiveHits }, asking)
    const found = await recent.answer(q, ask)
    if (!('ok' in found)) return found
    const offers: Offer[] = []
    for (const { identifier } of likeliest(found.ok, text)) {
      const item = await recent.answer(identifier, () => itemOf(indexerClient, identifier, asking))
      if ('ok' in item && item.ok) offers.push(...archiveOffers(item.ok, this.row.host))
      // Items read before the failure are still a result.
      if (!('ok' in item)) return offers.length > 0 ? { ok: offers } : item
      if (offers.length >= limit) break
    }
    return { ok: offers }
  }

  /** Empty, since the archive's newest uploads rarely match a wanted issue: it is only searched. */
  async feed(): Promise<IndexerAnswer<Offer[]>> {
    return { ok: [] }
  }
}

/** The current addresses of a file, with its expected size and checksums. */
export function fetchFromArchive(indexerClient: Pick<IndexerClient, 'request'>, host: () => string): FetchRelease {
  return async (_id, { guid, title }, asking) => {
    const slash = guid.indexOf('/')
    const [identifier, name] = [guid.slice(0, slash), guid.slice(slash + 1)]
    const answer = await itemOf(indexerClient, identifier, asking)
    if (!('ok' in answer)) return answer
    const file = answer.ok?.files.find((each) => each.name === name)
    if (!answer.ok || !file) {
      const detail = `The Internet Archive has restricted ${title}. Choose another release.`
      return { failure: 'unreadable', detail }
    }
    const { size } = file
    const fetched: ReleasePayload = {
      kind: 'link',
      name: fileName(name),
      links: linksTo(host(), answer.ok, file),
      ...(size === undefined ? {} : { size }),
    }
    return { ok: fetched }
  }
}

function itemOf(
  indexerClient: Pick<IndexerClient, 'request'>,
  identifier: string,
  asking?: RequestOptions,
): Promise<IndexerAnswer<ArchiveItem | undefined>> {
  const path = `/metadata/${encodeURIComponent(identifier)}`
  return indexerClient.request(
    ARCHIVE,
    { path, params: {}, read: (bytes) => readArchiveItem(bytes, identifier) },
    asking,
  )
}

/** The closer a title's length is to that of the query, the more likely it matches. */
function likeliest(found: readonly ArchiveHit[], text: string): ArchiveHit[] {
  const strange = ({ title }: ArchiveHit) => Math.abs(title.length - text.length)
  return [...found].sort((a, b) => strange(a) - strange(b)).slice(0, MOST_ITEMS)
}

const fileName = (name: string) => name.split('/').at(-1) ?? name
