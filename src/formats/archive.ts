import type { Files, OpenFile } from '../platform/ports'
import { ArchiveError } from './archive-fault'
import type { ComicInfo } from './comicinfo'
import { sniffImage } from './images'
import { baseName, comicInfoEntry, coverIndex, isLitter, type ListedEntry, pageEntries } from './pages'
import type { RarReader } from './rar-reader'
import { type FileFormat, HEAD_BYTES, sniffFormat } from './sniff'
import { openZip } from './zip'

export type ArchiveFormat = 'cbz' | 'cbr'

export interface Page {
  /** Path inside the archive. */
  name: string
  /** Bytes unpacked, as the archive says. */
  size: number
}

/** An opened comic. Every method may throw ArchiveError; none changes the file. */
export interface Archive {
  readonly format: ArchiveFormat
  /** In reading order; never empty. */
  readonly pages: readonly Page[]
  /** The bytes of ComicInfo.xml; undefined when there is none. At most 1 MiB. */
  comicInfo(): Promise<Uint8Array | undefined>
  /** The bytes of one picture, checksum checked and known to begin like a picture. */
  page(index: number): Promise<Uint8Array>
  coverIndex(info?: Pick<ComicInfo, 'pages'>): number
  close(): Promise<void>
}

export interface ArchiveDeps {
  files: Pick<Files, 'open'>
  rar: RarReader
}

const MOST_COMICINFO = 1024 * 1024

/**
 * Opens a comic by what is in the file; its name is not looked at. Pages are the entries with the extension of a
 * picture, without what systems leave behind. The caller closes it. Throws ArchiveError.
 */
export async function openArchive(path: string, deps: ArchiveDeps): Promise<Archive> {
  const file = await openFile(path, deps.files)
  let kept = false
  try {
    if (file.size === 0) throw new ArchiveError('empty', 'The file is empty: 0 bytes.')
    const zip = await openZip(file)
    if (zip) {
      const archive = comic(
        'cbz',
        zip.entries,
        (entry) => zip.read(entry),
        () => file.close(),
      )
      kept = true
      return archive
    }
    refuseOther(sniffFormat(await file.read(0, HEAD_BYTES)))
  } catch (error) {
    throw asFault(error)
  } finally {
    if (!kept) await file.close()
  }
  const { entries, stamp } = await deps.rar.list(path).catch((error: unknown) => Promise.reject(asFault(error)))
  return comic(
    'cbr',
    entries,
    (entry) => deps.rar.read(path, stamp, entry.index),
    async () => undefined,
  )
}

async function openFile(path: string, files: Pick<Files, 'open'>): Promise<OpenFile> {
  try {
    return await files.open(path)
  } catch (cause) {
    throw asFault(cause)
  }
}

/** A failure of the disk is as much a reason not to open as a fault of the file. */
function asFault(error: unknown): ArchiveError {
  if (error instanceof ArchiveError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new ArchiveError('unreadable', `The file cannot be read: ${reason}`, { cause: error })
}

const OTHER: Record<Exclude<FileFormat, 'rar'>, ConstructorParameters<typeof ArchiveError>> = {
  zip: ['damaged', 'The ZIP has no directory at its end: the file was cut off.'],
  '7z': ['unsupported', 'The file is a 7-Zip archive, which is not read yet.'],
  tar: ['unsupported', 'The file is a TAR archive, which is not read yet.'],
  gzip: ['unsupported', 'The file is packed with gzip, which is not read yet.'],
  pdf: ['unsupported', 'The file is a PDF, which is not read yet.'],
  html: ['not_an_archive', 'The file is a web page, not a comic: the download brought an error page or a login.'],
  unknown: ['not_an_archive', 'The file is neither a ZIP nor a RAR archive.'],
}

function refuseOther(format: FileFormat): void {
  if (format !== 'rar') throw new ArchiveError(...OTHER[format])
}

function comic<E extends ListedEntry>(
  format: ArchiveFormat,
  entries: readonly E[],
  read: (entry: E) => Promise<Uint8Array>,
  close: () => Promise<void>,
): Archive {
  const pages = pageEntries(entries)
  refuseWithoutPages(entries, pages)
  const info = comicInfoEntry(entries)
  const content = (entry: E) => read(entry).catch((error: unknown) => Promise.reject(asFault(error)))
  return {
    format,
    pages: pages.map(({ name, size }) => ({ name, size })),
    coverIndex: (said) =>
      coverIndex(
        pages.map((page) => page.name),
        said,
      ),
    close,
    async comicInfo() {
      if (!info) return undefined
      if (info.size > MOST_COMICINFO) throw new ArchiveError('too_large', `ComicInfo.xml has ${info.size} bytes.`)
      return content(info)
    },
    async page(index) {
      const entry = pages[index]
      if (!entry) throw new RangeError(`Page ${index} of ${pages.length} pages.`)
      const bytes = await content(entry)
      if (!sniffImage(bytes)) throw new ArchiveError('damaged', `Page ${index + 1} ("${entry.name}") is not a picture.`)
      return bytes
    },
  }
}

const NESTED = /\.(?:cb[zrt7]|zip|rar|7z|tar|pdf|epub)$/i

function refuseWithoutPages(entries: readonly ListedEntry[], pages: readonly ListedEntry[]): void {
  const files = entries.filter((entry) => !entry.folder)
  if (files.length === 0) throw new ArchiveError('empty', 'The archive is empty: it holds no file.')
  if (pages.some((page) => page.encrypted))
    throw new ArchiveError('encrypted', 'The pages are encrypted. Only a copy without a password can be read.')
  if (files.some((file) => file.name === 'META-INF/container.xml'))
    throw new ArchiveError('unsupported', 'The file is an EPUB, which is not read yet.')
  if (pages.length > 0) return
  throw new ArchiveError('no_pages', withoutPagesSentence(files.map((file) => file.name)))
}

function withoutPagesSentence(names: readonly string[]): string {
  const nested = names.filter((name) => NESTED.test(name)).length
  if (nested > 0) return `The archive holds no page of its own, but ${nested} other archives or books.`
  const one = baseName(names.find((name) => !isLitter(name)) ?? names[0]!)
  return names.length === 1
    ? `The only file in the archive, "${one}", is not a page.`
    : `None of the ${names.length} files in the archive is a page; one of them is "${one}".`
}
