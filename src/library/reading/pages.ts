import type { ArchiveFormat, ArchivePage, ComicArchive } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { placesOfPlainOrder } from '../../base/formats/archives/pages'
import type { PictureHelper } from '../../base/formats/helper/unpacker'
import { type ImageFacts, type ImageType, imageFacts, sniffImage } from '../../base/formats/images/images'
import { drawPicture, pictureSentence } from '../../base/formats/images/pictures'
import { sha256 } from '../../base/platform/digest'
import { ImageError, MOST_PIXELS } from '../../base/platform/images'
import type { Clock, Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { writeErrorSentence } from '../../base/storage/write-errors'
import { type ChangedFiles, currentSource } from './changed-files'
import { correctMovedCover } from './moved-cover-store'
import type { OpenArchives } from './open-archives'
import type { PageCache } from './page-cache'
import type { PictureQueue } from './picture-queue'
import type { Picture, PictureOffer } from './pictures'
import { type FileSource, fileOfIssue, findSource, readingFault } from './source'

/** Part of ETags: increase it when pages are made in another way. */
const RECIPE = 'p3'
const QUALITY = 85
/** Formats whose pages are in the order of names; other formats define their own order. */
const SORTED: readonly ArchiveFormat[] = ['cbz', 'cbr', 'cb7', 'cbt']
/** Pages made in advance while pages are read in order. */
const AHEAD = 2
/** A user who requests another page sooner than this is not reading this one. */
const AHEAD_AFTER_MS = 150
/** Readers whose last page is remembered. */
const MOST_READERS = 32
/** Narrower pages are for a strip of thumbnails, which is not read in order. */
const READABLE_WIDTH = 500

interface PageRequest {
  /** The largest width in pixels; absent: the original width. */
  width?: number
  /** Everything as JPEG, which every reading app shows; absent: types that browsers show stay unchanged. */
  jpeg?: boolean
  /** Everything as PNG, for an app that asks for it. */
  png?: boolean
  /** Types that the client accepts beyond what every browser shows: they stay unchanged. */
  shows?: readonly ImageType[]
  /** The client shows these types and what every browser shows, and nothing else. */
  browser?: boolean
  /** The version in the address. */
  version?: string
}

/** An issue that can be read. */
interface ReadableIssue {
  issue_id: string
  format: ArchiveFormat
  /** Changes when pages cached by a client are outdated. */
  version: string
  pages: readonly ArchivePage[]
}

interface Deps {
  db: Database
  files: Files
  changed?: ChangedFiles
  openArchives: OpenArchives
  pictures: PictureHelper
  pictureQueue: PictureQueue
  pageCache: PageCache
  clock: Clock
}

/** Single pages from the archives. */
export class Pages {
  /** The last requested page, by file and options; least recently requested first. */
  private readonly lastRequested = new Map<string, number>()
  /** Aborted by every page request: nothing is made in advance while a client waits. */
  private quiet = new AbortController()

  constructor(private readonly deps: Deps) {}

  /**
   * Throws Refusal 'missing' without a file, 'gone' when the file is not on disk, 'damaged', or 'unavailable' when the
   * disk is out of reach.
   */
  async openIssue(issueId: string): Promise<ReadableIssue> {
    const source = await this.source(issueId)
    return this.reading(source, async ({ format, pages }) => ({
      issue_id: issueId,
      format,
      version: source.version,
      pages,
    }))
  }

  /** `index` counts from 0. Refuses like `openIssue`, and with 'missing' for an index without a page. */
  async page(issueId: string, index: number, options: PageRequest): Promise<PictureOffer> {
    const source = await this.source(issueId)
    const tag = tagOf(source, index, options)
    return {
      etag: `"${sha256(tag).slice(0, 32)}"`,
      lasting: options.version === source.version,
      make: async () => {
        this.quiet.abort()
        const picture = await this.makePage(source, index, options, true)
        if (this.isInOrder(source, index, options)) void this.prepare(source, index, options)
        return picture
      },
    }
  }

  /**
   * The best file of the issue, or the named one, as it is on disk. Refuses like `openIssue`, without opening the file,
   * except the first time after an update that moved covers.
   */
  async source(issueId: string, fileId?: string): Promise<FileSource> {
    const { db, files } = this.deps
    const source = await currentSource(this.deps, fileOfIssue(db.read, issueId, fileId))
    if (source.file.cover_moved !== null || !(await this.settleCover(source))) return source
    return findSource(files, fileOfIssue(db.read, issueId, fileId))
  }

  /** Makes the library's data match the file on disk. Data of a file out of reach stays. */
  async refreshSource(issueId: string): Promise<void> {
    await this.source(issueId).catch(() => undefined)
  }

  /**
   * Whether the pages of a file read by an earlier version have another order now. The file is opened once to find out.
   */
  private async settleCover({ file, path, version }: FileSource): Promise<boolean> {
    try {
      const names = await this.deps.openArchives.with(path, version, async ({ pages }) => pages.map(({ name }) => name))
      const places = SORTED.includes(file.format) ? placesOfPlainOrder(names) : undefined
      this.deps.db.write((tx) => correctMovedCover(tx, file, places))
      return places !== undefined
    } catch (error) {
      // The fault is reported when pages are requested; a full disk must not prevent reading.
      if (error instanceof ArchiveError || writeErrorSentence(error) !== undefined) return false
      throw error
    }
  }

  private async makePage(source: FileSource, index: number, options: PageRequest, urgent: boolean): Promise<Picture> {
    const key = tagOf(source, index, options)
    const ready = this.deps.pageCache.get(key)
    if (ready) return ready
    const { pictureQueue, pageCache } = this.deps
    // The page is read when the job starts, so that waiting requests keep no page in memory, and it is read once.
    const original =
      pictureQueue.isFull && (await this.isTooLarge(source, index, options))
        ? undefined
        : await this.original(source, index)
    if (original && fits(imageFacts(original.bytes), options)) return original
    const take = original && !pictureQueue.isFull ? constant(original) : () => this.original(source, index)
    const type = options.png ? 'png' : 'jpeg'
    const draw = async () => {
      const { bytes } = await take()
      const width = widthOf(imageFacts(bytes), options)
      return drawPicture(bytes, { type, quality: QUALITY, width, swift: true }, this.deps.pictures)
    }
    try {
      const picture: Picture = { bytes: await pictureQueue.make(key, draw, urgent), type: `image/${type}` }
      pageCache.put(key, picture)
      return picture
    } catch (error) {
      return this.unconverted(source, index, options, error)
    }
  }

  /** The original page, for an app that may be able to show it when it cannot be converted here. */
  private async unconverted(source: FileSource, index: number, options: PageRequest, error: unknown): Promise<Picture> {
    if (!(error instanceof ImageError)) throw readingFault(error, source.file)
    const original = await this.original(source, index)
    const isShown = !options.browser || showable(options).includes(original.type.slice('image/'.length) as ImageType)
    if (error.fault !== 'unreadable' && isShown) return original
    const sentence = pictureSentence(error, original.bytes, `Page ${index + 1}`) ?? `Page ${index + 1} is damaged.`
    throw new Refusal('damaged', sentence, {}, { cause: error })
  }

  /** Whether the page has to be resized or converted, judged by its first bytes. */
  private isTooLarge(source: FileSource, index: number, options: PageRequest): Promise<boolean> {
    return this.reading(source, async (archive) => {
      const head = index < archive.pages.length ? await archive.pageHead(index) : undefined
      const facts = head && imageFacts(head)
      return facts !== undefined && !fits(facts, options)
    })
  }

  private original(source: FileSource, index: number): Promise<Picture> {
    return this.reading(source, async (archive) => {
      if (index >= archive.pages.length)
        throw new Refusal('missing', `There is no page ${index + 1}: the issue has ${archive.pages.length}.`)
      const bytes = (await archive.page(index)) as Uint8Array<ArrayBuffer>
      return { bytes, type: `image/${sniffImage(bytes) ?? 'jpeg'}` }
    })
  }

  /**
   * Whether this is the first page, the one after the last requested page, or the page at which a reader resumes the
   * issue.
   */
  private isInOrder(source: FileSource, index: number, options: PageRequest): boolean {
    if ((options.width ?? READABLE_WIDTH) < READABLE_WIDTH) return false
    const reader = tagOf(source, 0, options)
    const last = this.lastRequested.get(reader)
    this.lastRequested.delete(reader)
    this.lastRequested.set(reader, index)
    for (const oldest of this.lastRequested.keys()) {
      if (this.lastRequested.size <= MOST_READERS) break
      this.lastRequested.delete(oldest)
    }
    return last === undefined || index === 0 || index === last + 1
  }

  /** Makes the next pages while the user reads this one, unless a client waits for another picture. */
  private async prepare(source: FileSource, index: number, options: PageRequest): Promise<void> {
    const { pictureQueue, clock } = this.deps
    this.quiet = new AbortController()
    const { signal } = this.quiet
    await clock.after(AHEAD_AFTER_MS, signal)
    for (let next = index + 1; next <= index + AHEAD && pictureQueue.isIdle && !signal.aborted; next++) {
      // A fault is reported when that page is requested; after the last page there is nothing to do.
      const made = await this.makePage(source, next, options, false).catch(() => undefined)
      if (!made) return
    }
  }

  private async reading<T>(source: FileSource, use: (archive: ComicArchive) => Promise<T>): Promise<T> {
    try {
      return await this.deps.openArchives.with(source.path, source.version, use)
    } catch (error) {
      throw readingFault(error, source.file)
    }
  }
}

const constant = (picture: Picture) => () => Promise.resolve(picture)

function tagOf({ file, version }: FileSource, index: number, { width, jpeg, png, shows = [] }: PageRequest) {
  const types = jpeg ? 'jpeg' : png ? 'to png' : shows.join()
  return [RECIPE, file.file_id, version, index, width ?? '', types].join(' ')
}

const BROWSER_SAFE: readonly ImageType[] = ['jpeg', 'png', 'gif', 'webp', 'avif']

const showable = ({ shows = [] }: PageRequest) => [...BROWSER_SAFE, ...shows]

/** A browser needs four bytes per pixel, which is too much for a phone. */
const isHuge = ({ width, height }: ImageFacts) => width * height > MOST_PIXELS
/** The size in pixels that such a page is reduced to: more than any screen shows. */
const HUGE_INTO = 20_000_000

/** The width of the page to make; undefined for the original width. */
function widthOf(facts: ImageFacts | undefined, { width }: PageRequest): number | undefined {
  if (!facts || !isHuge(facts)) return width
  const most = Math.floor(facts.width * Math.sqrt(HUGE_INTO / (facts.width * facts.height)))
  return Math.min(width ?? most, most)
}

/** Whether the page can be sent unchanged. */
function fits(facts: ImageFacts | undefined, options: PageRequest): boolean {
  const { width, jpeg, png } = options
  if (!facts || (width !== undefined && facts.width > width) || isHuge(facts)) return false
  const types: readonly ImageType[] = jpeg ? ['jpeg'] : png ? ['png'] : showable(options)
  return types.includes(facts.type)
}
