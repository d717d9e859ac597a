import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { failureOf, openModel, request } from '../../testing/assistant/model-calls'
import { type FakeLanguageModel, MODEL_KEY, type ModelFault } from '../../testing/fakes/language-model'
import { PUBLIC_ADDRESS } from '../../testing/harness/public-addresses'
import { openZip } from '../formats/zip/zip'
import { LanguageModel } from './service'
import type { LlmFailure } from './states'
import { llmCalls, llmModels, llmServers } from './tables'

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
  ['status 400 with a part of the key', 'refused_request', false, `${HOST} refused the request (400).`],
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
    const failure = await failureOf(model.stream(request(), { text() {} }))
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
    expect(await failureOf(model.complete(request()))).toMatchObject({ code })
  })

  test('never reveals the key', async () => {
    fake.reply({ fault })
    const failure = await failureOf(model.complete(request()))
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

describe('the address', () => {
  const at = (baseUrl: string) => failureOf(model.test({ baseUrl, key: 'own', model: 'tiny-model' }))

  test('outside the network must be https, wherever a name leads', async () => {
    app.ports.names.addresses = async () => [PUBLIC_ADDRESS]
    expect(await at('http://models.test/v1')).toMatchObject({ code: 'refused_address' })
    app.ports.names.addresses = async () => ['10.0.0.9', PUBLIC_ADDRESS]
    expect(await at('http://models.test/v1')).toMatchObject({ code: 'refused_address' })
    app.ports.names.addresses = async () => {
      throw new Error('ENOTFOUND')
    }
    expect(await at('http://models.test/v1')).toMatchObject({ code: 'unreachable' })
    expect(await at('file:///etc/passwd')).toMatchObject({ code: 'refused_address' })
    expect(fake.requests).toHaveLength(0)
    expect((await model.test({ baseUrl: 'https://models.test/v1', key: 'own', model: 'm' })).text).toBe('OK.')
  })

  test('a key that does not fit into a header is not sent', async () => {
    const failure = await failureOf(model.test({ baseUrl: 'https://models.test/v1', key: 'ключ', model: 'm' }))
    expect(failure).toMatchObject({ code: 'refused_key', sentence: expect.stringContaining('cannot be sent') as never })
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
  expect(await failureOf(none.complete(request()))).toMatchObject({ code: 'not_configured', retryable: false })
  expect(bare.db.read.select().from(llmCalls).all()).toEqual([])
  await bare.close()
})
