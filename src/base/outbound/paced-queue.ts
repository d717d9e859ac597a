import { between, isBlockedUntil, plus } from '../platform/clock'
import type { Clock, Instant } from '../platform/ports'

interface WaitingRequest {
  go: () => void
  stop: (reason: unknown) => void
  signal?: AbortSignal | undefined
}

/** The longest wait in the queue; a longer one is reported to the caller. Urgent requests wait less. */
export const LONGEST_WAIT_MS = { routine: 90_000, urgent: 6000 }

/** Sends requests one at a time, `gapMs` apart; urgent ones go first. */
export class PacedQueue {
  private readonly urgent: WaitingRequest[] = []
  private readonly routine: WaitingRequest[] = []
  private next: Instant
  private moving = false

  constructor(
    private readonly clock: Clock,
    private readonly gapMs: number,
  ) {
    this.next = clock.now()
  }

  /** Holds all requests until `until`. Requests that would wait too long are released, so that they fail at once. */
  hold(until: Instant): void {
    if (until > this.next) this.next = until
    const wait = this.waitMs()
    if (wait > LONGEST_WAIT_MS.urgent) for (const each of this.urgent.splice(0)) each.go()
    if (wait > LONGEST_WAIT_MS.routine) for (const each of this.routine.splice(0)) each.go()
  }

  /** Milliseconds until an urgent request may be sent. */
  waitMs(): number {
    const now = this.clock.now()
    return isBlockedUntil(this.next, now) ? between(now, this.next) : 0
  }

  /**
   * Resolves when it is the request's turn, or when the turn is too far away (`waitMs`); rejects with the reason when
   * `signal` aborts first.
   */
  turn(asking: { urgent?: boolean; signal?: AbortSignal | undefined }): Promise<void> {
    const { urgent, signal } = asking
    return new Promise((go, stop) => {
      if (signal?.aborted) return stop(signal.reason)
      const waiting: WaitingRequest = { go, stop, signal }
      const queue = urgent ? this.urgent : this.routine
      queue.push(waiting)
      signal?.addEventListener('abort', () => leave(queue, waiting), { once: true })
      if (!this.moving) void this.move()
    })
  }

  private async move(): Promise<void> {
    this.moving = true
    while (this.urgent.length + this.routine.length > 0) {
      const wait = this.waitMs()
      if (wait > 0) {
        await this.clock.after(wait)
        continue // the queue or the pause may have changed
      }
      const first = this.urgent.shift() ?? this.routine.shift()
      this.next = plus(this.clock.now(), this.gapMs)
      first?.go()
    }
    this.moving = false
  }
}

function leave(queue: WaitingRequest[], waiting: WaitingRequest): void {
  const at = queue.indexOf(waiting)
  if (at < 0) return
  queue.splice(at, 1)
  waiting.stop(waiting.signal?.reason)
}
