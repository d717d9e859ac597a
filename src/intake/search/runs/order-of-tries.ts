import type { Instant } from '../../../base/platform/ports'
import type { ReadHandle } from '../../../base/storage/database'
import { releaseDigest } from '../digest'
import { afterFailures, type FailedLink, failedAmong, releaseName } from '../indexers/failed-link-store'
import { linkKey } from '../indexers/link-keys'
import type { Find } from './item-search'

export interface OrderOfTries<F extends Find = Find> {
  /** Best first; releases whose links failed before come after all others. */
  due: F[]
  /** Releases whose links failed, and that must not be retried yet. */
  waiting: { find: F; detail: string; retry_at: Instant }[]
}

/** In the order of the attempts. */
const STEPS = ['fresh', 'other link', 'again'] as const
type Step = (typeof STEPS)[number]
type Standing = { step: Step } | { detail: string; retry_at: Instant }

/**
 * Limit of failed links before a release itself has to wait, even if the indexer lists fewer. Otherwise an indexer that
 * renames its links and guids in every reply would have the same dead file retried endlessly.
 */
const MOST_OTHER_LINKS = 3

/** Whether one of these releases is accepted and may be tried now. If not, other queries may find one. */
export function isAnyDue(db: ReadHandle, finds: readonly Find[], now: Instant): boolean {
  const accepted = finds.filter(({ verdict }) => verdict.accepted)
  return orderOfTries(db, accepted, now).due.length > 0
}

/** The order in which ranked releases are tried, so that the same dead links are not tried in each search. */
export function orderOfTries<F extends Find>(db: ReadHandle, ranked: readonly F[], now: Instant): OrderOfTries<F> {
  const releases = Map.groupBy(ranked, ({ offer, indexer_id }) =>
    releaseName({ indexer_id, digest: releaseDigest(offer) }),
  )
  const failed = failedAmong(db, [...new Set(ranked.map(({ offer }) => releaseDigest(offer)))])
  const standings = new Map<F, Standing>()
  for (const [name, finds] of releases)
    for (const [find, standing] of standingsOf(finds, failed.get(name) ?? [], now)) standings.set(find, standing)
  const order: OrderOfTries<F> = { due: [], waiting: [] }
  const steps: Record<Step, F[]> = { fresh: [], 'other link': [], again: [] }
  for (const find of ranked) {
    const standing = standings.get(find) as Standing
    if ('step' in standing) steps[standing.step].push(find)
    else order.waiting.push({ find, ...standing })
  }
  order.due = STEPS.flatMap((step) => steps[step])
  return order
}

/**
 * The state of every link of one release at one indexer. `failed`: links that failed before, the latest failure last.
 */
function standingsOf<F extends Find>(
  finds: readonly F[],
  failed: readonly FailedLink[],
  now: Instant,
): [F, Standing][] {
  const last = failed.at(-1)
  if (!last) return finds.map((find) => [find, { step: 'fresh' }])
  const known = new Map(failed.map((each) => [each.link, each]))
  const listed = new Set(finds.map(linkOf))
  // As many links may fail as are listed, under any title; then the release waits as a single link does.
  const free = Math.max(listed.size, MOST_OTHER_LINKS) - failed.length
  const retry_at = afterFailures(Math.max(1, 1 - free), last.failed_at)
  const count = free > 0 ? free : retry_at <= now ? 1 : 0
  const open = new Set(othersOf([...listed], known).slice(0, count))
  return finds.map((find) => {
    const before = known.get(linkOf(find))
    if (before && before.retry_at <= now) return [find, { step: 'again' }]
    if (open.has(linkOf(find))) return [find, { step: 'other link' }]
    return [find, { detail: before?.detail ?? last.detail, retry_at: before?.retry_at ?? retry_at }]
  })
}

/**
 * The links that did not fail. If no failed link is listed any more, the links were renamed: then the next ones after
 * the failed ones come first.
 */
function othersOf(listed: readonly string[], failed: ReadonlyMap<string, FailedLink>): string[] {
  const others = listed.filter((link) => !failed.has(link))
  const from = others.length === listed.length ? failed.size % listed.length : 0
  return [...others.slice(from), ...others.slice(0, from)]
}

const linkOf = ({ link, offer }: Find) => link ?? linkKey(offer)
