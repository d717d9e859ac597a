import type { Clock } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { knownOffers } from '../grabs/known-offers'
import type { Indexers } from '../indexers/indexer'
import { judgeOffer } from './judge-offer'
import type { TargetFinder } from './search-targets'
import type { SearchSession, SessionCandidate } from './store'

interface Deps {
  db: Database
  clock: Clock
  indexers: Pick<Indexers, 'get'>
  targetFinder: Pick<TargetFinder, 'of'>
}

/**
 * The current verdict on a candidate, without another query; undefined when nothing of the search is missing any more.
 */
export function rejudge(
  { db, clock, indexers, targetFinder }: Deps,
  { entity_type, entity_id }: SearchSession,
  { digest, indexer_id, offer }: SessionCandidate,
): Pick<SessionCandidate, 'verdict' | 'satisfies' | 'state'> | undefined {
  try {
    const targets = targetFinder.of(entity_type, entity_id, entity_type === 'series' ? offer.found_for : entity_id)
    const known = knownOffers(db.read, [offer], { byHand: true }).get(digest)
    const indexer = indexers.get(indexer_id)?.row.name ?? ''
    const { verdict, satisfies } = judgeOffer(targets, { offer, indexer, known, now: clock.now() })
    return { verdict, satisfies, state: verdict.accepted || verdict.overrideable ? 'available' : 'unavailable' }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
