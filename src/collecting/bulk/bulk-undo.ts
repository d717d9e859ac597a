import { nextTurn } from '../../base/platform/event-loop'
import type { Handler, Tools } from '../../base/work/operations'
import { type BulkDeps, runGuarded } from './bulk-run'
import type { ItemOutcome } from './outcome'
import * as store from './store'

export interface BulkUndoPayload {
  /** The operation that is undone. */
  operation_id: string
}

/** Undoes a bulk operation, the last series first. A series that cannot be undone records why and stays unchanged. */
export class BulkUndo implements Handler {
  constructor(private readonly deps: BulkDeps) {}

  async run(payload: unknown, tools: Tools): Promise<{ undone: number; failed: number } | undefined> {
    const { db } = this.deps
    const { operation_id } = payload as BulkUndoPayload
    const total = store.countBulkItems(db.read, operation_id).undoing
    let [undone, failed] = [0, 0]
    for (;;) {
      const item = store.nextItem(db.read, operation_id, ['undoing'], { last: true })
      if (!item) return { undone, failed }
      if (tools.signal.aborted) return undefined
      const outcome = await runGuarded(item, this.deps.log, () => this.undo(item, tools.signal))
      if (outcome === undefined) return undefined
      const isDone = outcome.state === 'done'
      if (isDone) undone += 1
      else failed += 1
      const failure = `Not undone. ${outcome.sentence ?? ''}`.trim()
      await tools.persist((tx) =>
        store.setItem(
          tx,
          item,
          isDone ? { state: 'undone', work_id: null, sentence: null } : { state: 'failed', sentence: failure },
        ),
      )
      tools.report((undone + failed) / total, { undone, failed, total, name: item.name })
      await nextTurn()
    }
  }

  private async undo(item: store.BulkItem, signal: AbortSignal): Promise<ItemOutcome | undefined> {
    const { quick, work } = this.deps
    const { undo, comic_id } = item
    if (undo === null) return { state: 'done' }
    if ('status' in undo) quick.undoStatus(comic_id, undo.status)
    else if ('provider' in undo) quick.unlink(comic_id, undo.provider)
    else if ('deleted' in undo) return this.bringBack(item, undo.batch_id, signal)
    else return work.undo(item, undo.batch_id, signal)
    return { state: 'done' }
  }

  private async bringBack(item: store.BulkItem, batchId: string | null, signal: AbortSignal) {
    const { deletion, work } = this.deps
    deletion.restoreRows(item)
    if (batchId === null) return { state: 'done' } as const
    const outcome = await work.undo(item, batchId, signal)
    if (outcome) deletion.markLeft(batchId)
    return outcome
  }
}
