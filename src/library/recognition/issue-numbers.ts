import { readNumber } from '../../base/names/numbers'
import type { ContentType, Unit } from '../series/states'

/** A file with more numbers than this would be a whole run: its name is misread. */
const MOST_NUMBERS = 50

/** "7" to "9" are three issues in one file. */
export function numbersOf({ number, number_end }: { number: string; number_end: string }): string[] {
  const [from, to] = [wholeOf(number), wholeOf(number_end)]
  if (from === undefined || to === undefined || to <= from || to - from >= MOST_NUMBERS) return [number]
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
}

function wholeOf(printed: string): number | undefined {
  const read = readNumber(printed)
  return read && !read.negative && read.fraction === '' && read.suffix === '' ? Number(read.whole) : undefined
}

export function unitFor(content: ContentType, unit: Unit): Unit {
  if (unit === 'volume') return unit
  return content === 'manga' ? 'chapter' : 'issue'
}
