import type { Instant } from '../../platform/ports'
import { ArchiveError, type FaultKind } from '../archives/archive-error'
import type { DiskFile, HelperEntry, LibraryArchive } from '../helper/library'
import { fromDos } from '../zip/fields'
import { RarFiles } from './files'
import type { RarArchive, RarHeader, Unrar } from './unrar-module'

interface RarLimits {
  fileBytes: number
  entries: number
  /** Bytes of one unpacked entry. */
  entryBytes: number
  /** Bytes of all unpacked entries; reading the last page of a solid archive unpacks all of them. */
  totalBytes: number
}

const RAR_LIMITS: RarLimits = {
  fileBytes: 2 * 1024 ** 3,
  entries: 20_000,
  entryBytes: 128 * 1024 ** 2,
  totalBytes: 8 * 1024 ** 3,
}

const END_OF_ARCHIVE = 10
const ARCHIVE_IS_VOLUME = 0x0001
const ENTRY_ENCRYPTED = 0x04
const ENTRY_FOLDER = 0x20
const UNIX = 3
const UNIX_KIND = 0o170000
const UNIX_LINK = 0o120000

/** One RAR, version 4 or 5, read through the UnRAR library. One call at a time; lives in the helper process. */
export class RarFile implements LibraryArchive {
  inParts = false
  comment: string | undefined
  private readonly files: RarFiles
  /** Where the last read stopped: continuing there saves unpacking a solid archive from the start. */
  private cursor: { archive: RarArchive; next: number } | undefined

  constructor(
    private readonly unrar: Unrar,
    private readonly limits: RarLimits = RAR_LIMITS,
  ) {
    this.files = new RarFiles(unrar)
  }

  /** The entries in archive order, without links. Throws ArchiveError. */
  list(file: DiskFile): HelperEntry[] {
    if (file.size > this.limits.fileBytes) throw new ArchiveError('too_large', `The RAR has ${file.size} bytes.`)
    this.files.use(file)
    const archive = this.open(true)
    try {
      const entries = this.headers(archive)
      if (this.inParts) return entries // at the end of a part the module opens the next part
      if (this.files.wentPastEnd || (this.files.stoodAtEnd && isRar5(file)))
        throw new ArchiveError('damaged', 'The file was cut off: the end of the RAR is missing.')
      return entries
    } finally {
      archive.delete()
    }
  }

  /** The unpacked entry; the library checks its checksum. Throws ArchiveError. */
  read(file: DiskFile, index: number): Uint8Array {
    this.files.use(file)
    try {
      const { archive, header } = this.advance(index)
      if (header.unpSize > this.limits.entryBytes) throw tooLarge(header.name)
      const output = this.files.collect(Math.min(header.unpSize, this.limits.entryBytes), this.limits.entryBytes)
      this.check(archive.readFile(false).errCode, header.name)
      if (output.overflowed) throw tooLarge(header.name)
      if (output.length !== header.unpSize) throw new ArchiveError('damaged', `"${header.name}" is not complete.`)
      this.cursor = { archive, next: index + 1 }
      return output.bytes()
    } catch (error) {
      this.close()
      throw error
    }
  }

  /** Frees the module's memory for this archive. */
  close(): void {
    this.files.attend()
    this.cursor?.archive.delete()
    this.cursor = undefined
  }

  private open(listOnly: boolean): RarArchive {
    const archive = new this.unrar.RarArchive()
    try {
      const { state, flags, comment } = archive.open(this.files.name, '', listOnly)
      this.check(state.errCode, 'The archive')
      this.inParts = (flags & ARCHIVE_IS_VOLUME) !== 0
      this.comment = comment || undefined
      return archive
    } catch (error) {
      archive.delete()
      throw error
    }
  }

  private headers(archive: RarArchive): HelperEntry[] {
    const entries: HelperEntry[] = []
    let total = 0
    for (let index = 0; ; index++) {
      const header = archive.getFileHeader()
      if (header.state.errCode === END_OF_ARCHIVE) return entries
      this.check(header.state.errCode, 'The archive')
      if (index === this.limits.entries) throw new ArchiveError('too_large', `The RAR has more than ${index} entries.`)
      total += header.unpSize
      if (total > this.limits.totalBytes) throw new ArchiveError('too_large', 'The RAR unpacks to too many bytes.')
      if (!isLink(header)) entries.push(entryOf(header, index))
      this.check(archive.readFile(true).errCode, header.name)
    }
  }

  /** Steps to the entry; `read` then unpacks it. */
  private advance(index: number): { archive: RarArchive; header: RarHeader } {
    if (this.cursor && this.cursor.next > index) this.close()
    const cursor = this.cursor ?? { archive: this.open(false), next: 0 }
    this.cursor = cursor
    for (;;) {
      const header = cursor.archive.getFileHeader()
      if (header.state.errCode === END_OF_ARCHIVE)
        throw new ArchiveError('damaged', `The RAR ends before its entry ${index + 1}.`)
      this.check(header.state.errCode, 'The archive')
      if (cursor.next === index) return { archive: cursor.archive, header }
      this.check(cursor.archive.readFile(true).errCode, header.name)
      cursor.next += 1
    }
  }

  private check(code: number, name: string): void {
    if (this.files.failure) throw new ArchiveError('unreadable', `The file cannot be read: ${this.files.failure}`)
    if (code === 0) return
    const { missing } = this.files
    if (missing !== undefined)
      throw new ArchiveError('unsupported', `Incomplete RAR: its next part "${missing}" is missing.`)
    const [fault, what] = CODES[code] ?? ['damaged', 'is damaged']
    const subject = name === 'The archive' ? name : `"${name}"`
    throw new ArchiveError(fault, `${subject} ${what}.`)
  }
}

/** Error codes of the UnRAR library (dll.hpp). */
const CODES: Record<number, [FaultKind, string]> = {
  11: ['too_large', 'needs more memory than the RAR reader has'],
  12: ['damaged', 'is damaged: its checksum does not match'],
  13: ['damaged', 'is damaged: it is not a whole RAR'],
  14: ['unsupported', 'is in a RAR format that is not read'],
  15: ['unsupported', 'needs another part that is in a separate file'],
  18: ['damaged', 'ends too early'],
  22: ['encrypted', 'is encrypted. Only a copy without a password can be read'],
  24: ['encrypted', 'is encrypted. Only a copy without a password can be read'],
}

function entryOf(header: RarHeader, index: number): HelperEntry {
  return {
    index,
    name: header.name.replaceAll('\\', '/'),
    folder: (header.flags & ENTRY_FOLDER) !== 0,
    encrypted: (header.flags & ENTRY_ENCRYPTED) !== 0,
    size: header.unpSize,
    crc: header.crc >>> 0,
    ...dated(fromDos(header.time >>> 16, header.time & 0xffff)),
  }
}

const dated = (modified: Instant | undefined) => (modified ? { modified } : {})

/** RAR 5 always closes with an end block; old writers of RAR 4 left it out. */
function isRar5(file: DiskFile): boolean {
  const signature = new Uint8Array(7)
  file.read(signature, 0)
  return signature[6] === 1
}

function isLink(header: RarHeader): boolean {
  return header.hostOS === UNIX && (header.fileAttr & UNIX_KIND) === UNIX_LINK
}

function tooLarge(name: string): ArchiveError {
  return new ArchiveError('too_large', `"${name}" unpacks to too many bytes.`)
}
