import { crc32, deflateRawSync } from 'node:zlib'
import { bytesOf, type Entries, list } from './archives'

interface SevenZipOptions {
  /** Packs all contents into one folder; otherwise each has its own. */
  solid?: boolean
  /** The compression. LZMA cannot be written here; the reader uses the same library for LZMA as for these. */
  method?: 'copy' | 'deflate'
  /** Packs the directory too, as most programs do. */
  packHeader?: boolean
  /** Marks the contents as encrypted. */
  encrypted?: boolean
  /** Leaves out the checksums. */
  unsummed?: boolean
}

const COPY = [1, 1, 0]
const DEFLATE = [1, 3, 4, 1, 8]
const AES = [1, 4, 6, 0xf1, 7, 1]
const FOLDER = 0x10
const FILE = 0x20

/** A 7z (7zFormat.txt of the LZMA SDK). A name that ends in `/` is a folder. */
export function makeCb7(entries: Entries, options: SevenZipOptions = {}): Uint8Array {
  const { solid, packHeader } = options
  const all = list(entries)
  const contents = all.map(({ data }) => Buffer.from(bytesOf(data))).filter((content) => content.length > 0)
  const groups = solid && contents.length > 0 ? [contents] : contents.map((content) => [content])
  const coder = options.encrypted ? AES : options.method === 'deflate' ? DEFLATE : COPY
  const pack = (bytes: Uint8Array) => (options.method === 'deflate' ? deflateRawSync(bytes) : Buffer.from(bytes))
  const packed = groups.map((group) => pack(Buffer.concat(group)))
  const sums = options.unsummed ? [] : [10, 1, ...contents.flatMap(crcOf)]
  const subStreams = [8, 13, ...groups.flatMap(({ length }) => number(length)), ...sizesInside(groups), ...sums, 0]
  const streams = streamsInfo(packed, groups.map(totalOf), coder, 0, subStreams)
  const header = Buffer.from([1, ...(contents.length > 0 ? [4, ...streams] : []), 5, ...filesInfo(all), 0])
  const body = Buffer.concat(packed)
  if (!packHeader) return wrapped(body, header)
  const hidden = deflateRawSync(header)
  const named = Buffer.from([23, ...streamsInfo([hidden], [header.length], DEFLATE, body.length, [], crcOf(header))])
  return wrapped(Buffer.concat([body, hidden]), named)
}

function streamsInfo(
  packed: readonly Buffer[],
  sizes: readonly number[],
  coder: readonly number[],
  offset: number,
  subStreams: readonly number[],
  sums: readonly number[] = [],
): number[] {
  const count = number(packed.length)
  const packInfo = [6, ...number(offset), ...count, 9, ...packed.flatMap(({ length }) => number(length)), 0]
  const folders = [11, ...count, 0, ...packed.flatMap(() => [...coder])]
  const unpackInfo = [7, ...folders, 12, ...sizes.flatMap(number), ...(sums.length > 0 ? [10, 1, ...sums] : []), 0]
  return [...packInfo, ...unpackInfo, ...subStreams, 0]
}

/** All sizes but the last of each group. */
function sizesInside(groups: readonly Buffer[][]): number[] {
  const sizes = groups.flatMap((group) => group.slice(0, -1).flatMap(({ length }) => number(length)))
  return sizes.length > 0 ? [9, ...sizes] : []
}

function filesInfo(entries: ReturnType<typeof list>): number[] {
  const property = (id: number, body: readonly number[]) => [id, ...number(body.length), ...body]
  const isEmpty = entries.map(({ data }) => bytesOf(data).length === 0)
  const names = entries.flatMap(({ name }) => [...Buffer.from(`${name.replace(/\/$/, '')}\0`, 'utf16le')])
  const attributes = entries.flatMap(({ name }) => [name.endsWith('/') ? FOLDER : FILE, 0, 0, 0])
  const emptyFiles = entries.filter((_, index) => isEmpty[index]).map(({ name }) => !name.endsWith('/'))
  return [
    ...number(entries.length),
    ...property(14, bits(isEmpty)),
    ...property(15, bits(emptyFiles)),
    ...property(17, [0, ...names]),
    ...property(21, [1, 0, ...attributes]),
    0,
  ]
}

function wrapped(body: Uint8Array, header: Uint8Array): Uint8Array {
  const start = Buffer.alloc(32)
  start.set([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4])
  start.writeBigUInt64LE(BigInt(body.length), 12)
  start.writeBigUInt64LE(BigInt(header.length), 20)
  start.writeUInt32LE(crc32(header), 28)
  start.writeUInt32LE(crc32(start.subarray(12)), 8)
  return Buffer.concat([start, body, header])
}

const totalOf = (group: readonly Buffer[]) => group.reduce((sum, { length }) => sum + length, 0)

function crcOf(bytes: Uint8Array): number[] {
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(bytes))
  return [...sum]
}

/** Under 2^14 in one or two bytes, else in five. */
function number(value: number): number[] {
  if (value < 0x80) return [value]
  if (value < 0x4000) return [0x80 | (value >> 8), value & 0xff]
  return [0xf0, value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, (value >>> 24) & 0xff]
}

function bits(flags: readonly boolean[]): number[] {
  const bytes = Array.from({ length: Math.ceil(flags.length / 8) }, () => 0)
  for (const [index, flag] of flags.entries()) if (flag) bytes[index >> 3]! |= 0x80 >> (index & 7)
  return bytes
}
