import { asUser } from '../../../base/platform/caller'
import { findIssue } from '../../../library/series/store'
import { entryFor } from '../../readlist/new-entry'
import { MOST_LIST_ENTRIES } from '../../readlist/states'
import { addEntries, changeList, entryIds, findList, insertList, ownLists, userOfList } from '../../readlist/store'
import { earlierIds, wasMade } from '../store'
import type { LibraryMove } from './library-move'
import { type NamedList, namedLists } from './list-names'

export const REMOVED_LIST = 'You removed it here, and it stays removed.'
export const REMOVED_ENTRY = 'You took it out here, and it stays out.'

/** Moves lists of issues, including shared lists of other users. A list of the same name gets what it lacks. */
export function moveLists(moving: LibraryMove): void {
  const { tx, run_id } = moving.move
  const earlier = earlierIds(tx, run_id, 'list')
  for (const list of namedLists(moving, 'list')) {
    const known = earlier.get(list.id)
    // An earlier move may have given the list to another user.
    const isOfOther = known !== undefined && (userOfList(tx, known) ?? list.owner) !== list.owner
    asUser(list.owner, () => moveList(moving, list, isOfOther ? undefined : known))
  }
}

function moveList(moving: LibraryMove, list: NamedList, earlier: string | undefined): void {
  const { move, label } = moving
  const { tx, tally, at, run_id } = move
  const listId = earlier ?? listNamed(moving, list)
  // Recorded even for a removed list: the next move must know the name.
  move.renamed('list', list.id, listId)
  if (!findList(tx, listId)) {
    tally.left(list.id, list.name, REMOVED_LIST)
    return
  }
  tally.taken()
  const there = new Set(entryIds(tx, listId))
  const added: Parameters<typeof addEntries>[2][number][] = []
  for (const { id, issueId } of itemsOf(moving, list)) {
    const entry = issueId === undefined ? undefined : entryFor(tx, issueId)
    if (issueId === undefined || entry === undefined)
      tally.left(id, list.name, `Its issue was left behind, or ${label} does not have it any more.`)
    else if (there.has(issueId)) tally.merged(id, list.name, 'The list already has this issue.')
    else if (wasMade(tx, run_id, 'reading_list_entries', `${listId}\n${issueId}`))
      tally.left(id, list.name, REMOVED_ENTRY)
    else if (there.size >= MOST_LIST_ENTRIES)
      tally.left(id, list.name, `A reading list holds up to ${MOST_LIST_ENTRIES} issues.`)
    else {
      added.push({ ...entry, added_at: at })
      there.add(issueId)
      tally.taken()
    }
  }
  addEntries(tx, listId, added)
  changeList(tx, listId, {}, at)
}

function listNamed({ move, hasOthers }: LibraryMove, { name, shared }: NamedList): string {
  const known = ownLists(move.tx).find((row) => row.name.toLowerCase() === name.toLowerCase())
  if (known) return known.list_id
  const list_id = move.random.id()
  insertList(move.tx, { list_id, name }, move.at)
  if (shared && hasOthers) changeList(move.tx, list_id, { shared }, move.at)
  return list_id
}

/** The items in the source's order, each with its issue of the library. */
function itemsOf({ move }: LibraryMove, list: NamedList): { id: string; issueId: string | undefined }[] {
  const items = list.items.map((id) => {
    const issueId = move.ownId('issue', id)
    const issue = issueId === undefined ? undefined : findIssue(move.tx, issueId)
    return { id, issueId: issue?.issue_id, date: issue?.release_date ?? issue?.issue_date ?? '9999' }
  })
  return list.ordered ? items : items.sort((a, b) => a.date.localeCompare(b.date))
}
