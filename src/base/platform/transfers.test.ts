import { afterAll, expect, test } from 'bun:test'
import { systemTransfers } from './transfers'

let hold = Promise.withResolvers<void>()
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/redirect') return new Response(null, { status: 302, headers: { Location: '/elsewhere' } })
    if (pathname === '/silent') await hold.promise
    if (pathname === '/part')
      return new Response(
        new ReadableStream({
          async pull(controller) {
            controller.enqueue(new Uint8Array([1, 2, 3]))
            await hold.promise
            controller.close()
          },
        }),
      )
    if (pathname === '/echo')
      return new Response(`${request.method} ${request.headers.get('content-length')} ${await request.text()}`)
    if (pathname === '/host') return new Response(request.headers.get('host'))
    return new Response(request.headers.get('range') ?? 'all of it')
  },
})
afterAll(() => {
  hold.resolve()
  return server.stop(true)
})

const begin = (path: string, init: RequestInit = {}, timeoutMs = 5000) =>
  systemTransfers.begin(new Request(`http://127.0.0.1:${server.port}${path}`, init), { timeoutMs })

test('an answer arrives with its head, and a redirect is not followed', async () => {
  expect(await (await begin('/', { headers: { Range: 'bytes=5-' } })).text()).toBe('bytes=5-')
  const redirect = await begin('/redirect')
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/elsewhere'])
})

test('a host that does not answer times out', async () => {
  await expect(begin('/silent', {}, 50)).rejects.toThrow()
})

test('a body arrives piece by piece, for as long as its reader wants, and ends when the reader aborts', async () => {
  hold = Promise.withResolvers()
  const abort = new AbortController()
  const reply = await begin('/part', { signal: abort.signal }, 50)
  const reader = reply.body!.getReader()
  expect([...(await reader.read()).value!]).toEqual([1, 2, 3])
  const next = reader.read()
  // When the other transfer times out, this one would too if its body counted.
  await expect(begin('/silent', {}, 100)).rejects.toThrow()
  expect(Bun.peek.status(next)).toBe('pending')
  abort.abort()
  await expect(next).rejects.toThrow()
})

test('a name is contacted at the address that was resolved for it', async () => {
  const request = new Request(`http://files.example:${server.port}/host`)
  const reply = await systemTransfers.begin(request, { timeoutMs: 5000, address: '127.0.0.1' })
  expect(await reply.text()).toBe(`files.example:${server.port}`)
})

test.each([undefined, '127.0.0.1'])('a body is sent whole to the address %p', async (address) => {
  const request = new Request(`http://localhost:${server.port}/echo`, { method: 'POST', body: 'question' })
  const reply = await systemTransfers.begin(request, { timeoutMs: 5000, ...(address === undefined ? {} : { address }) })
  expect(await reply.text()).toBe('POST 8 question')
})
