import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeSeries } from '../../testing/make'
import { putSeriesSource } from '../metadata/store'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  for (const [comic_id, ...series_groups] of [
    ['harbor', 'quayside', 'Alone'],
    ['fern', 'Quayside'],
    ['dark'],
  ] as const) {
    makeSeries(app.db, { comic_id, name: comic_id })
    app.db.write((tx) =>
      putSeriesSource(tx, {
        comic_id,
        source: 'file',
        facts: { series_groups: [...series_groups] },
        said_at: app.clock.now(),
      }),
    )
  }
})
afterEach(() => app.close())

const offered = () =>
  app.reader.json<{ offers: object[]; total: number }>(200, app.reader.get('/api/collections/offers'))
const accept = (status: number, name: string) =>
  app.reader.json<{ collection: { collection_id: string } }>(
    status,
    app.reader.post('/api/collections/offers/accept', { name }),
  )

test('a group that files name becomes a collection of its series', async () => {
  expect(await offered()).toEqual({ offers: [{ name: 'Quayside', series: 2 }], total: 1 })
  expect(await app.reader.json(200, app.reader.get('/api/collections'))).toEqual({ collections: [] })
  const { collection } = await accept(200, 'Quayside')
  expect(collection).toMatchObject({ name: 'Quayside', series: 2 })
  const path = `/api/collections/${collection.collection_id}`
  const { series } = await app.reader.json<{ series: { ComicID: string }[] }>(200, app.reader.get(path))
  expect(series.map(({ ComicID }) => ComicID)).toEqual(['fern', 'harbor'])
  expect((await offered()).offers).toEqual([])
  await accept(409, 'Quayside')
})

test('a dismissed group stays away until that is undone', async () => {
  const choose = (status: number, name: string, dismissed: boolean) =>
    app.reader.json(status, app.reader.put('/api/collections/offers/dismissed', { name, dismissed }))
  await choose(200, 'QUAYSIDE', true)
  expect((await offered()).offers).toEqual([])
  await choose(200, 'Quayside', false)
  expect((await offered()).total).toBe(1)
  await choose(404, 'Nobody', true)
  await accept(404, 'Nobody')
})
