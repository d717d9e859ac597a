import { plus } from '../../../base/platform/clock'
import type { Clock, Random } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { recordUndo, runUndo } from '../../../base/storage/undo-log'
import { isOrphaned } from '../../../base/storage/write-errors'
import { addSharedFacts } from '../../../intake/imports/known/shared-series-facts'
import type { MetadataEditor } from '../../../library/metadata/edit/metadata-editor'
import { relinkBookmarks } from '../../../library/reading/bookmark-store'
import { relinkProgress } from '../../../library/reading/progress-row-store'
import { recount } from '../../../library/series/counts-store'
import { needSeries, unknownSeries } from '../../../library/series/need'
import { findSeries, type SeriesRow } from '../../../library/series/store'
import type { OnIssuesReplaced } from '../../arcs/unfollowed'
import { regroupSeries } from '../duplicates/grouper'
import type * as schema from '../schema'
import * as store from './merge-store'
import { pairSide } from './pair-side'

interface Deps {
  db: Database
  clock: Clock
  random: Pick<Random, 'id'>
  editing: Pick<MetadataEditor, 'editSeries'>
  /** Providers, the preferred one first. */
  order: () => readonly ProviderName[]
  replaced: OnIssuesReplaced
}

const SHOWN = 20
const KEPT_MS = 90 * 86_400_000

/** Merges two series into one, with a record that undoes it. Files stay where they are. */
export class SeriesMerges {
  constructor(private readonly deps: Deps) {}

  preview({ keep_id, other_id }: schema.MergeBody): schema.MergePreview {
    const { read } = this.deps.db
    const { keep, other } = this.pair({ keep_id, other_id })
    return { keep: pairSide(read, keep), other: pairSide(read, other), ...store.mergeScope(read, keep_id, other_id) }
  }

  /** Later files with the name of the merged series are recognised as the kept one, since that name is an alias now. */
  merge({ keep_id, other_id }: schema.MergeBody): { success: true; merge_id: string } {
    const { db, clock, random, editing, order, replaced } = this.deps
    const { keep, other } = this.pair({ keep_id, other_id })
    const merge_id = random.id()
    db.write((tx) => {
      const { moved, joined } = store.mergeScope(tx, keep_id, other_id)
      const undo = recordUndo(tx, store.mergedTables(tx), () => {
        const context = { at: clock.now(), order: order() }
        store.mergeRows(tx, keep_id, other_id, { ...context, replaced })
        addSharedFacts(tx, keep_id, context)
        const aliases = aliasesOf(keep, other)
        if (aliases) editing.editSeries(keep_id, { aliases })
        recount(tx, keep_id)
      })
      const row = { keep_id, other_id, other_name: other.name, issues: moved + joined, undone_at: null }
      store.addMerge(tx, { merge_id, ...row, merged_at: clock.now(), undo })
      regroupSeries(tx, keep_id)
      tx.emit({ type: 'library.changed' })
    })
    return { success: true, merge_id }
  }

  undo(mergeId: string): { success: true } {
    const { db, clock } = this.deps
    const row = store.findMerge(db.read, mergeId)
    if (!row?.undo) throw new Refusal('missing', 'Merge not found.')
    if (row.undone_at !== null) throw new Refusal('conflict', 'The merge was already undone.')
    if (!findSeries(db.read, row.keep_id)) throw new Refusal('conflict', 'The merged series no longer exists.')
    if (findSeries(db.read, row.other_id))
      throw new Refusal('conflict', `${row.other_name} was added to the library again.`)
    if (store.laterMerges(db.read, row) > 0)
      throw new Refusal('conflict', 'Other series were merged into this one later. Undo those merges first.')
    try {
      db.write((tx) => {
        runUndo(tx, row.undo ?? [])
        store.setMergeUndone(tx, mergeId, clock.now())
        for (const comicId of [row.keep_id, row.other_id]) {
          // Files that were read since the merge return to their issues.
          relinkProgress(tx, comicId)
          relinkBookmarks(tx, comicId)
          recount(tx, comicId)
          regroupSeries(tx, comicId)
        }
        tx.emit({ type: 'library.changed' })
      })
    } catch (error) {
      if (!isOrphaned(error)) throw error
      throw new Refusal('conflict', 'Parts of the merged series were deleted, so the merge cannot be undone.', {}, { cause: error }) // biome-ignore format: one line
    }
    return { success: true }
  }

  list(): schema.MergeList {
    return { merges: store.mergesOf(this.deps.db.read, SHOWN) }
  }

  /** Merges can be undone for 90 days. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => store.pruneMerges(tx, plus(clock.now(), -KEPT_MS)))
  }

  private pair({ keep_id, other_id }: schema.MergeBody): { keep: SeriesRow; other: SeriesRow } {
    const { read } = this.deps.db
    if (keep_id === other_id) throw new Refusal('invalid', 'Choose two different series.')
    const [keep, other] = [needSeries(read, keep_id), needSeries(read, other_id)]
    // It exists for story arcs only, and what it has is listed nowhere.
    for (const { status, comic_id } of [keep, other]) if (status === 'unfollowed') throw unknownSeries(comic_id)
    if (keep.content_type !== other.content_type)
      throw new Refusal('conflict', 'A comic and a manga cannot be merged. Change the kind of one of them first.')
    return { keep, other }
  }
}

/** Undefined when the kept series has these names already. */
function aliasesOf(keep: SeriesRow, other: SeriesRow): string[] | undefined {
  const own = keep.aliases ?? []
  const all = [...new Set([...own, other.name, ...(other.aliases ?? [])])].filter((name) => name !== keep.name)
  return all.length > own.length ? all.slice(0, MOST_ALIASES) : undefined
}
const MOST_ALIASES = 50
