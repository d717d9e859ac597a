import type { Grabs } from './grab-request'
import type { Indexers } from './indexers/indexer'

export type AutomationState = { allowed: true } | { allowed: false; reason: string }

/** Whether a search can lead to anything: somebody to ask, and somewhere to hand a release to. */
export type Route = { viable: true } | { viable: false; code: string; reason: string }

/** Says why automation has to wait; undefined when it need not. */
export type Stop = () => string | undefined

/** What every producer asks before it begins a search by itself. */
export class Acquisition {
  private readonly stops: Stop[] = []

  constructor(private readonly deps: { indexers: Indexers; grabs: Grabs }) {}

  /** From now on nothing is searched or grabbed while `stop` gives a reason. */
  holdWhile(stop: Stop): void {
    this.stops.push(stop)
  }

  /** The one gate of automation: feeds, the backlog, retries and what a person wants ask here. */
  allowed(): AutomationState {
    for (const stop of this.stops) {
      const reason = stop()
      if (reason !== undefined) return { allowed: false, reason }
    }
    return { allowed: true }
  }

  route(): Route {
    if (this.deps.indexers.enabled().length === 0) {
      return { viable: false, code: 'provider_not_configured', reason: 'No indexer is set up and switched on.' }
    }
    const ready = this.deps.grabs.ready()
    return ready.ready ? { viable: true } : { viable: false, code: ready.code, reason: ready.reason }
  }
}
