import { fromHttpDate, fromMs, plus } from '../platform/clock'
import type { Instant } from '../platform/ports'

/** `Retry-After` in seconds or as a date; at most a day, so that a wrong clock does not shut a service out for good. */
export function retryAfter(headers: Headers, now: Instant): Instant | undefined {
  const given = headers.get('retry-after')?.trim()
  if (!given) return undefined
  const until = /^\d+(\.\d+)?$/.test(given) ? plus(now, Math.min(Number(given), 86_400) * 1000) : fromHttpDate(given)
  const latest = plus(now, 86_400_000)
  return until !== undefined && until > latest ? latest : until
}

/** Until when the service wants no question: one of its counts (`X-RateLimit-Burst-Remaining`) has come to nothing. */
export function heldUntil(headers: Headers, now: Instant): Instant | undefined {
  let latest: Instant | undefined
  for (const [name, value] of headers) {
    if (!/^x-ratelimit-(?:[a-z]+-)?remaining$/.test(name) || Number(value) > 0 || value.trim() === '') continue
    const reset = Number(headers.get(name.replace(/remaining$/, 'reset')) ?? Number.NaN)
    if (!Number.isFinite(reset) || reset < 0) continue
    // Some count seconds from now, others say the moment.
    const until = reset > 1e9 ? fromMs(reset * 1000) : plus(now, reset * 1000)
    if (latest === undefined || until > latest) latest = until
  }
  const most = plus(now, 86_400_000)
  return latest !== undefined && latest > most ? most : latest
}
