import type { AppEvent } from '../../base/events/types'
import { outsideRequests } from '../../base/platform/caller'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Log } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import { checkedAt } from './check-store'
import type { LibraryCheck } from './library-check'
import type { SeriesCheck } from './series-check'
import { totalSize } from './storage/size-store'

/** An import changes many series: they are collected for a moment. */
const SOON_MS = 2000
/** Above this, the next check of the library is cheaper than following each series. */
const MOST = 2000

interface Deps {
  db: Database
  clock: Clock
  log: Log
  series: SeriesCheck
  check: Pick<LibraryCheck, 'begin'>
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/** Checks series again after they changed, so that the lists are right between two checks of the library. */
export class CareFollower {
  private readonly due = new Set<string>()
  /** Files of the series that changed since the library was checked from here. */
  private readonly files = new Map<string, number>()
  private readonly stopping = new AbortController()
  private isChecking = false
  private working: Promise<void> | undefined

  constructor(private readonly deps: Deps) {
    deps.subscribe((event) => {
      if (event.type !== 'series.changed' || this.due.size >= MOST) return
      this.due.add(event.comic_id)
      this.working ??= outsideRequests(() => this.follow())
        .catch((error: unknown) => deps.log.error('care', 'changed series not checked', { error }))
        .finally(() => {
          this.working = undefined
        })
    })
  }

  /** Changed series that are still to be checked. */
  get waiting(): number {
    return this.due.size + Number(this.isChecking)
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.working
  }

  private async follow(): Promise<void> {
    const { db, clock } = this.deps
    const { signal } = this.stopping
    await clock.after(SOON_MS, signal)
    // Before the first check of the library there is no list to keep right.
    if (checkedAt(db.read) === null) this.due.clear()
    for (const comicId of this.due) {
      if (signal.aborted) return
      // First: a change meanwhile adds the series again, and a series that fails does not stop the others every time.
      this.due.delete(comicId)
      this.isChecking = true
      await this.check(comicId).finally(() => {
        this.isChecking = false
      })
      await nextTurn()
    }
    this.countSizesAgain()
  }

  /**
   * Only a check of the library counts sizes. The first one often runs before the first import: then most files would
   * have no size for a day.
   */
  private countSizesAgain(): void {
    const { db, check } = this.deps
    const changed = this.files.values().reduce((sum, files) => sum + files, 0)
    if (changed <= totalSize(db.read).files) return
    this.files.clear()
    check.begin()
  }

  private async check(comicId: string): Promise<void> {
    const { db, series } = this.deps
    const { signal } = this.stopping
    const persist = async (work: (tx: Tx) => void) => db.write(work)
    await series.readFiles(comicId, { signal, persist })
    if (signal.aborted) return
    const files = db.write((tx) => series.update(tx, comicId))
    this.files.set(comicId, files)
  }
}
