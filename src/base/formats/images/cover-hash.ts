/** Side of the picture that a hash is made from, and of the part of the transform that is kept. */
export const HASHED_SIDE = 32
const KEPT_SIDE = 8

/** `WAVES[u][x]`: the cosine that weighs sample `x` for frequency `u` in the DCT; only frequencies that are kept. */
const WAVES = Array.from({ length: KEPT_SIDE }, (_, u) =>
  Float64Array.from({ length: HASHED_SIDE }, (_, x) => Math.cos((Math.PI * u * (2 * x + 1)) / (2 * HASHED_SIDE))),
)

/**
 * The perceptual hash of 32 by 32 grey values, row by row, as 16 hex digits: the lowest 8 by 8 frequencies of the
 * DCT-II, each above or below the median. It equals `phash` of Python's imagehash, so that it can be compared with
 * Metron's `cover_hash`. Similar pictures have hashes that differ in few bits, in any size.
 */
export function coverHash(grey: Uint8Array): string {
  const waves = lowest(grey)
  const median = medianOf(waves)
  let hash = ''
  for (let at = 0; at < waves.length; at += 4) {
    let digit = 0
    for (let bit = 0; bit < 4; bit++) digit = digit * 2 + Number(waves[at + bit]! > median)
    hash += digit.toString(16)
  }
  return hash
}

/** Number of differing bits among the 64 of two hashes; undefined when either is not a hash. */
export function hashDistance(one: string, other: string): number | undefined {
  if (!HASH.test(one) || !HASH.test(other)) return undefined
  let differ = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let bits = 0
  for (; differ > 0n; differ &= differ - 1n) bits++
  return bits
}

const HASH = /^[0-9a-f]{16}$/i

/** Columns first, then rows: 8 by 8 of the 32 by 32. */
function lowest(grey: Uint8Array): Float64Array {
  const down = new Float64Array(KEPT_SIDE * HASHED_SIDE)
  for (const [v, wave] of WAVES.entries())
    for (let y = 0; y < HASHED_SIDE; y++)
      for (let x = 0; x < HASHED_SIDE; x++) down[v * HASHED_SIDE + x]! += wave[y]! * grey[y * HASHED_SIDE + x]!
  const both = new Float64Array(KEPT_SIDE * KEPT_SIDE)
  for (let v = 0; v < KEPT_SIDE; v++)
    for (const [u, wave] of WAVES.entries())
      for (let x = 0; x < HASHED_SIDE; x++) both[v * KEPT_SIDE + u]! += wave[x]! * down[v * HASHED_SIDE + x]!
  return both
}

/** For an even number of values, the mean of the two in the middle. */
function medianOf(values: Float64Array): number {
  const sorted = values.toSorted()
  const middle = sorted.length / 2
  return (sorted[middle - 1]! + sorted[middle]!) / 2
}
