import { AGENT, type Sent, send, Unanswered } from '../../outside/send'
import type { Http, HttpLimits } from '../../platform/ports'
import { Trouble } from './trouble'

/** Where a question led: an answer, or a link that only a torrent client can follow. */
export type Reached = { sent: Sent } | { magnet: string }

interface Way {
  http: Http
  limits: HttpLimits
  signal?: AbortSignal | undefined
  /** Throws Trouble where a redirect must not be followed. */
  check: (from: URL, to: URL) => void | Promise<void>
}

const MOST_HOPS = 5

/** Asks, and goes where the answer points, five times at most. Throws Trouble. */
export async function follow(start: URL, { http, limits, signal, check }: Way): Promise<Reached> {
  let url = start
  for (let hop = 0; hop <= MOST_HOPS; hop++) {
    const sent = await sendTo(url, http, limits, signal)
    const location = sent.status >= 300 && sent.status < 400 ? sent.headers.get('location')?.trim() : undefined
    if (!location) return { sent }
    if (/^magnet:\?/i.test(location)) return { magnet: location }
    const next = URL.parse(location, url)
    if (!next || !/^https?:$/.test(next.protocol)) throw new Trouble('refused', 'it points to no web address')
    await check(url, next)
    url = next
  }
  throw new Trouble('refused', 'it points from one address to the next without end')
}

async function sendTo(url: URL, http: Http, limits: HttpLimits, signal: AbortSignal | undefined): Promise<Sent> {
  const headers = { Accept: '*/*', 'User-Agent': AGENT }
  try {
    return await send(http, new Request(url, { headers, ...(signal ? { signal } : {}) }), limits)
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    throw new Trouble(error.kind === 'too much' ? 'unreadable' : 'unreachable', error.message)
  }
}

/** Questions carry the key: it goes to the host it was given for, and never from https to http. */
export function sameHost(from: URL, to: URL): void {
  if (/\b(?:log-?in|sign-?in|auth)\b/i.test(to.pathname)) throw new Trouble('auth', 'it leads to a page to log in')
  const safer = from.protocol === 'http:' && to.protocol === 'https:' && to.port === ''
  if (from.hostname === to.hostname && (safer || from.origin === to.origin)) return
  throw new Trouble('refused', `it points to ${to.origin}; enter that address if it is the right one`)
}
