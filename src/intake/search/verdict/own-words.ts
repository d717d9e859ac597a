import { type ReadName, type ReadOptions, readName } from '../../../base/names/read-name'
import { matchKey } from '../../../base/names/titles'
import { Trait, traitsOf } from '../../../base/names/vocabulary'

/** A wanted name with numbers, brackets or words that have another meaning in titles. */
export interface OwnWords {
  name: string
  /** Finds the name in a title, with any separators between its words. */
  pattern: RegExp
  /** The key of the name once these words are hidden. */
  key: string
  numbered: boolean
}

const WORD = /[\p{L}\p{N}]+/gu
const DIGITS = /\p{N}/gu
/** A letter that begins no word of the vocabulary and no numeral. */
const LETTER = 'q'

/** Words that decide the kind of a release. */
const TYPES = Trait.annual | Trait.format
/** Words too common in names to have another meaning. */
const COMMON = Trait.of | Trait.range | Trait.publisher | Trait.ordinal | Trait.suffix

const isMarked = (word: string) => (traitsOf(word) & ~(COMMON | TYPES)) !== 0
const PADDING = /^0+(?=\d)/

/**
 * "Day 2016 (Harbor II)", "Lantern #1 Special Edition": a bracket in the name is no tag, and this is not the number.
 */
const SIGNS = /[()#]/g

function hide(text: string): string {
  const plain = text.replace(SIGNS, ' ').replaceAll('½', '1/2')
  return plain.replace(WORD, (word) =>
    isMarked(word) ? LETTER.repeat(word.length) : word.replace(PADDING, '').replace(DIGITS, LETTER),
  )
}

/**
 * "Lantern 27: Special" is also written "Lantern 027 Special"; at the end of the name, the number would be the issue.
 */
function padded(word: string, at: number, { length }: readonly string[]): string {
  // "Clouds 1-2 v03": no file name can have a slash.
  if (word === '½') return '(?:½|1[-_ ⁄]2)'
  return at > 0 && at < length - 1 && /^[1-9]\d*$/.test(word) ? `0*${word}` : word
}

/** Undefined for a name of ordinary words. */
export function ownWords(name: string): OwnWords | undefined {
  const words = name.match(WORD) ?? []
  const numbered = /\p{N}/u.test(name)
  const bracketed = name.includes('(')
  // "The Complete Clouds in One Volume": a volume whose number is part of its name.
  const typed = words.some((word) => traitsOf(word) & TYPES) && !words.some((word) => traitsOf(word) & Trait.volume)
  const marked = words.some(isMarked) && !typed
  if (!numbered && !marked && !bracketed) return undefined
  const pattern = `(?<![\\p{L}\\p{N}])${words.map(padded).join('[^\\p{L}\\p{N}]{1,3}')}\\)?(?![\\p{L}\\p{N}]|\\.\\d(?!\\d))`
  return { name, pattern: new RegExp(pattern, 'iu'), key: matchKey(hide(name)), numbered }
}

/**
 * "The Long 52 - Tide 100", "Lantern 97 No 01": numbers in the wanted name are words, so they are hidden from the
 * parser. Undefined when the title does not have that name, or no other number.
 */
export function readWithOwnNumbers(title: string, names: readonly OwnWords[], options: ReadOptions) {
  return read(title, names, options, (own, { issue, volume }) => own.numbered && (issue !== '' || volume !== ''))
}

/** "The Cover 012": the last resort for a name made of words that are tags elsewhere. */
export function readWithOwnWords(title: string, names: readonly OwnWords[], options: ReadOptions) {
  return read(title, names, options, () => true)
}

function read(
  title: string,
  names: readonly OwnWords[],
  options: ReadOptions,
  fits: (own: OwnWords, read: ReadName) => boolean,
): ReadName | undefined {
  for (const own of names) {
    if (!own.pattern.test(title)) continue
    const hidden = readName(title.replace(own.pattern, hide), options)
    if (matchKey(hidden.series) === own.key && fits(own, hidden)) return { ...hidden, series: own.name }
  }
  return undefined
}
