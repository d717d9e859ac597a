import { createHash } from 'node:crypto'
import { httpDate } from '../../base/platform/clock'
import { type FakeFileHost, fakeFileHost } from './file-host'
import { type Handler, Silence } from './http'

/** An item of a fake archive. */
export interface FakeItem {
  identifier: string
  title: string | string[]
  date?: string
  publicdate?: string
  /** Default: public domain; null: none. */
  licence?: string | null
  collection?: string | string[]
  dark?: boolean
  lent?: boolean
  files: FakeArchiveFile[]
}

export interface FakeArchiveFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  /** Default: `Comic Book ZIP`. */
  format?: string
  /** The checksum in the metadata, right or wrong; null: none. */
  md5?: string | null
  sha1?: string | null
  size?: string | null
  private?: boolean
}

export type ArchiveFault =
  | 'silence'
  | 'no connection'
  | 'limit'
  | 'busy'
  | 'web page'
  | 'error in words'
  | 'cut off'
  | 'nonsense'

export interface FakeArchive {
  fetch: Handler
  items: FakeItem[]
  /** The host of the files: downloads are redirected there. Its `faults` apply to downloads. */
  node: FakeFileHost
  /** `search <words of the title>`, `item <identifier>` and `get <path>`, in order. */
  readonly requests: string[]
  /** The last search query. */
  query: string
  /** Makes requests fail, for `times` or permanently; without an argument they succeed again. */
  fail(how?: ArchiveFault, times?: number): void
}

const PUBLIC_DOMAIN = 'http://creativecommons.org/publicdomain/mark/1.0/'

/**
 * The Internet Archive in memory, at any address: search, metadata, and downloads that redirect to the host of the
 * files (`nodeOrigin`, else a path of this host).
 */
export function fakeArchive(items: FakeItem[] = [], nodeOrigin = ''): FakeArchive {
  let failing: { how: ArchiveFault; times: number } | undefined
  const node = fakeFileHost()
  const fake: FakeArchive = {
    items,
    node,
    requests: [],
    query: '',
    fetch: (request) => answer(request),
    fail: (how, times = Number.POSITIVE_INFINITY) => {
      failing = how && { how, times }
    },
  }

  function answer(request: Request): Response | Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.startsWith('/node/')) return served(request)
    const [verb, identifier = '', ...path] = pathname.slice(1).split('/').map(decodeURIComponent)
    const q = searchParams.get('q') ?? ''
    if (verb === 'advancedsearch.php') fake.query = q
    const questions: Record<string, string> = {
      'advancedsearch.php': `search ${titleOf(q)}`,
      metadata: `item ${identifier}`,
      download: `get ${identifier}/${path.join('/')}`,
    }
    fake.requests.push(questions[verb ?? ''] ?? pathname)
    if (failing && failing.times-- > 0) return faulty(failing.how, request.url)
    if (verb === 'advancedsearch.php') return Response.json(list(q))
    if (verb === 'metadata') return Response.json(metadata(identifier))
    if (verb !== 'download') return new Response('', { status: 404 })
    const location = `${nodeOrigin}/node/${encodeURIComponent(identifier)}/${path.map(encodeURIComponent).join('/')}`
    return new Response(null, { status: 302, headers: { Location: location } })
  }

  function served(request: Request): Response | Promise<Response> {
    for (const { identifier, files } of fake.items)
      for (const { name, bytes } of files)
        node.files[`/node/${identifier}/${name}`] ??= { bytes, modified: httpDate(DAY) }
    return node.fetch(request)
  }

  function list(q: string) {
    const found = fake.items.filter((item) => !item.dark && fits(item, q))
    const docs = found.map(({ identifier, title }) => ({ identifier, title }))
    return { responseHeader: { status: 0 }, response: { numFound: docs.length, start: 0, docs } }
  }

  function metadata(identifier: string) {
    const item = fake.items.find((each) => each.identifier === identifier)
    if (!item) return {}
    const { title, date, publicdate = '2015-03-04 05:06:07', licence = PUBLIC_DOMAIN, collection = 'comics' } = item
    const about = { identifier, title, publicdate, collection, mediatype: 'texts', ...(date && { date }) }
    const licensed = { ...about, ...(licence && { licenseurl: licence }) }
    return {
      server: 'ia800000.us.archive.org',
      dir: `/7/items/${identifier}`,
      metadata: { ...licensed, ...(item.lent && { 'access-restricted-item': 'true' }) },
      files: item.files.map(fileEntry),
      ...(item.dark && { is_dark: true }),
    }
  }

  return fake
}

const DAY = '2026-11-20T08:00:00.000Z'

function fileEntry({ name, bytes, format = 'Comic Book ZIP', md5, sha1, size, ...file }: FakeArchiveFile) {
  const hash = (by: string, hash: string | null | undefined) =>
    hash === undefined ? createHash(by).update(bytes).digest('hex') : hash
  return {
    name,
    format,
    source: 'original',
    size: size === undefined ? String(bytes.length) : (size ?? undefined),
    md5: hash('md5', md5) ?? undefined,
    sha1: hash('sha1', sha1) ?? undefined,
    ...(file.private && { private: 'true' }),
  }
}

/** The clause on the title, without punctuation. */
const titleOf = (q: string) =>
  (/^title:\((.*?)\) AND mediatype/.exec(q)?.[1] ?? q).replace(/ AND /g, ' ').replace(/["()]/g, '')

/** Whether the title has every word of the clause, or one of those in brackets. */
function fits({ title }: FakeItem, q: string): boolean {
  const words = new Set(
    [title]
      .flat()
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}.]+/gu),
  )
  const clause = /^title:\((.*?)\) AND mediatype/.exec(q)?.[1] ?? ''
  return clause
    .split(' AND ')
    .every((each) => [...each.matchAll(/"([^"]+)"/g)].some(([, word]) => words.has(word!.toLowerCase())))
}

function faulty(how: ArchiveFault, url: string): Response {
  const page = (status: number, headers: Record<string, string> = {}) =>
    new Response('<!DOCTYPE html><html><body>Sorry</body></html>', {
      status,
      headers: { 'Content-Type': 'text/html', ...headers },
    })
  switch (how) {
    case 'silence':
      throw new Silence('no answer')
    case 'no connection':
      throw new TypeError(`Unable to connect to ${url}`)
    case 'limit':
      return new Response('', { status: 429, headers: { 'Retry-After': '120' } })
    case 'busy':
      return page(503, { 'Retry-After': '60' })
    case 'web page':
      return page(200)
    case 'error in words':
      return Response.json({ error: '[PARSE_ERROR] Query too complex' })
    case 'cut off':
      return new Response('{"response": {"docs": [')
    case 'nonsense':
      return Response.json([1, 2])
  }
}
