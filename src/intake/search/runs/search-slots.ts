import { type Priority, priorities } from '../states'

/** Issues searched for at the same time by all runs, and by routine runs. */
const AT_ONCE = 4
const ROUTINE_AT_ONCE = 3

interface WaitingSearch {
  priority: Priority
  go: () => void
}

/** Order of searches: interactive, then routine, then recovery; first come, first served. */
export class SearchSlots {
  private readonly waiting: WaitingSearch[] = []
  private busy = 0

  /** Runs `work` once a slot is free. Gives up when `signal` aborts before that. */
  async run<T>(priority: Priority, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
    await this.turn(priority, signal)
    try {
      return signal.aborted ? undefined : await work()
    } finally {
      this.busy--
      this.next()
    }
  }

  private turn(priority: Priority, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const giveUp = () => this.drop(mine)
      const go = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const mine = { priority, go }
      this.waiting.push(mine)
      this.waiting.sort((a, b) => priorities.indexOf(a.priority) - priorities.indexOf(b.priority))
      signal.addEventListener('abort', giveUp, { once: true })
      if (signal.aborted) giveUp()
      else this.next()
    })
  }

  /** Takes the slot and frees it at once, so that a cancelled search leaves no gap in the queue. */
  private drop(mine: WaitingSearch): void {
    this.waiting.splice(this.waiting.indexOf(mine), 1)
    this.busy++
    mine.go()
  }

  private next(): void {
    const first = this.waiting[0]
    if (!first || this.busy >= (first.priority === 'interactive' ? AT_ONCE : ROUTINE_AT_ONCE)) return
    this.waiting.shift()
    this.busy++
    first.go()
    this.next()
  }
}
