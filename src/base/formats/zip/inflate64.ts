/**
 * Deflate64 (APPNOTE 4.4.5, method 9): deflate (RFC 1951) with a window of 64 KiB, two more distances, and a longest
 * match that states its own length. None of our libraries supports it. Throws RangeError for data that is damaged or
 * longer than `size`.
 */
export function inflate64(packed: Uint8Array, size: number): Uint8Array {
  const bits = new Bits(packed)
  const out = new Output(size)
  for (let isLast = false; !isLast; ) {
    isLast = bits.take(1) === 1
    const kind = bits.take(2)
    if (kind === 0) stored(bits, out)
    else if (kind === 1) block(bits, out, FIXED)
    else if (kind === 2) block(bits, out, dynamic(bits))
    else throw new RangeError('an unknown kind of block')
  }
  return out.bytes.subarray(0, out.length)
}

class Bits {
  private at = 0
  private bits = 0
  private count = 0

  constructor(private readonly bytes: Uint8Array) {}

  /** The next `count` bits, the least significant first; at most 16. */
  take(count: number): number {
    this.fill(count)
    const value = this.bits & ((1 << count) - 1)
    this.drop(count)
    return value
  }

  /** The next bits without consuming them; zeros past the end. */
  peek(count: number): number {
    while (this.count < count && this.at < this.bytes.length) this.more()
    return this.bits & ((1 << count) - 1)
  }

  drop(count: number): void {
    if (count > this.count) throw new RangeError('the data end too early')
    this.bits >>>= count
    this.count -= count
  }

  /** Whole bytes from the next byte boundary on. */
  raw(length: number): Uint8Array {
    this.drop(this.count & 7)
    this.at -= this.count >> 3
    this.bits = 0
    this.count = 0
    const part = this.bytes.subarray(this.at, this.at + length)
    if (part.length < length) throw new RangeError('the data end too early')
    this.at += length
    return part
  }

  private fill(count: number): void {
    while (this.count < count) {
      if (this.at >= this.bytes.length) throw new RangeError('the data end too early')
      this.more()
    }
  }

  private more(): void {
    this.bits |= this.bytes[this.at++]! << this.count
    this.count += 8
  }
}

class Output {
  readonly bytes: Uint8Array
  length = 0

  constructor(size: number) {
    this.bytes = new Uint8Array(size)
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) throw new RangeError('more data than announced')
    this.bytes[this.length++] = value
  }

  repeat(distance: number, length: number): void {
    if (distance > this.length || this.length + length > this.bytes.length) throw new RangeError('a match outside')
    const end = this.length + length
    // Byte by byte: a match may repeat bytes that it has just written.
    for (; this.length < end; this.length++) this.bytes[this.length] = this.bytes[this.length - distance]!
  }
}

function stored(bits: Bits, out: Output): void {
  const head = bits.raw(4)
  const length = head[0]! | (head[1]! << 8)
  if ((head[2]! | (head[3]! << 8)) !== (length ^ 0xffff)) throw new RangeError('a stored block is damaged')
  for (const byte of bits.raw(length)) out.byte(byte)
}

interface Codes {
  literals: Uint16Array
  distances: Uint16Array
}

const LONGEST = 15
const END = 256
/** Base and extra bits of the lengths 257 to 285; in deflate the last of them is 258. */
const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 3] // biome-ignore format: one glance
const lengthBits = (code: number) => (code < 8 ? 0 : code === 28 ? 16 : (code >> 2) - 1)
const distanceBits = (code: number) => (code < 4 ? 0 : (code >> 1) - 1)
const distanceBase = (code: number) => (code < 4 ? code + 1 : ((2 + (code & 1)) << distanceBits(code)) + 1)

function block(bits: Bits, out: Output, { literals, distances }: Codes): void {
  for (;;) {
    const code = symbol(bits, literals)
    if (code === END) return
    if (code < END) {
      out.byte(code)
      continue
    }
    const which = code - 257
    const base = LENGTHS[which]
    if (base === undefined) throw new RangeError('an unknown length')
    const length = base + bits.take(lengthBits(which))
    const far = symbol(bits, distances)
    out.repeat(distanceBase(far) + bits.take(distanceBits(far)), length)
  }
}

/** Indexed by the next 15 bits: the symbol in the upper bits, the length of its code in the lower four. */
function symbol(bits: Bits, table: Uint16Array): number {
  const found = table[bits.peek(LONGEST)]!
  if (found === 0) throw new RangeError('an unknown code')
  bits.drop(found & 15)
  return found >> 4
}

/** The table of a canonical code (RFC 1951, 3.2.2); a code without symbols is valid until it is used. */
function table(lengths: readonly number[]): Uint16Array {
  const found = new Uint16Array(1 << LONGEST)
  let code = 0
  for (let length = 1; length <= LONGEST; length++) {
    for (const [value, own] of lengths.entries()) {
      if (own !== length) continue
      if (code >> length > 0) throw new RangeError('too many codes')
      const turned = reversed(code++, length)
      for (let at = turned; at < found.length; at += 1 << length) found[at] = (value << 4) | length
    }
    code <<= 1
  }
  return found
}

function reversed(code: number, length: number): number {
  let turned = 0
  for (let bit = 0; bit < length; bit++) turned |= ((code >> bit) & 1) << (length - 1 - bit)
  return turned
}

const FIXED: Codes = {
  literals: table(Array.from({ length: 288 }, (_, value) => (value < 144 ? 8 : value < 256 ? 9 : value < 280 ? 7 : 8))),
  distances: table(Array.from({ length: 32 }, () => 5)),
}

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

function dynamic(bits: Bits): Codes {
  const [literals, distances, own] = [bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4]
  const first = Array.from({ length: ORDER.length }, () => 0)
  for (let index = 0; index < own; index++) first[ORDER[index]!] = bits.take(3)
  const codes = table(first)
  const lengths: number[] = []
  while (lengths.length < literals + distances) {
    const code = symbol(bits, codes)
    if (code < 16) lengths.push(code)
    else {
      const repeated = code === 16 ? lengths.at(-1) : 0
      if (repeated === undefined) throw new RangeError('nothing to repeat')
      const times = code === 16 ? 3 + bits.take(2) : code === 17 ? 3 + bits.take(3) : 11 + bits.take(7)
      for (let time = 0; time < times; time++) lengths.push(repeated)
    }
  }
  if (lengths.length > literals + distances) throw new RangeError('more lengths than announced')
  return { literals: table(lengths.slice(0, literals)), distances: table(lengths.slice(literals)) }
}
