import type { Archive, ArchiveFormat, Page } from '../formats/archives/archive'
import type { PictureHelper } from '../formats/helper/unpacker'
import { type ImageFacts, type ImageType, imageFacts, sniffImage } from '../formats/images/images'
import { drawPicture, pictureSentence } from '../formats/images/pictures'
import { sha256 } from '../platform/digest'
import { ImageError, MOST_PIXELS } from '../platform/images'
import type { Clock, Files } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import type { OpenArchives } from './open-archives'
import type { PageTray } from './page-tray'
import type { Offer, Picture } from './pictures'
import { fileOfIssue, readingFault, type Source, sourceOf } from './source'
import type { Workshop } from './workshop'

/** Goes into tags: another one when pages are made in another way. */
const RECIPE = 'p2'
const QUALITY = 85
/** Pages made before they are asked for, once somebody reads in order. */
const AHEAD = 2
/** Whoever asks for another page sooner than this does not look at this one. */
const AHEAD_AFTER_MS = 150
/** Readers whose last page is remembered. */
const MOST_READERS = 32
/** Narrower ones are for a strip of small pictures, which nobody reads one after the other. */
const READABLE_WIDTH = 500

export interface PageRequest {
  /** The most pixels in a line; absent: as it is. */
  width?: number
  /** Everything as JPEG, which every reading app shows; absent: what browsers show stays as it is. */
  jpeg?: boolean
  /** Kinds beyond what every browser shows that the reader names: they stay as they are. */
  shows?: readonly ImageType[]
  /** It shows what it named and what every browser does, and nothing else. */
  browser?: boolean
  /** The version that the address names. */
  version?: string
}

/** An issue that can be read. */
export interface ReadableIssue {
  issue_id: string
  format: ArchiveFormat
  /** Another one means that pages kept by a client are out of date. */
  version: string
  pages: readonly Page[]
}

interface Deps {
  db: Database
  files: Files
  shelf: OpenArchives
  pictures: PictureHelper
  workshop: Workshop
  tray: PageTray
  clock: Clock
}

/** Single pages out of the archives. */
export class Pages {
  /** The page that was last asked for, by file and wish; the first was asked for longest ago. */
  private readonly lastAsked = new Map<string, number>()
  /** Aborted when somebody asks for a page: nothing is made ahead while others wait. */
  private quiet = new AbortController()

  constructor(private readonly deps: Deps) {}

  /** Throws Refusal 'missing' without a file, 'gone' when it is not there, 'damaged', 'unavailable' when out of reach. */
  async openIssue(issueId: string): Promise<ReadableIssue> {
    const source = await this.source(issueId)
    return this.reading(source, async ({ format, pages }) => ({
      issue_id: issueId,
      format,
      version: source.version,
      pages,
    }))
  }

  /** `index` counts from 0. Refuses as `openIssue` does, a page that is not there with 'missing'. */
  async page(issueId: string, index: number, wish: PageRequest): Promise<Offer> {
    const source = await this.source(issueId)
    const tag = tagOf(source, index, wish)
    return {
      etag: `"${sha256(tag).slice(0, 32)}"`,
      lasting: wish.version === source.version,
      make: async () => {
        this.quiet.abort()
        const picture = await this.made(source, index, wish, true)
        if (this.inOrder(source, index, wish)) void this.prepare(source, index, wish)
        return picture
      },
    }
  }

  /** The file itself, for sending it whole. Refuses as `openIssue` does, without opening it. */
  async source(issueId: string): Promise<Source> {
    return sourceOf(this.deps.files, fileOfIssue(this.deps.db.read, issueId))
  }

  private async made(source: Source, index: number, wish: PageRequest, urgent: boolean): Promise<Picture> {
    const key = tagOf(source, index, wish)
    const ready = this.deps.tray.get(key)
    if (ready) return ready
    const { workshop, tray } = this.deps
    // Many readers who wait hold no page each, and it is read once: when its turn has come.
    const original =
      workshop.isFull && (await this.isTooLarge(source, index, wish)) ? undefined : await this.original(source, index)
    if (original && fits(imageFacts(original.bytes), wish)) return original
    const take = original && !workshop.isFull ? given(original) : () => this.original(source, index)
    const draw = async () => {
      const { bytes } = await take()
      const width = widthOf(imageFacts(bytes), wish)
      return drawPicture(bytes, { type: 'jpeg', quality: QUALITY, width, swift: true }, this.deps.pictures)
    }
    try {
      const picture: Picture = { bytes: await workshop.make(key, draw, urgent), type: 'image/jpeg' }
      tray.put(key, picture)
      return picture
    } catch (error) {
      return this.notMade(source, index, wish, error)
    }
  }

  /** The page as it is, for an app that may know better, where nothing here can make another of it. */
  private async notMade(source: Source, index: number, wish: PageRequest, error: unknown): Promise<Picture> {
    if (!(error instanceof ImageError)) throw readingFault(error, source.file)
    const original = await this.original(source, index)
    const isShown = !wish.browser || showable(wish).includes(original.type.slice('image/'.length) as ImageType)
    if (error.fault !== 'unreadable' && isShown) return original
    const sentence = pictureSentence(error, original.bytes, `Page ${index + 1}`) ?? `Page ${index + 1} is damaged.`
    throw new Refusal('damaged', sentence, {}, { cause: error })
  }

  /** Whether it has to be made smaller or another kind, as far as its first bytes say. */
  private isTooLarge(source: Source, index: number, wish: PageRequest): Promise<boolean> {
    return this.reading(source, async (archive) => {
      const head = index < archive.pages.length ? await archive.pageHead(index) : undefined
      const facts = head && imageFacts(head)
      return facts !== undefined && !fits(facts, wish)
    })
  }

  private original(source: Source, index: number): Promise<Picture> {
    return this.reading(source, async (archive) => {
      if (index >= archive.pages.length)
        throw new Refusal('missing', `There is no page ${index + 1}: the issue has ${archive.pages.length}.`)
      const bytes = (await archive.page(index)) as Uint8Array<ArrayBuffer>
      return { bytes, type: `image/${sniffImage(bytes) ?? 'jpeg'}` }
    })
  }

  /** Whether this is the page after the one that was asked for before, or the first. */
  private inOrder(source: Source, index: number, wish: PageRequest): boolean {
    if ((wish.width ?? READABLE_WIDTH) < READABLE_WIDTH) return false
    const reader = tagOf(source, 0, wish)
    const last = this.lastAsked.get(reader) ?? -1
    this.lastAsked.delete(reader)
    this.lastAsked.set(reader, index)
    for (const oldest of this.lastAsked.keys()) {
      if (this.lastAsked.size <= MOST_READERS) break
      this.lastAsked.delete(oldest)
    }
    return index === last + 1
  }

  /** Makes the next pages while the reader looks at this one, unless somebody waits for another picture. */
  private async prepare(source: Source, index: number, wish: PageRequest): Promise<void> {
    const { workshop, clock } = this.deps
    this.quiet = new AbortController()
    const { signal } = this.quiet
    await clock.after(AHEAD_AFTER_MS, signal)
    for (let next = index + 1; next <= index + AHEAD && workshop.isIdle && !signal.aborted; next++) {
      // What is wrong with a page is said to whoever asks for it; behind the last there is nothing to do.
      const made = await this.made(source, next, wish, false).catch(() => undefined)
      if (!made) return
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

const given = (picture: Picture) => () => Promise.resolve(picture)

function tagOf({ file, version }: Source, index: number, { width, jpeg, shows = [] }: PageRequest): string {
  return [RECIPE, file.file_id, version, index, width ?? '', jpeg ? 'jpeg' : shows.join()].join(' ')
}

const BROWSER_SAFE: readonly ImageType[] = ['jpeg', 'png', 'gif', 'webp', 'avif']

const showable = ({ shows = [] }: PageRequest) => [...BROWSER_SAFE, ...shows]

/** A browser would need four bytes for each pixel, and a phone gives up. */
const isHuge = ({ width, height }: ImageFacts) => width * height > MOST_PIXELS
/** What such a page is made into: more than any screen shows. */
const HUGE_INTO = 20_000_000

/** Pixels in a line of the page that is made; undefined for as many as it has. */
function widthOf(facts: ImageFacts | undefined, { width }: PageRequest): number | undefined {
  if (!facts || !isHuge(facts)) return width
  const most = Math.floor(facts.width * Math.sqrt(HUGE_INTO / (facts.width * facts.height)))
  return Math.min(width ?? most, most)
}

/** Whether the page may go out as it is in the archive. */
function fits(facts: ImageFacts | undefined, wish: PageRequest): boolean {
  const { width, jpeg } = wish
  if (!facts || (width !== undefined && facts.width > width) || isHuge(facts)) return false
  return jpeg ? facts.type === 'jpeg' : showable(wish).includes(facts.type)
}
