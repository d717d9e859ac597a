import { type Archive, type ArchiveDeps, openArchive } from '../formats/archive'
import { ArchiveError } from '../formats/archive-fault'
import { type ComicInfo, parseComicInfo } from '../formats/comicinfo'
import { inspect } from '../formats/inspect'
import { XmlError } from '../platform/xml'

export interface Look {
  format: Archive['format']
  /** Its name says another format. */
  mislabelled: boolean
  /** 0 of an EPUB that is no comic. */
  pages: number
  coverPage: number
  info?: ComicInfo
  /** What is odd about it, as a sentence; it can be read all the same. */
  remark?: string
}

/**
 * Opens a file, reads its ComicInfo and checks its first and its last page. Throws ArchiveError with the reason when it
 * is not a comic that can be read from end to end.
 */
export async function lookAt(path: string, archives: ArchiveDeps): Promise<Look> {
  const archive = await openArchive(path, archives)
  try {
    const { info, remark } = await infoOf(archive)
    const { pages } = await inspect(archive, 'ends')
    const problem = pages.find((page) => page.problem)?.problem
    if (problem) throw new ArchiveError('damaged', problem)
    const { format, mislabelled } = archive
    return { format, mislabelled, pages: archive.pages.length, coverPage: archive.coverIndex(info), info, remark }
  } finally {
    await archive.close()
  }
}

/** A broken ComicInfo costs what it says, not the comic. */
async function infoOf(archive: Archive): Promise<{ info?: ComicInfo; remark?: string }> {
  try {
    const bytes = await archive.comicInfo()
    return bytes ? { info: parseComicInfo(bytes) } : {}
  } catch (error) {
    if (error instanceof XmlError || (error instanceof ArchiveError && error.fault !== 'unreadable'))
      return { remark: 'Its ComicInfo.xml cannot be read' }
    throw error
  }
}
