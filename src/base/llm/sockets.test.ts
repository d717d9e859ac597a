import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { type FakeLanguageModel, fakeLanguageModel } from '../../testing/fakes/language-model'
import { certificate, certificateKey } from '../../testing/harness/certificate'
import { systemTransfers } from '../platform/transfers'
import { LanguageModel } from './service'

/** Over real sockets: what the runtime reports, and what reaches the server. */

let fake: FakeLanguageModel
let server: ReturnType<FakeLanguageModel['serve']>
let app: TestApp

beforeAll(() => {
  fake = fakeLanguageModel()
  server = fake.serve()
})
afterAll(() => server.stop())
afterEach(() => app.close())

async function modelAt(baseUrl: string): Promise<LanguageModel> {
  app = await testApp({
    ports: { transfers: systemTransfers, names: fake.ports.names },
    settings: { ai_base_url: baseUrl, ai_model: 'tiny-model', ai_api_key: 'sk-over-the-wire' },
  })
  return new LanguageModel({ ...app.ports, db: app.db, config: app.config })
}

const QUESTION = {
  feature: 'chat',
  description: 'Question',
  messages: [{ role: 'user' as const, content: 'Gaps?' }],
} as const
const ask = (signal?: AbortSignal) => ({ ...QUESTION, messages: [...QUESTION.messages], ...(signal ? { signal } : {}) })

test('text arrives in pieces over a socket', async () => {
  const model = await modelAt(server.baseUrl)
  fake.reply({ text: 'Harbor Lights misses 漫画 three issues.' })
  const shown: string[] = []
  const { text } = await model.stream(ask(), { text: (chunk) => shown.push(chunk) })
  expect(text).toBe('Harbor Lights misses 漫画 three issues.')
  expect(shown.join('')).toBe(text)
  expect(fake.requests.at(-1)?.authorization).toBe('Bearer sk-over-the-wire')
})

test('a cancelled call closes its connection', async () => {
  const model = await modelAt(server.baseUrl)
  const cancel = new AbortController()
  fake.reply({ text: 'Harbor', until: new Promise(() => {}) })
  const call = model.stream(ask(cancel.signal), { text: () => cancel.abort() })
  await expect(call).rejects.toMatchObject({ code: 'cancelled' })
  for (let at = 0; at < 100 && !fake.last.hungUp; at++) await Bun.sleep(5)
  expect(fake.last.hungUp).toBe(true)
})

test('a port on which nothing listens refuses the connection', async () => {
  const model = await modelAt('http://127.0.0.1:1/v1')
  await expect(model.complete(ask())).rejects.toMatchObject({
    code: 'unreachable',
    sentence: '127.0.0.1:1 refused the connection. Start the model server, or check host and port.',
  })
})

test('an untrusted certificate is named as the cause', async () => {
  const secure = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert: certificate, key: certificateKey },
    fetch: () => new Response('hm'),
  })
  const model = await modelAt(`https://127.0.0.1:${secure.port}/v1`)
  await expect(model.complete(ask())).rejects.toMatchObject({ code: 'tls' })
  await secure.stop(true)
})

test('http on an https port, and the reverse, are failures of the connection', async () => {
  const model = await modelAt(server.baseUrl.replace('http:', 'https:'))
  await expect(model.complete(ask())).rejects.toMatchObject({ name: 'LlmError' })
})

test('a connection that breaks off is a broken stream', async () => {
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket) {
        const piece = 'data: {"choices":[{"delta":{"content":"Half"}}]}\n\n'
        const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n'
        socket.write(`${head}${piece.length.toString(16)}\r\n${piece}\r\n`)
        socket.flush()
        setTimeout(() => socket.terminate(), 20)
      },
    },
  })
  const model = await modelAt(`http://127.0.0.1:${listener.port}/v1`)
  const shown: string[] = []
  const call = model.stream(ask(), { text: (chunk) => shown.push(chunk) })
  await expect(call).rejects.toMatchObject({ code: 'broken_stream', retryable: true })
  expect(shown).toEqual(['Half'])
  listener.stop(true)
})
