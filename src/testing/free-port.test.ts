import { expect, test } from 'bun:test'
import { freePort } from './free-port'

test('a free port can be listened on, and is none that the system gives out', async () => {
  for (let n = 0; n < 20; n++) {
    const port = freePort()
    expect(port).toBeWithin(1024, 32_768)
    await Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() }).stop(true)
  }
})
