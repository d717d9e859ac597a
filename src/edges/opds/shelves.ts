import type { ChangeMemo } from '../../base/events/change-memo'
import type { PageSpan } from '../../base/http/paging'
import type { Database } from '../../base/storage/database'
import type { ReadableSeries } from '../../library/series/find-store'
import type { SeriesRow } from '../../library/series/store'
import { allCollections, type CollectionRow, seriesIn } from '../../library/shelves/collection-store'
import { favourites } from '../../library/shelves/mark-store'
import * as store from './series-store'

export type ShownCollection = CollectionRow & { comic_ids: readonly string[] }

/** Minimum length of a searched word; shorter words are in almost every name. */
const LEAST_WORD = 3

/**
 * The series of the catalog in order, by kind, by publisher and by the user's collections. They are counted once
 * until the library changes, so a page of a list takes as long with 5,000 series as with 500.
 */
export class CatalogShelves {
  constructor(private readonly deps: { db: Database; memo: ChangeMemo }) {}

  count(filter: store.CatalogFilter): number {
    return this.ids(filter).length
  }

  page(filter: store.CatalogFilter, { limit, offset }: PageSpan): SeriesRow[] {
    return this.rows(this.ids(filter).slice(offset, offset + limit))
  }

  /** The series with the newest file. */
  newest(filter: store.CatalogFilter): SeriesRow | undefined {
    return this.kept('newest', filter, () => store.newestSeries(this.deps.db.read, filter))
  }

  publishers(): readonly store.PublisherRow[] {
    return this.kept('publishers', {}, () => store.publishers(this.deps.db.read))
  }

  /** The first series of publishers whose names contain `words` literally, in alphabetical order. */
  ofPublishers(words: string, limit: number): ReadableSeries[] {
    if (words.length < LEAST_WORD) return []
    const part = words.toLowerCase()
    const named = this.publishers().filter(({ publisher }) => publisher.toLowerCase().includes(part))
    if (named.length === 0) return []
    const names = named.map(({ publisher }) => publisher)
    const make = () => store.seriesOfPublishers(this.deps.db.read, names, limit)
    return this.deps.memo.get(`opds search ${limit} ${JSON.stringify(names)}`, make)
  }

  /** Favourite series that have files, the latest first. */
  favourites(): readonly string[] {
    return this.deps.memo.get('opds favourites', () => this.withFiles(favourites(this.deps.db.read)))
  }

  /** The collections that have series with files, each with those series in its order. */
  collections(): readonly ShownCollection[] {
    const { db, memo } = this.deps
    return memo.get('opds collections', () =>
      allCollections(db.read)
        .map((row) => ({ ...row, comic_ids: this.withFiles(seriesIn(db.read, row.collection_id)) }))
        .filter(({ comic_ids }) => comic_ids.length > 0),
    )
  }

  rows(comicIds: readonly string[]): SeriesRow[] {
    return store.seriesRows(this.deps.db.read, [...comicIds])
  }

  private withFiles(rows: readonly { comic_id: string }[]): string[] {
    const known = new Set(this.ids({}))
    return rows.map(({ comic_id }) => comic_id).filter((id) => known.has(id))
  }

  private ids(filter: store.CatalogFilter): readonly string[] {
    return this.kept('series', filter, () => store.catalogSeries(this.deps.db.read, filter))
  }

  private kept<T>(what: string, { content_type, publisher }: store.CatalogFilter, make: () => T): T {
    return this.deps.memo.get(`opds ${what} ${JSON.stringify([content_type, publisher])}`, make)
  }
}
