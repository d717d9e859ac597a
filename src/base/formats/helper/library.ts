import { diskReason } from '../../platform/disk-reason'
import { ArchiveError } from '../archives/archive-error'
import type { ListedEntry } from '../archives/pages'

/** Formats that the archive helper unpacks: all whose reader is foreign code. */
export type HelperKind = 'rar' | '7z' | 'pdf' | 'zip' | 'tar'

export interface HelperEntry extends ListedEntry {
  /** Index among all entries of the archive; `read` uses it, since names may repeat. */
  index: number
}

/** A file that is read synchronously: the WASM modules request bytes in the middle of their own work. */
export interface DiskFile {
  readonly size: number
  readonly modifiedMs: number
  /** The file's name without its folder; only where further parts may belong to the file. */
  name?: string
  /** Opens another file in the same folder; undefined when there is none. Closing this file closes it too. */
  beside?: (name: string) => DiskFile | undefined
  /** Fills `into` from `offset`; returns the number of bytes. */
  read(into: Uint8Array, offset: number): number
  close(): void
}

/** What a document says about itself: `Title`, `Author`, `Subject`, `Keywords`. */
export type DocumentInfo = Partial<Record<'title' | 'author' | 'subject' | 'keywords', string>>

export interface Pixels {
  width: number
  height: number
}

/** A library's state for one archive. Each call passes the file again. Calls throw ArchiveError. */
export interface LibraryArchive {
  /** The entries in archive order, without links and other entries that have no content. */
  list(file: DiskFile): HelperEntry[] | Promise<HelperEntry[]>
  /** Set after listing: the named file is the first part of a multi-part archive. */
  readonly inParts?: boolean
  /** Set after listing: the comment of the archive. */
  readonly comment?: string
  /** Set after listing: the information dictionary of a PDF. */
  readonly documentInfo?: DocumentInfo
  read(file: DiskFile, index: number): Uint8Array | Promise<Uint8Array>
  /** Pixels of the entry as `read` returns it, where they are known without drawing the entry. */
  measure?(file: DiskFile, index: number): Pixels
  /** Frees the module's memory for this archive. */
  close(): void
}

/** A WASM module and its use. Runs in the helper process. */
export interface HelperLibrary {
  /** How many archives stay open: the one being read, and a few that are being browsed. */
  readonly kept: number
  open(): LibraryArchive
  /** Bytes that the module holds. The memory grows and never shrinks. */
  memory(): number
}

/** Reads a file, including files inside the executable. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** Reads `length` bytes at `offset`; fewer at the end of the file. Throws ArchiveError. */
export function readAt(file: DiskFile, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, Math.min(length, file.size - offset)))
  return bytes.subarray(0, fillBuffer(file, bytes, offset))
}

/** Fills `into` from `offset` up to the end of the file; returns the number of bytes. Throws ArchiveError. */
export function fillBuffer(file: DiskFile, into: Uint8Array, offset: number): number {
  let filled = 0
  try {
    while (filled < into.length) {
      const count = file.read(into.subarray(filled), offset + filled)
      if (count <= 0) break
      filled += count
    }
  } catch (cause) {
    const reason = diskReason(cause)
    throw new ArchiveError('unreadable', `The file cannot be read: ${reason}`, { cause })
  }
  return filled
}
