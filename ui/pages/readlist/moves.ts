import { call } from '../../api/client'
import { makeTurns } from '../../api/in-turn'
import { invalidate } from '../../api/query'
import { runWithToast } from '../../state/run-with-toast'

const inTurn = makeTurns()

/** Runs a change of reading lists, after those before it, and fetches them again; returns whether it succeeded. */
async function change(work: () => Promise<unknown>): Promise<boolean> {
  const done = await inTurn(() => runWithToast(work))
  invalidate('GET /api/readlists')
  return done
}

export const saveListOrder = (list_id: string, issue_ids: string[]) =>
  change(() => call('PUT /api/readlists/:list_id/order', { params: { list_id }, body: { issue_ids } }))

export const removeEntries = (list_id: string, issue_ids: string[]) =>
  change(() => call('DELETE /api/readlists/:list_id/issues', { params: { list_id }, body: { issue_ids } }))

export const restoreEntries = (list_id: string, issue_ids: string[]) =>
  change(() => call('POST /api/readlists/:list_id/restore', { params: { list_id }, body: { issue_ids } }))

/** Rejects with the reason of a refusal. */
export async function renameList(list_id: string, name: string): Promise<void> {
  await inTurn(() => call('PATCH /api/readlists/:list_id', { params: { list_id }, body: { name } }))
  invalidate('GET /api/readlists')
}

export const shareList = (list_id: string, shared: boolean) =>
  change(() => call('PATCH /api/readlists/:list_id', { params: { list_id }, body: { shared } }))

export const deleteList = (list_id: string) =>
  change(() => call('DELETE /api/readlists/:list_id', { params: { list_id } }))

export const restoreList = (list_id: string) =>
  change(() => call('POST /api/readlists/:list_id/restore', { params: { list_id }, body: {} }))
