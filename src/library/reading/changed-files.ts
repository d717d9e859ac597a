import type { Files, Log } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import { type FileRow, fileWithId } from '../series/file-store'
import { type FileSource, findSource } from './source'

/** Reads a file of the library that another program wrote anew: its row and its issues follow. */
export type ReadChangedFile = (path: string) => Promise<void>

const MOST_REMEMBERED = 1000

/**
 * Files that were written since the library read them are read again when they are opened, so that pages, size and
 * cover are those of the file on disk. No scan is needed.
 */
export class ChangedFiles {
  /** Under way or done, by file: the version and when it is done. One that the library did not take over is not read on every page. */
  private readonly looks = new Map<string, { version: string; done: Promise<void> }>()

  constructor(private readonly deps: { db: Database; log: Log; read: ReadChangedFile }) {}

  /** The source with the row as it is after the file was read; never throws. */
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
    const done = this.deps.read(path).catch((error: unknown) => {
      this.deps.log.warn('reading', 'changed file not read', { path, error })
    })
    if (this.looks.size >= MOST_REMEMBERED) this.looks.clear()
    this.looks.set(file_id, { version, done })
    return done
  }
}

/** The file as it is on disk, with a row that fits it. Throws like `findSource`. */
export async function currentSource(
  { files, changed }: { files: Files; changed?: ChangedFiles | undefined },
  file: FileRow,
): Promise<FileSource> {
  const source = await findSource(files, file)
  return changed ? changed.current(source) : source
}
