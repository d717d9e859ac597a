import { readFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'

export interface RunningServer {
  readonly host: string
  readonly port: number
  /** Browsers connect over TLS. */
  readonly secure: boolean
  moveTo(host: string): void
  stop(graceMs: number): Promise<void>
}

/** Files of the user's own certificate, in PEM. */
export interface Certificate {
  cert: string
  key: string
  /** Certificates between the user's and one that browsers trust; empty when there are none. */
  chain: string
}

interface Caller {
  ip: string
  keepOpen(): void
}

/**
 * Serves `answer` on `host:port`. Throws the error of the system (EADDRINUSE, EACCES, EADDRNOTAVAIL). Never
 * `reusePort`: a second program on the same port must fail. No `routes` either: they would bypass the gate. With a
 * certificate, TLS only; its files are read now.
 */
export function serve(
  host: string,
  port: number,
  answer: (request: Request, caller: Caller) => Response | Promise<Response>,
  certificate?: Certificate,
): RunningServer {
  const tls = certificate && pemOf(certificate)
  const open = (hostname: string, at: number) =>
    Bun.serve({
      hostname,
      port: at,
      reusePort: false,
      ...(tls && { tls }),
      development: false, // Bun's own error page shows sources
      idleTimeout: 60,
      maxRequestBodySize: Number.MAX_SAFE_INTEGER, // Bun's own refusal has no sentence; `base/http/bodies.ts` enforces the limit
      fetch: (request, server) => {
        const local = addressed(request, server.url)
        if (!local) return Response.json({ detail: 'The Host header contains no address.' }, { status: 400 })
        return answer(local, {
          ip: server.requestIP(request)?.address.replace(/^::ffff:/, '') ?? '',
          keepOpen: () => server.timeout(request, 0),
        })
      },
    })
  let current = open(host, port)
  let at = host
  const bound = current.port ?? port
  const left: Bun.Server<unknown>[] = []
  return {
    get host() {
      return at
    },
    port: bound,
    secure: tls !== undefined,
    moveTo(next) {
      const before = current
      void before.stop() // frees the port at once; replies in progress continue
      try {
        current = open(next, bound)
        at = next
        left.push(before)
      } catch (error) {
        current = open(at, bound)
        left.push(before)
        throw error
      }
    },
    async stop(graceMs) {
      const all = [current, ...left]
      await Promise.race([Promise.all(all.map((server) => server.stop())), Bun.sleep(graceMs)])
      await Promise.race([Promise.all(all.map((server) => server.stop(true))), Bun.sleep(200)])
    },
  }
}

function pemOf({ cert, key, chain }: Certificate) {
  const read = (path: string) => readFileSync(path, 'utf8')
  return { cert: [cert, chain].filter(Boolean).map(read).join('\n'), key: read(key) }
}

/**
 * Without a Host header, which HTTP/1.0 allows and health checks omit, Bun gives a bare path as the address, or none.
 */
function addressed(request: Request, here: URL): Request | undefined {
  if (URL.canParse(request.url)) return request
  // Not resolved against our own address: the first part of `//evil/x` would become the host.
  const address = `${here.origin}${request.url}`
  return request.headers.get('host') || !URL.canParse(address) ? undefined : new Request(address, request)
}

/** The names of this machine, and all its addresses. */
export function machineNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return [hostname(), ...addresses.map(({ address }) => address)]
}

/** IPv4 addresses of this machine on its networks, without loopback. */
export function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flat()
    .flatMap((each) => (each && each.family === 'IPv4' && !each.internal ? [each.address] : []))
}
