import type { AppEvent } from './types'

export type Listener = (event: AppEvent) => void

/** Hands each event to every listener, in order of arrival. A listener that throws is reported and harms nobody else. */
export class Bus {
  private readonly listeners = new Set<Listener>()

  constructor(private readonly report: (error: unknown, event: AppEvent) => void) {}

  /** Never throws: what calls it has already committed. */
  publish(event: AppEvent): void {
    for (const listener of this.listeners) {
      try {
        listener(event)
      } catch (error) {
        this.report(error, event)
      }
    }
  }

  /** Returns the way to stop listening. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }
}
