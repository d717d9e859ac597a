import { mapYielding } from '../../../base/platform/event-loop'
import type { Clock, Instant } from '../../../base/platform/ports'
import { countWords, scoreWords } from '../../../base/platform/words'
import type { Database } from '../../../base/storage/database'
import type { ContentType } from '../../../library/series/states'
import { isIssueInFlight } from '../../downloads/store'
import { releaseDigest } from '../digest'
import type { GrabOutcome, Grabs } from '../grabs/grab-request'
import { knownOffers } from '../grabs/known-offers'
import type { Indexer, Indexers } from '../indexers/indexer'
import { linkKeys } from '../indexers/link-keys'
import type { Offer } from '../offer'
import { type AlternateNames, alternateQueries, joinedResults } from '../queries/alternate-names'
import { queriesFor } from '../queries/queries'
import { betterThanFile } from '../rules/format-ranks'
import { readRules } from '../rules/series-rules'
import type { SearchItemState, Trigger } from '../states'
import type { IndexerQueryResult, RankedRelease, RefusedRelease } from '../tables'
import { betterFormatOnly, refusedVerdict } from '../verdict/better-format'
import { bySeverity, type RejectionCode } from '../verdict/codes'
import { judgeRelease, type ReleaseVerdict } from '../verdict/judge'
import { type JudgedOffer, type RankedOffer, rank } from '../verdict/ranking'
import { offeredReleaseOf } from '../verdict/release'
import { type ReleaseLimits, targetOf } from '../verdict/wanted'
import { idsOfNumbers, ruledSeries, type WantedItem, type WantedItemState, wantedIssue } from '../wanted/store'
import { isAnyDue, type OrderOfTries, orderOfTries } from './order-of-tries'
import { type IndexerSweep, sweepIndexers } from './sweep'

/** An accepted release for an issue, found in a feed. */
export interface Find extends JudgedOffer {
  indexer_id: string
  indexer: string
  /** `linkKeys` of the reply that listed the release. */
  link?: string
  /** Issues of other series that the same release contains. */
  also?: string[]
}

export interface ItemSearchResult {
  state: Extract<SearchItemState, 'succeeded' | 'no_match' | 'blocked' | 'failed' | 'cancelled'>
  /** A token for tools. */
  reason: string | null
  /** A sentence. */
  summary: string
  asked: IndexerQueryResult[]
  refused: RefusedRelease[]
  ranked?: RankedRelease[]
  grabbed: string | null
  /** No indexer could be queried; until when, if known. */
  unasked?: { until?: Instant }
}

interface Deps {
  db: Database
  clock: Clock
  indexers: Indexers
  grabs: Grabs
  limits: () => ReleaseLimits
  /** Releases with a lower score are not downloaded automatically. */
  leastScore?: (kind: ContentType) => number | null
  alternates?: AlternateNames
}

interface ItemSearch {
  issueId: string
  trigger: Trigger
  urgent: boolean
  signal: AbortSignal
  /** Releases already found in a feed; then no indexer is queried. */
  finds?: readonly Find[]
}

/** Only the user searches for better files of issues in the library. */
export const UPGRADE_TRIGGER: Trigger = 'issue_retry'

/** The reason of an item when no indexer could be queried. */
export const ALL_BLOCKED = 'providers_temporarily_blocked'

type Swept = IndexerSweep & { offers: Find[] }
/** `detail`: why it could not be grabbed; null for the grabbed one. */
type Try = { offer: Offer; detail: string | null }
type Untaken = Exclude<GrabOutcome, { state: 'submitted' }>

/** When a release cannot be grabbed, the next best one is tried, up to this many. */
const MOST_GRABS = 3
const MOST_REFUSED = 25
const MOST_RANKED = 10
/** Releases judged at a time. */
const AT_ONCE = 50
/** Dates and pauses only hold back automatic searches; the user's searches ignore them. */
const GOES_AHEAD = ['eligible', 'missing_date', 'invalid_date', 'paused']
const HERE = ['owned', 'covered', 'in_flight']

/** Searches for one issue: queries the indexers, judges the releases, grabs the best. */
export class ItemSearcher {
  constructor(private readonly deps: Deps) {}

  /** Throws only when the signal aborts, or on an internal error. */
  async seek(search: ItemSearch): Promise<ItemSearchResult> {
    const item = this.still(search)
    if ('state' in item) return item
    const { asked, offers, failed }: Swept = search.finds
      ? { asked: [], offers: [...search.finds] }
      : await this.queryIndexers(item, search)
    const better = betterThanFile(this.deps.db.read, item)
    const judged = offers.map((each) =>
      this.withLeastScore(
        { ...each, verdict: betterFormatOnly(each.verdict, each.offer.title, better) },
        item.wanted.kind,
      ),
    )
    const candidates = rank(judged)
    const more = { asked, refused: nearest(judged), grabbed: null }
    if (candidates.length === 0) return { ...nothing(asked, offers.length, failed), ...more }
    const tries: Try[] = []
    const taken = await this.grabBest(item, candidates, { ...search, tries })
    return { ...more, ...taken, ranked: rankedReleases(candidates, tries) }
  }

  /** Rejects a release with too low a score, in automatic searches only. */
  private withLeastScore(find: Find, kind: ContentType): Find {
    const least = this.deps.leastScore?.(kind) ?? null
    const { score = 0 } = find.verdict
    if (least === null || !find.verdict.accepted || score >= least) return find
    const message = `Score ${scoreWords(score)}, below the minimum of ${scoreWords(least)} for automatic downloads`
    return { ...find, verdict: refusedVerdict(find.verdict, { code: 'rejected.score_below_min', message }) }
  }

  /** The issue in its current state, or a result when it no longer needs a search. */
  private still({ issueId, trigger }: Pick<ItemSearch, 'issueId' | 'trigger'>): WantedItemState | ItemSearchResult {
    const { read } = this.deps.db
    const item = wantedIssue(read, issueId, this.today())
    const none = { asked: [], refused: [], grabbed: null }
    if (!item) return { state: 'cancelled', reason: 'removed', summary: 'The issue was deleted.', ...none }
    const { reason } = item.eligibility
    if (GOES_AHEAD.includes(reason)) return item
    if (trigger === UPGRADE_TRIGGER && betterThanFile(read, item).length > 0 && !isIssueInFlight(read, issueId))
      return item
    if (HERE.includes(reason)) {
      const summary = reason === 'in_flight' ? 'Already downloading' : 'Already in the library'
      return { state: 'succeeded', reason, summary, ...none }
    }
    return { state: 'cancelled', reason, summary: 'No longer wanted', ...none }
  }

  private async queryIndexers(item: WantedItem, { urgent, signal }: ItemSearch): Promise<Swept> {
    const { clock, indexers } = this.deps
    const target = targetOf(item.wanted, this.deps.limits(), readRules(this.deps.db.read)(ruledSeries(item)))
    const year = Number(this.today().slice(0, 4))
    const offers: Find[] = []
    const onOffers = async (found: Offer[], { row }: Indexer, order: number) => {
      const fresh = await mapYielding(this.known(found), AT_ONCE, ({ offer, link, known }): Find => {
        const verdict = judgeRelease(target, offeredReleaseOf(offer, row.name, clock.now()), year, known)
        return { offer, verdict, order, indexer_id: row.indexer_id, indexer: row.name, link }
      })
      offers.push(...fresh)
      return isAnyDue(this.deps.db.read, fresh, clock.now())
    }
    const queries = queriesFor(item.wanted)
    const round = { indexers: indexers.enabled(), clock, signal, urgent, onOffers }
    const swept = await sweepIndexers({ ...round, queries })
    if (swept.failed || offers.length > 0) return { ...swept, offers }
    const others = alternateQueries(item.wanted, await this.alternatesOf(item, signal), queries)
    if (others.length === 0) return { ...swept, offers }
    const again = await sweepIndexers({ ...round, queries: others })
    return { asked: joinedResults(swept.asked, again.asked), offers }
  }

  private async alternatesOf({ comic_id, wanted }: WantedItem, signal: AbortSignal): Promise<readonly string[]> {
    const { series, year, publisher, aliases } = wanted
    return (await this.deps.alternates?.({ comic_id, series, year, publisher, aliases }, signal)) ?? []
  }

  private known(offers: Offer[]) {
    const known = knownOffers(this.deps.db.read, offers, { byHand: false })
    const links = linkKeys(offers)
    return offers.map((offer, at) => ({ offer, link: links[at] as string, known: known.get(releaseDigest(offer)) }))
  }

  private async grabBest(
    item: WantedItemState,
    candidates: RankedOffer<Find>[],
    { issueId, trigger, signal, tries: made }: ItemSearch & { tries: Try[] },
  ): Promise<Omit<ItemSearchResult, 'asked' | 'refused'>> {
    const { db, grabs } = this.deps
    const { due, waiting } = orderOfTries(db.read, candidates, this.deps.clock.now())
    made.push(...waiting.map(({ find, detail }) => ({ offer: find.offer, detail })))
    let last = untried(waiting)
    let tries = 0
    const blocked = new Set<string>()
    for (const { offer, verdict, indexer_id, indexer, link, also = [] } of due) {
      if (blocked.has(indexer_id)) continue
      // A pack may have brought the issue meanwhile, or the user may have changed it.
      const now = this.still({ issueId, trigger })
      if ('state' in now) return now
      const { entity_type, entity_id, comic_id } = item
      const issue_ids = [...new Set([entity_id, ...idsOfNumbers(db.read, item, verdict.satisfies), ...also])]
      const pack = verdict.match_kind === 'pack'
      const upgrade = betterThanFile(db.read, item).length > 0
      const request = {
        offer,
        indexer_id,
        ...(link !== undefined && { link }),
        entity_type,
        entity_id,
        comic_id,
        issue_ids,
        pack,
        upgrade,
        requested_by: trigger,
      }
      const outcome = await grabs.grab(request, signal)
      if (outcome.state === 'submitted') {
        made.push({ offer, detail: null })
        return { state: 'succeeded', reason: null, summary: `Downloaded from ${indexer}`, grabbed: offer.title }
      }
      last = outcome
      made.push({ offer, detail: outcome.detail })
      if (outcome.state === 'in_flight') continue
      if (outcome.code === 'item_not_eligible') {
        // Another search may have grabbed a release for it while this one waited.
        const now = this.still({ issueId, trigger })
        if ('state' in now) return now
      }
      const isBlocked = outcome.state === 'failed' && outcome.indexer_blocked
      if (isBlocked) blocked.add(indexer_id)
      // A missing torrent client, for example, does not affect usenet releases.
      else if (outcome.code !== 'route_unavailable') tries++
      if (outcome.state !== 'failed' || tries >= MOST_GRABS) break
    }
    if (last.state === 'in_flight')
      return { state: 'succeeded', reason: last.code, summary: last.detail, grabbed: null }
    const state = last.state === 'failed' ? 'failed' : 'blocked'
    return { state, reason: last.code, summary: last.detail, grabbed: null }
  }

  private today(): string {
    return this.deps.clock.now().slice(0, 10)
  }
}

/** Result of a search that tried no release. */
function untried([first]: OrderOfTries['waiting']): Untaken {
  const detail = first
    ? `The downloads of all releases found failed before. Panelkeep tries them again later. ${first.detail}`
    : 'No release could be downloaded.'
  return { state: 'failed', code: 'handoff_rejected', detail }
}

/** The best accepted releases, with the outcome of those that were tried. */
function rankedReleases(candidates: readonly RankedOffer<Find>[], tries: readonly Try[]): RankedRelease[] {
  return candidates.slice(0, MOST_RANKED).map(({ offer, indexer, ranking }) => {
    // Compared by identity and not by title: several indexers list the same release.
    const tried = tries.find((each) => each.offer === offer)
    return {
      digest: releaseDigest(offer),
      title: offer.title,
      indexer,
      size_bytes: offer.size ?? null,
      score: ranking.score,
      line: ranking.line,
      outcome: tried ? (tried.detail === null ? 'downloaded' : 'failed') : null,
      detail: tried?.detail ?? null,
    }
  })
}

type Nothing = Pick<ItemSearchResult, 'state' | 'reason' | 'summary' | 'unasked'>

function nothing(results: IndexerQueryResult[], came: number, failed: IndexerSweep['failed']): Nothing {
  if (failed) {
    const { until, detail } = failed
    const summary = `No indexer could be searched. ${detail}`
    return { state: 'failed', reason: ALL_BLOCKED, summary, unasked: { until } }
  }
  const answering = results.filter(({ failure }) => failure === undefined).length
  const where = countWords(answering, 'indexer')
  const found =
    came > 0
      ? `${countWords(came, 'release')} found, none acceptable`
      : results.some(({ alternates }) => alternates)
        ? `Searched ${where}, also by names that AI suggested: no releases found`
        : `Searched ${where}: no releases found`
  const leftOut = results.flatMap(({ indexer, left_out }) => (left_out ? `${indexer}: ${left_out}` : []))
  return { state: 'no_match', reason: null, summary: [found, ...leftOut].join('. ') }
}

/** With these reasons it is another work; all other reasons are about the offer. */
const SOMETHING_ELSE: ReadonlySet<string> = new Set<RejectionCode>([
  'rejected.category_mismatch',
  'rejected.unparseable_title',
  'rejected.series_mismatch',
  'rejected.alternate_series',
  'rejected.annual_mismatch',
  'rejected.book_type',
  'rejected.unit_mismatch',
  'rejected.volume_mismatch',
  'rejected.year_mismatch',
  'rejected.pack_issue_absent',
  'rejected.issue_mismatch',
])

const strangeness = ({ reasons }: ReleaseVerdict) => reasons.filter(({ code }) => SOMETHING_ELSE.has(code)).length

/**
 * The closest misses first: releases of the issue with few reasons against them, then those that differ a little. Each
 * once.
 */
function nearest(offers: readonly Find[]): RefusedRelease[] {
  const seen = new Set<string>()
  return offers
    .filter(({ offer, verdict }) => {
      const digest = releaseDigest(offer)
      return !verdict.accepted && !seen.has(digest) && seen.add(digest)
    })
    .sort(({ verdict: a }, { verdict: b }) => {
      const weaker = bySeverity(b.reason_code as RejectionCode, a.reason_code as RejectionCode)
      return strangeness(a) - strangeness(b) || a.reasons.length - b.reasons.length || weaker
    })
    .slice(0, MOST_REFUSED)
    .map(({ offer, verdict, indexer }) => ({
      digest: releaseDigest(offer),
      title: offer.title,
      indexer,
      size_bytes: offer.size ?? null,
      published_at: offer.published_at ?? null,
      reasons: verdict.reasons,
      overrideable: verdict.overrideable,
    }))
}
