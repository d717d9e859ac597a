import { followRedirects, locationOf } from '../../../base/outbound/redirects'
import { AGENT, type HttpReply, sendToService } from '../../../base/outbound/send'
import { ServiceError } from '../../../base/outbound/service-error'
import type { Http, HttpLimits } from '../../../base/platform/ports'

/** Where a question led: an answer, or a link that only a torrent client can follow. */
export type FollowedReply = { sent: HttpReply } | { magnet: string }

export type RedirectCheck = (from: URL, to: URL) => string | undefined | Promise<string | undefined>

interface FollowOptions {
  http: Http
  limits: HttpLimits
  signal?: AbortSignal | undefined
  /** The IP address to contact first; undefined: wherever the name leads. */
  address?: string | undefined
  /** Answers the address to contact after a redirect. Throws ServiceError where it must not be followed. */
  check: RedirectCheck
}

/** Sends a request and follows its redirects, five at most. Throws ServiceError. */
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

/** Questions carry the key: it goes to the host it was given for, and never from https to http. */
export function sameHost(from: URL, to: URL): undefined {
  if (/\b(?:log-?in|sign-?in|auth)\b/i.test(to.pathname)) throw new ServiceError('auth', 'it leads to a page to log in')
  const safer = from.protocol === 'http:' && to.protocol === 'https:' && to.port === ''
  if (from.hostname === to.hostname && (safer || from.origin === to.origin)) return
  throw new ServiceError('refused', `it points to ${to.origin}; enter that address if it is the right one`)
}
