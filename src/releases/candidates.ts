import { type Dated, isYearToken } from './dates.ts'
import type { Numeral } from './numerals.ts'
import { separates, type Token } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/** How a number announces itself. The order of strength is decided in select.ts, not here. */
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
  /** The last of two bare numbers, right in front of a bracketed date: "Sector 12 1985 (2015)". */
  | 'dated'
  /** Padded digits at the end of a word: "Lantern001". */
  | 'glued'

/** A number that may be the issue, the chapter or the volume, with the tokens it takes: from its marker up to `to`. */
export interface Candidate {
  anchor: Anchor
  from: number
  to: number
  numeral: Numeral
  /** The marker is one that titles use too: Book 2, Episode 3. */
  weak: boolean
  /** Stands inside a bracket. */
  bracketed: boolean
}

/** A year outside or inside a bracket. A free single year may still turn out to be a word of the title. */
export interface YearFound {
  from: number
  to: number
  date: Dated
  bracket: '' | '(' | '['
}

/** Everything a name offers, before anything is decided. Indexes are positions in `tokens`. */
export interface Found {
  tokens: Token[]
  issues: Candidate[]
  volumes: Candidate[]
  numbers: Candidate[]
  years: YearFound[]
  /** Where the name says something that ends the series whatever else is chosen: S01, SP02, Vol.tbd. */
  ends: number[]
  /** Where a season is named, which ends the series only where no number follows. */
  seasons: number[]
  annuals: number[]
  /** Numbers written as ordinals: The 3rd Night. */
  ordinals: Numeral[]
  specials: number[]
  count: string
  season: string
  /** Dots separated the words, so years stand without brackets. */
  dotted: boolean
}

/** Is the number at the end of its segment: nothing, a bracket, a dash, a year or a tag behind it? */
export function isTerminal(found: Found, to: number): boolean {
  const token = found.tokens[to]
  if (!token || token.kind === 'group') return true
  if (token.kind === 'word') return (token.traits & (Trait.tag | Trait.complete | Trait.volume | Trait.cover)) !== 0
  if (token.kind === 'number') return isYearToken(token, { first: 1900, last: 2100 })
  return (
    separates(found.tokens, to) || token.sign === ':' || token.sign === ';' || token.sign === '+' || token.sign === ','
  )
}

/** Padding, decimals or a suffix say that digits count issues. */
export function settled({ numeral }: Candidate): boolean {
  return numeral.padded || !numeral.plain
}
