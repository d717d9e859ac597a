import { retryAfter } from '../../../base/outbound/retry-after'
import { between, plus } from '../../../base/platform/clock'
import type { Clock, Http, Instant } from '../../../base/platform/ports'
import { callService, replyJson, type ServiceReply, type ServiceRequest } from '../service-request'
import type { DeliveryResult } from './service'

export interface ServiceCaller {
  http: Http
  clock: Pick<Clock, 'now'>
}

/** How a service reports errors. */
export interface ServiceErrors {
  /** Name of the service in sentences: "Discord". */
  who: string
  /** Label of the credential in the settings: "token". */
  key: string
  /** The reason of an error, in the service's own words. */
  reason?: (json: Json) => unknown
  /** Duration of the rate limit in milliseconds; the header Retry-After is read in any case. */
  waitMs?: (json: Json) => number | undefined
  /** Why a success status is still a failure, as the rest of a sentence. */
  butWhy?: (status: number) => string | undefined
}

/** A JSON object of any shape; missing fields are undefined. */
export type Json = Readonly<Record<string, unknown>>

const MOST_REASON = 200
/** For a limit without a stated duration. */
const LIMIT_MS = 60_000
const LONGEST_MS = 86_400_000

/** Delivers a notice with one request. */
export async function deliver(
  caller: ServiceCaller,
  manners: ServiceErrors,
  request: ServiceRequest,
): Promise<DeliveryResult> {
  const { who, butWhy } = manners
  const answer = await callService(caller.http, who, request)
  if (!('ok' in answer)) return refusalOf(answer, request.url, manners, caller.clock.now())
  const but = butWhy?.(answer.ok.status)
  return but === undefined ? { ok: `${who} took it.` } : { failure: `${who} at ${new URL(request.url).origin} ${but}` }
}

/** The sentence for an error response, and when to retry. */
export function refusalOf(
  { failure, sent }: Exclude<ServiceReply, { ok: unknown }>,
  url: string,
  { who, key, reason, waitMs }: ServiceErrors,
  now: Instant,
): Exclude<DeliveryResult, { ok: string }> {
  if (!sent) return { failure }
  const json = jsonObject(replyJson(sent))
  const at = `${who} at ${new URL(url).origin}`
  const { status, headers } = sent
  if (status === 429) {
    const ms = waitMs?.(json)
    const until = ms === undefined ? retryAfter(headers, now) : plus(now, Math.min(Math.max(ms, 0), LONGEST_MS))
    const later = until !== undefined && between(now, until) > 0 ? until : plus(now, LIMIT_MS)
    return { failure: `${at} wants no more notices for now (429).`, until: later }
  }
  const why = wordsOf(reason?.(json))
  if (status === 401) return { failure: `${at} rejected the ${key} (401)${why}. Enter another one.` }
  // For other statuses the service's own reason is the better sentence.
  if (status >= 400 && status < 500 && why !== '') return { failure: `${at} refused it (${status})${why}.` }
  if (status === 403) return { failure: `${at} rejected the ${key} (403). Enter another one.` }
  return { failure }
}

export function jsonObject(json: unknown): Json {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Json) : {}
}

function wordsOf(reason: unknown): string {
  const text = typeof reason === 'string' ? reason.replace(/(?<![\s.])[\s.]+$/, '').trim() : ''
  return text === '' ? '' : `: ${shortenText(text, MOST_REASON)}`
}

/** At most `most` UTF-16 units; never splits a surrogate pair. */
export function shortenText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text for services that read &, < and > as markup. */
export function asMarkup(text: string): string {
  return text.replace(/[&<>]/g, (letter) => ESCAPES[letter]!)
}

/** The host of an address; null for an invalid one. */
export function serviceHostOf(url: string | undefined): string | null {
  return URL.parse(url ?? '')?.host || null
}

/** Title, lines and address, one below the other. */
export function lines(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join('\n')
}
