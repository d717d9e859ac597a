import type { AppEvent } from '../../base/events/types'
import { outsideRequests } from '../../base/platform/caller'
import { between } from '../../base/platform/clock'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Covers } from './covers'
import { issuesWithoutCover } from './store'

/** An import changes many series: they are collected for a moment, and covers that a client requests go first. */
const SOON_MS = 10_000
/** Limits the pause when the clock is set ahead while a cover is made. */
const MOST_REST_MS = 60_000
/** About 400 MB; covers beyond that are made on request. */
const MOST = 20_000
/** The width that catalogs list. */
const COVER = { type: 'jpeg', width: 300 } as const

interface Deps {
  db: Database
  clock: Clock
  covers: Covers
  log: Log
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/** Makes the covers of imported issues in advance, one at a time and at most half of the time. */
export class CoversAhead {
  private readonly due = new Set<string>()
  private readonly stopping = new AbortController()
  private working: Promise<void> | undefined
  private left = MOST

  constructor(private readonly deps: Deps) {
    deps.subscribe((event) => {
      if (event.type !== 'series.changed' || this.left <= 0) return
      this.due.add(event.comic_id)
      this.working ??= outsideRequests(() => this.schedule())
        .catch((error: unknown) => deps.log.error('reading', 'covers not made in advance', { error }))
        .finally(() => {
          this.working = undefined
        })
    })
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.working
  }

  private async schedule(): Promise<void> {
    const { signal } = this.stopping
    await this.deps.clock.after(SOON_MS, signal)
    for (const comicId of this.due) {
      this.due.delete(comicId)
      await nextTurn() // a library that is moved in has thousands of series without files
      for (const issueId of signal.aborted ? [] : issuesWithoutCover(this.deps.db.read, comicId, this.left)) {
        if (signal.aborted) return
        await this.makeCover(issueId)
      }
    }
  }

  /** Pauses as long as the cover spent, because the user works on this machine. */
  private async makeCover(issueId: string): Promise<void> {
    const { clock, covers } = this.deps
    const began = clock.now()
    this.left -= 1
    try {
      await covers.ofIssue(issueId, COVER).make()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // the request for the cover reports the fault
    }
    const spent = between(began, clock.now())
    await clock.after(Math.min(MOST_REST_MS, Math.max(1, spent)), this.stopping.signal)
  }
}
