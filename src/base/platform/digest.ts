// Not node:crypto, in this file and its neighbours: it loads all streams, which takes longer than most of a start.

/** SHA-256 of `content` as 64 hex digits. */
export function sha256(content: string | Uint8Array): string {
  return Bun.CryptoHasher.hash('sha256', content, 'hex')
}

/** The same for the concatenation of `parts`, without joining them. */
export function sha256Of(parts: readonly (string | Uint8Array)[]): string {
  const hasher = new Bun.CryptoHasher('sha256')
  for (const part of parts) hasher.update(part)
  return hasher.digest('hex')
}

/** HMAC-SHA-256 of `content` as 64 hex digits. */
export function hmac(key: Uint8Array, content: string): string {
  return new Bun.CryptoHasher('sha256', key).update(content).digest('hex')
}

/** Whether two secrets are equal, in a time that does not reveal where they differ. */
export function sameSecret(a: string, b: string): boolean {
  return crypto.timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)))
}

/** MD5 of `content` as 32 hex digits: for protocols that use it as a name, never for a secret. */
export function md5(content: string | Uint8Array): string {
  return Bun.CryptoHasher.hash('md5', content, 'hex')
}

/** SHA-1 of `content` as 40 hex digits: for protocols that use it as a name, never for a secret. */
export function sha1(content: Uint8Array): string {
  return Bun.CryptoHasher.hash('sha1', content, 'hex')
}

/** CRC-32 of `content`; continued from `before`, the CRC-32 of the preceding bytes, when given. */
export function crc32(content: Uint8Array, before = 0): number {
  return Bun.hash.crc32(content, before)
}

/** Whether an Ed25519 signature (base64) belongs to `content`. `publicKey` is SPKI in base64. */
export async function isSignatureOf(
  content: Uint8Array<ArrayBuffer>,
  signature: string,
  publicKey: string,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('spki', Uint8Array.fromBase64(publicKey), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, Uint8Array.fromBase64(signature), content)
}
