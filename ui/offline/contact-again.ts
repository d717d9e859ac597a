import { ApiError, call } from '../api/client'
import { keptUser } from '../kept/kept-user'
import { isSilent } from '../worker/routing'

/** The time between two checks whether the server is back. */
const EVERY_MS = 15_000
/** A page that opened offline again in spite of an answer is not reloaded at once: the answer took too long. */
const AGAIN_MS = 60_000
const RELOADED = 'panelkeep.offline.reloaded'

/**
 * Asks until the server answers, then synchronizes the copies and calls `back`. The answer is that of a normal run: during a
 * rescue nothing is removed.
 */
export function watchForServer(back: () => void, sync = syncCopies): () => void {
  let isAsking = false
  const ask = async () => {
    if (isAsking || document.visibilityState !== 'visible') return
    isAsking = true
    try {
      await call('GET /api/health')
      // An update may have removed the code; then the page from the server synchronizes them.
      if (keptUser()) await sync().catch(() => undefined)
      back()
    } catch (cause) {
      // A rescue run answers too, with a page of its own.
      if (cause instanceof ApiError && !isSilent(cause)) back()
    } finally {
      isAsking = false
    }
  }
  const timer = setInterval(ask, EVERY_MS)
  const soon = () => void ask()
  addEventListener('online', soon)
  document.addEventListener('visibilitychange', soon)
  soon()
  return () => {
    clearInterval(timer)
    removeEventListener('online', soon)
    document.removeEventListener('visibilitychange', soon)
  }
}

const syncCopies = () => import('../kept/contact').then((m) => m.syncCopies())

/** Opens this address from the server. */
export function reloadFromServer(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (Date.now() - last < AGAIN_MS) return
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
}
