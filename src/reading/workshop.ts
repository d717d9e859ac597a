import { Refusal } from '../refusal'

/** Two leave a core of a small machine to everything else, and decoding has threads of its own. */
const AT_ONCE = 2
/** A screen of covers, several times over. */
const MOST_WAITING = 200

/**
 * Where pictures are made: few at a time, the same one only once. A job that waits holds no picture yet, so a long
 * queue costs no memory.
 */
export class Workshop {
  private readonly shared = new Map<string, Promise<unknown>>()
  private readonly waiting: (() => void)[] = []
  private busy = 0

  /**
   * The result of `job`, or of the same `key` if that is under way. A page that somebody waits for is `urgent` and
   * goes before covers. Throws what the job throws, and Refusal 'unavailable' when too many wait.
   */
  make<T>(key: string, job: () => Promise<T>, urgent = false): Promise<T> {
    const underWay = this.shared.get(key) as Promise<T> | undefined
    if (underWay !== undefined) return underWay
    const made = this.inTurn(job, urgent).finally(() => this.shared.delete(key))
    this.shared.set(key, made)
    return made
  }

  private async inTurn<T>(job: () => Promise<T>, urgent: boolean): Promise<T> {
    if (this.busy < AT_ONCE) this.busy += 1
    else await this.turn(urgent)
    try {
      return await job()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.busy -= 1
    }
  }

  private turn(urgent: boolean): Promise<void> {
    if (this.waiting.length >= MOST_WAITING) {
      throw new Refusal('unavailable', 'Too many pictures are being made at once. Ask again in a few seconds.', {
        retry_after: 3,
      })
    }
    return new Promise((resolve) => {
      if (urgent) this.waiting.unshift(resolve)
      else this.waiting.push(resolve)
    })
  }
}
