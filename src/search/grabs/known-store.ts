import { sql } from 'drizzle-orm'
import { openStages } from '../../downloads/states'
import type { Item } from '../../downloads/store'
import { blocklist, journal, otherTitles } from '../../downloads/tables'
import type { Reader } from '../../storage/database'
import type { KnownRelease } from '../verdict/wanted'

/**
 * Known releases by digest, or by what they turned out to be (`contentsOf`); unknown ones are absent. Automation never
 * grabs a release again that failed or was cancelled; the user may (`byHand`).
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
  const blocked = db
    .select({ digest: blocklist.digest, content: blocklist.content, reason: blocklist.reason })
    .from(blocklist)
    .where(sql`${blocklist.digest} in ${among} or ${blocklist.content} in ${among}`)
    .all()
  for (const row of blocked) note(row, { blocklisted: row.reason })
  return known
}

/** What rows may have for these releases, each with the digests that it stands for: a release may have other titles. */
function namesOf(db: Reader, digests: readonly string[]): Map<string, string[]> {
  const names = new Map(digests.map((digest) => [digest, [digest]]))
  const titled = db
    .select()
    .from(otherTitles)
    .where(sql`${otherTitles.digest} in (select value from json_each(${JSON.stringify(digests)}))`)
    .all()
  for (const { digest, content } of titled) names.set(content, [...(names.get(content) ?? []), digest])
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
