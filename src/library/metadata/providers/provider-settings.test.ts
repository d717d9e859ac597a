import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../../testing/app'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { COMICVINE_KEY } from '../../../testing/fakes/comicvine'
import { fakeServices, type Services } from '../../../testing/metadata/providers'
import type { ProviderSettingsView } from './provider-settings'

let services: Services
let app: TestApp
beforeEach(async () => {
  services = fakeServices()
  app = await testApp({ ports: { http: services.http } })
})
afterEach(() => app.close())

const seen = async (name: string) => {
  const reply = app.reader.json<{ providers: ProviderSettingsView[] }>(200, app.reader.get('/api/metadata/providers'))
  return (await reply).providers.find((each) => each.name === name)
}
const save = (body: object) => app.reader.json(200, app.reader.put('/api/config', body))
const tested = (name: string, body: object = {}) =>
  advanceUntil(app.clock, app.reader.json(200, app.reader.post(`/api/metadata/providers/${name}/test`, body)))

test('a service without its key says what it needs, and nothing is sent', async () => {
  expect(await seen('comicvine')).toEqual({
    name: 'comicvine',
    label: 'ComicVine',
    serves: ['comic'],
    needs_key: true,
    enabled: true,
    configured: false,
    state: 'off',
    failure: 'not_configured',
    detail: 'ComicVine needs an API key. Enter it in Settings, Metadata.',
    failures_in_row: 0,
    blocked_until: null,
    last_ok_at: null,
    asked_last_hour: 0,
    budget_hour: 200,
  })
  expect(await tested('comicvine')).toEqual({
    success: false,
    detail: 'ComicVine needs an API key. Enter it in Settings, Metadata.',
  })
  expect(services.http.requests).toEqual([])
})

test('a key that is not saved yet can be tried, and only tried', async () => {
  const wrong = await tested('comicvine', { comicvine_api: 'f'.repeat(40) })
  expect(wrong).toEqual({
    success: false,
    detail: 'ComicVine rejected the API key (status 401). Check that it is complete and still valid.',
  })
  expect(await tested('comicvine', { comicvine_api: COMICVINE_KEY })).toMatchObject({ success: true })
  expect(await seen('comicvine')).toMatchObject({ configured: false, failure: 'not_configured', last_ok_at: null })
  expect(app.config.get('comicvine_api')).toBe('')

  await save({ comicvine_api: COMICVINE_KEY })
  await tested('comicvine', { comicvine_api: 'f'.repeat(40) })
  expect(await seen('comicvine')).toMatchObject({ state: 'ready', failure: null })
})

test('a wrong saved key blocks the service until another one is saved', async () => {
  await save({ comicvine_api: 'f'.repeat(40) })
  expect(await tested('comicvine')).toEqual({
    success: false,
    detail: 'ComicVine rejected the API key (status 401). Check it under Settings, Metadata.',
  })
  expect(await seen('comicvine')).toMatchObject({ state: 'blocked', failure: 'auth', asked_last_hour: 1 })
  await save({ metadata_order: 'metron', weekly_comicvine: 'true' })
  expect(await seen('comicvine')).toMatchObject({ state: 'blocked' })
  await save({ metadata_order: 'comicvine', comicvine_api: COMICVINE_KEY })
  expect(await seen('comicvine')).toMatchObject({ state: 'ready', failure: null })
  // Fields that were not typed keep their saved value.
  expect(await tested('comicvine', { comicvine_api: '' })).toMatchObject({ success: true })
  expect(await tested('comicvine')).toEqual({ success: true, detail: 'ComicVine responded and accepted the key.' })
  expect((await seen('comicvine'))?.last_ok_at).toStartWith('2026-11-21T08:0')
})

test('a test retries when a service was only unreachable, not when it requires a pause', async () => {
  await save({ comicvine_api: COMICVINE_KEY })
  services.comicvine.fail('status 500', 1)
  expect(await tested('comicvine')).toMatchObject({ success: false })
  expect(await tested('comicvine')).toMatchObject({ success: true })
  services.comicvine.fail('ban', 1)
  expect(await tested('comicvine')).toMatchObject({ success: false })
  const sent = services.comicvine.requests.length
  expect(await tested('comicvine')).toMatchObject({ detail: expect.stringContaining('has blocked this address') })
  expect(services.comicvine.requests).toHaveLength(sent)
})

test.each([
  [{ metron_token: 'x' }, 'metron_token is no setting of comicvine.'],
  [{ comicvine_url: 'nowhere' }, 'comicvine_url must be a whole address'],
])('a test with %j is refused', async (body, sentence) => {
  const reply = await app.reader.json(400, app.reader.post('/api/metadata/providers/comicvine/test', body))
  expect(reply.detail).toContain(sentence)
})

test.each([
  ['{', 'The body'],
  ['[]', 'The body has to be a JSON object.'],
  ['null', 'Send the settings to test as an object.'],
  ['7', 'The body has to be a JSON object.'],
  ['', 'Send the settings to test as an object.'],
  [undefined, 'Send the settings to test as an object.'],
  ['{"comicvine_api":5}', ''],
])('a test with %p is a bad request', async (body, sentence) => {
  const reply = await app.reader.request('POST', '/api/metadata/providers/comicvine/test', body)
  expect(reply.status).toBe(400)
  expect(((await reply.json()) as { detail: unknown }).detail).toStartWith(sentence)
})

test('the order of the settings is the order of the list', async () => {
  await save({ metadata_order: 'metron' })
  const { providers } = await app.reader.json<{ providers: ProviderSettingsView[] }>(
    200,
    app.reader.get('/api/metadata/providers'),
  )
  expect(providers.map((each) => each.name).slice(0, 2)).toEqual(['metron', 'comicvine'])
})

test('keys are neither in the log nor in any reply', async () => {
  await save({ comicvine_api: COMICVINE_KEY })
  for (const fault of ['no connection', 'status 500', 'key not taken'] as const) {
    services.comicvine.fail(fault)
    expect(JSON.stringify(await tested('comicvine'))).not.toContain(COMICVINE_KEY)
  }
  expect(JSON.stringify([await seen('comicvine'), app.log])).not.toContain(COMICVINE_KEY)
})
