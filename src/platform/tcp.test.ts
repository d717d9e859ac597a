import { expect, test } from 'bun:test'
import { freePort } from '../testing/programs'
import { errorCode } from './error-code'
import { TooMuch } from './http'
import { systemTcp } from './tcp'

const limits = { timeoutMs: 2000, maxBytes: 1000 }

/** Answers what it was sent, once that ends with a newline, and hangs up. */
function echo(answer: (said: string) => string = (said) => said) {
  const heard = new Map<unknown, string>()
  return Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, chunk) {
        const said = (heard.get(socket) ?? '') + chunk.toString()
        heard.set(socket, said)
        if (said.endsWith('\n') && answer(said) !== '') socket.end(answer(said))
      },
    },
  })
}

const said = (text: string) => new TextEncoder().encode(`${text}\n`)

test('what was asked arrives whole, and so does the answer', async () => {
  const server = echo((text) => String(text.length))
  const long = said('x'.repeat(3_000_000))
  const answer = await systemTcp.exchange({ host: '127.0.0.1', port: server.port }, long, limits)
  expect(new TextDecoder().decode(answer)).toBe('3000001')
  server.stop(true)
})

test('an answer that is too long, a timeout and a closed port are errors', async () => {
  const server = echo((text) => (text === 'hush\n' ? '' : 'y'.repeat(2000)))
  const at = { host: '127.0.0.1', port: server.port }
  expect(await systemTcp.exchange(at, said('talk'), limits).catch((error) => error)).toBeInstanceOf(TooMuch)
  const late = await systemTcp.exchange(at, said('hush'), { ...limits, timeoutMs: 50 }).catch((error) => error)
  expect(late.name).toBe('TimeoutError')
  server.stop(true)
  const closedPort = { host: '127.0.0.1', port: await freePort() }
  const gone = await systemTcp.exchange(closedPort, said('x'), limits).catch((error) => error)
  expect(errorCode(gone)).toBe('ECONNREFUSED')
})
