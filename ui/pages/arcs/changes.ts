import { call } from '../../api/client'
import { makeTurns } from '../../api/in-turn'
import { invalidate } from '../../api/query'
import { countWords } from '../../parts/text/format'
import { runWithToast } from '../../state/run-with-toast'
import { showToast } from '../../state/toasts'

type Row = { arc_id: string; issue_arc_id: string }

/** Changes run one by one, so an undo that is clicked while a move is being saved reverts this move. */
const inTurn = makeTurns()

/** Runs a change of a story arc, after those before it, and fetches the arcs again; returns whether it succeeded. */
export async function changeArcs(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  const isDone = await inTurn(() => runWithToast(work, done))
  invalidate('GET /api/storyarcs')
  return isDone
}

export const saveArcOrder = (arc_id: string, issue_arc_ids: string[]) =>
  changeArcs(() => call('PUT /api/storyarcs/:arc_id/order', { params: { arc_id }, body: { issue_arc_ids } }))

export const undoOrder = (arc_id: string) =>
  changeArcs(() => call('POST /api/storyarcs/:arc_id/order/undo', { params: { arc_id } }))

export const setStatus = (params: Row, status: 'Wanted' | 'Read' | 'Skipped') =>
  changeArcs(() => call('PUT /api/storyarcs/:arc_id/issues/:issue_arc_id/status', { params, body: { status } }))

export const removeIssue = (params: Row) =>
  changeArcs(() => call('DELETE /api/storyarcs/:arc_id/issues/:issue_arc_id', { params }))

/** Restores these entries; without ids, all removed entries of the list. */
export const restoreIssues = (arc_id: string, issue_arc_ids?: string[]) =>
  changeArcs(() => call('POST /api/storyarcs/:arc_id/issues/restore', { params: { arc_id }, body: { issue_arc_ids } }))

/** Removes entries together, with an undo in the toast. */
export async function removeIssues(arc_id: string, issue_arc_ids: string[]): Promise<boolean> {
  const isDone = await changeArcs(() =>
    call('POST /api/storyarcs/:arc_id/issues/remove', { params: { arc_id }, body: { issue_arc_ids } }),
  )
  const undo = () => restoreIssues(arc_id, issue_arc_ids)
  const words = `${countWords(issue_arc_ids.length, 'issue')} removed from the arc.`
  if (isDone) showToast(words, { action: { label: 'Undo', run: undo } })
  return isDone
}

export const chooseIssue = (params: Row, issue_id: string | null) =>
  changeArcs(() => call('PUT /api/storyarcs/:arc_id/issues/:issue_arc_id/match', { params, body: { issue_id } }))

/** Rejects with the reason of a refusal. */
export async function renameArc(arc_id: string, name: string): Promise<void> {
  await inTurn(() => call('PATCH /api/storyarcs/:arc_id', { params: { arc_id }, body: { name } }))
  invalidate('GET /api/storyarcs')
}

export const deleteArc = (arc_id: string) =>
  changeArcs(() => call('DELETE /api/storyarcs/:arc_id', { params: { arc_id } }))
