import { type ExternalService, HEALTHY, type ServiceFailureState } from '../../../base/outbound/external-service'
import type { ServiceError } from '../../../base/outbound/service-error'
import { isBlockedUntil } from '../../../base/platform/clock'
import type { Clock } from '../../../base/platform/ports'
import { type ProviderName, providerOf } from '../../../base/providers/descriptors'
import type { Database } from '../../../base/storage/database'
import type { QueryFailure } from '../providers/provider'
import type { FailureKind } from '../states'
import * as store from './client-store'
import { failureKindOf, failureSentence } from './failure-sentence'

const HOUR_MS = 3_600_000
/** After any other failure a person may retry early; requests would prolong these. */
const WANTS_SILENCE: FailureKind[] = ['limit', 'banned']

/** A provider with its row in the database. */
export class ProviderService implements ExternalService<FailureKind> {
  readonly id: string
  readonly limits: ExternalService['limits']
  readonly logged: { provider: ProviderName }

  constructor(
    private readonly provider: ProviderName,
    private readonly deps: { db: Database; clock: Clock },
    /** For unsaved keys: their results must not change the health of the saved ones. */
    private readonly trial: boolean,
  ) {
    const { limits } = providerOf(provider)
    this.id = provider
    this.limits = { ...limits, countedMs: Math.max(limits.budget?.perMs ?? 0, HOUR_MS) }
    this.logged = { provider }
  }

  health(): Partial<store.ProviderHealthRow> {
    return store.findProviderHealth(this.deps.db.read, this.provider) ?? {}
  }

  blocked(): QueryFailure | undefined {
    const { failure, detail, blocked_until } = this.health()
    if (!failure || !blocked_until || !isBlockedUntil(blocked_until, this.deps.clock.now())) return undefined
    if (this.trial && !WANTS_SILENCE.includes(failure)) return undefined
    return { failure, detail: detail ?? '', until: blocked_until }
  }

  describe(error: ServiceError) {
    return {
      failure: failureKindOf(error),
      detail: failureSentence(this.provider, error, this.trial),
      what: error.what,
    }
  }

  backsOff(): boolean {
    return true
  }

  readonly recordHealth: ExternalService<FailureKind>['recordHealth'] = {
    request: (state) => this.save(state),
    success: (_resource, state) => {
      if (!this.trial) this.save(state)
      return !this.trial
    },
    failure: (_resource, _error, state: ServiceFailureState<FailureKind>) => {
      if (!this.trial || WANTS_SILENCE.includes(state.failure as FailureKind)) this.save(state)
    },
  }

  /** Lifts every block, or only those that the service did not request. */
  unblock(which: 'all' | 'ours'): void {
    const { failure } = this.health()
    if (!failure || (which === 'ours' && WANTS_SILENCE.includes(failure))) return
    this.save(HEALTHY)
  }

  private save(change: Partial<store.ProviderHealthRow>): void {
    // Another failure may turn the problem into a lasting one.
    const isOther = change.failure !== undefined && (change.failure ?? this.health().failure ?? null) !== null
    this.deps.db.write((tx) => {
      store.saveProviderHealth(tx, this.provider, change)
      if (isOther) tx.emit({ type: 'providers.changed' })
    })
  }
}
