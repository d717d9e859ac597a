import { type ArchiveDeps, openArchive } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { type PageSum, pageId } from '../../base/formats/archives/page-prints'
import type { DiskCache } from '../../base/platform/disk-cache'
import type { Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { PictureQueue } from '../reading/picture-queue'
import type { PictureOffer } from '../reading/pictures'
import { decodePage } from './page-decoding'
import { samplesOf } from './print-store'

interface Deps {
  db: Database
  archives: ArchiveDeps
  cache: DiskCache
  pictureQueue: PictureQueue
  log: Log
}

const SAMPLES = 5

/** Small pictures of repeated pages. The cache of covers keeps them, also when no file has the page any more. */
export class PageThumbs {
  constructor(private readonly deps: Deps) {}

  /** The picture never changes, since the id is made from the page. */
  offer(page: PageSum): PictureOffer {
    const id = pageId(page)
    return { etag: `"${id}"`, lasting: true, make: () => this.picture(page) }
  }

  async keep(page: PageSum, picture: Uint8Array): Promise<void> {
    try {
      await this.deps.cache.put(nameOf(page), picture)
    } catch (error) {
      this.deps.log.warn('unwanted', 'picture of a page not stored', { error })
    }
  }

  /** The bytes of a page in a file; undefined when the file does not have it any more, or cannot be read. */
  async pageOf(path: string, at: number, { crc, size }: PageSum): Promise<Uint8Array | undefined> {
    try {
      const archive = await openArchive(path, this.deps.archives)
      try {
        const listed = archive.pages[at]
        return listed?.crc === crc && listed.size === size ? await archive.page(at) : undefined
      } finally {
        await archive.close()
      }
    } catch (error) {
      if (error instanceof ArchiveError) return undefined
      throw error
    }
  }

  private async picture(page: PageSum) {
    const { cache, pictureQueue } = this.deps
    const kept = await cache.get(nameOf(page))
    const bytes = kept ?? (await pictureQueue.make(`page ${pageId(page)}`, () => this.draw(page)))
    return { bytes, type: 'image/jpeg' as const }
  }

  private async draw(page: PageSum): Promise<Uint8Array<ArrayBuffer>> {
    const { db, archives } = this.deps
    for (const { file, page: at } of samplesOf(db.read, page, SAMPLES)) {
      const bytes = await this.pageOf(file.path, at, page)
      const seen = bytes && (await decodePage(bytes, archives.unpacker))
      if (!seen) continue
      await this.keep(page, seen.picture)
      return seen.picture
    }
    throw new Refusal('missing', 'No file has this page any more.')
  }
}

const nameOf = (page: PageSum) => `pages/${pageId(page)}.jpeg`
