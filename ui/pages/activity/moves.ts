import { ApiError, call } from '../../api/client'
import type { Endpoint } from '../../api/contract'
import { invalidate } from '../../api/query'
import { showToast } from '../../state/toasts'

const OLD = ['GET /api/downloads', 'GET /api/activity', 'GET /api/attention', 'POST /api/attention/waiting']

/** Runs an action, shows its result and refetches. True when it succeeded. */
async function runAction(work: () => Promise<unknown>, done: string): Promise<boolean> {
  let error: unknown
  try {
    await work()
    showToast(done)
  } catch (cause) {
    error = cause
    showToast(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' })
  }
  for (const name of OLD) invalidate(name as Endpoint)
  return error === undefined
}

export const cancelDownload = (item_id: string, label: string) =>
  runAction(
    () => call('DELETE /api/downloads/:item_id', { params: { item_id } }),
    `${label} was removed from the queue.`,
  )

export type RemoveChoice = { keep_data: boolean; block: boolean }

export const removeDownload = (item_id: string, label: string, choice: RemoveChoice) =>
  runAction(
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
  runAction(
    () => call('POST /api/downloads/items/:item_id/control', { params: { item_id }, body: { change } }),
    CONTROLLED[change](label),
  )

export const retryDownload = (item_id: string, label: string) =>
  runAction(() => call('POST /api/downloads/:item_id/requeue', { params: { item_id } }), `${label} is queued again.`)

/** Imports a file of a download as the issue in the file, where that differs from the wanted issue. */
export const importAs = (item_id: string, { placement_id, label }: { placement_id: string; label: string }) =>
  runAction(
    () => call('POST /api/downloads/items/:item_id/offers/:placement_id', { params: { item_id, placement_id } }),
    `Importing ${label}.`,
  )

export const unblock = (digest: string, title: string) =>
  runAction(
    () => call('DELETE /api/downloads/blocklist/:digest', { params: { digest } }),
    `${title} is no longer blocked.`,
  )

/** Clears the history: rows with this `status`, or all rows without one. */
export const clearHistory = (status: string | undefined, done: string) =>
  runAction(() => call('DELETE /api/downloads/history', { query: { status } }), done)
