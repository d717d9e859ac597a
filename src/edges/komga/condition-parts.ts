import type { Condition } from './condition'
import type { ReadState } from './states'

/** What a condition is made of, for choosing how a list is read. */

/** The conditions that all have to hold. */
export const partsOf = (condition: Condition): Condition[] =>
  'all' in condition ? condition.all.flatMap(partsOf) : [condition]

/** Whether everything passes. */
export function isTrivial(condition: Condition): boolean {
  if ('all' in condition) return condition.all.every(isTrivial)
  if ('not' in condition) return 'is' in condition.not && condition.not.is === 'constant' && !condition.not.value
  return 'is' in condition && condition.is === 'constant' && condition.value
}

/** Whether all books of a series pass or none. */
export function isOfWholeSeries(condition: Condition): boolean {
  if ('all' in condition) return condition.all.every(isOfWholeSeries)
  if ('any' in condition) return condition.any.every(isOfWholeSeries)
  if ('not' in condition) return isOfWholeSeries(condition.not)
  return condition.is === 'constant' || condition.is === 'library'
}

/** Whether it depends on what the caller has read. */
export function readsProgress(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(readsProgress)
  if ('any' in condition) return condition.any.some(readsProgress)
  if ('not' in condition) return readsProgress(condition.not)
  return condition.is === 'read'
}

/** The states of reading that it asks for, and the other parts; undefined when it asks for none. */
export function readStatesIn(condition: Condition): { states: readonly ReadState[]; rest: Condition } | undefined {
  const parts = partsOf(condition)
  const at = parts.findIndex((part) => 'is' in part && part.is === 'read')
  const part = parts[at]
  if (part === undefined || !('is' in part) || part.is !== 'read') return undefined
  return { states: part.words, rest: { all: parts.filter((_, other) => other !== at) } }
}

/** The series that it names, when it leaves no other. */
export function seriesNamedBy(condition: Condition): string[] | undefined {
  return partsOf(condition)
    .flatMap((part) => ('is' in part && part.is === 'series' ? [part.ids] : []))
    .at(0)
}
