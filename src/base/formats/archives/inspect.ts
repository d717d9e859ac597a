import { type ImageFacts, imageFacts, isCutOff } from '../images/images'
import type { ArchiveFormat, ComicArchive } from './archive'
import { ArchiveError } from './archive-error'

interface PageFacts extends Partial<ImageFacts> {
  index: number
  name: string
  /** What is wrong with the page, as a sentence; absent when it is whole. */
  problem?: string
}

interface Inspection {
  /** Counts only the pages that were read. */
  pages: PageFacts[]
  /** How many of the read pages have a problem. */
  damaged: number
}

/**
 * Reads pages and checks that each one unpacks, matches its checksum, begins like a picture with a size, and does not
 * end early. `'ends'` reads the first and the last page, which a truncated download rarely survives. `'all'` reads
 * every page, except in a PDF, where it reads the ends too: drawing pages is slow and shows no damage.
 */
export async function inspect(archive: ComicArchive<ArchiveFormat>, which: 'ends' | 'all'): Promise<Inspection> {
  const every = archive.pages.map((_, index) => index)
  const isEverything = which === 'all' && archive.format !== 'pdf'
  const indexes = isEverything ? every : every.filter((index) => index === 0 || index === every.length - 1)
  const pages: PageFacts[] = []
  for (const index of indexes) pages.push(await inspectPage(archive, index))
  return { pages, damaged: pages.filter((page) => page.problem).length }
}

async function inspectPage(archive: ComicArchive<ArchiveFormat>, index: number): Promise<PageFacts> {
  const page = { index, name: archive.pages[index]!.name }
  try {
    const bytes = await archive.page(index)
    const facts = imageFacts(bytes)
    if (!facts) return { ...page, problem: `Page ${index + 1} ("${page.name}") has a broken header.` }
    if (isCutOff(bytes, facts.type))
      return { ...page, ...facts, problem: `Page ${index + 1} ("${page.name}") ends too early.` }
    return { ...page, ...facts }
  } catch (error) {
    // A failing disk or helper is not a fault of the page.
    if (error instanceof ArchiveError && error.fault !== 'unreadable') return { ...page, problem: error.detail }
    throw error
  }
}
