import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../testing/app'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { type FakeLanguageModel, fakeLanguageModel } from '../../testing/fakes/language-model'
import { LanguageModel } from './service'
import { saveServer } from './store'
import { llmCalls, llmRequests } from './tables'

let folder: string
let clock: FakeClock
let app: TestApp
let fake: FakeLanguageModel
let model: LanguageModel

/** Starts, or restarts with the same database and settings. */
async function start(settings: object = {}) {
  await app?.close()
  const databasePath = join(folder, 'library.db')
  app = await testApp({
    ports: { ...fake.ports, clock },
    settings: { ...fake.settings, ...settings },
    databasePath,
  })
  model = new LanguageModel({ ...app.ports, db: app.db, config: app.config })
  model.recover()
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-llm-'))
  clock = fakeClock()
  fake = fakeLanguageModel()
  app = undefined as never
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (signal?: AbortSignal) =>
  model.complete({
    feature: 'chat',
    description: 'Question',
    messages: [{ role: 'user', content: 'Which series have gaps?' }],
    ...(signal ? { signal } : {}),
  })
/** The code of the failure, or the reply's text. */
const outcome = () =>
  ask().then(
    ({ text }) => text,
    (error) => error.code as string,
  )
const fails = (code: string, retryAfter?: string) =>
  expect(ask()).rejects.toMatchObject({ name: 'LlmError', code, ...(retryAfter ? { retryAfter } : {}) })

describe('requests per minute', () => {
  test('more than the limit are refused until the oldest is a minute ago, also after a restart', async () => {
    await start({ ai_rpm_limit: '3' })
    expect(await outcome()).toBe('OK.')
    await clock.advance('20 s')
    expect([await outcome(), await outcome()]).toEqual(['OK.', 'OK.'])
    await fails('rate_limited', '2026-11-21T08:01:00.000Z')
    await start({ ai_rpm_limit: '3' })
    await fails('rate_limited')
    await clock.advance('40 s')
    expect(await outcome()).toBe('OK.')
    await fails('rate_limited')
    expect(fake.requests).toHaveLength(4)
  })

  test('0 is no limit', async () => {
    await start({ ai_rpm_limit: '0' })
    for (let at = 0; at < 40; at++) expect(await outcome()).toBe('OK.')
  })

  test('a clock that jumps, back or ahead, blocks nothing for longer than a minute', async () => {
    await start({ ai_rpm_limit: '1' })
    expect(await outcome()).toBe('OK.')
    clock.jump('-300 d')
    expect(await outcome()).toBe('OK.')
    await fails('rate_limited')
    clock.jump('600 d')
    expect(await outcome()).toBe('OK.')
    await fails('rate_limited')
    await clock.advance('1 min')
    expect(await outcome()).toBe('OK.')
  })

  test('only rows that still count are kept', async () => {
    await start({ ai_rpm_limit: '0' })
    for (let at = 0; at < 5; at++) {
      await outcome()
      await clock.advance('1 min')
    }
    expect(app.db.read.select().from(llmRequests).all()).toHaveLength(1)
  })

  test('a request that is repeated in another form counts as two', async () => {
    await start({ ai_rpm_limit: '2' })
    fake.refuses.add('refuses stream_options')
    await model.stream(
      { feature: 'chat', description: 'Question', messages: [{ role: 'user', content: 'Hm?' }] },
      { text() {} },
    )
    await fails('rate_limited')
  })
})

describe('tokens per day', () => {
  test('a day that is used up refuses until the next day, also after a restart', async () => {
    await start({ ai_daily_token_limit: '98' })
    expect([await outcome(), await outcome()]).toEqual(['OK.', 'OK.'])
    await fails('over_budget', '2026-11-22T00:00:00.000Z')
    await start({ ai_daily_token_limit: '98' })
    await fails('over_budget')
    await clock.advance('16 h')
    expect(await outcome()).toBe('OK.')
  })

  test('running calls count with their estimate', async () => {
    await start({ ai_daily_token_limit: '5' })
    const gate = Promise.withResolvers<void>()
    fake.reply({ text: 'Late.', until: gate.promise })
    const first = model.stream(
      { feature: 'chat', description: 'Long', messages: [{ role: 'user', content: 'x'.repeat(100) }] },
      { text() {} },
    )
    await Bun.sleep(0)
    await fails('over_budget')
    gate.resolve()
    expect((await first).text).toBe('Late.')
  })

  test('0 is no limit', async () => {
    await start({ ai_daily_token_limit: '0' })
    for (let at = 0; at < 5; at++) expect(await outcome()).toBe('OK.')
  })
})

describe('the circuit breaker', () => {
  const SETTINGS = { ai_circuit_threshold: '3', ai_circuit_cooldown: '120' }
  const break3 = async () => {
    fake.reply({ fault: 'status 500' }, { fault: 'connection refused' }, { fault: 'silence' })
    expect([await outcome(), await outcome(), await outcome()]).toEqual(['unavailable', 'unreachable', 'timeout'])
  }

  test('opens after failures in a row, survives a restart, tries once and closes', async () => {
    await start(SETTINGS)
    await break3()
    expect(model.status()).toMatchObject({
      circuit_state: 'open',
      failures_in_row: 3,
      retry_at: '2026-11-21T08:02:00.000Z',
    })
    await fails('circuit_open', '2026-11-21T08:02:00.000Z')
    expect((await ask().catch((error) => error)).sentence).toBe(
      'The assistant pauses for 2 minutes after 3 failed requests. The last failure: 127.0.0.1:11434 sent nothing for 30 seconds. Raise the model timeout, or choose a smaller model than tiny-model.',
    )
    await start(SETTINGS)
    await fails('circuit_open')
    expect(fake.requests).toHaveLength(3)
    await clock.advance('2 min')
    expect(model.status()).toMatchObject({ circuit_state: 'half-open', retry_at: null })
    fake.reply({ fault: 'status 500' })
    await fails('unavailable')
    await fails('circuit_open', '2026-11-21T08:04:00.000Z')
    await clock.advance('2 min')
    expect(await outcome()).toBe('OK.')
    expect(model.status()).toMatchObject({ circuit_state: 'closed', failures_in_row: 0, last_failure: null })
  })

  test('a success between failures restarts the count', async () => {
    await start(SETTINGS)
    fake.reply(
      { fault: 'status 500' },
      { fault: 'status 500' },
      'Fine.',
      { fault: 'status 500' },
      { fault: 'status 500' },
    )
    for (let at = 0; at < 5; at++) await outcome()
    expect(model.status()).toMatchObject({ circuit_state: 'closed', failures_in_row: 2 })
  })

  test.each(['not JSON', 'context full', 'limit'] as const)('"%s" is not a failure of the server', async (fault) => {
    await start(SETTINGS)
    for (let at = 0; at < 4; at++) {
      fake.reply({ fault })
      await outcome()
      await clock.advance('1 min')
    }
    expect(model.status().circuit_state).toBe('closed')
  })

  test('a cancelled trial lets the next one follow at once', async () => {
    await start(SETTINGS)
    await break3()
    await clock.advance('2 min')
    const cancel = new AbortController()
    fake.reply({ text: 'Late.', until: new Promise(() => {}) })
    const trial = model.stream(
      { feature: 'chat', description: 'Trial', messages: [{ role: 'user', content: 'Hm?' }], signal: cancel.signal },
      { text() {} },
    )
    await Bun.sleep(0)
    await fails('circuit_open')
    cancel.abort()
    await expect(trial).rejects.toMatchObject({ code: 'cancelled' })
    expect(await outcome()).toBe('OK.')
  })

  test('a trial whose process was killed does not block the server permanently', async () => {
    await start(SETTINGS)
    await break3()
    await clock.advance('2 min')
    fake.reply({ text: 'Never.', until: new Promise(() => {}) })
    void model
      .stream({ feature: 'chat', description: 'Trial', messages: [{ role: 'user', content: 'Hm?' }] }, { text() {} })
      .catch(() => {})
    await Bun.sleep(0)
    await start(SETTINGS)
    await fails('circuit_open')
    await clock.advance('2 min')
    expect(await outcome()).toBe('OK.')
  })

  test('a clock that was set back does not prolong the pause', async () => {
    await start(SETTINGS)
    await break3()
    clock.jump('-300 d')
    expect(await outcome()).toBe('OK.')
  })

  test('a change of key, model or base URL ends the pause', async () => {
    await start({ ...SETTINGS, ai_model: '' })
    await app.config.save({ ai_model: 'tiny-model' })
    await break3()
    await fails('circuit_open')
    await app.config.save({ ai_model: 'other-model' })
    expect(await outcome()).toBe('OK.')
  })

  test('a test of the server is sent during the pause, and ends it', async () => {
    await start(SETTINGS)
    await break3()
    await fails('circuit_open')
    const { text } = await model.test({ baseUrl: fake.settings.ai_base_url!, key: '', model: 'tiny-model' })
    expect(text).toBe('OK.')
    expect(await outcome()).toBe('OK.')
  })
})

describe('a pause that the server requires', () => {
  test.each([
    ['limit with Retry-After', '2026-11-21T08:02:00.000Z', '2 min'],
    ['limit', '2026-11-21T08:00:30.000Z', '30 s'],
  ] as const)('after "%s" lasts until %s', async (fault, until, span) => {
    await start()
    fake.reply({ fault })
    await fails('rate_limited')
    await fails('rate_limited', until)
    await start()
    await fails('rate_limited', until)
    expect(fake.requests).toHaveLength(1)
    await clock.advance(span)
    expect(await outcome()).toBe('OK.')
  })

  test('ends with a clock that was set back', async () => {
    await start()
    fake.reply({ fault: 'limit with Retry-After' })
    await outcome()
    clock.jump('-300 d')
    expect(await outcome()).toBe('OK.')
  })
})

describe('the log of calls', () => {
  const rows = () => app.db.read.select().from(llmCalls).all()

  test('a call whose process ended is interrupted, and its estimate counts', async () => {
    await start()
    fake.reply({ text: 'Never.', until: new Promise(() => {}) })
    void model
      .stream(
        { feature: 'search', description: 'Alternates', messages: [{ role: 'user', content: 'x'.repeat(400) }] },
        { text() {} },
      )
      .catch(() => {})
    await Bun.sleep(0)
    expect(model.calls({ limit: 5, offset: 0 })).toEqual([])
    await start()
    expect(model.calls({ limit: 5, offset: 0 })).toMatchObject([
      { feature: 'search', failure: 'interrupted', prompt_tokens: 100, requests: 1 },
    ])
    expect(model.status()).toMatchObject({ today_tokens: 100, today_requests: 1 })
  })

  test('a request refused by a limit of ours is not logged', async () => {
    await start({ ai_rpm_limit: '1' })
    await outcome()
    await fails('rate_limited')
    expect(rows()).toHaveLength(1)
  })

  test('rows older than 90 days are removed', async () => {
    await start()
    await outcome()
    await clock.advance('89 d')
    await outcome()
    model.prune()
    expect(rows()).toHaveLength(2)
    await clock.advance('2 d')
    model.prune()
    expect(rows()).toHaveLength(1)
  })
})

test('a pause after unnamed failures names at least the server', async () => {
  await start()
  const baseUrl = fake.settings.ai_base_url!
  const state = { circuit: 'open', failures_in_row: 5, changed_at: clock.now() } as const
  app.db.write((tx) => saveServer(tx, baseUrl, { ...state, detail: null }))
  const { host } = new URL(baseUrl)
  await expect(ask()).rejects.toMatchObject({
    code: 'circuit_open',
    message: expect.stringContaining(`${host} failed.`),
  })
})
