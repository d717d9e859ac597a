import { md5, sha256 } from '../platform/digest'

/** Crockford's base 32: no letter looks like a digit, because users type keys on tablets. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SHAPE = /^pk(?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/
export const KEY_BYTES = 10

/** `pk-8Q2M-T1WZ-0RVB-K7CX` of ten random bytes. */
export function makeKey(bytes: Uint8Array): string {
  let bits = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let letters = ''
  for (let count = 0; count < 16; count++) {
    letters = LETTERS[Number(bits & 31n)] + letters
    bits >>= 5n
  }
  return `pk-${letters.match(/.{4}/g)!.join('-')}`
}

/** The key in its normal form, however the user typed it; undefined when `typed` cannot be a key. */
export function readKey(typed: string): string | undefined {
  const text = typed.trim().toUpperCase().replace(/^PK/, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const key = `pk${text}`
  return SHAPE.test(key) ? key : undefined
}

export const keyHash = (key: string): string => sha256(key)
/** KOReader's sync sends the MD5 of the typed key as password, in lower-case hex. */
export const kosyncHash = (md5OfKey: string): string => sha256(md5OfKey.toLowerCase())

/** One hash for each way to type a key on a small keyboard: upper or lower case, with or without dashes. */
export function kosyncHashesOf(key: string): string[] {
  const forms = [key, key.toLowerCase(), key.toUpperCase()]
  return [...forms, ...forms.map((form) => form.replaceAll('-', ''))].map((form) => kosyncHash(md5(form)))
}
