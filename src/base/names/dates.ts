import { isDigit } from './clean.ts'
import { joins, separates, type Token } from './tokens.ts'
import { Trait } from './vocabulary.ts'

/** A date or a span of years. Only years are used later; months and days prove that the digits are a date. */
export interface NameDate {
  year: string
  /** The last year of a span, empty for a single date. */
  endYear: string
  /** A span without an end: (1953-). */
  open: boolean
  /** More than four bare digits, which could be any number: 2018-07, July 2018, 2011-2016. */
  sure: boolean
  next: number
}

/** The range of numbers that count as years. A later one is part of a title (Spider-Man 2099). */
export interface Years {
  first: number
  last: number
}

/**
 * Years up to this far in the future are read as years, so that a wrong one can be seen and rejected. Later ones are
 * words of titles.
 */
export const YEARS_AHEAD = 10

/**
 * Reads a date that starts at `at`, or returns null. Understands 2018, 2018-07(-04), 07(-04)-2018, 2018.07.04, July
 * 2018, 2011-2016.
 */
export function readDate(tokens: readonly Token[], at: number, years: Years): NameDate | null {
  const token = tokens[at]
  if (!token) return null
  if (token.kind === 'word') return token.traits & Trait.month ? monthDate(tokens, at, years) : null
  if (token.kind !== 'number') return null
  if (isYearToken(token, years)) return yearFirst(tokens, at, String(token.value), years)
  return dottedDate(token, at, years) ?? yearLast(tokens, at, years)
}

export function isYearToken(token: Token | undefined, years: Years): boolean {
  if (token?.kind !== 'number' || token.length !== 4) return false
  return token.value >= years.first && token.value <= years.last
}

function yearFirst(tokens: readonly Token[], at: number, year: string, years: Years): NameDate | null {
  const token = tokens[at]!
  const second = tokens[at + 2]
  if (joins(tokens, at + 1) || (tokens[at + 1]?.sign === '–' && second)) {
    if (isYearToken(second, years) && second!.text > year) {
      return dated(year, at + 3, second!.text)
    }
    if (endsSpan(second, token.value)) return dated(year, at + 3, year.slice(0, 2) + second!.text)
    if (!isSmall(second, 12)) return joins(tokens, at + 1) && second?.kind === 'number' ? null : single(year, at + 1)
    const hasDay = joins(tokens, at + 3) && isSmall(tokens[at + 4], 31)
    return dated(year, hasDay ? at + 5 : at + 3)
  }
  if (separates(tokens, at + 1) && !second) return { year, endYear: '', open: true, sure: true, next: at + 2 }
  return single(year, at + 1)
}

/** "1996-98": no month has this number. */
function endsSpan(token: Token | undefined, year: number): boolean {
  return token?.kind === 'number' && token.length === 2 && token.value > 12 && token.value > year % 100
}

/** 02-24-2001, 12-1981: months and days in two digits. */
function yearLast(tokens: readonly Token[], at: number, years: Years): NameDate | null {
  const first = tokens[at]!
  if (!isSmall(first, 31) || !joins(tokens, at + 1)) return null
  if (first.length === 2 && isSmall(first, 12) && isYearToken(tokens[at + 2], years)) {
    return dated(tokens[at + 2]!.text, at + 3)
  }
  if (isTwoMonths(tokens, at, years)) return dated(tokens[at + 3]!.text, at + 4)
  if (!isSmall(tokens[at + 2], 31) || !joins(tokens, at + 3) || !isYearToken(tokens[at + 4], years)) return null
  return dated(tokens[at + 4]!.text, at + 5)
}

/** "046 04-05 1948": after an issue number, the two months of a bimonthly. */
function isTwoMonths(tokens: readonly Token[], at: number, years: Years): boolean {
  const [first, second] = [tokens[at]!, tokens[at + 2]]
  if (first.length !== 2 || second?.length !== 2 || !isSmall(second, 12) || second.value !== first.value + 1)
    return false
  if (!isYearToken(tokens[at + 3], years) || (tokens[at + 4]?.kind ?? 'group') !== 'group') return false
  return tokens.some(({ kind, length }, before) => before < at && kind === 'number' && length === 3)
}

const DOTTED = /^(?:(\d{4})\.\d\d?\.\d\d?|\d\d?\.\d\d?\.(\d{4}))$/

/** 2018.07.04, 04.07.2018. */
function dottedDate(token: Token, at: number, years: Years): NameDate | null {
  const found = token.length < 8 ? null : DOTTED.exec(token.text)
  const year = found?.[1] ?? found?.[2]
  if (!year || Number(year) < years.first || Number(year) > years.last) return null
  return dated(year, at + 1)
}

/** July 2018; Sep-Oct 1951; December, 2004. In "5 May 2016" the date starts at the month. */
function monthDate(tokens: readonly Token[], at: number, years: Years): NameDate | null {
  let next = at + 1
  while (next < at + 5) {
    const token = tokens[next]
    const filler =
      token && (token.sign === ',' || token.sign === '-' || token.sign === '.' || token.traits & Trait.month)
    if (!filler) break
    next++
  }
  const day = tokens[next]
  if (isSmall(day, 31) && tokens[next + 1]?.sign === ',') next += 2
  const year = tokens[next]
  if (!isYearToken(year, years)) return null
  return dated(year!.text, next + 1)
}

function single(year: string, next: number): NameDate {
  return { year, endYear: '', open: false, sure: false, next }
}

function dated(year: string, next: number, endYear = ''): NameDate {
  return { year, endYear, open: false, sure: true, next }
}

function isSmall(token: Token | undefined, most: number): boolean {
  return token?.kind === 'number' && token.length <= 2 && token.value <= most && isDigit(token.code)
}

/** Months that are also names: they count as months only after an issue number. */
const NAMES = new Set(
  'mars mai mei maj mayo maio abril avril april julio juli agosto august augusti luty set out'.split(' '),
)

/**
 * "Février 1975", "mai-juin 1982", "Mayo de 1982": the cover date, where it ends the name. After an issue number
 * (`numbered`) the month may be a name and the year has two digits: "312 Mars 75".
 */
export function foreignDate(tokens: readonly Token[], at: number, years: Years, numbered: boolean): NameDate | null {
  if (!numbered && NAMES.has(tokens[at]!.word)) return null
  let next = at + 1
  while (next < at + 4 && isBetweenMonthAndYear(tokens[next])) next++
  const [year, behind] = [tokens[next], tokens[next + 1]]
  if (behind?.kind === 'word' && !(behind.traits & (Trait.tag | Trait.language | Trait.credit))) return null
  if (isYearToken(year, years)) return dated(year!.text, next + 1)
  return numbered ? shortYear(tokens, at, next) : null
}

function isBetweenMonthAndYear(token: Token | undefined): boolean {
  if (token?.kind === 'mark') return token.sign === '-' || token.sign === '.' || token.sign === '/'
  return token !== undefined && (token.is('de') || (token.traits & Trait.foreignMonth) !== 0)
}

/** "312 Mars 75", "45 May 95": directly after the number, at the end. */
export function shortYear(tokens: readonly Token[], month: number, at: number): NameDate | null {
  const [before, year, behind] = [tokens[month - 1], tokens[at], tokens[at + 1]]
  if (before?.kind !== 'number' || year?.kind !== 'number' || year.length !== 2 || year.value < 30) return null
  return behind === undefined || behind.kind === 'group' ? dated(`19${year.text}`, at + 1) : null
}
