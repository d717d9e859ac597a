import { httpDate, plus } from '../../base/platform/clock'
import type { Clock, Instant } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import { isLocked } from '../../base/storage/write-errors'
import * as store from './page-store'

/** When pages of the catalog changed, for apps that only use Last-Modified. */
export class PageDates {
  constructor(private readonly deps: { db: Database; clock: Clock }) {}

  /**
   * When the page at `path` was first seen with the content of `tag`: never the time of the request, and later than
   * before after every change, including a removal.
   */
  changedAt(path: string, tag: string, updated: Instant): Instant {
    const { db, clock } = this.deps
    if (SEARCHES.test(path)) return updated // search terms are unlimited, and apps do not revalidate their results
    const known = store.catalogPage(db.read, path)
    if (known?.tag === tag) return known.changed_at
    const changed_at = known ? after(known.changed_at, updated, clock.now()) : updated
    try {
      db.write((tx) => store.saveCatalogPage(tx, { path, tag, changed_at }))
    } catch (error) {
      if (!isLocked(error)) throw error // the page can be sent, and the next request notes it
    }
    return changed_at
  }

  /** Deletes the pages that have not changed for longest; called by a job. */
  prune(): void {
    this.deps.db.write((tx) => store.forgetCatalogPages(tx, MOST_PAGES))
  }
}

/** Searches of both catalogs, under any proxy folder. */
const SEARCHES = /\/opds\/(?:v2\/)?search\?/

/** Enough for every list of a large library, and many of its filters. */
const MOST_PAGES = 50_000

/** The first of the times that differs from `before` in HTTP dates, which have whole seconds. */
function after(before: Instant, ...times: Instant[]): Instant {
  const later = times.find((time) => time > before && httpDate(time) !== httpDate(before))
  return later ?? plus(before, 1000)
}
