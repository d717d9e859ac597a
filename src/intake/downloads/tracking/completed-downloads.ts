import { isWithin } from '../../../base/platform/clock'
import type { Clock, Log } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { Operation, Operations } from '../../../base/work/operations'
import * as course from '../journal/stage-changes'
import { PROCESS_DOWNLOAD, type Stage } from '../states'
import * as store from '../store'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  operations: Pick<Operations, 'enqueue' | 'active' | 'recent'>
}

/** Downloaded, and not yet in the library. */
const ARRIVED = ['downloaded', 'post_processing', 'moved'] as const satisfies Stage[]

/** Failed imports of an item before it is left to the user. */
const TRIES = 5
const APART_MS = 2 * 60_000

/** Starts the import of completed downloads. */
export class CompletedDownloads {
  constructor(private readonly deps: Deps) {}

  /** Joins an open write. Does nothing while an import of the item is running. */
  start(itemId: string): void {
    const { operations } = this.deps
    if (operations.active(PROCESS_DOWNLOAD, itemId).length > 0) return
    operations.enqueue({ kind: PROCESS_DOWNLOAD, subject: itemId, payload: { item_id: itemId } })
  }

  /** Resumes completed items that no operation handles: the process ended in between, or the operation failed. */
  sweep(): void {
    const { db, operations } = this.deps
    const items = store.itemsAt(db.read, ARRIVED)
    if (items.length === 0) return
    const busy = new Set(operations.active(PROCESS_DOWNLOAD).map(({ subject }) => subject))
    for (const item of items) if (!busy.has(item.item_id)) this.takeUp(item)
  }

  private takeUp(item: store.DownloadItem): void {
    const { clock, log, operations } = this.deps
    const broken = operations
      .recent(item.item_id, TRIES)
      .filter(({ kind, state }) => kind === PROCESS_DOWNLOAD && state === 'failed')
    const last = broken[0]
    if (last && broken.length >= TRIES) {
      this.giveUp(item, last)
    } else if (!last?.finished_at || !isWithin(last.finished_at, clock.now(), broken.length * APART_MS)) {
      log.info('downloads', 'import of a completed download resumed', { title: item.title, stage: item.stage })
      this.start(item.item_id)
    }
  }

  private giveUp({ item_id }: store.DownloadItem, { error }: Operation): void {
    const { db, clock } = this.deps
    const detail = `${error ?? 'It stopped without an error message.'} It was tried ${TRIES} times.`
    const end = { to: 'manual_review', reason: 'postprocess_error', detail, at_step: 'import' } as const
    db.write((tx) => void course.endAsFailed(tx, item_id, end, clock.now()))
  }
}
