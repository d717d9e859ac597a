import { sql } from 'drizzle-orm'
import { isSameRelease, postsOf } from '../../downloads/same-release'
import { openStages } from '../../downloads/states'
import type { Item } from '../../downloads/store'
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
  const names = namesOf(db, digests)
  const among = sql`(select value from json_each(${JSON.stringify([...names.keys()])}))`
  const note = ({ digest }: { digest: string }, fact: KnownRelease) => {
    for (const asked of names.get(digest) ?? []) known.set(asked, { ...known.get(asked), ...fact })
  }
  const { digest, stage, resolution, client_id } = journal
  const grabbed = db
    .select({ digest, stage, resolution, client_id })
    .from(journal)
    .where(sql`${digest} in ${among}`)
    .all()
  for (const row of grabbed) {
    if ((openStages as readonly string[]).includes(row.stage)) note(row, { inFlight: true })
    else if (isHeldAgainst(row, byHand)) note(row, { duplicate: true })
  }
  for (const row of blockedIn(db, [...names.keys()])) note(row, { blocklisted: row.reason })
  return known
}

/** Digests of rows of the blocklist that may be of this release. */
export function blockedAs(db: Reader, digest: string): string[] {
  return blockedIn(db, [...namesOf(db, [digest]).keys()]).map((row) => row.digest)
}

function blockedIn(db: Reader, digests: readonly string[]) {
  return db
    .select({ digest: blocklist.digest, reason: blocklist.reason })
    .from(blocklist)
    .where(sql`${blocklist.digest} in (select value from json_each(${JSON.stringify(digests)}))`)
    .all()
}

/** What rows may have for these releases, each with the digests that it stands for: not every indexer names the post. */
function namesOf(db: Reader, digests: readonly string[]): Map<string, string[]> {
  const names = new Map(digests.map((digest) => [digest, [digest]]))
  const ranges = JSON.stringify(digests.map((digest) => [digest, ...postsOf(digest)]))
  const asked = sql`(select value ->> 0 as asked, value ->> 1 as low, value ->> 2 as high from json_each(${ranges})) as asked`
  // The cross join keeps the order: an index finds the few rows of each range.
  const posts = db.all<{ asked: string; digest: string }>(sql`
    select asked.asked, ${journal.digest} from ${asked}
      cross join ${journal} where ${journal.digest} between asked.low and asked.high
    union select asked.asked, ${blocklist.digest} from ${asked}
      cross join ${blocklist} where ${blocklist.digest} between asked.low and asked.high`)
  for (const { asked, digest } of posts) {
    if (asked !== digest && isSameRelease(asked, digest)) names.set(digest, [...(names.get(digest) ?? []), asked])
  }
  return names
}

function isHeldAgainst(
  { stage, resolution, client_id }: Pick<Item, 'stage' | 'resolution' | 'client_id'>,
  byHand: boolean,
): boolean {
  // The user has not decided yet.
  if (stage === 'manual_review') return resolution === null
  const failed = stage === 'failed' && resolution !== 'retried' && client_id !== null
  return !byHand && (failed || stage === 'cancelled')
}
