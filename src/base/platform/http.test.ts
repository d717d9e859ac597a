import { afterEach, expect, test } from 'bun:test'
import { type Handler, Silence, serveHandler } from '../../testing/fakes/http'
import { statusIn, systemHttp, TooMuch } from './http'

let stop = () => Promise.resolve()
afterEach(() => stop())
const served = (handler: Handler) => {
  const server = serveHandler(handler)
  stop = server.stop
  return server.origin
}
const LIMITS = { timeoutMs: 2000, maxBytes: 1000 }

test('an answer arrives whole, unpacked, with its status and headers', async () => {
  const body = Bun.gzipSync(Buffer.from('{"a":1}'))
  const origin = served(() => new Response(body, { status: 201, headers: { 'Content-Encoding': 'gzip', ETag: '"1"' } }))
  const reply = await systemHttp.fetch(new Request(origin), LIMITS)
  expect([reply.status, reply.headers.get('etag'), await reply.json()]).toEqual([201, '"1"', { a: 1 }])
})

test.each([204, 304])('an answer without a body by its status %d differs from an empty one', async (status) => {
  const origin = served(() => new Response(null, { status }))
  const reply = await systemHttp.fetch(new Request(origin), LIMITS)
  expect([reply.status, await reply.text()]).toEqual([status, ''])
})

test('more than was requested is not accepted, also when it unpacks to more', async () => {
  for (const reply of [
    () => new Response('x'.repeat(1001)),
    () => new Response(Bun.gzipSync(Buffer.alloc(5_000_000)), { headers: { 'Content-Encoding': 'gzip' } }),
  ]) {
    const origin = served(reply)
    expect(systemHttp.fetch(new Request(origin), LIMITS)).rejects.toBeInstanceOf(TooMuch)
    await systemHttp.fetch(new Request(origin), LIMITS).catch(() => undefined)
    await stop()
  }
})

test('silence ends after the timeout', async () => {
  const origin = served(() => {
    throw new Silence('no answer')
  })
  const reply = systemHttp.fetch(new Request(origin), { ...LIMITS, timeoutMs: 30 })
  expect(await reply.catch((error: Error) => error.name)).toBe('TimeoutError')
})

test('a redirect is not followed', async () => {
  const origin = served(() => Response.redirect('http://127.0.0.1:9/', 302))
  expect((await systemHttp.fetch(new Request(origin), LIMITS)).status).toBe(302)
})

test('an invalid status is recognised, and a site cannot forge one', async () => {
  const answers = ['HTTP/1.1 619 Bad Date\r\n', 'HTTP/1.1 200 OK\r\nX-Panelkeep-Status: 619\r\n']
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket) {
        socket.end(`${answers.shift()}Content-Length: 2\r\nConnection: close\r\n\r\n[]`)
      },
    },
  })
  const statuses: number[] = []
  for (let count = 0; count < 2; count++) {
    const request = new Request(`http://127.0.0.1:${server.port}/`)
    statuses.push(statusIn(await systemHttp.fetch(request, { timeoutMs: 5000, maxBytes: 100 })))
  }
  server.stop(true)
  expect(statuses).toEqual([619, 200])
})
