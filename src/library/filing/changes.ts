import { dirname, join } from 'node:path'
import { fingerprint } from '../../base/formats/fingerprint'
import type { Clock, Files } from '../../base/platform/ports'
import type { Tx } from '../../base/storage/database'
import { type ContentChange, changeContent } from '../reading/content-change-store'
import { type FileContent, fileOf, fileWithId, issuesIn } from '../series/file-store'
import { type FileLocation, markGone, movePath, updateFileLocations } from '../series/presence-store'
import { type RemovedFile, removeFile, restoreFile } from '../series/removed-file-store'
import { wantIssues } from '../series/store'
import type { FileMove } from './move-file'
import type { FileReplacement } from './replace-file'
import type { FileChangeRow } from './store'

/** Direction of a change: applied as requested, or reverted. */
export type Direction = 'apply' | 'undo'

export interface FileStamp {
  size: number
  modified_ms: number
}

/** Records that have to follow a file to its new path. */
export type OnFileMoved = (tx: Tx, from: string, to: string) => void

/** Called when a file is removed from the library again. */
export type OnFileLeft = (tx: Tx, fileId: string) => void

export const tempOf = (folder: string, changeId: string): string => join(folder, `.panelkeep-${changeId}.part`)

/** The file move of a `move`. Undo checks the file at the new path against its state when undo began. */
export function fileMoveOf(change: FileChangeRow, direction: Direction): FileMove {
  const isApplied = direction === 'apply'
  const [from, to] = isApplied ? [change.from_path, change.to_path] : [change.to_path, change.from_path]
  return {
    from,
    to,
    temp: tempOf(dirname(to), change.change_id),
    size: (isApplied ? change.before_size : change.after_size) ?? 0,
    modified_ms: (isApplied ? change.before_modified_ms : change.after_modified_ms) ?? 0,
    hash: change.after_hash,
  }
}

/** For a `replace`, either path. */
export function replacementOf(change: FileChangeRow): FileReplacement {
  const { before_size, before_modified_ms, after_size, after_modified_ms } = change
  return {
    from: change.from_path,
    to: change.to_path,
    temp: change.temp_path ?? tempOf(dirname(change.to_path), change.change_id),
    kept: change.kept_path ?? '',
    before: { size: before_size ?? 0, modified_ms: before_modified_ms ?? 0 },
    after:
      after_size === null || after_modified_ms === null ? null : { size: after_size, modified_ms: after_modified_ms },
  }
}

/** Updates the row of a file from the file at `path`, and the records that refer to its path or content. */
export class FileRows {
  constructor(private readonly deps: { clock: Clock; files: Files; follow: OnFileMoved; left?: OnFileLeft }) {}

  /** Size and time on the disk. */
  async facts(path: string): Promise<FileStamp> {
    const facts = await this.deps.files.stat(path)
    return { size: facts?.size ?? 0, modified_ms: facts?.modifiedMs ?? 0 }
  }

  /** The content of a new file, with a fingerprint of its bytes. */
  async content(path: string, known: Omit<ContentChange, 'content_hash'>): Promise<ContentChange> {
    return { ...known, content_hash: await fingerprint(path, this.deps.files) }
  }

  /**
   * The file moved with the same content. An outdated row stays outdated, so that the next scan reads the file again.
   */
  moved(tx: Tx, fileId: string, path: { from: string; to: string }, was: FileStamp, now: FileStamp): void {
    const row = fileWithId(tx, fileId)
    const isTrue = row?.size === was.size && row.modified_ms === was.modified_ms
    const { size, modified_ms } = isTrue || !row ? now : row
    const isSame = row?.size === size && row.modified_ms === modified_ms && !row.gone_at
    const isWritten = isSame && (row.path === path.to || movePath(tx, fileId, path.to))
    if (row && !isWritten) this.put(tx, { file_id: fileId, path: path.to, size, modified_ms })
    if (path.from !== path.to) this.deps.follow(tx, path.from, path.to)
  }

  /** The content at the path was replaced. Facts read from the old content stay valid for the new one. */
  rewritten(tx: Tx, fileId: string, path: string, now: FileStamp, content: ContentChange): void {
    if (!fileWithId(tx, fileId)) return
    changeContent(tx, fileId, content)
    this.put(tx, { file_id: fileId, path, ...now })
  }

  /** The same pages with new metadata: hidden pages stay hidden. */
  retagged(tx: Tx, fileId: string, path: string, now: FileStamp, content: FileContent): void {
    const hide_pages = fileWithId(tx, fileId)?.hidden_pages?.pages
    this.rewritten(tx, fileId, path, now, { ...content, ...(hide_pages && { hide_pages }) })
  }

  /** The file is back at its path after being in the recycle folder. */
  restored(tx: Tx, fileId: string, path: string, now: FileStamp): void {
    this.put(tx, { file_id: fileId, path, ...now })
  }

  /** The file was removed from the library: issues that had only this file are wanted and missing again. */
  left(tx: Tx, fileId: string): void {
    const linked = issuesIn(tx, fileId)
    this.deps.left?.(tx, fileId)
    markGone(tx, [fileId], this.deps.clock.now())
    const bare = linked.filter(({ issue_id }) => fileOf(tx, issue_id) === undefined)
    wantIssues(
      tx,
      bare.map(({ issue_id }) => issue_id),
      this.deps.clock.now(),
    )
  }

  /** The file leaves the library; its issues keep their other files. Returns what `returned` needs. */
  removed(tx: Tx, fileId: string): RemovedFile | null {
    return removeFile(tx, fileId, this.deps.clock.now())
  }

  /** The file is back at its path after it left the library. */
  returned(tx: Tx, removed: RemovedFile, now: FileStamp): void {
    restoreFile(tx, removed, now, this.deps.clock.now())
  }

  private put(tx: Tx, found: FileLocation): void {
    updateFileLocations(tx, [found], this.deps.clock.now())
  }
}
