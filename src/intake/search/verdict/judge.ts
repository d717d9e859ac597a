import { countWords } from '../../../base/platform/words'
import { hitsOf, NO_RULES, type RuleHit, ruleSubject, scoreOf } from '../rules/rule-set'
import { bySeverity, isOverrideable, type ReasonCode } from './codes'
import { type ParsedRelease, readRelease } from './parsed-release'
import type { Case, Rejection, Rule } from './rule'
import { annual } from './rules/annual'
import { bookType } from './rules/book-type'
import { category } from './rules/category'
import { count } from './rules/count'
import { covers } from './rules/covers'
import { duplicate, inFlight, onBlocklist } from './rules/known'
import { language } from './rules/language'
import { number } from './rules/number'
import { age, format, seeders } from './rules/offer'
import { packHolds, packsAllowed } from './rules/pack'
import { password } from './rules/password'
import { postedTooEarly } from './rules/posted'
import { series } from './rules/series'
import { size } from './rules/size'
import { unit } from './rules/unit'
import { unparseable } from './rules/unparseable'
import { volume } from './rules/volume'
import { whichBook } from './rules/which-book'
import { releaseRuleChecks } from './rules/words'
import { year } from './rules/year'
import { isPack, satisfies } from './satisfies'
import type { KnownRelease, Release, Target } from './wanted'

const RULES: readonly Rule[] = [
  category, unparseable, password, covers, series, whichBook, annual, language, bookType, unit, volume, year, count,
  packsAllowed, packHolds, number, postedTooEarly, size, seeders, age, format, ...releaseRuleChecks, onBlocklist, inFlight, duplicate,
] // biome-ignore format: one glance

export interface Verdict {
  accepted: boolean
  /** The strongest reason. */
  reason_code: ReasonCode
  overrideable: boolean
  /** All that speaks against it, the strongest first; for an accepted one what it is. */
  reasons: { code: ReasonCode; message: string }[]
  match_kind: 'issue' | 'pack' | 'none'
  /** Missing numbers it would fill, as printed. */
  satisfies: string[]
  /** Sum of the release rules that it meets; only where some have a score. */
  score?: number
  hits?: RuleHit[]
}

/** Of a title, in characters: names are read up to here, and the rules backtrack in longer ones. */
const LONGEST_TITLE = 1000

/** Whether a release is what is looked for, and why not. `year` is the one it is judged in. */
export function judge(target: Target, offered: Release, year: number, known: KnownRelease = {}): Verdict {
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

function verdictOn(the: Case): Verdict {
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

function accepted(reading: ParsedRelease, target: Target, pack: boolean): Verdict {
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
