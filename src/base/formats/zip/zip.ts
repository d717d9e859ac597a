import { crc32 } from '../../platform/digest'
import type { OpenFile } from '../../platform/ports'
import { inflateFew, zlib } from '../../platform/zlib'
import { ArchiveError } from '../archives/archive-error'
import { ENTRY_SIGNATURE, parseDirectory, type ZipEntry } from './directory'
import { methodSentence } from './methods'

export interface ZipLimits {
  /** A comic has hundreds of pages, not tens of thousands. */
  entries: number
  /** Bytes of the central directory. */
  directoryBytes: number
  /** Bytes of one unpacked entry. */
  entryBytes: number
}

export const ZIP_LIMITS: ZipLimits = {
  entries: 20_000,
  directoryBytes: 16 * 1024 * 1024,
  entryBytes: 128 * 1024 * 1024,
}

/**
 * Covers the end record with the longest comment and the ZIP64 locator; most archives have their directory here too.
 */
const TAIL = 22 + 0xffff + 20
const END_SIGNATURE = 0x06054b50
const END_BYTES = 22
const END64_SIGNATURE = 0x06064b50
const LOCATOR_SIGNATURE = 0x07064b50
const LOCATOR_BYTES = 20
const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30
/** The extra fields of a local header are usually shorter; longer ones cost a second read. */
const EXTRA_GUESS = 128

/**
 * Smaller entries are unpacked synchronously; larger ones in another thread, which costs more than it saves on small
 * ones.
 */
const SMALL = 192 * 1024
/**
 * Smaller entries are unpacked by a call that has no limit and takes half the time: at most 16 MB, whatever size they
 * state.
 */
const FEW = 16 * 1024
const MOST_CHUNK = 8 * 1024 * 1024
/** Deflate reaches 1032:1 on zeros. Pictures of this size do not reach half of that. */
const BOMB_BYTES = 16 * 1024 * 1024
const BOMB_RATIO = 400

function inflateElsewhere(
  packed: Uint8Array,
  options: { maxOutputLength: number; chunkSize: number },
): Promise<Uint8Array> {
  return new Promise((resolve, reject) =>
    zlib().inflateRaw(packed, options, (error, content) => (error ? reject(error) : resolve(content))),
  )
}

/** Unpacks entries that are neither stored nor deflated. */
type UnpackOther = (entry: ZipEntry, packed: Uint8Array) => Promise<Uint8Array>

const isPlain = ({ method }: ZipEntry) => method === 0 || method === 8

/** A ZIP whose directory was read. Entries are read one by one, at their offset in the file. */
export class Zip {
  constructor(
    readonly entries: readonly ZipEntry[],
    private readonly bytes: Bytes,
    private readonly limits: ZipLimits,
    private readonly unpack?: UnpackOther,
    /** The comment of the archive, which some taggers use; empty without one. */
    readonly comment: Uint8Array = new Uint8Array(0),
  ) {}

  /**
   * The unpacked entry; its length and CRC-32 are checked. Throws ArchiveError 'damaged', 'encrypted', 'unsupported'
   * (the method cannot be read) or 'too_large'.
   */
  async read(entry: ZipEntry): Promise<Uint8Array> {
    refuse(entry, this.limits)
    if (!isPlain(entry) && !this.unpack) throw new ArchiveError('unsupported', methodSentence(entry))
    const packed = await this.packed(entry)
    const content = entry.method === 0 ? packed : await (isPlain(entry) ? inflate : this.unpack!)(entry, packed)
    if (content.length !== entry.size) throw damaged(entry, 'is not as long as the directory says')
    if (crc32(content) !== entry.crc) throw damaged(entry, 'does not match its checksum')
    return content
  }

  /**
   * The beginning of an entry: what `length` packed bytes unpack to. Nothing is checked. Throws ArchiveError like
   * `read`.
   */
  async head(entry: ZipEntry, length: number): Promise<Uint8Array> {
    refuse(entry, this.limits)
    if (!isPlain(entry)) throw new ArchiveError('unsupported', methodSentence(entry))
    const packed = await this.packed(entry, Math.min(length, entry.packed))
    return entry.method === 0 ? packed : inflateSome(entry, packed)
  }

  /** A stored entry as a file that can be read piece by piece; undefined for a compressed one. */
  async place(entry: ZipEntry): Promise<{ offset: number; size: number } | undefined> {
    if (entry.method !== 0 || entry.encrypted || entry.packed !== entry.size) return undefined
    const offset = entry.offset + contentStart(await this.around(entry, 0))
    return { offset, size: entry.size }
  }

  private async packed(entry: ZipEntry, length = entry.packed): Promise<Uint8Array> {
    const around = await this.around(entry, length)
    const start = contentStart(around)
    const end = start + length
    const packed =
      end <= around.length ? around.subarray(start, end) : await this.bytes.at(entry.offset + start, length)
    if (packed.length < length) throw damaged(entry, 'is cut off')
    return packed
  }

  /** The header of an entry and, mostly, `length` bytes after it. */
  private async around(entry: ZipEntry, length: number): Promise<Uint8Array> {
    if (entry.offset < 0) throw damaged(entry, 'is not where the directory says')
    if (isBeyond(entry, this.bytes.size)) throw damaged(entry, 'reaches beyond the end of the file')
    const around = await this.bytes.at(entry.offset, LOCAL_BYTES + entry.nameBytes + EXTRA_GUESS + length)
    if (viewOf(around).getUint32(0, true) !== LOCAL_SIGNATURE) throw damaged(entry, 'is not where the directory says')
    return around
  }
}

function contentStart(around: Uint8Array): number {
  const view = viewOf(around)
  return LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true)
}

/**
 * Reads the directory of a ZIP: one read for most files. Undefined when the file has no directory: it is not a ZIP, or
 * is truncated. Throws ArchiveError 'damaged' or 'too_large'. The caller closes `file`.
 */
export async function openZip(
  file: OpenFile,
  limits: ZipLimits = ZIP_LIMITS,
  unpack?: UnpackOther,
): Promise<Zip | undefined> {
  const bytes = await Bytes.of(file)
  const directory = await directoryIn(bytes, file.size, limits)
  return directory && new Zip(directory.entries, bytes, limits, unpack, directory.comment)
}

/** The raw directory of a ZIP, for writing another one from it. */
export interface ZipDirectory {
  entries: ZipEntry[]
  /** The records, one per entry, unchanged. */
  records: Uint8Array
  /** The offset of the directory in the file. */
  at: number
  /** Bytes before the archive: offsets inside the archive are counted from there. */
  base: number
  comment: Uint8Array
  /** The file is one of several parts. */
  split: boolean
}

/** Like `openZip`, for the directory alone. */
export async function readZipDirectory(
  file: OpenFile,
  limits: ZipLimits = ZIP_LIMITS,
): Promise<ZipDirectory | undefined> {
  return directoryIn(await Bytes.of(file), file.size, limits)
}

async function directoryIn(bytes: Bytes, fileSize: number, limits: ZipLimits): Promise<ZipDirectory | undefined> {
  const end = await findEnd(bytes)
  if (!end) return undefined
  if (end.size > limits.directoryBytes) throw new ArchiveError('too_large', 'The directory of the ZIP is too large.')
  if (end.count > limits.entries) throw new ArchiveError('too_large', `The archive has ${end.count} entries.`)
  const directory = await readDirectory(bytes, end, limits)
  refuseOverlap(directory.entries, fileSize)
  return directory
}

/** Reads a file through the piece of it that is in memory. */
class Bytes {
  constructor(
    private readonly file: OpenFile,
    readonly tailAt: number,
    readonly tail: Uint8Array,
  ) {}

  get size(): number {
    return this.file.size
  }

  static async of(file: OpenFile): Promise<Bytes> {
    const tailAt = Math.max(0, file.size - TAIL)
    return new Bytes(file, tailAt, await file.read(tailAt, TAIL))
  }

  async at(offset: number, length: number): Promise<Uint8Array> {
    if (offset >= this.tailAt) return this.tail.subarray(offset - this.tailAt, offset - this.tailAt + length)
    return this.file.read(offset, length)
  }
}

interface End {
  /** The offset of the end record (ZIP64's, if there is one) in the file: the directory precedes it. */
  at: number
  count: number
  size: number
  offset: number
  comment: Uint8Array
  split: boolean
}

/** The last end record with room for its directory before it. Trailing junk is ignored. */
async function findEnd(bytes: Bytes): Promise<End | undefined> {
  const { tail, tailAt } = bytes
  const view = viewOf(tail)
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail[at] !== 0x50 || view.getUint32(at, true) !== END_SIGNATURE) continue
    const end = {
      at: tailAt + at,
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
      comment: tail.subarray(at + END_BYTES, at + END_BYTES + view.getUint16(at + 20, true)),
      split: isPart(view.getUint16(at + 4, true)) || isPart(view.getUint16(at + 6, true)),
    }
    if (end.count === 0xffff || end.size === 0xffffffff || end.offset === 0xffffffff) {
      const wide = await findEnd64(bytes, at)
      if (wide) return { ...end, ...wide }
    }
    if (end.size <= end.at) return end
  }
  return undefined
}

/** The number of a disk; the largest value means that Zip64 has it. */
const isPart = (disk: number) => disk !== 0 && disk !== 0xffff

type Wide = Pick<End, 'at' | 'count' | 'size' | 'offset'>

async function findEnd64(bytes: Bytes, endAt: number): Promise<Wide | undefined> {
  const view = viewOf(bytes.tail)
  const locatorAt = endAt - LOCATOR_BYTES
  if (locatorAt < 0 || view.getUint32(locatorAt, true) !== LOCATOR_SIGNATURE) return undefined
  const named = Number(view.getBigUint64(locatorAt + 8, true))
  // With bytes before the archive the locator points too low; the record is right before the locator.
  for (const at of [named, bytes.tailAt + locatorAt - 56]) {
    const record = at >= 0 ? await bytes.at(at, 56) : new Uint8Array(0)
    if (record.length < 56 || viewOf(record).getUint32(0, true) !== END64_SIGNATURE) continue
    const wide = (offset: number) => Number(viewOf(record).getBigUint64(offset, true))
    return { at, count: wide(32), size: wide(40), offset: wide(48) }
  }
  return undefined
}

async function readDirectory(bytes: Bytes, end: End, limits: ZipLimits): Promise<ZipDirectory> {
  const { comment, split } = end
  const none = { entries: [], records: new Uint8Array(0), at: end.at, base: 0, comment, split }
  if (end.count === 0) return none
  for (const at of [end.offset, end.at - end.size]) {
    const directory = at >= 0 ? await bytes.at(at, end.size) : new Uint8Array(0)
    if (directory.length < 4 || viewOf(directory).getUint32(0, true) !== ENTRY_SIGNATURE) continue
    const base = at - end.offset
    const entries = parseDirectory(directory, base, limits.entries)
    if (entries.length >= end.count) return { entries, records: directory, at, base, comment, split }
    throw new ArchiveError('damaged', `The ZIP lists ${end.count} entries and only ${entries.length} are readable.`)
  }
  throw new ArchiveError('damaged', 'The directory of the ZIP is not where the end of the file says.')
}

/**
 * Entries that share their bytes let a small file unpack to any size. Sizes that the file cannot hold are never read.
 */
function refuseOverlap(entries: readonly ZipEntry[], fileSize: number): void {
  const packed = entries.reduce((sum, entry) => sum + (isBeyond(entry, fileSize) ? 0 : entry.packed), 0)
  if (packed > fileSize) throw new ArchiveError('damaged', 'The entries of the ZIP are larger than the file.')
}

function isBeyond({ offset, nameBytes, packed }: ZipEntry, fileSize: number): boolean {
  return offset < 0 || offset + LOCAL_BYTES + nameBytes + packed > fileSize
}

function refuse(entry: ZipEntry, limits: ZipLimits): void {
  if (entry.encrypted) throw new ArchiveError('encrypted', `"${entry.name}" is encrypted.`)
  if (entry.size > limits.entryBytes)
    throw new ArchiveError('too_large', `"${entry.name}" unpacks to ${entry.size} bytes.`)
  if (entry.size > BOMB_BYTES && entry.size > entry.packed * BOMB_RATIO)
    throw new ArchiveError('too_large', `"${entry.name}" unpacks to ${entry.size} bytes from ${entry.packed}.`)
}

async function inflate(entry: ZipEntry, packed: Uint8Array): Promise<Uint8Array> {
  try {
    if (entry.size <= SMALL && packed.length <= FEW) return inflateFew(packed)
    // In one piece: zlib's own pieces of 16 KiB cost a thread switch each, ten times the work itself.
    const chunkSize = Math.min(Math.max(64, entry.size), MOST_CHUNK)
    const options = { maxOutputLength: Math.max(1, entry.size), chunkSize }
    return entry.size <= SMALL ? zlib().inflateRawSync(packed, options) : await inflateElsewhere(packed, options)
  } catch (cause) {
    throw damaged(entry, 'cannot be unpacked', cause)
  }
}

function inflateSome(entry: ZipEntry, packed: Uint8Array): Uint8Array {
  try {
    const { constants, inflateRawSync } = zlib()
    return inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_CHUNK })
  } catch (cause) {
    throw damaged(entry, 'cannot be unpacked', cause)
  }
}

function damaged(entry: ZipEntry, what: string, cause?: unknown): ArchiveError {
  return new ArchiveError('damaged', `"${entry.name}" ${what}.`, { cause })
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
