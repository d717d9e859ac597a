import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { serveHandler } from '../src/testing/fakes/http'
import { fakeIndexer } from '../src/testing/fakes/indexer'
import { type DownloadSetup, issueOf, openDownloadSetup, until, waitForAnswer } from './download-setup'

setDefaultTimeout(300_000)

/**
 * A self-hosted indexer as many people run: it rejects a key with a web page, has its own categories, and counts pages
 * where others count releases.
 */
const releases = Array.from({ length: 24 }, (_, at) => ({
  title: `Winter Atlas 00${1 + (at % 9)} (1998) (post ${at})`,
}))
const spotweb = fakeIndexer({
  name: 'Spotweb',
  page: 10,
  countsPages: true,
  categories: '<category id="7000" name="Books"><subcat id="7020" name="Ebook"/></category>',
  releases: [...releases, { title: 'Winter Atlas 010 (1998)' }],
})
let setup: DownloadSetup
let served: ReturnType<typeof serveHandler>

beforeAll(async () => {
  served = serveHandler(spotweb.fetch)
  setup = await openDownloadSetup()
  await waitForAnswer(setup.reader.put('/api/config/providers', { type: 'torznab', providers: [] }))
})
afterAll(async () => {
  await setup?.end()
  await served?.stop()
})

const entry = (more: object = {}) => ({ name: 'Spotweb', host: served.origin, api_key: spotweb.key, ...more })
const tried = (more: object = {}) =>
  waitForAnswer(setup.reader.post('/api/config/providers/test', { type: 'newznab', ...entry(more) }))
const save = (more: object = {}) =>
  waitForAnswer(setup.reader.put('/api/config/providers', { type: 'newznab', providers: [entry(more)] }))
const begin = async (number: string) =>
  setup.reader.post('/api/search/interactive', {
    entity_type: 'issue',
    entity_id: (await issueOf(setup, number)).id,
  })

test('a rejected key is distinguished from a ban', async () => {
  spotweb.fail('key page')
  expect(await tried({ categories: '7020' })).toMatchObject({
    success: false,
    detail: 'Spotweb rejected the API key (invalid API key). Check it under Settings, Indexers.',
  })
  spotweb.fail()
})

test('its own categories are listed, and used as entered', async () => {
  expect(await tried()).toMatchObject({
    success: false,
    detail: 'Spotweb has no category 7030. Choose from its own: Books (7000), Ebook (7020).',
  })
  expect(await tried({ categories: '7020' })).toMatchObject({ success: true })
})

test('all pages of results are read', async () => {
  await save({ categories: '7000' })
  const body = { entity_type: 'series', entity_id: setup.comicId }
  const begun = await waitForAnswer(setup.reader.post('/api/search/interactive', body))
  const found = await until('the search to end', async () => {
    const seen = await setup.reader.json<{ state: string; candidates: { candidate: { title: string } }[] }>(
      `/api/search/interactive/${begun.session_id}`,
    )
    return seen.state === 'complete' ? seen.candidates.map(({ candidate }) => candidate.title) : undefined
  })
  expect(found).toHaveLength(releases.length + 1)
})

test('a search without a working indexer is refused, and health has the reason at once', async () => {
  await save({ categories: '7000', api_key: 'another key' })
  spotweb.fail('key page with status 403')
  const first = await waitForAnswer(begin('11'))
  await until('the search to end', async () => {
    const { state } = await setup.reader.json<{ state: string }>(`/api/search/interactive/${first.session_id}`)
    return state === 'failed' || undefined
  })
  const refused = await begin('11')
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'providers_temporarily_blocked',
      detail: expect.stringContaining('Spotweb rejected the API key (invalid API key)'),
    }),
  ])
  const health = await until('health to know', async () => {
    const seen = await setup.reader.json<{ state: string; findings: { message: string }[] }>('/api/system/health')
    return seen.findings.some(({ message }) => message.startsWith('Spotweb rejected')) ? seen : undefined
  })
  expect(health.state).toBe('error')
})
