import { sql } from 'drizzle-orm'
import { openStages } from '../../downloads/states'
import { blocklist, journal } from '../../downloads/tables'
import type { Reader } from '../../storage/database'
import type { KnownRelease } from '../verdict/wanted'

/**
 * Known releases by digest; unknown ones are absent. Automation never grabs a release again that failed or was
 * cancelled; the user may (`byHand`).
 */
export function knownReleases(
  db: Reader,
  digests: readonly string[],
  { byHand }: { byHand: boolean },
): Map<string, KnownRelease> {
  const known = new Map<string, KnownRelease>()
  if (digests.length === 0) return known
  const among = sql`(select value from json_each(${JSON.stringify(digests)}))`
  const grabbed = db
    .select({
      digest: journal.digest,
      stage: journal.stage,
      resolution: journal.resolution,
      client_id: journal.client_id,
    })
    .from(journal)
    .where(sql`${journal.digest} in ${among}`)
    .all()
  for (const { digest, stage, resolution, client_id } of grabbed) {
    const inFlight = (openStages as readonly string[]).includes(stage)
    // The user has not decided yet.
    const undecided = stage === 'manual_review' && resolution === null
    const failed = stage === 'failed' && resolution !== 'retried' && client_id !== null
    const duplicate = undecided || (!byHand && (failed || stage === 'cancelled'))
    if (inFlight || duplicate) known.set(digest, { ...known.get(digest), ...(inFlight ? { inFlight } : { duplicate }) })
  }
  const blocked = db
    .select({ digest: blocklist.digest, reason: blocklist.reason })
    .from(blocklist)
    .where(sql`${blocklist.digest} in ${among}`)
    .all()
  for (const { digest, reason } of blocked) known.set(digest, { ...known.get(digest), blocklisted: reason })
  return known
}
