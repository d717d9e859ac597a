import { plus } from '../../base/platform/clock'
import type { Clock, Instant } from '../../base/platform/ports'

/** A clock that runs `times` as fast: days pass in minutes, and timers keep their order. */
export function fastClock(times: number, start: Instant = '2026-11-21T08:00:00.000Z'): Clock {
  const began = performance.now()
  return {
    now: () => plus(start, Math.floor((performance.now() - began) * times)),
    uptime: () => Math.floor((performance.now() - began) * times),
    after: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const end = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, ms / times)
        signal?.addEventListener('abort', end, { once: true })
      }),
  }
}
