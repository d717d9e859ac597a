import { issuesInOrder } from '../../reading/series-reading-store'
import { entryFor } from '../../readlist/new-entry'
import { MOST_ENTRIES } from '../../readlist/states'
import { addEntry, allLists, changeList, entriesOf, insertList } from '../../readlist/store'
import { findIssue, findSeries } from '../../series/store'
import type { LibraryMove } from './library-move'
import type { SourceList } from './rows'

/** Lists of issues, and those of others that everybody may see. A list of the same name gets what it lacks. */
export function moveLists(moving: LibraryMove): void {
  for (const list of moving.library.lists()) if (list.kind === 'list') moveList(moving, list)
}

/** A collection that a person put in order is read in that order; the others are shelves, which have no home here. */
export function moveCollections(moving: LibraryMove): void {
  for (const list of moving.library.lists()) {
    if (list.kind !== 'collection') continue
    if (list.ordered) moveList(moving, list)
    else leaveShelf(moving, list)
  }
}

function leaveShelf({ move, library }: LibraryMove, list: SourceList): void {
  const names = new Map([...library.series()].map(({ id, name }) => [id, name]))
  const reason = 'Panelkeep has no collections of series. It does have reading lists.'
  move.tally.left(list.id, list.name, reason)
  for (const id of list.items) move.tally.left(id, `${list.name}: ${names.get(id) ?? id}`, reason)
}

function moveList(moving: LibraryMove, list: SourceList): void {
  const { move, label } = moving
  const { tx, tally, at } = move
  if (list.user_id !== null && !list.shared && !moving.isReader(list.user_id)) {
    tally.left(list.id, list.name, 'The private list of another person: only one is moved.')
    return
  }
  tally.taken()
  const listId = listNamed(moving, list.name)
  let count = entriesOf(tx, listId).length
  for (const { id, issueIds } of itemsOf(moving, list)) {
    const entries = issueIds.flatMap((issueId) => entryFor(tx, issueId) ?? [])
    if (entries.length === 0) {
      tally.left(id, list.name, `Its issue was left behind, or ${label} does not have it any more.`)
      continue
    }
    if (count + entries.length > MOST_ENTRIES) {
      tally.left(id, list.name, `A reading list holds up to ${MOST_ENTRIES} issues.`)
      continue
    }
    const added = entries.filter((entry) => addEntry(tx, { ...entry, list_id: listId, added_at: at })).length
    count += added
    if (added > 0) tally.taken()
    else tally.merged(id, list.name, 'The list already has this issue.')
  }
  changeList(tx, listId, {}, at)
}

function listNamed({ move }: LibraryMove, name: string): string {
  const known = allLists(move.tx).find((row) => row.name.toLowerCase() === name.toLowerCase())
  if (known) return known.list_id
  const list_id = move.random.id()
  insertList(move.tx, { list_id, name }, move.at)
  return list_id
}

/** The items in the order in which the source shows them, each with the issues that it means here. */
function itemsOf({ move }: LibraryMove, list: SourceList): { id: string; issueIds: string[] }[] {
  const { tx } = move
  if (list.kind === 'collection')
    return list.items.map((id) => {
      const comicId = move.ownId('series', id)
      const isThere = comicId !== undefined && findSeries(tx, comicId) !== undefined
      return { id, issueIds: isThere ? issuesInOrder(tx, comicId).map(({ issue_id }) => issue_id) : [] }
    })
  const items = list.items.map((id) => {
    const issueId = move.ownId('issue', id)
    const issue = issueId === undefined ? undefined : findIssue(tx, issueId)
    return { id, issueIds: issue ? [issue.issue_id] : [], date: issue?.release_date ?? issue?.issue_date ?? '9999' }
  })
  return list.ordered ? items : items.sort((a, b) => a.date.localeCompare(b.date))
}
