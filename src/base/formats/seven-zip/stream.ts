import { crc32 } from '../../platform/digest'
import { ArchiveError, type FaultKind } from '../archives/archive-error'
import { allocate, cString, type Libarchive } from '../helper/libarchive-module'
import { type DiskFile, fillBuffer } from '../helper/library'
import { type SevenZipFolder, START_BYTES } from './folders'

/** Unpacked bytes leave the module in pieces of this size. */
const PIECE = 1024 * 1024

/**
 * The content of one folder, from start to end. The module gets an archive of just this folder, built in memory, so
 * that only the folder's own bytes are read from the disk.
 */
export class SevenZipStream {
  position = 0
  private archive: number
  private readonly memory: number
  private readonly piece: number

  /** Throws ArchiveError. */
  constructor(
    private readonly module: Libarchive,
    file: DiskFile,
    folder: SevenZipFolder,
  ) {
    const parts = wrapping(folder)
    this.memory = allocate(module, parts.size, noMemory)
    this.piece = allocate(module, PIECE, noMemory)
    this.archive = 0
    try {
      this.place(file, folder, parts)
      this.archive = module._archive_read_new_memory(this.memory, parts.size, 0)
      if (this.archive === 0) throw new ArchiveError('damaged', 'The 7-Zip archive cannot be unpacked.')
      if (module._archive_read_next_entry(this.archive) === 0) throw this.failure()
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** The next `count` bytes. Throws ArchiveError. */
  next(count: number): Uint8Array {
    const bytes = new Uint8Array(count)
    this.pull(count, (piece, at) => bytes.set(piece, at))
    return bytes
  }

  /** Unpacks and discards `count` bytes, since a solid stream cannot seek. */
  skip(count: number): void {
    this.pull(count, () => undefined)
  }

  close(): void {
    if (this.archive !== 0) this.module._archive_read_free(this.archive)
    this.archive = 0
    this.module._free(this.piece)
    this.module._free(this.memory)
  }

  private pull(count: number, take: (piece: Uint8Array, at: number) => void): void {
    for (let done = 0; done < count; ) {
      const got = this.module._archive_read_data(this.archive, this.piece, Math.min(PIECE, count - done))
      if (got < 0) throw this.failure()
      if (got === 0) throw new ArchiveError('damaged', 'The 7-Zip archive ends too early.')
      take(this.module.HEAPU8.subarray(this.piece, this.piece + got), done)
      done += got
      this.position += got
    }
  }

  private place(file: DiskFile, folder: SevenZipFolder, parts: Wrapping): void {
    this.module.HEAPU8.set(parts.start, this.memory)
    let at = this.memory + START_BYTES
    for (const { offset, size } of folder.packed) {
      if (fillBuffer(file, this.module.HEAPU8.subarray(at, at + size), offset) < size)
        throw new ArchiveError('damaged', 'The file was cut off: the end of the 7-Zip archive is missing.')
      at += size
    }
    this.module.HEAPU8.set(parts.header, at)
  }

  private failure(): ArchiveError {
    const message = cString(this.module, this.module._archive_error_string(this.archive))
    const [fault, sentence] = REASONS.find(([, , pattern]) => pattern.test(message)) ?? DAMAGED
    return new ArchiveError(fault, sentence, { cause: new Error(message || 'libarchive does not say why') })
  }
}

const DAMAGED: [FaultKind, string] = ['damaged', 'The 7-Zip archive is damaged: a part of it cannot be unpacked.']
/** Fault codes by the wording of libarchive's messages. */
const REASONS: [FaultKind, string, RegExp][] = [
  ['encrypted', 'The 7-Zip archive is encrypted. Only a copy without a password can be read.', /encrypt/i],
  ['too_large', 'The 7-Zip archive needs more memory than its reader has.', /memory/i],
  ['unsupported', 'The 7-Zip archive is packed in a way that is not read.', /unsupported|unknown codec|not support/i],
]

const noMemory = () => new ArchiveError('too_large', 'The 7-Zip archive needs more memory than its reader has.')

interface Wrapping {
  start: Uint8Array
  header: Uint8Array
  /** The CRC of the whole archive. */
  size: number
}

/** Wraps the packed streams of a folder as an archive of one file (7zFormat.txt of the LZMA SDK). */
function wrapping(folder: SevenZipFolder): Wrapping {
  const packedBytes = folder.packed.reduce((sum, { size }) => sum + size, 0)
  const sizes = folder.packed.flatMap(({ size }) => number(size))
  const packInfo = [6, 0, ...number(folder.packed.length), 9, ...sizes, 0]
  const unpackInfo = [7, 11, 1, 0, ...folder.coders, 12, ...folder.coderSizes.flatMap(number), 0]
  const files = [5, 1, 17, 5, 0, 0x66, 0, 0, 0, 0] // one file, named "f"
  const header = Uint8Array.from([1, 4, ...packInfo, ...unpackInfo, 8, 0, 0, ...files, 0])
  const start = new Uint8Array(START_BYTES)
  const view = new DataView(start.buffer)
  start.set([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4])
  view.setBigUint64(12, BigInt(packedBytes), true)
  view.setBigUint64(20, BigInt(header.length), true)
  view.setUint32(28, crc32(header), true)
  view.setUint32(8, crc32(start.subarray(12)), true)
  return { start, header, size: START_BYTES + packedBytes + header.length }
}

/** The longest form of a number, which fits every value. */
function number(value: number): number[] {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true)
  return [0xff, ...bytes]
}
