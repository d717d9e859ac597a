import { Refusal } from '../refusal'

/**
 * For routes whose body may be missing, as `transform`: the framework takes one that it cannot read for none. Throws
 * Refusal 'invalid' when something was sent and nothing read.
 */
export function refuseUnread({ body, request }: { body: unknown; request: Request }): void {
  const sent = request.body !== null && request.headers.get('content-length') !== '0'
  if (body === undefined && sent && request.bodyUsed)
    throw new Refusal('invalid', 'The body cannot be read: it is no JSON.')
}
