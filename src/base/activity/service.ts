import { pageRange } from '../http/paging'
import { plus } from '../platform/clock'
import type { Clock } from '../platform/ports'
import type { Database } from '../storage/database'
import type { TimelinePage, TimelineQuery } from './schema'
import { scopeOf } from './scope'
import { deleteRowsBefore } from './store'
import { timelinePage } from './timeline-store'

const PER_PAGE = 50
const KEPT_MS = 90 * 86_400_000

/** Reads and prunes the timeline. */
export class Timeline {
  constructor(private readonly deps: { db: Database; clock: Clock }) {}

  list(query: TimelineQuery): TimelinePage {
    const { limit = PER_PAGE, offset } = pageRange(query)
    const { rows, total } = timelinePage(this.deps.db.read, scopeOf(query), { limit, offset })
    return { results: rows, total, limit, offset, has_more: offset + rows.length < total }
  }

  /** Deletes rows older than 90 days. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => deleteRowsBefore(tx, plus(clock.now(), -KEPT_MS)))
  }
}
