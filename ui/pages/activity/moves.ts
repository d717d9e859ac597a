import { ApiError, call } from '../../api/client'
import type { Endpoint } from '../../api/contract'
import { invalidate } from '../../api/query'
import { say } from '../../state/toasts'

const OLD = ['GET /api/downloads', 'GET /api/activity', 'GET /api/attention', 'POST /api/attention/waiting']

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
  tell(() => call('DELETE /api/downloads/:item_id', { params: { item_id } }), `${label} was removed from the queue.`)

export type RemoveChoice = { keep_data: boolean; block: boolean }

export const removeDownload = (item_id: string, label: string, choice: RemoveChoice) =>
  tell(
    () => call('POST /api/downloads/items/:item_id/remove', { params: { item_id }, body: choice }),
    `${label} was removed from the queue.`,
  )

export type ItemControl = 'pause' | 'resume' | 'first' | 'up' | 'down' | 'last'
const CONTROLLED: Record<ItemControl, (label: string) => string> = {
  pause: (label) => `${label} is paused.`,
  resume: (label) => `${label} is resumed.`,
  first: (label) => `${label} is first in the queue of its client.`,
  up: (label) => `${label} is raised in the queue of its client.`,
  down: (label) => `${label} is lowered in the queue of its client.`,
  last: (label) => `${label} is last in the queue of its client.`,
}

export const controlDownload = (item_id: string, change: ItemControl, label: string) =>
  tell(
    () => call('POST /api/downloads/items/:item_id/control', { params: { item_id }, body: { change } }),
    CONTROLLED[change](label),
  )

export const retryDownload = (item_id: string, label: string) =>
  tell(() => call('POST /api/downloads/:item_id/requeue', { params: { item_id } }), `${label} is queued again.`)

/** Imports a file of a download as the issue that it is, where that is not what was wanted. */
export const importAs = (item_id: string, { placement_id, label }: { placement_id: string; label: string }) =>
  tell(
    () => call('POST /api/downloads/items/:item_id/offers/:placement_id', { params: { item_id, placement_id } }),
    `Importing ${label}.`,
  )

export const unblock = (digest: string, title: string) =>
  tell(() => call('DELETE /api/downloads/blocklist/:digest', { params: { digest } }), `${title} is no longer blocked.`)

/** `status` as in the list; without one the whole history is cleared. */
export const clearHistory = (status: string | undefined, done: string) =>
  tell(() => call('DELETE /api/downloads/history', { query: { status } }), done)
