import { FORMATS } from '../formats'
import { ArchiveError } from './archive-error'
import { type Content, detectContent, ownContent, type ReadableEntry } from './content'
import { memoryFile } from './memory-file'
import { baseName, isLitter } from './pages'

/** Names of comics and of archives that may hold some. */
export const NESTED_ARCHIVE_NAME = /\.(?:cb[zrt7]|zip|rar|7z|tar|pdf|epub)$/i

/**
 * The pages of a comic that lies, alone, in another archive: somebody packed a CBZ once more. One in a ZIP or a TAR that
 * is not compressed is read where it lies, another is held in memory. Deeper ones stay closed. Undefined when there are
 * pages, or more than one archive inside. Throws ArchiveError when the one inside cannot be read from here.
 */
export async function nestedContent(content: Content): Promise<Content | undefined> {
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

/** Of an archive the limit of a page says nothing. */
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
