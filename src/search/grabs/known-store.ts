import { type SQL, sql } from 'drizzle-orm'
import { openStages } from '../../downloads/states'
import { blocklist, journal } from '../../downloads/tables'
import type { Reader } from '../../storage/database'
import { sameReleases } from '../digest'
import type { KnownRelease } from '../verdict/wanted'

/** The digests with the range of those that may be the same release, one row for each range. */
const rangesOf = (digests: readonly string[]): SQL => {
  const ranges = digests.flatMap((digest) => sameReleases(digest).map(([from, to]) => [digest, from, to]))
  return sql`(select value ->> 0 as asked, value ->> 1 as low, value ->> 2 as high from json_each(${JSON.stringify(ranges)}))`
}

interface GrabbedRow {
  asked: string
  stage: (typeof journal.$inferSelect)['stage']
  resolution: string | null
  client_id: string | null
}

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
  // The cross join keeps the order: an index finds the few rows of each range.
  const grabbed = db.all<GrabbedRow>(sql`select ranges.asked as asked, ${journal.stage} as stage,
      ${journal.resolution} as resolution, ${journal.client_id} as client_id
    from ${rangesOf(digests)} as ranges cross join ${journal}
    where ${journal.digest} >= ranges.low and ${journal.digest} <= ranges.high`)
  for (const { asked, stage, resolution, client_id } of grabbed) {
    const inFlight = (openStages as readonly string[]).includes(stage)
    // The user has not decided yet.
    const undecided = stage === 'manual_review' && resolution === null
    const failed = stage === 'failed' && resolution !== 'retried' && client_id !== null
    const duplicate = undecided || (!byHand && (failed || stage === 'cancelled'))
    if (inFlight || duplicate) known.set(asked, { ...known.get(asked), ...(inFlight ? { inFlight } : { duplicate }) })
  }
  for (const { asked, reason } of blockedAmong(db, digests))
    known.set(asked, { ...known.get(asked), blocklisted: reason })
  return known
}

/** Rows of the blocklist that may be these releases. */
export function blockedAmong(
  db: Reader,
  digests: readonly string[],
): { asked: string; digest: string; reason: string }[] {
  return db.all(sql`select ranges.asked as asked, ${blocklist.digest} as digest, ${blocklist.reason} as reason
    from ${rangesOf(digests)} as ranges cross join ${blocklist}
    where ${blocklist.digest} >= ranges.low and ${blocklist.digest} <= ranges.high`)
}
