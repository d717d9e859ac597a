import type { ComicArchive } from './archive'
import { type HiddenPages, shownPages } from './page-order'

/** The archive as readers see it: without its hidden pages. Its entries and documents stay. */
export function shownArchive(archive: ComicArchive, hidden: HiddenPages | null): ComicArchive {
  if (!hidden) return archive
  const shown = shownPages(archive.pages.length, hidden.pages)
  const pageOf = (index: number) => {
    const page = shown[index]
    if (page === undefined) throw new RangeError(`Page ${index} of ${shown.length} pages.`)
    return page
  }
  return {
    ...archive,
    pages: shown.map((page) => archive.pages[page]!),
    page: async (index) => archive.page(pageOf(index)),
    pageHead: async (index) => archive.pageHead(pageOf(index)),
    pagePixels: async (index) => archive.pagePixels(pageOf(index)),
    coverIndex: (info) => Math.max(0, shown.indexOf(archive.coverIndex(info))),
  }
}
