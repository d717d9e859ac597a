import { fingerprint } from '../../base/formats/fingerprint'
import { outsideRequests } from '../../base/platform/caller'
import type { Files, Log } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import { type FileRow, issuesIn, setContentHash } from '../series/file-store'
import { rekeyBookmarks } from './bookmark-store'
import { emitContentRead } from './content-reader-store'
import { rekeyProgress } from './progress-row-store'

/** Hashes the content of files without a hash, in the background while they are read. */
export class Contents {
  private readonly underWay = new Map<string, Promise<void>>()

  constructor(private readonly deps: { db: Database; files: Pick<Files, 'open'>; log: Log }) {}

  /** The key of the file's progress. Without a content hash, the hash is computed and the progress moved to it soon. */
  keyOf(file: FileRow): string {
    if (file.content_hash !== null) return file.content_hash
    if (!this.underWay.has(file.file_id)) {
      const identifying = outsideRequests(() => this.identify(file)).finally(() => this.underWay.delete(file.file_id))
      this.underWay.set(file.file_id, identifying)
    }
    return file.file_id
  }

  /** Resolves when no file is being hashed. */
  async idle(): Promise<void> {
    await Promise.all(this.underWay.values())
  }

  private async identify({ file_id, path }: FileRow): Promise<void> {
    const { db, files, log } = this.deps
    try {
      const hash = await fingerprint(path, files)
      db.write((tx) => {
        setContentHash(tx, file_id, hash)
        rekeyProgress(tx, file_id, hash)
        rekeyBookmarks(tx, file_id, hash)
        // Progress of a copy counts for this file too.
        emitContentRead(tx, [hash], issuesIn(tx, file_id))
      })
    } catch (error) {
      // The progress stays under the file's id, and the next reading tries again.
      log.warn('reading', 'file not identified', { path, error })
    }
  }
}
