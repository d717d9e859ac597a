import type { ArchiveDeps } from '../../base/formats/archives/archive'
import type { Clock, Files } from '../../base/platform/ports'
import { SerialQueue } from '../../base/platform/serial-queue'
import type { Database } from '../../base/storage/database'
import type { Tools } from '../../base/work/operations'
import { FileBusy } from '../../library/filing/change-run'
import type { FileJournal } from '../../library/filing/journal'
import type { PlaceMethod } from '../../library/filing/states'
import { batchOfOperation } from '../../library/filing/store'
import { findSeries } from '../../library/series/store'
import { type DownloadItem, issuesOfItem } from '../downloads/store'
import { isMade } from './downloaded-file'
import { checkSource, failPlacement } from './inspect'
import type { Placer } from './place'
import { placementsOf } from './store'
import { fileOfPlacement } from './unpack'

interface Deps {
  db: Database
  ports: { clock: Clock }
  archives: ArchiveDeps & { files: Files }
  journal: Pick<FileJournal, 'beginBatch'>
  placer: Placer
}

interface How extends Pick<Tools, 'signal' | 'operation_id' | 'report'> {
  /** Folder for copies that Panelkeep makes. */
  folder: string
  certain: boolean
  placing: PlaceMethod
}

/** Pause before each retry, for half an hour in all. The file to replace may be in a conversion, for example. */
const BUSY_MS = 2000
const BUSY_TRIES = 900

/** Places the files of a download that are ready, one download at a time. */
export class DownloadPlacer {
  private readonly filing = new SerialQueue()

  constructor(private readonly deps: Deps) {}

  /**
   * Places the files. A file that replaces one which is being tagged or renamed waits, without blocking other
   * downloads.
   */
  async place(item: DownloadItem, how: How): Promise<void> {
    for (let tries = 1; ; tries++) {
      const isLast = tries === BUSY_TRIES
      const isDone = await this.filing.run(() => this.placeReady(item, how, isLast))
      if (isDone || how.signal.aborted) return
      await this.deps.ports.clock.after(BUSY_MS, how.signal)
    }
  }

  /** False when some files have to wait. */
  private async placeReady(item: DownloadItem, how: How, isLast: boolean): Promise<boolean> {
    const { folder, certain, placing, signal, operation_id, report } = how
    let isDone = true
    const rows = placementsOf(this.deps.db.read, item.item_id)
    const expected = new Set(issuesOfItem(this.deps.db.read, item.item_id))
    for (const [at, row] of rows.entries()) {
      if (signal.aborted) break
      if (row.state !== 'ready' && row.state !== 'placing') continue
      try {
        await checkSource(row, this.deps.archives.files)
        const path = await fileOfPlacement(row, folder, this.deps.archives)
        const batch_id = this.batch(item, operation_id)
        // With several files it is not certain that each one is better than the library's.
        await this.deps.placer.place(row, {
          path,
          placing: isMade(row) ? 'move' : placing,
          batch_id,
          expected,
          certain: certain && rows.length === 1,
          onlyMissing: item.origin === 'grab' && (item.pack || rows.length > 1),
        })
      } catch (error) {
        if (signal.aborted) break
        if (error instanceof FileBusy && !isLast) isDone = false
        else failPlacement(row, error, { db: this.deps.db, clock: this.deps.ports.clock })
      }
      report((at + 1) / rows.length)
    }
    return isDone
  }

  /** One batch for each run, so that the user can undo the run as a whole. */
  private batch({ comic_id, title }: DownloadItem, operation_id: string): string {
    const { db, journal } = this.deps
    const known = batchOfOperation(db.read, operation_id)
    const comic = findSeries(db.read, comic_id) ? comic_id : null
    return known?.batch_id ?? journal.beginBatch({ kind: 'arrival', comic_id: comic, title, operation_id })
  }
}
