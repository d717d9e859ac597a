import type { Config } from '../config/config'
import { httpDate, plus } from '../platform/clock'
import type { Clock, Instant } from '../platform/ports'
import { Refusal } from '../refusal'
import { findSeries, type SeriesRow } from '../series/store'
import type { Database } from '../storage/database'
import { SEARCH } from './addresses'
import type { Feed, Paging } from './atom'
import * as feeds from './feeds'
import { asked } from './search'
import * as store from './store'

/** Newest files that the catalog lists. */
const MOST_RECENT = 120
/** Series that a search lists the issues of. */
const MOST_FOUND = 50

/** Issues of one series that a search found. */
interface Find {
  series: SeriesRow
  number?: string
  count: number
}

/** What reading apps browse. */
export class Catalog {
  constructor(private readonly deps: { db: Database; config: Config; clock: Clock }) {}

  get isOpen(): boolean {
    return this.deps.config.get('opds_enable')
  }

  root(): Feed {
    const db = this.deps.db.read
    const series = store.countSeries(db, {})
    const manga = store.countSeries(db, { content_type: 'manga' })
    return feeds.rootFeed({
      updated: this.newestFileAt(),
      recent: store.recentIssues(db, MOST_RECENT).length,
      publishers: store.countPublishers(db),
      series,
      manga,
      comics: series - manga,
    })
  }

  recent(index: number): Feed {
    const db = this.deps.db.read
    const ids = store.recentIssues(db, MOST_RECENT)
    const paging = this.paging(ids.length, index)
    const books = ids.slice(paging.index, paging.index + paging.size).flatMap((id) => store.book(db, id) ?? [])
    return this.dated(feeds.booksFeed(feeds.recentList(paging), books))
  }

  titles(index: number): Feed {
    return this.seriesList({}, index, feeds.titlesList)
  }

  comics(index: number): Feed {
    return this.seriesList({ content_type: 'comic' }, index, feeds.comicsList)
  }

  manga(index: number): Feed {
    return this.seriesList({ content_type: 'manga' }, index, feeds.mangaList)
  }

  /** Throws Refusal 'missing' when no series of the publisher has files. */
  publisher(publisher: string, index: number): Feed {
    const feed = this.seriesList({ publisher }, index, (paging) => feeds.publisherList(publisher, paging))
    if (feed.paging?.total === 0) throw new Refusal('missing', `Nothing by ${publisher} is in the library.`)
    return feed
  }

  publishers(index: number): Feed {
    const db = this.deps.db.read
    const paging = this.paging(store.countPublishers(db), index)
    return this.dated(feeds.publishersFeed(store.publishers(db, span(paging)), paging))
  }

  /** Throws Refusal 'missing' when there is no such series. */
  series(comicId: string, index: number): Feed {
    const db = this.deps.db.read
    const series = findSeries(db, comicId)
    if (!series) throw new Refusal('missing', `There is no series ${comicId}.`)
    const paging = this.paging(store.countBooks(db, [comicId]).get(comicId) ?? 0, index)
    return this.dated(feeds.booksFeed(feeds.seriesList(series, paging), store.booksOf(db, series, span(paging))))
  }

  /** Issues by number first, then all issues of the series that match. */
  search(words: string, index: number): Feed {
    const finds = this.find(words.trim())
    const paging = this.paging(
      finds.reduce((sum, { count }) => sum + count, 0),
      index,
    )
    return this.dated(feeds.booksFeed(feeds.searchList(words.trim(), paging), this.booksAt(finds, paging)))
  }

  /**
   * When the page at `path` was first seen with the content that `tag` names, for Last-Modified: never the time of
   * the request, and later than before whenever something changed, be it only that something left.
   */
  changedAt(path: string, tag: string, updated: Instant): Instant {
    const { db, clock } = this.deps
    if (path.startsWith(SEARCH)) return updated // words are endless, and nobody comes back for what they found
    const known = store.catalogPage(db.read, path)
    if (known?.tag === tag) return known.changed_at
    const changed_at = known ? after(known.changed_at, updated, clock.now()) : updated
    db.write((tx) => store.saveCatalogPage(tx, { path, tag, changed_at }))
    return changed_at
  }

  private seriesList(
    shelf: store.Shelf,
    index: number,
    list: (paging: Paging) => Parameters<typeof feeds.seriesListFeed>[0],
  ) {
    const db = this.deps.db.read
    const paging = this.paging(store.countSeries(db, shelf), index)
    const rows = store.seriesOn(db, shelf, span(paging))
    const counts = store.countBooks(
      db,
      rows.map((row) => row.comic_id),
    )
    const entries = rows.map((series) => ({ series, books: counts.get(series.comic_id) ?? 0 }))
    return this.dated(feeds.seriesListFeed(list(paging), entries))
  }

  private find(words: string): Find[] {
    const db = this.deps.db.read
    const { keys, numbered } = asked(words)
    const byNumber = numbered ? this.counted(store.seriesWith(db, numbered.keys, MOST_FOUND), numbered.number) : []
    const byName = this.counted(store.seriesWith(db, keys, MOST_FOUND))
    // Whole series first list everything, so what is in them already is not listed twice.
    const whole = new Set(byName.map(({ series }) => series.comic_id))
    return [...byNumber.filter(({ series }) => !whole.has(series.comic_id)), ...byName]
  }

  private counted(rows: SeriesRow[], number?: string): Find[] {
    const counts = store.countBooks(
      this.deps.db.read,
      rows.map((row) => row.comic_id),
      number,
    )
    return rows.flatMap((series) => {
      const count = counts.get(series.comic_id)
      return count === undefined ? [] : [{ series, number, count }]
    })
  }

  /** The books of one page out of all that was found, reading only the series that reach into it. */
  private booksAt(finds: Find[], { index, size }: Paging): store.Book[] {
    const books: store.Book[] = []
    let before = 0
    for (const { series, number, count } of finds) {
      const offset = Math.max(0, index - before)
      const limit = Math.min(count - offset, size - books.length)
      if (limit > 0) books.push(...store.booksOf(this.deps.db.read, series, { limit, offset }, number))
      before += count
    }
    return books
  }

  /** `index` falls on the grid of pages, and not behind the last: pages move while somebody turns them. */
  private paging(total: number, index: number): Paging {
    const size = this.deps.config.get('opds_pagesize')
    const last = Math.max(0, total - 1)
    return { total, size, index: Math.floor(Math.min(index, last) / size) * size }
  }

  /** A feed without entries is as old as the library. */
  private dated(feed: Feed): Feed {
    return feed.entries.length > 0 ? feed : { ...feed, updated: this.newestFileAt() }
  }

  private newestFileAt(): Instant {
    return store.newestFileAt(this.deps.db.read) ?? feeds.NEVER
  }
}

function span({ index, size }: Paging): store.Span {
  return { limit: size, offset: index }
}

/** The first of the times that HTTP, which knows whole seconds, tells from `before`. */
function after(before: Instant, ...times: Instant[]): Instant {
  const later = times.find((time) => time > before && httpDate(time) !== httpDate(before))
  return later ?? plus(before, 1000)
}
