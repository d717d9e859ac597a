import type { Rule } from '../rule'
import { coversByLedger } from '../satisfies'

/** A chapter is not a volume. A volume contains a chapter only if the library says so. */
export const unitRule: Rule = (the) => {
  const { reading, target } = the
  if (target.wanted.kind !== 'manga' || reading.week || reading.wholeRun) return undefined
  if (reading.number === '' && reading.spans.length === 0) return undefined
  if (reading.unit === target.unit || coversByLedger(reading, target)) return undefined
  return { code: 'rejected.unit_mismatch', message: `Wrong unit: ${reading.unit} (wanted: ${target.unit})` }
}
