import type { Instant } from '../platform/ports'

/** What went wrong at a service. */
export type ServiceErrorKind =
  | 'auth'
  | 'banned'
  | 'limit'
  | 'grab_limit'
  | 'unreachable'
  | 'unavailable'
  | 'unreadable'
  | 'refused'
  | 'unsupported'

/**
 * An unusable reply, or none. Parsers throw it for an error inside a reply with status 200; the client turns it into a
 * failure with a sentence.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'

  constructor(
    readonly kind: ServiceErrorKind,
    /** The details, as part of a sentence: `status 503`, `it was cut off`. Never a key, never an address with one. */
    readonly what = '',
    readonly more: {
      /** No retry before this time, where the service sends one. */
      until?: Instant | undefined
      /** Only this reply is unusable: the next may be fine, so no pause follows. */
      thisReplyOnly?: boolean
      /** The file of this release is unusable; the service is not at fault. */
      release?: string
    } = {},
  ) {
    super(what || kind)
  }
}
