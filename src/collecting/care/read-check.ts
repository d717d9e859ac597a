import { type ArchiveDeps, type ComicArchive, openArchive } from '../../base/formats/archives/archive'
import { crc32 } from '../../base/platform/digest'
import { checkOf, type FileCheck } from '../../library/checks/file-check'
import type { FileRow } from '../../library/series/file-store'

/**
 * Reads the directory of a file. A TAR states no checksums, so its pages are read: there are few of them, and only that
 * way they are compared with other archives. Throws ArchiveError.
 */
export async function readCheck(
  { path, format }: Pick<FileRow, 'path' | 'format'>,
  archives: ArchiveDeps,
): Promise<FileCheck> {
  const archive = await openArchive(path, archives)
  try {
    return checkOf({ format: archive.format, pages: format === 'cbt' ? await summed(archive) : archive.pages })
  } finally {
    await archive.close()
  }
}

async function summed(archive: ComicArchive): Promise<ComicArchive['pages']> {
  const pages: ComicArchive['pages'][number][] = []
  for (const [index, page] of archive.pages.entries())
    pages.push({ ...page, crc: page.crc ?? crc32(await archive.page(index)) })
  return pages
}
