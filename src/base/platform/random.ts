import type { Random } from './ports'

const bytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))

export const systemRandom: Random = {
  id: () => bytes(16).toHex(),
  token: (count) => bytes(count).toBase64({ alphabet: 'base64url', omitPadding: true }),
  bytes,
}
