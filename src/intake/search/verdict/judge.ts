import { countWords } from '../../../base/platform/words'
import { hitsOf, NO_RULES, type RuleHit, ruleSubject, scoreOf } from '../rules/rule-set'
import { bySeverity, isOverrideable, type VerdictCode } from './codes'
import { type ParsedRelease, readRelease } from './parsed-release'
import type { Rejection, Rule, RuleCase } from './rule'
import { annualRule } from './rules/annual'
import { bookTypeRule } from './rules/book-type'
import { category } from './rules/category'
import { countRule } from './rules/count'
import { coversRule } from './rules/covers'
import { blocklistRule, duplicateRule, inFlightRule } from './rules/known'
import { languageRule } from './rules/language'
import { numberRule } from './rules/number'
import { ageRule, formatRule, seedersRule } from './rules/offer'
import { packContentsRule, packsAllowedRule } from './rules/pack'
import { passwordRule } from './rules/password'
import { postedTooEarlyRule } from './rules/posted'
import { seriesRule } from './rules/series'
import { sizeRule } from './rules/size'
import { unitRule } from './rules/unit'
import { unparseableRule } from './rules/unparseable'
import { volumeRule } from './rules/volume'
import { whichBookRule } from './rules/which-book'
import { releaseRuleChecks } from './rules/words'
import { yearRule } from './rules/year'
import { isPack, satisfies } from './satisfies'
import type { KnownRelease, OfferedRelease, VerdictTarget } from './wanted'

const RULES: readonly Rule[] = [
  category, unparseableRule, passwordRule, coversRule, seriesRule, whichBookRule, annualRule, languageRule, bookTypeRule, unitRule, volumeRule, yearRule, countRule,
  packsAllowedRule, packContentsRule, numberRule, postedTooEarlyRule, sizeRule, seedersRule, ageRule, formatRule, ...releaseRuleChecks, blocklistRule, inFlightRule, duplicateRule,
] // biome-ignore format: one glance

export interface ReleaseVerdict {
  accepted: boolean
  /** The strongest reason. */
  reason_code: VerdictCode
  overrideable: boolean
  /** All reasons against the release, strongest first; for an accepted one, its kind. */
  reasons: { code: VerdictCode; message: string }[]
  match_kind: 'issue' | 'pack' | 'none'
  /** Missing numbers in the release, as printed. */
  satisfies: string[]
  /** Sum of the scores of matched release rules; only if rules with a score exist. */
  score?: number
  hits?: RuleHit[]
}

/** Limit of characters read from a title, since the rules backtrack in longer ones. */
const LONGEST_TITLE = 1000

/** Whether a release is the wanted item, and why not. `year`: the current one. */
export function judgeRelease(
  target: VerdictTarget,
  offered: OfferedRelease,
  year: number,
  known: KnownRelease = {},
): ReleaseVerdict {
  const { title } = offered
  const release = title.length > LONGEST_TITLE ? { ...offered, title: title.slice(0, LONGEST_TITLE) } : offered
  const reading = readRelease(release.title, target, year)
  const { rules } = target
  const subject = rules === NO_RULES ? undefined : ruleSubject(release.title, reading.scan_group)
  const verdict = verdictOn({ reading, target, release, known, subject, year })
  if (!subject || rules.scored.length === 0) return verdict
  const hits = hitsOf(rules, subject)
  return { ...verdict, score: scoreOf(hits), hits }
}

function verdictOn(the: RuleCase): ReleaseVerdict {
  const { reading, target } = the
  const against: Rejection[] = []
  for (const rule of RULES) {
    const rejection = rule(the)
    if (rejection) against.push(rejection)
  }
  const pack = isPack(reading, target)
  if (against.length === 0) return accepted(reading, target, pack)
  if (against.length > 1) against.sort((a, b) => bySeverity(a.code, b.code))
  return {
    accepted: false,
    reason_code: against[0]!.code,
    overrideable: against.every(({ code }) => isOverrideable(code)),
    reasons: against,
    match_kind: 'none',
    satisfies: [],
  }
}

function accepted(reading: ParsedRelease, target: VerdictTarget, pack: boolean): ReleaseVerdict {
  const numbers = satisfies(reading, target)
  const code = pack ? 'accepted.pack' : 'accepted.issue'
  const message = pack
    ? `Pack with ${countWords(numbers.length, 'missing issue')}`
    : `Matches ${target.annual ? 'annual' : target.unit} ${target.wanted.issue}`.trimEnd()
  return {
    accepted: true,
    reason_code: code,
    overrideable: false,
    reasons: [{ code, message }],
    match_kind: pack ? 'pack' : 'issue',
    satisfies: numbers,
  }
}
