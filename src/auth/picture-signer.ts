import { hmac, sameSecret } from '../platform/digest'
import { isApi } from './policy'

/**
 * Addresses of pictures that open without a login, for apps that send none with pictures. Each opens one path until the
 * session key is replaced; those that routes of the API key name end with that key as well.
 */
export interface PictureSigner {
  /** `path` with what opens it. */
  sign(path: string): string
  isSigned(url: URL): boolean
}

/** Half of the HMAC is as much as nobody guesses, and feeds are long enough. */
const DIGITS = 32

export function makePictureSigner(sessionKey: Uint8Array, apiKey: () => string): PictureSigner {
  // A key of its own: what is in a feed must tell nothing about the key of the sessions.
  const key = Buffer.from(hmac(sessionKey, 'signed addresses'), 'hex')
  const of = (pathname: string) => hmac(key, isApi(pathname) ? `${apiKey()} ${pathname}` : pathname).slice(0, DIGITS)
  return {
    sign(path) {
      const { pathname, search } = new URL(path, 'http://here')
      return `${pathname}${search}${search === '' ? '?' : '&'}s=${of(pathname)}`
    },
    isSigned: ({ pathname, searchParams }) => sameSecret(searchParams.get('s') ?? '', of(pathname)),
  }
}
