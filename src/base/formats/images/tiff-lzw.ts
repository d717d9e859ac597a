const [CLEAR, END] = [256, 257]
const [FEWEST_BITS, MOST_BITS] = [9, 12]
const MOST_CODES = 1 << MOST_BITS

/**
 * Unpacks at most `most` bytes of LZW in TIFF's variant (TIFF 6.0, section 13). Stops early where the data is damaged
 * or truncated.
 */
export function unpackLzw(packed: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most)
  const [before, last] = [new Uint16Array(MOST_CODES), new Uint8Array(MOST_CODES)]
  const lengths = new Uint16Array(MOST_CODES).fill(1)
  for (let byte = 0; byte < 256; byte++) last[byte] = byte
  let [at, bits, next, previous, end] = [0, FEWEST_BITS, END + 1, -1, 0]
  /** Adds the bytes of a code; returns the first of them. */
  const write = (code: number): number => {
    let rest = code
    for (let to = end + lengths[code]! - 1; to > end; to--, rest = before[rest]!) if (to < most) out[to] = last[rest]!
    out[end] = last[rest]!
    end += lengths[code]!
    return last[rest]!
  }
  while (end < most && at + bits <= packed.length * 8) {
    const [byte, shift] = [at >> 3, 24 - bits - (at & 7)]
    const three = ((packed[byte]! << 16) | ((packed[byte + 1] ?? 0) << 8) | (packed[byte + 2] ?? 0)) >> shift
    const code = three & ((1 << bits) - 1)
    at += bits
    if (code === END) break
    if (code === CLEAR) {
      ;[bits, next, previous] = [FEWEST_BITS, END + 1, -1]
      continue
    }
    if (code > next || (code === next && previous < 0) || (previous < 0 && code > 255)) break
    if (previous >= 0 && next < MOST_CODES) {
      before[next] = previous
      lengths[next] = lengths[previous]! + 1
      if (code === next) last[next] = firstOf(previous, before)
    }
    const first = write(code)
    if (previous >= 0 && next < MOST_CODES) last[next++] = first
    // One code earlier than necessary, as the first writers did.
    if (next >= (1 << bits) - 1 && bits < MOST_BITS) bits++
    previous = code
  }
  return out.subarray(0, Math.min(end, most))
}

function firstOf(code: number, before: Uint16Array): number {
  let rest = code
  while (rest > END) rest = before[rest]!
  return rest
}
