import type { Log, Random } from '../platform/ports'
import { Refusal, type RefusalKind } from '../refusal'
import { damageIn } from '../storage/preflight'
import { LIBRARY_DAMAGED, passingSentence } from '../storage/write-errors'
import { plainForm, type RefusalForm } from './older-refusals'

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  damaged: 422,
  locked: 423,
  throttled: 429,
  upstream: 502,
  unavailable: 503,
  timeout: 504,
} as const satisfies Record<RefusalKind, number>

export const refusalStatus = (kind: RefusalKind): number => STATUS[kind]

/** A reply from outside the routes: the gate, the pages, an unknown path. */
export function reply(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}): Response {
  return Response.json(shortened(body), { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** Enough for a path, but not for a body that was sent in place of a name. */
const LONGEST_SENTENCE = 1000

function shortened(body: Record<string, unknown>): Record<string, unknown> {
  const cut = (text: unknown) =>
    typeof text === 'string' && text.length > LONGEST_SENTENCE ? `${text.slice(0, LONGEST_SENTENCE)}…` : text
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, key === 'detail' || key === 'error' ? cut(value) : value]),
  )
}

export function refusalReply(refusal: Refusal, form: RefusalForm = plainForm): Response {
  const wait = refusal.extra.retry_after
  const headers: Record<string, string> = typeof wait === 'number' ? { 'Retry-After': String(wait) } : {}
  const status = refusalStatus(refusal.kind)
  return reply(status, { ...form(status, refusal.detail), ...refusal.extra }, headers)
}

/** Removed addresses and their successors. */
const SUCCESSORS: Record<string, string> = { '/api/downloads/needs-attention': '/api/attention' }

export function notFound(path = ''): Response {
  const successor = SUCCESSORS[path]
  if (successor === undefined) return reply(404, { detail: 'Not Found.' })
  const link = { Link: `<${successor}>; rel="successor-version"` }
  return reply(404, { detail: `This was removed. Ask ${successor}.`, successor }, link)
}

/**
 * The database or a disk cannot be written now, or the fault is ours (a reply that breaks its own schema, for example).
 * The error's message may contain anything, so it goes to the log only.
 */
export function faultReply(
  deps: { random: Random; log: Log },
  request: Request,
  error: unknown,
  form: RefusalForm = plainForm,
): Response {
  const why = passingSentence(error)
  if (why !== undefined) return refusalReply(new Refusal('unavailable', why), form)
  if (damageIn(error) !== undefined) {
    deps.log.error('http', 'the library database is damaged', { error })
    return refusalReply(new Refusal('unavailable', LIBRARY_DAMAGED), form)
  }
  const id = deps.random.id().slice(0, 6)
  deps.log.error('http', 'request failed', { id, method: request.method, path: new URL(request.url).pathname, error })
  return reply(500, form(500, `Something broke on our side. Error ${id}.`))
}
