import type { LibraryMove } from './library-move'
import type { SourceList } from './rows'

/** A list with the name that it gets in Panelkeep. */
export type NamedList = SourceList

/**
 * The lists of a kind that are moved. Lists of other users are left behind unless they are shared. When two users
 * have lists of one name, the second also gets the name of its owner.
 */
export function namedLists(moving: LibraryMove, kind: SourceList['kind']): NamedList[] {
  const { library, move } = moving
  const people = new Map([...library.users()].map(({ id, name }) => [id, name]))
  const owners = new Map<string, string | null>()
  const lists: NamedList[] = []
  const own = [...library.lists()].filter((list) => list.kind === kind)
  // The reader's own list keeps the plain name.
  const isOthers = ({ user_id }: SourceList) => Number(user_id !== null && !moving.isReader(user_id))
  for (const list of own.toSorted((a, b) => isOthers(a) - isOthers(b))) {
    const { id, user_id, shared, name } = list
    if (user_id !== null && !shared && !moving.isReader(user_id)) {
      move.tally.left(id, name, `The private ${kind} of another person: only one person's are moved.`)
      continue
    }
    const key = name.toLowerCase()
    const isTaken = owners.has(key) && owners.get(key) !== user_id
    if (!isTaken) owners.set(key, user_id)
    lists.push(isTaken ? { ...list, name: `${name} (${people.get(user_id ?? '') ?? user_id ?? id})` } : list)
  }
  return lists
}
