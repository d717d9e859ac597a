import { outsideRequests } from '../../base/platform/caller'
import type { Files, Log } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import { type FileRow, fileWithId } from '../series/file-store'
import { type FileSource, findSource } from './source'

/** Reads a library file again that another program rewrote, and updates its row and issues. */
export type ReadChangedFile = (path: string) => Promise<void>

const MOST_REMEMBERED = 1000

/**
 * Files that were written since the library read them are read again when they are opened, so that pages, size and
 * cover match the file on disk. No scan is needed.
 */
export class ChangedFiles {
  /**
   * Running or finished reads by file: the version and when the read is done. A version that the library did not accept
   * is not read again for every page.
   */
  private readonly looks = new Map<string, { version: string; done: Promise<void> }>()

  constructor(private readonly deps: { db: Database; log: Log; read: ReadChangedFile }) {}

  /** The source with the row as updated by the read; never throws. */
  async current(source: FileSource): Promise<FileSource> {
    const { file, size, modifiedMs } = source
    if (file.size === size && file.modified_ms === modifiedMs) return source
    await this.look(source)
    const row = fileWithId(this.deps.db.read, file.file_id)
    return row ? { ...source, file: row } : source
  }

  private look({ file: { file_id, path }, version }: FileSource): Promise<void> {
    const before = this.looks.get(file_id)
    if (before?.version === version) return before.done
    const done = outsideRequests(() => this.deps.read(path)).catch((error: unknown) => {
      this.deps.log.warn('reading', 'changed file not read', { path, error })
    })
    if (this.looks.size >= MOST_REMEMBERED) this.looks.clear()
    this.looks.set(file_id, { version, done })
    return done
  }
}

/** The file on disk, with a matching row. Throws like `findSource`. */
export async function currentSource(
  { files, changed }: { files: Files; changed?: ChangedFiles | undefined },
  file: FileRow,
): Promise<FileSource> {
  const source = await findSource(files, file)
  return changed ? changed.current(source) : source
}
