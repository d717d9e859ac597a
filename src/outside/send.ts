import { errorCode } from '../platform/error-code'
import { TooMuch } from '../platform/http'
import type { Http, HttpLimits } from '../platform/ports'
import { VERSION } from '../version'

/** How we call ourselves to services. */
export const AGENT = `Panelkeep/${VERSION}`

export interface Sent {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

/** No answer that can be read. `message` is a part of a sentence without an address, since that may hold a key. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'

  constructor(
    readonly kind: 'unreachable' | 'too much',
    message: string,
    /** What went wrong on the way, such as ECONNREFUSED. */
    readonly code?: string,
  ) {
    super(message)
  }
}

/** One request and its whole answer, redirects included as they are. Throws Unanswered; an abort of its signal is that too. */
export async function send(http: Http, request: Request, limits: HttpLimits): Promise<Sent> {
  try {
    const reply = await http.fetch(request, limits)
    return { status: reply.status, headers: reply.headers, bytes: await reply.bytes() }
  } catch (error) {
    // Its own words may hold the address with the key, so they go nowhere.
    if (error instanceof TooMuch) throw new Unanswered('too much', `more than ${limits.maxBytes} bytes`)
    const timeout = error instanceof Error && error.name === 'TimeoutError'
    const message = timeout ? `no answer within ${limits.timeoutMs / 1000} seconds` : ''
    throw new Unanswered('unreachable', message, errorCode(error))
  }
}
