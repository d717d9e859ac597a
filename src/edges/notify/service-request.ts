import { AGENT, fitsHeader, type HttpReply, NoReplyError, send } from '../../base/outbound/send'
import type { Http } from '../../base/platform/ports'

const LIMITS = { timeoutMs: 30_000, maxBytes: 4 * 1024 * 1024 }

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: Record<string, string>
  body?: unknown
  signal: AbortSignal
}

/** `sent`: the error response; absent when there was none. */
export type ServiceReply = { ok: HttpReply } | { failure: string; sent?: HttpReply }

/** One request to a service that the user set up, on any network; `who` names it in sentences: "Komga". */
export async function callService(
  http: Http,
  who: string,
  { method, url, headers, body, signal }: ServiceRequest,
): Promise<ServiceReply> {
  // The path may hold a secret: sentences name only the host.
  const at = `${who} at ${new URL(url).origin}`
  if (!Object.values(headers ?? {}).every(fitsHeader))
    return { failure: `${at} was not contacted: its key or login has a character that cannot be sent. Enter it again.` }
  const request = new Request(url, {
    method,
    signal,
    headers: { 'User-Agent': AGENT, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  try {
    const sent = await send(http, request, LIMITS)
    if (sent.status >= 200 && sent.status < 300) return { ok: sent }
    return { failure: `${at} ${refusalOf(sent)}`, sent }
  } catch (error) {
    if (!(error instanceof NoReplyError)) throw error
    return { failure: `${at} does not answer${error.message === '' ? '' : `: ${error.message}`}.` }
  }
}

function refusalOf({ status, headers }: HttpReply): string {
  if (status === 401 || status === 403) return `rejected the key (${status}). Enter the key of an administrator.`
  if (status === 404) return 'found nothing at this address (404). Check the address.'
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location) return `has moved (${status}). Enter the address that it has now.`
  return `answered ${status}.`
}

/** Joins `http://host/base/` and `api/x`. */
export function joinAddress(base: string, path: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}/${path}`
}

/** The JSON of a response; undefined when it is not JSON. */
export function replyJson({ bytes }: Pick<HttpReply, 'bytes'>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined // the caller names the service
  }
}
