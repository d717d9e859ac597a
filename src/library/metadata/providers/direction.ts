import type { ReadingDirection } from '../../series/states'

/** The tag of webtoons, at every provider that has tags. */
const STRIP = 'Long Strip'

/** Undefined where the origin is unknown: then the kind of the series decides. */
export function directionOf(tags: readonly string[], isJapanese: boolean | undefined): ReadingDirection | undefined {
  if (tags.includes(STRIP)) return 'down'
  return isJapanese === undefined ? undefined : isJapanese ? 'rtl' : 'ltr'
}
