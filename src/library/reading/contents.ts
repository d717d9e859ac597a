import { allPages, PageMove, pageOrder } from '../../base/formats/archives/page-order'
import { fingerprint } from '../../base/formats/fingerprint'
import { outsideRequests } from '../../base/platform/caller'
import type { Files, Log } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import { recount } from '../series/counts-store'
import { type FileRow, fileWithId, hiddenIn, hideInContent, issuesIn, setContentHash } from '../series/file-store'
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

  /** The hash of the file's content; undefined when the file cannot be read now. */
  async hashOf(fileId: string): Promise<string | undefined> {
    const { db } = this.deps
    const file = fileWithId(db.read, fileId)
    if (!file) return undefined
    this.keyOf(file)
    await this.underWay.get(fileId)
    return fileWithId(db.read, fileId)?.content_hash ?? undefined
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
        const move = hideAgain(tx, file_id, hash)
        rekeyProgress(tx, file_id, hash, { move })
        rekeyBookmarks(tx, file_id, hash, move)
        // Progress of a copy counts for this file too.
        emitContentRead(tx, [hash], issuesIn(tx, file_id))
      })
    } catch (error) {
      // The progress stays under the file's id, and the next reading tries again.
      log.warn('reading', 'file not identified', { path, error })
    }
  }
}

/** Pages may be hidden in the content of a file that was not identified before. Returns where its pages are now. */
function hideAgain(tx: Tx, fileId: string, hash: string): PageMove | undefined {
  const file = fileWithId(tx, fileId)
  const hidden = hiddenIn(tx, hash)
  if (!file || hidden.length === 0) return undefined
  hideInContent(tx, hash, [...hidden])
  for (const { comic_id } of issuesIn(tx, fileId)) recount(tx, comic_id)
  const { page_count } = allPages(file)
  return new PageMove(pageOrder(page_count, []), pageOrder(page_count, hidden))
}
