import { outsideRequests } from '../platform/caller'
import type { AppEvent } from './types'

type BusListener = (event: AppEvent) => void

/** Passes each event to every listener, in order. A listener that throws is logged and does not affect the others. */
export class Bus {
  private readonly listeners = new Set<BusListener>()
  /** How many events there were since the start. */
  published = 0

  constructor(private readonly report: (error: unknown, event: AppEvent) => void) {}

  /** Never throws: the caller has already committed. */
  publish(event: AppEvent): void {
    this.published += 1
    for (const listener of this.listeners) {
      try {
        outsideRequests(() => listener(event))
      } catch (error) {
        this.report(error, event)
      }
    }
  }

  /** Returns a function that unsubscribes. */
  subscribe(listener: BusListener): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }
}
