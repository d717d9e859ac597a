import { addDays } from './calendar'
import { type Handler, Silence } from './http'

/** Faults of every service; the replies for limits, bans and keys differ by service. */
export type Fault =
  | 'silence'
  | 'no connection'
  | 'status 500'
  | 'status 503'
  | 'web page'
  | 'cut off'
  | 'field missing'
  | 'field changed'
  | 'status 400'
  | 'limit'
  | 'limit as a web page'
  | 'limit with a date'
  | 'ban'
  | 'key not taken'
  | 'another week'
  | 'far too large'

export interface FakeService {
  fetch: Handler
  /** `GET /api/volumes/?filter=…` of every request, in order, without keys. */
  readonly requests: string[]
  /**
   * Makes requests fail, for `times` or permanently, once `after` of them have succeeded; without an argument they
   * succeed again.
   */
  fail(how?: Fault, times?: number, after?: number): void
}

/** The differences between the services. */
export interface ServiceBehaviour {
  answer(request: Request, url: URL): Response | Promise<Response>
  /** The service's own reply to a fault; undefined for the common reply. */
  fault(how: Fault, request: Request): Response | undefined
  /** Names of query parameters that contain a key. */
  keys?: string[]
  /** A required field of the replies. */
  field: string
}

export function fakeService({ answer, fault, keys = [], field }: ServiceBehaviour): FakeService {
  let failing: { how: Fault; times: number; after: number } | undefined
  const requests: string[] = []
  const next = () => {
    if (!failing || failing.times <= 0) return undefined
    if (failing.after-- > 0) return undefined
    failing.times--
    return failing.how
  }
  return {
    requests,
    fail(how, times = Number.POSITIVE_INFINITY, after = 0) {
      failing = how && { how, times, after }
    },
    async fetch(request) {
      const url = new URL(request.url)
      const shown = new URL(url)
      for (const key of keys) shown.searchParams.delete(key)
      requests.push(`${request.method} ${shown.pathname}${decodeURIComponent(shown.search)}`)
      const how = next()
      if (!how) return answer(request, url)
      return fault(how, request) ?? (await usual(how, () => answer(request, url), field))
    },
  }
}

async function usual(how: Fault, answer: () => Response | Promise<Response>, field: string): Promise<Response> {
  switch (how) {
    case 'silence':
      throw new Silence('no answer')
    case 'no connection':
      throw new TypeError('Unable to connect. Is the computer able to access the url?')
    case 'status 500':
      return new Response('<h1>Server Error (500)</h1>', { status: 500, headers: { 'Content-Type': 'text/html' } })
    case 'status 503':
      return new Response('{"detail":"try later"}', { status: 503, headers: { 'Retry-After': '120' } })
    case 'status 400':
      return Response.json({ detail: 'bad question' }, { status: 400 })
    case 'web page':
      return webPage('<!DOCTYPE html><html><title>We are making things better</title></html>')
    case 'cut off': {
      const text = await (await answer()).text()
      return json(text.slice(0, Math.floor(text.length * 0.6)))
    }
    case 'another week': {
      const text = await (await answer()).text()
      return json(text.replace(/"(\d{4}-\d\d-\d\d)"/g, (_, day: string) => `"${addDays(day, 7)}"`))
    }
    case 'far too large':
      return json(`${' '.repeat(17 * 1024 * 1024)}${await (await answer()).text()}`)
    case 'field missing':
    case 'field changed': {
      const json: unknown = await (await answer()).json()
      return Response.json(spoilt(json, field, how))
    }
    default:
      throw new Error(`This service has no reply for ${how}.`)
  }
}

/** Removes the field everywhere, or makes it a list. */
function spoilt(json: unknown, field: string, how: 'field missing' | 'field changed'): unknown {
  if (Array.isArray(json)) return json.map((each) => spoilt(each, field, how))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).flatMap(([key, value]) => {
      if (key !== field) return [[key, spoilt(value, field, how)]]
      return how === 'field missing' ? [] : [[key, [value]]]
    }),
  )
}

const json = (text: string) => new Response(text, { headers: { 'Content-Type': 'application/json' } })

export function webPage(html: string, status = 200): Response {
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

/** Text escaped for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A number derived from a name: ids of people and publishers. */
export function idOf(name: string): number {
  return Number(Bun.hash.crc32(name)) % 90_000
}
