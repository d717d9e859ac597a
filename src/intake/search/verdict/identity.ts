import { type ParsedRelease, readRelease } from './parsed-release'
import type { Rejection, Rule, RuleCase } from './rule'
import { annualRule } from './rules/annual'
import { bookTypeRule } from './rules/book-type'
import { languageRule } from './rules/language'
import { numberRule } from './rules/number'
import { packContentsRule } from './rules/pack'
import { seriesRule } from './rules/series'
import { unitRule } from './rules/unit'
import { volumeRule } from './rules/volume'
import { whichBookRule } from './rules/which-book'
import type { VerdictTarget } from './wanted'

/**
 * The rules about the identity of an item, and not about its offer. Years are left out: files also carry those of their
 * runs.
 */
const RULES: readonly Rule[] = [
  seriesRule,
  whichBookRule,
  annualRule,
  languageRule,
  bookTypeRule,
  unitRule,
  volumeRule,
  packContentsRule,
  numberRule,
]

export interface ItemNameReading {
  reading: ParsedRelease
  rejections: Rejection[]
}

/** How the name of a file relates to a wanted item, by the rules for releases. `year`: the current one. */
export function readItemName(title: string, target: VerdictTarget, year: number): ItemNameReading {
  const reading = readRelease(title, target, year)
  const the: RuleCase = { reading, target, release: { title }, known: {}, subject: undefined, year }
  return { reading, rejections: RULES.flatMap((rule) => rule(the) ?? []) }
}
