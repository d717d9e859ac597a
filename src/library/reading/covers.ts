import { basename } from 'node:path'
import { type ArchiveDeps, type ComicArchive, openArchive } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { shownArchive } from '../../base/formats/archives/shown-archive'
import { imageFacts } from '../../base/formats/images/images'
import { drawPicture, pictureSentence } from '../../base/formats/images/pictures'
import { sha256 } from '../../base/platform/digest'
import type { DiskCache } from '../../base/platform/disk-cache'
import { averageColor, type PictureType } from '../../base/platform/images'
import type { Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { type FileRow, versionOf } from '../series/file-store'
import type { LibraryFiles } from '../series/library-files'
import { seriesCoverVersion } from '../series/wire'
import { type ChangedFiles, currentSource } from './changed-files'
import type { PictureQueue } from './picture-queue'
import type { Picture, PictureOffer } from './pictures'
import { coverSourceOf, fileOfIssue, findSource, readingFault } from './source'
import { findCover, saveCover } from './store'

/** Stored in these widths; the browser scales to those between them. */
export const COVER_WIDTHS = [150, 300, 600] as const
type CoverWidth = (typeof COVER_WIDTHS)[number]

/** Part of ETags and file names: increase it when covers are made in another way. */
const RECIPE = 'c1'
const QUALITY = { jpeg: 82, webp: 78 } as const satisfies Record<PictureType, number>
const MEGABYTE = 1024 * 1024
const MOST_FAILURES = 2000

interface CoverRequest {
  type: PictureType
  /** In pixels; the next stored width is used. */
  width?: number
  /** The version in the address. */
  version?: string
}

interface Deps {
  db: Database
  archives: Omit<ArchiveDeps, 'files'> & { files: LibraryFiles }
  changed?: ChangedFiles
  pictureQueue: PictureQueue
  cache: DiskCache
  log: Log
}

/** The cover page of a file as a small picture, made once and stored on disk. */
export class Covers {
  /** Files without a usable cover, so that a list does not open them again and again. */
  private readonly failed = new Map<string, Refusal>()
  /** Covers that were sent and are being stored. */
  private readonly storing = new Set<Promise<void>>()

  constructor(private readonly deps: Deps) {}

  /** Throws Refusal 'missing' for an unknown issue or one without a file. */
  ofIssue(issueId: string, options: CoverRequest): PictureOffer {
    const file = fileOfIssue(this.deps.db.read, issueId)
    return this.offer(file, versionOf(file), options)
  }

  /** Throws Refusal 'missing' for an unknown series or one without a file. */
  ofSeries(comicId: string, options: CoverRequest): PictureOffer {
    const { issueId, file } = coverSourceOf(this.deps.db.read, comicId)
    return this.offer(file, seriesCoverVersion(issueId, versionOf(file)), options)
  }

  /** Resolves when every cover that was sent is stored. */
  async allStored(): Promise<void> {
    await Promise.all(this.storing)
  }

  /** Keeps the folder of covers below `megabytes`. */
  async tidy(megabytes: number): Promise<void> {
    const { removed, bytes } = await this.deps.cache.tidy(megabytes * MEGABYTE)
    if (removed > 0) this.deps.log.info('reading', 'old covers removed', { removed, bytes_left: bytes })
  }

  /** `current`: the version in the address of the current cover. */
  private offer(file: FileRow, current: string, { type, width, version: requested }: CoverRequest): PictureOffer {
    if (file.page_count === 0) throw new Refusal('missing', `${basename(file.path)} has no page to make a cover of.`)
    const kept = keptWidth(width)
    const name = `${encodeURIComponent(file.file_id)}-${versionOf(file)}-${kept}`
    return {
      etag: `"${sha256(`${RECIPE} ${name} ${type}`).slice(0, 32)}"`,
      lasting: requested === current,
      make: () => this.picture(file, `${sha256(file.file_id).slice(0, 2)}/${name}.${type}`, kept, type),
    }
  }

  private async picture(file: FileRow, name: string, width: CoverWidth, type: PictureType): Promise<Picture> {
    const kept = await this.deps.cache.get(name)
    if (kept && (await this.isAllowed(file))) return { bytes: kept, type: `image/${type}` }
    const key = `${file.file_id} ${versionOf(file)}`
    const failure = this.failed.get(key)
    if (failure) throw failure
    try {
      const bytes = await this.deps.pictureQueue.make(name, () => this.makeCover(file, name, width, type))
      return { bytes, type: `image/${type}` }
    } catch (error) {
      if (error instanceof Refusal && error.cause !== undefined && error.kind === 'damaged')
        this.rememberFailure(key, file, error)
      throw error
    }
  }

  /** For a file in a library folder the disk is not read, since it may be offline. Throws what `sourceOf` throws. */
  private async isAllowed(file: FileRow): Promise<boolean> {
    const { files } = this.deps.archives
    return files.isListed(file.path) || (await findSource(files, file)) !== undefined
  }

  private async makeCover(file: FileRow, name: string, width: CoverWidth, type: PictureType) {
    const { archives, changed } = this.deps
    const { path, file: now } = await currentSource({ files: archives.files, changed }, file)
    const page = await this.coverPage(now, path)
    // At most twice as high as wide, because the first page of a strip would be a tall, narrow cover.
    const making = { type, quality: QUALITY[type], width, height: width * 2 }
    const bytes = await drawPicture(page, making, archives.unpacker).catch((error: unknown) =>
      Promise.reject(pictureFault(error, page)),
    )
    // The client does not wait for the cover to be stored.
    const keeping = this.save(file, name, page, bytes).finally(() => this.storing.delete(keeping))
    this.storing.add(keeping)
    return bytes
  }

  private async save(file: FileRow, name: string, page: Uint8Array, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      await this.deps.cache.put(name, bytes)
      await this.remember(file, page, bytes)
    } catch (error) {
      this.deps.log.warn('reading', 'cover not stored', { name, error })
    }
  }

  private async coverPage(file: FileRow, path: string): Promise<Uint8Array> {
    let archive: ComicArchive | undefined
    try {
      archive = await openArchive(path, this.deps.archives)
      const shown = shownArchive(archive, file.hidden_pages)
      return await shown.page(Math.min(file.cover_page, shown.pages.length - 1))
    } catch (error) {
      throw readingFault(error, file)
    } finally {
      await archive?.close()
    }
  }

  /** Stores size and color, so that a list can reserve the right space before the picture arrives. */
  private async remember(file: FileRow, page: Uint8Array, small: Uint8Array): Promise<void> {
    const { db } = this.deps
    const version = versionOf(file)
    const facts = imageFacts(page)
    if (!facts || findCover(db.read, file.file_id)?.version === version) return
    const row = { file_id: file.file_id, width: facts.width, height: facts.height, version }
    const color = await averageColor(small)
    db.write((tx) => saveCover(tx, { ...row, color }))
  }

  private rememberFailure(key: string, file: FileRow, refusal: Refusal): void {
    this.deps.log.warn('reading', 'cover not made', { path: file.path, reason: refusal.detail })
    if (this.failed.size >= MOST_FAILURES) this.failed.clear()
    this.failed.set(key, refusal)
  }
}

function keptWidth(width = 300): CoverWidth {
  return COVER_WIDTHS.find((kept) => kept >= width) ?? 600
}

function pictureFault(error: unknown, page: Uint8Array): unknown {
  const sentence = pictureSentence(error, page, 'The first page')
  if (sentence === undefined) return error
  // A fault of the helper may pass; a fault of the picture is permanent.
  const kind = error instanceof ArchiveError ? 'unavailable' : 'damaged'
  return new Refusal(kind, `No cover could be made. ${sentence}`, {}, { cause: error })
}
