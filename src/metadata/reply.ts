import { fromHttpDate, fromMs, plus } from '../platform/clock'
import type { Instant } from '../platform/ports'
import { Trouble } from './trouble'

/** An answer as it came over the wire. */
export interface Reply {
  status: number
  headers: Headers
  text: string
}

/** Signs of a page that a guard puts in place of the answer. */
const SHUT_OUT = /abnormal traffic detected|has been banned|you have been blocked|access denied/i

/** The JSON of an answer that can be used; throws Trouble for any other. 404 is `null` where the question allows it. */
export function jsonOf(reply: Reply, asked: { absent?: boolean | undefined; keyed: boolean }, now: Instant): unknown {
  const { status, text } = reply
  const json = parsed(text)
  if (json === undefined && SHUT_OUT.test(text)) throw new Trouble('banned')
  if (status === 404 && asked.absent) return null
  if (status === 429 || status === 420) throw new Trouble('limit', '', retryAfter(reply.headers, now))
  // Nothing there was a key in: a service that needs none says so to those who ask too much.
  if (status === 403 && !asked.keyed) throw new Trouble('limit', '', retryAfter(reply.headers, now))
  // A guard in front of the service, not the service: it has no page for a wrong key.
  if (status === 403 && json === undefined) throw new Trouble('banned')
  if (status === 401 || status === 403) throw new Trouble('auth', `status ${status}`)
  if (status >= 500) throw new Trouble('unavailable', `status ${status}`, retryAfter(reply.headers, now))
  if (status >= 300 && status < 400) throw new Trouble('refused', 'it points to another address')
  if (status >= 400) throw new Trouble('refused', `status ${status}`)
  if (json !== undefined) return json.value
  throw new Trouble('unreadable', /^\s*</.test(text) ? 'a web page in place of data' : 'it was cut off or garbled')
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) }
  } catch {
    return undefined // the caller says what came in place of JSON
  }
}

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
