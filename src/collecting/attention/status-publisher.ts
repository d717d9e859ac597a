import type { Bus } from '../../base/events/bus'
import type { AppEvent } from '../../base/events/types'
import type { Clock } from '../../base/platform/ports'
import type { AttentionCounts } from './schema'

/**
 * Milliseconds between two events. A backlog search changes the counts with each issue, so one event in this time is
 * enough.
 */
const APART_MS = 1000

const MOVES: ReadonlySet<AppEvent['type']> = new Set([
  'download.changed',
  'search.changed',
  'library.changed',
  'request.changed',
])

interface Deps {
  bus: Bus
  clock: Clock
  counts: () => AttentionCounts
}

/** Publishes the counts of active work and items that need attention when they change. */
export class StatusPublisher {
  private readonly stopping = new AbortController()
  private last = ''
  private isDue = false

  constructor(private readonly deps: Deps) {
    const listener = ({ type }: AppEvent) => {
      if (MOVES.has(type)) this.soon()
    }
    this.stopping.signal.addEventListener('abort', deps.bus.subscribe(listener), { once: true })
  }

  /** Stops counting and publishing. */
  stop(): void {
    this.stopping.abort()
  }

  private soon(): void {
    if (this.isDue || this.stopping.signal.aborted) return
    this.isDue = true
    void this.deps.clock.after(APART_MS, this.stopping.signal).then(() => this.publishCounts())
  }

  private publishCounts(): void {
    this.isDue = false
    if (this.stopping.signal.aborted) return
    const counts = this.deps.counts()
    const serialized = JSON.stringify(counts)
    if (serialized === this.last) return
    this.last = serialized
    this.deps.bus.publish({ type: 'status.changed', ...counts })
  }
}
