import type { Instant } from '../../../base/platform/ports'
import { countWords } from '../../../base/platform/words'
import type { EntityType } from '../../downloads/states'
import type { Offer } from '../offer'
import { betterFormatOnly, refusedVerdict } from '../verdict/better-format'
import { bySeverity, type RejectionCode, type VerdictCode } from '../verdict/codes'
import { judgeRelease, type ReleaseVerdict } from '../verdict/judge'
import { type ParsedRelease, readRelease } from '../verdict/parsed-release'
import { offeredReleaseOf } from '../verdict/release'
import { namesAnnual } from '../verdict/rules/annual'
import { mayBeBare } from '../verdict/rules/number'
import { isPack, satisfies } from '../verdict/satisfies'
import type { KnownRelease } from '../verdict/wanted'
import type { NearIssues } from './near-issues'
import type { SearchTarget, SearchTargets } from './search-targets'

export interface SatisfiedIssue {
  entity_type: EntityType
  entity_id: string
  issue_number: string
}

/** A release as judged for a session. */
export interface JudgedCandidate {
  verdict: ReleaseVerdict
  satisfies: SatisfiedIssue[]
  /** The issue that the verdict is about. */
  found_for: string
}

/** Reasons about the offer, not about the identity of its issue. */
const ABOUT_THE_OFFER: VerdictCode[] = [
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
  /** Name of the indexer. */
  indexer: string
  known: KnownRelease | undefined
  now: Instant
}

/** With these reasons, the release is another issue than the one it was compared with. */
const ANOTHER_ISSUE: VerdictCode[] = [
  'rejected.issue_mismatch',
  'rejected.pack_issue_absent',
  'rejected.annual_mismatch',
  'rejected.unit_mismatch',
]

/** A release rejected for this many issues and accepted for none is not a pack with all the others. */
const MOST_REFUSED = 40

/**
 * Judges a release for every issue of the search: returns the best verdict, and all missing issues in the release. An
 * override grabs it for the issue in its name; if that is none of the missing ones, it cannot be overridden.
 */
export function judgeOffer(searchTargets: SearchTargets, received: ReceivedOffer): JudgedCandidate {
  const verdicts = verdictsOn(searchTargets, searchTargets.judged, received)
  if (verdicts.length === 0) verdicts.push(...searchTargets.targets.map((target) => verdictOn(target, received)))
  const accepted = verdicts.filter(({ verdict }) => verdict.accepted)
  if (accepted.length > 0) return withCount(candidateOf(searchTargets, most(accepted), accepted))
  const named = searchTargets.entity_type === 'series' ? verdicts.filter((each) => isNamed(each, received)) : verdicts
  const best = nearest(named.length > 0 ? named : verdicts)
  if (isOfAnother(best)) return refusedAsAnother(searchTargets, best, received)
  if (named.length === 0) return candidateOf(searchTargets, ofNobody(best, received), [])
  const refused = { ...best, verdict: asItWould(best, received) }
  return candidateOf(searchTargets, refused, [refused])
}

function candidateOf(
  { missing }: SearchTargets,
  { verdict, searchTarget }: TargetVerdict,
  brought: readonly TargetVerdict[],
): JudgedCandidate {
  const ids = new Set(brought.flatMap(idsOf))
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

/** A pack of volumes is accepted chapter by chapter, so its reason counts all of them. */
function withCount(candidate: JudgedCandidate): JudgedCandidate {
  const { verdict, satisfies } = candidate
  if (verdict.match_kind !== 'pack') return candidate
  const message = `Pack with ${countWords(satisfies.length, 'missing issue')}`
  return { ...candidate, verdict: { ...verdict, reasons: [{ code: 'accepted.pack', message }] } }
}

/** Verdicts for the issues that the release could be. Issues in an already accepted pack are skipped. */
function verdictsOn(searchTargets: SearchTargets, issues: NearIssues, received: ReceivedOffer): TargetVerdict[] {
  const verdicts: TargetVerdict[] = []
  const brought = new Set<string>()
  for (const { issue_id } of issues.of(received.offer.title, yearOf(received))) {
    if (brought.has(issue_id)) continue
    const target = searchTargets.targetOf(issue_id)
    if (!target) continue
    const judged = verdictOn(target, received)
    verdicts.push(judged)
    for (const id of idsOf(judged)) brought.add(id)
    if (brought.size === 0 && verdicts.length >= MOST_REFUSED) break
  }
  return verdicts
}

function verdictOn(searchTarget: SearchTarget, { offer, indexer, known, now }: ReceivedOffer): TargetVerdict {
  const verdict = judgeRelease(searchTarget.target, offeredReleaseOf(offer, indexer, now), yearOf({ now }), known)
  return { searchTarget, verdict: asReplacement(verdict, searchTarget, offer) }
}

const yearOf = ({ now }: Pick<ReceivedOffer, 'now'>) => Number(now.slice(0, 4))

const isOfAnother = ({ verdict }: TargetVerdict) => verdict.reasons.some(({ code }) => ANOTHER_ISSUE.includes(code))

/**
 * A release of another issue. It cannot be overridden in a series search, or if the library has the issue in its name.
 * If the library does not know such an issue, its numbering may differ, so the user decides.
 */
function refusedAsAnother(searchTargets: SearchTargets, best: TargetVerdict, received: ReceivedOffer): JudgedCandidate {
  const never = { ...best, verdict: { ...best.verdict, overrideable: false } }
  const { entity_type, judged, others } = searchTargets
  if (entity_type === 'series') return candidateOf(searchTargets, ofNone(never, judged.count, received), [])
  const named = verdictsOn(searchTargets, others, received).filter((each) => !isOfAnother(each))
  if (named.length === 0) return candidateOf(searchTargets, best, [])
  const would = named.map((each) => ({ ...each, verdict: wouldBring(each, received) }))
  const other = candidateOf(searchTargets, nearest(would), would)
  if (other.satisfies.length === 0) return candidateOf(searchTargets, never, [])
  const { reason_code, overrideable, reasons } = best.verdict
  const more = other.verdict.accepted ? [] : other.verdict.reasons
  const codes = new Set(reasons.map(({ code }) => code))
  const verdict = {
    ...other.verdict,
    accepted: false,
    reason_code,
    overrideable: overrideable && (other.verdict.accepted || other.verdict.overrideable),
    reasons: [...reasons, ...more.filter(({ code }) => !codes.has(code))],
  }
  return { ...other, verdict, found_for: best.searchTarget.wantedItem.entity_id }
}

/**
 * Whether the name points to the issue. For a release of another series, the rules about numbers and annuals leave that
 * open: a name without a number could be any one-shot or annual.
 */
function isNamed({ searchTarget: { target } }: TargetVerdict, { offer, now }: ReceivedOffer): boolean {
  const reading = readRelease(offer.title, target, yearOf({ now }))
  if (!reading.annualsToo && !namesAnnual(target.wanted.series) && target.annual !== saysAnnual(reading)) return false
  if (reading.number !== '' || reading.spans.length > 0) return true
  return reading.week !== undefined || reading.wholeRun || Boolean(mayBeBare(target))
}

const saysAnnual = ({ annual, series }: ParsedRelease) => annual || namesAnnual(series)

/** A release whose name matches no issue: it cannot be grabbed for any. */
function ofNobody({ searchTarget, verdict }: TargetVerdict, { offer, now }: ReceivedOffer): TargetVerdict {
  const reading = readRelease(offer.title, searchTarget.target, yearOf({ now }))
  const why: ReleaseVerdict['reasons'][number] = saysAnnual(reading)
    ? { code: 'rejected.annual_mismatch', message: 'Annual; a regular issue is wanted' }
    : { code: 'rejected.issue_mismatch', message: 'No number in the name' }
  return { searchTarget, verdict: { ...verdict, overrideable: false, reasons: [...verdict.reasons, why] } }
}

/** With many issues, none is "the" wanted one. */
function ofNone({ searchTarget, verdict }: TargetVerdict, count: number, { offer, now }: ReceivedOffer): TargetVerdict {
  if (count === 1) return { searchTarget, verdict }
  const { number } = readRelease(offer.title, searchTarget.target, yearOf({ now }))
  const sentences: Partial<Record<VerdictCode, string>> = {
    'rejected.issue_mismatch':
      number === '' ? 'No number in the name' : `Wrong number: ${number} (none of the ${count} missing issues)`,
    'rejected.pack_issue_absent': `The pack contains none of the ${count} missing issues`,
  }
  const reasons = verdict.reasons.map(({ code, message }) => ({ code, message: sentences[code] ?? message }))
  return { searchTarget, verdict: { ...verdict, reasons } }
}

/** A library file is only replaced by a better format, and never by a pack, which is for missing issues. */
function asReplacement(verdict: ReleaseVerdict, { better }: SearchTarget, { title }: Offer): ReleaseVerdict {
  if (better.length === 0 || verdict.match_kind !== 'pack') return betterFormatOnly(verdict, title, better)
  const refusal = refusedVerdict(verdict, { code: 'rejected.packs_disabled', message: 'Packs do not replace files' })
  return { ...refusal, overrideable: false }
}

interface TargetVerdict {
  searchTarget: SearchTarget
  verdict: ReleaseVerdict
}

const idsOf = ({ searchTarget, verdict }: TargetVerdict) =>
  verdict.satisfies.flatMap((number) => searchTarget.issueIds.get(number) ?? [])

const most = (verdicts: TargetVerdict[]): TargetVerdict =>
  verdicts.reduce((a, b) => (b.verdict.satisfies.length > a.verdict.satisfies.length ? b : a))

/** The verdict with the weakest reasons against the release. */
const nearest = (verdicts: TargetVerdict[]): TargetVerdict =>
  verdicts.reduce((a, b) => (isNearer(b.verdict, a.verdict) ? b : a))

function isNearer(a: ReleaseVerdict, b: ReleaseVerdict): boolean {
  if (a.reasons.length !== b.reasons.length) return a.reasons.length < b.reasons.length
  return bySeverity(a.reason_code as RejectionCode, b.reason_code as RejectionCode) > 0
}

/** The issues that the release would bring if the user overrides the rejection. */
function asItWould(refused: TargetVerdict, received: ReceivedOffer): ReleaseVerdict {
  const { verdict } = refused
  return verdict.reasons.every(({ code }) => ABOUT_THE_OFFER.includes(code)) ? wouldBring(refused, received) : verdict
}

function wouldBring(
  { searchTarget: { target }, verdict }: TargetVerdict,
  { offer, now }: ReceivedOffer,
): ReleaseVerdict {
  const reading = readRelease(offer.title, target, yearOf({ now }))
  const match_kind = isPack(reading, target) ? 'pack' : 'issue'
  return { ...verdict, match_kind, satisfies: satisfies(reading, target) }
}
