import type { Refusal } from '../refusal'
import { refusalStatus } from './errors'
import type { RefusalForm } from './older-refusals'

/** Refusals below /komga, in the form of the Spring framework: the apps that speak this interface read `error`. */

const NAMES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  422: 'Unprocessable Entity',
  423: 'Locked',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** Apps do not show more. */
const LONGEST = 1000

export const springForm =
  (path: string, at: string): RefusalForm =>
  (status, detail) => ({
    timestamp: at.replace(/Z$/, '+00:00'),
    status,
    error: NAMES[status] ?? 'Error',
    message: detail.slice(0, LONGEST),
    path: path.slice(0, LONGEST),
  })

export function springReply(
  request: Request,
  status: number,
  message: string,
  { at, headers = {} }: { at: string; headers?: Record<string, string> },
): Response {
  const body = springForm(new URL(request.url).pathname, at)(status, message)
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

export function springRefusal(request: Request, { kind, detail, extra }: Refusal, at: string): Response {
  const wait = extra.retry_after
  const headers: Record<string, string> = typeof wait === 'number' ? { 'Retry-After': `${wait}` } : {}
  // Apps know no other status for what is not there.
  const status = kind === 'gone' ? 404 : refusalStatus(kind)
  return springReply(request, status, detail, { at, headers })
}
