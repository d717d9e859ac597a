import { followRedirects, locationOf } from '../../../base/outbound/redirects'
import { AGENT, type HttpReply, sendToService } from '../../../base/outbound/send'
import { ServiceError } from '../../../base/outbound/service-error'
import type { Http, HttpLimits } from '../../../base/platform/ports'

/** The end of a chain of redirects: a reply, or a link that only a torrent client can follow. */
export type FollowedReply = { sent: HttpReply } | { magnet: string }

export type RedirectCheck = (from: URL, to: URL) => string | undefined | Promise<string | undefined>

interface FollowOptions {
  http: Http
  limits: HttpLimits
  signal?: AbortSignal | undefined
  /** The IP address to contact first; undefined to resolve the host name. */
  address?: string | undefined
  /** Returns the IP address to contact after a redirect. Throws ServiceError when the redirect must not be followed. */
  check: RedirectCheck
}

/** Sends a request and follows up to five redirects. Throws ServiceError. */
export async function sendAndFollow(
  start: URL,
  { http, limits, signal, check, ...first }: FollowOptions,
): Promise<FollowedReply> {
  const init: RequestInit = { headers: { Accept: '*/*', 'User-Agent': AGENT } }
  if (signal) init.signal = signal
  let { address } = first
  const reply = await followRedirects<FollowedReply>(start, async (url) => {
    const sent = await sendToService(http, new Request(url, init), { ...limits, address })
    const location = locationOf(sent)
    if (!location) return { reply: { sent } }
    if (/^magnet:\?/i.test(location)) return { reply: { magnet: location } }
    const next = URL.parse(location, url)
    if (!next || !/^https?:$/.test(next.protocol)) throw new ServiceError('refused', 'it points to no web address')
    address = await check(url, next)
    return { next }
  })
  if (reply) return reply
  throw new ServiceError('refused', 'it points from one address to the next without end')
}

/** Requests contain the key, so they go only to the host that it was entered for, and never from https to http. */
export function sameHost(from: URL, to: URL): undefined {
  if (/\b(?:log-?in|sign-?in|auth)\b/i.test(to.pathname)) throw new ServiceError('auth', 'it leads to a page to log in')
  const safer = from.protocol === 'http:' && to.protocol === 'https:' && to.port === ''
  if (from.hostname === to.hostname && (safer || from.origin === to.origin)) return
  throw new ServiceError('refused', `it points to ${to.origin}; enter that address if it is the right one`)
}
