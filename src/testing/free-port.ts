/** Below the ephemeral ports: the system gives none of these to a test that asks for any port. */
const FIRST = 20_000
const LAST = 32_000

/** A port of this machine that was free when it was tried. */
export function freePort(): number {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    try {
      void Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() }).stop(true)
      return port
    } catch {
      // in use
    }
  }
}
