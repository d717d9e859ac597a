import { httpDate, plus } from '../platform/clock'
import type { Clock, Instant } from '../platform/ports'
import type { Database } from '../storage/database'
import * as store from './page-store'

/** When pages of the catalog changed, for apps that know Last-Modified only. */
export class PageDates {
  constructor(private readonly deps: { db: Database; clock: Clock }) {}

  /**
   * When the page at `path` was first seen with the content that `tag` names: never the time of the request, and later
   * than before whenever something changed, be it only that something left.
   */
  changedAt(path: string, tag: string, updated: Instant): Instant {
    const { db, clock } = this.deps
    if (SEARCHES.test(path)) return updated // words are endless, and nobody comes back for what they found
    const known = store.catalogPage(db.read, path)
    if (known?.tag === tag) return known.changed_at
    const changed_at = known ? after(known.changed_at, updated, clock.now()) : updated
    db.write((tx) => store.saveCatalogPage(tx, { path, tag, changed_at }))
    return changed_at
  }

  /** Forgets the pages that have not changed for longest: nobody comes back for so many; a job calls it. */
  prune(): void {
    this.deps.db.write((tx) => store.forgetCatalogPages(tx, MOST_PAGES))
  }
}

/** Of both catalogs, wherever they stand. */
const SEARCHES = /\/opds\/(?:v2\/)?search\?/

/** Every list of a large library, and many of its choices. */
const MOST_PAGES = 50_000

/** The first of the times that HTTP, which knows whole seconds, tells from `before`. */
function after(before: Instant, ...times: Instant[]): Instant {
  const later = times.find((time) => time > before && httpDate(time) !== httpDate(before))
  return later ?? plus(before, 1000)
}
