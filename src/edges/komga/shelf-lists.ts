import type { ChangeMemo } from '../../base/events/change-memo'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { StoryArcs } from '../../collecting/arcs/service'
import type { ReadingLists } from '../../collecting/readlist/service'
import { seriesRows } from '../opds/series-store'
import type { CatalogShelves } from '../opds/shelves'
import { kindsOfIssues } from './book-list-store'
import { fold } from './fold'
import type { CollectionRecord, ReadListRecord } from './records'
import { FAVOURITES } from './states'

/** Lists are filtered by their names and by the libraries of what they hold. */
export interface ListFilter {
  words: string | undefined
  /** Kinds of series; empty: all. */
  kinds: readonly string[]
}

interface Deps {
  db: Database
  /** Kept until the library, a list or an arc changes. */
  memo: ChangeMemo
  shelves: CatalogShelves
  readlist: ReadingLists
  arcs: StoryArcs
  now: () => string
}

/** Collections and favourites, and reading lists and story arcs. */
export class ShelfLists {
  constructor(private readonly deps: Deps) {}

  collections(filter: ListFilter): readonly CollectionRecord[] {
    return this.filtered(this.allCollections(), filter, ({ series_ids }) =>
      seriesRows(this.deps.db.read, [...series_ids]).map(({ content_type }) => content_type),
    )
  }

  /** Throws Refusal 'missing'. */
  collection(id: string): CollectionRecord {
    return need(this.allCollections(), id, 'collection')
  }

  collectionsWith(comicId: string): CollectionRecord[] {
    return this.allCollections().filter(({ series_ids }) => series_ids.includes(comicId))
  }

  private allCollections(): readonly CollectionRecord[] {
    const { shelves } = this.deps
    const favourites = shelves.favourites()
    // Marks have no common time. One that stays until something changes lets apps keep the list.
    const at = this.deps.memo.get('komga favourites since', this.deps.now)
    return [
      ...shelves.collections().map((row) => ({ ...row, id: row.collection_id, series_ids: row.comic_ids })),
      ...(favourites.length === 0
        ? []
        : [{ id: FAVOURITES, name: 'Favourites', series_ids: favourites, created_at: at, updated_at: at }]),
    ].toSorted(byName)
  }

  readLists(filter: ListFilter): readonly ReadListRecord[] {
    return this.filtered(this.allReadLists(), filter, ({ id, issue_ids }) =>
      this.deps.memo.get(`komga kinds of ${id}`, () => kindsOfIssues(this.deps.db.read, issue_ids)),
    )
  }

  /** Throws Refusal 'missing'. */
  readList(id: string): ReadListRecord {
    return need(this.allReadLists(), id, 'read list')
  }

  readListsWith(issueId: string): ReadListRecord[] {
    return this.allReadLists().filter(({ issue_ids }) => issue_ids.includes(issueId))
  }

  private allReadLists(): readonly ReadListRecord[] {
    const { memo, readlist, arcs } = this.deps
    return memo.get('komga read lists', () =>
      [...readlist.orders(), ...arcs.orders()]
        .map(({ list_id, ...order }) => ({ ...order, id: list_id }))
        .toSorted(byName),
    )
  }

  private filtered<T extends { name: string }>(
    all: readonly T[],
    { words, kinds }: ListFilter,
    kindsOf: (each: T) => string[],
  ): readonly T[] {
    const named = words === undefined ? all : all.filter(({ name }) => fold(name).includes(fold(words)))
    return kinds.length === 0 ? named : named.filter((each) => kindsOf(each).some((kind) => kinds.includes(kind)))
  }
}

const byName = (a: { name: string }, b: { name: string }) => (fold(a.name) < fold(b.name) ? -1 : 1)

function need<T extends { id: string }>(all: readonly T[], id: string, what: string): T {
  const found = all.find((each) => each.id === id)
  if (!found) throw new Refusal('missing', `There is no ${what} ${id.slice(0, 100)}.`)
  return found
}
