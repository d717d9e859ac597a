import type { Archive } from '../formats/archive'
import { ArchiveError } from '../formats/archive-fault'
import { imageFacts } from '../formats/images'
import type { Database } from '../storage/database'
import type { Pages } from './pages'
import type { Shelf } from './shelf'
import { readingFault, type Source } from './source'
import type { PageSize } from './tables'
import { saveSizes, sizesOf } from './view-store'

/** So much higher than wide is a piece of a strip, not a page. */
const STRIP = 2

/** How large the pages of an issue are, so that the reader leaves room in the right shape. */
export class PageSizes {
  private readonly underWay = new Map<string, Promise<PageSize[]>>()

  constructor(private readonly deps: { db: Database; pages: Pages; shelf: Shelf }) {}

  /** Pixels of every page, null for one that cannot be read. The first look reads the file. Refuses as `openIssue`. */
  async of(issueId: string): Promise<PageSize[]> {
    const source = await this.deps.pages.source(issueId)
    const known = sizesOf(this.deps.db.read, source.file.file_id, source.version)
    if (known) return known
    const key = `${source.file.file_id} ${source.version}`
    const look = this.underWay.get(key) ?? this.look(source)
    this.underWay.set(key, look)
    return look.finally(() => this.underWay.delete(key))
  }

  private async look(source: Source): Promise<PageSize[]> {
    const { path, version, file } = source
    const sizes: PageSize[] = []
    try {
      await this.deps.shelf.with(path, version, async (archive) => {
        for (const index of archive.pages.keys()) sizes.push(await sizeOf(archive, index))
      })
    } catch (error) {
      throw readingFault(error, file)
    }
    this.deps.db.write((tx) => saveSizes(tx, { file_id: file.file_id, pages: sizes, version }))
    return sizes
  }
}

async function sizeOf(archive: Archive, index: number): Promise<PageSize> {
  // A page of a PDF has no size before it is drawn, and drawing all of them takes minutes.
  if (archive.format === 'pdf') return null
  try {
    const facts = imageFacts(await archive.pageHead(index)) ?? imageFacts(await archive.page(index))
    return facts ? { width: facts.width, height: facts.height, type: facts.type } : null
  } catch (error) {
    if (error instanceof ArchiveError) return null // the reader says what is wrong with it when it comes to it
    throw error
  }
}

/** Whether most pages are pieces of a strip that is read downwards. */
export function isStrip(pages: readonly PageSize[]): boolean {
  const known = pages.filter((page) => page !== null)
  return known.length > 0 && known.filter(({ width, height }) => height > width * STRIP).length * 2 > known.length
}
