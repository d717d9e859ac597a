import type { ReadingDirection } from './states'

/** The direction in the vocabulary of formats and tools that only know two: a webtoon has left-to-right pages there. */
export function pageDirection(direction: ReadingDirection): 'ltr' | 'rtl' {
  return direction === 'rtl' ? 'rtl' : 'ltr'
}
