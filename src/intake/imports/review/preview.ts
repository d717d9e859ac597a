import { type ArchiveDeps, openArchive } from '../../../base/formats/archives/archive'
import { ArchiveError } from '../../../base/formats/archives/archive-error'
import { drawPicture, pictureSentence } from '../../../base/formats/images/pictures'
import { sha256 } from '../../../base/platform/digest'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { PictureQueue } from '../../../library/reading/picture-queue'
import type { PictureOffer } from '../../../library/reading/pictures'
import { findInboxRow } from '../inbox/store'
import * as store from '../store'

const MAKING = { type: 'jpeg', quality: 78, width: 300, height: 600 } as const

/** A file whose first page is shown. */
interface Drawn {
  path: string
  size: number
  modified_ms: number
  cover_page?: number | null
}

interface Deps {
  db: Database
  archives: ArchiveDeps
  pictureQueue: PictureQueue
}

/**
 * First pages of files of a scan and of the import folder. They are made on request, and only the browser caches them.
 */
export class Previews {
  constructor(private readonly deps: Deps) {}

  /**
   * The cover of a group's first file. Throws Refusal 'missing', 'damaged' when no cover can be made, 'unavailable'
   * when the file is out of reach.
   */
  ofGroup(groupId: string): PictureOffer {
    const file = store.firstFile(this.deps.db.read, groupId)
    if (!file) throw new Refusal('missing', 'This proposal no longer exists. Open the newest scan.')
    if (file.page_count === 0) throw new Refusal('missing', 'Its first file is a book without pages to show here.')
    // A group's id belongs to one scan, and its first file stays the same.
    return this.offer(file, true)
  }

  /** The first page of a file in the import folder. Throws like `ofGroup`. */
  ofInboxFile(impId: string): PictureOffer {
    const file = findInboxRow(this.deps.db.read, impId)
    if (!file) throw new Refusal('missing', `There is no file ${impId} in the import folder's list.`)
    return this.offer(file, false)
  }

  private offer(file: Drawn, lasting: boolean): PictureOffer {
    const key = `import ${file.path} ${file.size} ${file.modified_ms}`
    return {
      etag: `"${sha256(key).slice(0, 32)}"`,
      lasting,
      make: async () => ({
        bytes: await this.deps.pictureQueue.make(key, () => this.made(file)),
        type: 'image/jpeg',
      }),
    }
  }

  private async made(file: Drawn) {
    try {
      const archive = await openArchive(file.path, this.deps.archives)
      const page = await archive
        .page(Math.min(file.cover_page ?? 0, archive.pages.length - 1))
        .finally(() => archive.close())
      return await drawPicture(page, MAKING, this.deps.archives.unpacker).catch((error: unknown) => {
        const sentence = pictureSentence(error, page, 'The first page')
        throw sentence === undefined ? error : new Refusal('damaged', `No cover could be made. ${sentence}`)
      })
    } catch (error) {
      if (error instanceof ArchiveError) throw readFault(error)
      throw error
    }
  }
}

const readFault = ({ fault, detail }: ArchiveError): Refusal =>
  new Refusal(fault === 'unreadable' ? 'unavailable' : 'damaged', `The file cannot be read. ${detail}`)
