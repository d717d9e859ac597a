import { dirname, resolve } from 'node:path'
import type { Clock, Files, Random } from '../../base/platform/ports'
import { countWords } from '../../base/platform/words'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { recordDeletedRows, restoreDeletedRows } from '../../base/storage/deleted-rows'
import { isOrphaned } from '../../base/storage/write-errors'
import { removeEmptyFolders } from '../../library/filing/folders'
import type { FileJournal } from '../../library/filing/journal'
import { addBatch, changesOf } from '../../library/filing/store'
import { recount } from '../../library/series/counts-store'
import { issuesIn } from '../../library/series/file-store'
import { markGone } from '../../library/series/presence-store'
import type { SeriesLibrary } from '../../library/series/service'
import { findSeries } from '../../library/series/store'
import { filesOfSeries } from './file-list-store'
import type { ItemOutcome } from './outcome'
import { type BulkItem, deletedRows, dropDeletedRows, findBulkItem, saveDeletedRows, setItem } from './store'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  files: Files
  journal: FileJournal
  library: SeriesLibrary
  roots: () => readonly string[]
}

/**
 * Deletes a series so that it can be restored: its files go to the recycle folder through the journal, its rows into
 * rows of their own.
 */
export class SeriesDeletion {
  constructor(private readonly deps: Deps) {}

  /** Undefined when the process stops first; the next run continues. */
  async run(item: BulkItem, withFiles: boolean, signal: AbortSignal): Promise<ItemOutcome | undefined> {
    const { db } = this.deps
    // The rows were deleted last, together with the outcome.
    if (!findSeries(db.read, item.comic_id)) throw new Refusal('missing', 'The series was deleted already.')
    const batchId = withFiles ? await this.recycle(item, signal) : null
    if (signal.aborted) return undefined
    const sentence = batchId === null ? 'Its files stay on disk.' : 'Its files are in the recycle folder.'
    const outcome: ItemOutcome = { state: 'done', sentence, undo: { deleted: true, batch_id: batchId } }
    db.write((tx) => {
      const rows = recordDeletedRows(tx, ['series', 'files'], () => {
        this.deps.library.removeAll([item.comic_id])
      })
      saveDeletedRows(tx, item, rows)
      setItem(tx, item, { state: 'done', sentence, undo: outcome.undo ?? null })
    })
    if (batchId !== null) await this.tidy(batchId)
    return outcome
  }

  /** Puts back the files of a series whose deletion was cancelled. Returns a sentence about those that could not go back. */
  async cancel({ operation_id, position }: BulkItem): Promise<string> {
    const batchId = findBulkItem(this.deps.db.read, operation_id, position)?.work_id
    return batchId ? this.putBack(batchId) : ''
  }

  /** Restores the rows before the files: files that cannot be restored are then missing in the library. */
  restoreRows(item: BulkItem): void {
    const { db } = this.deps
    const isBack = findSeries(db.read, item.comic_id) !== undefined
    const rows = deletedRows(db.read, item)
    if (isBack && rows.length > 0) throw new Refusal('conflict', 'The series is in the library again.')
    if (rows.length === 0) {
      if (isBack) return
      throw new Refusal('gone', 'It was deleted too long ago to be undone.')
    }
    try {
      db.write((tx) => {
        restoreDeletedRows(tx, rows)
        dropDeletedRows(tx, item)
        recount(tx, item.comic_id)
        tx.emit({ type: 'library.changed' })
      })
    } catch (error) {
      if (!isOrphaned(error)) throw error
      const detail = 'Its files are in another series of the library now. Delete that series, then undo again.'
      throw new Refusal('conflict', detail, {}, { cause: error })
    }
  }

  /** Marks files that did not return as missing: they are in the recycle folder, or their place is unknown. */
  markLeft(batchId: string): void {
    const { db, clock } = this.deps
    const left = changesOf(db.read, batchId).filter(({ state }) => state === 'undo_failed' || state === 'started')
    const ids = left.map(({ file_id }) => file_id)
    if (ids.length > 0) db.write((tx) => markGone(tx, ids, clock.now()))
  }

  /** Recycles all files of the series or none: when one cannot move, the others are put back. */
  private async recycle(item: BulkItem, signal: AbortSignal): Promise<string | null> {
    const { db, journal } = this.deps
    await journal.ready()
    const own = filesOfSeries(db.read, item.comic_id).filter(({ file_id }) =>
      issuesIn(db.read, file_id).every(({ comic_id }) => comic_id === item.comic_id),
    )
    if (own.length === 0 && item.work_id === null) return null
    const batchId = item.work_id ?? this.begin(item, own.length)
    await journal.settleBatch(batchId)
    const moved = new Set(
      changesOf(db.read, batchId).flatMap(({ file_id, state }) => (state === 'done' ? file_id : [])),
    )
    for (const { file_id } of own) {
      if (signal.aborted) return null
      if (moved.has(file_id)) continue
      try {
        await journal.recycleFile(batchId, file_id)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const left = await this.putBack(batchId)
        throw new Refusal('conflict', `${error.detail} The series was not deleted.${left}`)
      }
    }
    journal.endBatch(batchId, (count) => `${countWords(count, 'file')} moved to the recycle folder`)
    return batchId
  }

  /** Puts the files back. Returns a sentence about those that could not be. */
  private async putBack(batchId: string): Promise<string> {
    const { failed } = await this.deps.journal.undoBatch(batchId)
    const [first] = failed
    return first ? ` ${countWords(failed.length, 'file')} stayed in the recycle folder: ${first.error}` : ''
  }

  /** Writes the batch and its id in the item together, so that a resumed run continues the batch. */
  private begin(item: BulkItem, count: number): string {
    const { db, clock, random } = this.deps
    const batch_id = random.id()
    const title = `${countWords(count, 'file')} moved to the recycle folder`
    db.write((tx) => {
      addBatch(tx, {
        batch_id,
        kind: 'delete',
        state: 'running',
        comic_id: item.comic_id,
        title,
        operation_id: item.operation_id,
        created_at: clock.now(),
      })
      setItem(tx, item, { work_id: batch_id })
    })
    return batch_id
  }

  private async tidy(batchId: string): Promise<void> {
    const { db, files, roots } = this.deps
    const known = roots().map((root) => resolve(root))
    const folders = new Set(changesOf(db.read, batchId).map(({ from_path }) => dirname(from_path)))
    for (const folder of folders) await removeEmptyFolders(files, folder, known).catch(() => undefined)
  }
}
