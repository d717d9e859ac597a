import { Refusal } from '../refusal'
import type { Limits, Role } from './states'

/** Names of tags are compared case-folded, as they are stored. A blank one is none. */
function keysOf(tags: readonly string[]): string[] {
  const keys = tags.map((tag) => tag.trim().normalize('NFKC').toLowerCase())
  return [...new Set(keys)].filter((key) => key !== '')
}

/**
 * Throws Refusal 'invalid' for limits that exclude everything, and for those of a manager: who keeps the library would
 * add again, or overwrite, what is hidden.
 */
export function checkedLimits(role: Role, limits: Limits | null): Limits | null {
  if (limits === null) return null
  if (role === 'manager')
    throw new Refusal('invalid', 'A manager keeps the whole library and so sees all of it. Limits are for readers.')
  const [tags_any, tags_none] = [keysOf(limits.tags_any), keysOf(limits.tags_none)]
  if (limits.kinds.length === 0) throw excluded('Choose comics, manga or both')
  if (limits.collections?.length === 0) throw excluded('Choose at least one collection, or allow all')
  if (tags_any.length > 0 && tags_any.every((tag) => tags_none.includes(tag)))
    throw excluded('The same tags are both required and forbidden')
  return { ...limits, tags_any, tags_none }
}

/** Whether anything of the library is hidden from the user. */
export function hidesSeries(limits: Limits | null): limits is Limits {
  if (limits === null) return false
  const { kinds, max_age, tags_any, tags_none, collections } = limits
  return (
    max_age !== null || collections !== null || tags_any.length > 0 || tags_none.length > 0 || new Set(kinds).size < 2
  )
}

/**
 * Whether the limits hide the whole library until the owner chooses others. A move from another program makes them,
 * when that program's own limits have no counterpart.
 */
export const seesNothing = (limits: Limits | null): boolean => limits?.collections?.length === 0

const excluded = (what: string) => new Refusal('invalid', `${what}: with these limits the user would see nothing.`)
