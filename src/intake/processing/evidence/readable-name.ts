import { foldedWords, matchKey } from '../../../base/names/titles'

/** Words that could name any comic. */
const GENERIC =
  /^(?:comics?|manga|scans?|issue|chapter|volume|vol|book|file|files|part|page|pages|cover|download|image|img|untitled|new|final|x|tpb|hc|gn|omnibus)$/i
/** The number comes first, with or without its unit, and a title follows. */
const NUMBER_FIRST = /^\W*(?:(?:issue|chapter|ch|c|volume|vol|v|book|part|no|nr)\b[ ._-]*)?\d/i
const VOWEL = /[aeiouyáàâäãåéèêëíìîïóòôöõøúùûüæœ]/i
const HEX = /^[\da-f]{6,}$/i
/** "kJsDjKwQ": a generated name. */
const MIXED_CASE = /(?:\p{Ll}\p{Lu}.*){2}/u
const LATIN = /\p{Script=Latin}/u

/** Whether a word is a real word, and not part of an obfuscated name. */
export function isWord(word: string): boolean {
  if (!/^\p{L}[\p{L}\p{M}'’]*$/u.test(word) || HEX.test(word) || GENERIC.test(word)) return false
  if (!LATIN.test(word)) return true
  return word.length > 2 && VOWEL.test(word) && !MIXED_CASE.test(word)
}

/** Whether the series name parsed from a file name is a real name. */
export function isReadable(series: string): boolean {
  const words = series.split(/[^\p{L}\p{N}\p{M}'’]+/u).filter((word) => word !== '')
  return words.some(isWord) && !words.some((word) => /\d/.test(word) && /\p{L}/u.test(word) && word.length > 5)
}

/** A file name without a series: a number, with or without a title after it. */
export function isNameless(name: string, series: string): boolean {
  const words = series.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return NUMBER_FIRST.test(name) || words.every((word) => GENERIC.test(word) || word.length === 1)
}

/** "HL" for Harbor Lights. */
export function isInitials(series: string, names: readonly string[]): boolean {
  const key = matchKey(series)
  return key.length > 1 && names.some((name) => initialsOf(name) === key)
}

const initialsOf = (name: string) =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toLowerCase())
    .join('')

/** "Harbor" for Harbor Lights. */
export function isBeginning(series: string, names: readonly string[]): boolean {
  const key = matchKey(series)
  return key.length > 2 && names.some((name) => matchKey(name).startsWith(key))
}

/** "Tintin" for Les aventures de Tintin: one of the names contains every word. */
export function isPartOf(series: string, names: readonly string[]): boolean {
  const words = foldedWords(series)
  return (
    words.some((word) => word.length > 3) &&
    names.some((name) => words.every((word) => foldedWords(name).includes(word)))
  )
}

/** The name is in a script that none of the other names use, so they cannot be compared. */
export function isOtherScript(series: string, names: readonly string[]): boolean {
  return /\p{L}/u.test(series) && names.every((name) => LATIN.test(name) !== LATIN.test(series))
}
