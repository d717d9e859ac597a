import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { TestApp } from '../../testing/app'
import { failureOf, GAP_TOOLS, GAPS, openModel, request } from '../../testing/assistant/model-calls'
import type { FakeLanguageModel } from '../../testing/fakes/language-model'
import type { LanguageModel } from './service'

let app: TestApp
let fake: FakeLanguageModel
let model: LanguageModel

beforeEach(async () => {
  const harness = await openModel()
  app = harness.app
  fake = harness.fake
  model = harness.model
})
afterEach(() => app.close())

describe('a call', () => {
  test('returns text, and shows it as it arrives', async () => {
    fake.reply('Harbor Lights misses three issues.')
    const shown: string[] = []
    const reply = await model.stream(request({ tools: GAP_TOOLS }), { text: (chunk) => shown.push(chunk) })
    expect(reply.text).toBe('Harbor Lights misses three issues.')
    expect(shown.join('')).toBe(reply.text)
    expect(shown.length).toBeGreaterThan(2)
    expect(reply.usage).toEqual({ promptTokens: 40, completionTokens: 9, estimated: false })
  })

  test('returns tool calls with checked arguments', async () => {
    fake.reply({ calls: [{ name: 'series_with_gaps', arguments: { limit: 3 } }] })
    const reply = await model.complete(request({ tools: GAP_TOOLS }))
    expect(reply.toolCalls).toEqual([{ id: 'call_fake_0', name: 'series_with_gaps', arguments: { limit: 3 } }])
    expect(reply.finish).toBe('tool_calls')
  })
})

describe('an unusable reply', () => {
  test.each([
    ['no JSON', 'Sorry!'],
    ['JSON of another form', '{"limit": "many"}'],
    ['too large a number', '{"limit": 500}'],
  ])('that is %s is requested once more', async (_what, text) => {
    fake.reply(text, '```json\n{"limit": "7"}\n```')
    expect((await model.complete(request({ json: GAPS }))).value).toEqual({ limit: 7 })
    expect(fake.requests).toHaveLength(2)
    expect(fake.requests[1]!.body.messages.at(-1)).toMatchObject({ role: 'user' })
    fake.reply(text, text)
    expect(await failureOf(model.complete(request({ json: GAPS })))).toMatchObject({
      code: 'wrong_reply',
      retryable: true,
    })
    expect(fake.requests).toHaveLength(4)
  })

  test.each([
    ['calls an unknown tool', { name: 'delete_series', arguments: {} }],
    ['sends arguments of another form', { name: 'series_with_gaps', arguments: { limit: 'all' } }],
    ['sends arguments that are no JSON', { name: 'series_with_gaps', arguments: '{"limit": ' }],
    ['sends a list of arguments', { name: 'series_with_gaps', arguments: [1] }],
  ])('that %s is requested once more', async (_what, call) => {
    fake.reply({ calls: [call] }, { calls: [{ name: 'series_with_gaps', arguments: { limit: '4' } }] })
    const { toolCalls } = await model.stream(request({ tools: GAP_TOOLS }), { text() {} })
    expect(toolCalls).toEqual([{ id: 'call_fake_0', name: 'series_with_gaps', arguments: { limit: 4 } }])
    fake.reply({ calls: [call] }, { calls: [call] })
    const failure = await failureOf(model.stream(request({ tools: GAP_TOOLS }), { text() {} }))
    expect(failure).toMatchObject({ code: 'wrong_reply' })
    expect(fake.requests).toHaveLength(4)
  })

  test.each(['', 'null', '{}', ' '])('with %p as the arguments of a tool that needs none is fine', async (text) => {
    fake.reply({ calls: [{ name: 'series_with_gaps', arguments: text }] })
    const { toolCalls } = await model.stream(request({ tools: GAP_TOOLS }), { text() {} })
    expect(toolCalls).toEqual([{ id: 'call_fake_0', name: 'series_with_gaps', arguments: {} }])
  })

  test('that omits an announced call is requested once more without a stream', async () => {
    const call = { name: 'series_with_gaps', arguments: {} }
    fake.reply({ calls: [call], shape: 'left out' }, { calls: [call] })
    expect((await model.stream(request({ tools: GAP_TOOLS }), { text() {} })).toolCalls).toHaveLength(1)
    expect(fake.requests.map(({ body }) => body.stream)).toEqual([true, false])
    expect(fake.requests[1]!.body.messages).toEqual(fake.requests[0]!.body.messages)
  })

  test.each([
    ['sends nothing', { text: '' }, 'tiny-model sent an empty reply. Try again, or choose another model.'],
    [
      'only thinks',
      { reasoning: 'Hm, gaps.' },
      'tiny-model sent only its thinking and no answer. Try again, or turn thinking off on its server.',
    ],
    [
      'thinks until its tokens are used up',
      { text: '<think>Hm, gaps', finish: 'length' },
      'tiny-model used all its tokens for thinking and sent no answer. Turn thinking off on its server, or choose another model.',
    ],
  ])('of a model that %s is a failure', async (_what, reply, sentence) => {
    fake.reply(reply)
    expect(await failureOf(model.stream(request(), { text() {} }))).toMatchObject({ code: 'wrong_reply', sentence })
  })
})

describe('a cut context', () => {
  const long = request({ messages: [{ role: 'user', content: 'word '.repeat(6000) }] })

  test('is reported when the server counts far fewer tokens than were sent', async () => {
    fake.reply({ text: 'Yes.', usage: { prompt: 4096 } }, { text: 'Yes.', usage: { prompt: 6100 } })
    expect((await model.complete(long)).contextCut).toBe(true)
    expect((await model.complete(long)).contextCut).toBe(false)
  })

  test('is detected more precisely once small prompts showed the size of a token', async () => {
    fake.reply({ text: 'Yes.', usage: { prompt: 5500 } })
    expect((await model.complete(long)).contextCut).toBe(false)
    fake.reply({ text: 'Yes.', usage: { prompt: 1000 } }, { text: 'Yes.', usage: { prompt: 5500 } })
    await model.complete(request({ messages: [{ role: 'user', content: 'x'.repeat(3600) }] }))
    expect((await model.complete(long)).contextCut).toBe(true)
  })

  test.each(['missing', 'null'] as const)('is not assumed when usage is %s', async (usage) => {
    fake.reply({ text: 'Yes.', usage })
    const { contextCut, usage: counted } = await model.complete(long)
    expect(contextCut).toBe(false)
    expect(counted).toMatchObject({ promptTokens: 7500, estimated: true })
  })
})

describe('a reply that takes long', () => {
  test('is cancelled with its caller, and the connection is closed', async () => {
    const cancel = new AbortController()
    const shown: string[] = []
    fake.reply({ text: 'Harbor Lights misses', until: new Promise(() => {}) })
    const call = model.stream(request({ signal: cancel.signal }), {
      text(chunk) {
        shown.push(chunk)
        if (shown.join('').endsWith('misses')) cancel.abort()
      },
    })
    expect(await failureOf(call)).toMatchObject({ code: 'cancelled', retryable: false })
    expect(shown.join('')).toBe('Harbor Lights misses')
    expect(fake.last.hungUp).toBe(true)
    const [row] = model.calls({ limit: 1, offset: 0 })
    expect(row).toMatchObject({ failure: 'cancelled', completion_tokens: 5, estimated: true })
    expect(app.log.join('\n')).not.toContain('call failed')
  })

  test('ends when nothing more arrives within the timeout', async () => {
    fake.reply({ text: 'Harbor', cutAfter: 4, until: new Promise(() => {}) })
    const call = failureOf(model.stream(request(), { text() {} }))
    await Bun.sleep(0)
    await app.clock.advance('29 s')
    await app.clock.advance('2 s')
    expect(await call).toMatchObject({ code: 'timeout' })
    expect(fake.last.hungUp).toBe(true)
  })

  test('is complete when only the usage never arrives', async () => {
    fake.reply({ text: 'Harbor Lights.', usage: 'missing', until: new Promise(() => {}) })
    const call = model.stream(request(), { text() {} })
    await Bun.sleep(0)
    await app.clock.advance('6 s')
    expect(await call).toMatchObject({ text: 'Harbor Lights.', usage: { estimated: true } })
  })

  test('is not started for a caller that has left', async () => {
    expect(await failureOf(model.complete(request({ signal: AbortSignal.abort() })))).toMatchObject({
      code: 'cancelled',
    })
    expect(fake.requests).toHaveLength(0)
  })
})

test('usage covers the last days, today included', async () => {
  const days = () => model.usage(2).map(({ day, calls }) => [day, calls])
  fake.reply('One.', 'Two.', 'Three.')
  await model.complete(request())
  await app.clock.advance('1 d')
  await model.complete(request())
  expect(days()).toEqual([
    ['2026-11-21', 1],
    ['2026-11-22', 1],
  ])
  await app.clock.advance('1 d')
  await model.complete(request())
  expect(days()).toEqual([
    ['2026-11-22', 1],
    ['2026-11-23', 1],
  ])
})
