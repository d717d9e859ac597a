import { sql } from 'drizzle-orm'
import { openStages } from '../downloads/states'
import { blocklist, journal } from '../downloads/tables'
import type { Reader } from '../storage/database'
import type { Known } from './verdict/wanted'

/** What is remembered of releases, by their digests; those that nobody remembers are not in it. */
export function knownReleases(db: Reader, digests: readonly string[]): Map<string, Known> {
  const known = new Map<string, Known>()
  if (digests.length === 0) return known
  const among = sql`(select value from json_each(${JSON.stringify(digests)}))`
  const grabbed = db
    .select({ digest: journal.digest, stage: journal.stage, resolution: journal.resolution })
    .from(journal)
    .where(sql`${journal.digest} in ${among}`)
    .all()
  for (const { digest, stage, resolution } of grabbed) {
    const inFlight = (openStages as readonly string[]).includes(stage)
    // Nobody has decided yet what is to become of it.
    const duplicate = stage === 'manual_review' && resolution === null
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
