import { isYearToken, type NameDate } from './dates.ts'
import type { Numeral } from './numerals.ts'
import { separates, type Token } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/** How a number is marked. `select.ts` ranks the marks, not this file. */
export type Anchor =
  | 'hash'
  | 'count'
  | 'issue'
  | 'numero'
  | 'part'
  | 'bracket'
  | 'chapter'
  | 'long chapter'
  | 'unit'
  | 'free'
  /** The last of two bare numbers, directly before a bracketed date: "Sector 12 1985 (2015)". */
  | 'dated'
  /** Padded digits at the end of a word: "Lantern001". */
  | 'glued'

/** A possible issue, chapter or volume number and its tokens: from its marker up to `to`. */
export interface NumberCandidate {
  anchor: Anchor
  from: number
  to: number
  numeral: Numeral
  /** The marker is also used in titles: Book 2, Episode 3. */
  weak: boolean
  /** Inside a bracket. */
  bracketed: boolean
}

/** A year outside or inside a bracket. A free single year may still be a word of the title. */
export interface YearCandidate {
  from: number
  to: number
  date: NameDate
  bracket: '' | '(' | '['
}

/** Everything found in a name, before any decision. Indexes are positions in `tokens`. */
export interface ScannedName {
  tokens: Token[]
  issues: NumberCandidate[]
  volumes: NumberCandidate[]
  numbers: NumberCandidate[]
  years: YearCandidate[]
  /** Positions that end the series whichever candidate is chosen: S01, SP02, Vol.tbd. */
  seriesEnds: number[]
  /** Positions of seasons, which end the series only when no number follows. */
  seasons: number[]
  annuals: number[]
  /** Numbers written as ordinals: The 3rd Night. */
  ordinals: Numeral[]
  specials: number[]
  count: string
  season: string
  /** Dots separate the words, so years have no brackets. */
  dotted: boolean
}

/** "Lantern Annual 2016": the year that distinguishes the annuals. */
export function datedAnnual({ annuals, years }: ScannedName): YearCandidate | undefined {
  if (annuals.length === 0) return undefined
  return years.find(({ from, bracket }) => bracket === '' && annuals.includes(from - 1))
}

/** Whether the number is at the end of its segment: nothing, a bracket, a dash, a year or a tag follows it. */
export function isTerminal(found: ScannedName, to: number): boolean {
  const token = found.tokens[to]
  if (!token || token.kind === 'group') return true
  if (token.kind === 'word')
    return (
      (token.traits & (Trait.tag | Trait.complete | Trait.volume | Trait.cover)) !== 0 ||
      isLastLanguage(found, to) ||
      isMonth(found, to)
    )
  if (token.kind === 'number')
    return isYearToken(token, { first: 1900, last: 2100 }) || found.years.some(({ from }) => from === to)
  return (
    separates(found.tokens, to) || token.sign === ':' || token.sign === ';' || token.sign === '+' || token.sign === ','
  )
}

/** "Lantern 2305 August 1996": the date of the cover. */
function isMonth({ tokens, years }: ScannedName, at: number): boolean {
  if (!(tokens[at]!.traits & (Trait.month | Trait.foreignMonth))) return false
  return isYearToken(tokens[at + 1], { first: 1900, last: 2100 }) || years.some(({ from }) => from === at)
}

/** "Lantern 1100 VF": as the last word, in capitals. */
function isLastLanguage({ tokens }: ScannedName, at: number): boolean {
  const token = tokens[at]!
  return at === tokens.length - 1 && (token.traits & Trait.language) !== 0 && token.text === token.text.toUpperCase()
}

/** Padding, decimals or a suffix show that the digits are an issue number. */
export function isCertain({ numeral }: NumberCandidate): boolean {
  return numeral.padded || !numeral.plain
}
