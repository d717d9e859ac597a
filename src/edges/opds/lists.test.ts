import { afterEach, describe, expect, test } from 'bun:test'
import { child, parseXml } from '../../base/platform/xml'
import { type TestApp, type TestOptions, testApp } from '../../testing/app'
import {
  childText,
  entriesOf,
  entryOf,
  linkOf,
  linksOf,
  makeCatalog,
  readingApp,
  titlesOf,
} from '../../testing/catalog'
import { makeFile, makeIssues, makeLibrary, makeSeries } from '../../testing/make'

let open: TestApp
afterEach(() => open.close())

async function start(options: TestOptions = {}) {
  open = await testApp(options)
  return makeCatalog(open)
}

const read = (issueId: string, page: number, completed?: boolean) =>
  open.reader.json(200, open.reader.put(`/api/reading/issues/${issueId}/progress`, { page, completed }))

const STREAM = 'http://vaemendis.net/opds-pse/stream'

describe('issues to continue', () => {
  test('are first in the catalog, followed by next issues', async () => {
    const { titles } = await start()
    await read('harbor-2', 5)
    await read('river-v1', 23)
    expect((await titles('/opds')).slice(0, 2)).toEqual(['Continue reading', 'On deck'])
    expect(await titles('/opds/continue')).toEqual(['Harbor Lights #2 – Tide & <Storm>'])
    expect(await titles('/opds/ondeck')).toEqual(['River Road Ch. 7'])
  })

  test('have the page from 1, the time, and the progress in words', async () => {
    const { feed } = await start()
    await read('harbor-2', 4)
    const entry = entriesOf(await feed('/opds/continue'))[0]
    expect(linkOf(entry, STREAM)).toMatchObject({
      'pse:count': '24',
      'pse:lastRead': '5',
      'pse:lastReadDate': open.clock.now(),
    })
    expect(childText(entry, 'content')).toEndWith('CBZ, read to page 5')
    expect(childText(entry, 'updated')).toBe(open.clock.now())
  })

  test('are at the last page when read, and without progress when unread', async () => {
    const { feed } = await start()
    await read('river-v1', 23)
    const list = await feed('/opds/comics/river')
    expect(linkOf(entryOf(list, 'River Road Vol. 1'), STREAM)?.['pse:lastRead']).toBe('24')
    expect(childText(entryOf(list, 'River Road Vol. 1'), 'content')).toEndWith('read')
    expect(linkOf(entryOf(list, 'River Road Ch. 7'), STREAM)).not.toHaveProperty('pse:lastRead')
  })

  test('change ETag and date of the feeds that show progress', async () => {
    const { app } = await start()
    const before = await app.get('/opds/recent')
    await read('harbor-10', 3)
    const after = await app.get('/opds/recent', { 'If-None-Match': before.headers.get('etag')! })
    expect(after.status).toBe(200)
    const since = await app.get('/opds/recent', { 'If-Modified-Since': before.headers.get('last-modified')! })
    expect(since.status).toBe(200)
    expect(after.headers.get('last-modified')).not.toBe(before.headers.get('last-modified'))
  })
})

describe('this week', () => {
  test('lists issues that were released or added since Monday', async () => {
    const { titles } = await start()
    expect(await titles('/opds/week')).toEqual([])
    const today = open.clock.now().slice(0, 10)
    makeIssues(open.db, 'harbor', [
      { number: '20', release_date: today },
      { number: '21', release_date: '2001-01-01' },
    ])
    makeFile(open.db, { issues: ['harbor-20'], added_at: '2026-02-01T00:00:00.000Z' })
    makeFile(open.db, { issues: ['harbor-21'], added_at: open.clock.now() })
    expect((await titles('/opds/week')).toSorted()).toEqual(['Harbor Lights #20', 'Harbor Lights #21'])
    await open.clock.advance('8 d')
    expect(await titles('/opds/week')).toEqual([])
  })
})

describe('the document of an issue', () => {
  test('has the same id as its entry, all metadata, and a link to the series', async () => {
    const { app, feed } = await start()
    const partial = entriesOf(await feed('/opds/recent')).at(-1)!
    const alternate = linkOf(partial, 'alternate')!
    expect(alternate.type).toBe('application/atom+xml;type=entry;profile=opds-catalog')
    const reply = await app.get(alternate.href!)
    expect(reply.headers.get('content-type')).toBe(alternate.type!)
    const entry = parseXml(await reply.text())
    expect(entry.name).toBe('entry')
    expect(childText(entry, 'id')).toBe(childText(partial, 'id')!)
    expect(linkOf(entry, 'http://opds-spec.org/acquisition')?.href).toBe('/opds/issues/harbor-2/harbor-2.cbz')
    expect(linkOf(entry, 'collection')?.href).toBe('/opds/comics/harbor')
    expect(linkOf(partial, 'collection')).toBeUndefined()
    expect(linkOf(entry, 'self')?.href).toBe(alternate.href!)
    const again = await app.get(alternate.href!, { 'If-None-Match': reply.headers.get('etag')! })
    expect(again.status).toBe(304)
    expect((await app.get('/opds/entries/none')).status).toBe(404)
  })

  test('has the whole summary where a list has only its beginning', async () => {
    const { feed } = await start()
    const summary = 'All of it. '.repeat(60).trim()
    makeIssues(open.db, 'harbor', [{ number: '30', summary }])
    makeFile(open.db, { issues: ['harbor-30'], added_at: '2026-03-01T00:00:00.000Z' })
    const listed = childText(entriesOf(await feed('/opds/recent'))[0], 'content')
    expect(listed?.length).toBeLessThan(500)
    expect(childText(await feed('/opds/entries/harbor-30'), 'content')).toStartWith(summary)
  })
})

describe('a series in one file', () => {
  test('comes after its issues, with its size', async () => {
    const { app, feed } = await start()
    const list = await feed('/opds/comics/harbor')
    const bundle = entriesOf(list).at(-1)
    expect(childText(bundle, 'title')).toBe('Harbor Lights (2019): 3 issues in one file')
    const file = linkOf(bundle, 'http://opds-spec.org/acquisition')
    expect(file).toMatchObject({ href: '/opds/comics/harbor/all.zip', type: 'application/zip' })
    expect(Number(file?.length)).toBeGreaterThan(3 * 48_211_003)
    expect(childText(list, 'opensearch:totalResults')).toBe('4')
    expect((await app.get('/opds/comics/none/all.zip')).status).toBe(404)
    expect((await app.get('/opds/comics/harbor/all.zip')).status).toBe(410)
  })

  test('is not offered for a single issue or a part of the series', async () => {
    const { titles } = await start()
    makeSeries(open.db, { comic_id: 'one', name: 'One Shot' })
    makeFile(open.db, { issues: makeIssues(open.db, 'one', [1]) })
    expect(await titles('/opds/comics/one')).toEqual(['One Shot #1'])
    expect(await titles('/opds/comics/harbor?read=unread')).toHaveLength(3)
  })
})

describe('facets', () => {
  const facets = (feed: Parameters<typeof linksOf>[0], group: string) =>
    linksOf(feed, 'http://opds-spec.org/facet')
      .filter((each) => each['opds:facetGroup'] === group)
      .map((each) => [each.title, each['thr:count'], each['opds:activeFacet']])

  test('filter all issues by their metadata', async () => {
    const { feed, titles } = await start()
    await read('harbor-2', 5)
    const all = await feed('/opds/books')
    expect(titlesOf(all)).toHaveLength(5)
    expect(facets(all, 'Kind')).toEqual([
      ['All', '5', 'true'],
      ['Comics', '3', undefined],
      ['Manga', '2', undefined],
    ])
    expect(facets(all, 'Reading')).toEqual([
      ['All', '5', 'true'],
      ['Being read', '1', undefined],
      ['Unread', '4', undefined],
    ])
    expect(facets(all, 'Sort').map(([title, , active]) => [title, active])).toEqual([
      ['By name', 'true'],
      ['Newest first', undefined],
      ['By release date', undefined],
    ])
    expect(await titles('/opds/books?kind=manga')).toEqual(['River Road Vol. 1', 'River Road Ch. 7'])
    expect((await titles('/opds/books?sort=new'))[0]).toBe('River Road Vol. 1')
    expect((await titles('/opds/books?sort=release'))[0]).toBe('Harbor Lights #10')
  })

  test('count matching issues, with any other active filters', async () => {
    const { feed } = await start()
    await read('harbor-2', 5)
    const list = await feed('/opds/books?read=unread&kind=comic')
    expect(childText(list, 'opensearch:totalResults')).toBe('2')
    for (const facet of linksOf(list, 'http://opds-spec.org/facet')) {
      const target = await feed(facet.href!)
      expect([facet.href, childText(target, 'opensearch:totalResults')]).toEqual([facet.href, facet['thr:count']])
    }
  })

  test('count issues without metadata in the total', async () => {
    const { feed } = await start() // River Road has no publisher
    makeSeries(open.db, { comic_id: 'odd', name: 'Odd', publisher: 'Kestrel' })
    makeFile(open.db, { issues: makeIssues(open.db, 'odd', [1]) })
    expect(facets(await feed('/opds/books'), 'Publisher')).toEqual([
      ['All', '6', 'true'],
      ['Kestrel', '1', undefined],
      ['Northgate', '3', undefined],
    ])
  })

  test('are the same in any order of choosing, and invalid ones are ignored', async () => {
    const { feed, titles } = await start()
    expect(linkOf(await feed('/opds/books?kind=manga&read=unread'), 'self')?.href).toBe(
      '/opds/books?read=unread&kind=manga',
    )
    expect(await titles('/opds/books?kind=')).toHaveLength(5)
    expect(await titles('/opds/books?kind=zzz')).toEqual([])
    expect(await titles('/opds/books?sort=zzz')).toHaveLength(5)
  })

  test('of a series filter its issues', async () => {
    const { feed, titles } = await start()
    await read('harbor-2', 23)
    expect(facets(await feed('/opds/comics/harbor'), 'Reading')).toEqual([
      ['All', '4', 'true'], // includes the series in one file
      ['Read', '1', undefined],
      ['Unread', '2', undefined],
    ])
    expect(await titles('/opds/comics/harbor?read=read')).toEqual(['Harbor Lights #2 – Tide & <Storm>'])
  })

  test('are folders for apps that do not support them', async () => {
    const { feed, titles } = await start()
    expect(await titles('/opds/browse')).toEqual(['All issues', 'Kind', 'Decade', 'People and more'])
    const kinds = await feed('/opds/browse/kind')
    expect(titlesOf(kinds)).toEqual(['Comics', 'Manga'])
    expect(linkOf(entriesOf(kinds)[1], 'subsection')).toMatchObject({
      href: '/opds/books?kind=manga',
      'thr:count': '2',
    })
    expect(linkOf(entriesOf(kinds)[1], 'http://opds-spec.org/image/thumbnail')?.href).toContain('river-v1')
    const { app } = readingApp(open)
    expect((await app.get('/opds/browse/zzz')).status).toBe(404)
  })

  test('follow changes of the library', async () => {
    const { titles } = await start()
    expect(await titles('/opds/books')).toHaveLength(5)
    makeFile(open.db, { issues: ['harbor-11'], added_at: '2026-02-09T00:00:00.000Z' })
    expect(await titles('/opds/books')).toHaveLength(6)
    await read('harbor-11', 3)
    expect(await titles('/opds/books?read=reading')).toEqual(['Harbor Lights #11'])
  })

  test('page through a filtered list', async () => {
    open = await testApp({ settings: { opds_pagesize: '10' } })
    makeLibrary(open.db, { series: 40, issuesPerSeries: 3, have: 10 })
    const { feed } = readingApp(open)
    const seen: string[] = []
    let path: string | undefined = '/opds/books?kind=manga'
    while (path) {
      const page = await feed(path)
      seen.push(...entriesOf(page).map((each) => childText(each, 'id') ?? ''))
      path = linkOf(page, 'next')?.href
    }
    expect([seen.length, new Set(seen).size]).toEqual([12, 12])
  })
})

test('everything is in one feed, complete and last change first', async () => {
  const { feed } = await start()
  const all = await feed('/opds/all')
  const updated = entriesOf(all).map((each) => childText(each, 'updated') ?? '')
  expect(updated).toEqual(updated.toSorted().reverse())
  expect(child(all, 'fh:complete')).toBeDefined()
  expect(linkOf(entriesOf(all)[0], 'alternate')).toBeUndefined()
  expect(linkOf(await feed('/opds'), 'http://opds-spec.org/crawlable')?.href).toBe('/opds/all')
})

describe('the search', () => {
  test('finds the series of a publisher and issues by their titles', async () => {
    const { titles } = await start()
    expect(await titles('/opds/search?q=northgate')).toHaveLength(3)
    expect(await titles('/opds/search?q=tide')).toEqual(['Harbor Lights #2 – Tide & <Storm>'])
    expect(await titles('/opds/search?q=100%25')).toEqual([])
  })
})
