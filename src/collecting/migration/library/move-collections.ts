import { findSeries } from '../../../library/series/store'
import {
  addToCollection,
  allCollections,
  changeCollection,
  findCollection,
  insertCollection,
  seriesIn,
} from '../../../library/shelves/collection-store'
import { MOST_COLLECTIONS, MOST_SERIES } from '../../../library/shelves/states'
import { earlierIds, wasMade } from '../store'
import type { LibraryMove } from './library-move'
import { type NamedList, namedLists } from './list-names'
import { REMOVED_ENTRY, REMOVED_LIST } from './move-lists'

/** Moves collections of series. A collection of the same name gets what it lacks. */
export function moveCollections(moving: LibraryMove): void {
  const earlier = earlierIds(moving.move.tx, moving.move.run_id, 'collection')
  for (const list of namedLists(moving, 'collection')) moveCollection(moving, list, earlier.get(list.id))
}

function moveCollection(moving: LibraryMove, list: NamedList, earlier: string | undefined): void {
  const { move, label } = moving
  const { tx, tally, at, run_id } = move
  const collectionId = earlier ?? collectionNamed(moving, list.name)
  if (collectionId === undefined) {
    tally.left(list.id, list.name, `Panelkeep keeps up to ${MOST_COLLECTIONS} collections.`)
    return
  }
  move.renamed('collection', list.id, collectionId)
  if (!findCollection(tx, collectionId)) {
    tally.left(list.id, list.name, REMOVED_LIST)
    return
  }
  tally.taken()
  const there = new Set(seriesIn(tx, collectionId).map(({ comic_id }) => comic_id))
  for (const { id, comicId } of itemsOf(moving, list)) {
    if (comicId === undefined)
      tally.left(id, list.name, `Its series was left behind, or ${label} does not have it any more.`)
    else if (there.has(comicId)) tally.merged(id, list.name, 'The collection already has this series.')
    else if (wasMade(tx, run_id, 'collection_series', `${collectionId}\n${comicId}`))
      tally.left(id, list.name, REMOVED_ENTRY)
    else if (there.size >= MOST_SERIES) tally.left(id, list.name, `A collection holds up to ${MOST_SERIES} series.`)
    else {
      addToCollection(tx, collectionId, [comicId])
      there.add(comicId)
      tally.taken()
    }
  }
  changeCollection(tx, collectionId, {}, at)
  tx.emit({ type: 'collection.changed', collection_id: collectionId })
}

function collectionNamed({ move }: LibraryMove, name: string): string | undefined {
  const all = allCollections(move.tx)
  const known = all.find((row) => row.name.toLowerCase() === name.toLowerCase())
  if (known) return known.collection_id
  if (all.length >= MOST_COLLECTIONS) return undefined
  const id = move.random.id()
  insertCollection(move.tx, id, name, move.at)
  return id
}

/** Items in the user's order, or sorted by name. */
function itemsOf({ move }: LibraryMove, list: NamedList): { id: string; comicId: string | undefined }[] {
  const items = list.items.map((id) => {
    const comicId = move.ownId('series', id)
    const row = comicId === undefined ? undefined : findSeries(move.tx, comicId)
    return { id, comicId: row?.comic_id, name: row?.sort_name ?? '' }
  })
  return list.ordered ? items : items.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
}
