import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { TestApp } from '../../testing/app'
import {
  failureOf,
  GAP_TOOLS,
  GAPS,
  IMAGE_QUESTION,
  openModel,
  QUESTION,
  request,
} from '../../testing/assistant/model-calls'
import type { FakeLanguageModel } from '../../testing/fakes/language-model'
import type { Config } from '../config/config'
import type { OptionName } from '../config/options'
import type { ModelMessage } from './messages'
import { LanguageModel } from './service'

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

describe('a form that the server refuses', () => {
  test.each(['refuses stream_options', 'refuses stream_options with 422'] as const)(
    '"%s" is tried once',
    async (fault) => {
      fake.refuses.add(fault)
      expect((await model.stream(request(), { text() {} })).text).toBe('OK.')
      expect((await model.stream(request(), { text() {} })).text).toBe('OK.')
      expect(fake.requests.map(({ body }) => body.stream_options !== undefined)).toEqual([true, false, false])
      expect(model.calls({ limit: 2, offset: 0 }).map(({ requests, failure }) => [requests, failure])).toEqual([
        [1, null],
        [2, null],
      ])
    },
  )

  test.each(['refuses tools', 'refuses tools without --jinja'] as const)(
    '"%s": tools are described in the prompt from then on',
    async (fault) => {
      fake.refuses.add(fault)
      fake.reply({ calls: [{ name: 'series_with_gaps', arguments: { limit: 3 } }], shape: 'json line' })
      expect(model.supports().tools).toBe('unknown')
      const reply = await model.complete(request({ tools: GAP_TOOLS }))
      expect(reply.toolCalls).toEqual([{ id: 'call_1', name: 'series_with_gaps', arguments: { limit: 3 } }])
      expect(model.supports().tools).toBe(false)
      const messages: ModelMessage[] = [
        ...QUESTION,
        { role: 'assistant', content: '', toolCalls: reply.toolCalls },
        { role: 'tool', toolCallId: 'call_1', name: 'series_with_gaps', content: '[{"name":"Harbor Lights"}]' },
      ]
      await model.complete(request({ tools: GAP_TOOLS, messages }))
      const [first, second, third] = fake.requests.map(({ body }) => body)
      expect([first, second, third].map((body) => body?.tools !== undefined)).toEqual([true, false, false])
      expect(third!.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
      expect(String(third!.messages[0]!.content)).toContain('series_with_gaps: Series that miss issues.')
      expect(third!.messages[2]!.content).toBe('{"pattern_id":"series_with_gaps","parameters":{"limit":3}}')
      expect(String(third!.messages[3]!.content)).toContain('[{"name":"Harbor Lights"}]')
    },
  )

  test('a missing ability of one model does not affect another on the same server', async () => {
    fake.refuses.add('refuses tools')
    await model.complete(request({ tools: GAP_TOOLS }))
    const get = ((name: OptionName) => (name === 'ai_model' ? 'other-model' : app.config.get(name))) as Config['get']
    const other = new LanguageModel({ ...app.ports, db: app.db, config: { get, onChange() {} } })
    expect([model.supports().tools, other.supports().tools]).toEqual([false, 'unknown'])
    await other.complete(request({ tools: GAP_TOOLS }))
    expect(fake.requests.map(({ body }) => [body.model, body.tools !== undefined])).toEqual([
      ['tiny-model', true],
      ['tiny-model', false],
      ['other-model', true],
      ['other-model', false],
    ])
  })

  test('only the prompt requires JSON where response_format is refused', async () => {
    fake.refuses.add('refuses response_format')
    fake.reply('{"limit": 5}', '{"limit": 6}')
    expect((await model.complete(request({ json: GAPS }))).value).toEqual({ limit: 5 })
    expect((await model.complete(request({ json: GAPS }))).value).toEqual({ limit: 6 })
    expect(fake.requests.map(({ body }) => body.response_format !== undefined)).toEqual([true, false, false])
  })

  test('the token limit and the temperature are sent as the model accepts them', async () => {
    fake.refuses.add('refuses max_tokens').add('refuses temperature')
    const limited = request({ maxTokens: 500, temperature: 0.3 })
    expect((await model.complete(limited)).text).toBe('OK.')
    expect((await model.complete(limited)).text).toBe('OK.')
    const sent = fake.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens, body.temperature])
    expect(sent).toEqual([
      [500, undefined, 0.3],
      [undefined, 500, 0.3],
      [undefined, 500, undefined],
      [undefined, 500, undefined],
    ])
  })

  test('a model whose tools have worked keeps them when another request with tools is refused', async () => {
    fake.reply({ calls: [{ name: 'series_with_gaps', arguments: {} }] }, { fault: 'refuses tools' })
    await model.complete(request({ tools: GAP_TOOLS }))
    expect(await failureOf(model.complete(request({ tools: GAP_TOOLS })))).toMatchObject({ code: 'refused_request' })
    expect(model.supports().tools).toBe(true)
  })

  test('a model whose tools have worked still learns that something else is refused', async () => {
    fake.reply({ calls: [{ name: 'series_with_gaps', arguments: {} }] }, { fault: 'refuses temperature' }, 'Three.')
    await model.complete(request({ tools: GAP_TOOLS }))
    expect((await model.complete(request({ tools: GAP_TOOLS, temperature: 0.3 }))).text).toBe('Three.')
    expect(fake.requests.map(({ body }) => body.temperature)).toEqual([undefined, 0.3, undefined])
  })

  test('a server that refuses every form gets one request for each, the last in the plainest form', async () => {
    for (const fault of [
      'refuses stream_options',
      'refuses tools',
      'refuses response_format',
      'refuses max_tokens',
      'refuses temperature',
    ] as const)
      fake.refuses.add(fault)
    fake.reply('{"limit": 5}')
    const all = request({ tools: GAP_TOOLS, json: GAPS, maxTokens: 500, temperature: 0.3 })
    expect((await model.stream(all, { text() {} })).value).toEqual({ limit: 5 })
    expect(fake.requests).toHaveLength(6)
    expect(Object.keys(fake.requests[5]!.body).sort()).toEqual(['max_completion_tokens', 'messages', 'model', 'stream'])
  })

  test('images are refused once by the server and then by Panelkeep', async () => {
    fake.refuses.add('refuses images')
    const failure = await failureOf(model.stream(request({ messages: IMAGE_QUESTION }), { text() {} }))
    expect(failure).toMatchObject({ code: 'no_vision', retryable: false })
    expect(failure.sentence).toBe('tiny-model cannot read images. Choose a model with vision, or send text alone.')
    expect(model.supports().vision).toBe(false)
    expect(await failureOf(model.stream(request({ messages: IMAGE_QUESTION }), { text() {} }))).toMatchObject({
      code: 'no_vision',
    })
    expect(fake.requests).toHaveLength(1)
    expect((await model.complete(request())).text).toBe('OK.')
  })

  test('a test of the server learns its abilities again', async () => {
    fake.refuses.add('refuses tools')
    await model.complete(request({ tools: GAP_TOOLS }))
    fake.refuses.clear()
    await model.test({ baseUrl: fake.settings.ai_base_url!, key: '', model: 'tiny-model' })
    expect(model.supports().tools).toBe('unknown')
    fake.reply({ calls: [{ name: 'series_with_gaps', arguments: {} }] })
    await model.complete(request({ tools: GAP_TOOLS }))
    expect(model.supports().tools).toBe(true)
  })

  test('an image among messages of text is found', async () => {
    fake.refuses.add('refuses images')
    const messages: ModelMessage[] = [
      { role: 'system', content: 'Be brief.' },
      ...IMAGE_QUESTION,
      { role: 'assistant', content: 'A cover.' },
    ]
    expect(await failureOf(model.complete(request({ messages })))).toMatchObject({ code: 'no_vision' })
    expect(await failureOf(model.complete(request({ messages })))).toMatchObject({ code: 'no_vision' })
    expect(fake.requests).toHaveLength(1)
  })

  test('a caller that leaves before the other form is sent causes no second request', async () => {
    const cancel = new AbortController()
    fake.reply(() => {
      cancel.abort()
      return { fault: 'refuses tools' }
    })
    expect(await failureOf(model.complete(request({ tools: GAP_TOOLS, signal: cancel.signal })))).toMatchObject({
      code: 'cancelled',
    })
    expect(fake.requests).toHaveLength(1)
  })

  test('images reach a model that reads them', async () => {
    await model.complete(request({ messages: IMAGE_QUESTION }))
    expect(fake.requests[0]!.body.messages[0]!.content).toEqual([
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: 'data:image/webp;base64,AQID' } },
    ])
    expect(model.supports().vision).toBe(true)
  })
})
