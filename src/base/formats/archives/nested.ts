import { FORMATS } from '../formats'
import { ArchiveError } from './archive-error'
import { type ArchiveContent, detectContent, ownContent, type ReadableEntry } from './content'
import { memoryFile } from './memory-file'
import { baseName, isLitter } from './pages'

/** Names of comics, and of archives that may contain comics. */
export const NESTED_ARCHIVE_NAME = /\.(?:cb[zrt7]|zip|rar|7z|tar|pdf|epub)$/i

/**
 * The pages of the only comic inside another archive, as when a CBZ was zipped again. An uncompressed one in a ZIP or
 * TAR is read in place, others are held in memory. Only one level is opened. Undefined when the archive has pages of
 * its own, or several archives. Throws ArchiveError when the inner one cannot be read.
 */
export async function nestedContent(content: ArchiveContent): Promise<ArchiveContent | undefined> {
  if (content.inParts || content.pages?.length !== 0) return undefined
  const files = content.entries.filter(({ folder, name }) => !folder && !isLitter(name))
  const [inner, another] = files.filter(({ name }) => NESTED_ARCHIVE_NAME.test(name))
  if (!inner || another) return undefined
  const file = (await inner.open?.()) ?? memoryFile(await inner.read().catch(tooLargeFor(inner)))
  const found = await detectContent(file).catch((error: unknown) => Promise.reject(named(inner, error)))
  if ('kind' in found) {
    const detail = `The archive holds "${baseName(inner.name)}", which is ${FORMATS[found.format].name}. Unpack it once.`
    throw new ArchiveError('unsupported', detail)
  }
  const { entries, pages, remark } = await ownContent(found, file)
  if (!pages || pages.length === 0) return undefined
  const beside = files.filter((each) => each !== inner)
  return { entries: [...beside, ...entries], pages, nested: true, ...(remark ? { remark } : {}) }
}

/** The size limit of a page does not apply to an archive. */
function tooLargeFor({ name }: ReadableEntry) {
  return (error: unknown) => {
    if (!(error instanceof ArchiveError) || error.fault !== 'too_large') throw error
    const detail = `The archive holds "${baseName(name)}", which is too large to be read inside it. Unpack it once.`
    throw new ArchiveError('too_large', detail, { cause: error })
  }
}

function named({ name }: ReadableEntry, error: unknown): unknown {
  if (!(error instanceof ArchiveError)) return error
  return new ArchiveError(error.fault, `In the archive, "${baseName(name)}": ${error.detail}`, { cause: error })
}
