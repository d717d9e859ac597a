import type { AppEvent } from '../../base/events/types'
import { outsideRequests } from '../../base/platform/caller'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Log } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { DocumentDigests } from './digests'
import { nextKeys, relinkProgress } from './progress-row-store'

/** Rows to match again between two turns of the event loop. */
const AT_ONCE = 5000
/** A scan changes many series: they are collected for a moment. */
const SOON_MS = 10_000

interface Deps {
  db: Database
  clock: Clock
  log: Log
  digests: DocumentDigests
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/** Follows changes of the library: progress is matched with its files again, and files get KOReader digests. */
export class ReadingUpkeep {
  private readonly due = new Set<string>()
  private readonly stopping = new AbortController()
  private working: Promise<void> | undefined
  private checking: Promise<void> | undefined

  constructor(private readonly deps: Deps) {
    deps.subscribe((event) => {
      if (event.type !== 'series.changed') return
      this.due.add(event.comic_id)
      this.working ??= outsideRequests(() => this.schedule())
    })
  }

  /** Checks everything, in case an event was missed; called by a job. */
  async run(): Promise<void> {
    this.checking ??= this.relinkAll().finally(() => {
      this.checking = undefined
    })
    await this.checking
    this.deps.digests.startPass()
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.deps.digests.stop()
    await Promise.all([this.working, this.checking])
  }

  private async relinkAll(): Promise<void> {
    const { db } = this.deps
    for (let after: string | undefined = ''; after !== undefined; await nextTurn()) {
      const keys = nextKeys(db.read, after, AT_ONCE)
      if (this.stopping.signal.aborted) return
      await db.writeReturned((tx) => relinkProgress(tx, keys))
      after = keys.upTo
    }
  }

  private async schedule(): Promise<void> {
    const { clock, db, digests, log } = this.deps
    const { signal } = this.stopping
    try {
      await clock.after(SOON_MS, signal)
      for (const comicId of this.due) {
        if (signal.aborted) return
        await db.writeReturned((tx) => {
          this.due.delete(comicId)
          relinkProgress(tx, comicId)
        })
        await digests.ofSeries(comicId)
        await nextTurn()
      }
    } catch (error) {
      log.error('reading', 'upkeep failed', { error })
    } finally {
      this.working = undefined
    }
  }
}
