import { afterEach, describe, expect, test } from 'bun:test'
import { child, parseXml } from '../../base/platform/xml'
import { type TestApp, type TestOptions, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { BASIC, entriesOf, linkOf, makeCatalog, titlesOf } from '../../testing/catalog'
import { makeIssues, makeSeries } from '../../testing/make'
import { comicTypesFor, mediaType } from './audience'

let open: TestApp | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

async function start(options: TestOptions = {}): Promise<TestApp> {
  open = await testApp({ library: true, ...options })
  makeCatalog(open)
  return open
}

const ACQUISITION = 'http://opds-spec.org/acquisition'
const PROXIED = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'comics.example' }

describe('media types of comic archives', () => {
  test.each([
    ['KOReader/2026', 'standard', 'standard'],
    ['Mozilla/5.0 PocketBook/6.8', 'standard', 'zip'],
    ['Marvin/3', 'standard', 'x-cbz'],
    ['Yomu 1.0', undefined, 'x-cbz'],
    ['Mozilla/5.0 PocketBook/6.8', 'x-cbz', 'x-cbz'],
    ['', 'zip', 'zip'],
  ] as const)('%p with the choice %p gets %p', (agent, chosen, comics) => {
    expect(comicTypesFor(agent, chosen)).toBe(comics)
  })

  test('differ for comic archives only', () => {
    expect(mediaType('cbz', 'standard')).toBe('application/vnd.comicbook+zip')
    expect(mediaType('cbz', 'zip')).toBe('application/zip')
    expect(mediaType('cbr', 'x-cbz')).toBe('application/x-cbr')
    expect(mediaType('pdf', 'zip')).toBe('application/pdf')
  })

  test('are the same in the feed and on the file, whose name stays the same', async () => {
    const { client, db } = await start()
    makeSeries(db, { comic_id: 'lamp', name: 'Lamp' })
    makeIssues(db, 'lamp', [1])
    addFile(open!, ['lamp-1'], 'Lamp 1.cbz', makeCbz(makePages(1)))
    const app = client({ ...BASIC, 'User-Agent': 'PocketBook/632' })
    const feed = parseXml(await (await app.get('/opds/comics/lamp')).text())
    const file = linkOf(entriesOf(feed)[0], ACQUISITION)
    expect(file).toMatchObject({ type: 'application/zip', href: '/opds/issues/lamp-1/Lamp%201.cbz' })
    expect((await app.get(file!.href!)).headers.get('content-type')).toBe('application/zip')
  })
})

test('an app that sorts by title gets numbers that sort', async () => {
  const { client } = await start()
  const titles = async (agent: string) => {
    const feed = await client({ ...BASIC, 'User-Agent': agent }).get('/opds/comics/harbor')
    return titlesOf(parseXml(await feed.text())).slice(0, 2)
  }
  expect(await titles('Chunky/3.1')).toEqual(['Harbor Lights #002 – Tide & <Storm>', 'Harbor Lights #010'])
  expect(await titles('Panels/5')).toEqual(['Harbor Lights #2 – Tide & <Storm>', 'Harbor Lights #10'])
})

describe('behind a proxy', () => {
  test("feeds name paths with the proxy's folder, and every path answers with and without it", async () => {
    const { client } = await start({ settings: { http_root: '/panelkeep' } })
    const app = client(BASIC)
    for (const path of ['/panelkeep/opds', '/opds', '/panelkeep/opds/']) {
      const feed = parseXml(await (await app.get(path)).text())
      expect(linkOf(feed, 'self')?.href).toBe('/panelkeep/opds')
      expect(linkOf(feed, 'start')?.href).toBe('/panelkeep/opds')
    }
    const feed = parseXml(await (await app.get('/panelkeep/opds/comics/harbor')).text())
    const book = entriesOf(feed)[0]
    expect(linkOf(book, 'http://vaemendis.net/opds-pse/stream')?.href).toStartWith('/panelkeep/opds/stream/harbor-2?')
    expect((await client({}).get('/panelkeep/api/health')).status).toBe(200)
    expect((await client({}).get('/panelkeeper/api/health')).status).toBe(404)
  })

  test('absolute addresses are those of the proxy', async () => {
    const { client } = await start()
    const app = client({ ...BASIC, ...PROXIED, 'X-Forwarded-Prefix': '/shelf' })
    const search = parseXml(await (await app.get('/opds/search.xml')).text())
    expect(child(search, 'Url')?.attributes.template).toBe('https://comics.example/shelf/opds/search?q={searchTerms}')
    const feed = parseXml(await (await app.get('/opds')).text())
    expect(linkOf(feed, 'search')?.href).toBe('/shelf/opds/search.xml')
  })

  test('each address has its own validators', async () => {
    const { client } = await start()
    const [plain, proxied] = [client(BASIC), client({ ...BASIC, 'X-Forwarded-Prefix': '/shelf' })]
    const one = await plain.get('/opds/titles')
    const other = await proxied.get('/opds/titles')
    expect(other.headers.get('etag')).not.toBe(one.headers.get('etag'))
    expect((await plain.get('/opds/titles')).headers.get('last-modified')).toBe(one.headers.get('last-modified')!)
  })
})

describe('a client without a login', () => {
  test('learns which login is needed, and may read that document without one', async () => {
    const { client } = await start()
    const stranger = client(PROXIED)
    const refused = await stranger.get('/opds/recent')
    expect([refused.status, refused.headers.get('content-type')]).toEqual([401, 'application/opds-authentication+json'])
    expect(refused.headers.get('www-authenticate')).toStartWith('Basic realm="Panelkeep"')
    const id = 'https://comics.example/opds/auth'
    expect(refused.headers.get('link')).toBe(
      `<${id}>; rel="http://opds-spec.org/auth/document"; type="application/opds-authentication+json"`,
    )
    expect(await refused.json()).toMatchObject({ id, detail: 'OPDS authentication required.' })
    const document = await stranger.get('/opds/auth')
    expect(document.status).toBe(200)
    expect(await document.json()).toMatchObject({
      id,
      title: 'Panelkeep',
      authentication: [{ type: 'http://opds-spec.org/auth/basic' }],
    })
    expect((await stranger.request('HEAD', '/opds/auth')).status).toBe(200)
  })

  test('may fetch covers that a feed names, and nothing else', async () => {
    const { client, db } = await start()
    makeSeries(db, { comic_id: 'lamp', name: 'Lamp' })
    makeIssues(db, 'lamp', [1])
    addFile(open!, ['lamp-1'], 'Lamp 1.cbz', makeCbz(makePages(1)))
    const feed = parseXml(await (await client(BASIC).get('/opds/comics/lamp')).text())
    const book = entriesOf(feed)[0]
    const stranger = client({}, '192.0.2.60')
    for (const rel of ['http://opds-spec.org/image', 'http://opds-spec.org/image/thumbnail']) {
      const href = linkOf(book, rel)!.href!
      expect((await stranger.get(href)).status).toBe(200)
      expect((await stranger.get(href.replace(/s=./, 's=z'))).status).toBe(401)
    }
    expect((await stranger.get(linkOf(book, ACQUISITION)!.href!)).status).toBe(401)
  })
})
