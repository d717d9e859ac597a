import { hmac, sameSecret } from '../platform/digest'
import { isApi } from './policy'

/**
 * Picture addresses that open without a login, for apps that send none with pictures. Each opens one path until the
 * session key is replaced; signatures on routes of the API key also end with that key.
 */
export interface PictureSigner {
  /** `path` with its signature. */
  sign(path: string): string
  isSigned(url: URL): boolean
}

/** Half of the HMAC: enough against guessing, and feeds stay shorter. */
const DIGITS = 32

export function makePictureSigner(sessionKey: Uint8Array, apiKey: () => string): PictureSigner {
  // A separate key: a signature in a feed must reveal nothing about the session key.
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
