import { readNumber } from '../../../base/names/numbers'

/** First and last number of a range. */
export interface NumberSpan {
  from: number
  to: number
}

/** Wider ranges are not lists of issues. */
const WIDEST = 2000

/** Undefined unless both are whole numbers, the second larger. */
export function numberSpanOf(first: string, last: string): NumberSpan | undefined {
  const [from, to] = [wholeOf(first), wholeOf(last)]
  if (from === undefined || to === undefined || to <= from || to - from > WIDEST) return undefined
  return { from, to }
}

function wholeOf(printed: string): number | undefined {
  if (printed === '') return undefined
  const read = readNumber(printed)
  return read && !read.negative && read.fraction === '' && read.suffix === '' ? Number(read.whole) : undefined
}

/** Whether one of the ranges contains the number. A number with a suffix is in none. */
export function inSpans(printed: string, spans: readonly NumberSpan[]): boolean {
  const read = spans.length > 0 ? readNumber(printed) : null
  if (!read || read.negative || read.suffix !== '') return false
  const value = Number(`${read.whole}.${read.fraction || 0}`)
  return spans.some(({ from, to }) => value >= from && value <= to)
}
