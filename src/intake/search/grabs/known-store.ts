import { sql } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import { isSameRelease, postsOf } from '../../downloads/same-release'
import { openStages } from '../../downloads/states'
import type { DownloadItem } from '../../downloads/store'
import { blocklist, journal, otherTitles } from '../../downloads/tables'
import type { KnownRelease } from '../verdict/wanted'

/**
 * Known releases by digest, or by their content (`contentsOf`); unknown ones are absent. Automatic searches never grab
 * a failed or cancelled release again; the user may (`byHand`).
 */
export function knownReleases(
  db: ReadHandle,
  digests: readonly string[],
  { byHand }: { byHand: boolean },
): Map<string, KnownRelease> {
  const known = new Map<string, KnownRelease>()
  if (digests.length === 0) return known
  const names = namesOf(db, digests)
  const among = sql`(select value from json_each(${JSON.stringify([...names.keys()])}))`
  const note = ({ digest, content }: { digest: string; content: string | null }, fact: KnownRelease) => {
    for (const asked of new Set([...(names.get(digest) ?? []), ...(names.get(content ?? '') ?? [])]))
      known.set(asked, { ...known.get(asked), ...fact })
  }
  const { digest, content, stage, resolution, client_id } = journal
  const grabbed = db
    .select({ digest, content, stage, resolution, client_id })
    .from(journal)
    .where(sql`${digest} in ${among} or ${content} in ${among}`)
    .all()
  for (const row of grabbed) {
    if ((openStages as readonly string[]).includes(row.stage)) note(row, { inFlight: true })
    else if (isHeldAgainst(row, byHand)) note(row, { duplicate: true })
  }
  for (const row of blockedIn(db, [...names.keys()])) note(row, { blocklisted: row.reason })
  return known
}

/** Digests in the blocklist that may be this release. */
export function blockedAs(db: ReadHandle, digest: string): string[] {
  return blockedIn(db, [...namesOf(db, [digest]).keys()]).map((row) => row.digest)
}

function blockedIn(db: ReadHandle, names: readonly string[]) {
  const among = sql`(select value from json_each(${JSON.stringify(names)}))`
  return db
    .select({ digest: blocklist.digest, content: blocklist.content, reason: blocklist.reason })
    .from(blocklist)
    .where(sql`${blocklist.digest} in ${among} or ${blocklist.content} in ${among}`)
    .all()
}

/**
 * Digests and contents that rows may have for these releases, each with the requested digests. Not every indexer
 * reports the post, and a release may have other titles.
 */
function namesOf(db: ReadHandle, digests: readonly string[]): Map<string, string[]> {
  const names = new Map(digests.map((digest) => [digest, [digest]]))
  const ranges = JSON.stringify(digests.map((digest) => [digest, ...postsOf(digest)]))
  const asked = sql`(select value ->> 0 as asked, value ->> 1 as low, value ->> 2 as high from json_each(${ranges})) as asked`
  // The cross join keeps the order, so that an index finds the few rows of each range.
  const posts = db.all<{ asked: string; digest: string }>(sql`
    select asked.asked, ${journal.digest} from ${asked}
      cross join ${journal} where ${journal.digest} between asked.low and asked.high
    union select asked.asked, ${blocklist.digest} from ${asked}
      cross join ${blocklist} where ${blocklist.digest} between asked.low and asked.high`)
  for (const { asked, digest } of posts) {
    if (asked !== digest && isSameRelease(asked, digest)) names.set(digest, [...(names.get(digest) ?? []), asked])
  }
  const titled = db
    .select()
    .from(otherTitles)
    .where(sql`${otherTitles.digest} in (select value from json_each(${JSON.stringify(digests)}))`)
    .all()
  for (const { digest, content } of titled) names.set(content, [...(names.get(content) ?? []), digest])
  return names
}

function isHeldAgainst(
  { stage, resolution, client_id }: Pick<DownloadItem, 'stage' | 'resolution' | 'client_id'>,
  byHand: boolean,
): boolean {
  // The user has not decided yet.
  if (stage === 'manual_review') return resolution === null
  const failed = stage === 'failed' && resolution !== 'retried' && client_id !== null
  return !byHand && (failed || stage === 'cancelled')
}
