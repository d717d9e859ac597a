import type { Clock } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { IssueRow } from '../../../library/series/store'
import { releaseDigest } from '../digest'
import { knownOffers } from '../grabs/known-offers'
import type { Indexers } from '../indexers/indexer'
import type { Offer } from '../offer'
import type { CandidateGrab } from './candidate-grabber'
import { type JudgedCandidate, judgeOffer } from './judge-offer'
import type { SearchTargets, TargetFinder } from './search-targets'
import type { SearchSession, SessionCandidate } from './store'

interface Deps {
  db: Database
  indexers: Pick<Indexers, 'get'>
  clock: Clock
  targetFinder: Pick<TargetFinder, 'of'>
}

export type RefindResult =
  | { offer: Offer; issues: IssueRow[]; pack: boolean; upgrade: boolean }
  | { code: 'item_not_eligible' | 'provider_unavailable' | 'search_busy' | 'candidate_changed'; detail: string }

const GONE = 'The indexer no longer lists this release. Search again.'

/**
 * Repeats the query that found a candidate and judges it again: the first verdict may be minutes old. Returns the
 * release as offered now and the issues that it brings.
 */
export async function refind(
  { db, clock, indexers, targetFinder }: Deps,
  { session, candidate, override }: Pick<CandidateGrab, 'session' | 'candidate' | 'override'>,
  signal: AbortSignal,
): Promise<RefindResult> {
  const { found_by, found_for } = candidate.offer
  const searchTargets = targetsOf(targetFinder, session, found_for)
  if (!searchTargets) return { code: 'item_not_eligible', detail: 'The issues of this search are no longer missing.' }
  const indexer = indexers.get(candidate.indexer_id)
  if (!indexer) return { code: 'provider_unavailable', detail: 'The indexer was deleted from the settings.' }
  const answer = await indexer.search({ text: found_by, limit: 100 }, { urgent: true, signal })
  if (!('ok' in answer)) {
    const code = answer.failure === 'limit' ? 'search_busy' : 'provider_unavailable'
    return { code, detail: answer.detail }
  }
  const offer = theOne(answer.ok, candidate)
  if (!offer) return { code: 'candidate_changed', detail: GONE }
  const known = knownOffers(db.read, [offer], { byHand: true }).get(candidate.digest)
  const now = judgeOffer(searchTargets, { offer, indexer: indexer.row.name, known, now: clock.now() })
  if (!isAsAgreed(now, candidate, override)) {
    const detail = now.verdict.reasons[0]?.message ?? ''
    return { code: 'candidate_changed', detail: `The release is now rejected (${detail}). Search again.` }
  }
  const ids = now.satisfies.length > 0 ? now.satisfies.map(({ entity_id }) => entity_id) : [found_for]
  const issues = searchTargets.missing.filter(({ issue_id }) => ids.includes(issue_id))
  const searched = issues.find(({ issue_id }) => issue_id === found_for)
  if (issues.length === 0)
    return { code: 'item_not_eligible', detail: 'The issues in this release are no longer missing.' }
  const order = searched ? [searched, ...issues.filter((issue) => issue !== searched)] : issues
  const upgrade = searchTargets.targets.some(({ better }) => better.length > 0)
  return { offer, issues: order, pack: now.verdict.match_kind === 'pack', upgrade }
}

function targetsOf(
  targetFinder: Deps['targetFinder'],
  { entity_type, entity_id }: SearchSession,
  foundFor: string,
): SearchTargets | undefined {
  try {
    return targetFinder.of(entity_type, entity_id, entity_type === 'series' ? foundFor : entity_id)
  } catch (error) {
    if (error instanceof Refusal) return undefined // The item was deleted, or is in the library by now.
    throw error
  }
}

/** The same release: among several that look alike, only the identical post. */
function theOne(offers: readonly Offer[], { digest, offer }: SessionCandidate): Offer | undefined {
  const alike = offers.filter((each) => releaseDigest(each) === digest)
  return alike.find(({ guid }) => guid === offer.guid) ?? (alike.length === 1 ? alike[0] : undefined)
}

/** Whether the release is still the one that the user agreed to. */
function isAsAgreed({ verdict, found_for }: JudgedCandidate, before: SessionCandidate, override: boolean): boolean {
  if (verdict.accepted) return true
  if (found_for !== before.offer.found_for) return false
  if (before.verdict.accepted || !override || !verdict.overrideable) return false
  const agreed = new Set(before.verdict.reasons.map(({ code }) => code))
  return verdict.reasons.every(({ code }) => agreed.has(code))
}
