import { plus } from '../../base/platform/clock'
import type { Clock, Instant, Log, Random } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import * as store from './notice-store'
import { SerialRuns } from './serial-runs'
import type { Services } from './services'
import type { DeliveryResult, Notice } from './services/service'
import type { NoticeEvent, NoticeItem } from './states'
import { MOST_NAMED, noticeMessage } from './wording'

const MINUTE_MS = 60_000
/** Events within this time are sent together. */
const TOGETHER_MS = MINUTE_MS
/** Waits between attempts; after the last attempt a notice is given up. */
const WAITS_MS = [1, 5, 20, 60, 240].map((minutes) => minutes * MINUTE_MS)
const DAY_MS = 24 * 60 * MINUTE_MS
const KEPT_MS = 30 * DAY_MS

/** Targets of another program get no notices before the user has reviewed the migration. */
export interface MigrationState {
  isRunning: () => boolean
  /** Whether a migration needs review; also while it is running, and when it failed. */
  isUnderReview: () => boolean
}

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  services: Services
  /** The address of a page for a browser on another machine; null when public_url is not set. */
  linkTo: (page: string) => string | null
  migration: Pick<MigrationState, 'isUnderReview'>
}

/** Sends notices to people. Each notice is a row first, so that a restart loses none. */
export class Notices {
  private readonly stopping = new AbortController()
  private readonly runs: SerialRuns
  private isDue = false

  constructor(private readonly deps: Deps) {
    this.runs = new SerialRuns({
      run: () => Promise.all(store.listTargets(deps.db.read).map((target) => this.sendTo(target))),
      onError: (error) => deps.log.error('notices', 'sending notices failed', { error }),
      signal: this.stopping.signal,
    })
  }

  /** Adds an event to the notices of all targets that want it. They are sent within two minutes of the commit. */
  record(tx: Tx, event: NoticeEvent, happened: readonly NoticeItem[], page: string | null): void {
    if (happened.length === 0) return
    const now = this.deps.clock.now()
    for (const target of store.listTargets(tx)) {
      const { target_id, enabled, events } = target
      if (!enabled || !events.includes(event)) continue
      const open = this.waits(target)
        ? store.untriedNotice(tx, target_id, event)
        : store.openNotice(tx, target_id, event, now)
      const count = (open?.count ?? 0) + happened.length
      const items = [...(open?.items ?? []), ...happened].slice(0, MOST_NAMED)
      store.keepNotice(tx, {
        ...(open ?? this.fresh(target_id, event, now)),
        ...noticeMessage(event, { count, items }),
        count,
        items,
        // Events on different pages share no link.
        page: open && open.page !== page ? null : page,
      })
      tx.emit({ type: 'notices.changed' })
      this.soon()
    }
  }

  /** Sends the notices that are due. Resolves after the attempts. */
  send(): Promise<void> {
    return this.runs.requestRun()
  }

  /** For the timetable: retries failed notices when they are due. */
  async tick(): Promise<void> {
    const { db, clock } = this.deps
    db.write((tx) => store.forgetEndedBefore(tx, plus(clock.now(), -KEPT_MS)))
    await this.send()
  }

  /** Sends a test notice at once, without a row. */
  try(target: Pick<store.TargetRow, 'service' | 'settings' | 'secrets'>): Promise<DeliveryResult> {
    const { clock, random, linkTo } = this.deps
    return this.deliverTo(target, {
      notice_id: random.id(),
      event: 'test',
      title: 'A test of Panelkeep',
      body: 'Notices arrive here.',
      url: linkTo('/system/notifications'),
      at: clock.now(),
    })
  }

  /** Resolves when no notice is being sent. */
  idle(): Promise<void> {
    return this.runs.idle()
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.runs.idle()
  }

  private fresh(target_id: string, event: NoticeEvent, now: Instant) {
    return {
      notice_id: this.deps.random.id(),
      target_id,
      event,
      state: 'waiting' as const,
      attempts: 0,
      due_at: plus(now, TOGETHER_MS),
      created_at: now,
      error: null,
      done_at: null,
    }
  }

  /** Sends soon. Only a shortcut: the timetable also sends each minute. */
  private soon(): void {
    if (this.isDue) return
    this.isDue = true
    void this.deps.clock.after(TOGETHER_MS, this.stopping.signal).then(() => {
      this.isDue = false
      return this.send()
    })
  }

  private waits({ moved_in }: store.TargetRow): boolean {
    return moved_in && this.deps.migration.isUnderReview()
  }

  private async sendTo(target: store.TargetRow): Promise<void> {
    if (this.waits(target)) return
    const { db, clock } = this.deps
    if (target.moved_in) db.write((tx) => store.keepTarget(tx, { ...target, moved_in: false }))
    for (const notice of store.dueNotices(db.read, target.target_id, clock.now())) {
      if (this.stopping.signal.aborted) return
      // After a failure the target's other notices wait as well.
      if (!(await this.sendOne(target, notice))) return
    }
  }

  /** Sends one notice. False when the target's other notices have to wait. */
  private async sendOne(target: store.TargetRow, row: store.NoticeRow): Promise<boolean> {
    const { db, clock, log, linkTo } = this.deps
    const { notice_id, event, title, body, page, created_at } = row
    const url = page === null ? null : linkTo(page)
    const result = await this.deliverTo(target, { notice_id, event, title, body, url, at: created_at })
    // The request was interrupted by our own shutdown; the next start repeats it.
    if ('failure' in result && this.stopping.signal.aborted) return false
    const now = clock.now()
    await db.writeReturned((tx) => {
      if ('ok' in result) store.markNoticeSent(tx, row, now)
      else store.markNoticeFailed(tx, row, failureOf(row, result, now), now)
      tx.emit({ type: 'notices.changed' })
    })
    if ('ok' in result) return true
    const { service, name } = target
    log.warn('notices', 'notice not delivered', { service, name, attempts: row.attempts + 1, error: result.failure })
    return false
  }

  private async deliverTo(
    target: Pick<store.TargetRow, 'service' | 'settings' | 'secrets'>,
    notice: Notice,
  ): Promise<DeliveryResult> {
    const { service, settings, secrets } = target
    const result = await this.deps.services[service].send({ ...settings, ...secrets }, notice, this.stopping.signal)
    return 'ok' in result ? result : { ...result, failure: without(secrets, result.failure) }
  }
}

/** A rate limit does not count as an attempt. A notice that is a day old is given up. */
function failureOf(
  row: store.NoticeRow,
  { failure, until }: Exclude<DeliveryResult, { ok: string }>,
  now: Instant,
): store.NoticeFailure {
  const wait = WAITS_MS[row.attempts]
  const again = until ?? (wait === undefined ? undefined : plus(now, wait))
  const isNews = again !== undefined && again < plus(row.created_at, DAY_MS)
  return {
    error: failure,
    attempts: row.attempts + (until === undefined ? 1 : 0),
    again: isNews ? again : undefined,
  }
}

/** Services may repeat the request, with its secrets, in an error. */
function without(secrets: Readonly<Record<string, string>>, sentence: string): string {
  let text = sentence
  for (const secret of Object.values(secrets)) if (secret.length > 3) text = text.replaceAll(secret, '•••')
  return text
}
