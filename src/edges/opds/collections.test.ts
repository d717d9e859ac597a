import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { childText, entryOf, linkOf, makeCatalog, titlesOf } from '../../testing/catalog'
import { makeSeries } from '../../testing/make'

let open: TestApp
let catalog: ReturnType<typeof makeCatalog>
beforeEach(async () => {
  open = await testApp()
  catalog = makeCatalog(open)
  makeSeries(open.db, { comic_id: 'unread', name: 'Without Files' })
})
afterEach(() => open.close())

async function collect(name: string, ids: string[]): Promise<string> {
  const made = await open.reader.json<{ collection: { collection_id: string } }>(
    200,
    open.reader.post('/api/collections', { name }),
  )
  const { collection_id } = made.collection
  if (ids.length > 0) await open.reader.json(200, open.reader.post(`/api/collections/${collection_id}/series`, { ids }))
  return collection_id
}
const favour = (id: string, favourite: boolean) =>
  open.reader.json(200, open.reader.patch(`/api/series/${id}/marks`, { favourite }))
const v2 = async (path: string) => JSON.parse(await (await catalog.app.get(path)).text())

test('favourites are series with files, latest first, and at the root once there are any', async () => {
  expect(await catalog.titles('/opds')).not.toContain('Favourites')
  await favour('unread', true)
  expect(await catalog.titles('/opds')).not.toContain('Favourites')
  await favour('river', true)
  await open.clock.advance('1 h')
  await favour('harbor', true)
  expect(await catalog.titles('/opds/favourites')).toEqual(['Harbor Lights (2019)', 'River Road'])
  const entry = entryOf(await catalog.feed('/opds'), 'Favourites')
  expect(linkOf(entry, 'subsection')).toMatchObject({ href: '/opds/favourites', 'thr:count': '2' })
  await favour('river', false)
  expect(await catalog.titles('/opds/favourites')).toEqual(['Harbor Lights (2019)'])
})

test('a collection lists its series with files in its order, and changes with it', async () => {
  const id = await collect('Rainy days', ['river', 'unread', 'harbor'])
  await collect('Empty', ['unread'])
  const all = await catalog.feed('/opds/collections')
  expect(titlesOf(all)).toEqual(['Rainy days'])
  expect(childText(entryOf(all, 'Rainy days'), 'content')).toBe('2 series')
  const path = `/opds/collections/${id}`
  const feed = await catalog.feed(path)
  expect(titlesOf(feed)).toEqual(['River Road', 'Harbor Lights (2019)'])
  expect(linkOf(feed, 'up')?.href).toBe('/opds/collections')
  const before = (await catalog.app.get(path)).headers.get('last-modified')!
  await open.clock.advance('1 h')
  await open.reader.json(200, open.reader.put(`/api${path.slice(5)}/order`, { ids: ['harbor', 'river', 'unread'] }))
  const after = await catalog.app.get(path, { 'If-Modified-Since': before })
  expect(after.status).toBe(200)
  expect(await catalog.titles(path)).toEqual(['Harbor Lights (2019)', 'River Road'])
})

test('both are in OPDS 2.0 too', async () => {
  await favour('harbor', true)
  const id = await collect('Rainy days', ['harbor'])
  const names = ({ navigation }: { navigation: { title: string }[] }) => navigation.map(({ title }) => title)
  expect(names(await v2('/opds/v2'))).toEqual(expect.arrayContaining(['Favourites', 'Collections']))
  expect(names(await v2('/opds/v2/favourites'))).toEqual(['Harbor Lights (2019)'])
  expect(names(await v2('/opds/v2/collections'))).toEqual(['Rainy days'])
  expect(names(await v2(`/opds/v2/collections/${id}`))).toEqual(['Harbor Lights (2019)'])
})

test('an unknown collection, a deleted one and one without files are not found', async () => {
  const id = await collect('Rainy days', ['harbor'])
  const empty = await collect('Empty', ['unread'])
  expect((await catalog.app.get(`/opds/collections/${id}`)).status).toBe(200)
  await open.reader.json(200, open.reader.delete(`/api/collections/${id}`))
  for (const each of [id, empty, 'none', '..%2f'])
    for (const version of ['', '/v2'])
      expect((await catalog.app.get(`/opds${version}/collections/${each}`)).status, each).toBe(404)
})
