import { between, epochSeconds, fromHttpDate, plus } from '../platform/clock'
import type { Instant } from '../platform/ports'

const DAY_MS = 86_400_000

/** `Retry-After` in seconds or as a date; at most a day, so that a wrong clock does not block a service permanently. */
export function retryAfter(headers: Headers, now: Instant): Instant | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  const until = /^\d+(\.\d+)?$/.test(value) ? plus(now, Math.min(Number(value), 86_400) * 1000) : fromHttpDate(value)
  // ISO text for a number: a year of five digits begins with a plus sign.
  return until !== undefined && between(now, until) > DAY_MS ? plus(now, DAY_MS) : until
}

/** The end of the pause that a service requires when one of its counts (`X-RateLimit-Burst-Remaining`) reached zero. */
export function limitResetAt(headers: Headers, now: Instant): Instant | undefined {
  let latest: Instant | undefined
  for (const [name, value] of headers) {
    if (!/^x-ratelimit-(?:[a-z]+-)?remaining$/.test(name) || Number(value) > 0 || value.trim() === '') continue
    const reset = Number(headers.get(name.replace(/remaining$/, 'reset')) ?? Number.NaN)
    if (!Number.isFinite(reset) || reset < 0) continue
    // Some services send seconds from now, others the moment, in seconds or in milliseconds.
    const seconds = reset > 1e11 ? reset / 1000 : reset
    const waitMs = (seconds > 1e9 ? seconds - epochSeconds(now) : seconds) * 1000
    const until = plus(now, Math.min(waitMs, DAY_MS))
    if (latest === undefined || until > latest) latest = until
  }
  return latest
}
