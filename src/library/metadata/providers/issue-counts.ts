import { normalNumber } from '../../../base/names/numbers'

/** More are not made up of a count: a slip of a finger must not make a million rows. */
const MOST = 3000

/** `1` to the last number, and that itself where it is a decimal; nothing for what is no number or beyond all manga. */
export function numbersUpTo(last = ''): string[] {
  const whole = /^\d+(?:\.\d+)?$/.test(last) ? Math.floor(Number(last)) : 0
  if (whole > MOST) return []
  const numbers = Array.from({ length: whole }, (_, index) => String(index + 1))
  return last.includes('.') && whole > 0 ? [...numbers, normalNumber(last)] : numbers
}

/** The id of a volume or a chapter that its source has none for. */
export function madeUpId(seriesId: string, unit: 'chapter' | 'volume', number: string): string {
  return `${seriesId}-${unit === 'chapter' ? 'c' : 'v'}${number}`
}
