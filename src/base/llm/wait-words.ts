import { between } from '../platform/clock'
import type { Instant } from '../platform/ports'
import { countWords } from '../platform/words'

const UNITS = [
  ['second', 1000, 90],
  ['minute', 60_000, 90],
  ['hour', 3_600_000, Number.POSITIVE_INFINITY],
] as const

/** The time until then, for sentences: `30 seconds`, `2 minutes`, `1 hour`. Rounded up. */
export function waitWords(now: Instant, until: Instant): string {
  const ms = Math.max(between(now, until), 1000)
  const [unit, size] = UNITS.find(([, each, most]) => ms / each <= most)!
  const count = Math.ceil(ms / size)
  return countWords(count, unit)
}
