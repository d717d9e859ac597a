import { randomBytes } from 'node:crypto'
import type { Random } from './ports'

export const systemRandom: Random = {
  id: () => randomBytes(16).toString('hex'),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  bytes: (count) => new Uint8Array(randomBytes(count)),
}
