import { OWNER_ID } from '../../../base/platform/caller'
import type { LibraryMove } from './library-move'
import type { SourceList } from './rows'

/** A list with the name that it gets in Panelkeep, and its user there. */
export interface NamedList extends SourceList {
  owner: string
}

/**
 * The lists of a kind that are moved. A list of a chosen user stays that user's; other lists that all could see become
 * the owner's. Private lists of others are left behind. When one user gets two lists of one name from different
 * people, the second also gets the name of its person.
 */
export function namedLists(moving: LibraryMove, kind: SourceList['kind']): NamedList[] {
  const { library, move } = moving
  const people = new Map([...library.users()].map(({ id, name }) => [id, name]))
  const taken = new Map<string, string | null>()
  const lists: NamedList[] = []
  const all = [...library.lists()].filter((list) => list.kind === kind)
  // A user's own list keeps the plain name.
  const isOthers = ({ user_id }: SourceList) => Number(user_id !== null && moving.userOf(user_id) === undefined)
  for (const list of all.toSorted((a, b) => isOthers(a) - isOthers(b))) {
    const { id, user_id, name } = list
    const owner = ownerOf(moving, list)
    if (owner === undefined) {
      move.tally.left(id, name, REASONS[kind])
      continue
    }
    const key = `${owner} ${name.toLowerCase()}`
    const isTaken = taken.has(key) && taken.get(key) !== user_id
    if (!isTaken) taken.set(key, user_id)
    const named = isTaken ? `${name} (${people.get(user_id ?? '') ?? user_id ?? id})` : name
    lists.push({ ...list, name: named, owner })
  }
  return lists
}

const REASONS = {
  list: 'The private list of a person who was not chosen.',
  collection: 'The private collection of another person. Panelkeep shows collections to all users.',
} as const satisfies Record<SourceList['kind'], string>

/** Undefined for a list that is left behind. Collections belong to the library. */
function ownerOf(moving: LibraryMove, { kind, user_id, shared }: SourceList): string | undefined {
  const own = user_id === null ? OWNER_ID : moving.userOf(user_id)
  const owner = kind === 'collection' && own !== OWNER_ID ? undefined : own
  return owner ?? (shared ? OWNER_ID : undefined)
}
