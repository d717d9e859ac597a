import { leftAloneMs } from '../../outside/back-off'
import { spend } from '../../outside/budget'
import { isLeftAlone, plus } from '../../platform/clock'
import type { Clock, Instant, Log } from '../../platform/ports'
import type { Database } from '../../storage/database'
import type { Failure } from '../providers/provider'
import type { FailureKind, ProviderName } from '../states'
import * as store from './client-store'
import { manners } from './limits'
import { OtherForm, sentenceOf, type Trouble } from './trouble'

const HOUR_MS = 3_600_000
const WELL = { failure: null, detail: null, failures_in_row: 0, blocked_until: null }
/** What a person may try again before its time; asking a service that wants silence makes it worse. */
const WANTS_SILENCE: FailureKind[] = ['limit', 'banned']

/** How each service stands with us, in a row of its own: a ban or a limit outlives a restart. */
export class Standings {
  constructor(
    private readonly deps: { db: Database; clock: Clock; log: Log },
    /** Keys are only tried: what becomes of them says nothing of the saved ones. */
    private readonly trial: boolean,
  ) {}

  of(provider: ProviderName): store.Standing | undefined {
    return store.findStanding(this.deps.db.read, provider)
  }

  /** Why it is left alone just now. */
  blocked(provider: ProviderName): Failure | undefined {
    const row = this.of(provider)
    if (!row?.failure || !row.blocked_until || !isLeftAlone(row.blocked_until, this.deps.clock.now())) return undefined
    if (this.trial && !WANTS_SILENCE.includes(row.failure)) return undefined
    return { failure: row.failure, detail: row.detail ?? '', until: row.blocked_until }
  }

  asked(provider: ProviderName, resource: string): void {
    const { db, clock } = this.deps
    const now = clock.now()
    const keepMs = Math.max(manners[provider].budget?.perMs ?? 0, HOUR_MS)
    db.write((tx) => {
      const spent = spend(store.findStanding(tx, provider)?.spent ?? {}, resource, now, keepMs)
      store.saveStanding(tx, provider, { spent, last_asked_at: now })
    })
  }

  well(provider: ProviderName): void {
    if (this.trial) return
    const { db, clock, log } = this.deps
    if (this.of(provider)?.failure) log.info('metadata', 'provider is well again', { provider })
    db.write((tx) => store.saveStanding(tx, provider, { ...WELL, last_ok_at: clock.now() }))
  }

  /** Lifts every block, or only those that are not a wish for silence. */
  forgive(provider: ProviderName, which: 'all' | 'ours' = 'all'): void {
    const failure = this.of(provider)?.failure
    if (!failure || (which === 'ours' && WANTS_SILENCE.includes(failure))) return
    this.deps.db.write((tx) => store.saveStanding(tx, provider, WELL))
  }

  troubled(provider: ProviderName, trouble: Trouble): Failure {
    const { db, clock, log } = this.deps
    const { kind, what } = trouble
    const now = clock.now()
    const failures_in_row = (this.of(provider)?.failures_in_row ?? 0) + 1
    // "Retry-After: 0" is no reason to ask on.
    const told = trouble.until !== undefined && trouble.until > now ? trouble.until : undefined
    const until = told ?? leftAloneUntil(provider, trouble, failures_in_row, now)
    const detail = sentenceOf(provider, trouble)
    const said = kind === 'banned' ? 'provider shut us out and is left alone' : 'provider failed'
    log.warn('metadata', said, { provider, failure: kind, what: what || undefined, until })
    // One question refused says nothing of the service.
    if (kind !== 'refused' && !(this.trial && !WANTS_SILENCE.includes(kind))) {
      const row = { failure: kind, detail, failures_in_row, blocked_until: until ?? null, last_failed_at: now }
      db.write((tx) => store.saveStanding(tx, provider, row))
    }
    return { failure: kind, detail, ...(until === undefined ? {} : { until }) }
  }
}

function leftAloneUntil(
  provider: ProviderName,
  trouble: Trouble,
  failuresInRow: number,
  now: Instant,
): Instant | undefined {
  // Somebody else's answer may be as ever.
  if (trouble instanceof OtherForm) return undefined
  const ms = leftAloneMs(trouble.kind, { failuresInRow, limitMs: manners[provider].limitMs })
  return ms === undefined ? undefined : plus(now, ms)
}
