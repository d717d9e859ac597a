import type { SourcePerson } from './wire'

type ChosenUser = { id: string; user_id?: string; role?: 'manager' | 'reader' }

/** The id of the owner's user. */
export const OWNER = 'owner'
/** Before the id of the user who gets the reading. */
export const JOIN = 'user:'
export const LEAVE = 'leave'

/** What happens with a user of the other program: a new user of a role, the reading of an existing one, or nothing. */
export type PersonChoice = 'reader' | 'manager' | typeof LEAVE | `${typeof JOIN}${string}`

/** The choice before one is made: the owner is who read most, unless another has the owner's name. */
export function firstChoice(person: SourcePerson, people: readonly SourcePerson[]): PersonChoice {
  if (person.user_id !== null) return `${JOIN}${person.user_id}`
  const isKnown = people.some(({ user_id }) => user_id === OWNER)
  const [most] = people.toSorted((a, b) => b.progress - a.progress)
  return !isKnown && person === most ? `${JOIN}${OWNER}` : 'reader'
}

/** A user to move, as the server takes it; none for one that is left out. */
export function chosenUser(id: string, choice: PersonChoice): ChosenUser[] {
  if (choice === LEAVE) return []
  if (choice === 'reader' || choice === 'manager') return [{ id, role: choice }]
  return [{ id, user_id: choice.slice(JOIN.length) }]
}
