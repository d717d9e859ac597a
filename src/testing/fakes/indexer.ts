import { magnetHash, readTorrent } from '../../base/formats/downloads/torrent'
import { httpDate, plus } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import type { IndexerType } from '../../intake/search/states'
import { type Handler, Silence } from './http'
import { escapeHtml, webPage } from './service'

/** A release of a fake indexer. Missing fields are left out of its replies. */
export interface FakeRelease {
  title: string
  /** Default: made from the title. */
  guid?: string
  /** Bytes; default: 40 MB. */
  size?: number
  posted?: Instant
  categories?: number[]
  grabs?: number
  files?: number
  group?: string
  password?: 0 | 1 | 2
  seeders?: number
  peers?: number
  /**
   * How the file is delivered: at its link (default), by a redirect, as a redirect to a magnet link, as a body that
   * is a magnet link, or not at all: with an error of the indexer, a web page, or other content.
   */
  comes?: 'plain' | 'redirect' | 'magnet redirect' | 'magnet body' | 'magnet link' | 'endless redirects' | 'error' | 'web page' | 'garbage'
  /** Additional attributes. */
  attrs?: Record<string, string>
  /** The NZB or torrent; default: one without real content. */
  file?: Uint8Array
} // biome-ignore format: one list

/** Failures of indexers; `error 500` is that code in XML with status 200, `status 410` an empty reply. */
export type IndexerFault =
  | `error ${number}`
  | `error ${number} as status`
  | `status ${number}`
  | 'silence'
  | 'no connection'
  | 'limit'
  | 'limit in words'
  | 'ban'
  | 'key page'
  | 'key page with status 403'
  | 'key text'
  | 'login page'
  | 'cut off'
  | 'entities'
  | 'redirect'

export interface FakeIndexerOptions {
  type?: IndexerType
  releases?: FakeRelease[]
  /** Prowlarr: also lists its indexers, and links redirect. Jackett: `magneturl`, and categories of its own. */
  dialect?: 'plain' | 'prowlarr' | 'jackett'
  name?: string
  key?: string
  failure?: IndexerFault
  /** Milliseconds before each reply, over sockets. */
  slow?: number
  /** Maximum number of releases on a page. */
  page?: number
  /** Spotweb: `offset` is the number of the page. */
  countsPages?: boolean
  /** Categories, as the XML of caps; default: books and comics. */
  categories?: string
  /** Sent with each page: API calls and grabs used, and allowed. */
  limits?: { api?: [used: number, most: number]; grabs?: [used: number, most: number] }
}

export interface FakeIndexer {
  fetch: Handler
  readonly type: IndexerType
  readonly key: string
  /** Newest first. */
  releases: FakeRelease[]
  limits: FakeIndexerOptions['limits']
  /** Requests in order: `caps`, `search Harbor Lights 007`, `search` (its feed), `get <guid>`, `indexers`. */
  readonly requests: string[]
  /** Makes requests fail, for `times` or permanently; without an argument they succeed again. */
  fail(how?: IndexerFault, times?: number): void
  /** Holds all requests until the returned function is called. */
  hold(): () => void
}

const NAMESPACES = {
  newznab: 'xmlns:newznab="http://www.newznab.com/DTD/2010/feeds/attributes/"',
  torznab: 'xmlns:torznab="http://torznab.com/schemas/2015/feed"',
}
/** The web page that Spotweb sends instead of a reply. */
const KEY_PAGE = '<!DOCTYPE html><html><h3>Access denied</h3><p>You are not allowed here: invalid API key</p></html>'
const CATEGORIES = `<category id="7000" name="Books"><subcat id="7020" name="EBook"/><subcat id="7030" name="Comics"/></category>
<category id="8000" name="Other"/>`
const POSTED = '2026-11-20T08:00:00.000Z'

/**
 * An indexer in memory, at any address: `…/api?t=…` for queries, `…/file/<guid>` for files. Pass its `fetch` to
 * `fakeHttp`, or for a browser to `serveHandler`.
 */
export function fakeIndexer(options: FakeIndexerOptions = {}): FakeIndexer {
  const { type = 'newznab', key = 'k3y0fTh1sF4ke', name = 'Fake indexer', dialect = 'plain', page = 100 } = options
  const { countsPages = false, categories = CATEGORIES } = options
  let failing = options.failure && { how: options.failure, times: Number.POSITIVE_INFINITY }
  let gate = Promise.resolve()
  const next = () => (failing && failing.times-- > 0 ? failing.how : undefined)

  const answer = (request: Request, url: URL): Response => {
    const ask = (what: string) => fake.requests.push(what.trim())
    if (url.pathname.endsWith('/api/v1/indexer')) {
      ask('indexers')
      return request.headers.get('x-api-key') === key
        ? Response.json(prowlarrList(name))
        : Response.json({}, { status: 401 })
    }
    const query = (word: string) => url.searchParams.get(word) ?? ''
    const file = /\/file\/([^/]+)$/.exec(url.pathname)?.[1]
    const verb = query('t')
    ask(file ? `get ${decodeURIComponent(file)}` : `${verb} ${query('q')}`)
    const how = next()
    if (how) return faulty(how, url)
    if (query('apikey') !== key) return error(100, 'Incorrect user credentials')
    if (file) return fileOf(decodeURIComponent(file), url)
    if (verb === 'caps') return xml(caps(name, type, page, categories))
    if (verb !== 'search' && verb !== 'book') return error(202, 'No such function')
    const found = fake.releases.filter((release) => fits(release.title, query('q')))
    const limit = Math.min(page, Number(query('limit') || page))
    const offset = Number(query('offset') || 0) * (countsPages ? limit : 1)
    const items = found.slice(offset, offset + limit).map((release) => item(release, url))
    return xml(feed(name, type, items, { offset, total: found.length, limits: fake.limits }))
  }

  const item = (release: FakeRelease, url: URL): string => {
    const { title, size = 40_000_000, posted = POSTED, categories = [7000, 7030] } = release
    const link =
      release.comes === 'magnet link'
        ? magnetOf(title)
        : `${url.origin}/file/${encodeURIComponent(guidOf(release))}?apikey=${key}`
    const mime = type === 'newznab' ? 'application/x-nzb' : 'application/x-bittorrent'
    const own = dialect === 'jackett' ? [100_030] : []
    const attributes: [string, unknown][] = [
      ...[...categories, ...own].map((each): [string, unknown] => ['category', each]),
      ['size', size],
      ['grabs', release.grabs],
      ['files', release.files],
      ['group', release.group],
      ['password', release.password],
      ['usenetdate', type === 'newznab' ? httpDate(posted) : undefined],
      ['seeders', release.seeders],
      ['peers', release.peers],
      ['magneturl', dialect === 'jackett' ? magnetOf(title) : undefined],
      ['infohash', dialect === 'jackett' ? magnetHash(magnetOf(title)) : undefined],
      ...Object.entries(release.attrs ?? {}),
    ]
    const attrs = attributes
      .filter(([, value]) => value !== undefined)
      .map(([word, value]) => `<${type}:attr name="${word}" value="${escapeHtml(String(value))}"/>`)
    return `<item><title>${escapeHtml(title)}</title><guid isPermaLink="false">${escapeHtml(guidOf(release))}</guid><link>${escapeHtml(link)}</link>
<pubDate>${httpDate(plus(posted, 3_600_000))}</pubDate><enclosure url="${escapeHtml(link)}" length="${type === 'newznab' ? 4000 : size}" type="${mime}"/>${attrs.join('')}</item>`
  }

  const fileOf = (guid: string, url: URL): Response => {
    const release = fake.releases.find((each) => guidOf(each) === guid)
    if (!release) return error(300, 'No such item')
    const { title, comes = dialect === 'prowlarr' ? 'redirect' : 'plain' } = release
    const to = (location: string) => new Response(null, { status: 301, headers: { Location: location } })
    if (comes === 'magnet redirect') return to(magnetOf(title))
    if (comes === 'magnet body') return new Response(magnetOf(title))
    if (comes === 'error') return error(501, 'Download limit reached')
    if (comes === 'web page') return webPage('<!DOCTYPE html><html><body>Log in to go on</body></html>')
    if (comes === 'garbage') return new Response('no file at all')
    const hop = Number(url.searchParams.get('hop') ?? 0)
    const another = new URL(url)
    another.searchParams.set('hop', String(hop + 1))
    if (comes === 'endless redirects' || (comes === 'redirect' && hop === 0))
      return to(another.pathname + another.search)
    const own = release.file && Buffer.from(release.file)
    return new Response(own ?? (type === 'newznab' ? nzbOf(title) : torrentOf(title)))
  }

  const faulty = (how: IndexerFault, url: URL): Response => {
    const [word, code, asStatus] = how.split(' ')
    if (word === 'error')
      return error(Number(code), `It says ${code} to ${url.searchParams.get('apikey')}`, asStatus ? 400 : 200)
    if (word === 'status') return new Response('', { status: Number(code) })
    const well = () => caps(name, type, page, categories)
    const others: Record<string, () => Response> = {
      silence: () => { throw new Silence('no answer') },
      'no connection': () => { throw new TypeError(`Unable to connect to ${url}`) },
      limit: () => new Response('', { status: 429, headers: { 'Retry-After': '120' } }),
      'limit in words': () => xml('<?xml version="1.0"?><error>Request limit reached. Retry in 12 minutes</error>'),
      ban: () => webPage('<!DOCTYPE html><html><title>Just a moment...</title><body>Access denied</body></html>', 403),
      'key page': () => webPage(KEY_PAGE),
      'key page with status 403': () => webPage(KEY_PAGE, 403),
      'key text': () => new Response('Invalid API key'),
      'login page': () => webPage('<!DOCTYPE html><html><title>Log in</title></html>'),
      'cut off': () => xml(well().slice(0, 60)),
      entities: () => xml('<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><rss>&b;</rss>'),
      redirect: () => new Response(null, { status: 302, headers: { Location: '/login' } }),
    } // biome-ignore format: a table
    return others[how]!()
  }

  const fake: FakeIndexer = {
    type,
    key,
    releases: options.releases ?? [],
    limits: options.limits,
    requests: [],
    fail(how, times = Number.POSITIVE_INFINITY) {
      failing = how && { how, times }
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    async fetch(request) {
      if (options.slow) await Bun.sleep(options.slow)
      await Promise.race([gate, aborted(request.signal)])
      return answer(request, new URL(request.url))
    },
  }
  return fake
}

export const guidOf = ({ guid, title }: FakeRelease): string => guid ?? title.toLowerCase().replace(/[^a-z\d]+/g, '-')

/** An NZB of one post. */
export function nzbOf(title: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nzb PUBLIC "-//newzBin//DTD NZB 1.1//EN" "http://www.newzbin.com/DTD/nzb/nzb-1.1.dtd">
<nzb xmlns="http://www.newzbin.com/DTD/2003/nzb"><file poster="p@example" date="1763700000" subject="${escapeHtml(title)}">
<groups><group>alt.binaries.comics</group></groups><segments><segment bytes="700000" number="1">${guidOf({ title })}@example</segment></segments></file></nzb>`)
}

/** A torrent of one file. */
export function torrentOf(title: string): Uint8Array<ArrayBuffer> {
  const text = (value: string) => `${Buffer.byteLength(value)}:${value}`
  const info = `d6:lengthi1048576e4:name${text(title)}12:piece lengthi1048576e6:pieces20:aaaaaaaaaaaaaaaaaaaae`
  return new TextEncoder().encode(`d8:announce${text('http://tracker.example/announce')}4:info${info}e`)
}

export function magnetOf(title: string): string {
  return `magnet:?xt=urn:btih:${readTorrent(torrentOf(title)).info_hash}&dn=${encodeURIComponent(title)}`
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, stop) => signal.addEventListener('abort', () => stop(signal.reason), { once: true }))

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? []

/** The title has every word of the query, as in the full-text search of indexers. */
function fits(title: string, question: string): boolean {
  const there = new Set(words(title.replace(/[_.]/g, ' ')).concat(words(title)))
  return words(question).every((word) => there.has(word))
}

const xml = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'Content-Type': 'application/xml; charset=utf-8' } })

const error = (code: number, description: string, status = 200) =>
  xml(`<?xml version="1.0" encoding="UTF-8"?><error code="${code}" description="${escapeHtml(description)}"/>`, status)

function caps(name: string, type: IndexerType, page: number, categories: string): string {
  const books = type === 'newznab' ? '<book-search available="yes" supportedParams="q,title,author"/>' : ''
  return `<?xml version="1.0" encoding="UTF-8"?><caps><server title="${escapeHtml(name)}"/><limits max="${page}" default="${page}"/>
<searching><search available="yes" supportedParams="q"/><tv-search available="no" supportedParams="q"/>${books}</searching>
<categories>${categories}</categories></caps>`
}

function feed(
  name: string,
  type: IndexerType,
  items: string[],
  page: { offset: number; total: number; limits: FakeIndexerOptions['limits'] },
): string {
  const { api, grabs } = page.limits ?? {}
  const limitFields = [
    api && `apiCurrent="${api[0]}" apiMax="${api[1]}"`,
    grabs && `grabCurrent="${grabs[0]}" grabMax="${grabs[1]}"`,
  ].filter(Boolean)
  const limits = limitFields.length > 0 ? `<newznab:apilimits ${limitFields.join(' ')}/>` : ''
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" ${NAMESPACES[type]}><channel><title>${escapeHtml(name)}</title>
<newznab:response offset="${page.offset}" total="${page.total}"/>${limits}${items.join('\n')}</channel></rss>`
}

function prowlarrList(name: string) {
  const one = (id: number, protocol: string, enable: boolean) => ({
    id,
    name: `${name} ${id}`,
    protocol,
    enable,
    priority: 25,
    privacy: 'private',
    capabilities: { categories: [{ id: 7000, name: 'Books', subCategories: [{ id: 7030, name: 'Books/Comics' }] }] },
  })
  return [one(1, 'usenet', true), one(2, 'torrent', true), one(3, 'torrent', false)]
}
