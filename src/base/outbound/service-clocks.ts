import { between, fromHttpDate, plus } from '../platform/clock'
import type { Clock, Http, Instant } from '../platform/ports'

/** The most hosts to remember, and for how long. */
const MOST_HOSTS = 20
const KEPT_MS = 24 * 60 * 60_000

/** The time according to services, from the Date header of their answers. */
export class ServiceClocks {
  private readonly offsets = new Map<string, { at: Instant; aheadMs: number }>()

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Wraps the port and reads the headers of its replies. */
  over(http: Http): Http {
    return {
      fetch: async (request, limits) => {
        const reply = await http.fetch(request, limits)
        this.note(new URL(request.url).hostname, reply.headers)
        return reply
      },
    }
  }

  /** How many milliseconds each host is ahead of us, for answers of the last day. */
  list(): { host: string; aheadMs: number }[] {
    const now = this.clock.now()
    const recent = [...this.offsets].filter(([, { at }]) => between(at, now) < KEPT_MS)
    return recent.map(([host, { aheadMs }]) => ({ host, aheadMs }))
  }

  private note(host: string, headers: Headers): void {
    const date = fromHttpDate(headers.get('date') ?? '')
    if (date === undefined) return
    const at = this.clock.now()
    // A reply from a cache states when it was made, and its age.
    const then = plus(date, (Number(headers.get('age')) || 0) * 1000)
    this.offsets.delete(host)
    this.offsets.set(host, { at, aheadMs: between(at, then) })
    for (const oldest of this.offsets.keys()) {
      if (this.offsets.size <= MOST_HOSTS) break
      this.offsets.delete(oldest)
    }
  }
}
