import type { Config } from '../../config/config'
import { leftAloneMs } from '../../outside/back-off'
import { spend } from '../../outside/budget'
import { isLeftAlone, plus } from '../../platform/clock'
import type { Clock, Instant, Log } from '../../platform/ports'
import type { Database } from '../../storage/database'
import type { IndexerFailure } from '../states'
import { hideKey } from './hidden-key'
import type { Failure } from './indexer'
import * as store from './store'
import { awayAs, sentenceOf, Trouble } from './trouble'

export type Resource = 'api' | 'grab'

const DAY_MS = 86_400_000
const WELL = { failure: null, detail: null, failures_in_row: 0, blocked_until: null }
/** Trouble that may be over by now: somebody who waits is not kept from finding out. */
const PASSING: IndexerFailure[] = ['unreachable', 'unavailable', 'unreadable']

/** How each indexer stands with us, in its row: a ban or a limit outlives a restart. */
export class Standings {
  constructor(private readonly deps: { db: Database; clock: Clock; log: Log; config: Pick<Config, 'get'> }) {}

  /** Why it is left alone just now. */
  blocked(row: store.KeyedRow, resource: Resource, urgent: boolean): Failure | undefined {
    const now = this.deps.clock.now()
    const longest = Math.max(DAY_MS, this.limitMs())
    if (resource === 'grab' && row.grabs_blocked_until && isLeftAlone(row.grabs_blocked_until, now, longest))
      return {
        failure: 'grab_limit',
        detail: sentenceOf(row.name, new Trouble('grab_limit')),
        until: row.grabs_blocked_until,
      }
    if (!row.failure || !row.blocked_until || !isLeftAlone(row.blocked_until, now, longest)) return undefined
    if (urgent && PASSING.includes(row.failure) && !this.banned(row)) return undefined
    return { failure: row.failure, detail: row.detail ?? '', until: row.blocked_until }
  }

  /** It wants no question at all, whatever key comes with it. */
  silenced(row: store.KeyedRow): Failure | undefined {
    return row.failure === 'limit' || this.banned(row) ? this.blocked(row, 'api', false) : undefined
  }

  /** Left alone for longer than trouble of its own ever is. */
  private banned({ failure, blocked_until }: store.KeyedRow): boolean {
    return failure === 'unavailable' && (blocked_until ?? '') > plus(this.deps.clock.now(), DAY_MS / 8)
  }

  asked(row: store.KeyedRow, resource: Resource): void {
    const now = this.deps.clock.now()
    this.keep(row, { spent: spend(row.spent ?? {}, resource, now, DAY_MS), last_asked_at: now })
  }

  well(row: store.KeyedRow, resource: Resource): void {
    // A file that came says nothing of a limit on questions.
    if (resource === 'grab') return
    if (row.failure) this.deps.log.info('search', 'indexer is well again', { indexer: row.name })
    this.keep(row, { ...WELL, last_ok_at: this.deps.clock.now() })
  }

  /** Its limits are used up with this answer: the next question would only be told so. */
  usedUp(row: store.KeyedRow, { api, grabs }: { api: boolean; grabs: boolean }): void {
    const until = plus(this.deps.clock.now(), this.limitMs())
    const detail = sentenceOf(row.name, new Trouble('limit'))
    if (api) this.keep(row, { failure: 'limit', detail, blocked_until: until })
    if (grabs) this.keep(row, { grabs_blocked_until: until })
  }

  /** Lifts what stands in the way; `passing` leaves limits and bans: asking on makes them longer. */
  forgive(row: store.KeyedRow, which: 'all' | 'passing'): void {
    if (which === 'passing' && this.silenced(row)) return
    this.keep(row, which === 'all' ? { ...WELL, grabs_blocked_until: null } : WELL)
  }

  troubled(row: store.KeyedRow, resource: Resource, trouble: Trouble): Failure {
    const { clock, log } = this.deps
    const now = clock.now()
    const { kind } = trouble
    const failures_in_row = row.failures_in_row + 1
    const told = trouble.more.until !== undefined && trouble.more.until > now ? trouble.more.until : undefined
    const isLimit = kind === 'grab_limit' || (kind === 'limit' && resource === 'grab')
    const ms =
      resource === 'grab' && !isLimit
        ? undefined
        : leftAloneMs(awayAs(trouble), { failuresInRow: failures_in_row, limitMs: this.limitMs() })
    const until = told ?? (ms === undefined ? undefined : plus(now, ms))
    const failure = failureOf(row, trouble, until)
    log.warn('search', 'indexer failed', {
      indexer: row.name,
      failure: kind,
      what: hideKey(trouble.what, row.api_key, '…') || undefined,
      until,
    })
    const at = { last_failed_at: now }
    // Files are often with others than the indexer, and one that is bad says nothing of the next: only a limit does.
    if (isLimit) this.keep(row, { ...at, grabs_blocked_until: until ?? null })
    // One question refused says nothing of the indexer.
    else if (resource === 'api' && kind !== 'refused' && kind !== 'unsupported')
      this.keep(row, { ...at, failure: kind, detail: failure.detail, failures_in_row, blocked_until: until ?? null })
    return failure
  }

  private keep(row: store.KeyedRow, change: Partial<store.Standing>): void {
    const isOther = change.failure !== undefined && change.failure !== row.failure
    this.deps.db.write((tx) => {
      store.keepStanding(tx, row.indexer_id, change)
      if (isOther) tx.emit({ type: 'indexers.changed' })
    })
  }

  private limitMs(): number {
    return this.deps.config.get('blocklist_timer') * 1000
  }
}

/** In words, without the key, which indexers like to repeat. */
export function failureOf(
  { name, api_key, type }: Pick<store.KeyedRow, 'name' | 'api_key'> & { type?: store.KeyedRow['type'] },
  trouble: Trouble,
  until?: Instant,
): Failure {
  const detail = hideKey(
    sentenceOf(name, trouble, type === 'archive' ? 'the option archive_url' : undefined),
    api_key,
    '…',
  )
  return { failure: trouble.kind, detail, ...(until === undefined ? {} : { until }) }
}
