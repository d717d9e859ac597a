/** White runs of 0 to 63 pixels, then of 64, 128 … 1728 (ITU-T T.4, tables 2 and 3). */
const WHITE =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100 11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 010011010 011000 010011011'
const BLACK =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111 0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 0000001100100 0000001100101'
/** Runs of 1792, 1856 … 2560 in both colours. */
const LONG =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 000000011100 000000011101 000000011110 000000011111'
const MOST_BITS = 13
const EOL_ZEROS = 11

/** The bits of a code as a number: a leading 1 keeps its leading zeros. */
const key = (code: string) => Number.parseInt(`1${code}`, 2)
const runs = (colour: string) =>
  new Map(`${colour} ${LONG}`.split(' ').map((code, at) => [key(code), at < 64 ? at : (at - 63) * 64]))
const RUNS = [runs(WHITE), runs(BLACK)] as const
/** The offset of a change from the one above it, to the right; or another way to code the row (T.4, table 4). */
const MODES = new Map<number, number | 'pass' | 'runs'>([
  [key('1'), 0],
  [key('011'), 1],
  [key('010'), -1],
  [key('001'), 'runs'],
  [key('0001'), 'pass'],
  [key('000011'), 2],
  [key('000010'), -2],
  [key('0000011'), 3],
  [key('0000010'), -3],
])

/** TIFF's numbers: rows of runs, Group 3, Group 4. `twoDimensional` belongs to Group 3. */
export interface FaxOptions {
  kind: 2 | 3 | 4
  twoDimensional: boolean
}

/**
 * Unpacks CCITT fax data (T.4, T.6) to rows of one bit per pixel, 1 for black, each row starting at a whole byte.
 * Damaged or missing parts stay white. The time is bounded by the actual bits and pixels, whatever values they state.
 */
export function unpackFax(bytes: Uint8Array, width: number, height: number, options: FaxOptions): Uint8Array {
  const rowBytes = Math.ceil(width / 8)
  const out = new Uint8Array(rowBytes * height)
  const bits = new Bits(bytes)
  let above: number[] = []
  for (let row = 0; row < height && !bits.isAtEnd; row++) {
    const isFlat = options.kind === 4 ? false : beginsFlat(bits, options)
    if (isFlat === undefined) break
    const changes: number[] = []
    const isWhole = isFlat ? readRuns(bits, width, changes) : readAgainst(bits, width, above, changes)
    paint(out, row * rowBytes * 8, width, changes)
    if (!isWhole && options.kind !== 3) break
    above = changes
  }
  return out
}

/** Whether the next row is coded without the one above; undefined at the end of the page. */
function beginsFlat(bits: Bits, { kind, twoDimensional }: FaxOptions): boolean | undefined {
  if (kind === 2) {
    bits.toByte()
    return true
  }
  if (!bits.skipToEol()) return undefined
  const isFlat = !twoDimensional || bits.next() === 1
  return bits.takeEol() ? undefined : isFlat
}

/** Adds the positions where the colour changes, white first. False for a row that is truncated or damaged. */
function readRuns(bits: Bits, width: number, changes: number[]): boolean {
  for (let at = 0, colour = 0; at < width; colour = 1 - colour) {
    const run = readRun(bits, colour, width)
    if (run === undefined) return false
    at += run
    changes.push(Math.min(at, width))
  }
  return true
}

function readRun(bits: Bits, colour: number, most: number): number | undefined {
  for (let all = 0; ; ) {
    const run = bits.code(RUNS[colour as 0 | 1])
    if (run === undefined) return undefined
    all = Math.min(all + run, most)
    if (run < 64) return all
  }
}

function readAgainst(bits: Bits, width: number, above: readonly number[], changes: number[]): boolean {
  let [at, colour, index] = [-1, 0, 0]
  while (at < width) {
    // The first change above to the right that leads away from this colour.
    while (index < above.length && above[index]! <= at) index += 2
    const mode = bits.code(MODES)
    if (mode === undefined) return false
    if (mode === 'pass') {
      at = above[index + 1] ?? width
    } else if (mode === 'runs') {
      for (const each of [colour, 1 - colour]) {
        const run = readRun(bits, each, width)
        if (run === undefined) return false
        at = Math.min(Math.max(at, 0) + run, width)
        changes.push(at)
      }
    } else {
      at = Math.min(Math.max((above[index] ?? width) + mode, at, 0), width)
      changes.push(at)
      colour = 1 - colour
      index += index > 0 ? -1 : 1
    }
  }
  return true
}

function paint(out: Uint8Array, from: number, width: number, changes: readonly number[]): void {
  for (let index = 0; index < changes.length; index += 2) {
    const end = from + (changes[index + 1] ?? width)
    for (let bit = from + changes[index]!; bit < end; ) {
      const isByte = (bit & 7) === 0 && bit + 8 <= end
      out[bit >> 3]! |= isByte ? 0xff : 0x80 >> (bit & 7)
      bit += isByte ? 8 : 1
    }
  }
}

class Bits {
  private at = 0
  private readonly end: number

  constructor(private readonly bytes: Uint8Array) {
    this.end = bytes.length * 8
  }

  get isAtEnd(): boolean {
    return this.at >= this.end
  }

  next(): number {
    const bit = this.at < this.end ? (this.bytes[this.at >> 3]! >> (7 - (this.at & 7))) & 1 : 0
    this.at++
    return bit
  }

  /** The meaning of the next code; undefined, with nothing consumed, when it is not in the table. */
  code<T>(table: ReadonlyMap<number, T>): T | undefined {
    const from = this.at
    for (let code = 1; this.at < this.end && this.at - from < MOST_BITS; ) {
      code = code * 2 + this.next()
      const found = table.get(code)
      if (found !== undefined) return found
    }
    this.at = from
    return undefined
  }

  toByte(): void {
    this.at = Math.ceil(this.at / 8) * 8
  }

  /** Reads an end of line with its fill zeros; false, with nothing consumed, when there is none. */
  takeEol(): boolean {
    const from = this.at
    while (this.at < this.end && this.next() === 0);
    if (this.at - from > EOL_ZEROS) return true
    this.at = from
    return false
  }

  /** Moves past the next end of line, skipping everything before it; false when there is none. */
  skipToEol(): boolean {
    while (this.at < this.end) {
      const from = this.at
      while (this.at < this.end && this.next() === 0);
      if (this.at - from > EOL_ZEROS) return true
    }
    return false
  }
}
