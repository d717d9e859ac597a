import type { FileContent } from '../series/file-store'
import type { BatchKind } from './states'

/** Requests to the journal. */

export interface BatchRequest {
  kind: BatchKind
  comic_id: string | null
  /** A sentence without a full stop: "12 files renamed". */
  title: string
  operation_id?: string
}

export interface UndoResult {
  undone: number
  failed: { path: string; error: string }[]
}

export interface UndoOptions {
  /** When it is aborted the rest stays for another time. */
  signal?: AbortSignal
  /** Told how many changes are behind. */
  onEach?: (done: number, of: number) => void
}

/** Writes the new file to `temp`, whole and flushed. */
type Make = (temp: string) => Promise<void>
/** Throws unless the new file is what it should be. */
type Verify = (temp: string) => Promise<void>

export interface ReplaceRequest {
  file_id: string
  /** Where the new file goes; absent: to the path of the old one. */
  to?: string
  make: Make
  verify: Verify
  /** `make` gives it the mode that is set for files that come in: then only owner and group are those of the old file. */
  hasOwnMode?: boolean
  /** Where the new file is a second name of this one, it has its mode, owner and group; else those of the old file. */
  sharedWith?: string
  /** What the new file holds; its fingerprint is taken here. */
  facts: Omit<FileContent, 'content_hash'>
}

export interface MetadataRequest {
  file_id: string
  make: Make
  verify: Verify
  /** The documents that are inside now, by entry name; null where there is none. */
  before_notes: Record<string, string | null>
}

/** A file beside comics, such as a cover, has no row: its id is empty. */
export interface MoveRequest {
  file_id: string
  from: string
  to: string
  size: number
  modified_ms: number
}

/** A file that came from outside. */
export interface ImportRequest extends MoveRequest {
  /** It was moved from `from`, and undo moves it back there; otherwise it goes into the recycle folder. */
  returns: boolean
}
