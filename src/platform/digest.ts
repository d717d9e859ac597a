import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** SHA-256 of `content` as 64 hex digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** HMAC-SHA-256 of `content` as 64 hex digits. */
export function hmac(key: Uint8Array, content: string): string {
  return createHmac('sha256', key).update(content).digest('hex')
}

/** Whether two secrets are the same, in a time that tells nothing about where they differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)))
}

/** MD5 of `content` as 32 hex digits: for protocols that name things by it, never to keep a secret. */
export function md5(content: string | Uint8Array): string {
  return createHash('md5').update(content).digest('hex')
}
