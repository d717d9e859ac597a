import { type ArchiveDeps, type ComicArchive, openArchive } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { inspect } from '../../base/formats/archives/inspect'
import { checkOf, type FileCheck } from '../checks/file-check'
import { documentsOf, type FileDocuments } from './file-documents'

export interface FileInspection extends FileDocuments {
  format: ComicArchive['format']
  /** The extension belongs to another format. */
  mislabelled: boolean
  /** 0 for an EPUB that is not a comic. */
  pages: number
  coverPage: number
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
    const { remark, ...documents } = await documentsOf(archive, path)
    const { pages } = await inspect(archive, which)
    const problem = pages.find((page) => page.problem)?.problem
    if (problem) throw new ArchiveError('damaged', problem)
    const { format, mislabelled } = archive
    const remarks = [archive.remark, remark].filter(Boolean).join(' ')
    return {
      format,
      mislabelled,
      pages: archive.pages.length,
      coverPage: archive.coverIndex(documents.info),
      ...documents,
      ...(format === 'cbt' ? {} : { check: checkOf(archive) }),
      ...(remarks ? { remark: remarks } : {}),
    }
  } finally {
    await archive.close()
  }
}

/** Reads the documents of a file, but none of its pages. Throws ArchiveError when the file cannot be opened. */
export async function readDocuments(path: string, archives: ArchiveDeps): Promise<FileDocuments> {
  const archive = await openArchive(path, archives)
  try {
    return await documentsOf(archive, path)
  } finally {
    await archive.close()
  }
}
