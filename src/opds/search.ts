import { normalNumber } from '../releases/numbers'
import { matchKey } from '../releases/titles'

export interface Asked {
  /** What the names of series must hold, each. */
  keys: string[]
  /** When the last word is a number: the names without it, and it. */
  numbered?: { keys: string[]; number: string }
}

const MOST_WORDS = 12
const NUMBER = /^#?(\d{1,6}(?:\.\d{1,3})?)$/

/** What the words in a reading app's search field ask for: `saga 12` is issue 12 of Saga, or a series with 12 in its name. */
export function asked(words: string): Asked {
  const list = words
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
  const keys = keysOf(list)
  const number = NUMBER.exec(list.at(-1) ?? '')?.[1]
  if (number === undefined || list.length < 2) return { keys }
  return { keys, numbered: { keys: keysOf(list.slice(0, -1)), number: normalNumber(number) } }
}

function keysOf(words: string[]): string[] {
  // An article counts for nothing inside a name and for itself alone; the letter in front makes it stand inside one.
  const keys = words.map((word) => matchKey(`x ${word}`).slice(1)).filter((key) => key !== '')
  return keys.length > 0 || words.length === 0 ? keys : [matchKey(words.join(' '))]
}
