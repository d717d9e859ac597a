import { afterEach, beforeEach, expect, test } from 'bun:test'
import { options } from '../../base/config/options'
import { type TestApp, testApp } from '../../testing/app'
import { type FakeLanguageModel, fakeLanguageModel, MODEL_KEY } from '../../testing/fakes/language-model'
import { PUBLIC_ADDRESS } from '../../testing/harness/public-addresses'
import type { ActivityReply, AssistantStatus, ModelsReply, ModelTestReply, UsageReply } from './schema'

let app: TestApp
let fake: FakeLanguageModel

async function start(settings: Partial<FakeLanguageModel['settings']> = fake.settings) {
  app = await testApp({ ports: fake.ports, settings: {} })
  await app.reader.json(200, app.reader.put('/api/config', settings))
}
beforeEach(() => {
  fake = fakeLanguageModel()
})
afterEach(() => app.close())

const get = <T>(path: string) => app.reader.json<T>(200, app.reader.get(path))
const runTest = (body: object) => app.reader.json<ModelTestReply>(200, app.reader.post('/api/ai/test', body))
const SAVED = () => ({ base_url: fake.settings.ai_base_url, model: 'tiny-model' })

test('without a base URL the assistant is not configured, and nothing is sent', async () => {
  await start({ ai_model: 'tiny-model' })
  expect(await get<AssistantStatus>('/api/ai/status')).toEqual({
    configured: false,
    chat: false,
    helpers: { reading_orders: false, weekly_suggestions: false, series_summary: false },
    circuit_state: 'closed',
    model: null,
    library_series: 0,
    today_tokens: 0,
    today_requests: 0,
    daily_limit: 100_000,
    rpm_limit: 20,
    retry_at: null,
    last_failure: null,
    tools: 'unknown',
    vision: 'unknown',
  })
  expect(await get<ModelsReply>('/api/ai/models')).toEqual({ models: [], error: 'Enter a base URL first.' })
})

test('the chat is there once a server is set, and can be switched off', async () => {
  await start()
  expect(await get<AssistantStatus>('/api/ai/status')).toMatchObject({ configured: true, chat: true })
  await app.reader.json(200, app.reader.put('/api/config', { ai_chat: false }))
  expect(await get<AssistantStatus>('/api/ai/status')).toMatchObject({ configured: true, chat: false })
  await app.reader.json(200, app.reader.put('/api/config', { ai_series_summary: true, ai_reading_orders: true }))
  expect((await get<AssistantStatus>('/api/ai/status')).helpers).toEqual({
    reading_orders: true,
    weekly_suggestions: false,
    series_summary: true,
  })
})

test('the test of a server counts, is logged and shown in the usage', async () => {
  await start({ ...fake.settings, ai_price_prompt: '2', ai_price_completion: '10' })
  fake.reply('ready')
  expect(await runTest(SAVED())).toEqual({ success: true, latency_ms: 0, response: 'ready', model: 'tiny-model' })
  expect(await get<AssistantStatus>('/api/ai/status')).toMatchObject({ today_tokens: 49, today_requests: 1 })
  const { entries } = await get<ActivityReply>('/api/ai/activity')
  expect(entries).toEqual([
    {
      id: 1,
      timestamp: '2026-11-21T08:00:00.000Z',
      feature_type: 'chat',
      action_description: 'Test of the model server',
      model: 'tiny-model',
      prompt_tokens: 40,
      completion_tokens: 9,
      latency_ms: 0,
      success: 'true',
      error_message: null,
      failure: null,
      entity_type: null,
      entity_id: null,
      estimated: false,
      // 40 * 2 + 9 * 10 millionths.
      cost: 0.00017,
    },
  ])
  await app.clock.advance('1 d')
  const sums = { calls: 1, failed: 0, prompt_tokens: 40, completion_tokens: 9, cost: 0.00017 }
  const none = { calls: 0, failed: 0, prompt_tokens: 0, completion_tokens: 0, cost: null }
  expect(await get<UsageReply>('/api/ai/usage?days=3')).toEqual({
    days: [
      { day: '2026-11-20', ...none },
      { day: '2026-11-21', ...sums },
      { day: '2026-11-22', ...none },
    ],
    features: [{ feature_type: 'chat', ...sums }],
    daily_limit: 100_000,
  })
  expect(await get<AssistantStatus>('/api/ai/status')).toMatchObject({ today_tokens: 0, today_requests: 0 })
})

test('without prices a call has no cost', async () => {
  await start()
  await runTest(SAVED())
  const { entries } = await get<ActivityReply>('/api/ai/activity')
  expect(entries.map(({ cost }) => cost)).toEqual([null])
})

test('each ended call is an event for open pages', async () => {
  await start()
  app.events()
  await runTest(SAVED())
  expect(app.events().find(({ type }) => type === 'ai.called')).toEqual({
    type: 'ai.called',
    feature_type: 'chat',
    action: 'Test of the model server',
    success: true,
    latency_ms: 0,
  })
})

test('the log pages back from the latest call', async () => {
  await start()
  for (let at = 0; at < 3; at++) await runTest(SAVED())
  const { entries } = await get<ActivityReply>('/api/ai/activity?limit=2&offset=1')
  expect(entries.map(({ id }) => id)).toEqual([2, 1])
  expect((await app.reader.get('/api/ai/activity?limit=0')).status).toBe(422)
})

test('a test that fails says why with status 200; a missing field is 400', async () => {
  await start()
  fake.reply({ fault: 'model missing' })
  expect(await runTest(SAVED())).toEqual({
    success: false,
    code: 'no_model',
    error: '127.0.0.1:11434 has no model named tiny-model. Choose another model, or load this one there.',
  })
  const refused = await app.reader.json(400, app.reader.post('/api/ai/test', { model: 'tiny-model' }))
  expect(refused).toMatchObject({ detail: 'Enter a base URL.' })
  const again = await app.reader.json(400, app.reader.post('/api/ai/test', { base_url: 'http://127.0.0.1' }))
  expect(again).toMatchObject({ detail: 'Enter a model.' })
})

test('the models of the server are listed', async () => {
  await start()
  expect(await get<ModelsReply>('/api/ai/models')).toEqual({ models: [{ id: 'tiny-model' }, { id: 'other-model' }] })
  const elsewhere = await get<ModelsReply>(`/api/ai/models?base_url=${encodeURIComponent('http://127.0.0.1:11434')}`)
  expect(elsewhere).toEqual({
    models: [],
    error: '127.0.0.1:11434 has no chat API at this base URL (404). Most base URLs end in /v1.',
  })
})

test('the saved key is sent only to its own server', async () => {
  await start()
  await runTest({ ...SAVED(), api_key: '' })
  expect(fake.requests.at(-1)?.authorization).toBe(`Bearer ${MODEL_KEY}`)
  await runTest({ ...SAVED(), base_url: 'http://127.0.0.1:9999/v1' })
  expect(fake.requests.at(-1)?.authorization).toBeNull()
  await runTest({ ...SAVED(), base_url: 'http://127.0.0.1:9999/v1', api_key: 'another' })
  expect(fake.requests.at(-1)?.authorization).toBe('Bearer another')
})

test('a base URL of another server removes the saved key, another path of the same keeps it', async () => {
  await start()
  const save = (change: object) => app.reader.json(200, app.reader.put('/api/config', change))
  const isSet = async () => (await get<{ ai_api_key_set: boolean }>('/api/config')).ai_api_key_set
  await save({ ai_base_url: 'http://127.0.0.1:11434/api/v1' })
  expect(await isSet()).toBe(true)
  await save({ ai_base_url: 'http://127.0.0.1:1234/v1', ai_api_key: '' })
  expect(await isSet()).toBe(false)
  await save({ ai_base_url: 'https://models.test/v1', ai_api_key: 'new' })
  expect(await isSet()).toBe(true)
  await save({ ai_base_url: '' })
  expect(await isSet()).toBe(false)
})

test.each([
  [`http://${PUBLIC_ADDRESS}/v1`, `${PUBLIC_ADDRESS} is outside your network`],
  ['https://me:secret@models.test/v1', 'ai_base_url must be a whole address'],
  ['ftp://127.0.0.1/v1', 'ai_base_url must be a whole address'],
])('%s is refused as a base URL', async (ai_base_url, why) => {
  await start()
  const reply = await app.reader.json<{ detail: string }>(400, app.reader.put('/api/config', { ai_base_url }))
  expect(reply.detail).toContain(why)
})

test('each kind of model server has its usual address', async () => {
  await start()
  const { presets } = await get<{ presets: { id: string; base_url: string }[] }>('/api/ai/presets')
  expect(presets.map(({ id }) => id)).toEqual([...options.ai_preset.choices])
  expect(presets.map(({ base_url }) => base_url)).toEqual([
    '',
    'http://127.0.0.1:11434/v1',
    'http://127.0.0.1:8080/v1',
    'http://127.0.0.1:1234/v1',
  ])
})
