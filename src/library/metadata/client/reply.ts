import { isBlockPage } from '../../../base/outbound/block-page'
import { refusedKeyIn } from '../../../base/outbound/refused-key'
import { retryAfter } from '../../../base/outbound/retry-after'
import { ServiceError } from '../../../base/outbound/service-error'
import type { Instant } from '../../../base/platform/ports'

/** A reply as received. */
export interface ProviderReply {
  status: number
  headers: Headers
  text: string
}

/** The JSON of a usable reply; throws ServiceError for any other. 404 is `null` where the request allows it. */
export function replyJson(
  reply: ProviderReply,
  request: { absent?: boolean | undefined; keyed: boolean },
  now: Instant,
): unknown {
  const { status, text } = reply
  const json = parsed(text)
  const refused = json === undefined && request.keyed ? refusedKeyIn(text) : undefined
  if (refused !== undefined) throw new ServiceError('auth', refused.slice(0, 160))
  if (json === undefined && isBlockPage(text)) throw new ServiceError('banned')
  if (status === 404 && request.absent) return null
  if (status === 429 || status === 420) throw new ServiceError('limit', '', { until: retryAfter(reply.headers, now) })
  // No key was sent: a service without keys answers 403 to too many requests.
  if (status === 403 && !request.keyed) throw new ServiceError('limit', '', { until: retryAfter(reply.headers, now) })
  // A guard in front of the service replied, not the service: the service has no page for a wrong key.
  if (status === 403 && json === undefined) throw new ServiceError('banned')
  if (status === 401 || status === 403) throw new ServiceError('auth', `status ${status}`)
  if (status >= 500)
    throw new ServiceError('unavailable', `status ${status}`, { until: retryAfter(reply.headers, now) })
  // "Not modified" is impossible for a reply that was never stored.
  if (status === 304) throw new ServiceError('unreadable', 'it says that nothing has changed')
  if (status >= 300 && status < 400) throw new ServiceError('refused', 'it points to another address')
  if (status >= 400) throw new ServiceError('refused', `status ${status}`)
  if (json !== undefined) return json.value
  throw new ServiceError('unreadable', /^\s*</.test(text) ? 'a web page in place of data' : 'it was cut off or garbled')
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) }
  } catch {
    return undefined // the caller reports what was sent instead of JSON
  }
}
