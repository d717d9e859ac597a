/** A page that is shown for less was leafed over. */
const SHORTEST_MS = 1_000
/** After that long on one place the device was put down: the rest is no reading. */
const LONGEST_MS = 180_000
/** A strip that moves by more pages at once was sent to a page, not scrolled over those between. */
const STEP = 3

export type SittingSums = { sitting_id: string; pages: number; seconds: number }

/**
 * What was read from opening an issue to leaving it: pages that were seen, and the time they were in view. Sums, so
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

  /** These pages are in view from now on. */
  show(pages: readonly number[], now: number): void {
    this.count(now)
    if (pages.join() === this.pages.join()) return
    this.pages = pages
    this.shownSince = now
  }

  /** The same in a strip, which is read by scrolling over it. */
  scroll(page: number, now: number): void {
    const [before] = this.pages
    if (before !== undefined && Math.abs(page - before) <= STEP)
      for (let each = Math.min(before, page); each <= Math.max(before, page); each++)
        if (each !== page) this.seen.add(each)
    this.show([page], now)
  }

  /** The page is hidden: until `wake` no time passes. */
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
    // A clock that was set back gives no time.
    this.ms += Math.min(LONGEST_MS, Math.max(0, now - this.since))
    this.since = now
  }
}
