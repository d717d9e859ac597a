import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { HealthReply } from '../../edges/system/checks/schema'
import { linkedTo } from '../../library/metadata/store'
import { findSeries } from '../../library/series/store'
import { makeIssues, makeSeries } from '../../testing/make'
import { appAmongProviders } from '../../testing/metadata/providers'
import type { BulkPreview, Detail } from './schema'

/** Matching several series at once, against the fake services. */

type App = Awaited<ReturnType<typeof appAmongProviders>>
type Done = typeof Detail.static

let app: App
beforeEach(async () => {
  app = await appAmongProviders()
})
afterEach(() => app.app.close())

const count = (upTo: number) => Array.from({ length: upTo }, (_, at) => String(at + 1))

/** Series as files make them: named, and with the issues that are owned. */
function own(comic_id: string, name: string, year: number | null, numbers: string[]): void {
  makeSeries(app.app.db, { comic_id, name, year })
  makeIssues(app.app.db, comic_id, numbers)
}

async function matched(ids: string[]): Promise<Done> {
  const { operation_id } = await app.post<{ operation_id: string }>('/api/series/bulk', { action: 'match', ids }, 202)
  await app.idle()
  return detail(operation_id)
}
const detail = (id: string) => app.get<Done>(`/api/series/bulk/${id}`)
const choose = <T = { sentence: string; unsure: number }>({ operation }: Done, body: object, status = 200) =>
  app.post<T>(`/api/series/bulk/${operation.operation_id}/choice`, body, status)
const linksOf = (id: string) => linkedTo(app.app.db.read, id).map(({ provider, provider_id }) => `${provider} ${provider_id}`) // biome-ignore format: one line
const states = ({ items }: Done) => items.map(({ comic_id, state }) => `${comic_id} ${state}`)

test('matches a series owned in part, when name, year and numbers agree', async () => {
  own('harbor', 'Harbor Lights', 2012, count(3))
  own('atlas', 'Winter Atlas', 1998, count(55))
  own('second', 'Harbor Lights', 2019, ['7'])
  const done = await matched(['harbor', 'atlas', 'second'])
  expect(states(done)).toEqual(['harbor done', 'second done', 'atlas done'])
  expect(done.items[0]?.sentence).toBe('Matched to Harbor Lights (2012) on ComicVine.')
  expect(['harbor', 'atlas', 'second'].map(linksOf)).toEqual([['comicvine 101000'], ['comicvine 107000'], ['comicvine 102000']]) // biome-ignore format: one line
})

test('keeps unsure series with their candidates, and links the chosen one', async () => {
  own('harbor', 'Harbor Lights', null, ['1', '2'])
  own('copper', 'Copper Orchard', 2015, count(6))
  const done = await matched(['harbor', 'copper'])
  expect(states(done)).toEqual(['copper done', 'harbor unsure'])
  expect(done.operation).toMatchObject({ done: 1, unsure: 1, failed: 0, undoable: 1 })
  const [, unsure] = done.items
  expect(unsure).toMatchObject({ series: { year: null, have: 0 } })
  const named = unsure!.choices.map(({ provider, provider_id, year }) => [provider, provider_id, year])
  expect(named).toContainEqual(['comicvine', '102000', 2019])
  expect(unsure!.choices[0]?.evidence).toContain('Both are called Harbor Lights.')
  const choice = { provider: 'comicvine', provider_id: '102000' }
  const missing = await choose<{ detail: string }>(done, { comic_id: 'harbor', choice: { ...choice, provider_id: '1' } }, 400) // biome-ignore format: one line
  expect(missing.detail).toBe('This match was not proposed.')
  await choose(done, { comic_id: 'none', choice }, 404)
  expect(await choose(done, { comic_id: 'harbor', choice })).toMatchObject({
    sentence: 'Matched to Harbor Lights (2019) on ComicVine.',
    unsure: 0,
  })
  await app.idle()
  expect(linksOf('harbor')).toEqual(['comicvine 102000'])
  await choose(done, { comic_id: 'harbor', choice }, 409)
  const after = await detail(done.operation.operation_id)
  expect(after.operation).toMatchObject({ done: 2, unsure: 0, undoable: 2 })
  expect(after.items[1]?.choices).toEqual([])
  await app.post(`/api/series/bulk/${done.operation.operation_id}/undo`, undefined, 202)
  await app.idle()
  expect([linksOf('harbor'), linksOf('copper')]).toEqual([[], []])
})

test('without a choice the series stays unmatched', async () => {
  own('harbor', 'Harbor Lights', null, ['1', '2'])
  const done = await matched(['harbor'])
  expect(await choose(done, { comic_id: 'harbor', choice: null })).toMatchObject({ sentence: 'No match chosen.', unsure: 0 }) // biome-ignore format: one line
  expect((await detail(done.operation.operation_id)).items[0]).toMatchObject({ state: 'unchanged' })
  expect(findSeries(app.app.db.read, 'harbor')?.source).toBe('local')
})

test('a source that cannot be reached is named in the result and in the health', async () => {
  own('harbor', 'Harbor Lights', 2012, count(3))
  app.comicvine.fail('no connection')
  await app.put('/api/config', { metron_enabled: false })
  const done = await matched(['harbor'])
  expect(done.items[0]).toMatchObject({ state: 'failed', sentence: expect.stringMatching(/^ComicVine cannot be reached/) }) // biome-ignore format: one line
  const { findings } = await app.get<HealthReply>('/api/system/health')
  expect(findings).toMatchObject([{ check_id: 'provider_keys', subject: 'comicvine', message: expect.stringMatching(/^ComicVine cannot be reached/) }]) // biome-ignore format: one line
  app.comicvine.fail()
  await app.post('/api/metadata/providers/comicvine/test', {})
  expect((await app.get<HealthReply>('/api/system/health')).findings).toEqual([])
})

test('says before it starts that no source is set up', async () => {
  own('harbor', 'Harbor Lights', 2012, count(3))
  await app.put('/api/config', { comicvine_enabled: false, metron_enabled: false })
  const preview = await app.post<BulkPreview>('/api/series/bulk/preview', { action: 'match', ids: ['harbor'] })
  expect(preview.problem).toBe('No metadata source for comics is set up. Set one up in Settings, Metadata.')
})
