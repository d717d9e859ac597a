import { foldedWords, matchKey } from '../../../base/names/titles'

/** Words that name any comic. */
const GENERIC =
  /^(?:comics?|manga|scans?|issue|chapter|volume|vol|book|file|files|part|page|pages|cover|download|image|img|untitled|new|final|x|tpb|hc|gn|omnibus)$/i
/** The number comes first, with or without its unit: what follows is a title. */
const NUMBER_FIRST = /^\W*(?:(?:issue|chapter|ch|c|volume|vol|v|book|part|no|nr)\b[ ._-]*)?\d/i
const VOWEL = /[aeiouyáàâäãåéèêëíìîïóòôöõøúùûüæœ]/i
const HEX = /^[\da-f]{6,}$/i
/** "kJsDjKwQ": written by no one. */
const MIXED_CASE = /(?:\p{Ll}\p{Lu}.*){2}/u
const LATIN = /\p{Script=Latin}/u

/** Whether a word is one that people write, and no part of an obfuscated name. */
export function isWord(word: string): boolean {
  if (!/^\p{L}[\p{L}\p{M}'’]*$/u.test(word) || HEX.test(word) || GENERIC.test(word)) return false
  if (!LATIN.test(word)) return true
  return word.length > 2 && VOWEL.test(word) && !MIXED_CASE.test(word)
}

/** Whether a series name that was read out of a file name is one. */
export function isReadable(series: string): boolean {
  const words = series.split(/[^\p{L}\p{N}\p{M}'’]+/u).filter((word) => word !== '')
  return words.some(isWord) && !words.some((word) => /\d/.test(word) && /\p{L}/u.test(word) && word.length > 5)
}

/** A file name that gives no series: a number, with or without a title behind it. */
export function isNameless(name: string, series: string): boolean {
  const words = series.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return NUMBER_FIRST.test(name) || words.every((word) => GENERIC.test(word) || word.length === 1)
}

/** "HL" of Harbor Lights. */
export function isInitials(series: string, names: readonly string[]): boolean {
  const key = matchKey(series)
  return key.length > 1 && names.some((name) => initialsOf(name) === key)
}

const initialsOf = (name: string) =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toLowerCase())
    .join('')

/** "Harbor" of Harbor Lights. */
export function isBeginning(series: string, names: readonly string[]): boolean {
  const key = matchKey(series)
  return key.length > 2 && names.some((name) => matchKey(name).startsWith(key))
}

/** "Tintin" of Les aventures de Tintin: all of its words. */
export function isPartOf(series: string, names: readonly string[]): boolean {
  const words = foldedWords(series)
  return (
    words.some((word) => word.length > 3) &&
    names.some((name) => words.every((word) => foldedWords(name).includes(word)))
  )
}

/** Written in letters that cannot be compared with those of any of the names. */
export function isOtherScript(series: string, names: readonly string[]): boolean {
  return /\p{L}/u.test(series) && names.every((name) => LATIN.test(name) !== LATIN.test(series))
}
