import { asUser, OWNER_ID } from '../../base/platform/caller'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { isLocked, writeErrorSentence } from '../../base/storage/write-errors'
import type { Handler, Tools } from '../../base/work/operations'
import { findOperation } from '../../base/work/store'
import type { SeriesDeletion } from './deletion'
import type { ItemOutcome } from './outcome'
import type { QuickActions } from './quick-actions'
import type { SeriesWork } from './series-work'
import type { BulkPayload, BulkProgress } from './states'
import * as store from './store'

export interface BulkDeps {
  db: Database
  clock: Clock
  log: Log
  quick: QuickActions
  work: SeriesWork
  deletion: SeriesDeletion
}

/**
 * Applies an action to one series after the other. Each outcome is a row, so an interrupted run continues with the
 * current series, and a series that fails does not stop the others.
 */
export class BulkRun implements Handler {
  constructor(private readonly deps: BulkDeps) {}

  async run(payload: unknown, tools: Tools): Promise<BulkProgress | undefined> {
    const { db, clock } = this.deps
    const { operation_id, signal } = tools
    const order = payload as BulkPayload
    for (;;) {
      // The interrupted series comes first.
      const item = store.nextItem(db.read, operation_id, ['running', 'waiting'])
      if (!item) return bulkProgress(db, operation_id, order, null)
      if (signal.aborted) return undefined
      if (item.state === 'waiting') {
        const began = { state: 'running', started_at: clock.now() } as const
        await tools.persist((tx) => store.setItem(tx, item, began))
        Object.assign(item, began)
      }
      this.report(tools, order, item.name)
      const outcome = await this.outcome(item, order, signal)
      if (outcome === undefined) return this.stopped(item, order, tools)
      await tools.persist((tx) =>
        store.setItem(tx, item, {
          state: outcome.state,
          sentence: outcome.sentence ?? null,
          ...(outcome.undo ? { undo: outcome.undo } : {}),
          ...(outcome.choices ? { choices: outcome.choices } : {}),
        }),
      )
      this.report(tools, order, item.name)
      await nextTurn()
    }
  }

  /** A cancelled operation is not resumed: the current series records the cancellation and has its files again. */
  private async stopped(item: store.BulkItem, { action }: BulkPayload, tools: Tools): Promise<undefined> {
    const { db, deletion } = this.deps
    if (findOperation(db.read, tools.operation_id)?.state !== 'cancelled') return undefined
    const left = action === 'delete' ? await deletion.cancel(item) : ''
    await tools.persist((tx) => store.setItem(tx, item, { state: 'failed', sentence: `Cancelled.${left}` }))
    return undefined
  }

  private report({ report, operation_id }: Tools, order: BulkPayload, name: string): void {
    const progress = bulkProgress(this.deps.db, operation_id, order, name)
    const behind = progress.done + progress.unchanged + progress.unsure + progress.failed
    report(behind / progress.total, progress)
  }

  /** Undefined when the process stops first. */
  private async outcome(
    item: store.BulkItem,
    order: BulkPayload,
    signal: AbortSignal,
  ): Promise<ItemOutcome | undefined> {
    const { quick, work, deletion } = this.deps
    const { action, user_id = OWNER_ID } = order
    return runGuarded(item, this.deps.log, async () => {
      if (action === 'delete') return deletion.run(item, order.with_files ?? false, signal)
      if (work.does(action)) return work.run(item, order, signal)
      const run = () => quick.run(action as Parameters<QuickActions['run']>[0], item.comic_id)
      return action === 'mark_read' || action === 'mark_unread' ? asUser(user_id, run) : run()
    })
  }
}

/** A refusal becomes the outcome of the series; a locked or full database stops the operation until it can continue. */
export async function runGuarded(
  item: store.BulkItem,
  log: Log,
  work: () => Promise<ItemOutcome | undefined>,
): Promise<ItemOutcome | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isLocked(error)) throw error
    if (error instanceof Refusal) return { state: 'failed', sentence: error.detail }
    const sentence = writeErrorSentence(error)
    if (sentence === undefined) log.error('bulk', 'bulk action failed for a series', { comic_id: item.comic_id, error })
    return { state: 'failed', sentence: sentence ?? 'Internal error. See the log.' }
  }
}

export function bulkProgress(
  db: Database,
  operationId: string,
  { action }: BulkPayload,
  name: string | null,
): BulkProgress {
  const counts = store.countBulkItems(db.read, operationId)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { unchanged, unsure, failed } = counts
  return { action, total, done: counts.done + counts.undoing + counts.undone, unchanged, unsure, failed, name }
}
