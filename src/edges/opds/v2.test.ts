import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { type Client, type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePng } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { BASIC, linksOf, makeCatalog, readingApp } from '../../testing/catalog'
import { hasSchemas, schemaFaults } from '../../testing/documents/opds-schemas'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'

interface Link {
  href: string
  rel?: string
  type?: string
  title?: string
  templated?: boolean
  size?: number
  width?: number
  height?: number
  images?: Link[]
  properties?: { numberOfItems?: number }
}

interface Publication {
  metadata: Record<string, unknown> & { title: string }
  links: Link[]
  images?: Link[]
  readingOrder?: Link[]
}

interface Feed {
  metadata: { title: string; modified: string; numberOfItems: number; itemsPerPage?: number; currentPage?: number }
  links: Link[]
  navigation?: Link[]
  publications?: Publication[]
  groups?: { metadata: { title: string; numberOfItems: number }; links: Link[]; publications: Publication[] }[]
  facets?: { metadata: { title: string }; links: Link[] }[]
}

const BLUE = [20, 60, 200] as const
const HERE = 'http://localhost:8090'

let open: TestApp
let app: Client
beforeEach(async () => {
  open = await testApp({ library: true })
  app = makeCatalog(open).app
})
afterEach(() => open.close())

const get = <T = Feed>(path: string) => app.json<T>(200, app.get(path))
const atomAt = (path: string) => readingApp(open).feed(path)
const set = (settings: object) => open.reader.json(200, open.reader.put('/api/config', settings))
const hrefs = (of: { links: Link[] }, rel: string) =>
  of.links.flatMap((link) => (link.rel === rel ? [link.href.replace(HERE, '')] : []))
const titles = ({ navigation = [], publications = [] }: Feed) => [
  ...navigation.map(({ title }) => title ?? ''),
  ...publications.map(({ metadata }) => metadata.title),
]

describe('the root', () => {
  test('links to the same lists as that of 1.2, and each links to the other', async () => {
    const root = await get('/opds/v2')
    expect(titles(root)).toEqual(['New', 'Unread', 'Series', 'Publishers', 'Comics', 'Manga', 'Browse'])
    expect(root.navigation?.[0]).toMatchObject({
      rel: 'http://opds-spec.org/sort/new',
      href: `${HERE}/opds/v2/recent`,
      type: 'application/opds+json',
      properties: { numberOfItems: 5 },
    })
    expect(hrefs(root, 'alternate')).toEqual(['/opds'])
    const atom = await atomAt('/opds')
    expect(linksOf(atom, 'alternate').map(({ href, type }) => [href, type])).toEqual([
      ['/opds/v2', 'application/opds+json'],
    ])
  })

  test('shows issues to continue, next issues and new issues', async () => {
    await open.reader.put('/api/reading/issues/harbor-2/progress', { page: 3 })
    await open.reader.put('/api/reading/issues/river-v1/progress', { page: 23 })
    const { groups = [] } = await get('/opds/v2')
    expect(groups.map(({ metadata, publications }) => [metadata.title, publications[0]?.metadata.title])).toEqual([
      ['Continue reading', 'Harbor Lights #2 – Tide & <Storm>'],
      ['On deck', 'River Road Ch. 7'],
      ['New', 'River Road Vol. 1'],
    ])
    expect(groups[2]?.metadata.numberOfItems).toBe(5)
    expect(hrefs(groups[0]!, 'self')).toEqual(['/opds/v2/continue'])
  })

  test('is at the address of 1.2 for apps that accept only JSON', async () => {
    const type = async (accept: string) => {
      const reply = await app.get('/opds', { Accept: accept })
      expect(reply.headers.get('vary')).toBe('Accept, Accept-Encoding')
      return reply.headers.get('content-type')
    }
    const atom = 'application/atom+xml;profile=opds-catalog;kind=navigation'
    expect(await type('application/opds+json')).toBe('application/opds+json')
    expect(await type('application/opds+json;q=1, text/html')).toBe('application/opds+json')
    expect(await type('application/opds+json, application/atom+xml;q=0.9')).toBe(atom)
    expect(await type('application/opds+json, */*;q=0.1')).toBe(atom)
    expect(await type('application/json')).toBe(atom)
  })

  test('of an empty library is not an empty list', async () => {
    await open.close()
    open = await testApp({ library: true })
    app = open.client(BASIC, '192.0.2.50')
    const root = await get('/opds/v2')
    expect(titles(root)).toEqual(['Nothing here yet'])
    expect(root.groups).toBeUndefined()
  })
})

describe('feeds', () => {
  const LISTS = ['continue', 'ondeck', 'recent', 'week', 'titles', 'comics', 'manga', 'publishers', 'browse', 'all']

  test('have the same entries as those of 1.2, with counts and absolute addresses', async () => {
    await open.reader.put('/api/reading/issues/harbor-2/progress', { page: 3 })
    for (const list of [...LISTS, 'comics/harbor', 'publishers/Northgate', 'browse/kind', 'books?kind=manga']) {
      const [json, atom] = [await get(`/opds/v2/${list}`), await atomAt(`/opds/${list}`)]
      const found = atom.children.filter(({ name }) => name === 'entry').length
      const isEmpty = titles(json)[0] === 'Nothing here yet'
      expect([list, isEmpty ? 0 : titles(json).length]).toEqual([list, found])
      expect(hrefs(json, 'self')).toEqual([`/opds/v2/${list}`])
      expect(hrefs(json, 'alternate')).toEqual([`/opds/${list}`])
      expect(linksOf(atom, 'alternate').map(({ href }) => href)).toEqual([`/opds/v2/${list}`])
      for (const link of json.links) expect(link.href).toStartWith(`${HERE}/opds`)
    }
  })

  test('have the same pages', async () => {
    await set({ opds_pagesize: 10 })
    makeSeries(open.db, { comic_id: 'long', name: 'The Long One' })
    const numbers = Array.from({ length: 25 }, (_, index) => index + 1)
    for (const issue of makeIssues(open.db, 'long', numbers)) makeFile(open.db, { issues: [issue] })
    const page = await get('/opds/v2/comics/long?index=10')
    // The series in one file follows.
    expect(page.metadata).toMatchObject({ numberOfItems: 26, itemsPerPage: 10, currentPage: 2 })
    expect(['first', 'previous', 'next', 'last'].map((rel) => hrefs(page, rel)[0])).toEqual([
      '/opds/v2/comics/long',
      '/opds/v2/comics/long',
      '/opds/v2/comics/long?index=20',
      '/opds/v2/comics/long?index=20',
    ])
    expect(hrefs(await get('/opds/v2/comics/long?index=20'), 'next')).toEqual([])
  })

  test('filter by facets, one active in each group', async () => {
    const { facets = [] } = await get('/opds/v2/books?kind=manga')
    const kind = facets.find(({ metadata }) => metadata.title === 'Kind')
    expect(kind?.links.map(({ title, rel, properties }) => [title, rel, properties?.numberOfItems])).toEqual([
      ['All', undefined, 5],
      ['Comics', undefined, 3],
      ['Manga', 'self', 2],
    ])
    expect(kind?.links[0]?.href).toBe(`${HERE}/opds/v2/books`)
  })

  test('show series and publishers with a picture', async () => {
    for (const path of ['/opds/v2/titles', '/opds/v2/publishers']) {
      const [first] = (await get(path)).navigation ?? []
      const picture = await open.client().get(first!.images![0]!.href.replace(HERE, ''))
      // The file does not exist in this test: access was allowed, and then no file was found.
      expect(picture.status).toBe(410)
    }
  })

  test('search with the query field of the specification', async () => {
    const root = await get('/opds/v2')
    expect(root.links.find(({ rel }) => rel === 'search')).toEqual({
      rel: 'search',
      href: `${HERE}/opds/v2/search{?query}`,
      type: 'application/opds+json',
      templated: true,
    })
    const found = await get('/opds/v2/search?query=harbor%2010')
    expect(titles(found)[0]).toBe('Harbor Lights #10')
    expect(hrefs(found, 'self')).toEqual(['/opds/v2/search?query=harbor%2010'])
    expect(hrefs(found, 'alternate')).toEqual(['/opds/search?q=harbor%2010'])
    expect(titles(await get('/opds/v2/search?query=zzz'))).toEqual(['Nothing found'])
  })
})

describe('a publication', () => {
  test('has all known metadata and nothing else', async () => {
    const { publications = [] } = await get('/opds/v2/comics/harbor')
    expect(publications[0]?.metadata).toEqual({
      '@type': 'https://schema.org/ComicIssue',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      title: 'Harbor Lights #2 – Tide & <Storm>',
      identifier: expect.stringMatching(/^urn:uuid:/),
      modified: '2026-02-01T00:00:00.000Z',
      author: ['Ann Lee', 'Bo Ek'],
      publisher: 'Northgate',
      subject: ['Comics'],
      description: 'Two & two.\nMore.',
      numberOfPages: 24,
      belongsTo: {
        series: {
          name: 'Harbor Lights (2019)',
          position: 2,
          links: [{ href: `${HERE}/opds/v2/comics/harbor`, type: 'application/opds+json' }],
        },
      },
      readingProgression: 'ltr',
    })
    expect(publications[1]?.metadata).toMatchObject({ published: '2020-03-04' })
    const annual = publications[2]?.metadata.belongsTo as { series: object }
    expect(annual.series).not.toHaveProperty('position')
    const [manga] = (await get('/opds/v2/comics/river')).publications ?? []
    expect(manga?.metadata).toMatchObject({ readingProgression: 'rtl', '@type': 'https://schema.org/Book' })
  })

  test('of a webtoon is scrolled, and has one of the two directions that the schema knows', async () => {
    await open.reader.json(200, open.reader.patch('/api/series/river/options', { reading_direction: 'down' }))
    const [webtoon] = (await get('/opds/v2/comics/river')).publications ?? []
    expect(webtoon?.metadata.readingProgression).toBe('ltr')
    const manifest = await get<Publication>(webtoon!.links.find(({ rel }) => rel === 'self')!.href.replace(HERE, ''))
    expect(manifest.metadata).toMatchObject({ readingProgression: 'ltr', layout: 'scrolled' })
  })

  test('has the same id in both catalogs', async () => {
    const [first] = (await get('/opds/v2/comics/harbor')).publications ?? []
    const entry = await atomAt('/opds/entries/harbor-2')
    expect(entry.children.find(({ name }) => name === 'id')?.text).toBe(first!.metadata.identifier as string)
  })

  test('links to its pages, its file in the type for the device, and its progress', async () => {
    const { device, key } = await open.reader.json<{ device: { device_id: string }; key: string }>(
      200,
      open.reader.post('/api/devices', { name: 'Tablet' }),
    )
    await open.reader.patch(`/api/devices/${device.device_id}`, { comic_types: 'x-cbz' })
    const tablet = open.client({ Authorization: `Basic ${btoa(`any:${key}`)}` }, '192.0.2.51')
    const { publications = [] } = await tablet.json<Feed>(200, tablet.get('/opds/v2/comics/harbor'))
    expect(
      publications[0]?.links.map(({ rel, href, type, size }) => [rel, href.replace(HERE, ''), type, size]),
    ).toEqual([
      ['self', '/opds/v2/issues/harbor-2', 'application/divina+json', undefined],
      ['http://opds-spec.org/acquisition', '/opds/issues/harbor-2/harbor-2.cbz', 'application/x-cbz', 48211003],
      [
        'http://opds-spec.org/progression',
        '/opds/v2/issues/harbor-2/progression',
        'application/opds-progression+json',
        undefined,
      ],
      [
        'http://www.cantook.com/api/progression',
        '/opds/v2/issues/harbor-2/locator',
        'application/vnd.readium.progression+json',
        undefined,
      ],
    ])
  })

  test('that is a text book has no pages, no pictures and no current page', async () => {
    makeIssues(open.db, 'harbor', [30])
    makeFile(open.db, { issues: ['harbor-30'], page_count: 0, format: 'epub', path: '/library/text.epub' })
    const reply = await app.get('/opds/v2/issues/harbor-30')
    expect(reply.headers.get('content-type')).toBe('application/opds-publication+json')
    const text = await app.json<Publication>(200, reply)
    expect(text).not.toHaveProperty('readingOrder')
    expect(text).not.toHaveProperty('images')
    expect(text.links.map(({ rel }) => rel)).toEqual(['self', 'http://opds-spec.org/acquisition', 'alternate'])
  })

  test('of a whole series in one file comes after its issues and has a document of its own', async () => {
    const { publications = [] } = await get('/opds/v2/comics/harbor')
    const whole = publications.at(-1)
    expect(whole?.metadata.title).toBe('Harbor Lights (2019): 3 issues in one file')
    expect(hrefs(whole!, 'http://opds-spec.org/acquisition')).toEqual(['/opds/comics/harbor/all.zip'])
    expect(await get<Publication>(hrefs(whole!, 'self')[0]!)).toEqual(whole!)
    expect((await app.get('/opds/v2/comics/none/all')).status).toBe(404)
  })
})

describe('with files', () => {
  beforeEach(() => {
    makeSeries(open.db, { comic_id: 'lamp', name: 'The Lamp' })
    makeIssues(open.db, 'lamp', [1, 2])
    const pages = {
      '1.png': makePng(400, 600, BLUE),
      '2.png': makePng(800, 600, BLUE),
      '3.png': makePng(400, 600, BLUE),
    }
    addFile(open, ['lamp-1'], 'The Lamp 001.cbz', makeCbz(pages), { page_count: 3 })
  })

  test('pages are in order with their real size, and match the manifest', async () => {
    const manifest = await get<Publication>('/opds/v2/issues/lamp-1')
    const order = manifest.readingOrder ?? []
    expect(order.map(({ width, height, type }) => [width, height, type])).toEqual([
      [400, 600, 'image/jpeg'],
      [800, 600, 'image/jpeg'],
      [400, 600, 'image/jpeg'],
    ])
    const page = await app.get(order[1]!.href.replace(HERE, ''))
    expect(page.headers.get('content-type')).toBe('image/jpeg')
    expect(page.headers.get('cache-control')).toContain('immutable')
  })

  test('pictures have their real size once it is known, the thumbnail first', async () => {
    const images = async () => (await get('/opds/v2/comics/lamp')).publications?.[0]?.images ?? []
    const [thumbnail] = await images()
    expect(thumbnail).not.toHaveProperty('width')
    await (await open.client().get(thumbnail!.href.replace(HERE, ''))).bytes()
    // The picture is sent before its size is stored.
    for (let turn = 0; turn < 500 && !(await images())[0]?.width; turn++) await new Promise(setImmediate)
    expect((await images()).map(({ rel, width, height }) => [rel, width, height])).toEqual([
      ['http://opds-spec.org/image/thumbnail', 300, 450],
      ['http://opds-spec.org/image', 400, 600],
    ])
  })

  test('a strip is marked as scrolled', async () => {
    const pages = Object.fromEntries(['1', '2'].map((name) => [`${name}.png`, makePng(100, 900, BLUE)]))
    addFile(open, ['lamp-2'], 'The Lamp 002.cbz', makeCbz(pages), { page_count: 2 })
    expect((await get<Publication>('/opds/v2/issues/lamp-2')).metadata).toMatchObject({ layout: 'scrolled' })
  })
})

describe('over HTTP', () => {
  test('documents have a strong ETag and a date, also for HEAD, and are compressed', async () => {
    for (const path of ['/opds/v2', '/opds/v2/recent', '/opds/v2/issues/harbor-2', '/opds/v2/comics/harbor/all']) {
      const reply = await app.get(path)
      const [tag, modified] = [reply.headers.get('etag')!, reply.headers.get('last-modified')!]
      expect(tag).toMatch(/^"[0-9a-f]{32}"$/)
      expect(modified).toEndWith('GMT')
      const head = await app.request('HEAD', path)
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, ''])
      expect((await app.get(path, { 'If-None-Match': tag })).status).toBe(304)
      const packed = await app.get(path, { 'Accept-Encoding': 'gzip' })
      if (packed.headers.get('content-encoding') === 'gzip') {
        expect(gunzipSync(await packed.bytes()).toString()).toBe(await reply.text())
      }
    }
  })

  test('behind a proxy addresses are those of the proxy', async () => {
    await set({ public_url: 'https://comics.example/shelf' })
    const feed = await get('/opds/v2/comics/harbor')
    expect(feed.links[0]?.href).toBe('https://comics.example/shelf/opds/v2/comics/harbor')
    expect(feed.publications?.[0]?.images?.[0]?.href).toStartWith('https://comics.example/shelf/opds/thumbnail/')
  })

  test('a client without a login gets JSON that says which login is needed', async () => {
    const reply = await open.client({}, '192.0.2.50').get('/opds/v2/recent')
    expect([reply.status, reply.headers.get('content-type')]).toEqual([401, 'application/opds-authentication+json'])
  })

  test('refusals are JSON', async () => {
    for (const path of [
      '/opds/v2/comics/none',
      '/opds/v2/issues/none',
      '/opds/v2/browse/none',
      '/opds/v2/none/at/all',
    ]) {
      const reply = await app.get(path)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/json;charset=utf-8'])
    }
    await set({ opds_enable: false })
    expect(await app.json(404, app.get('/opds/v2'))).toEqual({ detail: 'The catalog is disabled in the settings.' })
  })
})

test.skipIf(!hasSchemas)('every document matches its schema', async () => {
  await open.reader.put('/api/reading/issues/harbor-2/progress', { page: 3 })
  const feeds = ['', '/recent', '/titles', '/publishers', '/browse', '/books', '/comics/harbor', '/search?query=zzz']
  for (const path of feeds) expect([path, schemaFaults('feed', await get(`/opds/v2${path}`))]).toEqual([path, []])
  expect(schemaFaults('publication', await get('/opds/v2/comics/harbor/all'))).toEqual([])
  expect(schemaFaults('manifest', await get('/opds/v2/issues/harbor-2'))).toEqual([])
  expect(schemaFaults('progression', await get('/opds/v2/issues/harbor-2/progression'))).toEqual([])
  // Proves that the schemas find faults.
  expect(schemaFaults('feed', { metadata: {}, links: [] })).not.toEqual([])
})
