import type { Instant } from '../../platform/ports'
import { dosDate, dosTime, MOST_16, MOST_32, ZipFields } from './fields'

/** A file to store in an archive. */
interface Item {
  name: string
  /** The size in bytes. */
  size: number
  modified: Instant
}

/** A stretch of the archive: the header or the content of an item, or the directory at the end. */
interface Part {
  is: 'header' | 'content' | 'directory'
  /** The index of the item; undefined for the directory. */
  item: number
  /** The offset in the archive. */
  at: number
  length: number
}

const LOCAL = 30
const CENTRAL = 46
const END = 22
const END_64 = 56
const LOCATOR_64 = 20
/** Names are UTF-8. */
const FLAGS = 0x0800

/**
 * The layout of a ZIP that stores its items uncompressed (APPNOTE 6.3.10), computed before any item is read: the length
 * is known in advance, and any range can be produced alone. Zip64 where sizes, offsets or the number of items need it.
 * Checksums are in the headers, not after the content, for readers that cannot seek.
 */
export class ZipLayout {
  readonly parts: Part[] = []
  readonly size: number
  private readonly names: Uint8Array[]
  private readonly places: number[] = []

  constructor(private readonly items: readonly Item[]) {
    this.names = items.map(({ name }) => new TextEncoder().encode(name))
    let at = 0
    for (const [item, { size }] of items.entries()) {
      const header = LOCAL + this.names[item]!.length + (isLarge(size) ? 20 : 0)
      this.places.push(at)
      this.parts.push({ is: 'header', item, at, length: header })
      this.parts.push({ is: 'content', item, at: at + header, length: size })
      at += header + size
    }
    const length = this.directoryLength(at)
    this.parts.push({ is: 'directory', item: items.length, at, length })
    this.size = at + length
  }

  /** The header before the content of an item. `crc` is its CRC-32. */
  header(item: number, crc: number): Uint8Array<ArrayBuffer> {
    const { size, modified } = this.items[item]!
    const name = this.names[item]!
    const large = isLarge(size)
    const bytes = new ZipFields(LOCAL + name.length + (large ? 20 : 0))
    bytes.u32(0x04034b50).u16(large ? 45 : 20)
    bytes.u16(FLAGS).u16(0).u16(dosTime(modified)).u16(dosDate(modified)).u32(crc)
    bytes
      .u32(Math.min(size, MOST_32))
      .u32(Math.min(size, MOST_32))
      .u16(name.length)
      .u16(large ? 20 : 0)
    bytes.raw(name)
    if (large) bytes.u16(1).u16(16).u64(size).u64(size)
    return bytes.all
  }

  /** The end of the archive. `crcs` holds the CRC-32 of every item. */
  directory(crcs: readonly number[]): Uint8Array<ArrayBuffer> {
    const { at, length } = this.parts.at(-1)!
    const bytes = new ZipFields(length)
    for (const [item, crc] of crcs.entries()) this.entry(bytes, item, crc)
    const listed = bytes.length
    const count = this.items.length
    if (this.needsZip64(at)) {
      bytes
        .u32(0x06064b50)
        .u64(END_64 - 12)
        .u16(45)
        .u16(45)
        .u32(0)
        .u32(0)
      bytes.u64(count).u64(count).u64(listed).u64(at)
      bytes
        .u32(0x07064b50)
        .u32(0)
        .u64(at + listed)
        .u32(1)
    }
    bytes.u32(0x06054b50).u16(0).u16(0).u16(Math.min(count, MOST_16)).u16(Math.min(count, MOST_16))
    bytes.u32(Math.min(listed, MOST_32)).u32(Math.min(at, MOST_32)).u16(0)
    return bytes.all
  }

  private entry(bytes: ZipFields, item: number, crc: number): void {
    const { size, modified } = this.items[item]!
    const name = this.names[item]!
    const place = this.places[item]!
    const extra = extraLength(size, place)
    bytes
      .u32(0x02014b50)
      .u16(extra > 0 ? 45 : 20)
      .u16(extra > 0 ? 45 : 20)
    bytes.u16(FLAGS).u16(0).u16(dosTime(modified)).u16(dosDate(modified)).u32(crc)
    bytes.u32(Math.min(size, MOST_32)).u32(Math.min(size, MOST_32)).u16(name.length).u16(extra)
    bytes.u16(0).u16(0).u16(0).u32(0).u32(Math.min(place, MOST_32)).raw(name)
    if (extra > 0) bytes.u16(1).u16(extra - 4)
    if (isLarge(size)) bytes.u64(size).u64(size)
    if (isLarge(place)) bytes.u64(place)
  }

  private directoryLength(at: number): number {
    const entries = this.items.map(({ size }, item) => {
      return CENTRAL + this.names[item]!.length + extraLength(size, this.places[item]!)
    })
    const listed = entries.reduce((sum, length) => sum + length, 0)
    return listed + (this.needsZip64(at) ? END_64 + LOCATOR_64 : 0) + END
  }

  private needsZip64(at: number): boolean {
    return isLarge(at) || this.items.length >= MOST_16
  }
}

const isLarge = (value: number) => value >= MOST_32

function extraLength(size: number, place: number): number {
  const fields = (isLarge(size) ? 16 : 0) + (isLarge(place) ? 8 : 0)
  return fields === 0 ? 0 : fields + 4
}
