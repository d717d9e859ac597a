import { diskReason } from '../../platform/disk-reason'
import { ArchiveError } from '../archives/archive-error'
import type { ListedEntry } from '../archives/pages'

/** What the archive helper unpacks: everything whose reader is foreign code. */
export type HelperKind = 'rar' | '7z' | 'pdf' | 'zip' | 'tar'

export interface HelperEntry extends ListedEntry {
  /** Index among all entries of the archive; `read` uses it, since names may repeat. */
  index: number
}

/** A file that is read while nothing else happens: the WASM modules ask for bytes in the middle of their own work. */
export interface DiskFile {
  readonly size: number
  readonly modifiedMs: number
  /** Without its folder; where others may belong to it. */
  name?: string
  /** Another one in its folder; undefined when there is none. It is closed with this one. */
  beside?: (name: string) => DiskFile | undefined
  /** Fills `into` from `offset`; answers how many bytes there were. */
  read(into: Uint8Array, offset: number): number
  close(): void
}

export interface Pixels {
  width: number
  height: number
}

/** What a library remembers about one archive. It gets the file anew with each call. Calls throw ArchiveError. */
export interface LibraryArchive {
  /** The entries in their order in the archive, links and other things that are no content left out. */
  list(file: DiskFile): HelperEntry[] | Promise<HelperEntry[]>
  /** Set after listing: a multi-part archive, of which the named file is the first part. */
  readonly inParts?: boolean
  read(file: DiskFile, index: number): Uint8Array | Promise<Uint8Array>
  /** Pixels of the entry as `read` gives it, where that is known without drawing it. */
  measure?(file: DiskFile, index: number): Pixels
  /** Frees what the module holds for this archive. */
  close(): void
}

/** A WASM module and how it is used. Runs in the helper process. */
export interface HelperLibrary {
  /** How many archives stay open at a time: one that is being read and a few that are browsed. */
  readonly kept: number
  open(): LibraryArchive
  /** Bytes that the module holds. It grows and never shrinks. */
  memory(): number
}

/** Reads a file, also one that the executable carries. */
export type ReadFile = (path: string) => Promise<Uint8Array>

/** Reads `length` bytes at `offset`; fewer where the file ends. Throws ArchiveError. */
export function readAt(file: DiskFile, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, Math.min(length, file.size - offset)))
  return bytes.subarray(0, fillBuffer(file, bytes, offset))
}

/** Fills `into` from `offset` as far as the file goes; answers how many bytes there were. Throws ArchiveError. */
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
