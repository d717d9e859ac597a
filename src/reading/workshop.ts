import { Refusal } from '../refusal'

/** A screen of covers, several times over. */
const MOST_WAITING = 200

interface Turn {
  key: string
  begin: () => void
}

/**
 * Where pictures are made: few at a time, the same one only once. A job reads its picture when its turn has come, so a
 * long queue costs no memory.
 */
export class Workshop {
  private readonly shared = new Map<string, Promise<unknown>>()
  /** Somebody looks at an empty screen until these are done. */
  private readonly urgent: Turn[] = []
  private readonly patient: Turn[] = []
  private busy = 0

  constructor(private readonly atOnce: number) {}

  /** Nothing is being made, so that something may be made that nobody asked for yet. */
  get isIdle(): boolean {
    return this.busy === 0
  }

  /** A new job has to wait for others. */
  get isFull(): boolean {
    return this.busy >= this.atOnce
  }

  /**
   * The result of `job`, or of the same `key` if that is under way. A page that somebody waits for is `urgent` and
   * goes before covers. Throws what the job throws, and Refusal 'unavailable' when too many wait.
   */
  make<T>(key: string, job: () => Promise<T>, urgent = false): Promise<T> {
    const underWay = this.shared.get(key) as Promise<T> | undefined
    if (underWay !== undefined) {
      if (urgent) this.hurry(key)
      return underWay
    }
    const made = this.inTurn(key, job, urgent).finally(() => this.shared.delete(key))
    this.shared.set(key, made)
    return made
  }

  private async inTurn<T>(key: string, job: () => Promise<T>, urgent: boolean): Promise<T> {
    if (!this.isFull) this.busy += 1
    else await this.turn(key, urgent)
    try {
      return await job()
    } finally {
      const next = this.urgent.shift() ?? this.patient.shift()
      if (next) next.begin()
      else this.busy -= 1
    }
  }

  private turn(key: string, urgent: boolean): Promise<void> {
    if (this.urgent.length + this.patient.length >= MOST_WAITING) {
      throw new Refusal('unavailable', 'Too many pictures are being made at once. Ask again in a few seconds.', {
        retry_after: 3,
      })
    }
    return new Promise((begin) => (urgent ? this.urgent : this.patient).push({ key, begin }))
  }

  private hurry(key: string): void {
    const at = this.patient.findIndex((turn) => turn.key === key)
    if (at >= 0) this.urgent.push(...this.patient.splice(at, 1))
  }
}
