import { type ParsedRelease, readRelease } from './parsed-release'
import type { Case, Rejection, Rule } from './rule'
import { annual } from './rules/annual'
import { bookType } from './rules/book-type'
import { language } from './rules/language'
import { number } from './rules/number'
import { packHolds } from './rules/pack'
import { series } from './rules/series'
import { unit } from './rules/unit'
import { volume } from './rules/volume'
import { whichBook } from './rules/which-book'
import type { Target } from './wanted'

/** The rules about what an item is, and not about its offer. Years are left out: files also carry those of their runs. */
const RULES: readonly Rule[] = [series, whichBook, annual, language, bookType, unit, volume, packHolds, number]

export interface NamedItem {
  reading: ParsedRelease
  rejections: Rejection[]
}

/** How the name of a file relates to a wanted item, by the rules for releases. `year` is the one it is now. */
export function readItemName(title: string, target: Target, year: number): NamedItem {
  const reading = readRelease(title, target, year)
  const the: Case = { reading, target, release: { title }, known: {}, subject: undefined, year }
  return { reading, rejections: RULES.flatMap((rule) => rule(the) ?? []) }
}
