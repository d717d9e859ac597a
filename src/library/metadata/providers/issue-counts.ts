import { normalNumber } from '../../../base/names/numbers'

/** The most issues made from a count: a typing error must not create a million rows. */
const MOST = 3000

/**
 * `1` up to the last number, and the last number itself where it is a decimal; empty for an invalid or impossible
 * number.
 */
export function numbersUpTo(last = ''): string[] {
  const whole = /^\d+(?:\.\d+)?$/.test(last) ? Math.floor(Number(last)) : 0
  if (whole > MOST) return []
  const numbers = Array.from({ length: whole }, (_, index) => String(index + 1))
  return last.includes('.') && whole > 0 ? [...numbers, normalNumber(last)] : numbers
}

/** The id of a volume or a chapter without an id at its source. */
export function madeUpId(seriesId: string, unit: 'chapter' | 'volume', number: string): string {
  return `${seriesId}-${unit === 'chapter' ? 'c' : 'v'}${number}`
}
