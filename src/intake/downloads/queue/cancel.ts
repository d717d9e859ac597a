import type { Clock } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import * as course from '../journal/stage-changes'
import { isOpen } from '../machine'
import { PROCESS_DOWNLOAD } from '../states'
import * as store from '../store'

interface Deps {
  db: Database
  clock: Clock
  operations: Pick<Operations, 'active' | 'cancel'>
  /** Called when a client has an item to remove. */
  checkNow: () => void
}

/** Panelkeep's own clients: a download left there could not be managed anywhere else. */
const OWN: readonly string[] = ['ddl', 'embedded']

/** `ended`: there is nothing left to cancel. */
export type CancelResult = 'cancelled' | 'unknown' | 'ended'

/** Cancels downloads. Later reports of the client or of processing change nothing. */
export class DownloadCancels {
  constructor(private readonly deps: Deps) {}

  /** Cancels all open items with this key. */
  byKey(releaseKey: string): CancelResult {
    const items = store.itemsWithKey(this.deps.db.read, releaseKey)
    return this.all(items)
  }

  byId(itemId: string): CancelResult {
    const item = store.findDownload(this.deps.db.read, itemId)
    return this.all(item ? [item] : [])
  }

  /**
   * Like `byId`. `keepData`: the download stays in its client, unless that is one of our own. `block`: the release is
   * not grabbed again.
   */
  remove(itemId: string, { keepData, block }: { keepData: boolean; block: boolean }): CancelResult {
    const item = store.findDownload(this.deps.db.read, itemId)
    if (item && block && isOpen(item.stage)) {
      const { db, clock } = this.deps
      db.write((tx) => course.blockRelease(tx, item, 'Blocked by the user.', clock.now()))
    }
    return this.all(item ? [item] : [], keepData)
  }

  private all(items: readonly store.DownloadItem[], keepData = false): CancelResult {
    const open = items.filter(({ stage }) => isOpen(stage))
    if (open.length === 0) return items.length === 0 ? 'unknown' : 'ended'
    for (const item of open) this.end(item, keepData)
    this.deps.checkNow()
    return 'cancelled'
  }

  private end({ item_id, client }: store.DownloadItem, keepData: boolean): void {
    const { db, clock, operations } = this.deps
    // The watcher removes it from the client, which may be unreachable now.
    const stays = client === null || (keepData && !OWN.includes(client))
    const held = stays ? null : 'dropping'
    db.write((tx) => course.cancelItem(tx, item_id, clock.now(), 'Cancelled by a user.', { held }))
    for (const { operation_id } of operations.active(PROCESS_DOWNLOAD, item_id)) operations.cancel(operation_id)
  }
}
