import type { Archive, ArchiveFormat, Page } from '../formats/archive'
import { type ImageType, imageFacts, sniffImage } from '../formats/images'
import { sha256 } from '../platform/digest'
import { ImageError, makePicture } from '../platform/images'
import type { Files } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import type { Offer, Picture } from './pictures'
import type { Shelf } from './shelf'
import { fileOfIssue, readingFault, type Source, sourceOf } from './source'
import type { Workshop } from './workshop'

/** Goes into tags: another one when pages are made in another way. */
const RECIPE = 'p1'
const QUALITY = 85

export interface PageWish {
  /** The most pixels in a line; absent: as it is. */
  width?: number
  /** Everything as JPEG, which every reading app shows; absent: what browsers show stays as it is. */
  jpeg?: boolean
  /** The version that the address names. */
  version?: string
}

/** An issue that can be read. */
export interface Opened {
  issue_id: string
  format: ArchiveFormat
  /** Another one means that pages kept by a client are out of date. */
  version: string
  pages: readonly Page[]
}

/** Single pages out of the archives. */
export class Pages {
  constructor(private readonly deps: { db: Database; files: Files; shelf: Shelf; workshop: Workshop }) {}

  /** Throws Refusal 'missing' without a file, 'gone' when it is damaged or not there, 'unavailable' when out of reach. */
  async openIssue(issueId: string): Promise<Opened> {
    const source = await this.source(issueId)
    return this.reading(source, async ({ format, pages }) => ({
      issue_id: issueId,
      format,
      version: source.version,
      pages,
    }))
  }

  /** `index` counts from 0. Refuses as `openIssue` does, a page that is not there with 'missing'. */
  async page(issueId: string, index: number, wish: PageWish): Promise<Offer> {
    const source = await this.source(issueId)
    const tag = [RECIPE, source.file.file_id, source.version, index, wish.width ?? '', wish.jpeg ? 'jpeg' : ''].join(
      ' ',
    )
    return {
      etag: `"${sha256(tag).slice(0, 32)}"`,
      lasting: wish.version === source.version,
      make: () => this.made(source, index, wish, tag),
    }
  }

  /** The file itself, for sending it whole. Refuses as `openIssue` does, without opening it. */
  async source(issueId: string): Promise<Source> {
    return sourceOf(this.deps.files, fileOfIssue(this.deps.db.read, issueId))
  }

  private async made(source: Source, index: number, wish: PageWish, key: string): Promise<Picture> {
    const bytes = await this.reading(source, async (archive) => {
      if (index < archive.pages.length) return (await archive.page(index)) as Uint8Array<ArrayBuffer>
      throw new Refusal('missing', `There is no page ${index + 1}: the issue has ${archive.pages.length}.`)
    })
    const original: Picture = { bytes, type: `image/${sniffImage(bytes) ?? 'jpeg'}` }
    if (fits(bytes, wish)) return original
    const making = { type: 'jpeg', quality: QUALITY, width: wish.width, swift: true } as const
    try {
      return { bytes: await this.deps.workshop.make(key, () => makePicture(bytes, making), true), type: 'image/jpeg' }
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      // A kind that this system cannot decode, or a picture too large for it: the app may know better.
      if (error.fault !== 'unreadable') return original
      throw new Refusal('gone', `Page ${index + 1} is damaged.`, {}, { cause: error })
    }
  }

  private async reading<T>(source: Source, use: (archive: Archive) => Promise<T>): Promise<T> {
    try {
      return await this.deps.shelf.with(source.path, source.version, use)
    } catch (error) {
      throw readingFault(error, source.file)
    }
  }
}

const BROWSER_SAFE: readonly ImageType[] = ['jpeg', 'png', 'gif', 'webp', 'avif']

/** Whether the page may go out as it is in the archive. */
function fits(bytes: Uint8Array, { width, jpeg }: PageWish): boolean {
  const facts = imageFacts(bytes)
  if (!facts || (width !== undefined && facts.width > width)) return false
  return jpeg ? facts.type === 'jpeg' : BROWSER_SAFE.includes(facts.type)
}
