import { type Real, real } from './real-clients'

/** Whether the proxy fails a request with that body. */
export type FailWhen = (body: string) => Promise<boolean>

/** Transmission behind a proxy that fails the requests that `instead` selects. */
export const failingTransmission = (instead: FailWhen): Real => ({
  ...real.transmission,
  async start(providerData) {
    const program = await real.transmission.start(providerData)
    const before = standBefore(program.address, instead)
    const stop = async () => {
      await before.stop()
      await program.stop()
    }
    return { ...program, address: before.address, stop }
  },
})

function standBefore(address: string, instead: FailWhen) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      const body = await request.text()
      if (await instead(body)) return new Response(null, { status: 503 })
      return fetch(`${address}${pathname}${search}`, { method, headers, decompress: false, ...(body && { body }) })
    },
  })
  return { address: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
