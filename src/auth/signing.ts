import { hmac, sameSecret } from '../platform/digest'

/**
 * Addresses that open by themselves, for apps that send no login with pictures. They open one path each, to whoever
 * has them, until the session key is replaced.
 */
export interface Signing {
  /** `path` with what opens it. */
  sign(path: string): string
  isSigned(url: URL): boolean
}

/** Half of the HMAC is as much as nobody guesses, and feeds are long enough. */
const DIGITS = 32

export function makeSigning(sessionKey: Uint8Array): Signing {
  // A key of its own: what is in a feed must tell nothing about the key of the sessions.
  const key = Buffer.from(hmac(sessionKey, 'signed addresses'), 'hex')
  const of = (pathname: string) => hmac(key, pathname).slice(0, DIGITS)
  return {
    sign(path) {
      const { pathname, search } = new URL(path, 'http://here')
      return `${pathname}${search}${search === '' ? '?' : '&'}s=${of(pathname)}`
    },
    isSigned: ({ pathname, searchParams }) => sameSecret(searchParams.get('s') ?? '', of(pathname)),
  }
}
