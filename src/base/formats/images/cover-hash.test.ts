import { expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { greyPixels, makePicture } from '../../../base/platform/images'
import { png } from '../../../testing/archives/archives'
import { coverHash, HASHED_SIDE, hashDistance } from './cover-hash'

/** Grey values as a function of column and row. */
const grey = (rule: (x: number, y: number) => number) =>
  Uint8Array.from({ length: HASHED_SIDE ** 2 }, (_, at) => rule(at % HASHED_SIDE, Math.floor(at / HASHED_SIDE)))

// Values computed with NumPy: the whole DCT-II matrix, the median of its lowest 8 by 8, and the bits as one number.
test.each([
  ['a slope that wraps', grey((x, y) => (x * 7 + y * 13) % 256), '8c3585376ee22d5a'],
  ['curves', grey((x, y) => (x * x + 3 * y * y + x * y) % 251), '87060f1f0e2e4ebe'],
  ['a disc', grey((x, y) => ((x - 16) ** 2 + (y - 12) ** 2 < 90 ? 220 : 30)), '9e966978a7656186'],
])('the hash of %s equals that of imagehash', (_, pixels, hash) => {
  expect(coverHash(pixels)).toBe(hash)
})

test('the distance counts differing bits, and is undefined for an invalid hash', () => {
  expect(hashDistance('8c3585376ee22d5a', '8c3585376ee22d5a')).toBe(0)
  expect(hashDistance('8c3585376ee22d5a', '8c3585376ee22d5b')).toBe(1)
  expect(hashDistance('0000000000000000', 'FFFFFFFFFFFFFFFF')).toBe(64)
  expect(hashDistance('8c3585376ee22d5a', '')).toBeUndefined()
  expect(hashDistance('no hash', '8c3585376ee22d5a')).toBeUndefined()
})

/** A cover of blocks and discs in colours derived from a seed. */
function cover(seed: number, width: number, height: number, cut = 0): Uint8Array {
  let state = seed * 2_654_435_761
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return state / 2 ** 32
  }
  const shapes = Array.from({ length: 9 }, () => ({
    x: next(),
    y: next(),
    r: 0.08 + next() * 0.3,
    c: next(),
    disc: next() < 0.5,
  }))
  const line = width * 3 + 1
  const data = new Uint8Array(line * height)
  for (let py = 0; py < height; py++)
    for (let px = 0; px < width; px++) {
      const [x, y] = [cut + (px / width) * (1 - 2 * cut), cut + (py / height) * (1 - 2 * cut)]
      let shade = y * 0.4
      for (const { x: cx, y: cy, r, c, disc } of shapes) {
        const [dx, dy] = [Math.abs(x - cx), Math.abs(y - cy)]
        if (disc ? dx * dx + dy * dy < r * r : dx < r && dy < r / 2) shade = c
      }
      const at = py * line + 1 + px * 3
      data.fill(Math.round(shade * 255), at, at + 3)
    }
  return png(width, height, deflateSync(data, { level: 1 }))
}

const hashOf = async (picture: Uint8Array) => coverHash(await greyPixels(picture, HASHED_SIDE, HASHED_SIDE))
const apart = async (one: Uint8Array, other: Uint8Array) => hashDistance(await hashOf(one), await hashOf(other))!

test('a cover that was scaled down, saved again or trimmed is the same cover, and another one is not', async () => {
  const smaller: number[] = []
  const trimmed: number[] = []
  const others: number[] = []
  for (let seed = 1; seed <= 4; seed++) {
    const page = cover(seed, 220, 330)
    const small = await makePicture(page, { type: 'jpeg', quality: 40, width: 160 })
    const webp = await makePicture(page, { type: 'webp', quality: 60, width: 200, swift: true })
    smaller.push(await apart(page, small), await apart(page, webp))
    trimmed.push(await apart(page, cover(seed, 213, 320, 0.015)))
    others.push(await apart(page, cover(seed + 100, 220, 330)))
  }
  expect(Math.max(...smaller)).toBeLessThanOrEqual(8)
  expect(Math.max(...trimmed)).toBeLessThanOrEqual(10)
  expect(Math.min(...others)).toBeGreaterThan(20)
})
