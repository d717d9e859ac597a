import { padDigits } from './numbers.ts'

/**
 * Keys of series names for comparing and for sorting. Both are stored beside the printed name, so a change here needs a
 * rebuild of the stored keys.
 */

const ARTICLES = new Set(['the', 'a', 'an'])
const SPELLINGS = new Map([
  ['&', 'and'],
  ['+', 'and'],
  ['mister', 'mr'],
  ['doctor', 'dr'],
  ['saint', 'st'],
  ['versus', 'vs'],
])
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  '×': 'x',
}
const APOSTROPHES = /['’‘ʼ`´]/g
const MARKS = /[\u0300-\u036f]/g
const PLAIN = /^[\x20-\x7e]*$/
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const WORDS = /[\p{L}\p{N}\p{M}]+|[&+]/gu

/**
 * The key by which series names are compared. Case, width, punctuation, blanks and Latin diacritics are ignored; `&`,
 * `+` and `and` are one word, as are Mr/Mister, Dr/Doctor, St/Saint and vs/versus; the articles the, a, an are dropped
 * anywhere.
 * Equality of keys is the whole comparison: no prefix and no similarity. A name that is only articles or symbols keeps
 * them, so a key is empty only for a blank name.
 */
export function matchKey(name: string): string {
  const plain = plainKey(name)
  if (plain !== '') return plain
  const key = keyWords(name).join('')
  if (key !== '') return key
  const folded = fold(name).replace(APOSTROPHES, '')
  return folded.match(WORDS)?.join('') || folded.replace(/\s+/g, '')
}

/** The words that the key of a name is made of. */
export function keyWords(name: string): string[] {
  const words = fold(name).replace(APOSTROPHES, '').match(WORDS) ?? []
  return words.filter((word) => !ARTICLES.has(word)).map((word) => SPELLINGS.get(word) ?? word)
}

/** "GhostFreight" as "Ghost Freight", for services that search by word; a name with several words stays unchanged. */
export function spacedName(name: string): string {
  if (/\s/.test(name.trim())) return name
  return name.replace(/(?<=\p{Ll}{2})(?=\p{Lu}\p{Ll})/gu, ' ')
}

/** The lists are searched only for lengths that they contain. */
function keyOf(word: string): string {
  if (word.length <= 3) return ARTICLES.has(word) ? '' : word
  return word.length >= 5 && word.length <= 6 ? (SPELLINGS.get(word) ?? word) : word
}

/** The key of an ASCII name, without the cost of Unicode. Empty when the name has other letters, or no words left. */
function plainKey(name: string): string {
  const text = name.toLowerCase()
  let key = ''
  let word = ''
  let start = -1
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32
    if (code >= 128) return ''
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
      if (start < 0) start = at
      continue
    }
    if (start >= 0) {
      word += text.slice(start, at)
      start = -1
    }
    if (code === 39 || code === 96) continue // an apostrophe does not end a word
    if (word !== '') {
      key += keyOf(word)
      word = ''
    }
    if (code === 38 || code === 43) key += 'and'
  }
  return key
}

/**
 * Lower-case text whose bytewise order is alphabetical order: without leading article and punctuation ("The Amazing
 * Spider-Man" is under "amazing"), Latin diacritics folded, digit runs padded to eight ("2 Guns" before "100 Bullets").
 */
export function sortName(name: string): string {
  const folded = fold(name).replace(APOSTROPHES, '')
  const bare = folded.replace(/^[^\p{L}\p{N}]+/u, '') || folded.trim()
  const shelved = bare.replace(/^(?:the|an|a)\s+(?=[\p{L}\p{N}])/u, '')
  return padDigits(shelved.replace(/\s+/g, ' ').trim())
}

/** The words of a name without case, width and Latin diacritics: "Café Noir!" → cafe, noir. */
export function foldedWords(name: string): string[] {
  return fold(name).match(WORD) ?? []
}

function fold(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase()
  const lower = name.normalize('NFKC').toLowerCase().normalize('NFD').replace(MARKS, '').normalize('NFC')
  return lower.replace(/[ßæœøđðłþı×]/g, (letter) => LETTERS[letter]!)
}
