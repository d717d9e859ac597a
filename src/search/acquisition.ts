import type { Grabs } from './grabs/grab-request'
import type { Indexers } from './indexers/indexer'

export type AutomationState = { allowed: true } | { allowed: false; reason: string }

/** Whether a search can run: needs an indexer to query and a download client for the release. */
export type Route = { viable: true } | { viable: false; code: string; reason: string }

/** Says why automation has to wait; undefined when it need not. */
export type Stop = () => string | undefined

/** Every producer checks this before it starts an automatic search. */
export class Acquisition {
  private readonly stops: Stop[] = []

  constructor(private readonly deps: { indexers: Indexers; grabs: Grabs }) {}

  /** From now on nothing is searched or grabbed while `stop` gives a reason. */
  holdWhile(stop: Stop): void {
    this.stops.push(stop)
  }

  /** The one gate of automation: feeds, the backlog, retries and newly wanted issues all check it. */
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
