import { afterEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { childText, entryOf, linkOf, makeCatalog, titlesOf } from '../../testing/catalog'
import { makeRunCounter } from '../../testing/harness/statement-runs'

let open: TestApp
afterEach(() => open.close())

async function start() {
  open = await testApp()
  const catalog = makeCatalog(open)
  const make = (name: string, issue_ids: string[]) =>
    open.reader.json(200, open.reader.post('/api/storyarcs', { name, issue_ids }))
  return { ...catalog, make }
}

describe('story arcs', () => {
  test('have an entry at the root once one has a readable issue', async () => {
    const { feed, make, titles } = await start()
    await make('Nothing yet', ['harbor-11'])
    expect(await titles('/opds')).not.toContain('Story arcs')
    await make('Night Tide', ['river-c7', 'harbor-11', 'harbor-10', 'harbor-2'])
    const entry = entryOf(await feed('/opds'), 'Story arcs')
    expect(linkOf(entry, 'subsection')).toMatchObject({ href: '/opds/storyarcs', 'thr:count': '1' })
    const arcs = await feed('/opds/storyarcs')
    expect(titlesOf(arcs)).toEqual(['Night Tide'])
    expect(linkOf(entryOf(arcs, 'Night Tide'), 'subsection')).toMatchObject({
      href: '/opds/storyarcs/C0002',
      'thr:count': '3',
    })
    expect(childText(entryOf(arcs, 'Night Tide'), 'content')).toBe('3 issues')
  })

  test('are shelves in their order, in both versions of the catalog', async () => {
    const { app, feed, make } = await start()
    await make('Night Tide', ['river-c7', 'harbor-10', 'harbor-11', 'harbor-2'])
    const shelf = await feed('/opds/storyarcs/C0001')
    expect(titlesOf(shelf)).toEqual(['River Road Ch. 7', 'Harbor Lights #10', 'Harbor Lights #2 – Tide & <Storm>'])
    expect(linkOf(shelf, 'up')?.href).toBe('/opds/storyarcs')
    const v2 = JSON.parse(await (await app.get('/opds/v2/storyarcs/C0001')).text())
    expect(v2.publications).toHaveLength(3)
    expect(v2.metadata.title).toBe('Night Tide')
    expect((await app.get('/opds/storyarcs/C0009')).status).toBe(404)
  })

  test('and the first page are kept until something changes', async () => {
    open = await testApp()
    const runsOf = makeRunCounter(open.db)
    const { app, feed, titles } = makeCatalog(open)
    const make = (name: string) =>
      open.reader.json(200, open.reader.post('/api/storyarcs', { name, issue_ids: ['harbor-10'] }))
    await make('Night Tide')
    const runs = async (path: string) => {
      const get = () => (path.startsWith('/api') ? open.reader : app).get(path)
      // Work in the background may run statements beside one of them.
      return [await runsOf(get), Math.min(await runsOf(get), await runsOf(get), await runsOf(get))] as const
    }
    for (const path of ['/opds', '/opds/storyarcs', '/api/storyarcs']) {
      const [first, second] = await runs(path)
      expect([path, first > second + 1]).toEqual([path, true])
    }
    expect((await runs('/opds/v2'))[1]).toBeLessThan(14)
    await make('Fog')
    expect(titlesOf(await feed('/opds/storyarcs'))).toEqual(['Fog', 'Night Tide'])
    expect(linkOf(entryOf(await feed('/opds'), 'Story arcs'), 'subsection')).toMatchObject({ 'thr:count': '2' })
    expect(await titles('/opds')).not.toContain('Continue reading')
    await open.reader.json(200, open.reader.put('/api/reading/issues/harbor-10/progress', { page: 1 }))
    expect(await titles('/opds')).toContain('Continue reading')
  })
})
