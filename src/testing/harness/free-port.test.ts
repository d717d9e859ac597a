import { expect, test } from 'bun:test'
import { freePort } from './free-port'

test('a free port can be bound, and is never an ephemeral port', async () => {
  for (let n = 0; n < 20; n++) {
    const port = freePort()
    expect(port).toBeWithin(1024, 32_768)
    await Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() }).stop(true)
  }
})

test('no port is returned twice, even while it is unused', () => {
  const given = Array.from({ length: 200 }, freePort)
  expect(new Set(given).size).toBe(200)
})
