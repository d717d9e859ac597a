import type { EntityType } from '../../downloads/states'
import type { Instant } from '../../platform/ports'
import type { Offer } from '../offer'
import { betterFormatOnly, refusedVerdict } from '../verdict/better-format'
import { bySeverity, type ReasonCode, type RejectionCode } from '../verdict/codes'
import { judge, type Verdict } from '../verdict/judge'
import { readRelease } from '../verdict/parsed-release'
import { releaseOf } from '../verdict/release'
import { isPack, satisfies } from '../verdict/satisfies'
import type { KnownRelease } from '../verdict/wanted'
import type { SearchTarget, SearchTargets } from './search-targets'

export interface SatisfiedIssue {
  entity_type: EntityType
  entity_id: string
  issue_number: string
}

/** A release as judged for a session. */
export interface JudgedCandidate {
  verdict: Verdict
  satisfies: SatisfiedIssue[]
  /** The issue that the verdict is on. */
  found_for: string
}

/** Reasons about the offer, not about which issue the release is. */
const ABOUT_THE_OFFER: ReasonCode[] = [
  'rejected.size_below_min',
  'rejected.size_above_max',
  'rejected.seeders_below_min',
  'rejected.too_old',
  'rejected.format_unwanted',
  'rejected.required_missing',
  'rejected.packs_disabled',
  'rejected.language_mismatch',
  'rejected.before_reference_date',
  'rejected.password_protected',
  'rejected.category_mismatch',
  'ignored.search_word',
  'blocked.blocklisted',
  'blocked.in_flight',
  'blocked.duplicate',
]

interface ReceivedOffer {
  offer: Offer
  /** Name of its indexer. */
  indexer: string
  known: KnownRelease | undefined
  now: Instant
}

/** Judges a release against all targets: the best verdict, and all missing issues that it would bring. */
export function judgeOffer(
  { targets, missing }: SearchTargets,
  { offer, indexer, known, now }: ReceivedOffer,
): JudgedCandidate {
  const year = Number(now.slice(0, 4))
  const release = releaseOf(offer, indexer, now)
  const verdicts = targets.map((searchTarget) => ({
    searchTarget,
    verdict: asReplacement(judge(searchTarget.target, release, year, known), searchTarget, offer),
  }))
  const accepted = verdicts.filter(({ verdict }) => verdict.accepted)
  const best = accepted.length > 0 ? most(accepted) : nearest(verdicts)
  const { verdict, searchTarget } = accepted.length > 0 ? best : { ...best, verdict: asItWould(best, offer, year) }
  const ids = new Set((accepted.length > 0 ? accepted : [{ searchTarget, verdict }]).flatMap(idsOf))
  const satisfied = missing.filter(({ issue_id }) => ids.has(issue_id))
  return {
    verdict,
    found_for: searchTarget.wantedItem.entity_id,
    satisfies: satisfied.map(({ kind, issue_id, number }) => ({
      entity_type: kind,
      entity_id: issue_id,
      issue_number: number,
    })),
  }
}

/** A file of the library is replaced by a better format alone, and by no pack: a pack only brings missing issues. */
function asReplacement(verdict: Verdict, { better }: SearchTarget, { title }: Offer): Verdict {
  if (better.length === 0 || verdict.match_kind !== 'pack') return betterFormatOnly(verdict, title, better)
  const refusal = refusedVerdict(verdict, { code: 'rejected.packs_disabled', message: 'Packs do not replace files' })
  return { ...refusal, overrideable: false }
}

interface TargetVerdict {
  searchTarget: SearchTarget
  verdict: Verdict
}

const idsOf = ({ searchTarget, verdict }: TargetVerdict) =>
  verdict.satisfies.flatMap((number) => searchTarget.issueIds.get(number) ?? [])

const most = (verdicts: TargetVerdict[]): TargetVerdict =>
  verdicts.reduce((a, b) => (b.verdict.satisfies.length > a.verdict.satisfies.length ? b : a))

/** The one with the least against it, and of these the weakest. */
const nearest = (verdicts: TargetVerdict[]): TargetVerdict =>
  verdicts.reduce((a, b) => (isNearer(b.verdict, a.verdict) ? b : a))

function isNearer(a: Verdict, b: Verdict): boolean {
  if (a.reasons.length !== b.reasons.length) return a.reasons.length < b.reasons.length
  return bySeverity(a.reason_code as RejectionCode, b.reason_code as RejectionCode) > 0
}

/** The issues that it would bring if the user overrides the refusal. */
function asItWould({ searchTarget: { target }, verdict }: TargetVerdict, offer: Offer, year: number): Verdict {
  if (!verdict.reasons.every(({ code }) => ABOUT_THE_OFFER.includes(code))) return verdict
  const reading = readRelease(offer.title, target, year)
  const match_kind = isPack(reading, target) ? 'pack' : 'issue'
  return { ...verdict, match_kind, satisfies: satisfies(reading, target) }
}
