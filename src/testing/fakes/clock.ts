import { plus } from '../../base/platform/clock'
import type { Clock, Instant } from '../../base/platform/ports'
import { diskIdle } from '../disks/disk'

const UNITS = { s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const

export interface FakeClock extends Clock {
  /** Moves time by `'15 s'` or `'3 h'` and runs due timers, in order. No time passes during disk accesses. */
  advance(span: Span): Promise<void>
  /** Moves the clock by `'-3 h'` without running timers, which keep their remaining time. */
  jump(span: Span): void
  /** Whether a timer is due within that span. */
  isAwaited(within: Span): boolean
}

export type Span = `${number} ${keyof typeof UNITS}`

export function fakeClock(start: Instant = '2026-11-21T08:00:00.000Z'): FakeClock {
  let [uptime, setBy] = [0, 0]
  const timers = new Set<{ at: number; fire: () => void }>()
  return {
    now: () => plus(start, uptime + setBy),
    uptime: () => uptime,
    after: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const timer = {
          at: uptime + ms,
          fire: () => {
            timers.delete(timer)
            resolve()
          },
        }
        timers.add(timer)
        signal?.addEventListener('abort', timer.fire, { once: true })
      }),
    isAwaited(within) {
      const end = uptime + millisOf(within)
      return [...timers].some(({ at }) => at <= end)
    },
    jump(span) {
      setBy += millisOf(span)
    },
    async advance(span) {
      await diskIdle() // lets code that is about to wait set its timer
      const end = uptime + millisOf(span)
      for (;;) {
        const next = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        uptime = Math.max(uptime, next.at)
        next.fire()
        await diskIdle()
      }
      uptime = end
      await diskIdle()
    },
  }
}

function millisOf(span: Span): number {
  const [count, unit] = span.split(' ') as [string, keyof typeof UNITS]
  return Number(count) * UNITS[unit]
}
