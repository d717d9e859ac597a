import { ArchiveError } from '../archives/archive-error'

/** Ids of the parts of a header (7zFormat.txt of the LZMA SDK). */
export const ID = {
  end: 0,
  header: 1,
  archiveProperties: 2,
  additionalStreams: 3,
  mainStreams: 4,
  files: 5,
  packInfo: 6,
  unpackInfo: 7,
  subStreams: 8,
  size: 9,
  crc: 10,
  folder: 11,
  coderSizes: 12,
  counts: 13,
  emptyStream: 14,
  emptyFile: 15,
  anti: 16,
  names: 17,
  modified: 20,
  attributes: 21,
  encodedHeader: 23,
} as const

/** From 1601 to 1970. */
const EPOCH_MS = 11_644_473_600_000

/** Walks through a 7z header. Every method throws ArchiveError 'damaged' past the end. */
export class SevenZipBytes {
  at = 0

  constructor(private readonly bytes: Uint8Array) {}

  byte(): number {
    return this.takeBytes(1)[0]!
  }

  takeBytes(count: number): Uint8Array {
    if (count > this.bytes.length - this.at)
      throw new ArchiveError('damaged', 'The directory of the 7-Zip archive is cut.')
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }

  since(start: number): Uint8Array {
    return this.bytes.subarray(start, this.at)
  }

  expect(id: number): void {
    if (this.byte() !== id) throw new ArchiveError('damaged', 'The directory of the 7-Zip archive is damaged.')
  }

  /** The first byte has as many leading ones as bytes follow, little endian; its other bits are the highest. */
  number(): number {
    const first = this.byte()
    let [value, weight] = [0, 1]
    for (let mask = 0x80; mask !== 0; mask >>= 1) {
      if (!(first & mask)) {
        value += (first & (mask - 1)) * weight
        break
      }
      value += this.byte() * weight
      weight *= 256
    }
    if (!Number.isSafeInteger(value)) throw new ArchiveError('damaged', 'The 7-Zip archive has an impossible number.')
    return value
  }

  /** A count of items, checked before memory is allocated for them. */
  count(most: number): number {
    const count = this.number()
    if (count > most) throw new ArchiveError('too_large', `The 7-Zip archive has more than ${most} parts.`)
    return count
  }

  /** One bit each, the highest bit first. */
  bits(count: number): boolean[] {
    const bytes = this.takeBytes(Math.ceil(count / 8))
    return Array.from({ length: count }, (_, index) => (bytes[index >> 3]! & (0x80 >> (index & 7))) !== 0)
  }

  /** CRC-32 for each of `count`; undefined where none is stored. */
  checksums(count: number): (number | undefined)[] {
    return this.defined(count).map((isDefined) => (isDefined ? this.uint32() : undefined))
  }

  /** Names in UTF-16, each ended by a zero. */
  names(count: number): string[] {
    this.inline()
    const text = new TextDecoder('utf-16le').decode(this.takeBytes((this.bytes.length - this.at) & ~1))
    const names = text.split('\0', count)
    if (names.length < count) throw new ArchiveError('damaged', 'The 7-Zip archive has fewer names than files.')
    return names
  }

  attributes(count: number): number[] {
    const isDefined = this.defined(count)
    this.inline()
    return isDefined.map((each) => (each ? this.uint32() : 0))
  }

  /** Milliseconds since 1970; undefined where there is no time. */
  times(count: number): (number | undefined)[] {
    const isDefined = this.defined(count)
    this.inline()
    // Windows counts tenths of a microsecond since 1601.
    return isDefined.map((each) => (each ? (this.uint32() + this.uint32() * 2 ** 32) / 10_000 - EPOCH_MS : undefined))
  }

  private defined(count: number): boolean[] {
    return this.byte() === 0 ? this.bits(count) : Array.from({ length: count }, () => true)
  }

  private inline(): void {
    if (this.byte() !== 0) throw new ArchiveError('unsupported', 'The 7-Zip archive keeps its names elsewhere.')
  }

  private uint32(): number {
    const [a, b, c, d] = this.takeBytes(4)
    return (a! | (b! << 8) | (c! << 16) | (d! << 24)) >>> 0
  }
}
