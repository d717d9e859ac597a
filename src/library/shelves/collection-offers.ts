import { matchKey } from '../../base/names/titles'
import { Refusal } from '../../base/refusal'
import type { ReadHandle } from '../../base/storage/database'
import { allCollections } from './collection-store'
import type { Collections } from './collections'
import type { ShelfDeps } from './deps'
import * as offers from './offers-store'
import type { CollectionItem, CollectionOffers as Offers } from './schema'
import { MOST_SERIES } from './states'

/** A group that files name, and one of its series. */
export type GroupsOfSeries = (db: ReadHandle) => readonly { name: string; comic_id: string }[]

interface Group {
  key: string
  name: string
  comic_ids: Set<string>
}

const LEAST_SERIES = 2
const MOST_OFFERS = 50

/** Groups of series that files name. They become collections only when the user says so. */
export class CollectionOffers {
  constructor(
    private readonly deps: Pick<ShelfDeps, 'db' | 'clock'> & {
      collections: Pick<Collections, 'make' | 'add'>
      groupsOfSeries: GroupsOfSeries
    },
  ) {}

  list(): Offers {
    const { read } = this.deps.db
    const dismissed = offers.dismissedGroupKeys(read)
    const known = new Set(allCollections(read).map(({ name }) => matchKey(name)))
    const open = this.groups().filter(
      ({ key, comic_ids }) => comic_ids.size >= LEAST_SERIES && !dismissed.has(key) && !known.has(key),
    )
    const sorted = open.toSorted((a, b) => b.comic_ids.size - a.comic_ids.size)
    return {
      offers: sorted.slice(0, MOST_OFFERS).map(({ name, comic_ids }) => ({ name, series: comic_ids.size })),
      total: sorted.length,
    }
  }

  /** Throws Refusal 'missing' for a name that no series has, 'conflict' when a collection has it. */
  accept(name: string): { collection: CollectionItem } {
    const { collections } = this.deps
    const group = this.need(name)
    const { collection } = collections.make(group.name)
    const ids = [...group.comic_ids].slice(0, MOST_SERIES)
    collections.add(collection.collection_id, ids)
    return { collection: { ...collection, series: ids.length } }
  }

  dismiss(name: string, dismissed: boolean): { success: true } {
    const { db, clock } = this.deps
    if (dismissed) this.need(name)
    db.write((tx) => {
      if (dismissed) offers.dismissGroup(tx, { key: matchKey(name), name }, clock.now())
      else offers.restoreGroup(tx, matchKey(name))
      tx.emit({ type: 'collection.changed', collection_id: '' })
    })
    return { success: true }
  }

  private groups(): Group[] {
    const groups = new Map<string, Group>()
    for (const { name, comic_id } of this.deps.groupsOfSeries(this.deps.db.read)) {
      const key = matchKey(name)
      if (key === '') continue
      const known = groups.get(key)
      if (known) known.comic_ids.add(comic_id)
      else groups.set(key, { key, name, comic_ids: new Set([comic_id]) })
    }
    return [...groups.values()]
  }

  private need(name: string): Group {
    const found = this.groups().find(({ key }) => key === matchKey(name))
    if (!found) throw new Refusal('missing', `No series belongs to the group ${name}.`)
    return found
  }
}
