/**
 * Pages of a file that readers do not see, by their index among all pages. The other pages are counted without them
 * everywhere: page counts, covers, progress, bookmarks and the addresses of pages.
 */

export interface HiddenPages {
  /** Ascending. */
  pages: number[]
  /** The cover among all pages of the file. */
  cover: number
}

/** Page count and cover of a file, counted with or without hidden pages. */
export interface PageFacts {
  page_count: number
  cover_page: number
}

/** What a library row says of the pages that readers see. */
export interface ShownPages extends PageFacts {
  hidden_pages: HiddenPages | null
}

/** The facts of the whole file, hidden pages included. */
export function allPages({ page_count, cover_page, hidden_pages }: ShownPages): PageFacts {
  if (!hidden_pages) return { page_count, cover_page }
  return { page_count: page_count + hidden_pages.pages.length, cover_page: hidden_pages.cover }
}

/**
 * The facts without some of the pages. A cover that is hidden passes to the next shown page. Pages that the file does
 * not have are ignored, and a file without other pages keeps all.
 */
export function withoutPages({ page_count, cover_page }: PageFacts, hidden: readonly number[]): ShownPages {
  const pages = [...new Set(hidden)].filter((page) => page >= 0 && page < page_count).sort((a, b) => a - b)
  if (pages.length === 0 || pages.length >= page_count) return { page_count, cover_page, hidden_pages: null }
  const shown = shownPages(page_count, pages)
  const cover = shown.findIndex((page) => page >= cover_page)
  return {
    page_count: shown.length,
    cover_page: Math.max(0, cover),
    hidden_pages: { pages, cover: cover_page },
  }
}

/** The indexes of the shown pages among all `count` pages, in reading order. */
export function shownPages(count: number, hidden: readonly number[]): number[] {
  const left = new Set(hidden)
  return Array.from({ length: count }, (_, page) => page).filter((page) => !left.has(page))
}

/** Where every page of a file is counted: the shown pages first, then those that readers do not see. */
export interface PageOrder {
  /** The page at each place, as a number that stays the same between two orders. */
  pages: number[]
  /** How many of them are shown. */
  shown: number
}

/**
 * The order of a file with `count` pages. `removed`: pages that an earlier or later version of the file has in addition;
 * pages are then numbered as in that version.
 */
export function pageOrder(count: number, hidden: readonly number[], removed: readonly number[] = []): PageOrder {
  const kept = shownPages(count + removed.length, removed)
  const shown = shownPages(count, hidden).map((page) => kept[page]!)
  return { pages: [...shown, ...hidden.map((page) => kept[page]!), ...removed], shown: shown.length }
}

/** The place in `to` of each place in `from`. Places that `from` does not have stay. */
export class PageMove {
  private readonly placeOf: Map<number, number>

  constructor(
    readonly from: PageOrder,
    readonly to: PageOrder,
  ) {
    this.placeOf = new Map(to.pages.map((page, place) => [page, place]))
  }

  /** Whether every page keeps its place. */
  get isEmpty(): boolean {
    const { from, to } = this
    return from.shown === to.shown && from.pages.every((page, place) => this.placeOf.get(page) === place)
  }

  /** The new place of a page. A page that is no longer shown is counted after the last one, so that nothing is lost. */
  place(at: number): number {
    const page = this.from.pages[at]
    return (page === undefined ? undefined : this.placeOf.get(page)) ?? at
  }

  /** A shown page: for one that is hidden now the next shown page, or the last. */
  shownPlace(at: number): number {
    for (let each = at; each < this.from.shown; each++) {
      const place = this.place(each)
      if (place < this.to.shown) return place
    }
    return Math.max(0, this.to.shown - 1)
  }

  /** The last shown place of all pages up to this one; 0 when all of them are hidden. */
  furthestPlace(at: number): number {
    let furthest = 0
    for (let each = 0; each <= Math.min(at, this.from.shown - 1); each++) {
      const place = this.place(each)
      if (place < this.to.shown) furthest = Math.max(furthest, place)
    }
    return furthest
  }
}
