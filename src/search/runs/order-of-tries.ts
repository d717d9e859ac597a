import type { Instant } from '../../platform/ports'
import type { Reader } from '../../storage/database'
import { releaseDigest } from '../digest'
import { failedAmong, linkName } from '../indexers/failed-link-store'
import type { RankedOffer } from '../verdict/ranking'
import type { Find } from './item-search'

export interface OrderOfTries {
  /** The best first; those whose links failed before are behind all others. */
  due: RankedOffer<Find>[]
  /** Their links failed, and it is too early to try them again. */
  waiting: { find: RankedOffer<Find>; detail: string; retry_at: Instant }[]
}

/** Whether one of these is accepted and may be tried now: if not, other queries may find one that is. */
export function isAnyDue(db: Reader, finds: readonly Find[], now: Instant): boolean {
  const accepted = finds.filter(({ verdict }) => verdict.accepted)
  const failed = failedAmong(db, accepted.map(({ offer }) => releaseDigest(offer))) // biome-ignore format: one line
  return accepted.some(({ offer, indexer_id }) => {
    const before = failed.get(linkName({ indexer_id, digest: releaseDigest(offer) }))
    return !before || before.retry_at <= now
  })
}

/** The order in which ranked releases are tried: the same dead links are not tried in each search. */
export function orderOfTries(db: Reader, ranked: readonly RankedOffer<Find>[], now: Instant): OrderOfTries {
  const links = ranked.map(({ offer, indexer_id }) => ({ indexer_id, digest: releaseDigest(offer) }))
  const failed = failedAmong(db, links.map(({ digest }) => digest)) // biome-ignore format: one line
  const order: OrderOfTries = { due: [], waiting: [] }
  const again: RankedOffer<Find>[] = []
  ranked.forEach((find, at) => {
    const before = failed.get(linkName(links[at]!))
    if (!before) order.due.push(find)
    else if (before.retry_at <= now) again.push(find)
    else order.waiting.push({ find, detail: before.detail, retry_at: before.retry_at })
  })
  order.due.push(...again)
  return order
}
