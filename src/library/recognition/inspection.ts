import { type ArchiveDeps, type ComicArchive, openArchive } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { inspect } from '../../base/formats/archives/inspect'
import { parseComicInfo } from '../../base/formats/documents/comicinfo'
import { parseMetronInfo } from '../../base/formats/documents/metroninfo'
import { parseOpf } from '../../base/formats/documents/opf'
import { XmlError } from '../../base/platform/xml'
import { checkOf, type FileCheck } from '../checks/file-check'
import { type BookInfo, mergeBook, opfAsComicInfo } from './epub-info'
import { mergeComicInfo, metronAsComicInfo } from './metron'
import type { InfoSource } from './parsed-file'

export interface FileInspection {
  format: ComicArchive['format']
  /** The extension belongs to another format. */
  mislabelled: boolean
  /** 0 for an EPUB that is not a comic. */
  pages: number
  coverPage: number
  /** ComicInfo's fields, filled up from MetronInfo and an EPUB's own document. */
  info?: BookInfo
  /** The document that names the series. */
  saidBy?: InfoSource
  /** The document with the number. */
  numberBy?: InfoSource
  /** A peculiarity of the file, as a sentence; it can be read nevertheless. */
  remark?: string
  /** Absent for a TAR: only a check reads its pages for their checksums. */
  check?: FileCheck
}

/** The inspection as stored in the row of a file. */
export function contentColumns({ format, pages, coverPage }: Pick<FileInspection, 'format' | 'pages' | 'coverPage'>) {
  return { format, page_count: pages, cover_page: coverPage }
}

/**
 * Opens a file, reads its ComicInfo and checks its first and its last page, or every page. Throws ArchiveError with the
 * reason when the file is not a fully readable comic.
 */
export async function inspectFile(
  path: string,
  archives: ArchiveDeps,
  which: 'ends' | 'all' = 'ends',
): Promise<FileInspection> {
  const archive = await openArchive(path, archives)
  try {
    const { info, saidBy, numberBy, remark } = await infoOf(archive)
    const { pages } = await inspect(archive, which)
    const problem = pages.find((page) => page.problem)?.problem
    if (problem) throw new ArchiveError('damaged', problem)
    const { format, mislabelled } = archive
    const remarks = [archive.remark, remark].filter(Boolean).join(' ')
    return {
      format,
      mislabelled,
      pages: archive.pages.length,
      coverPage: archive.coverIndex(info),
      info,
      saidBy,
      numberBy,
      ...(format === 'cbt' ? {} : { check: checkOf(archive) }),
      ...(remarks ? { remark: remarks } : {}),
    }
  } finally {
    await archive.close()
  }
}

type FileDocuments = Pick<FileInspection, 'info' | 'saidBy' | 'numberBy' | 'remark'>

/** Reads the documents of a file, but none of its pages. Throws ArchiveError when the file cannot be opened. */
export async function readDocuments(path: string, archives: ArchiveDeps): Promise<FileDocuments> {
  const archive = await openArchive(path, archives)
  try {
    return await infoOf(archive)
  } finally {
    await archive.close()
  }
}

/** A broken sidecar is ignored; the comic is still read. */
async function infoOf(archive: ComicArchive): Promise<FileDocuments> {
  const comicInfo = await read(() => archive.comicInfo(), parseComicInfo)
  const metronInfo = await read(
    () => archive.metronInfo(),
    (bytes) => metronAsComicInfo(parseMetronInfo(bytes)),
  )
  const opf = await read(
    () => archive.packageDocument(),
    (bytes) => opfAsComicInfo(parseOpf(bytes)),
  )
  const broken = [comicInfo === 'broken' && 'ComicInfo.xml', metronInfo === 'broken' && 'MetronInfo.xml']
  const remark = broken.flatMap((name) => (name ? `Its ${name} cannot be read` : [])).join('. ')
  const info = comicInfo === 'broken' ? undefined : comicInfo
  const metron = metronInfo === 'broken' ? undefined : metronInfo
  const book = opf === 'broken' ? undefined : opf
  const source = (key: 'series' | 'number') =>
    info?.[key] !== undefined || (!metron && !book)
      ? 'ComicInfo'
      : metron?.[key] !== undefined || !book
        ? 'MetronInfo'
        : 'EPUB'
  const [saidBy, numberBy] = [source('series'), source('number')] as const
  return { info: mergeBook(mergeComicInfo(info, metron), book), saidBy, numberBy, ...(remark ? { remark } : {}) }
}

async function read<T>(
  bytesOf: () => Promise<Uint8Array | undefined>,
  parse: (bytes: Uint8Array) => T,
): Promise<T | 'broken' | undefined> {
  try {
    const bytes = await bytesOf()
    return bytes && parse(bytes)
  } catch (error) {
    if (error instanceof XmlError || (error instanceof ArchiveError && error.fault !== 'unreadable')) return 'broken'
    throw error
  }
}
