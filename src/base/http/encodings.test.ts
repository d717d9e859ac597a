import { expect, test } from 'bun:test'
import { type Encoding, preferredEncoding } from './encodings'

const BOTH: Encoding[] = ['br', 'gzip']

test.each<[accepted: string | null, made: Encoding[], chosen: Encoding | undefined]>([
  [null, BOTH, undefined],
  ['', BOTH, undefined],
  ['gzip', BOTH, 'gzip'],
  ['gzip, deflate, br, zstd', BOTH, 'br'],
  ['gzip, deflate, br, zstd', ['gzip'], 'gzip'],
  ['gzip, br', [], undefined],
  ['GZIP ; Q=0.5', BOTH, 'gzip'],
  ['br;q=0.5, gzip;q=0.8', BOTH, 'gzip'],
  ['br;q=0, gzip;q=0.1', BOTH, 'gzip'],
  ['br;q=0, gzip;q=0', BOTH, undefined],
  ['*', BOTH, 'br'],
  ['*;q=0', BOTH, undefined],
  ['br;q=0, *', BOTH, 'gzip'],
  ['*;q=0, gzip', BOTH, 'gzip'],
  ['identity, gzip;q=0.5', BOTH, undefined],
  ['identity;q=0.5, gzip', BOTH, 'gzip'],
  ['identity;q=0', BOTH, undefined],
  ['brotli, xgzip', BOTH, undefined],
  ['gzip;q=much', BOTH, undefined],
])('a client that accepts %p of %p is sent %p', (accepted, made, chosen) => {
  expect(preferredEncoding(accepted, made)).toBe(chosen)
})
