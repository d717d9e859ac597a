/** Below the ephemeral ports: the system gives none of these to a test that requests any port. */
const FIRST = 20_000
const LAST = 32_000
/** More ports than one process of a run uses. */
const APART = 1009

/**
 * Each process counts up from its own start: a program binds its port some time after it was tried, and random ports
 * of two processes sometimes collided. Workers of a test run are numbered in order; process ids are not.
 */
let next = FIRST + ((Number(process.env.BUN_TEST_WORKER_ID ?? process.pid) * APART) % (LAST - FIRST))

/** A port of this machine that was free when tried, and that this process has not returned before. */
export function freePort(): number {
  for (;;) {
    const port = next
    next = port + 1 < LAST ? port + 1 : FIRST
    try {
      void Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() }).stop(true)
      return port
    } catch {
      // in use
    }
  }
}

/** Whether a program listens there. */
export function isListening(port: number): Promise<boolean> {
  return Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } }).then(
    (socket) => {
      socket.end()
      return true
    },
    () => false,
  )
}
