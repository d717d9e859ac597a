import { dirname } from 'node:path'
import { plus } from '../../base/platform/clock'
import type { Clock, Files, Log } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import { tidyRecycle } from './recycle'
import { type FileChangeRow, keptBefore, setChange } from './store'

interface Deps {
  db: Database
  clock: Clock
  files: Files
  log: Log
  days: () => number
}

const DAY_MS = 86_400_000
/** Below this, a disk's old files are removed after one day: a full disk has no room for new files. */
const SPARE_BYTES = 1024 ** 3

/** Removes old files that have been kept long enough. */
export class RecycleBin {
  constructor(private readonly deps: Deps) {}

  async prune(): Promise<void> {
    const { db, clock, days } = this.deps
    const now = clock.now()
    const tooOld = plus(now, -days() * DAY_MS)
    for (const change of keptBefore(db.read, plus(now, -DAY_MS))) {
      const isDue = (change.changed_at ?? now) < tooOld || (await this.isTight(change.kept_path as string))
      if (isDue) await this.remove(change)
    }
  }

  private async isTight(path: string): Promise<boolean> {
    const space = await this.deps.files.freeSpace(dirname(path)).catch(() => undefined)
    return space !== undefined && space.free < SPARE_BYTES
  }

  private async remove({ change_id, kept_path }: FileChangeRow): Promise<void> {
    const { db, files, log } = this.deps
    try {
      await files.remove(kept_path as string)
      await tidyRecycle(files, kept_path as string)
      db.write((tx) => void setChange(tx, change_id, { kept_path: null }))
    } catch (error) {
      log.warn('filing', 'old file not removed', { path: kept_path, error })
    }
  }
}
