import { countWords } from '../../base/platform/words'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Operation, Operations } from '../../base/work/operations'
import type { FileBatches } from '../../library/filing/file-batches'
import type { Renames } from '../../library/filing/rename'
import { type BatchKind, MOVE_SERIES, RENAME_FILES, UNDO_FILES } from '../../library/filing/states'
import { batchesOf, batchOfOperation, countStates, findBatch } from '../../library/filing/store'
import type { SeriesRefresher } from '../../library/metadata/sync/series-refresher'
import { REFRESH } from '../../library/metadata/sync/series-refresher'
import type { TaggingService } from '../../library/tagging/service'
import { CONVERT, TAG } from '../../library/tagging/states'
import { type ItemOutcome, UNCHANGED } from './outcome'
import type { BulkAction, BulkPayload } from './states'
import { type BulkItem, setItem } from './store'

interface Deps {
  db: Database
  operations: Operations
  renames: Renames
  batches: FileBatches
  tagging: TaggingService
  refreshing: SeriesRefresher
}

/** The kind of operation that does the work of an action for one series. */
const KINDS: Partial<Record<BulkAction, string>> = {
  rename: RENAME_FILES,
  move: MOVE_SERIES,
  write_metadata: TAG,
  convert: CONVERT,
  refresh: REFRESH,
}

/** The kind of batch of actions that begin before they are recorded. */
const BATCHES: Partial<Record<BulkAction, BatchKind>> = { rename: 'rename', move: 'move_series' }

/**
 * Actions whose work for one series is an operation of its own. That operation resumes automatically after a crash,
 * so the bulk operation waits for it and reads its result.
 */
export class SeriesWork {
  constructor(private readonly deps: Deps) {}

  does(action: BulkAction): boolean {
    return KINDS[action] !== undefined
  }

  async run(item: BulkItem, payload: BulkPayload, signal: AbortSignal): Promise<ItemOutcome | undefined> {
    const workId = item.work_id ?? this.leftWork(item, payload.action) ?? (await this.begin(item, payload))
    if (workId === undefined) return UNCHANGED
    const operation = await this.ended(workId, signal)
    return operation && this.outcome(operation)
  }

  /** Undoes the changes of a batch. Undefined when the process stops first. */
  async undo(item: BulkItem, batchId: string, signal: AbortSignal): Promise<ItemOutcome | undefined> {
    const { db, operations, batches } = this.deps
    if (!item.work_id && findBatch(db.read, batchId)?.state === 'undone') return { state: 'done' }
    const [active] = operations.active(UNDO_FILES, batchId)
    const workId = item.work_id ?? active?.operation_id ?? this.remember(item, () => batches.undo(batchId).operation_id)
    const operation = await this.ended(workId, signal)
    if (!operation) return undefined
    if (operation.state !== 'succeeded') return { state: 'failed', sentence: operation.error ?? 'It was cancelled.' }
    const { failed } = operation.detail as { failed: { path: string; error: string }[] }
    const [first] = failed
    return first ? { state: 'failed', sentence: first.error } : { state: 'done' }
  }

  /** The work that the last process began for the series but did not record. */
  private leftWork(item: BulkItem, action: BulkAction): string | undefined {
    const { db, operations } = this.deps
    const [active] = operations.active(KINDS[action] as string, item.comic_id)
    if (active) return active.operation_id
    const [batch] = batchesOf(db.read, item.comic_id, 1, 0)
    const isOurs = batch && batch.kind === BATCHES[action] && batch.created_at >= (item.started_at ?? '~')
    return (isOurs && batch.operation_id) || undefined
  }

  /** Starts the work. Undefined when nothing has to be done. */
  private async begin(item: BulkItem, { action, folder = '' }: BulkPayload): Promise<string | undefined> {
    const { renames, tagging, refreshing } = this.deps
    const { comic_id } = item
    if (action === 'write_metadata') return this.remember(item, () => tagging.all({ comic_id }).job_id)
    if (action === 'convert') return this.remember(item, () => tagging.convert({ comic_id }).job_id)
    if (action === 'refresh') return this.remember(item, () => refreshing.refresh(comic_id).operation_id)
    const plan = action === 'move' ? await renames.previewMove(comic_id, folder) : await renames.preview(comic_id, {})
    const able = [...plan.changes, ...plan.others].filter(({ problem }) => problem === undefined)
    const [problem] = plan.changes.flatMap((change) => change.problem ?? [])
    if (able.length === 0 && problem !== undefined) throw new Refusal('conflict', problem)
    if (able.length === 0) return undefined
    const begun =
      action === 'move' ? await renames.move(comic_id, folder) : await renames.apply(comic_id, plan.fingerprint)
    return this.remember(item, () => begun.operation_id)
  }

  private remember(item: BulkItem, begin: () => string): string {
    return this.deps.db.write((tx) => {
      const work_id = begin()
      setItem(tx, item, { work_id })
      return work_id
    })
  }

  /** The ended operation. Undefined when this process stops first. */
  private async ended(workId: string, signal: AbortSignal): Promise<Operation | undefined> {
    const { operations } = this.deps
    await operations.finished(workId)
    const operation = operations.find(workId)
    if (operation && (operation.state === 'queued' || operation.state === 'running')) {
      if (signal.aborted) return undefined
      throw new Refusal('unavailable', 'It stopped before it finished. See the log.')
    }
    return operation
  }

  private outcome({ operation_id, state, error, detail }: Operation): ItemOutcome {
    const { db } = this.deps
    const batch = batchOfOperation(db.read, operation_id)
    const undo = batch && { undo: { batch_id: batch.batch_id } }
    if (state !== 'succeeded') return { state: 'failed', sentence: error ?? 'It was cancelled.', ...undo }
    const results = (detail as { results?: { state: string; sentence: string | null }[] } | null)?.results ?? []
    const failed = results.filter((each) => each.state === 'failed')
    const counts = batch ? countStates(db.read, [batch.batch_id]).get(batch.batch_id) : undefined
    const left = Math.max(failed.length, counts?.failed ?? 0)
    if (left > 0) {
      const why = failed.find(({ sentence }) => sentence)?.sentence
      const sentence = `${countWords(left, 'file')} could not be changed.${why ? ` ${why}` : ''}`
      return { state: 'failed', sentence, ...undo }
    }
    if (batch) return { state: 'done', sentence: `${batch.title}.`, ...undo }
    return results.length > 0 ? UNCHANGED : { state: 'done' }
  }
}
