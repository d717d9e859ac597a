import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Type } from 'typebox'
import type { Config } from '../config/config'
import type { OptionName } from '../config/options'
import { openZip } from '../formats/zip/zip'
import { type TestApp, testApp } from '../testing/app'
import { type FakeLanguageModel, fakeLanguageModel, MODEL_KEY, type ModelFault } from '../testing/fakes/language-model'
import { LlmError } from './llm-error'
import { LanguageModel } from './service'
import type { LlmFailure } from './states'
import { llmCalls, llmModels, llmServers } from './tables'

let app: TestApp
let fake: FakeLanguageModel
let model: LanguageModel

beforeEach(async () => {
  fake = fakeLanguageModel()
  app = await testApp({
    ports: fake.ports,
    settings: { ...fake.settings, ai_circuit_threshold: '100', ai_rpm_limit: '0' },
  })
  model = new LanguageModel({ ...app.ports, db: app.db, config: app.config })
})
afterEach(() => app.close())

const QUESTION = { feature: 'chat', description: 'Question', messages: [{ role: 'user', content: 'Gaps?' }] } as const
const ask = (more: object = {}) => ({ ...QUESTION, messages: [...QUESTION.messages], ...more })
const GAPS = Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 100 })) })
const TOOLS = [{ name: 'series_with_gaps', description: 'Series that miss issues.', parameters: GAPS }]
const IMAGE = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image', mediaType: 'image/webp', bytes: Uint8Array.of(1, 2, 3) },
    ],
  },
]

async function failureOf(call: Promise<unknown>): Promise<LlmError> {
  const error = await call.then(
    () => undefined,
    (thrown) => thrown,
  )
  if (!(error instanceof LlmError)) throw new Error(`no LlmError: ${error}`)
  return error
}

/** All files of a support bundle. */
async function bundleText(): Promise<string> {
  const bytes = await (await app.reader.post('/api/system/support-bundle')).bytes()
  const read = async (at: number, length: number) => bytes.slice(at, at + length)
  const zip = (await openZip({ size: bytes.length, read, close: async () => {} }))!
  const files = await Promise.all(zip.entries.map((entry) => zip.read(entry)))
  expect(files).toHaveLength(3)
  return files.map((file) => new TextDecoder().decode(file)).join('\n')
}

const HOST = '127.0.0.1:11434'
const FAILURES: [fault: ModelFault, code: LlmFailure, retryable: boolean, sentence: string][] = [
  ['status 401', 'refused_key', false, `${HOST} rejected the API key (401). Enter a valid key in Settings, Assistant.`],
  [
    'status 401 with the key',
    'refused_key',
    false,
    `${HOST} rejected the API key (401). Enter a valid key in Settings, Assistant.`,
  ],
  [
    'model missing',
    'no_model',
    false,
    `${HOST} has no model named tiny-model. Choose another model, or load this one there.`,
  ],
  ['status 404', 'no_api', false, `${HOST} has no chat API at this base URL (404). Most base URLs end in /v1.`],
  ['limit', 'rate_limited', true, `${HOST} limits requests (429). Try again later.`],
  ['limit with Retry-After', 'rate_limited', true, `${HOST} limits requests (429). Try again in 2 minutes.`],
  [
    'quota used up',
    'rate_limited',
    true,
    `${HOST} reports that your quota is used up (429): You exceeded your current quota, please check your plan and billing details. Check your account there.`,
  ],
  [
    'status 500',
    'unavailable',
    true,
    `${HOST} failed (500): llama runner process has terminated. Check the log of the model server.`,
  ],
  [
    'no user query',
    'unavailable',
    true,
    `${HOST} failed (500): no user query found. Check the log of the model server.`,
  ],
  ['loading', 'unavailable', true, `${HOST} is still loading tiny-model. Try again in a minute.`],
  [
    'silence',
    'timeout',
    true,
    `${HOST} sent nothing for 30 seconds. Raise the model timeout, or choose a smaller model than tiny-model.`,
  ],
  [
    'connection refused',
    'unreachable',
    true,
    `${HOST} refused the connection. Start the model server, or check host and port.`,
  ],
  ['unknown host', 'unreachable', true, `Host not found: ${HOST}. Check the base URL.`],
  [
    'certificate',
    'tls',
    false,
    `The certificate of ${HOST} is not valid here. Renew it, or use http inside your network.`,
  ],
  ['connection reset', 'unreachable', true, `${HOST} closed the connection. Check the log of the model server.`],
  ['web page', 'no_api', false, `${HOST} answered with a web page. Check the base URL: most end in /v1.`],
  [
    'redirect',
    'redirected',
    false,
    `${HOST} redirects this base URL to another path. Check it: most base URLs end in /v1.`,
  ],
  [
    'redirect elsewhere',
    'redirected',
    false,
    `${HOST} redirects to https://collector.example, so the request and the key were not sent there. If that is right, change the base URL.`,
  ],
  ['not JSON', 'wrong_reply', true, `${HOST} sent a reply that cannot be read. Try again, or check the base URL.`],
  ['other JSON', 'wrong_reply', true, `${HOST} sent a reply that cannot be read. Try again, or check the base URL.`],
  [
    'error in the stream',
    'unavailable',
    true,
    `${HOST} failed (500): out of memory. Check the log of the model server.`,
  ],
  ['broken chunk', 'broken_stream', true, `${HOST} sent a chunk that is not JSON. Try again.`],
  ['empty stream', 'broken_stream', true, `The reply of ${HOST} ended in the middle. Try again.`],
  [
    'context full',
    'context_full',
    false,
    'The conversation is too long for tiny-model. Start a new one, or give the model a larger context on its server.',
  ],
  [
    'broken tool call',
    'wrong_reply',
    true,
    `tiny-model made a tool call that ${HOST} cannot read. Try again, or choose a larger model.`,
  ],
  [
    'error in a list',
    'no_model',
    false,
    `${HOST} has no model named tiny-model. Choose another model, or load this one there.`,
  ],
  ['far too large', 'wrong_reply', true, `${HOST} sent more than 8 MB. Rephrase the request.`],
]

describe.each(FAILURES)('"%s"', (fault, code, retryable, sentence) => {
  test('fails with a sentence that says what to do, and the call is in the log', async () => {
    fake.reply({ fault })
    const failure = await failureOf(model.stream(ask(), { text() {} }))
    expect({ code: failure.code, retryable: failure.retryable, sentence: failure.sentence }).toEqual({
      code,
      retryable,
      sentence,
    })
    expect(model.calls({ limit: 1, offset: 0 })).toMatchObject([{ failure: code, detail: sentence }])
    expect(fake.requests).toHaveLength(1)
  })

  test('does the same without a stream', async () => {
    fake.reply({ fault })
    expect(await failureOf(model.complete(ask()))).toMatchObject({ code })
  })

  test('gives the key away nowhere', async () => {
    fake.reply({ fault })
    const failure = await failureOf(model.complete(ask()))
    fake.reply({ fault })
    const tested = await app.reader.post('/api/ai/test', { base_url: fake.settings.ai_base_url, model: 'tiny-model' })
    const everywhere = [
      failure.stack,
      failure.sentence,
      JSON.stringify(failure),
      await tested.text(),
      JSON.stringify(app.db.read.select().from(llmCalls).all()),
      JSON.stringify(app.db.read.select().from(llmServers).all()),
      JSON.stringify(app.db.read.select().from(llmModels).all()),
      JSON.stringify(app.events()),
      app.log.join('\n'),
      ...(await Promise.all(
        ['status', 'activity', 'usage', 'models'].map((page) =>
          app.reader.get(`/api/ai/${page}`).then((reply) => reply.text()),
        ),
      )),
      await (await app.reader.get('/api/config')).text(),
      await (await app.reader.get('/api/config/schema')).text(),
      await bundleText(),
    ].join('\n')
    expect(everywhere).not.toContain(MODEL_KEY)
    expect(everywhere).not.toContain(MODEL_KEY.slice(4, 14))
    expect(fake.requests.every(({ authorization }) => authorization === `Bearer ${MODEL_KEY}`)).toBe(true)
    expect(JSON.stringify(fake.requests.map(({ body }) => body))).not.toContain(MODEL_KEY)
  })
})

describe('a form that the server refuses', () => {
  test.each(['refuses stream_options', 'refuses stream_options with 422'] as const)(
    '"%s" is tried once',
    async (fault) => {
      fake.refuses.add(fault)
      expect((await model.stream(ask(), { text() {} })).text).toBe('OK.')
      expect((await model.stream(ask(), { text() {} })).text).toBe('OK.')
      expect(fake.requests.map(({ body }) => body.stream_options !== undefined)).toEqual([true, false, false])
      expect(model.calls({ limit: 2, offset: 0 }).map(({ requests, failure }) => [requests, failure])).toEqual([
        [1, null],
        [2, null],
      ])
    },
  )

  test.each(['refuses tools', 'refuses tools without --jinja'] as const)(
    '"%s": tools are words in the prompt from then on',
    async (fault) => {
      fake.refuses.add(fault)
      fake.reply({ calls: [{ name: 'series_with_gaps', arguments: { limit: 3 } }], shape: 'json line' })
      expect(model.supports().tools).toBe('unknown')
      const reply = await model.complete(ask({ tools: TOOLS }))
      expect(reply.toolCalls).toEqual([{ id: 'call_1', name: 'series_with_gaps', arguments: { limit: 3 } }])
      expect(model.supports().tools).toBe(false)
      const messages = [
        ...QUESTION.messages,
        { role: 'assistant', content: '', toolCalls: reply.toolCalls },
        { role: 'tool', toolCallId: 'call_1', name: 'series_with_gaps', content: '[{"name":"Harbor Lights"}]' },
      ]
      await model.complete(ask({ tools: TOOLS, messages }))
      const [first, second, third] = fake.requests.map(({ body }) => body)
      expect([first, second, third].map((body) => body?.tools !== undefined)).toEqual([true, false, false])
      expect(third!.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
      expect(String(third!.messages[0]!.content)).toContain('series_with_gaps: Series that miss issues.')
      expect(third!.messages[2]!.content).toBe('{"pattern_id":"series_with_gaps","parameters":{"limit":3}}')
      expect(String(third!.messages[3]!.content)).toContain('[{"name":"Harbor Lights"}]')
    },
  )

  test('what one model lacks says nothing of another of the same server', async () => {
    fake.refuses.add('refuses tools')
    await model.complete(ask({ tools: TOOLS }))
    const get = ((name: OptionName) => (name === 'ai_model' ? 'other-model' : app.config.get(name))) as Config['get']
    const other = new LanguageModel({ ...app.ports, db: app.db, config: { get, onChange() {} } })
    expect([model.supports().tools, other.supports().tools]).toEqual([false, 'unknown'])
    await other.complete(ask({ tools: TOOLS }))
    expect(fake.requests.map(({ body }) => [body.model, body.tools !== undefined])).toEqual([
      ['tiny-model', true],
      ['tiny-model', false],
      ['other-model', true],
      ['other-model', false],
    ])
  })

  test('JSON is required by the prompt alone where response_format is refused', async () => {
    fake.refuses.add('refuses response_format')
    fake.reply('{"limit": 5}', '{"limit": 6}')
    expect((await model.complete(ask({ json: GAPS }))).value).toEqual({ limit: 5 })
    expect((await model.complete(ask({ json: GAPS }))).value).toEqual({ limit: 6 })
    expect(fake.requests.map(({ body }) => body.response_format !== undefined)).toEqual([true, false, false])
  })

  test('the limit of tokens and the temperature are sent as the model accepts them', async () => {
    fake.refuses.add('refuses max_tokens').add('refuses temperature')
    const limited = ask({ maxTokens: 500, temperature: 0.3 })
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
    await model.complete(ask({ tools: TOOLS }))
    expect(await failureOf(model.complete(ask({ tools: TOOLS })))).toMatchObject({ code: 'refused_request' })
    expect(model.supports().tools).toBe(true)
  })

  test('images are refused once by the server and then by us', async () => {
    fake.refuses.add('refuses images')
    const failure = await failureOf(model.stream(ask({ messages: IMAGE }), { text() {} }))
    expect(failure).toMatchObject({ code: 'no_vision', retryable: false })
    expect(failure.sentence).toBe('tiny-model cannot read images. Choose a model with vision, or send text alone.')
    expect(model.supports().vision).toBe(false)
    expect(await failureOf(model.stream(ask({ messages: IMAGE }), { text() {} }))).toMatchObject({ code: 'no_vision' })
    expect(fake.requests).toHaveLength(1)
    expect((await model.complete(ask())).text).toBe('OK.')
  })

  test('a test of the server finds out anew', async () => {
    fake.refuses.add('refuses tools')
    await model.complete(ask({ tools: TOOLS }))
    fake.refuses.clear()
    await model.test({ baseUrl: fake.settings.ai_base_url!, key: '', model: 'tiny-model' })
    expect(model.supports().tools).toBe('unknown')
    fake.reply({ calls: [{ name: 'series_with_gaps', arguments: {} }] })
    await model.complete(ask({ tools: TOOLS }))
    expect(model.supports().tools).toBe(true)
  })

  test('an image among messages of text is found', async () => {
    fake.refuses.add('refuses images')
    const messages = [{ role: 'system', content: 'Be brief.' }, ...IMAGE, { role: 'assistant', content: 'A cover.' }]
    expect(await failureOf(model.complete(ask({ messages })))).toMatchObject({ code: 'no_vision' })
    expect(await failureOf(model.complete(ask({ messages })))).toMatchObject({ code: 'no_vision' })
    expect(fake.requests).toHaveLength(1)
  })

  test('a caller that leaves before the other form is sent gets no second request', async () => {
    const cancel = new AbortController()
    fake.reply(() => {
      cancel.abort()
      return { fault: 'refuses tools' }
    })
    expect(await failureOf(model.complete(ask({ tools: TOOLS, signal: cancel.signal })))).toMatchObject({
      code: 'cancelled',
    })
    expect(fake.requests).toHaveLength(1)
  })

  test('images reach a model that reads them', async () => {
    await model.complete(ask({ messages: IMAGE }))
    expect(fake.requests[0]!.body.messages[0]!.content).toEqual([
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: 'data:image/webp;base64,AQID' } },
    ])
    expect(model.supports().vision).toBe(true)
  })
})

describe('an unusable reply', () => {
  test.each([
    ['no JSON', 'Sorry!'],
    ['JSON of another form', '{"limit": "many"}'],
    ['too large a number', '{"limit": 500}'],
  ])('that is %s is requested once more', async (_what, text) => {
    fake.reply(text, '```json\n{"limit": "7"}\n```')
    expect((await model.complete(ask({ json: GAPS }))).value).toEqual({ limit: 7 })
    expect(fake.requests).toHaveLength(2)
    expect(fake.requests[1]!.body.messages.at(-1)).toMatchObject({ role: 'user' })
    fake.reply(text, text)
    expect(await failureOf(model.complete(ask({ json: GAPS })))).toMatchObject({ code: 'wrong_reply', retryable: true })
    expect(fake.requests).toHaveLength(4)
  })

  test.each([
    ['calls an unknown tool', { name: 'delete_series', arguments: {} }],
    ['sends arguments of another form', { name: 'series_with_gaps', arguments: { limit: 'all' } }],
    ['sends arguments that are no JSON', { name: 'series_with_gaps', arguments: '{"limit": ' }],
    ['sends a list of arguments', { name: 'series_with_gaps', arguments: [1] }],
  ])('that %s is requested once more', async (_what, call) => {
    fake.reply({ calls: [call] }, { calls: [{ name: 'series_with_gaps', arguments: { limit: '4' } }] })
    const { toolCalls } = await model.stream(ask({ tools: TOOLS }), { text() {} })
    expect(toolCalls).toEqual([{ id: 'call_fake_0', name: 'series_with_gaps', arguments: { limit: 4 } }])
    fake.reply({ calls: [call] }, { calls: [call] })
    const failure = await failureOf(model.stream(ask({ tools: TOOLS }), { text() {} }))
    expect(failure).toMatchObject({ code: 'wrong_reply' })
    expect(fake.requests).toHaveLength(4)
  })

  test.each(['', 'null', '{}', ' '])('with %p as the arguments of a tool that needs none is fine', async (text) => {
    fake.reply({ calls: [{ name: 'series_with_gaps', arguments: text }] })
    const { toolCalls } = await model.stream(ask({ tools: TOOLS }), { text() {} })
    expect(toolCalls).toEqual([{ id: 'call_fake_0', name: 'series_with_gaps', arguments: {} }])
  })

  test('that leaves an announced call out is requested once more without a stream', async () => {
    const call = { name: 'series_with_gaps', arguments: {} }
    fake.reply({ calls: [call], shape: 'left out' }, { calls: [call] })
    expect((await model.stream(ask({ tools: TOOLS }), { text() {} })).toolCalls).toHaveLength(1)
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
    expect(await failureOf(model.stream(ask(), { text() {} }))).toMatchObject({ code: 'wrong_reply', sentence })
  })
})

describe('a cut context', () => {
  const long = ask({ messages: [{ role: 'user', content: 'word '.repeat(6000) }] })

  test('is told where the server counts far fewer tokens than were sent', async () => {
    fake.reply({ text: 'Yes.', usage: { prompt: 4096 } }, { text: 'Yes.', usage: { prompt: 6100 } })
    expect((await model.complete(long)).contextCut).toBe(true)
    expect((await model.complete(long)).contextCut).toBe(false)
  })

  test('is found closer once small prompts taught what a token holds', async () => {
    fake.reply({ text: 'Yes.', usage: { prompt: 5500 } })
    expect((await model.complete(long)).contextCut).toBe(false)
    fake.reply({ text: 'Yes.', usage: { prompt: 1000 } }, { text: 'Yes.', usage: { prompt: 5500 } })
    await model.complete(ask({ messages: [{ role: 'user', content: 'x'.repeat(3600) }] }))
    expect((await model.complete(long)).contextCut).toBe(true)
  })

  test.each(['missing', 'null'] as const)('is not claimed where usage is %s', async (usage) => {
    fake.reply({ text: 'Yes.', usage })
    const { contextCut, usage: counted } = await model.complete(long)
    expect(contextCut).toBe(false)
    expect(counted).toMatchObject({ promptTokens: 7500, estimated: true })
  })
})

describe('a reply that takes long', () => {
  test('is cancelled with its caller, and the server is hung up on', async () => {
    const cancel = new AbortController()
    const shown: string[] = []
    fake.reply({ text: 'Harbor Lights misses', until: new Promise(() => {}) })
    const call = model.stream(ask({ signal: cancel.signal }), {
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

  test('ends when nothing more comes within the timeout', async () => {
    fake.reply({ text: 'Harbor', cutAfter: 4, until: new Promise(() => {}) })
    const call = failureOf(model.stream(ask(), { text() {} }))
    await Bun.sleep(0)
    await app.clock.advance('29 s')
    await app.clock.advance('2 s')
    expect(await call).toMatchObject({ code: 'timeout' })
    expect(fake.last.hungUp).toBe(true)
  })

  test('is whole when only the usage never comes', async () => {
    fake.reply({ text: 'Harbor Lights.', usage: 'missing', until: new Promise(() => {}) })
    const call = model.stream(ask(), { text() {} })
    await Bun.sleep(0)
    await app.clock.advance('6 s')
    expect(await call).toMatchObject({ text: 'Harbor Lights.', usage: { estimated: true } })
  })

  test('is not begun for a caller that has left', async () => {
    expect(await failureOf(model.complete(ask({ signal: AbortSignal.abort() })))).toMatchObject({ code: 'cancelled' })
    expect(fake.requests).toHaveLength(0)
  })
})

describe('the address', () => {
  const at = (baseUrl: string) => failureOf(model.test({ baseUrl, key: 'own', model: 'tiny-model' }))

  test('outside the network must be https, whatever a name leads to', async () => {
    app.ports.names.addresses = async () => ['198.51.100.7']
    expect(await at('http://models.test/v1')).toMatchObject({ code: 'refused_address' })
    app.ports.names.addresses = async () => ['10.0.0.9', '198.51.100.7']
    expect(await at('http://models.test/v1')).toMatchObject({ code: 'refused_address' })
    app.ports.names.addresses = async () => {
      throw new Error('ENOTFOUND')
    }
    expect(await at('http://models.test/v1')).toMatchObject({ code: 'unreachable' })
    expect(await at('file:///etc/passwd')).toMatchObject({ code: 'refused_address' })
    expect(fake.requests).toHaveLength(0)
    expect((await model.test({ baseUrl: 'https://models.test/v1', key: 'own', model: 'm' })).text).toBe('OK.')
  })

  test('without a key a refusal says that one is required', async () => {
    fake.reply({ fault: 'status 401' })
    const failure = await failureOf(model.test({ baseUrl: 'https://models.test/v1', key: '', model: 'm' }))
    expect(failure.sentence).toBe('models.test requires an API key (401). Enter it in Settings, Assistant.')
  })
})

test('without a base URL or a model nothing is sent', async () => {
  const bare = await testApp({ ports: fake.ports, settings: { ai_base_url: 'http://127.0.0.1:11434/v1' } })
  const none = new LanguageModel({ ...bare.ports, db: bare.db, config: bare.config })
  expect(none.configured).toBe(false)
  expect(await failureOf(none.complete(ask()))).toMatchObject({ code: 'not_configured', retryable: false })
  expect(bare.db.read.select().from(llmCalls).all()).toEqual([])
  await bare.close()
})
