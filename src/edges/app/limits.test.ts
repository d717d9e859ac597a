import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isListedRoute, routePatterns } from '../../base/auth/policy'
import { DOWNLOAD_ROUTES, READER_ROUTES } from '../../base/auth/roles'
import { type Client, LOGIN, type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { addUser, NO_LIMITS, PASSWORD, type TestUser } from '../../testing/users'

/** One series is forbidden to one reader. Nothing that names it may reach this reader, over any route. */

const SECRETS = ['velvet', 'scorpion', 'crimson', 'ledger', 'rookwood', 'forbidden-']
const FORBIDDEN: Record<string, string> = { comic_id: 'velvet', issue_id: 'velvet-1', page: '0' }
const NOTHING = { comic_id: 'nothing', issue_id: 'nothing-1' }
const SEEN: Record<string, string> = { comic_id: 'harbor', issue_id: 'harbor-1', page: '0' }
/** Never ends, or ends the session. */
const LEFT_OUT = [
  'GET /api/events/stream',
  'GET /komga/sse/v1/events',
  'GET /komga/api/v1/sse/v1/events',
  'POST /api/auth/logout',
  'POST /api/auth/setup',
]

let folder: string
let app: TestApp
let child: TestUser
let device: Client
/** An app that speaks Komga's interface: the session of the pages opens nothing there. */
let reading: Client
let key: string
let patterns: readonly string[]
let sharedList: string
let mixedArc: string
let secretArc: string
let mixedShelf: string
let secretShelf: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-limits-'))
  app = await testApp({ library: true, databasePath: join(folder, 'panelkeep.db') })
  const { db, reader } = app
  makeSeries(db, { publisher: 'Northgate', year: 2019 })
  makeIssues(db, 'harbor', [1, 2, 3])
  const velvet = { comic_id: 'velvet', name: 'Velvet Scorpion', publisher: 'Rookwood', aliases: ['Crimson'] }
  makeSeries(db, { ...velvet, content_type: 'manga' })
  makeIssues(db, 'velvet', [
    { number: '1', issue_id: 'velvet-1', title: 'The Ledger', writer: 'Ann Rookwood' },
    { number: '2', issue_id: 'velvet-2' },
  ])
  for (const [id, name, hash] of [
    ['harbor', 'Harbor Lights', 'seen'],
    ['velvet', 'Velvet Scorpion', 'forbidden'],
  ] as const)
    for (const number of [1, 2])
      addFile(app, [`${id}-${number}`], `${name} ${number}.cbz`, makeCbz(makePages(3)), {
        content_hash: `${hash}-${number}`,
      })
  child = await addUser(app, 'Kit')
  // Read, marked and listed before the limit: all of it is hidden too.
  for (const id of ['harbor', 'velvet']) {
    const sitting = { sitting_id: `sitting-${id}`, pages: 3, seconds: 90 }
    await child.json(200, child.patch(`/api/series/${id}/marks`, { favourite: true, rating: 4 }))
    await child.json(200, child.put(`/api/reading/issues/${id}-1/progress`, { page: 1, sitting }))
    await child.json(200, child.put(`/api/reading/issues/${id}-1/bookmarks/1`, { note: `of ${id}` }))
    await child.json(200, child.post('/api/readlist', { issue_id: `${id}-1` }))
    await reader.json(200, reader.post('/api/tags/assign', { ids: [id], add: ['noir', `${id} only`] }))
  }
  sharedList = await made('/api/readlists', 'list_id', { name: 'For all' })
  await reader.json(200, reader.post(`/api/readlists/${sharedList}/issues`, { issue_ids: ['velvet-1', 'harbor-1'] }))
  await reader.json(200, reader.patch(`/api/readlists/${sharedList}`, { shared: true }))
  mixedShelf = await made('/api/collections', 'collection_id', { name: 'Both' })
  secretShelf = await made('/api/collections', 'collection_id', { name: 'Crimson shelf' })
  await reader.json(200, reader.post(`/api/collections/${mixedShelf}/series`, { ids: ['velvet', 'harbor'] }))
  await reader.json(200, reader.post(`/api/collections/${secretShelf}/series`, { ids: ['velvet'] }))
  mixedArc = await made('/api/storyarcs', 'arc_id', { name: 'Long night', issue_ids: ['velvet-2', 'harbor-2'] })
  secretArc = await made('/api/storyarcs', 'arc_id', { name: 'Crimson tide', issue_ids: ['velvet-1'] })
  ;({ key } = await child.json<{ key: string }>(200, child.post('/api/devices', { name: 'Tablet' })))
  device = app.client({ Authorization: `Basic ${btoa(`Kit:${key}`)}` }, '192.0.2.50')
  reading = app.client({ 'X-API-Key': key }, '192.0.2.51')
  const limits = { ...NO_LIMITS, kinds: ['comic'] }
  await reader.json(200, reader.patch(`/api/users/${child.user_id}`, { limits }))
  patterns = routePatterns(await app.app.routes())
  await app.idle()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function made(path: string, id: string, body: object): Promise<string> {
  const reply = await app.reader.post(path, body)
  if (!reply.ok) throw new Error(await reply.text())
  const found = new RegExp(`"${id}":"([^"]+)"`).exec(await reply.text())?.[1]
  if (found === undefined) throw new Error(`no ${id} in the reply of ${path}`)
  return found
}

/** The words of the forbidden series in a reply, but those of the address that was asked. */
async function leaksIn(reply: Response, address = ''): Promise<string[]> {
  const text = Buffer.from(await reply.arrayBuffer()).toString('latin1') + JSON.stringify([...reply.headers])
  const asked = decodeURIComponent(address).toLowerCase()
  return SECRETS.filter((word) => text.toLowerCase().replaceAll(asked, '').includes(word) && !asked.includes(word))
}

async function seriesOf(client: Client): Promise<string[]> {
  const text = JSON.stringify(await client.json(200, client.get('/api/series?limit=10')))
  return [...new Set(['harbor', 'velvet'].filter((id) => text.includes(`"${id}"`)))]
}

const fill = (path: string, values: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'x').replace('*', 'x')

const read = () => patterns.filter((each) => each.startsWith('GET ') && !LEFT_OUT.includes(each))
const QUERIES = ['', '?limit=50', '?q=velvet', '?query=scorpion', '?sort=added', '?status=all', '?letter=V', '?unpaged=true', '?search=velvet', '?library_id=manga'] // biome-ignore format: one list

/** The filters and orders that lists of reading apps have, with what the forbidden series would match. */
const appQueries = () =>
  [
    ...[
      'read_status=IN_PROGRESS',
      'status=ONGOING',
      'publisher=rookwood',
      'author=Ann Rookwood,writer',
      'tag=velvet only',
      'tag=noir',
    ],
    ...[
      'age_rating=None',
      'release_year=2021',
      'released_after=1990-01-01',
      'deleted=false&oneshot=false',
      'search=title:velvet',
    ],
    ...[
      'sort=readProgress.readDate,desc',
      'sort=random',
      'sort=createdDate,desc&page=0&size=1',
      'sort=relevance',
      'role=writer',
    ],
    ...[`series_id=velvet`, `collection_id=${mixedShelf}`, `collection_id=${secretShelf}`],
    ...[`readlist_id=${mixedArc}`, `readlist_id=${secretArc}`, `readlist_id=${sharedList}`],
  ].map((query) => `?${encodeURI(query)}`)

/** What a stream sends, up to the change of the series that may be seen. */
async function heardBy(path: string, headers: Record<string, string>): Promise<string> {
  const stop = new AbortController()
  const request = new Request(`http://localhost:8090${path}`, { headers, signal: stop.signal })
  const stream = (await app.app.fetch(request, { ip: '127.0.0.1', keepOpen: () => {} })).body!.getReader()
  const { reader, db } = app
  await reader.put('/api/reading/issues/harbor-2/progress', { page: 1 })
  db.write((tx) => {
    tx.emit({ type: 'library.changed' })
    tx.emit({ type: 'series.changed', comic_id: 'velvet' })
    tx.emit({ type: 'issue.changed', comic_id: 'velvet', issue_id: 'velvet-1' })
    tx.emit({ type: 'health.changed' })
    tx.emit({ type: 'series.changed', comic_id: 'harbor' })
  })
  let text = ''
  while (!text.includes('harbor')) text += new TextDecoder().decode((await stream.read()).value)
  stop.abort()
  return text
}

/** Who asks for an address. */
function clientsOf(path: string): Client[] {
  if (path.startsWith('/komga')) return [reading]
  return path.startsWith('/opds') ? [child, device] : [child]
}

describe('a reader who may not see a series', () => {
  test('gets no word of it from any route that reads', async () => {
    const leaks: string[] = []
    for (const pattern of read()) {
      const path = pattern.split(' ')[1]!
      const ids = { list_id: sharedList, arc_id: mixedArc, collection_id: mixedShelf }
      const isForApps = path.startsWith('/komga')
      const queries = isForApps ? [...QUERIES, ...appQueries()] : QUERIES
      const addresses = [
        ...queries.map((query) => fill(path, { ...SEEN, ...ids }) + query),
        fill(path, { ...FORBIDDEN, list_id: 'x', arc_id: secretArc, collection_id: secretShelf }),
        // Story arcs are read lists of these apps.
        ...(isForApps ? [mixedArc, secretArc].map((list_id) => fill(path, { ...SEEN, ...ids, list_id })) : []),
      ]
      for (const address of new Set(addresses))
        for (const client of clientsOf(path)) {
          const reply = await client.get(address)
          if (reply.status >= 500) leaks.push(`${address}: ${reply.status}`)
          for (const word of await leaksIn(reply, address)) leaks.push(`${address}: ${word}`)
        }
    }
    expect(leaks).toEqual([])
  }, 120_000)

  test('gets no picture, page or file of it, as if it did not exist', async () => {
    const found: string[] = []
    for (const pattern of read()) {
      const path = pattern.split(' ')[1]!
      if (!/:(comic_id|issue_id)/.test(path)) continue
      const isOpen = /^\/(?:opds|komga)/.test(path) || isListedRoute(READER_ROUTES, 'GET', fill(path, FORBIDDEN))
      const query = path === '/opds/stream/:issue_id' ? '?page=0' : ''
      const { status } = await clientsOf(path)[0]!.get(fill(path, FORBIDDEN) + query)
      if (status !== (isOpen ? 404 : 403)) found.push(`${path}: ${status}`)
    }
    expect(found).toEqual([])
  })

  test('finds none of it in the whole catalog, whatever link is followed', async () => {
    const seen = new Set<string>()
    const queue = ['/opds', '/opds/v2', '/opds/search?q=velvet', '/opds/v2/search?query=scorpion']
    const leaks: string[] = []
    while (queue.length > 0) {
      const address = queue.pop()!
      if (seen.has(address)) continue
      seen.add(address)
      const reply = await device.get(address)
      const text = Buffer.from(await reply.clone().arrayBuffer()).toString('latin1')
      for (const word of await leaksIn(reply, address)) leaks.push(`${address}: ${word}`)
      if (!/xml|json/.test(reply.headers.get('content-type') ?? '')) continue
      for (const [, link] of text.matchAll(/"(?:href"\s*:\s*")?((?:https?:\/\/[^/"]+)?\/opds[^"{}]*)"/g)) {
        const { pathname, search } = new URL(link!.replaceAll('&amp;', '&'), 'http://localhost')
        queue.push(pathname + search)
      }
    }
    expect(seen.size).toBeGreaterThan(50)
    expect(leaks).toEqual([])
  }, 60_000)

  test('changes nothing of it, and is told that it does not exist', async () => {
    const before = app.db.read.get(
      'select group_concat(content_key || page || revision) as all_rows from reading_progress',
    )
    const bodies: Record<string, unknown> = {
      '/api/series/:comic_id/marks': { favourite: false },
      '/api/reading/issues/:issue_id/progress': { page: 2 },
      '/api/reading/issues/:issue_id/bookmarks/:page': { note: 'x' },
      '/api/reading/series/:comic_id/view': { layout: 'strip' },
    }
    const wrong: string[] = []
    for (const pattern of patterns) {
      const [method, path] = pattern.split(' ') as [string, string]
      if (method === 'GET' || !/:(comic_id|issue_id)/.test(path)) continue
      const address = fill(path, FORBIDDEN)
      const isOpen = isListedRoute(READER_ROUTES, method, address)
      const isForApps = path.startsWith('/komga')
      if (!isOpen && !isForApps && !path.startsWith('/api')) continue
      const [client] = clientsOf(path) as [Client]
      const reply = await client.request(method, address, bodies[path] ?? {})
      const text = (await reply.text()).replaceAll('velvet-1', 'nothing-1').replaceAll('velvet', 'nothing')
      const nothing = await client.request(method, fill(path, { ...FORBIDDEN, ...NOTHING }), bodies[path] ?? {})
      if (reply.status !== nothing.status || text !== (await nothing.text()))
        wrong.push(`${pattern}: ${reply.status} ${text}`)
      if (!isOpen && reply.status !== (isForApps ? 404 : 403)) wrong.push(`${pattern}: ${reply.status}`)
    }
    for (const [path, body] of [
      ['/api/readlist', { issue_id: 'velvet-2' }],
      ['/api/readlists/default/issues', { issue_ids: ['velvet-2'] }],
    ] as const) {
      const reply = await child.post(path, body)
      if (reply.status < 400 || reply.status >= 500) wrong.push(`${path}: ${reply.status}`)
    }
    await child.post('/api/reading/mark', { issue_ids: ['velvet-2'], comic_ids: ['velvet'], read: true })
    expect(wrong).toEqual([])
    expect(
      app.db.read.get('select group_concat(content_key || page || revision) as all_rows from reading_progress'),
    ).toEqual(before)
  })

  test('finds none of it with the conditions of apps', async () => {
    const is = (value: unknown) => ({ operator: 'is', value })
    const not = (value: unknown) => ({ operator: 'isNot', value })
    const conditions = [
      ...[
        { libraryId: is('manga') },
        { seriesId: is('velvet') },
        { readListId: is(mixedArc) },
        { readListId: is(secretArc) },
      ],
      ...[
        { collectionId: is(secretShelf) },
        { collectionId: not('x') },
        { publisher: is('Rookwood') },
        { publisher: not('x') },
      ],
      ...[{ author: is({ name: 'Ann Rookwood' }) }, { tag: is('velvet only') }, { readStatus: is('IN_PROGRESS') }, {}],
      ...[{ title: { operator: 'contains', value: 'e' } }, { readStatus: not('READ') }],
    ]
    const leaks: string[] = []
    for (const condition of conditions)
      for (const list of ['series/list', 'books/list', 'series/list/alphabetical-groups'])
        for (const query of ['', '?unpaged=true', '?sort=createdDate,desc', '?sort=readProgress.readDate,desc&size=1'])
          for (const fullTextSearch of ['', 'velvet', 'ledger']) {
            const reply = await reading.post(`/komga/api/v1/${list}${query}`, { condition, fullTextSearch })
            for (const word of await leaksIn(reply)) leaks.push(`${list} ${JSON.stringify(condition)}: ${word}`)
          }
    expect(leaks).toEqual([])
    const libraries = await reading.json<{ id: string }[]>(200, reading.get('/komga/api/v1/libraries'))
    expect(libraries.map(({ id }) => id)).toEqual(['comics'])
    const books = await reading.json<{ totalElements: number }>(200, reading.get('/komga/api/v1/books'))
    expect(books.totalElements).toBe(2)
  })

  test('gets only covers of what may be seen for lists that hold more', async () => {
    const owners = app.client({ Authorization: `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}` })
    const cover = async (client: Client, path: string) => {
      const reply = await client.get(`/komga/api/v1/${path}/thumbnail`)
      await reply.arrayBuffer()
      return reply.headers.get('etag') ?? reply.status
    }
    for (const [list, seen, other] of [
      [`collections/${mixedShelf}`, 'series/harbor', 'series/velvet'],
      [`readlists/${mixedArc}`, 'books/harbor-2', 'books/velvet-2'],
      [`readlists/${sharedList}`, 'books/harbor-1', 'books/velvet-1'],
    ] as const) {
      expect(await cover(reading, list), list).toBe(await cover(reading, seen))
      expect([await cover(owners, seen), await cover(owners, other)], list).toContain(await cover(owners, list))
      expect(await cover(reading, other), other).toBe(404)
    }
    for (const list of [`collections/${secretShelf}`, `readlists/${secretArc}`])
      expect(await cover(reading, list), list).toBe(404)
  })

  test('counts only what may be seen', async () => {
    const facets = await child.json<Record<string, unknown>>(200, child.get('/api/series/facets'))
    const tags = await child.json<{ tags: { name: string; count: number }[] }>(200, child.get('/api/tags'))
    expect(await seriesOf(child)).toEqual(['harbor'])
    expect(JSON.stringify(facets)).not.toContain('"manga":1')
    expect(tags.tags.map(({ name }) => name)).toEqual(['harbor only', 'noir'])
  })

  test('hears nothing of it on the event stream, nor of what others read', async () => {
    const text = await heardBy('/api/events/stream', { Cookie: child.cookie })
    expect(text.match(/^event: .+$/gm)).toEqual(['event: ready', 'event: library.changed', 'event: series.changed'])
  })

  test('hears nothing of it on the stream of reading apps', async () => {
    const text = await heardBy('/komga/sse/v1/events', { 'X-API-Key': key })
    expect(text.match(/^event:.+$/gm)).toEqual(['event:LibraryChanged', 'event:SeriesChanged'])
    expect(text).not.toContain('manga')
  })

  test('finds everything again when the limit is taken away', async () => {
    const { reader } = app
    await reader.json(200, reader.patch(`/api/users/${child.user_id}`, { limits: null }))
    expect(await seriesOf(child)).toEqual(['harbor', 'velvet'])
    const limits = { ...NO_LIMITS, kinds: ['comic'] }
    await reader.json(200, reader.patch(`/api/users/${child.user_id}`, { limits }))
    expect(await seriesOf(child)).toEqual(['harbor'])
  })
})

describe('each limit', () => {
  const sees = async (limits: object) => {
    const { reader } = app
    await reader.json(200, reader.patch(`/api/users/${child.user_id}`, { limits: { ...NO_LIMITS, ...limits } }))
    return seriesOf(child)
  }
  test('hides what it says, alone', async () => {
    expect(await sees({})).toEqual(['harbor', 'velvet'])
    expect(await sees({ kinds: ['manga'] })).toEqual(['velvet'])
    expect(await sees({ tags_any: ['HARBOR only'] })).toEqual(['harbor'])
    expect(await sees({ tags_none: ['harbor ONLY'] })).toEqual(['velvet'])
    expect(await sees({ tags_any: ['noir'], tags_none: ['velvet only'] })).toEqual(['harbor'])
    expect(await sees({ collections: [secretShelf] })).toEqual(['velvet'])
    expect(await sees({ collections: [mixedShelf], kinds: ['comic'] })).toEqual(['harbor'])
  })

  test('of downloads closes whole files, not pages', async () => {
    await sees({ may_download: false })
    for (const pattern of DOWNLOAD_ROUTES) {
      const path = pattern.split(' ')[1]!
      const reply = await clientsOf(path)[0]!.get(fill(path, { ...SEEN, filename: 'x.cbz' }))
      expect(reply.status, path).toBe(403)
    }
    expect((await child.get('/api/reading/issues/harbor-1/pages/0')).status).toBe(200)
    for (const path of ['/opds/comics/harbor', '/opds/v2/comics/harbor', '/opds/v2/issues/harbor-1']) {
      const text = await (await child.get(path)).text()
      expect(text, path).not.toContain('opds-spec.org/acquisition"')
      expect(text, path).toContain('harbor')
    }
  })
})

test('a signed-in child stays limited with a password, a key and a session alike', async () => {
  const { reader } = app
  const limits = { ...NO_LIMITS, kinds: ['comic'] }
  await reader.json(200, reader.patch(`/api/users/${child.user_id}`, { limits }))
  const password = app.client({ Authorization: `Basic ${btoa(`kit:${PASSWORD}`)}` }, '192.0.2.51')
  for (const client of [child, device, password]) {
    expect((await client.get('/opds/comics/harbor')).status).toBe(200)
    expect((await client.get('/opds/comics/velvet')).status).toBe(404)
  }
})
