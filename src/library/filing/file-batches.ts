import { type PageRange, pagination } from '../../base/http/paging'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Handler, Operations, Tools } from '../../base/work/operations'
import type { BatchMover } from './batch-mover'
import type { MetadataRestorer } from './change-steps'
import type { FileJournal } from './journal'
import type { UndoResult } from './requests'
import { UNDO_FILES } from './states'
import * as store from './store'

interface Deps {
  db: Database
  operations: Operations
  journal: FileJournal
  mover: BatchMover
}

interface UndoPayload {
  batch_id: string
}

const PER_PAGE = 50

/** Lists what was done to files, newest first, and undoes it. */
export class FileBatches implements Handler {
  /** Writes older metadata back into files. Tagging sets this. */
  restoreMetadata: MetadataRestorer | undefined

  constructor(private readonly deps: Deps) {}

  list(comicId: string | undefined, query: PageRange) {
    const { read } = this.deps.db
    const page = { limit: query.limit ?? PER_PAGE, offset: query.offset }
    const rows = store.batchesOf(read, comicId, page.limit, page.offset)
    const counts = store.countStates(
      read,
      rows.map(({ batch_id }) => batch_id),
    )
    const batches = rows.map((row) => ({ ...row, counts: counts.get(row.batch_id) ?? {} }))
    return { batches, pagination: pagination(store.countBatches(read, comicId), page, rows.length) }
  }

  detail(batchId: string) {
    const { read } = this.deps.db
    const batch = this.find(batchId)
    const counts = store.countStates(read, [batchId]).get(batchId) ?? {}
    const changes = store
      .changesOf(read, batchId)
      .map(({ change_id, kind, state, file_id, from_path, to_path, ...row }) => {
        return { change_id, kind, state, file_id, from: from_path, to: to_path, error: row.error, at: row.changed_at }
      })
    return { ...batch, counts, changes }
  }

  undo(batchId: string) {
    const { operations } = this.deps
    const { state } = this.find(batchId)
    if (state === 'undone') throw new Refusal('conflict', 'This was already undone.')
    if (state === 'running' || state === 'planned')
      throw new Refusal('conflict', 'This is still running. Undo it when it has finished.')
    const payload: UndoPayload = { batch_id: batchId }
    const { operation_id } = operations.enqueue({ kind: UNDO_FILES, subject: batchId, payload })
    return { success: true as const, operation_id }
  }

  async run(payload: unknown, { report, signal }: Tools): Promise<UndoResult & { batch_id: string }> {
    const { journal, mover } = this.deps
    const { batch_id } = payload as UndoPayload
    const { comic_id } = this.find(batch_id)
    const onEach = (done: number, total: number) => report(done / total, { batch_id, comic_id, done, total })
    const undone = await journal.undoBatch(batch_id, this.restoreMetadata, { signal, onEach })
    await mover.tidyAfterUndo(batch_id, comic_id)
    return { batch_id, ...undone }
  }

  ended(payload: unknown): void {
    this.deps.journal.endBatch((payload as UndoPayload).batch_id)
  }

  private find(batchId: string): store.FileBatchRow {
    const batch = store.findBatch(this.deps.db.read, batchId)
    if (!batch) throw new Refusal('missing', 'File change not found.')
    return batch
  }
}
