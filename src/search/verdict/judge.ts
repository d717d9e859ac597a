import { bySeverity, isOverrideable, type ReasonCode } from './codes'
import { type ParsedRelease, readRelease } from './parsed-release'
import type { Case, Rejection, Rule } from './rule'
import { annual } from './rules/annual'
import { bookType } from './rules/book-type'
import { category } from './rules/category'
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
import { words } from './rules/words'
import { year } from './rules/year'
import { isPack, satisfies } from './satisfies'
import type { KnownRelease, Release, Target } from './wanted'

const RULES: readonly Rule[] = [
  category, unparseable, password, covers, series, annual, language, bookType, unit, volume, year, packsAllowed,
  packHolds, number, postedTooEarly, size, seeders, age, format, words, onBlocklist, inFlight, duplicate,
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
}

/** Whether a release is what is looked for, and why not. `year` is the one it is judged in. */
export function judge(target: Target, release: Release, year: number, known: KnownRelease = {}): Verdict {
  const reading = readRelease(release.title, target, year)
  const the: Case = { reading, target, release, known, year }
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
    ? `A pack with ${numbers.length === 1 ? 'one issue' : `${numbers.length} issues`} that ${numbers.length === 1 ? 'is' : 'are'} missing.`
    : `It is ${target.unit} ${target.wanted.issue}.`
  return {
    accepted: true,
    reason_code: code,
    overrideable: false,
    reasons: [{ code, message }],
    match_kind: pack ? 'pack' : 'issue',
    satisfies: numbers,
  }
}
