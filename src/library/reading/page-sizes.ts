import type { ArchiveFormat, ComicArchive } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { shownArchive } from '../../base/formats/archives/shown-archive'
import { imageFacts } from '../../base/formats/images/images'
import { between } from '../../base/platform/clock'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { FileRow } from '../series/file-store'
import type { OpenArchives } from './open-archives'
import type { Pages } from './pages'
import { type FileSource, readingFault } from './source'
import type { PageSize } from './tables'
import { saveSizes, sizesOf } from './view-store'

/** A page this many times higher than wide is a piece of a strip. */
const STRIP = 2

/** The reply waits this long; sizes measured later are in the next reply. */
const ANSWER_MS = 5000
/**
 * RAR and 7z give whole pages only. This limits how much of one file is unpacked, and for how long; other sizes stay
 * unknown.
 */
const MOST_UNPACKED = 500_000_000
const MOST_MS = 60_000
/** Pages between two turns of the event loop: reading from memory never yields. */
export const PAGES_A_TURN = 50
const UNPACKED_WHOLE: readonly ArchiveFormat[] = ['cbr', 'cb7', 'pdf']

interface Measurement {
  /** Filled while pages are measured. */
  sizes: PageSize[]
  done: Promise<void>
}

interface Deps {
  db: Database
  clock: Clock
  pages: Pages
  openArchives: OpenArchives
}

/** The sizes of an issue's pages, so that the reader page reserves the right space. */
export class PageSizes {
  private readonly underWay = new Map<string, Measurement>()

  constructor(private readonly deps: Deps) {}

  /**
   * Pixels of every page, null for a page that is unreadable or not measured yet. The first call reads the file.
   * Refuses like `openIssue`.
   */
  async of(issueId: string): Promise<PageSize[]> {
    const source = await this.deps.pages.source(issueId)
    const known = sizesOf(this.deps.db.read, source.file.file_id, source.version)
    if (known) return known
    const key = `${source.file.file_id} ${source.version}`
    const looking = this.underWay.get(key) ?? this.startMeasuring(key, source)
    const answered = new AbortController()
    const late = this.deps.clock.after(ANSWER_MS, answered.signal).then(() => 'late' as const)
    const isLate = (await Promise.race([looking.done, late]).finally(() => answered.abort())) === 'late'
    const { sizes } = looking
    return isLate ? Array.from({ length: source.file.page_count }, (_, page) => sizes[page] ?? null) : sizes
  }

  private startMeasuring(key: string, source: FileSource): Measurement {
    const sizes: PageSize[] = []
    const done = this.measure(source, sizes).finally(() => this.underWay.delete(key))
    done.catch(() => undefined) // a waiting caller gets the error; the next call tries again
    const looking = { sizes, done }
    this.underWay.set(key, looking)
    return looking
  }

  private async measure(source: FileSource, sizes: PageSize[]): Promise<void> {
    const { path, version, file } = source
    const { openArchives, db } = this.deps
    const shown = shownTo(file)
    try {
      const hasHeads = !UNPACKED_WHOLE.includes(file.format)
      if (
        !hasHeads ||
        !(await openArchives.with(
          path,
          version,
          shown((archive) => headsOf(archive, sizes)),
        ))
      )
        await this.unpackInTurn(source, sizes)
    } catch (error) {
      throw readingFault(error, file)
    }
    db.write((tx) => saveSizes(tx, { file_id: file.file_id, pages: sizes, version }))
  }

  /** Measures page by page while the file is not being read, up to the limits. */
  private async unpackInTurn({ path, version, file }: FileSource, sizes: PageSize[]): Promise<void> {
    const { openArchives, clock } = this.deps
    const shown = shownTo(file)
    const count = await openArchives.inBackground(
      path,
      version,
      shown(async ({ pages }) => pages.length),
    )
    let [unpacked, tookMs] = [0, 0]
    for (let page = sizes.length; page < count; page++) {
      if (page % PAGES_A_TURN === 0) await nextTurn()
      const isEnough = unpacked > MOST_UNPACKED || tookMs > MOST_MS
      const size = (archive: ComicArchive) => {
        const since = clock.now()
        unpacked += archive.pages[page]?.size ?? 0
        return sizeOf(archive, page).finally(() => {
          tookMs += between(since, clock.now())
        })
      }
      sizes.push(isEnough ? null : await openArchives.inBackground(path, version, shown(size)))
    }
  }
}

/** Gives a function the archive as readers see it. */
const shownTo =
  ({ hidden_pages }: FileRow) =>
  <T>(use: (archive: ComicArchive) => Promise<T>) =>
  (archive: ComicArchive) =>
    use(shownArchive(archive, hidden_pages))

/** False at the first page that has to be unpacked whole: in a TAR, or a ZIP with a rare compression method. */
async function headsOf(archive: ComicArchive, sizes: PageSize[]): Promise<boolean> {
  for (const page of archive.pages.keys()) {
    if (page % PAGES_A_TURN === 0) await nextTurn()
    const head = await archive.pageHead(page).catch(emptyWhenFaulty)
    if (!head) return false
    sizes.push(await sizeOf(archive, page, head))
  }
  return true
}

/** The reader page reports the fault when that page is shown. */
function emptyWhenFaulty(error: unknown): Uint8Array {
  if (error instanceof ArchiveError) return new Uint8Array(0)
  throw error
}

async function sizeOf(archive: ComicArchive, page: number, head?: Uint8Array): Promise<PageSize> {
  try {
    const drawn = await archive.pagePixels(page)
    if (drawn) return { ...drawn, type: 'jpeg' }
    const facts = (head && imageFacts(head)) ?? imageFacts(await archive.page(page))
    return facts ? { width: facts.width, height: facts.height, type: facts.type } : null
  } catch (error) {
    if (error instanceof ArchiveError) return null // the reader page reports the fault when that page is shown
    throw error
  }
}

/** Whether most pages are pieces of a strip that is read downwards. */
export function isStrip(pages: readonly PageSize[]): boolean {
  const known = pages.filter((page) => page !== null)
  return known.length > 0 && known.filter(({ width, height }) => height > width * STRIP).length * 2 > known.length
}
