/** A page that is shown for less time was skipped, not read. */
const SHORTEST_MS = 1_000
/** The longest reading time at one place: after that the device was put down. */
const LONGEST_MS = 180_000
/** A larger move of a strip is a jump to a page: the pages between were not read. */
const STEP = 3

export type SittingSums = { sitting_id: string; pages: number; seconds: number }

/**
 * The reading from opening an issue to leaving it: the pages seen, and the time they were in view. These are sums, so
 * that a report may be repeated.
 */
export class Sitting {
  private readonly seen = new Set<number>()
  private pages: readonly number[] = []
  private shownSince: number
  private since: number
  private resting = false
  private ms = 0

  /** Times in milliseconds. */
  constructor(
    private readonly id: string,
    now: number,
  ) {
    this.shownSince = now
    this.since = now
  }

  /** Records that these pages are in view from now on. */
  show(pages: readonly number[], now: number): void {
    this.count(now)
    if (pages.join() === this.pages.join()) return
    this.pages = pages
    this.shownSince = now
  }

  /** The same for a strip, which is read by scrolling. */
  scroll(page: number, now: number): void {
    const [before] = this.pages
    if (before !== undefined && Math.abs(page - before) <= STEP)
      for (let each = Math.min(before, page); each <= Math.max(before, page); each++)
        if (each !== page) this.seen.add(each)
    this.show([page], now)
  }

  /** The window is hidden: no time counts until `wake`. */
  rest(now: number): void {
    this.count(now)
    this.resting = true
  }

  wake(now: number): void {
    this.resting = false
    this.since = now
    this.shownSince = now
  }

  sums(now: number): SittingSums {
    this.count(now)
    return { sitting_id: this.id, pages: this.seen.size, seconds: Math.floor(this.ms / 1000) }
  }

  private count(now: number): void {
    if (this.resting) return
    if (now - this.shownSince >= SHORTEST_MS) for (const page of this.pages) this.seen.add(page)
    // If the clock was set back, no time counts.
    this.ms += Math.min(LONGEST_MS, Math.max(0, now - this.since))
    this.since = now
  }
}
