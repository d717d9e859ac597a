import type { UserRow } from '../../base/auth/user-store'
import { MOST_USERS } from '../../base/auth/users'
import { OWNER_ID } from '../../base/platform/caller'
import { legacy } from '../../base/refusal'
import type { SourceReader } from './source'
import type { MovedUserRow } from './store'

/** A user of the source whom the owner chose. */
export interface ChosenUser {
  id: string
  /** The user of Panelkeep who gets the reading; without it a new one is made. */
  user_id?: string
  role?: 'manager' | 'reader'
}

interface Chosen {
  reader?: string
  users?: ChosenUser[]
}

interface Known {
  readers: readonly SourceReader[]
  /** The users of Panelkeep. */
  known: readonly UserRow[]
  /** "Komga" */
  label: string
}

export interface UserChoices {
  /** The user of the source whose reading becomes the owner's. */
  reader: string | null
  rows: Omit<MovedUserRow, 'run_id'>[]
}

/** What happens with each user of the source. Throws Refusal for a choice that cannot be met. */
export function userChoicesOf({ reader, users }: Chosen, { readers, known, label }: Known): UserChoices {
  const most = users === undefined ? readers[0]?.id : undefined
  const owner = reader ?? most
  const chosen = [...(users ?? []), ...(owner === undefined ? [] : [{ id: owner, user_id: OWNER_ID }])]
  const byId = new Map<string, ChosenUser>()
  for (const each of chosen) {
    if (!readers.some(({ id }) => id === each.id))
      throw legacy('invalid', `${label} has no person ${each.id}. Choose one of those in the preview.`)
    if (byId.has(each.id)) throw legacy('invalid', `The person ${each.id} was chosen twice.`)
    if (each.user_id !== undefined && !known.some(({ user_id }) => user_id === each.user_id))
      throw legacy('invalid', 'A user who was chosen for the reading no longer exists. Choose again.')
    byId.set(each.id, each)
  }
  const added = chosen.filter(({ user_id }) => user_id === undefined).length
  if (known.length + added > MOST_USERS)
    throw legacy('invalid', `Panelkeep keeps up to ${MOST_USERS} users. Choose fewer people.`)
  return {
    reader: chosen.find(({ user_id }) => user_id === OWNER_ID)?.id ?? null,
    rows: readers.map(({ id }) => rowOf(id, byId.get(id))),
  }
}

function rowOf(source_id: string, chosen: ChosenUser | undefined): Omit<MovedUserRow, 'run_id'> {
  const choice = chosen === undefined ? 'leave' : chosen.user_id === undefined ? 'add' : 'join'
  const own_id = chosen?.user_id ?? null
  return { source_id, choice, role: chosen?.role ?? 'reader', own_id, made_name: null, notes: [] }
}
