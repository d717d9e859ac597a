import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { operations } from '../../../base/work/tables'
import { makeSeries } from '../../../testing/make'
import { appAmongProviders } from '../../../testing/metadata/providers'
import { chosenFolder } from './chosen-folder'

let app: Awaited<ReturnType<typeof appAmongProviders>>
let folders: Record<'first' | 'second' | 'manga', string>
beforeAll(async () => {
  app = await appAmongProviders()
  const { folder, ports } = app.app
  folders = { first: `${folder}/first`, second: `${folder}/second`, manga: `${folder}/manga` }
  for (const each of Object.values(folders)) await ports.files.makeFolder(each)
  await app.put('/api/config', { comic_dirs: [folders.first, folders.second], manga_dirs: [folders.manga] })
})
afterAll(() => app.app.close())

/** The folder of a fake series after it was added. */
async function added(id: string, choices: object): Promise<string | null> {
  await app.post('/api/series', { id, ...choices })
  await app.idle()
  const { comic } = await app.get<{ comic: { ComicLocation: string | null }[] }>(`/api/series/${id}`)
  return comic[0]!.ComicLocation
}

test('a new series gets its own folder in the chosen library folder', async () => {
  expect(await added('101000', { folder: folders.second })).toBe(`${folders.second}/Harbor Lights (2012)`)
})

test('without a choice it goes where the settings say, by its chosen kind', async () => {
  expect(await added('102000', {})).toBe(`${folders.first}/Harbor Lights (2019)`)
  await app.put('/api/config', { destination_dir: folders.second })
  expect(await added('103000', {})).toBe(`${folders.second}/Harbor Lights Annual (2020)`)
  expect(await added('104000', { content_type: 'manga' })).toBe(`${folders.manga}/Copper Orchard (2015)`)
})

test('a folder for new series outside the library is ignored', async () => {
  await app.app.ports.files.makeFolder(`${app.app.folder}/elsewhere`)
  await app.put('/api/config', { destination_dir: `${app.app.folder}/elsewhere` })
  expect(await added('106000', {})).toBe(`${folders.first}/Paper Wolves (2003)`)
})

test('a folder within a library folder is used unchanged, one elsewhere is refused', async () => {
  const own = `${folders.first}/Divers`
  expect(await added('108000', { folder: own })).toBe(own)
  const refused = await app.post<{ detail: string }>('/api/series', { id: '107000', folder: '/elsewhere' }, 400)
  expect(refused.detail).toBe('/elsewhere is not in a library folder.')
})

test('a new series never gets the folder of another one', async () => {
  const location = `${folders.first}/Winter Atlas (1998)`
  makeSeries(app.app.db, { comic_id: 'local-atlas', name: 'Winter Atlas', year: 1998, location })
  expect(await added('107000', {})).toBe(`${location} (2)`)
  const refused = await app.post<{ detail: string }>('/api/series', { id: '105000', folder: location }, 409)
  expect(refused.detail).toBe(`${location} is already the folder of Winter Atlas. Choose another folder.`)
})

test('without its provider a series is refused at once, but not one in the library', async () => {
  await app.put('/api/config', { comicvine_enabled: false, metron_enabled: false })
  const refused = await app.post<object>('/api/series', { id: '103500' }, 400)
  expect(refused).toMatchObject({
    detail: 'ComicVine is disabled. Enable it in Settings, Metadata.',
    code: 'provider_not_configured',
  })
  expect(await app.post<object>('/api/series', { id: '101000' })).toMatchObject({
    message: 'Harbor Lights is already in the library.',
  })
  expect(app.app.db.read.select().from(operations).where(eq(operations.subject, '103500')).all()).toEqual([])
})

test.each([
  [undefined, {}],
  [null, {}],
  ['', {}],
  ['/library/first', { root: '/library/first' }],
  ['/library/second/', { root: '/library/second' }],
  ['/library/second/../first', { root: '/library/first' }],
  ['/library/first/Clouds', { location: '/library/first/Clouds' }],
  ['/library/second/a/b', { location: '/library/second/a/b' }],
])('the chosen folder %p is the place %j', (chosen, place) => {
  expect(chosenFolder(chosen, ['/library/first', '/library/second/'])).toEqual(place)
})

test.each([
  ['Clouds', 'Clouds is not a full path.'],
  ['/library', '/library is not in a library folder.'],
  ['/library/first2', '/library/first2 is not in a library folder.'],
  ['/library/first/../Clouds', '/library/first/../Clouds is not in a library folder.'],
])('the chosen folder %s is refused: %s', (chosen, sentence) => {
  expect(() => chosenFolder(chosen, ['/library/first', '/library/second/'])).toThrow(sentence)
})
