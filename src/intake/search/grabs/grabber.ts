import type { Clock } from '../../../base/platform/ports'
import { SerialQueue } from '../../../base/platform/serial-queue'
import type { Database } from '../../../base/storage/database'
import { rememberTitle } from '../../downloads/blocklist/store'
import type { DownloadClient } from '../../downloads/clients/client'
import type { Clients } from '../../downloads/clients/clients'
import { contentsOf } from '../../downloads/contents'
import type { Journal } from '../../downloads/journal/journal'
import type { ReleasePayload } from '../../downloads/payload'
import { type Protocol, protocols } from '../../downloads/states'
import { openWith } from '../../downloads/store'
import { releaseDigest } from '../digest'
import { forgetFailedLink, type LinkAt, saveFailedLink } from '../indexers/failed-link-store'
import type { FailedAnswer, FetchRelease, Indexers } from '../indexers/indexer'
import { linkKey } from '../indexers/link-keys'
import type { IndexerFailure } from '../states'
import type { KnownRelease } from '../verdict/wanted'
import type { GrabOutcome, GrabRequest, Grabs } from './grab-request'
import { knownOffers } from './known-offers'
import { knownReleases } from './known-store'

interface Deps {
  db: Database
  clock: Pick<Clock, 'now'>
  journal: Pick<Journal, 'reserve' | 'handOver'>
  clients: Pick<Clients, 'inOrder' | 'isSet' | 'ready'>
  indexers: Pick<Indexers, 'get'>
  fetch: FetchRelease
}

/** `item_id`: id for the journal row, by which the caller finds it again after a crash. */
export type GrabNow = (request: GrabRequest & { item_id?: string }, signal?: AbortSignal) => Promise<GrabOutcome>

export type RouteCheck = { client: DownloadClient } | { problem: string }

const ROUTES = { usenet: 'NZB files', torrent: 'torrents', ddl: 'direct downloads' }

/** Grabs releases one at a time: fetches the file, checks it, writes the journal, and sends it to the client. */
export class Grabber implements Grabs {
  private readonly queue = new SerialQueue()

  constructor(private readonly deps: Deps) {}

  ready(): ReturnType<Grabs['ready']> {
    const { clients } = this.deps
    if (protocols.some((protocol) => clients.isSet(protocol))) return { ready: true }
    const reason = 'No download client is set up. Add one in Settings, Download clients.'
    return { ready: false, code: 'downloader_disabled', reason }
  }

  async grab(request: GrabRequest, signal?: AbortSignal): Promise<GrabOutcome> {
    return this.queue.run(async () => {
      signal?.throwIfAborted()
      return this.grabNow(request, signal)
    })
  }

  /** Locks out other grabs while `work` checks and grabs; returns undefined at once while another grab is running. */
  async alone<T>(work: (grabNow: GrabNow) => Promise<T>): Promise<T | undefined> {
    if (!this.queue.isIdle) return undefined
    return this.queue.run(() => work((request, signal) => this.grabNow(request, signal)))
  }

  /** The first client that accepts such releases now, or why none does. */
  async route(protocol: Protocol, kind?: ReleasePayload['kind']): Promise<RouteCheck> {
    const set = this.deps.clients.inOrder(protocol)
    const problems: string[] = []
    for (const client of set.filter(({ takes }) => kind === undefined || takes.includes(kind))) {
      const ready = await this.deps.clients.ready(client)
      if ('ok' in ready) return { client }
      problems.push(ready.detail)
    }
    const nothing = `No download client is set up for ${kind === 'magnet' ? 'magnet links' : ROUTES[protocol]}.`
    return { problem: problems.join(' ') || nothing }
  }

  private async grabNow(request: GrabRequest & { item_id?: string }, signal?: AbortSignal): Promise<GrabOutcome> {
    const { db, journal, indexers, fetch } = this.deps
    const { offer, indexer_id, item_id, link = linkKey(request.offer), ...facts } = request
    const digest = releaseDigest(offer)
    const at = { indexer_id, digest, link }
    const by = { byHand: request.requested_by === 'interactive' }
    const against = refusalOf(knownOffers(db.read, [offer], by).get(digest))
    if (against) return against
    const route = await this.route(offer.protocol)
    if ('problem' in route) return { state: 'failed', code: 'route_unavailable', detail: route.problem }
    const fetched = await fetch(indexer_id, offer, { signal, urgent: request.requested_by === 'interactive' })
    if (!('ok' in fetched)) return this.notFetched(at, fetched)
    const contents = contentsOf(fetched.ok)
    const again = this.underOtherTitle(digest, contents, by)
    if (again) return again
    const taker = await this.takerOf(fetched.ok.kind, route.client, offer.protocol)
    if ('problem' in taker) return { state: 'failed', code: 'route_unavailable', detail: taker.problem }
    const { client } = taker
    const indexer = indexers.get(indexer_id)?.row.name ?? ''
    const { title, protocol, size = null } = offer
    const { minimum_ratio = null, minimum_seed_time: minimum_seed_seconds = null } = offer
    const seeding = { info_hash: hashOf(fetched.ok, offer), minimum_ratio, minimum_seed_seconds }
    const [content = null] = contents
    const wanted = { ...facts, ...seeding, digest, content, title, protocol, size, indexer_id, indexer }
    const item = journal.reserve(wanted, client, item_id)
    if (!item) return openWith(db.read, { digest, content }) ? ON_ITS_WAY : NOT_MISSING
    const { stage, detail, rejected } = await journal.handOver(item, fetched.ok, client)
    const { release_key } = item
    if (rejected) this.saveFailed(at, detail)
    else db.write((tx) => forgetFailedLink(tx, at))
    if (stage === 'snatched') return { state: 'submitted', release_key }
    if (stage === 'failed') return { state: 'failed', code: 'handoff_rejected', detail }
    return { state: 'manual_review', code: 'handoff_outcome_ambiguous', detail, release_key }
  }

  /** Remembers a failed link. While its indexer is down, a failure says nothing about the link. */
  private notFetched(link: LinkAt, { failure, detail, until }: FailedAnswer): GrabOutcome {
    const row = this.deps.indexers.get(link.indexer_id)?.row
    const isBlocked = until !== undefined && (until === row?.blocked_until || until === row?.grabs_blocked_until)
    const failed = { state: 'failed', code: codeOf(failure), detail } as const
    if (isBlocked || OF_INDEXER.includes(failure)) return { ...failed, indexer_blocked: true }
    this.saveFailed(link, detail)
    return failed
  }

  private saveFailed(link: LinkAt, detail: string): void {
    const { db, clock } = this.deps
    db.write((tx) => saveFailedLink(tx, { ...link, detail }, clock.now()))
  }

  /**
   * The client for the fetched content. Its kind shows only after the fetch, and not every client accepts magnet links.
   */
  private async takerOf(kind: ReleasePayload['kind'], client: DownloadClient, protocol: Protocol): Promise<RouteCheck> {
    return client.takes.includes(kind) ? { client } : this.route(protocol, kind)
  }

  /**
   * Whether the fetched content is known under another title. If so, this title is remembered too and not fetched
   * again.
   */
  private underOtherTitle(digest: string, contents: string[], by: { byHand: boolean }): GrabOutcome | undefined {
    const { db } = this.deps
    const known = knownReleases(db.read, contents, by)
    const content = contents.find((each) => known.has(each))
    if (content === undefined) return undefined
    db.write((tx) => rememberTitle(tx, digest, content))
    return refusalOf(known.get(content))
  }
}

function refusalOf(known: KnownRelease | undefined): GrabOutcome | undefined {
  if (known?.blocklisted !== undefined) {
    return { state: 'failed', code: 'blocklisted', detail: `The release is blocked: ${known.blocklisted}` }
  }
  if (known?.inFlight) return ON_ITS_WAY
  const detail = 'This release was downloaded before: it failed, was cancelled, or needs your decision.'
  return known?.duplicate ? { state: 'failed', code: 'duplicate', detail } : undefined
}

/** Of the fetched torrent, since offers may name another hash or none. */
const hashOf = (fetched: ReleasePayload, { info_hash }: GrabRequest['offer']) =>
  ('info_hash' in fetched ? fetched.info_hash : info_hash) ?? null

const ON_ITS_WAY: GrabOutcome = {
  state: 'in_flight',
  code: 'in_flight',
  detail: 'This release is already downloading.',
}
const NOT_MISSING: GrabOutcome = {
  state: 'blocked',
  code: 'item_not_eligible',
  detail: 'The issues in this release are no longer missing.',
}

/** Failures of an indexer, never of a single release. */
const OF_INDEXER: readonly IndexerFailure[] = ['limit', 'grab_limit', 'disabled']

/** The indexer failed, or returned something that is not a release. */
const codeOf = (failure: IndexerFailure) =>
  failure === 'unreadable' || failure === 'refused' || failure === 'unsupported'
    ? 'handoff_rejected'
    : 'provider_unavailable'
