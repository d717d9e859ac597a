import { keptIssues } from './kept-signal'
import { keptUser } from './kept-user'
import { loadKeptIssues, requestCopySync } from './lazy'
import { obstacle } from './offer'
import { registerWorker } from './worker-link'

/** A window that is shown again asks the server at most this often. */
const EVERY_MS = 10 * 60_000

/**
 * Synchronizes copies with the server: at the start, when the connection is back, and when the window is shown again. An
 * installed app gets the worker also without copies, so that it opens offline.
 */
export function startCopySync(): void {
  if (obstacle()) return
  let last = Number.NEGATIVE_INFINITY
  const sync = () => {
    last = performance.now()
    requestCopySync()
  }
  if (!keptUser()) void registerWorker().catch(() => undefined)
  addEventListener('online', sync)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    if (performance.now() - last > EVERY_MS) sync()
    // Another tab may have kept or removed issues.
    else if (keptIssues.peek()) void loadKeptIssues()
  })
  sync()
}
