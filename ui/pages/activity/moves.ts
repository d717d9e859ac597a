import { ApiError, call } from '../../api/client'
import type { Endpoint } from '../../api/contract'
import { invalidate } from '../../api/query'
import { say } from '../../state/toasts'

const OLD = ['GET /api/downloads', 'GET /api/activity', 'GET /api/attention']

/** Runs an action, shows its result and refetches. True when it succeeded. */
async function tell(work: () => Promise<unknown>, done: string): Promise<boolean> {
  let error: unknown
  try {
    await work()
    say(done)
  } catch (cause) {
    error = cause
    say(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' })
  }
  for (const name of OLD) invalidate(name as Endpoint)
  return error === undefined
}

export const cancelDownload = (item_id: string, label: string) =>
  tell(() => call('DELETE /api/downloads/:item_id', { params: { item_id } }), `${label} is not downloaded any more.`)

export const cancelRun = (item_id: number, label: string) =>
  tell(
    () => call('POST /api/activity/in-flight/cancel', { body: { kind: 'run', item_id } }),
    `${label} is not searched for any more.`,
  )

export const cancelGrab = (release_key: string, label: string) =>
  tell(
    () => call('POST /api/activity/in-flight/cancel', { body: { kind: 'journal', release_key } }),
    `${label} is no longer in progress.`,
  )

export const retryDownload = (item_id: string, label: string) =>
  tell(() => call('POST /api/downloads/:item_id/requeue', { params: { item_id } }), `${label} is downloaded once more.`)

export const unblock = (digest: string, title: string) =>
  tell(() => call('DELETE /api/downloads/blocklist/:digest', { params: { digest } }), `${title} may be taken again.`)

/** `status` as in the list; without one the whole history is cleared. */
export const clearHistory = (status: string | undefined, done: string) =>
  tell(() => call('DELETE /api/downloads/history', { query: { status } }), done)
