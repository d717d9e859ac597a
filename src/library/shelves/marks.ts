import { callerId, currentCaller } from '../../base/platform/caller'
import { Refusal } from '../../base/refusal'
import { needSeries } from '../series/need'
import { collectionsOf } from './collection-store'
import type { ShelfDeps } from './deps'
import * as store from './mark-store'
import { requiredName } from './required-name'
import type { MarksBody, MarksReply as MarksItem, TagBody, TagReply } from './schema'

/** Favourites and ratings of series, which each user has alone, and tags, which all share. */
export class SeriesMarkings {
  constructor(private readonly deps: ShelfDeps) {}

  /** Throws Refusal 'missing' for an unknown series. */
  of(comicId: string): MarksItem {
    const { read } = this.deps.db
    needSeries(read, comicId)
    const { favourite_at, rating } = store.marksOf(read, comicId)
    const collections = collectionsOf(read, comicId)
    return { favourite: favourite_at !== null, rating, tags: store.tagsOf(read, comicId), collections }
  }

  /**
   * Absent fields stay. Throws Refusal 'missing' for an unknown series, and 'forbidden' when a reader sends tags, which
   * all users share.
   */
  set(comicId: string, { favourite, rating, tags }: MarksBody): MarksItem {
    const { db, clock } = this.deps
    needSeries(db.read, comicId)
    if (tags && currentCaller().role === 'reader')
      throw new Refusal('forbidden', 'All users share the tags. Ask the owner of this library to change them.')
    db.write((tx) => {
      const { favourite_at } = store.marksOf(tx, comicId)
      if (favourite !== undefined)
        store.setMarks(tx, comicId, { favourite_at: favourite ? (favourite_at ?? clock.now()) : null })
      if (rating !== undefined) store.setMarks(tx, comicId, { rating })
      if (tags) {
        const keys = new Set(tags.map((name) => store.tagKey(requiredName(name))))
        for (const old of store.tagsOf(tx, comicId)) {
          const key = store.tagKey(old)
          if (!keys.has(key)) store.untagSeries(tx, key, [comicId])
        }
        for (const name of tags) store.tagSeries(tx, store.ensureTag(tx, requiredName(name)), [comicId])
      }
      tx.emit({ type: 'series.changed', comic_id: comicId, ...(tags ? {} : { user_id: callerId() }) })
    })
    return this.of(comicId)
  }

  tags() {
    return { tags: store.usedTags(this.deps.db.read) }
  }

  /** Adds tags to series, and removes others from them. Unknown series are left out. Returns what changed, for an undo. */
  tagAll({ ids, add = [], remove = [] }: TagBody): TagReply {
    return this.deps.db.write((tx) => {
      const removed = remove.map((name) => ({
        name,
        ids: store.untagSeries(tx, store.tagKey(requiredName(name)), ids),
      }))
      const added = add.map((name) => ({
        name,
        ids: store.tagSeries(tx, store.ensureTag(tx, requiredName(name)), ids),
      }))
      tx.emit({ type: 'library.changed' })
      return { success: true, added, removed }
    })
  }
}
