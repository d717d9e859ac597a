import { beforeEach, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { errors } from '../../../base/http/handler-errors'
import { lineLog } from '../../../base/platform/log'
import { systemRandom } from '../../../base/platform/random'
import { addProviderSeries, fakeProvider } from '../../../testing/fakes/metadata-provider'
import { makeIssues, makeSeries } from '../../../testing/make'
import { metadataHarness } from '../../../testing/metadata/metadata'
import type { IssueDetail, MetadataReply } from '../schema'
import { IssuePages } from './issue-page'
import { MetadataEditor } from './metadata-editor'
import { ProviderLinker } from './provider-linker'
import { metadataSeriesRoutes } from './series-routes'

/** A change runs before its reply is read: the reply shows the result. */

let harness: ReturnType<typeof metadataHarness>
let routes: { handle(request: Request): Response | Promise<Response> }
beforeEach(() => {
  const comicvine = fakeProvider('comicvine')
  addProviderSeries(comicvine, '7', { facts: { name: 'Harbor' } })
  harness = metadataHarness([comicvine])
  makeSeries(harness.db)
  makeIssues(harness.db, 'harbor', ['1'])
  const { load, refreshing } = harness
  const own = metadataSeriesRoutes({
    editing: new MetadataEditor(load),
    linking: new ProviderLinker({ load, refreshing }),
    issues: new IssuePages(load),
    refreshing,
    browse: {} as never,
    seriesCovers: {} as never,
  })
  const log = lineLog(
    () => '',
    () => {},
  )
  routes = new Elysia().use(errors({ random: systemRandom, log })).use(own)
})

async function send<T>(method: string, path: string, body?: object): Promise<T> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await routes.handle(new Request(`http://localhost${path}`, { method, ...(body ? json : {}) }))
  expect(reply.status).toBe(200)
  return (await reply.json()) as T
}

test('an edited issue', async () => {
  const { facts } = await send<IssueDetail>('PATCH', '/api/series/issues/harbor-1', { title: 'Mine' })
  expect(facts.title).toBe('Mine')
})

test('an edited series', async () => {
  const { fields } = await send<MetadataReply>('PATCH', '/api/series/harbor/metadata', { name: 'Mine' })
  expect(fields.find(({ field }) => field === 'name')).toMatchObject({ value: 'Mine', locked: true })
})

test('a series that is linked and unlinked again', async () => {
  const named = async (reply: Promise<MetadataReply>) => (await reply).sources.map(({ source }) => source)
  const path = '/api/series/harbor/sources/comicvine'
  expect(await named(send('PUT', path, { provider_id: '7' }))).toEqual(['comicvine', 'file'])
  await harness.operations.idle()
  expect(await named(send('DELETE', path))).toEqual(['file'])
})
