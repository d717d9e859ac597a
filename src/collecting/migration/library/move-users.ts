import { seesNothing } from '../../../base/auth/limits'
import { cutToName, usableUserName } from '../../../base/auth/login-names'
import { findUser, listUsers, type UserRow } from '../../../base/auth/user-store'
import { addUserRow, freeUserName, MOST_USERS } from '../../../base/auth/users'
import { OWNER_ID } from '../../../base/platform/caller'
import { earlierIds, type MovedUserRow, movedUsers, recordMadeUser } from '../store'
import type { LibraryMove } from './library-move'
import type { SourceUser } from './rows'

type Choice = Pick<MovedUserRow, 'choice' | 'role' | 'own_id'>

/**
 * Makes the chosen users, and joins others with users of Panelkeep. It runs before all other steps, which ask for whom
 * each row is. Passwords stay in the source: a new user gets an invitation.
 */
export function moveUsers(moving: LibraryMove): void {
  const { move, library } = moving
  const choices = new Map<string, Choice>(movedUsers(move.tx, move.run_id).map((row) => [row.source_id, row]))
  const earlier = earlierIds(move.tx, move.run_id, 'user')
  for (const user of library.users()) {
    const choice = choices.get(user.id) ?? choiceWithout(moving, user.id)
    if (choice.choice === 'add') addUser(moving, user, choice, earlier.get(user.id))
    else if (choice.choice === 'join') joinUser(moving, user, choice.own_id)
    else move.tally.left(user.id, user.name, 'This user was not chosen.')
  }
}

/** Runs that chose one person have no rows for the others. */
function choiceWithout({ move, hasChoice }: LibraryMove, sourceId: string): Choice {
  const isOwner = !hasChoice || move.reader === sourceId
  return { choice: isOwner ? 'join' : 'leave', role: 'reader', own_id: isOwner ? OWNER_ID : null }
}

const userIn = ({ move }: LibraryMove, userId: string | null | undefined): UserRow | undefined => {
  const row = userId ? findUser(move.tx, userId) : undefined
  return row?.deleted_at === null ? row : undefined
}

function joinUser(moving: LibraryMove, { id, name }: SourceUser, userId: string | null): void {
  const { tally } = moving.move
  const row = userIn(moving, userId)
  if (!row) {
    tally.left(id, name, 'The chosen user no longer exists.')
    return
  }
  moving.move.renamed('user', id, row.user_id)
  const isOwner = row.user_id === OWNER_ID
  tally.merged(id, name, isOwner ? 'The reading of this user is yours.' : `The reading of this user is ${row.name}'s.`)
}

function addUser(moving: LibraryMove, user: SourceUser, { role }: Choice, earlier: string | undefined): void {
  const { move, label } = moving
  const { tx, tally, at, random, run_id, ownerName } = move
  if (earlier !== undefined && userIn(moving, earlier)) {
    joinUser(moving, user, earlier)
    return
  }
  const before = listUsers(tx).length
  if (before >= MOST_USERS) {
    tally.left(user.id, user.name, `Panelkeep keeps up to ${MOST_USERS} users.`)
    return
  }
  const name = freeUserName(tx, usableUserName(user.name), ownerName)
  // Who keeps the library sees all of it.
  const limits = role === 'manager' ? null : user.limits
  const { user_id } = addUserRow(tx, { name, role, limits }, { random, at, before })
  move.renamed('user', user.id, user_id)
  tally.taken()
  const notes = [...nameNotes(user.name, name, label), ...limitNotes(user, role)]
  recordMadeUser(tx, { run_id, source_id: user.id, own_id: user_id, made_name: name, notes })
  tx.emit({ type: 'user.changed', user_id })
}

function nameNotes(before: string, name: string, label: string): string[] {
  const usable = usableUserName(before)
  const was = `Named “${cutToName(before)}” in ${label}`
  if (usable !== before.normalize('NFC')) return [`${was}, which is no name for a login here.`]
  return usable === name ? [] : [`${was}. That name is taken here.`]
}

function limitNotes({ limits, hidden_by }: SourceUser, role: Choice['role']): string[] {
  if (role === 'manager')
    return limits === null ? [] : ['A manager sees the whole library, so the limits were left out.']
  return seesNothing(limits) ? [`Sees nothing until you choose. ${hidden_by}`] : []
}
