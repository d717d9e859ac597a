import { diskReason } from '../../platform/disk-reason'
import type { Files, OpenFile } from '../../platform/ports'
import type { ComicInfo } from '../documents/comicinfo'
import { type ArchiveFormat, FORMATS, isMislabelled, KNOWN_FORMATS } from '../formats'
import type { DocumentInfo, Pixels } from '../helper/library'
import type { Unpacker } from '../helper/unpacker'
import { sniffImage } from '../images/images'
import { ZIP_LIMITS, type ZipLimits } from '../zip/zip'
import { ArchiveError } from './archive-error'
import { type ArchiveContent, contentOf, detectContent, type ReadableEntry, staysOpen } from './content'
import { packageDocument } from './epub'
import { NESTED_ARCHIVE_NAME, nestedContent } from './nested'
import { baseName, coverIndex, isLitter, sidecarEntry } from './pages'

export type { ArchiveFormat } from '../formats'

export interface ArchivePage {
  /** Path inside the archive; `page 1` and so on in a PDF. */
  name: string
  /** Unpacked bytes, from the archive's directory; 0 in a PDF, where the size is known only after the page is drawn. */
  size: number
  /** CRC-32 of the bytes, from the archive's directory; undefined where it states none. */
  crc?: number
}

/** An opened comic. Every method may throw ArchiveError; none changes the file. */
export interface ComicArchive<F extends ArchiveFormat = ArchiveFormat> {
  readonly format: F
  /** The extension of the file names another format. */
  readonly mislabelled: boolean
  /** False only for an EPUB that is not a comic: the file can be kept and sent, but has no pages to show. */
  readonly readable: boolean
  /** In reading order; empty only when the file is not readable. */
  readonly pages: readonly ArchivePage[]
  /** The pages are in an archive inside the archive; its entries are listed in its place. */
  readonly nested: boolean
  /** What was left out and why, as a sentence; the rest is readable. */
  readonly remark?: string
  /** The comment of a ZIP or RAR, in which some taggers keep metadata. */
  readonly comment?: string
  /** The information dictionary of a PDF. */
  readonly documentInfo?: DocumentInfo
  /** All entries in archive order, folders included. `read` checks and unpacks one entry. */
  readonly entries: readonly ReadableEntry[]
  /** The bytes of ComicInfo.xml; undefined when the archive has none. At most 1 MiB. */
  comicInfo(): Promise<Uint8Array | undefined>
  /** The bytes of MetronInfo.xml; undefined when the archive has none. At most 1 MiB. */
  metronInfo(): Promise<Uint8Array | undefined>
  /** The package document of an EPUB. Also throws XmlError when the book does not say which file that is. */
  packageDocument(): Promise<Uint8Array | undefined>
  /**
   * The bytes of one picture. The first bytes prove that it is a picture; a checksum is verified where the archive has
   * one.
   */
  page(index: number): Promise<Uint8Array>
  /**
   * The first bytes of a page, enough for the header of most pictures, not verified; undefined where only the whole
   * page can be read.
   */
  pageHead(index: number): Promise<Uint8Array | undefined>
  /** The page's pixels where the format states them; undefined where the picture has to be read. */
  pagePixels(index: number): Promise<Pixels | undefined>
  coverIndex(info?: Pick<ComicInfo, 'pages'>): number
  close(): Promise<void>
}

export interface ArchiveDeps {
  files: Pick<Files, 'open'>
  unpacker: Unpacker
}

const MOST_SIDECAR = 1024 * 1024
/** A comic that is compressed inside a ZIP is unpacked in memory. */
const MOST_COMIC = 768 * 1024 * 1024
/** Some cameras and scanners put a small picture and a colour profile first. */
const HEAD = 64 * 1024

/**
 * Opens a comic by its content; its name only decides `mislabelled`. Pages are the entries with a picture's extension,
 * without the files that operating systems leave behind; in a PDF its pages, in an EPUB the parts that are a picture
 * and nothing else. A format that is not in `accepts` is 'unsupported'. The caller closes the comic. Throws
 * ArchiveError.
 */
export function openArchive<F extends ArchiveFormat = ArchiveFormat>(
  path: string,
  deps: ArchiveDeps,
  accepts: readonly F[] = KNOWN_FORMATS as F[],
): Promise<ComicArchive<F>> {
  return openAny(path, deps, accepts, async (content) => {
    const whole = (await nestedContent(content)) ?? content
    refuseWithoutPages(whole)
    return whole
  })
}

/**
 * Opens an archive of whole comics; `path` is the archive or the first of its parts. The caller closes it. Throws
 * ArchiveError.
 */
export function openPacked(
  path: string,
  deps: ArchiveDeps,
): Promise<Pick<ComicArchive, 'format' | 'entries' | 'close'>> {
  return openAny(path, deps, ['cbz', 'cbr', 'cb7', 'cbt'], (content) => content, {
    ...ZIP_LIMITS,
    entryBytes: MOST_COMIC,
  })
}

async function openAny<F extends ArchiveFormat>(
  path: string,
  deps: ArchiveDeps,
  accepts: readonly F[],
  complete: (content: ArchiveContent) => ArchiveContent | Promise<ArchiveContent>,
  limits?: ZipLimits,
): Promise<ComicArchive<F>> {
  const file = await openFile(path, deps.files)
  let isOpen = true
  const close = async () => {
    if (isOpen) await file.close()
    isOpen = false
  }
  try {
    if (file.size === 0) throw new ArchiveError('empty', 'The file is empty: 0 bytes.')
    const found = await detectContent(file, limits)
    const format = accepted(found.format, accepts)
    if (!staysOpen(found)) await close()
    const content = await complete(await contentOf(found, file, { path, unpacker: deps.unpacker }))
    return reading(content, { format, mislabelled: isMislabelled(path, format), close })
  } catch (error) {
    await close()
    throw asFault(error)
  }
}

async function openFile(path: string, files: Pick<Files, 'open'>): Promise<OpenFile> {
  try {
    return await files.open(path)
  } catch (cause) {
    throw asFault(cause)
  }
}

/** The errors that our own readers throw on contradictory data. */
const TRIPPED = [RangeError, TypeError, SyntaxError]

/** A disk failure prevents opening as much as a fault of the file does, but it may pass. */
function asFault(error: unknown): ArchiveError {
  if (error instanceof ArchiveError) return error
  const reason = diskReason(error)
  const fault = TRIPPED.some((kind) => error instanceof kind) ? 'damaged' : 'unreadable'
  return new ArchiveError(fault, `The file cannot be read: ${reason}`, { cause: error })
}

function accepted<F extends ArchiveFormat>(format: ArchiveFormat, accepts: readonly F[]): F {
  const found = accepts.find((each) => each === format)
  if (!found) throw new ArchiveError('unsupported', `The file is ${FORMATS[format].name}, which is not read yet.`)
  return found
}

function reading<F extends ArchiveFormat>(
  { entries, pages = [], remark, comment, documentInfo, nested = false }: ArchiveContent,
  opened: Pick<ComicArchive<F>, 'format' | 'mislabelled' | 'close'>,
): ComicArchive<F> {
  const names = pages.map((page) => page.name)
  const faulty = (error: unknown) => Promise.reject(asFault(error))
  const bytesOf = (entry: ReadableEntry) => entry.read().catch(faulty)
  const pageAt = (index: number) => {
    const entry = pages[index]
    if (!entry) throw new RangeError(`Page ${index} of ${pages.length} pages.`)
    return entry
  }
  const sidecar = async (name: string) => {
    const entry = sidecarEntry(entries, name)
    if (!entry) return undefined
    if (entry.size > MOST_SIDECAR) throw new ArchiveError('too_large', `${name} has ${entry.size} bytes.`)
    return bytesOf(entry)
  }
  let safe: ReadableEntry[] | undefined
  return {
    ...opened,
    nested,
    ...(remark === undefined ? {} : { remark }),
    ...(comment === undefined ? {} : { comment }),
    ...(documentInfo === undefined ? {} : { documentInfo }),
    readable: pages.length > 0,
    pages: pages.map(({ name, size, crc }) => ({ name, size, ...(crc ? { crc } : {}) })),
    // Few callers need these, and there are hundreds.
    get entries() {
      safe ??= entries.map((entry) => ({ ...entry, read: () => bytesOf(entry) }))
      return safe
    },
    coverIndex: (info) => coverIndex(names, info),
    comicInfo: () => sidecar('ComicInfo.xml'),
    metronInfo: () => sidecar('MetronInfo.xml'),
    packageDocument: async () => (opened.format === 'epub' ? packageDocument(entries, bytesOf) : undefined),
    async pageHead(index) {
      const entry = pageAt(index)
      return entry.head?.(HEAD).catch(faulty)
    },
    async pagePixels(index) {
      return pageAt(index).measure?.().catch(faulty)
    },
    async page(index) {
      const entry = pageAt(index)
      const bytes = await bytesOf(entry)
      if (!sniffImage(bytes)) throw new ArchiveError('damaged', `Page ${index + 1} ("${entry.name}") is not a picture.`)
      return bytes
    },
  }
}

function refuseWithoutPages({ entries, pages, inParts }: ArchiveContent): void {
  if (!pages) return
  if (inParts) throw new ArchiveError('unsupported', 'The RAR is one part of several. Only a RAR in one file is read.')
  const files = entries.filter((entry) => !entry.folder)
  if (files.length === 0) throw new ArchiveError('empty', 'The archive is empty: it holds no file.')
  if (pages.length > 0 && pages.every((page) => page.encrypted))
    throw new ArchiveError('encrypted', 'The pages are encrypted. Only a copy without a password can be read.')
  if (pages.length > 0) return
  throw new ArchiveError('no_pages', withoutPagesSentence(files.map((file) => file.name)))
}

function withoutPagesSentence(names: readonly string[]): string {
  const nested = names.filter((name) => NESTED_ARCHIVE_NAME.test(name)).length
  if (nested > 1)
    return `The archive has no pages, only ${nested} other archives or books. Unpack it to add them one by one.`
  if (nested > 0) return 'The archive has no pages, only another archive, which has none either.'
  const one = baseName(names.find((name) => !isLitter(name)) ?? names[0]!)
  return names.length === 1
    ? `The only file in the archive, "${one}", is not a page.`
    : `None of the ${names.length} files in the archive is a page, for example "${one}".`
}
