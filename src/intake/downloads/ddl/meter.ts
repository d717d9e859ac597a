import { between } from '../../../base/platform/clock'
import type { Clock, Instant } from '../../../base/platform/ports'

const SPAN_MS = 10_000

/** Measures speed over the last ten seconds. */
export class Meter {
  private readonly seen: { at: Instant; got: number }[] = []

  constructor(private readonly clock: Clock) {}

  moved(got: number): void {
    const at = this.clock.now()
    // More than two samples a second would only make the list long.
    if (this.seen.length > 1 && between(this.seen.at(-2)!.at, at) < 500) this.seen.pop()
    this.seen.push({ at, got })
    while (this.seen.length > 2 && between(this.seen[1]!.at, at) > SPAN_MS) this.seen.shift()
  }

  /** Bytes a second; undefined until there are two samples. */
  speed(): number | undefined {
    const first = this.seen[0]
    const last = this.seen.at(-1)
    if (!first || !last) return undefined
    const now = this.clock.now()
    const ms = between(first.at, now)
    if (between(last.at, now) > SPAN_MS) return 0
    return ms < 500 ? undefined : Math.max(0, Math.round(((last.got - first.got) / ms) * 1000))
  }
}
