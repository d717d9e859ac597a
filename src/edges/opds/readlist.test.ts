import { afterEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { BASIC, childText, entryOf, linkOf, makeCatalog, titlesOf } from '../../testing/catalog'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'

let open: TestApp
afterEach(() => open.close())

const STREAM = 'http://vaemendis.net/opds-pse/stream'

async function start(settings = {}) {
  open = await testApp({ settings })
  const catalog = makeCatalog(open)
  const add = (issue_ids: string[], listId = 'default') =>
    open.reader.json(200, open.reader.post(`/api/readlists/${listId}/issues`, { issue_ids }))
  const make = async (name: string) =>
    (await open.reader.json<{ list: { list_id: string } }>(200, open.reader.post('/api/readlists', { name }))).list
      .list_id
  const v2 = async (path: string) => JSON.parse(await (await catalog.app.get(path)).text())
  return { ...catalog, add, make, v2 }
}
const read = (issueId: string, page: number) =>
  open.reader.json(200, open.reader.put(`/api/reading/issues/${issueId}/progress`, { page }))

describe('the reading list', () => {
  test('is a shelf in its own order, with pages to stream and the progress', async () => {
    const { feed, add } = await start()
    await add(['river-c7', 'harbor-10', 'harbor-11', 'harbor-2'])
    await read('harbor-10', 4)
    const shelf = await feed('/opds/readlist')
    expect(titlesOf(shelf)).toEqual(['River Road Ch. 7', 'Harbor Lights #10', 'Harbor Lights #2 – Tide & <Storm>'])
    expect(linkOf(shelf, 'self')?.type).toBe('application/atom+xml;profile=opds-catalog;kind=acquisition')
    expect(linkOf(shelf, 'up')?.href).toBe('/opds')
    expect(linkOf(entryOf(shelf, 'Harbor Lights #10'), STREAM)).toMatchObject({
      'pse:count': '24',
      'pse:lastRead': '5',
    })
  })

  test('has an entry at the root with its count, once it has a readable issue', async () => {
    const { feed, add, titles } = await start()
    await add(['harbor-11'])
    expect(await titles('/opds')).not.toContain('Reading list')
    await add(['harbor-2', 'harbor-10'])
    const entry = entryOf(await feed('/opds'), 'Reading list')
    expect(linkOf(entry, 'subsection')).toMatchObject({ href: '/opds/readlist', 'thr:count': '2' })
    expect(childText(entry, 'content')).toBe('2 issues in your order')
    expect(await titles('/opds')).not.toContain('Reading lists')
  })

  test('is paged, and keeps its order in an app that sorts by title', async () => {
    const { app, add, titles } = await start({ opds_pagesize: '10' })
    const more = Array.from({ length: 9 }, (_, n) => n + 30)
    makeIssues(open.db, 'river', more)
    for (const n of more) makeFile(open.db, { issues: [`river-${n}`] })
    await add(['river-c7', 'harbor-2', ...more.map((n) => `river-${n}`), 'harbor-10'])
    expect(await titles('/opds/readlist?index=10')).toEqual(['River Road Ch. 38', 'Harbor Lights #10'])
    const agent = { ...BASIC, 'User-Agent': 'Chunky/2.0' }
    expect(await (await app.get('/opds/readlist', agent)).text()).toContain('<title>001 River Road Ch. 007</title>')
    const last = await (await app.get('/opds/readlist?index=10', agent)).text()
    expect(last).toContain('<title>012 Harbor Lights #010</title>')
  })

  test('changes its date when an entry is removed', async () => {
    const { app, add } = await start()
    await add(['harbor-2', 'harbor-10'])
    const before = await app.get('/opds/readlist')
    await open.reader.json(200, open.reader.delete('/api/readlist/harbor-2'))
    const after = await app.get('/opds/readlist', { 'If-Modified-Since': before.headers.get('last-modified')! })
    expect(after.status).toBe(200)
  })
})

describe('several reading lists', () => {
  test('are a folder of shelves', async () => {
    const { feed, add, make, titles, app } = await start()
    const listId = await make('Summer')
    await make('Empty')
    await add(['harbor-2'])
    await add(['river-v1', 'harbor-2'], listId)
    expect(await titles('/opds')).toContain('Reading lists')
    const folder = await feed('/opds/readlists')
    expect(titlesOf(folder)).toEqual(['Reading list', 'Summer'])
    const link = linkOf(entryOf(folder, 'Summer'), 'subsection')
    expect(link).toMatchObject({ href: `/opds/readlist/${listId}`, 'thr:count': '2' })
    expect(await titles(link!.href!)).toEqual(['River Road Vol. 1', 'Harbor Lights #2 – Tide & <Storm>'])
    expect((await app.get('/opds/readlist/none')).status).toBe(404)
  })

  test('are also in 2.0', async () => {
    const { add, make, v2 } = await start()
    const listId = await make('Summer')
    await add(['river-v1', 'harbor-2'], listId)
    const root = await v2('/opds/v2')
    expect(root.navigation.map(({ title }: { title: string }) => title)).toContain('Reading lists')
    const lists = await v2('/opds/v2/readlists')
    expect(lists.navigation).toMatchObject([{ title: 'Summer', properties: { numberOfItems: 2 } }])
    const titlesIn = (shelf: { publications: { metadata: { title: string } }[] }) =>
      shelf.publications.map(({ metadata }) => metadata.title)
    expect(titlesIn(await v2(`/opds/v2/readlist/${listId}`))).toEqual([
      'River Road Vol. 1',
      'Harbor Lights #2 – Tide & <Storm>',
    ])
    expect((await v2('/opds/v2/readlist')).navigation).toMatchObject([{ title: 'Nothing here yet' }])
  })
})

describe('continue reading', () => {
  test('ends with the next issue of each list, once', async () => {
    const { add, make, titles, feed } = await start({ opds_pagesize: '10' })
    await read('harbor-2', 3)
    await add(['harbor-2', 'river-v1'])
    expect(await titles('/opds/continue')).toEqual(['Harbor Lights #2 – Tide & <Storm>'])
    await add(['river-v1'], await make('Summer'))
    await add(['harbor-10'], await make('Winter'))
    expect(await titles('/opds/continue')).toEqual([
      'Harbor Lights #2 – Tide & <Storm>',
      'River Road Vol. 1',
      'Harbor Lights #10',
    ])
    const entry = entryOf(await feed('/opds'), 'Continue reading')
    expect(linkOf(entry, 'subsection')?.['thr:count']).toBe('3')
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) {
      makeSeries(open.db, { comic_id: `n${n}`, name: `New ${n}` })
      makeIssues(open.db, `n${n}`, [1])
      makeFile(open.db, { issues: [`n${n}-1`] })
      await read(`n${n}-1`, 3)
    }
    expect((await titles('/opds/continue')).at(-1)).toBe('River Road Vol. 1')
    expect(await titles('/opds/continue?index=10')).toEqual(['Harbor Lights #10'])
  })
})
