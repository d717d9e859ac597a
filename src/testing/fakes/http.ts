import { TooMuch } from '../../base/platform/http'
import type { Http } from '../../base/platform/ports'

export type Handler = (request: Request) => Response | Promise<Response>

/** Thrown by a handler that never responds: `fakeHttp` times out immediately, a real socket stays open. */
export class Silence extends Error {
  override readonly name = 'Silence'
}

export interface FakeHttp extends Http {
  /** `GET https://host/path?query` of every request, in order. */
  readonly requests: string[]
  /** For each request, the IP address that it was sent to. */
  readonly addresses: (string | undefined)[]
}

/** An internet with only these hosts (`metron.cloud`, `127.0.0.1:8123`); other names are unknown. */
export function fakeHttp(hosts: Record<string, Handler>): FakeHttp {
  const requests: string[] = []
  const addresses: FakeHttp['addresses'] = []
  return {
    requests,
    addresses,
    async fetch(request, { maxBytes, address }) {
      const { host } = new URL(request.url)
      requests.push(`${request.method} ${request.url}`)
      addresses.push(address)
      const handler = hosts[host]
      if (!handler) throw new TypeError(`Unable to connect: ${host} is not known.`)
      request.signal.throwIfAborted()
      const { reply, body } = await unlessAborted(request.signal, wholeReply(handler, request))
      if (body.byteLength > maxBytes) throw new TooMuch(`${host} sent more than ${maxBytes} bytes.`)
      const empty = [204, 304].includes(reply.status)
      return new Response(empty ? null : body, { status: reply.status, headers: reply.headers })
    },
  }
}

async function wholeReply(handler: Handler, request: Request) {
  const reply = await answered(handler, request)
  return { reply, body: await reply.bytes() }
}

/** Ends a reply that never ends when its request is aborted, like a real client. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

async function answered(handler: Handler, request: Request): Promise<Response> {
  try {
    return await handler(request)
  } catch (error) {
    if (error instanceof Silence) throw new DOMException('The operation timed out.', 'TimeoutError')
    throw error
  }
}

/** The handler behind a real socket of this machine, for browser tests. `origin` is `http://127.0.0.1:<port>`. */
export function serveHandler(handler: Handler): { origin: string; stop(): Promise<void> } {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      try {
        return await handler(request)
      } catch (error) {
        if (error instanceof Silence) return new Promise<Response>(() => {})
        throw error
      }
    },
  })
  return { origin: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
