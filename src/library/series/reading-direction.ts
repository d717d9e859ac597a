import type { ReadingDirection } from './states'

/** The direction for formats and tools that only know two: a webtoon counts as left to right. */
export function pageDirection(direction: ReadingDirection): 'ltr' | 'rtl' {
  return direction === 'rtl' ? 'rtl' : 'ltr'
}
