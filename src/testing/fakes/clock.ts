import { plus } from '../../platform/clock'
import type { Clock, Instant } from '../../platform/ports'

const UNITS = { s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const

export interface FakeClock extends Clock {
  /** `'15 s'`, `'3 h'`: moves time and runs what falls due, in order. */
  advance(span: `${number} ${keyof typeof UNITS}`): Promise<void>
}

export function fakeClock(start: Instant = '2026-11-21T08:00:00.000Z'): FakeClock {
  let now = start
  const timers = new Set<{ at: Instant; fire: () => void }>()
  return {
    now: () => now,
    after: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const timer = {
          at: plus(now, ms),
          fire: () => {
            timers.delete(timer)
            resolve()
          },
        }
        timers.add(timer)
        signal?.addEventListener('abort', timer.fire, { once: true })
      }),
    async advance(span) {
      const [count, unit] = span.split(' ') as [string, keyof typeof UNITS]
      await turns() // whoever is about to wait gets to say so
      const end = plus(now, Number(count) * UNITS[unit])
      for (;;) {
        const next = [...timers].filter((timer) => timer.at <= end).sort((a, b) => (a.at < b.at ? -1 : 1))[0]
        if (!next) break
        now = next.at
        next.fire()
        await turns()
      }
      now = end
      await turns()
    },
  }
}

/** Lets everything run that is ready to, through one turn of the event loop. */
function turns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
