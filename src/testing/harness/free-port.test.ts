import { expect, test } from 'bun:test'
import { freePort } from './free-port'

test('a free port can be listened on, and is none that the system gives out', async () => {
  for (let n = 0; n < 20; n++) {
    const port = freePort()
    expect(port).toBeWithin(1024, 32_768)
    await Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() }).stop(true)
  }
})

test('no port is given out twice, though nobody listens on it yet', () => {
  const given = Array.from({ length: 200 }, freePort)
  expect(new Set(given).size).toBe(200)
})
