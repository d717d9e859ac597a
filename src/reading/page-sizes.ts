import type { Archive, ArchiveFormat } from '../formats/archives/archive'
import { ArchiveError } from '../formats/archives/fault'
import { imageFacts } from '../formats/images/images'
import { between } from '../platform/clock'
import type { Clock } from '../platform/ports'
import { nextTurn } from '../platform/turn'
import type { Database } from '../storage/database'
import type { OpenArchives } from './open-archives'
import type { Pages } from './pages'
import { readingFault, type Source } from './source'
import type { PageSize } from './tables'
import { saveSizes, sizesOf } from './view-store'

/** So much higher than wide is a piece of a strip, not a page. */
const STRIP = 2

/** Whoever asks is answered by then with what is known; the rest is there for whoever asks next. */
const ANSWER_MS = 5000
/** RAR and 7z give whole pages only. So much is unpacked of one file, and so long; what is left stays unknown. */
const MOST_UNPACKED = 500_000_000
const MOST_MS = 60_000
/** Pages between two turns of the event loop: what lies in memory waits for nothing. */
export const PAGES_A_TURN = 50
const UNPACKED_WHOLE: readonly ArchiveFormat[] = ['cbr', 'cb7', 'pdf']

interface Looking {
  /** Grows while it looks. */
  sizes: PageSize[]
  done: Promise<void>
}

interface Deps {
  db: Database
  clock: Clock
  pages: Pages
  shelf: OpenArchives
}

/** How large the pages of an issue are, so that the reader leaves room in the right shape. */
export class PageSizes {
  private readonly underWay = new Map<string, Looking>()

  constructor(private readonly deps: Deps) {}

  /**
   * Pixels of every page, null for one that cannot be read or is not known yet. The first look reads the file. Refuses
   * as `openIssue`.
   */
  async of(issueId: string): Promise<PageSize[]> {
    const source = await this.deps.pages.source(issueId)
    const known = sizesOf(this.deps.db.read, source.file.file_id, source.version)
    if (known) return known
    const key = `${source.file.file_id} ${source.version}`
    const looking = this.underWay.get(key) ?? this.begin(key, source)
    const answered = new AbortController()
    const late = this.deps.clock.after(ANSWER_MS, answered.signal).then(() => 'late' as const)
    const isLate = (await Promise.race([looking.done, late]).finally(() => answered.abort())) === 'late'
    const { sizes } = looking
    return isLate ? Array.from({ length: source.file.page_count }, (_, page) => sizes[page] ?? null) : sizes
  }

  private begin(key: string, source: Source): Looking {
    const sizes: PageSize[] = []
    const done = this.look(source, sizes).finally(() => this.underWay.delete(key))
    done.catch(() => undefined) // whoever waited was told; whoever did not asks again
    const looking = { sizes, done }
    this.underWay.set(key, looking)
    return looking
  }

  private async look(source: Source, sizes: PageSize[]): Promise<void> {
    const { path, version, file } = source
    const { shelf, db } = this.deps
    try {
      const hasHeads = !UNPACKED_WHOLE.includes(file.format)
      if (!hasHeads || !(await shelf.with(path, version, (archive) => headsOf(archive, sizes))))
        await this.unpackInTurn(source, sizes)
    } catch (error) {
      throw readingFault(error, file)
    }
    db.write((tx) => saveSizes(tx, { file_id: file.file_id, pages: sizes, version }))
  }

  /** Page by page while nobody reads the file, as far as that may go. */
  private async unpackInTurn({ path, version }: Source, sizes: PageSize[]): Promise<void> {
    const { shelf, clock } = this.deps
    const count = await shelf.inBackground(path, version, async ({ pages }) => pages.length)
    let [unpacked, tookMs] = [0, 0]
    for (let page = sizes.length; page < count; page++) {
      if (page % PAGES_A_TURN === 0) await nextTurn()
      const isEnough = unpacked > MOST_UNPACKED || tookMs > MOST_MS
      const size = (archive: Archive) => {
        const since = clock.now()
        unpacked += archive.pages[page]?.size ?? 0
        return sizeOf(archive, page).finally(() => {
          tookMs += between(since, clock.now())
        })
      }
      sizes.push(isEnough ? null : await shelf.inBackground(path, version, size))
    }
  }
}

/** False at the first page that has to be unpacked whole: in a TAR or a ZIP packed in a rare way. */
async function headsOf(archive: Archive, sizes: PageSize[]): Promise<boolean> {
  for (const page of archive.pages.keys()) {
    if (page % PAGES_A_TURN === 0) await nextTurn()
    const head = await archive.pageHead(page).catch(emptyWhenFaulty)
    if (!head) return false
    sizes.push(await sizeOf(archive, page, head))
  }
  return true
}

/** The reader says what is wrong with a page when it comes to it. */
function emptyWhenFaulty(error: unknown): Uint8Array {
  if (error instanceof ArchiveError) return new Uint8Array(0)
  throw error
}

async function sizeOf(archive: Archive, page: number, head?: Uint8Array): Promise<PageSize> {
  try {
    const drawn = await archive.pagePixels(page)
    if (drawn) return { ...drawn, type: 'jpeg' }
    const facts = (head && imageFacts(head)) ?? imageFacts(await archive.page(page))
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
