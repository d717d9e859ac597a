import { Refusal } from '../../base/refusal'
import type { Tx } from '../../base/storage/database'
import { seriesRowsOf } from '../series/list-store'
import type { SeriesListItem } from '../series/schema'
import { seriesCover } from '../series/wire'
import * as store from './collection-store'
import type { ShelfDeps } from './deps'
import { requiredName } from './required-name'
import type { CollectionDetail, CollectionItem } from './schema'
import { COVERS, MOST_COLLECTIONS, MOST_SERIES } from './states'

/** Series that the user put together, in a custom order. */
export class Collections {
  constructor(
    private readonly deps: ShelfDeps & {
      /** Series as the library lists them, in the order of the ids. */
      listed: (comicIds: readonly string[]) => SeriesListItem[]
    },
  ) {}

  all(): { collections: CollectionItem[] } {
    return { collections: store.allCollections(this.deps.db.read).map((row) => this.item(row)) }
  }

  /** Throws Refusal 'missing' for an unknown collection. */
  one(id: string): CollectionDetail {
    const row = this.need(id)
    const ids = this.seriesIds(id)
    return { collection: this.item(row), series: this.deps.listed(ids) }
  }

  /** Throws Refusal 'conflict' when another collection has the name. */
  make(name: string): { collection: CollectionItem } {
    const all = store.allCollections(this.deps.db.read)
    if (all.length >= MOST_COLLECTIONS)
      throw new Refusal('conflict', `There are ${MOST_COLLECTIONS} collections, the most that Panelkeep keeps.`)
    const id = this.deps.random.id()
    const free = this.freeName(name)
    this.write(id, (tx) => store.insertCollection(tx, id, free, this.deps.clock.now()))
    return { collection: this.item(this.need(id)) }
  }

  rename(id: string, name: string): { collection: CollectionItem } {
    this.need(id)
    const free = this.freeName(name, id)
    this.write(id, (tx) => store.changeCollection(tx, id, { name: free }, this.deps.clock.now()))
    return { collection: this.item(this.need(id)) }
  }

  delete(id: string): { success: true } {
    this.need(id)
    const now = this.deps.clock.now()
    this.write(id, (tx) => store.changeCollection(tx, id, { removed_at: now }, now))
    return { success: true }
  }

  restore(id: string): { collection: CollectionItem } {
    this.write(id, (tx) => {
      if (!store.restoreCollection(tx, id, this.deps.clock.now()))
        throw new Refusal('missing', `There is no deleted collection ${id}.`)
    })
    return { collection: this.item(this.need(id)) }
  }

  order(ids: readonly string[]): { success: true; changed: number } {
    this.deps.db.write((tx) => {
      store.orderCollections(tx, ids)
      tx.emit({ type: 'collection.changed', collection_id: '' })
    })
    return { success: true, changed: ids.length }
  }

  /** Adds series at the end; series already in the collection keep their position. */
  add(id: string, comicIds: readonly string[]): { success: true; changed: number } {
    this.need(id)
    if (this.seriesIds(id).length + comicIds.length > MOST_SERIES)
      throw new Refusal('conflict', `A collection holds up to ${MOST_SERIES} series.`)
    return this.change(id, (tx) => store.addToCollection(tx, id, comicIds))
  }

  remove(id: string, comicIds: readonly string[]): { success: true; changed: number } {
    this.need(id)
    return this.change(id, (tx) => store.removeFromCollection(tx, id, comicIds))
  }

  /** Throws Refusal 'conflict' unless `comicIds` are exactly the series of the collection. */
  orderSeries(id: string, comicIds: readonly string[]): { success: true; changed: number } {
    this.need(id)
    const now = new Set(this.seriesIds(id))
    if (now.size !== comicIds.length || new Set(comicIds).size !== now.size || comicIds.some((each) => !now.has(each)))
      throw new Refusal('conflict', 'The collection has changed. Reload the page and order it again.')
    return this.change(id, (tx) => {
      store.orderSeries(tx, id, comicIds)
      return comicIds.length
    })
  }

  private change(id: string, work: (tx: Tx) => number): { success: true; changed: number } {
    let changed = 0
    this.write(id, (tx) => {
      changed = work(tx)
      if (changed > 0) store.changeCollection(tx, id, {}, this.deps.clock.now())
    })
    return { success: true, changed }
  }

  private write(id: string, work: (tx: Tx) => unknown): void {
    this.deps.db.write((tx) => {
      tx.emit({ type: 'collection.changed', collection_id: id })
      work(tx)
    })
  }

  private seriesIds(id: string): string[] {
    return store.seriesIn(this.deps.db.read, id).map(({ comic_id }) => comic_id)
  }

  private need(id: string): store.CollectionRow {
    const row = store.findCollection(this.deps.db.read, id)
    if (!row) throw new Refusal('missing', `There is no collection ${id}.`)
    return row
  }

  private freeName(name: string, own?: string): string {
    const free = requiredName(name)
    const key = free.toLowerCase()
    const taken = store
      .allCollections(this.deps.db.read)
      .some((row) => row.name.toLowerCase() === key && row.collection_id !== own)
    if (taken) throw new Refusal('conflict', `There is a collection named ${free} already.`)
    return free
  }

  private item({ collection_id, name, updated_at }: store.CollectionRow): CollectionItem {
    const { read } = this.deps.db
    const ids = store.seriesIn(read, collection_id)
    const covers = seriesRowsOf(read, ids.slice(0, COVERS)).map((row) => ({ name: row.name, image: seriesCover(row) }))
    return { collection_id, name, series: ids.length, covers, updated_at }
  }
}
