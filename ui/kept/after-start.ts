import { keptIssues } from './kept-signal'
import { loadKeptIssues, requestCopySync } from './lazy'
import { obstacle } from './offer'
import { retryOf } from './retry'
import { isUntrusted, startWorker } from './worker-link'

/** The worker is installed again this long after its files could not be fetched. */
const WAIT_MS = 5_000
/** A window that is shown again asks the server at most this often. */
const EVERY_MS = 10 * 60_000

/**
 * Synchronizes copies with the server: at the start, when the connection is back, and when the window is shown again.
 * Copies without a worker would not open, and an installed app gets it also without copies, so that it opens offline.
 */
export function startCopySync(): void {
  if (obstacle()) return
  let last = Number.NEGATIVE_INFINITY
  const sync = () => {
    last = performance.now()
    requestCopySync()
  }
  void prepareWorker()
  addEventListener('online', sync)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    if (performance.now() - last > EVERY_MS) sync()
    // Another tab may have kept or removed issues.
    else if (keptIssues.peek()) void loadKeptIssues()
  })
  sync()
}

const prepareWorker = (): Promise<void> =>
  startWorker().catch(({ cause }: Error) => {
    if (!isUntrusted(cause)) unprepared.later()
  })

const unprepared = retryOf(prepareWorker, WAIT_MS)
