import { isBlockedUntil, isWithin, plus } from '../../../base/platform/clock'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Instant } from '../../../base/platform/ports'
import { SerialQueue } from '../../../base/platform/serial-queue'
import type { Database, Tx } from '../../../base/storage/database'
import type { CleanupRules } from '../cleanup/cleanup'
import type { ClientCleanup } from '../cleanup/client-cleanup'
import * as course from '../journal/stage-changes'
import type { ProgressBoard } from '../queue/progress'
import type { ClientItemState } from '../states'
import * as store from '../store'
import type { CompletedDownloads } from './completed-downloads'
import type { FailureSettings } from './failure-settings'
import { decideTracking, type TrackingDecision, type TrackingFacts } from './follow'
import { type ItemInspection, inspectDownloads, type InspectionDeps as LookDeps } from './inspection'

interface Deps {
  db: Database
  clock: Clock
  board: ProgressBoard
  completedDownloads: Pick<CompletedDownloads, 'start' | 'sweep'>
  holding: Pick<ClientCleanup, 'round'>
  ports: LookDeps & {
    clients: { rules(name: string): CleanupRules | undefined }
    settings: () => FailureSettings
  }
}

/** Facts shared by all items of a client. */
type About = Pick<TrackingFacts, 'client' | 'rules' | 'settings'>

/** Items per write: requests get through between two writes. */
const AT_ONCE = 20

const MOVING: readonly ClientItemState[] = ['downloading', 'checking', 'unpacking', 'done', 'seeding']
const SOON_MS = 5000
const LATER_MS = 60_000
const FRESH_MS = 5 * 60_000
const WEEK_MS = 7 * 86_400_000

/** Follows snatched items in their clients until they are complete or have failed. */
export class Watcher {
  /** Number of checks in a row in which a client did not have an item. */
  private readonly missed = new Map<string, number>()
  /** Clients that do not answer are checked less often, so that the others need not wait. */
  private readonly quiet = new Map<string, Instant>()
  private readonly stopping = new AbortController()
  private asleep = false
  private changed = false
  private woken = new AbortController()
  private swept: Instant | undefined
  private readonly queue = new SerialQueue()

  constructor(private readonly deps: Deps) {}

  /** Checks until `stop`; more often while something changes. */
  begin(): void {
    void this.checkUntilStopped()
  }

  /** Writes nothing from now on. A running check may finish. */
  stop(): void {
    this.stopping.abort()
  }

  private async checkUntilStopped(): Promise<void> {
    const { signal } = this.stopping
    while (!signal.aborted) {
      this.woken = new AbortController()
      this.changed = false
      const ms = await this.round().catch((error: unknown) => {
        if (!signal.aborted) this.deps.ports.log.error('downloads', 'checking the clients failed', { error })
        return LATER_MS
      })
      const over = AbortSignal.any([signal, this.woken.signal])
      if (ms !== undefined) await this.deps.clock.after(ms, over)
      else if (!this.changed) await this.sleep(over)
    }
  }

  private async sleep(over: AbortSignal): Promise<void> {
    this.asleep = true
    if (!over.aborted) await new Promise((resolve) => over.addEventListener('abort', resolve, { once: true }))
    this.asleep = false
  }

  /** Checks at once: a client got a new item, or has one to remove. */
  checkNow(): void {
    this.woken.abort()
  }

  /** Starts the regular checks, which run while there is something to follow. */
  checkRegularly(): void {
    this.changed = true
    if (this.asleep) this.woken.abort()
  }

  /** Resolves when no check is running. */
  idle(): Promise<void> {
    return this.queue.idle()
  }

  /** Checks all items once. Returns the milliseconds until the next check; undefined while there is nothing to follow. */
  round(): Promise<number | undefined> {
    return this.queue.run(() => this.follow())
  }

  private async follow(): Promise<number | undefined> {
    const { db, holding } = this.deps
    const items = store.itemsAt(db.read, ['snatched'])
    this.forget(new Set(items.map(({ item_id }) => item_id)))
    const byClient = Map.groupBy(items, ({ client }) => client)
    await Promise.all([...byClient].map(([name, own]) => this.ofClient(name, own)))
    const { signal } = this.stopping
    if (!signal.aborted) await holding.round(signal)
    if (signal.aborted) return undefined
    this.sweep()
    if (items.some((item) => this.moves(item))) return SOON_MS
    return store.isAnyFollowed(db.read) ? LATER_MS : undefined
  }

  private moves({ item_id, updated_at }: store.DownloadItem): boolean {
    const { clock, board } = this.deps
    const state = board.of(item_id)?.state
    return (state !== undefined && MOVING.includes(state)) || updated_at > plus(clock.now(), -FRESH_MS)
  }

  private async ofClient(name: string | null, items: readonly store.DownloadItem[]): Promise<void> {
    const { clock, db, ports } = this.deps
    const quiet = name === null ? undefined : this.quiet.get(name)
    if (quiet !== undefined && isBlockedUntil(quiet, clock.now(), LATER_MS)) return
    const client = ports.clients.named(name)
    const looked = await inspectDownloads(ports, client, items)
    const silent = looked.some(({ seen }) => seen.kind === 'unreachable')
    if (name !== null && silent) this.quiet.set(name, plus(clock.now(), LATER_MS))
    else if (name !== null) this.quiet.delete(name)
    const about = {
      client: client?.label ?? 'The download client',
      rules: name === null ? undefined : ports.clients.rules(name),
      settings: ports.settings(),
    }
    for (let at = 0; at < looked.length; at += AT_ONCE) {
      if (at > 0) await nextTurn()
      if (this.stopping.signal.aborted) return
      db.write((tx) => {
        for (const each of looked.slice(at, at + AT_ONCE)) this.decide(tx, each, about)
      })
    }
  }

  private decide(tx: Tx, { item: { item_id, client_id }, seen, found, place }: ItemInspection, about: About): void {
    const { clock, board } = this.deps
    const item = store.findDownload(tx, item_id)
    // The item was cancelled or changed during the check.
    if (item?.stage !== 'snatched' || item.client_id !== client_id) return
    const now = clock.now()
    const before = board.of(item_id)?.done
    const looks = seen.kind === 'absent' ? (this.missed.get(item_id) ?? 0) + 1 : 0
    this.missed.set(item_id, looks)
    if (seen.kind === 'sighted') {
      board.record(tx, item, seen.sighting, now)
      const { instance } = seen.sighting
      if (item.client_instance === null && instance) store.updateItem(tx, item_id, { client_instance: instance })
    }
    const facts: TrackingFacts = {
      ...about,
      now,
      looks,
      failures: () => store.failuresSince(tx, item.entity_id, plus(now, -WEEK_MS)),
      ...(found !== undefined && { found }),
      ...(place && { place }),
      ...(typeof before === 'number' && { before }),
    }
    this.apply(tx, item, decideTracking(item, seen, facts))
  }

  private apply(tx: Tx, { item_id }: store.DownloadItem, decision: TrackingDecision): void {
    const { clock, completedDownloads } = this.deps
    if (decision.do === 'note') store.updateItem(tx, item_id, decision.facts)
    if (decision.do === 'end') course.endAsFailed(tx, item_id, decision.end, clock.now(), { held: decision.held })
    if (decision.do !== 'arrive') return
    course.advanceStage(tx, item_id, 'downloaded', clock.now(), { content_path: decision.content_path })
    completedDownloads.start(item_id)
  }

  private sweep(): void {
    const { clock, completedDownloads } = this.deps
    if (this.swept !== undefined && isWithin(this.swept, clock.now(), LATER_MS)) return
    this.swept = clock.now()
    completedDownloads.sweep()
  }

  private forget(kept: ReadonlySet<string>): void {
    this.deps.board.keepOnly(kept)
    for (const id of this.missed.keys()) if (!kept.has(id)) this.missed.delete(id)
  }
}
