import { instantOfFile } from '../../platform/clock'
import { crc32 } from '../../platform/digest'
import { ArchiveError } from '../archives/archive-error'
import type { Libarchive } from '../helper/libarchive-module'
import { type DiskFile, type HelperEntry, type LibraryArchive, readAt } from '../helper/library'
import { readSevenZipDirectory } from './directory'
import type { SevenZipFolder } from './folders'
import type { SevenZipDirectory, SevenZipFile } from './header'
import { SevenZipStream } from './stream'

export interface SevenZipLimits {
  entries: number
  /** Bytes of the directory, packed and unpacked. */
  directoryBytes: number
  /** Bytes of one unpacked entry. */
  entryBytes: number
  /** Packed bytes of one folder, all held in memory while the folder is unpacked. */
  folderBytes: number
  /** Bytes of all unpacked entries. */
  totalBytes: number
  /**
   * Unpacked bytes per packed byte, for sizes from which the ratio is checked. Pictures of this size never come near
   * it.
   */
  ratio: number
  /** Bytes of unpacked entries that are kept: the entries before the requested one are unpacked on the way. */
  keptBytes: number
}

export const SEVEN_ZIP_LIMITS: SevenZipLimits = {
  entries: 20_000,
  directoryBytes: 32 * 1024 ** 2,
  entryBytes: 128 * 1024 ** 2,
  folderBytes: 1024 ** 3,
  totalBytes: 8 * 1024 ** 3,
  ratio: 400,
  keptBytes: 128 * 1024 ** 2,
}

/**
 * One 7z. Its directory is read here, its folders are unpacked by libarchive: names keep their letters, and a page of a
 * non-solid archive costs no more than itself. One call at a time.
 */
export class SevenZip implements LibraryArchive {
  private directory: SevenZipDirectory | undefined
  private stream: { folder: number; from: SevenZipStream } | undefined
  /** Entries by index; the first was unpacked longest ago. */
  private readonly kept = new Map<number, Uint8Array>()
  private keptBytes = 0

  constructor(
    private readonly module: Libarchive,
    private readonly limits: SevenZipLimits = SEVEN_ZIP_LIMITS,
  ) {}

  list(file: DiskFile): HelperEntry[] {
    const { files, folders } = this.open(file)
    return files.flatMap(({ name, folder, odd, size, crc, at, modifiedMs }, index) => {
      if (odd) return []
      const encrypted = at !== undefined && folders[at.folder]!.encrypted
      return [{ index, name, folder, encrypted, size, crc, ...dated(modifiedMs) }]
    })
  }

  /** The unpacked entry; its CRC-32 is checked where there is one. */
  read(file: DiskFile, index: number): Uint8Array {
    const entry = this.open(file).files[index]
    if (!entry) throw new ArchiveError('damaged', `The 7-Zip archive ends before its entry ${index + 1}.`)
    if (entry.size > this.limits.entryBytes)
      throw new ArchiveError('too_large', `"${entry.name}" unpacks to ${entry.size} bytes.`)
    const bytes = this.content(file, entry, index)
    if (bytes.length < entry.size) throw new ArchiveError('damaged', `"${entry.name}" is cut off.`)
    if (entry.crc !== undefined && crc32(bytes) !== entry.crc)
      throw new ArchiveError('damaged', `"${entry.name}" does not match its checksum.`)
    return bytes
  }

  close(): void {
    this.stream?.from.close()
    this.stream = undefined
    this.kept.clear()
    this.keptBytes = 0
  }

  private open(file: DiskFile): SevenZipDirectory {
    this.directory ??= readSevenZipDirectory(file, this.limits, (folder) => this.whole(file, folder))
    return this.directory
  }

  private whole(file: DiskFile, folder: SevenZipFolder): Uint8Array {
    if (folder.stored) return readAt(file, folder.packed[0]!.offset, folder.size)
    const stream = new SevenZipStream(this.module, file, folder)
    try {
      return stream.next(folder.size)
    } finally {
      stream.close()
    }
  }

  private content(file: DiskFile, entry: SevenZipFile, index: number): Uint8Array {
    const { at } = entry
    const kept = this.kept.get(index)
    if (!at) return new Uint8Array(0)
    if (kept) return kept
    const folder = this.open(file).folders[at.folder]!
    if (folder.encrypted) throw new ArchiveError('encrypted', `"${entry.name}" is encrypted.`)
    if (folder.stored) return readAt(file, folder.packed[0]!.offset + at.offset, entry.size)
    return this.unpack(file, at.folder, index)
  }

  /** Unpacks from the end of the last entry, or from the start of the folder, and keeps the entries in between. */
  private unpack(file: DiskFile, folder: number, wanted: number): Uint8Array {
    const { files } = this.open(file)
    const stream = this.streamOf(file, folder, files[wanted]!.at!.offset)
    try {
      const from = stream.position
      // Contents are stored in the order of their files, so none before the wanted one comes after it.
      for (let index = 0; index < wanted; index++) {
        const { at, size } = files[index]!
        if (at?.folder !== folder || at.offset < from) continue
        if (size > this.limits.entryBytes) stream.skip(size)
        else this.keep(index, stream.next(size))
      }
      return this.keep(wanted, stream.next(files[wanted]!.size))
    } catch (error) {
      this.stream?.from.close()
      this.stream = undefined
      throw error
    }
  }

  private streamOf(file: DiskFile, folder: number, offset: number): SevenZipStream {
    const { stream } = this
    if (stream?.folder === folder && stream.from.position <= offset) return stream.from
    stream?.from.close()
    this.stream = undefined
    const from = new SevenZipStream(this.module, file, this.open(file).folders[folder]!)
    this.stream = { folder, from }
    return from
  }

  private keep(index: number, bytes: Uint8Array): Uint8Array {
    if (this.kept.has(index)) this.keptBytes -= this.kept.get(index)!.length
    this.kept.delete(index)
    this.kept.set(index, bytes)
    this.keptBytes += bytes.length
    for (const [oldest, { length }] of this.kept) {
      if (this.keptBytes <= this.limits.keptBytes) break
      this.kept.delete(oldest)
      this.keptBytes -= length
    }
    return bytes
  }
}

function dated(ms: number | undefined) {
  const modified = ms === undefined ? undefined : instantOfFile(ms)
  return modified ? { modified } : {}
}
