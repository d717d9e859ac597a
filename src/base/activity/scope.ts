import { Refusal } from '../refusal'

/** The types that filter the list. */
const scopeTypes = ['issue', 'annual', 'series'] as const
export interface Scope {
  type: (typeof scopeTypes)[number]
  id: string
}

/** Undefined for everything. Throws Refusal 'invalid' when one of the two fields is missing or the type is unknown. */
export function scopeOf({ scope_type, scope_id }: { scope_type?: string; scope_id?: string }): Scope | undefined {
  if (scope_type === undefined && scope_id === undefined) return undefined
  const type = scopeTypes.find((each) => each === scope_type)
  if (scope_type !== undefined && !type)
    throw new Refusal('invalid', `scope_type is one of ${scopeTypes.join(', ')}, not "${scope_type}".`)
  if (!type || !scope_id) throw new Refusal('invalid', 'scope_type and scope_id go together: one of them is missing.')
  return { type, id: scope_id }
}
