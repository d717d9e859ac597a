import { expect, test } from 'bun:test'
import { freePort } from '../../testing/harness/free-port'
import { errorCode } from './error-code'
import { TooMuch } from './http'
import { systemTcp } from './tcp'

const limits = { timeoutMs: 2000, maxBytes: 1000 }

/** Returns the received text once it ends with a newline, then closes the connection. */
function echo(answer: (text: string) => string = (text) => text) {
  const received = new Map<unknown, string>()
  return Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, chunk) {
        const text = (received.get(socket) ?? '') + chunk.toString()
        received.set(socket, text)
        if (text.endsWith('\n') && answer(text) !== '') socket.end(answer(text))
      },
    },
  })
}

const line = (text: string) => new TextEncoder().encode(`${text}\n`)

test('the request arrives whole, and so does the answer', async () => {
  const server = echo((text) => String(text.length))
  const long = line('x'.repeat(3_000_000))
  const answer = await systemTcp.exchange({ host: '127.0.0.1', port: server.port }, long, limits)
  expect(new TextDecoder().decode(answer)).toBe('3000001')
  server.stop(true)
})

test('an answer that is too long, a timeout and a closed port are errors', async () => {
  const server = echo((text) => (text === 'hush\n' ? '' : 'y'.repeat(2000)))
  const at = { host: '127.0.0.1', port: server.port }
  expect(await systemTcp.exchange(at, line('talk'), limits).catch((error) => error)).toBeInstanceOf(TooMuch)
  const late = await systemTcp.exchange(at, line('hush'), { ...limits, timeoutMs: 50 }).catch((error) => error)
  expect(late.name).toBe('TimeoutError')
  server.stop(true)
  const closedPort = { host: '127.0.0.1', port: freePort() }
  const failure = await systemTcp.exchange(closedPort, line('x'), limits).catch((error) => error)
  expect(errorCode(failure)).toBe('ECONNREFUSED')
})
