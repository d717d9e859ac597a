import { areDigits, isDigit } from './clean.ts'
import { joins, separates, type Token } from './tokens.ts'
import { counterOf, Trait } from './vocabulary.ts'

/** One number of a name with its suffix, sign and range: `027AU`, `4.a`, `001-050`, `-1`, `6-7 ½`. */
export interface Numeral {
  /** As printed, without padding. */
  text: string
  /** The end of a range, empty for a single number. */
  end: string
  /** The token after it. */
  next: number
  padded: boolean
  /** Digits only: no decimals, no suffix, no range. */
  plain: boolean
  /** Value of the digits before any decimals, for comparing sizes. */
  value: number
  /** A word like extra or omake is glued to the number: an extra of the chapter with that number. */
  special: string
}

/** The widest range; two numbers further apart have separate meanings. */
const WIDEST = 2000
const FAR_APART = 3
/** Numbers with up to this many digits have an exact value. */
const EXACT = 15
const MARKERS = Trait.volume | Trait.chapter | Trait.numero | Trait.part | Trait.season | Trait.special | Trait.of
/** Accepted alone or with more letters: "extras", "omakevol". */
const EXTRAS = /^(?:extras?|omakes?|specials?|bonus)(?:vol|ch|chap|chapters?|story|stories|pages?|comics?)?$/
const CURRENCY = new Set('$€£¥%')
const NO_SUFFIX = new Set(['st', 'nd', 'rd', 'th', 'er', 'px', 'pp', 'pg', 'mb', 'gb', 'kb', 'd', 'k', 'p', 'v', 'x'])

/** How far a number may extend: `wide` after an issue marker, where a dash with blanks makes a range as well. */
type NumberReach = 'free' | 'wide' | 'volume'

/**
 * Reads the number at `at`, or returns null when the digits are part of a word or a measure (80th, 2048px, 100-Page).
 */
export function readNumeral(tokens: readonly Token[], at: number, reach: NumberReach = 'free'): Numeral | null {
  const numeral = readSingle(tokens, at)
  if (numeral && numeral.next < tokens.length && !(reach === 'volume' && isIssueBehind(tokens, numeral))) {
    readEnd(tokens, numeral, reach)
    while (numeral.end !== '' && goesOn(tokens, numeral)) numeral.next += 2
  }
  return numeral
}

/** "V1-001", "v2003-#5": the issue follows the hyphen of a volume. */
function isIssueBehind(tokens: readonly Token[], { next, value, padded }: Numeral): boolean {
  if (tokens[next]?.sign === ',' && tokens[next + 1]?.sign === '#') return true
  if (!joins(tokens, next)) return false
  const second = tokens[next + 1]!
  if (second.sign === '#') return true
  if (second.kind !== 'number' || isYearNumeral(second.text)) return false
  const [digits, issueDigits] = [wholeDigits(tokens[next - 1]!), wholeDigits(second)]
  // "volume2-03": both ends of a range are padded alike.
  if (second.code === 48 && issueDigits === 2 && digits === 1 && !tokens[next - 1]!.gap) return true
  // "01-100" is a range.
  if (padded && second.code !== 48) return false
  return value >= 1900 || issueDigits > Math.max(2, digits)
}

/** The decimals of a volume are not padding: "v01-02.25". */
function wholeDigits({ text, length }: Token): number {
  const dot = text.indexOf('.')
  return dot < 0 ? length : dot
}

/** "03-04-05": each number is the next one, so the last ends the range. */
function goesOn(tokens: readonly Token[], numeral: Numeral): boolean {
  const next = tokens[numeral.next + 1]
  if (!joins(tokens, numeral.next) || next?.kind !== 'number' || next.value !== Number(numeral.end) + 1) return false
  numeral.end = withoutPadding(next.text)
  return true
}

function readSingle(tokens: readonly Token[], at: number): Numeral | null {
  const sign = tokens[at]
  const negative = sign?.kind === 'mark' && (sign.sign === '-' || sign.sign === '–') && tokens[at + 1]?.gap === false
  const from = negative ? at + 1 : at
  const token = tokens[from]
  if (token?.kind !== 'number') return null
  const short = token.length <= EXACT && token.isPlain
  const digits = short ? String(token.value) : withoutPadding(token.text.replaceAll(',', ''))
  const numeral: Numeral = {
    text: negative ? `-${digits}` : digits,
    end: '',
    next: from + 1,
    padded: token.length > 1 && token.code === 48,
    plain: !negative && (short || areDigits(digits)),
    value: token.value,
    special: '',
  }
  return readSuffix(tokens, numeral) ? numeral : null
}

/** Adds the text glued to the number. False when the text shows that the digits are not a number. */
function readSuffix(tokens: readonly Token[], numeral: Numeral): boolean {
  const next = tokens[numeral.next]
  if (!next) return true
  if (next.kind === 'word') return next.gap ? spacedSuffix(tokens, next, numeral) : gluedSuffix(tokens, next, numeral)
  if (next.kind === 'number') return gapFraction(next, numeral)
  if (next.kind !== 'mark') return true
  if (CURRENCY.has(next.sign)) return false
  if (next.sign === '#' && !next.gap) return secondOfChapter(tokens, numeral)
  if (next.gap) return true
  const word = tokens[numeral.next + 1]
  if (word?.kind !== 'word' || word.gap) return true
  if (next.sign === '-') return hyphenSuffix(tokens, word, numeral)
  const marks = word.traits & (Trait.volume | Trait.chapter) && skipMarker(tokens, numeral.next + 1) > numeral.next + 1
  if ((next.sign === '.' || next.sign === ',') && !marks) dottedSuffix(tokens, word, numeral)
  return true
}

function gluedSuffix(tokens: readonly Token[], word: Token, numeral: Numeral): boolean {
  if (counterOf(word.code) || word.traits & (Trait.behind | Trait.complete)) return true
  if (word.length > 4 && EXTRAS.test(word.word)) return extra(tokens, word, numeral, 1)
  // "8º Aniversario", "My 30s".
  if (word.length === 1 && (word.code === 186 || word.code === 170)) return take(numeral, '', 1)
  if (word.is('s') && numeral.plain && numeral.value > 10 && numeral.value % 10 === 0) return false
  const after = tokens[numeral.next + 1]
  const digitsFollow = after?.kind === 'number' && !after.gap
  if (word.is('v')) {
    const digits = after?.sign === '.' && !after.gap ? numeral.next + 2 : numeral.next + 1
    if (tokens[digits]?.kind !== 'number') return false
    numeral.next = digits + 1
    return true
  }
  // "c079x1": an extra chapter after 79.
  if (word.is('x') && digitsFollow) return take(numeral, `x${withoutPadding(after.text)}`, 2)
  if (digitsFollow) return (word.traits & MARKERS) !== 0 || word.is('第')
  if (word.traits & Trait.suffix) return take(numeral, word.text, 1)
  const crossed = word.text === 'X' && numeral.plain && wholeDigits(tokens[numeral.next - 1]!) < 4 && (!after || after.kind === 'group') // biome-ignore format: one question
  if (word.is('bis') || word.is('ter')) return take(numeral, word.word, 1)
  if (word.length > 2 || word.traits & Trait.unit || (NO_SUFFIX.has(word.word) && !crossed)) return false
  // A letter of another script is a counter or a word, never a suffix.
  if (word.word.charCodeAt(0) > 0x17f) return false
  return take(numeral, word.text, 1)
}

/** "020#1": one of several files of a chapter. */
function secondOfChapter(tokens: readonly Token[], numeral: Numeral): boolean {
  const digits = tokens[numeral.next + 1]
  if (digits?.kind === 'number' && !digits.gap) numeral.next += 2
  return true
}

function spacedSuffix(tokens: readonly Token[], word: Token, numeral: Numeral): boolean {
  if (word.traits & Trait.unit && word.length > 1 && !numeral.padded) return false
  if (word.length > 7 && EXTRAS.test(word.word)) return extra(tokens, word, numeral, 1)
  if (word.is('bis') && numeral.plain && isEndOfName(tokens, numeral.next + 1)) return take(numeral, 'bis', 1)
  if (!(word.traits & Trait.suffix) || word.length > 4 || word.text !== word.text.toUpperCase()) return true
  const after = tokens[numeral.next + 1]
  if (after && after.kind === 'word' && !(after.traits & Trait.tag)) return true
  return take(numeral, ` ${word.text}`, 1)
}

function dottedSuffix(tokens: readonly Token[], word: Token, numeral: Numeral): void {
  const after = tokens[numeral.next + 2]
  if (EXTRAS.test(word.word)) extra(tokens, word, numeral, 2)
  else if (word.traits & Trait.suffix) take(numeral, `.${word.text}`, 2)
  else if (word.length === 1 && !word.is('v') && !(after && !after.gap && after.sign === '.')) {
    take(numeral, word.text, 2)
  }
}

function hyphenSuffix(tokens: readonly Token[], word: Token, numeral: Numeral): boolean {
  if (EXTRAS.test(word.word)) return extra(tokens, word, numeral, 2)
  if (word.traits & Trait.unit) return false
  const after = tokens[numeral.next + 2]
  const repeats = (word.traits & (Trait.volume | Trait.chapter)) !== 0 && after?.kind === 'number' && !after.gap
  if (repeats) return true
  // "4-of-4".
  if (word.traits & Trait.of && joins(tokens, numeral.next + 2) && tokens[numeral.next + 3]!.kind === 'number')
    return true
  // "3-in-1" and "12-step-plan" are words, "001-scan-name" is a padded number followed by text.
  if (after && !after.gap && (after.kind === 'number' || joins(tokens, numeral.next + 2))) return numeral.padded
  if (word.length > 1) return true
  return take(numeral, word.text === word.word ? word.text : `-${word.text}`, 2)
}

/** "7 ½" is one number. */
function gapFraction(next: Token, numeral: Numeral): boolean {
  if (numeral.plain && next.text.length === 1 && next.text > '¡' && next.text !== '∞') take(numeral, next.text, 1)
  return true
}

function take(numeral: Numeral, suffix: string, tokens: number): boolean {
  numeral.text += suffix
  numeral.next += tokens
  numeral.plain = false
  return true
}

/** "404.omakevol002": the digits after the word count extras, not chapters. */
function extra(tokens: readonly Token[], word: Token, numeral: Numeral, length: number): boolean {
  numeral.special = word.text
  numeral.next += length
  const digits = tokens[numeral.next]
  if (digits?.kind === 'number' && !digits.gap) numeral.next++
  return true
}

/** Completes a range, drops a part number ("024-005"), or leaves the number unchanged when neither follows. */
function readEnd(tokens: readonly Token[], first: Numeral, reach: NumberReach): void {
  const dash = first.next
  const wide = reach === 'wide'
  if (readPair(tokens, first, reach) || readWordRange(tokens, first, reach)) return
  const sign = tokens[dash]?.gap === false ? tokens[dash]!.sign : ''
  if (sign === '+' && readExtra(tokens, first)) return
  const slash = sign === '/' || sign === ',' || sign === '~'
  const from = skipMarker(tokens, dash + 1)
  // "T001.T104": with its marker the second number ends a range.
  const dotted = sign === '.' && from > dash + 1
  const tight = joins(tokens, dash) || ((slash || dotted) && tokens[dash + 1]?.gap === false)
  if (!tight && !separates(tokens, dash)) return
  // "v14 - c90": the chapter in the volume, not the end of a range.
  const other = from > dash + 1 && reach === 'volume' && tokens[dash + 1]!.traits & Trait.chapter
  if (other) return
  const repeats = reach === 'volume' && from > dash + 1
  if (!tight && !(wide || repeats || tokens[dash]!.sign === '–') && !likeWidth(tokens, first, reach)) return
  const second = readSingle(tokens, from)
  if (!second || isYearNumeral(second.text)) return
  // "Kaiju No. 8 - 045": the ends of a range are padded alike.
  if (!tight && second.padded && !first.padded && first.value > 0) return
  // "Ch. 10,5".
  if (sign === ',' && wide && first.plain && second.plain && tokens[from]!.length === 1 && !tokens[second.next]) {
    take(first, `.${second.text}`, second.next - first.next)
    return
  }
  if (!tight && !endsSegment(tokens, second.next) && !endsInPack(tokens, second.next)) return
  if (sign === '/' && first.text === '1' && second.text === '2' && !first.padded && !second.padded) {
    half(first, second.next)
    return
  }
  // "112/113" is a double issue, "3/6" the third of six.
  if (sign === '/' && second.value > first.value + 1) return
  if (sign !== ',' && ascends(first, second)) {
    first.end = second.text
    first.next = second.next
    first.plain = false
    first.special ||= second.special
    return
  }
  // A smaller number glued to it is a part of the chapter; after blanks it has another meaning.
  if (tight && tokens[second.next]?.sign !== '-') first.next = second.next
}

/** "v18+1": the extra volume after 18. */
function readExtra(tokens: readonly Token[], first: Numeral): boolean {
  const extra = tokens[first.next + 1]
  const behind = tokens[first.next + 2]
  if (!first.plain || extra?.kind !== 'number' || extra.gap || extra.length > 1 || extra.value === 0) return false
  if (behind && behind.kind !== 'group' && !behind.gap) return false
  return take(first, `+${extra.text}`, 2)
}

/** Without its accent the word occurs in titles. */
const UNSURE_RANGE = /^(?:al?|au|do)$/i

/** "Volumes 1 to 13", "Tomes 1 à 5", "Lantern 25 à 36": a word makes a range as well. */
function readWordRange(tokens: readonly Token[], first: Numeral, reach: NumberReach): boolean {
  const word = tokens[first.next]
  if (word?.kind !== 'word' || !(word.traits & Trait.range)) return false
  const marker = tokens[first.next + 1]
  const spelled = marker !== undefined && marker.length > 1 && (marker.traits & (Trait.volume | Trait.chapter)) !== 0
  const from = spelled ? first.next + 2 : skipMarker(tokens, first.next + 1)
  const second = readSingle(tokens, from)
  if (!second || isYearNumeral(second.text) || !ascends(first, second)) return false
  // "T01 a T34", "Tomes 01 a 24", "v2 210 a 211": without a marker or an accent, only where the name or its tags end.
  const sure = reach !== 'free' && (from > first.next + 1 || !UNSURE_RANGE.test(word.text))
  const ends = isEndOfName(tokens, second.next) || separates(tokens, second.next)
  if (!sure && (!ends || !first.plain || first.next < 2)) return false
  first.end = second.text
  first.next = second.next
  first.plain = false
  return true
}

const AND = new Set(['and', 'et', 'und', 'y', 'e', 'en'])

/** "050 & 051", "ch12,13", "Tomes 1 et 2": two numbers in a row, padded alike or marked. */
function readPair(tokens: readonly Token[], first: Numeral, reach: NumberReach): boolean {
  const token = tokens[first.next]!
  const { sign } = token
  const and = reach !== 'free' && token.kind === 'word' && AND.has(token.word)
  if (!and && sign !== '&' && sign !== ',' && sign !== '+') return false
  const from = skipMarker(tokens, first.next + 1)
  if (tokens[from]?.kind !== 'number') return false
  const second = readSingle(tokens, from)
  // "7, 8, 9" is a list.
  const listed = tokens[first.next - 2]?.sign === ','
  const ends = !and && !listed && second !== null && (tokens[second.next]?.kind ?? 'group') === 'group'
  const added = sign === '+' && reach === 'volume'
  if (!(and || added || reach === 'wide' || first.padded || ends)) return false
  if (!second?.plain || !first.plain || second.value !== first.value + 1 || second.padded !== first.padded) return false
  first.end = second.text
  first.next = second.next
  first.plain = false
  return true
}

/**
 * "001 - 050", "112 - 115": a dash with blanks makes a range of two numbers of one width, or of two that are far apart.
 */
function likeWidth(tokens: readonly Token[], first: Numeral, reach: NumberReach): boolean {
  const second = tokens[first.next + 1]
  const before = tokens[first.next - 1]
  if (second?.kind !== 'number' || before?.kind !== 'number' || first.next < 2) return false
  if (first.padded || reach === 'volume') return first.padded && second.length === before.length
  if (!first.plain || second.code === 48) return false
  return second.length === before.length || second.value >= first.value + FAR_APART
}

/** File names and releases write ½ as "1/2". */
function half(numeral: Numeral, next: number): void {
  numeral.text = numeral.text.startsWith('-') ? '-½' : '½'
  numeral.next = next
  numeral.plain = false
}

/** The second number may repeat the marker: c001-c006, #1 – #5, Vol.1 - Vol.5. */
function skipMarker(tokens: readonly Token[], at: number): number {
  const token = tokens[at]
  if (token?.sign === '#') return at + 1
  const marker = token?.kind === 'word' && token.traits & (Trait.volume | Trait.chapter)
  if (!marker || !tokens[at + 1] || tokens[at + 1]!.gap) return at
  const number = tokens[at + 1]!.sign === '.' && !tokens[at + 2]?.gap ? at + 2 : at + 1
  return tokens[number]?.kind === 'number' ? number : at
}

function endsSegment(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  return token?.kind !== 'word' || (token.traits & (Trait.tag | Trait.complete | Trait.of)) !== 0
}

function isEndOfName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token?.kind !== 'word') return token === undefined || token.kind === 'group'
  return (token.traits & (Trait.tag | Trait.language)) !== 0 && token.text === token.text.toUpperCase()
}

const PACK_WORDS = new Set(['bundle', 'collection', 'pack'])

/** "#1 – 57 story arc bundle": the text after the range ends in a word for a pack. */
function endsInPack(tokens: readonly Token[], at: number): boolean {
  let end = at
  while (tokens[end]?.kind === 'word') end++
  return end > at && PACK_WORDS.has(tokens[end - 1]!.word)
}

function ascends(first: Numeral, second: Numeral): boolean {
  const from = Number.parseFloat(first.text)
  const to = Number.parseFloat(second.text)
  return to > from && to - from <= WIDEST
}

/** "1~39완": all volumes of a complete series. A chapter count would be higher. */
export function countsVolumes({ end }: Numeral, sign: Token): boolean {
  return end.length > 0 && end.length < 3 && (sign.traits & Trait.complete) !== 0 && sign.code > 0x250
}

export function withoutPadding(digits: string): string {
  let from = 0
  while (digits.charCodeAt(from) === 48 && isDigit(digits.charCodeAt(from + 1))) from++
  return from === 0 ? digits : digits.slice(from)
}

/** Four digits from 1900 to 2099. Callers narrow this by the reference year. */
export function isYearNumeral(text: string): boolean {
  return text.length === 4 && (text.startsWith('19') || text.startsWith('20')) && areDigits(text)
}

/** A number made from a word or a part of one: Volume Two, The 3rd Night. */
export function plainNumeral(text: string, next: number): Numeral {
  return { text, end: '', next, padded: false, plain: true, value: Number(text), special: '' }
}

/** 上, 中, 下: the first, the middle and the last volume. */
export function isHalf(code: number): boolean {
  return code === 0x4e0a || code === 0x4e2d || code === 0x4e0b
}

/** Kept as printed, since with a 中 the last volume is the third. */
export function halfNumeral(sign: string, next: number): Numeral {
  return { ...plainNumeral(sign, next), plain: false, value: 0 }
}

/** Words in Polish, Danish, Swedish, Italian, French and Russian. In capitals they are words of titles. */
const OF_ELSEWHERE = new Set(['z', 'ze', 'af', 'av', 'su', 'sur', 'из'])

/** Whether the word between two numbers makes the second the total of the first: "3 of 4", "05 z 20". */
export function isOfWord({ traits, text }: Token): boolean {
  return (traits & Trait.of) !== 0 || OF_ELSEWHERE.has(text)
}
