import { Refusal } from '../../base/refusal'

/** Several screens of covers. */
const MOST_WAITING = 200

interface QueuedJob {
  key: string
  begin: () => void
}

/**
 * The queue in which pictures are made: few at a time, the same one only once. A job reads its picture when it starts,
 * so a long queue costs no memory.
 */
export class PictureQueue {
  private readonly jobs = new Map<string, Promise<unknown>>()
  /** A client waits for these with an empty screen. */
  private readonly urgent: QueuedJob[] = []
  private readonly background: QueuedJob[] = []
  private running = 0

  constructor(private readonly atOnce: number) {}

  /** No picture is being made, so one may be made in advance. */
  get isIdle(): boolean {
    return this.running === 0
  }

  /** A new job has to wait for others. */
  get isFull(): boolean {
    return this.running >= this.atOnce
  }

  /**
   * The result of `job`, or of the running job with the same `key`. A page that a client waits for is `urgent` and goes
   * before covers. Throws the job's errors, and Refusal 'unavailable' when too many jobs wait.
   */
  make<T>(key: string, job: () => Promise<T>, urgent = false): Promise<T> {
    const existing = this.jobs.get(key) as Promise<T> | undefined
    if (existing !== undefined) {
      if (urgent) this.promote(key)
      return existing
    }
    const made = this.inTurn(key, job, urgent).finally(() => this.jobs.delete(key))
    this.jobs.set(key, made)
    return made
  }

  private async inTurn<T>(key: string, job: () => Promise<T>, urgent: boolean): Promise<T> {
    if (!this.isFull) this.running += 1
    else await this.waitForTurn(key, urgent)
    try {
      return await job()
    } finally {
      const next = this.urgent.shift() ?? this.background.shift()
      if (next) next.begin()
      else this.running -= 1
    }
  }

  private waitForTurn(key: string, urgent: boolean): Promise<void> {
    if (this.urgent.length + this.background.length >= MOST_WAITING) {
      throw new Refusal('unavailable', 'Too many pictures are being made. Try again in a few seconds.', {
        retry_after: 3,
      })
    }
    return new Promise((begin) => (urgent ? this.urgent : this.background).push({ key, begin }))
  }

  private promote(key: string): void {
    const at = this.background.findIndex((turn) => turn.key === key)
    if (at >= 0) this.urgent.push(...this.background.splice(at, 1))
  }
}
