import type { PlaceMethod } from '../../../library/filing/states'
import type { ClientItem } from '../clients/client'
import type { CleanupState, Protocol } from '../states'
import type { DownloadItem } from '../store'

/** The user's rules for cleaning up a client after a download. */
export interface CleanupRules {
  placing: PlaceMethod
  seed_ratio: number | null
  seed_minutes: number | null
  remove_completed: boolean
  remove_failed: boolean
}

export type CleanupOutcome = 'placed' | 'failed' | 'review' | 'cancelled'

/** What happens to the client's job once the item has ended with this outcome; null leaves the job to the client. */
export function cleanupAfter(
  rules: CleanupRules | undefined,
  protocol: Protocol,
  outcome: CleanupOutcome,
): CleanupState | null {
  if (!rules || outcome === 'review') return null // The user may still want the files.
  if (outcome === 'cancelled') return 'dropping'
  if (outcome === 'failed') return rules.remove_failed ? 'dropping' : null
  // The library has a link to the client's files.
  if (!rules.remove_completed || rules.placing === 'softlink') return null
  return protocol === 'torrent' ? 'seeding' : 'waiting'
}

/**
 * Whether the client deletes its files together with the job of a placed item: only when the library has its own
 * copies.
 */
export function dropsFiles(rules: CleanupRules | undefined, protocol: Protocol): boolean {
  if (!rules || rules.placing === 'softlink') return false
  // Files left after a move were not wanted by the library, but the user may want them. Panelkeep's own folder is
  // always cleaned up.
  return protocol !== 'usenet' || rules.placing !== 'move'
}

type Goals = Pick<DownloadItem, 'minimum_ratio' | 'minimum_seed_seconds'>

/**
 * Whether a torrent has seeded enough to be removed: the tracker's ratio or time must be met first; then the user's
 * ratio or time, or the client's own goal.
 */
export function seededEnough(item: Goals, rules: CleanupRules | undefined, seen: ClientItem): boolean {
  const minimumReached = reached(item.minimum_ratio, item.minimum_seed_seconds, seen)
  if (minimumReached === false) return false
  const set = reached(rules?.seed_ratio ?? null, minutes(rules?.seed_minutes ?? null), seen)
  // A client that stopped seeding on its own will not seed any further.
  return set === true || seen.goal_met === true
}

const minutes = (count: number | null) => (count === null ? null : count * 60)

/** Undefined when neither limit is set. */
function reached(ratio: number | null, seconds: number | null, seen: ClientItem): boolean | undefined {
  if (ratio === null && seconds === null) return undefined
  const byRatio = ratio !== null && (seen.ratio ?? 0) >= ratio
  return byRatio || (seconds !== null && (seen.seeded_seconds ?? 0) >= seconds)
}
