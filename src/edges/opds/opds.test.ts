import { afterEach, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { child, childrenOf, parseXml, type XmlElement } from '../../base/platform/xml'
import { findSeries } from '../../library/series/store'
import { type TestApp, type TestOptions, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { damage, makeCbr, makeCbz, makePages, makePng } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { BASIC, childText, entriesOf, entryOf, linkOf, makeCatalog, readingApp } from '../../testing/catalog'
import { makeFile, makeIssues, makeLibrary, makeSeries } from '../../testing/make'

let open: TestApp
afterEach(() => open.close())

async function start(options: TestOptions = {}) {
  open = await testApp({ library: true, ...options })
  return makeCatalog(open)
}

describe('the root', () => {
  test('answers with and without a slash at the end, to GET and to HEAD', async () => {
    const { app } = await start()
    for (const path of ['/opds', '/opds/']) {
      const reply = await app.get(path)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('application/atom+xml;profile=opds-catalog;kind=navigation')
      const head = await app.request('HEAD', path)
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      for (const name of ['content-type', 'etag', 'last-modified']) {
        expect(head.headers.get(name)).toBe(reply.headers.get(name))
      }
    }
  })

  test('links to every list with entries and counts them', async () => {
    const { feed } = await start()
    const root = await feed('/opds')
    const ways = entriesOf(root).map((each) => [
      childText(each, 'title'),
      childrenOf(each, 'link')[0]?.attributes['thr:count'],
    ])
    expect(ways).toEqual([
      ['New', '5'],
      ['Unread', undefined],
      ['Series', '2'],
      ['Publishers', '1'],
      ['Comics', '1'],
      ['Manga', '1'],
      ['Browse', undefined],
    ])
    expect(linkOf(entriesOf(root)[0], 'http://opds-spec.org/sort/new')).toMatchObject({
      href: '/opds/recent',
      type: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
    })
  })

  test('of an empty library has no entries, and of one content type does not list types', async () => {
    open = await testApp({ library: true })
    const { titles } = readingApp(open)
    expect(await titles('/opds')).toEqual([])
    makeLibrary(open.db, { series: 2, issuesPerSeries: 1 })
    expect(await titles('/opds')).toEqual(['New', 'Unread', 'Series', 'Publishers', 'Browse'])
  })

  test('every feed links to itself, the start, the feed above and the search', async () => {
    const { feed } = await start()
    const paths = ['/opds', '/opds/recent', '/opds/titles', '/opds/comics', '/opds/manga', '/opds/publishers']
    for (const path of [...paths, '/opds/publishers/Northgate', '/opds/comics/harbor', '/opds/search?q=harbor']) {
      const read = await feed(path)
      expect(linkOf(read, 'self')?.href).toBe(path)
      expect(linkOf(read, 'start')?.href).toBe('/opds')
      expect(linkOf(read, 'up') === undefined).toBe(path === '/opds')
      expect(linkOf(read, 'search')?.href).toBe('/opds/search.xml')
      expect(childText(read, 'id')).toMatch(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
    }
  })
})

describe('lists', () => {
  test('series with files are in alphabetical order, with cover, count and publisher', async () => {
    const { feed, titles } = await start()
    expect(await titles('/opds/titles')).toEqual(['Harbor Lights (2019)', 'River Road'])
    expect(await titles('/opds/comics')).toEqual(['Harbor Lights (2019)'])
    expect(await titles('/opds/manga')).toEqual(['River Road'])
    const harbor = entriesOf(await feed('/opds/titles'))[0]
    expect(childText(harbor, 'content')).toBe('3 issues, Northgate')
    expect(linkOf(harbor, 'subsection')).toMatchObject({ href: '/opds/comics/harbor', 'thr:count': '3' })
    const version = findSeries(open.db.read, 'harbor')?.cover_version
    const thumbnail = linkOf(harbor, 'http://opds-spec.org/image/thumbnail')?.href
    expect(thumbnail).toStartWith(`/opds/thumbnail/harbor-2?v=${version}&s=`)
  })

  test('publishers with files link to their series', async () => {
    const { feed, titles, app } = await start()
    expect(await titles('/opds/publishers')).toEqual(['Northgate'])
    expect(childText(entriesOf(await feed('/opds/publishers'))[0], 'content')).toBe('1 series')
    expect(await titles('/opds/publishers/Northgate')).toEqual(['Harbor Lights (2019)'])
    expect((await app.get('/opds/publishers/Rookery')).status).toBe(404)
  })

  test('a publisher may have any name', async () => {
    const { titles, feed } = await start()
    makeSeries(open.db, { comic_id: 'odd', name: 'Odd', publisher: 'A/B & C? "50%"' })
    makeFile(open.db, { issues: makeIssues(open.db, 'odd', [1]) })
    const way = linkOf(entriesOf(await feed('/opds/publishers'))[0], 'subsection')
    expect(way?.href).toBe('/opds/publishers/A%2FB%20%26%20C%3F%20%2250%25%22')
    expect(await titles(way?.href ?? '')).toEqual(['Odd'])
  })

  test('issues are in order of number, then annuals; volumes come before chapters', async () => {
    const { titles } = await start()
    expect(await titles('/opds/comics/harbor')).toEqual([
      'Harbor Lights #2 – Tide & <Storm>',
      'Harbor Lights #10',
      'Harbor Lights Annual #1',
      'Harbor Lights (2019): 3 issues in one file',
    ])
    expect((await titles('/opds/comics/river')).slice(0, 2)).toEqual(['River Road Vol. 1', 'River Road Ch. 7'])
  })

  test('recent lists the newest file first', async () => {
    const { titles } = await start()
    expect((await titles('/opds/recent')).slice(0, 3)).toEqual([
      'River Road Vol. 1',
      'River Road Ch. 7',
      'Harbor Lights Annual #1',
    ])
  })

  test('an issue with two files is listed once', async () => {
    const { titles } = await start()
    makeFile(open.db, { path: '/library/copy.cbz', issues: ['harbor-2'], added_at: '2026-03-01T00:00:00.000Z' })
    const recent = await titles('/opds/recent')
    expect(recent[0]).toBe('Harbor Lights #2 – Tide & <Storm>')
    expect(recent).toHaveLength(5)
    expect(await titles('/opds/comics/harbor')).toHaveLength(3 + 1)
  })

  test('at most the newest 120 are listed', async () => {
    open = await testApp({ library: true, settings: { opds_pagesize: '200' } })
    makeLibrary(open.db, { series: 10, issuesPerSeries: 20, have: 10 })
    expect(await readingApp(open).titles('/opds/recent')).toHaveLength(120)
  })

  test('an unknown series is XML with 404', async () => {
    const { app } = await start()
    const reply = await app.get('/opds/comics/none')
    expect(reply.status).toBe(404)
    expect(reply.headers.get('content-type')).toBe('application/xml')
    expect(childText(parseXml(await reply.text()), 'detail')).toBe('There is no series none.')
  })
})

describe('pages of a list', () => {
  async function large() {
    open = await testApp({ library: true, settings: { opds_pagesize: '10' } })
    makeLibrary(open.db, { series: 43, issuesPerSeries: 1 })
    return readingApp(open)
  }

  test('following next shows every entry once and ends', async () => {
    const { feed } = await large()
    const seen: string[] = []
    let path = '/opds/titles'
    let before: string | undefined
    let last: string | undefined
    for (;;) {
      const page = await feed(path)
      expect(linkOf(page, 'previous')?.href).toBe(before)
      expect(linkOf(page, 'first')?.href).toBe('/opds/titles')
      expect(childText(page, 'opensearch:totalResults')).toBe('43')
      expect(childText(page, 'opensearch:itemsPerPage')).toBe('10')
      expect(childText(page, 'opensearch:startIndex')).toBe(String(seen.length + 1))
      seen.push(...entriesOf(page).map((each) => childText(each, 'id') ?? ''))
      last = linkOf(page, 'last')?.href
      const next = linkOf(page, 'next')?.href
      if (!next) break
      before = path
      path = next
    }
    expect(new Set(seen).size).toBe(43)
    expect(path).toBe('/opds/titles?index=40')
    expect(last).toBe(path)
  })

  test('all pages of a feed have the same id', async () => {
    const { feed } = await large()
    expect(childText(await feed('/opds/titles?index=20'), 'id')).toBe(childText(await feed('/opds/titles'), 'id')!)
  })

  test('an index off the grid, behind the end or invalid still shows a page', async () => {
    const { feed } = await large()
    const at = async (index: string) => childText(await feed(`/opds/titles?index=${index}`), 'opensearch:startIndex')
    expect(await at('17')).toBe('11')
    expect(await at('9999')).toBe('41')
    expect(await at('-3')).toBe('1')
    expect(await at('abc')).toBe('1')
  })

  test('a list of one page has no page links', async () => {
    const { feed } = await start()
    const page = await feed('/opds/titles')
    for (const rel of ['first', 'previous', 'next', 'last']) expect(linkOf(page, rel)).toBeUndefined()
    expect(childText(page, 'opensearch:totalResults')).toBe('2')
  })
})

describe('an issue', () => {
  test('has its file, its stream and its pictures', async () => {
    const { feed } = await start()
    const book = entriesOf(await feed('/opds/comics/harbor'))[0]
    const unsigned = (href = '') => href.replace(/&s=[0-9a-f]{32}$/, '')
    const links = childrenOf(book, 'link').map(({ attributes }) => [
      attributes.rel,
      unsigned(attributes.href),
      attributes.type,
    ])
    const version = findSeries(open.db.read, 'harbor')?.cover_version
    expect(links).toEqual([
      ['http://opds-spec.org/acquisition', '/opds/issues/harbor-2/harbor-2.cbz', 'application/vnd.comicbook+zip'],
      [
        'http://vaemendis.net/opds-pse/stream',
        `/opds/stream/harbor-2?v=${version}&page={pageNumber}&width={maxWidth}`,
        'image/jpeg',
      ],
      ['http://opds-spec.org/image', `/opds/cover/harbor-2?v=${version}`, 'image/jpeg'],
      ['http://opds-spec.org/image/thumbnail', `/opds/thumbnail/harbor-2?v=${version}`, 'image/jpeg'],
      ['http://opds-spec.org/progression', '/opds/v2/issues/harbor-2/progression', 'application/opds-progression+json'],
      ['alternate', '/opds/entries/harbor-2', 'application/atom+xml;type=entry;profile=opds-catalog'],
    ])
    expect(linkOf(book, 'http://opds-spec.org/acquisition')?.length).toBe('48211003')
    expect(linkOf(book, 'http://vaemendis.net/opds-pse/stream')?.['pse:count']).toBe('24')
  })

  test('has writers, publisher, date and a summary without markup', async () => {
    const { feed } = await start()
    const list = await feed('/opds/comics/harbor')
    const [first, second] = entriesOf(list)
    expect(childrenOf(first, 'author').map((each) => childText(each, 'name'))).toEqual(['Ann Lee', 'Bo Ek'])
    expect(childText(first, 'content')).toBe('Two & two.\nMore.\n\n24 pages, 48.2 MB, CBZ')
    expect(childText(first, 'dc:publisher')).toBe('Northgate')
    expect(childrenOf(second, 'author').map((each) => childText(each, 'name'))).toEqual(['Northgate'])
    expect(childText(second, 'dc:issued')).toBe('2020-03-04')
  })

  test('of a manga has the reading direction', async () => {
    const { feed } = await start()
    const terms = childrenOf(entriesOf(await feed('/opds/comics/river'))[0], 'category').map(
      (each) => each.attributes.term,
    )
    expect(terms).toEqual(['Manga', 'rtl'])
  })

  test('keeps its id and its links between requests and in every list', async () => {
    const { feed } = await start()
    const one = entryOf(await feed('/opds/comics/harbor'), 'Harbor Lights #10')
    const two = entryOf(await feed('/opds/recent'), 'Harbor Lights #10')
    expect(one).toEqual(two!)
  })
})

describe('the search', () => {
  test('lists the issues of series whose names contain the words', async () => {
    const { titles } = await start()
    expect(await titles('/opds/search?q=LIGHTS+harbor')).toHaveLength(3)
    expect(await titles('/opds/search?q=the+river')).toEqual(['River Road Vol. 1', 'River Road Ch. 7'])
  })

  test('uses a number as the number of an issue', async () => {
    const { titles } = await start()
    expect(await titles('/opds/search?q=harbor+10')).toEqual(['Harbor Lights #10'])
    expect(await titles('/opds/search?q=harbor+%23002')).toEqual(['Harbor Lights #2 – Tide & <Storm>'])
    expect(await titles('/opds/search?q=harbor+99')).toEqual([])
  })

  test('pages through the results, series by series', async () => {
    open = await testApp({ library: true, settings: { opds_pagesize: '10' } })
    makeLibrary(open.db, { series: 200, issuesPerSeries: 7, have: 10 })
    const { feed } = readingApp(open)
    const seen: string[] = []
    let path: string | undefined = '/opds/search?q=signal'
    while (path) {
      const page: XmlElement = await feed(path)
      expect(childText(page, 'opensearch:totalResults')).toBe('140')
      seen.push(...entriesOf(page).map((each) => childText(each, 'id') ?? ''))
      path = linkOf(page, 'next')?.href
    }
    expect(seen).toHaveLength(140)
    expect(new Set(seen).size).toBe(140)
  })

  test('answers any search with a feed', async () => {
    const { titles } = await start()
    for (const odd of ['', 'zzz', `a&b<c>"d'%20+é漫`, '%', '_', '  ', 'the', '½', '#12', '\u0000']) {
      expect(await titles(`/opds/search?q=${encodeURIComponent(odd)}`)).toEqual([])
    }
    expect(await titles('/opds/search')).toEqual([])
  })

  test('is described with the address that the app used', async () => {
    const { app } = await start()
    const template = async (headers: Record<string, string>) =>
      child(parseXml(await (await app.get('/opds/search.xml', headers)).text()), 'Url')?.attributes.template
    expect(await template({})).toBe('http://localhost:8090/opds/search?q={searchTerms}')
    const proxied = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'comics.example' }
    expect(await template(proxied)).toBe('http://localhost:8090/opds/search?q={searchTerms}')
    expect((await app.get('/opds/search.xml')).headers.get('content-type')).toBe(
      'application/opensearchdescription+xml',
    )
  })
})

describe('a feed that the app has cached', () => {
  test('is not sent again, by ETag and by date', async () => {
    const { app } = await start()
    const reply = await app.get('/opds/titles')
    const [etag, modified] = [reply.headers.get('etag')!, reply.headers.get('last-modified')!]
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    for (const headers of [{ 'If-None-Match': etag }, { 'If-Modified-Since': modified }] as Record<string, string>[]) {
      const again = await app.get('/opds/titles', headers)
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
      expect(again.headers.get('etag')).toBe(etag)
    }
  })

  test('keeps its date without changes and has a later one after a removal', async () => {
    const { app } = await start()
    const modified = async () => Date.parse((await app.get('/opds/titles')).headers.get('last-modified')!)
    const first = await modified()
    expect(first).toBe(Date.parse('2026-02-05T00:00:00.000Z'))
    await open.clock.advance('3 h')
    expect(await modified()).toBe(first)
    await open.reader.delete('/api/series/river', { delete_files: false })
    const second = await modified()
    expect(second).toBeGreaterThan(first)
    await open.clock.advance('3 h')
    expect(await modified()).toBe(second)
  })

  test('changes its ETag when a file is added', async () => {
    const { app } = await start()
    const before = (await app.get('/opds/recent')).headers.get('etag')!
    makeFile(open.db, { issues: ['harbor-11'], added_at: '2026-02-09T00:00:00.000Z' })
    const reply = await app.get('/opds/recent', { 'If-None-Match': before })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('last-modified')).toBe('Mon, 09 Feb 2026 00:00:00 GMT')
  })

  test('is compressed for apps that accept that, with another ETag', async () => {
    const { app } = await start()
    const plain = await app.get('/opds/recent', { 'Accept-Encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
    const packed = await app.get('/opds/recent', { 'Accept-Encoding': 'br, gzip;q=0.5' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await packed.bytes()).toString()).toBe(await plain.text())
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    const cached = { 'If-None-Match': packed.headers.get('etag')! }
    expect((await app.get('/opds/recent', cached)).status).toBe(304)
    const refused = await app.get('/opds/recent', { 'Accept-Encoding': 'gzip;q=0, *' })
    expect(refused.headers.get('content-encoding')).toBeNull()
  })
})

describe('files and pages', () => {
  async function withFile(archive: Uint8Array, name: string) {
    open = await testApp({ library: true, ports: { processes: { ...archiveHelper(), launch: async () => false } } })
    makeSeries(open.db)
    makeIssues(open.db, 'harbor', [1, 2])
    const path = addFile(open, ['harbor-1'], name, archive)
    return { ...readingApp(open), path, archive }
  }
  const comic = () => makeCbz({ 'p0.png': makePng(400, 600, [40, 90, 200]), ...makePages(2) })
  const picture = async (reply: Response) => new Bun.Image(await reply.bytes()).metadata()

  test('a file is sent unchanged, with its type, name and validators', async () => {
    const { app, archive } = await withFile(comic(), 'Näcken "1".cbz')
    for (const path of ['/opds/issues/harbor-1', '/opds/issues/harbor-1/anything.cbz']) {
      const reply = await app.get(path)
      expect(await reply.bytes()).toEqual(new Uint8Array(archive))
      expect(reply.headers.get('content-type')).toBe('application/vnd.comicbook+zip')
      expect(reply.headers.get('accept-ranges')).toBe('bytes')
      expect(reply.headers.get('content-disposition')).toBe(
        `attachment; filename="Nacken _1_.cbz"; filename*=UTF-8''N%C3%A4cken%20%221%22.cbz`,
      )
      const etag = reply.headers.get('etag')!
      expect((await app.get(path, { 'If-None-Match': etag })).status).toBe(304)
      const modified = reply.headers.get('last-modified')!
      expect((await app.get(path, { 'If-Modified-Since': modified })).status).toBe(304)
    }
  })

  test('a RAR is sent as RAR, with any name', async () => {
    const { app, feed } = await withFile(makeCbr(makePages(3)), 'Harbor Lights 1.cbz')
    const href = linkOf(entriesOf(await feed('/opds/comics/harbor'))[0], 'http://opds-spec.org/acquisition')
    expect(href).toMatchObject({
      href: '/opds/issues/harbor-1/Harbor%20Lights%201.cbr',
      type: 'application/vnd.comicbook-rar',
    })
    const reply = await app.get(href?.href ?? '')
    expect(reply.headers.get('content-type')).toBe('application/vnd.comicbook-rar')
    const page = await app.get('/opds/stream/harbor-1?page=1&width=50')
    expect(await picture(page)).toMatchObject({ width: 50, format: 'jpeg' })
  })

  test('ranges of a file are sent over a real socket', async () => {
    const { archive } = await withFile(comic(), 'one.cbz')
    using server = Bun.serve({
      port: 0,
      fetch: (request) => open.app.fetch(request, { ip: '127.0.0.1', keepOpen: () => {} }),
    })
    const ask = (headers: Record<string, string>, method = 'GET') =>
      fetch(`${server.url.origin}/opds/issues/harbor-1/one.cbz`, { method, headers: { ...BASIC, ...headers } })
    const whole = await ask({})
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    expect(whole.headers.get('content-length')).toBe(String(archive.length))
    const piece = await ask({ Range: 'bytes=2-5' })
    expect([piece.status, piece.headers.get('content-range')]).toEqual([206, `bytes 2-5/${archive.length}`])
    expect(await piece.bytes()).toEqual(new Uint8Array(archive.slice(2, 6)))
    expect(await (await ask({ Range: 'bytes=-4' })).bytes()).toEqual(new Uint8Array(archive.slice(-4)))
    const beyond = await ask({ Range: `bytes=${archive.length}-` })
    expect([beyond.status, beyond.headers.get('content-length')]).toEqual([416, '0'])
    const resumed = await ask({ Range: 'bytes=2-5', 'If-Range': whole.headers.get('etag')! })
    expect(resumed.status).toBe(206)
    expect((await ask({ Range: 'bytes=2-5', 'If-Range': '"another"' })).status).toBe(200)
    const head = await ask({}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(archive.length)])
    expect((await ask({ 'If-None-Match': whole.headers.get('etag')! })).status).toBe(304)
  })

  test('a page is sent as JPEG, at most as wide as requested', async () => {
    const { app } = await withFile(comic(), 'one.cbz')
    const page = await app.get('/opds/stream/harbor-1?page=0&width=200')
    expect(page.headers.get('content-type')).toBe('image/jpeg')
    expect(await picture(page)).toEqual({ width: 200, height: 300, format: 'jpeg' })
    expect(await picture(await app.get('/opds/stream/harbor-1?page=0&width=9000'))).toMatchObject({ width: 400 })
    const etag = page.headers.get('etag')!
    expect((await app.get('/opds/stream/harbor-1?page=0&width=200', { 'If-None-Match': etag })).status).toBe(304)
  })

  test('with an invalid width the page keeps its size', async () => {
    const { app } = await withFile(comic(), 'one.cbz')
    for (const width of ['0', 'abc', '-5', '{maxWidth}', '']) {
      const page = await app.get(`/opds/stream/harbor-1?page=0&width=${encodeURIComponent(width)}`)
      expect(await picture(page)).toMatchObject({ width: 400 })
    }
  })

  test('a page that no decoder can convert to JPEG is refused, never sent in its own type', async () => {
    const jxl = Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(64)])
    const { app } = await withFile(makeCbz({ '1.png': makePng(40, 60, [1, 2, 3]), '2.jxl': jxl }), 'one.cbz')
    const reply = await app.get('/opds/stream/harbor-1?page=1&width=800')
    expect(reply.status).toBe(422)
    expect(childText(parseXml(await reply.text()), 'detail')).toBe('Page 2 is damaged.')
  })

  test('a whole series is one ZIP, in ranges too, over a real socket', async () => {
    await withFile(comic(), 'one.cbz')
    addFile(open, ['harbor-2'], 'two.cbz', comic())
    using server = Bun.serve({
      port: 0,
      fetch: (request) => open.app.fetch(request, { ip: '127.0.0.1', keepOpen: () => {} }),
    })
    const ask = (headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${server.url.origin}/opds/comics/harbor/all.zip`, { method, headers: { ...BASIC, ...headers } })
    const whole = await ask()
    const bytes = await whole.bytes()
    expect(whole.headers.get('content-length')).toBe(String(bytes.length))
    const head = await ask({}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    const piece = await ask({ Range: 'bytes=7-90' })
    expect([piece.status, piece.headers.get('content-range')]).toEqual([206, `bytes 7-90/${bytes.length}`])
    expect(await piece.bytes()).toEqual(bytes.slice(7, 91))
    const beyond = await ask({ Range: `bytes=${bytes.length}-` })
    expect([beyond.status, beyond.headers.get('content-length')]).toEqual([416, '0'])
    const page = await open.reader.get('/api/reading/series/harbor/download')
    expect(await page.bytes()).toEqual(bytes)
    expect((await open.guest.get('/api/reading/series/harbor/download')).status).toBe(401)
  })

  test('an unknown page is refused in XML', async () => {
    const { app } = await withFile(comic(), 'one.cbz')
    for (const [page, status] of [
      ['3', 404],
      ['-1', 400],
      ['abc', 400],
      ['{pageNumber}', 400],
      ['', 400],
    ] as const) {
      const reply = await app.get(`/opds/stream/harbor-1?page=${encodeURIComponent(page)}&width=100`)
      expect(reply.status).toBe(status)
      expect(parseXml(await reply.text()).name).toBe('error')
    }
    for (const path of [
      'stream/harbor-2?page=0',
      'issues/harbor-2',
      'issues/none/x.cbz',
      'cover/none',
      'thumbnail/none',
    ]) {
      const reply = await app.get(`/opds/${path}`)
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 404, 'application/xml'])
    }
  })

  test('addresses in the feed contain the version, so pages and covers can be cached', async () => {
    const { app, feed } = await withFile(comic(), 'one.cbz')
    const book = entriesOf(await feed('/opds/comics/harbor'))[0]
    const stream = linkOf(book, 'http://vaemendis.net/opds-pse/stream')?.href ?? ''
    const page = await app.get(stream.replace('{pageNumber}', '0').replace('{maxWidth}', '300'))
    expect(page.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    const thumbnail = await app.get(linkOf(book, 'http://opds-spec.org/image/thumbnail')?.href ?? '')
    expect(thumbnail.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(await picture(thumbnail)).toEqual({ width: 300, height: 450, format: 'jpeg' })
    const cover = await app.get(linkOf(book, 'http://opds-spec.org/image')?.href ?? '', { Accept: 'image/webp' })
    expect(await picture(cover)).toEqual({ width: 400, height: 600, format: 'jpeg' })
  })

  test('a damaged or missing file is refused, never a 500', async () => {
    const { app, path } = await withFile(damage(comic(), 'cut'), 'one.cbz')
    for (const what of ['stream/harbor-1?page=0&width=100', 'cover/harbor-1', 'thumbnail/harbor-1']) {
      expect((await app.get(`/opds/${what}`)).status).toBe(422)
    }
    rmSync(path)
    for (const what of ['issues/harbor-1/one.cbz', 'stream/harbor-1?page=0']) {
      const reply = await app.get(`/opds/${what}`)
      expect(reply.status).toBe(410)
      expect(childText(parseXml(await reply.text()), 'detail')).toContain('no longer in its folder')
    }
  })
})

describe('access', () => {
  test('needs the login, also for files and pages', async () => {
    await start()
    const stranger = open.client({}, '192.0.2.50')
    for (const path of [
      '',
      '/',
      '/recent',
      '/comics/harbor',
      '/issues/harbor-2/x.cbz',
      '/stream/harbor-2?page=0',
      '/cover/harbor-2',
      '/zzz',
    ]) {
      const reply = await stranger.get(`/opds${path}`)
      expect([path, reply.status]).toEqual([path, 401])
      expect(reply.headers.get('www-authenticate')).toStartWith('Basic realm="')
    }
  })

  test('to the catalog is open to a session of the pages', async () => {
    await start()
    expect((await open.reader.get('/opds/recent')).status).toBe(200)
  })

  test('to a catalog that is switched off is 404', async () => {
    const { app } = await start({ settings: { opds_enable: 'false' } })
    for (const path of ['/opds', '/opds/recent', '/opds/issues/harbor-2/x.cbz', '/opds/search.xml']) {
      const reply = await app.get(path)
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 404, 'application/xml'])
      expect(childText(parseXml(await reply.text()), 'detail')).toBe('The catalog is disabled in the settings.')
    }
  })

  test('an unknown address is XML with 404', async () => {
    const { app } = await start()
    for (const path of ['/opds/zzz', '/opds/a/b/c', '/opds/issues']) {
      const reply = await app.get(path)
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 404, 'application/xml'])
    }
  })
})
