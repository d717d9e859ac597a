import type { ContentChange } from '../reading/content-change-store'
import type { FileStamp } from './changes'
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
  /** After an abort the rest can be run later. */
  signal?: AbortSignal
  /** Called with the number of finished changes. */
  onEach?: (done: number, of: number) => void
}

/** Writes the new file to `temp`, whole and flushed. */
type Make = (temp: string) => Promise<void>
/** Throws unless the new file is as expected. */
type Verify = (temp: string) => Promise<void>

export interface ReplaceRequest {
  file_id: string
  /** Size and time of the file that the new one is prepared from; another file is left unchanged. Absent: any. */
  was?: FileStamp
  /** The path of the new file; absent: the old file's path. */
  to?: string
  make: Make
  verify: Verify
  /** `make` sets the configured mode for incoming files: then only owner and group are taken from the old file. */
  hasOwnMode?: boolean
  /**
   * When the new file is a second name of this file, it keeps this file's mode, owner and group; otherwise it gets the
   * old file's.
   */
  sharedWith?: string
  /** The content of the new file; its fingerprint is computed here. */
  facts: Omit<ContentChange, 'content_hash' | 'restored_pages'>
}

export interface MetadataRequest {
  file_id: string
  /** As for a replacement. */
  was?: FileStamp
  make: Make
  verify: Verify
  /** The documents inside the file before the change, by entry name; null where there is none. */
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
  /** The file was moved from `from`, and undo moves it back there; otherwise undo moves it into the recycle folder. */
  returns: boolean
}

/** A file that leaves the library. */
export interface RemovalRequest {
  file_id: string
  path: string
  size: number
  modified_ms: number
  /** The copy that stays; null when there is none. Then the recycle folder keeps the file until it is emptied by hand. */
  copy_id: string | null
}
