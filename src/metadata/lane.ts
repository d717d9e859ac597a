import { between, plus } from '../platform/clock'
import type { Clock, Instant } from '../platform/ports'

interface Waiting {
  go: () => void
  stop: (reason: unknown) => void
  signal?: AbortSignal | undefined
}

/** Lets questions through one at a time, `gapMs` apart; those that somebody waits for go first. */
export class Lane {
  private readonly urgent: Waiting[] = []
  private readonly routine: Waiting[] = []
  private next: Instant
  private moving = false

  constructor(
    private readonly clock: Clock,
    private readonly gapMs: number,
  ) {
    this.next = clock.now()
  }

  /** Nobody goes before `until`. */
  hold(until: Instant): void {
    if (until > this.next) this.next = until
  }

  /** Milliseconds until an urgent question may go. */
  waitMs(): number {
    return Math.max(0, between(this.clock.now(), this.next))
  }

  /** Resolves when it is this one's turn; rejects with the reason when `signal` aborts before. */
  turn(asking: { urgent?: boolean; signal?: AbortSignal | undefined }): Promise<void> {
    const { urgent, signal } = asking
    return new Promise((go, stop) => {
      if (signal?.aborted) return stop(signal.reason)
      const waiting: Waiting = { go, stop, signal }
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
        continue // somebody may have come, left, or told to hold
      }
      const first = this.urgent.shift() ?? this.routine.shift()
      this.next = plus(this.clock.now(), this.gapMs)
      first?.go()
    }
    this.moving = false
  }
}

function leave(queue: Waiting[], waiting: Waiting): void {
  const at = queue.indexOf(waiting)
  if (at < 0) return
  queue.splice(at, 1)
  waiting.stop(waiting.signal?.reason)
}
