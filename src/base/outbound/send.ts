import { errorCode } from '../platform/error-code'
import { TooMuch } from '../platform/http'
import type { Http, HttpLimits } from '../platform/ports'
import { VERSION } from '../version'
import { ServiceError } from './service-error'

/** Panelkeep's name towards services. */
export const AGENT = `Panelkeep/${VERSION}`

export interface HttpReply {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

/** No readable answer. `message` is part of a sentence without an address, since an address may contain a key. */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError'

  constructor(
    readonly kind: 'unreachable' | 'too much',
    message: string,
    /** The network error, such as ECONNREFUSED. */
    readonly code?: string,
  ) {
    super(message)
  }
}

/** Whether a key or login fits into a header: a pasted one may have letters of other scripts, or a line break. */
export const fitsHeader = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/**
 * Sends one request and returns the whole reply; redirects are not followed. Throws NoReplyError, also when its signal
 * aborts.
 */
export async function send(http: Http, request: Request, limits: HttpLimits): Promise<HttpReply> {
  try {
    const reply = await http.fetch(request, limits)
    return { status: reply.status, headers: reply.headers, bytes: await reply.bytes() }
  } catch (error) {
    // The error's own message may contain the address with the key, so it is dropped.
    if (error instanceof TooMuch) throw new NoReplyError('too much', `more than ${limits.maxBytes} bytes`)
    const timeout = error instanceof Error && error.name === 'TimeoutError'
    const message = timeout ? `no answer within ${limits.timeoutMs / 1000} seconds` : ''
    throw new NoReplyError('unreachable', message, errorCode(error))
  }
}

/** Like `send`. Throws ServiceError when there is no reply, or one that is too large. */
export async function sendToService(http: Http, request: Request, limits: HttpLimits): Promise<HttpReply> {
  try {
    return await send(http, request, limits)
  } catch (error) {
    if (!(error instanceof NoReplyError)) throw error
    throw new ServiceError(error.kind === 'too much' ? 'unreadable' : 'unreachable', error.message)
  }
}
