import type { AcquisitionGate } from '../acquisition/gate'
import type { Grabs } from './grabs/grab-request'
import type { Indexers } from './indexers/indexer'

export type AutomationState = { allowed: true } | { allowed: false; reason: string }

/** Whether a search can run: it needs an indexer to query and a download client for the release. */
export type SearchRoute = { viable: true } | { viable: false; code: string; reason: string }

/** Every producer checks this before it starts an automatic search. */
export class Acquisition {
  constructor(private readonly deps: { indexers: Indexers; grabs: Grabs; gate: Pick<AcquisitionGate, 'read'> }) {}

  /** Whether automatic searches may start; all producers share one gate. */
  allowed(): AutomationState {
    const { reason } = this.deps.gate.read()
    return reason === null ? { allowed: true } : { allowed: false, reason }
  }

  route(): SearchRoute {
    if (this.deps.indexers.enabled().length === 0) {
      return {
        viable: false,
        code: 'provider_not_configured',
        reason: 'No indexer is enabled. Add or enable one in Settings, Indexers.',
      }
    }
    const ready = this.deps.grabs.ready()
    return ready.ready ? { viable: true } : { viable: false, code: ready.code, reason: ready.reason }
  }
}
