import type { AppEvent } from '../../base/events/types'
import { type ArchiveDeps, type ComicArchive, openArchive } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { fileFacts } from '../../base/formats/archives/file-facts'
import { endPrints, type PagePrint, type PageSum, pageId } from '../../base/formats/archives/page-prints'
import { hashDistance } from '../../base/formats/images/cover-hash'
import { outsideRequests } from '../../base/platform/caller'
import { between } from '../../base/platform/clock'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Files, Log } from '../../base/platform/ports'
import type { ProviderName } from '../../base/providers/descriptors'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { Handler, Operations, Tools } from '../../base/work/operations'
import { hasPagesBack } from '../filing/store'
import type { PageMark } from '../metadata/providers/provider'
import { changeFileIssueFacts } from '../metadata/sync/facts-from-files'
import { pageMarksIn } from '../recognition/service'
import { type FileRow, fileOf, fileWithId, issuesIn } from '../series/file-store'
import { findIssue } from '../series/store'
import type { PageHiding } from './hide-pages'
import { decodePage } from './page-decoding'
import * as pages from './page-store'
import * as prints from './print-store'
import { CHECK_PAGES, REMOVE_PAGES } from './states'
import type { PageThumbs } from './thumbs'

export interface CheckDeps {
  db: Database
  clock: Clock
  log: Log
  operations: Pick<Operations, 'active' | 'enqueue'>
  archives: ArchiveDeps & { files: Files }
  hiding: PageHiding
  thumbs: PageThumbs
  /** Providers, the preferred one first. */
  order: () => readonly ProviderName[]
  /** Whether someone is reading. */
  isReading: () => boolean
  /** The series after this one, in any fixed order. */
  nextSeries: (after: string) => string | undefined
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/**
 * Pages whose hashes differ in at most this many of 64 bits look alike. Of different pages 0.02 % do, of copies in other
 * sizes and qualities 0.4 % do not (`near-pages.test.ts`).
 */
export const MOST_DIFFERENT_BITS = 4
/** A scan changes many series: they are collected for a moment. */
const SOON_MS = 15_000
const MOST_REST_MS = 5000
/** The pause between two tries while someone is reading. */
const PAUSE_MS = 2000
const AT_ONCE = 500
/** Files of one transaction: sums are in no order, so every row is on another page of the database. */
const FILES_AT_ONCE = 50
const SAMPLES = 3

interface ReadFile extends ReadPages {
  file: FileRow
}

interface ReadPages {
  found: PagePrint[]
  /** The pages that a changed file marks; a scan reads those of a new one. */
  marks?: PageMark[]
}

interface Removal {
  file_id: string
  page_id: string
}

type EarlierPrints = ReturnType<typeof prints.earlierPrints>

/**
 * Finds pages that are in several files: by the checksums in the directories of archives, so that no page is read. Only
 * pages in enough files are decoded, once. Pauses while someone reads, and as long as it worked.
 */
export class PageCheck implements Handler {
  private readonly due = new Set<string>()
  private readonly stopping = new AbortController()
  private working: Promise<void> | undefined

  constructor(private readonly deps: CheckDeps) {
    deps.subscribe((event) => {
      if (event.type !== 'series.changed') return
      this.due.add(event.comic_id)
      this.working ??= outsideRequests(() => this.followChanges())
    })
  }

  /** Starts a pass over the library unless one is active. */
  begin(): void {
    const { operations } = this.deps
    if (operations.active(CHECK_PAGES).length === 0)
      operations.enqueue({ kind: CHECK_PAGES, subject: 'all', payload: {} })
  }

  async run(_payload: unknown, { signal }: Tools): Promise<{ files: number } | undefined> {
    const { db, nextSeries } = this.deps
    let files = 0
    for (let id = nextSeries(''); id !== undefined && !signal.aborted; id = nextSeries(id)) {
      files += await this.checkSeries(id, signal)
      await nextTurn()
    }
    for (let at: number | undefined = 0; at !== undefined && !signal.aborted; await nextTurn()) {
      const after: number = at
      at = await db.writeReturned((tx) => prints.dropLostFiles(tx, after, AT_ONCE))
    }
    await this.lookAtPages(signal)
    return signal.aborted ? undefined : { files }
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.working
  }

  private async followChanges(): Promise<void> {
    const { clock, log } = this.deps
    const { signal } = this.stopping
    try {
      // Series may change while pages are decoded, which waits for readers.
      while (this.due.size > 0 && !signal.aborted) {
        await clock.after(SOON_MS, signal)
        await this.checkDue(signal)
        await this.lookAtPages(signal)
      }
    } catch (error) {
      log.error('unwanted', 'pages not checked', { error })
    } finally {
      this.working = undefined
    }
  }

  private async checkDue(signal: AbortSignal): Promise<void> {
    for (const comicId of this.due) {
      if (signal.aborted) return
      this.due.delete(comicId)
      await this.checkSeries(comicId, signal)
      await nextTurn()
    }
  }

  /** Checks the new and changed files of a series; returns how many. */
  private async checkSeries(comicId: string, signal: AbortSignal): Promise<number> {
    const { db, operations } = this.deps
    const fileIds = prints.unreadFilesOf(db.read, comicId)
    const removals: Removal[] = []
    for (let from = 0; from < fileIds.length && !signal.aborted; from += FILES_AT_ONCE) {
      const read: ReadFile[] = []
      for (const fileId of fileIds.slice(from, from + FILES_AT_ONCE))
        await this.inTurn(signal, async () => {
          const found = await this.read(fileId)
          if (found) read.push(found)
        })
      removals.push(...(await this.save(read)))
      await nextTurn()
    }
    // Files with the same pages together: a rule for one file says nothing about the next.
    const pagesOf = Map.groupBy(removals, ({ file_id }) => file_id)
    const same = Map.groupBy(pagesOf, ([, own]) =>
      own
        .map(({ page_id }) => page_id)
        .sort()
        .join(),
    )
    for (const [pageIds, some] of same) {
      const file_ids = some.map(([fileId]) => fileId)
      const payload = { file_ids, comic_id: comicId, page_ids: pageIds.split(',') }
      operations.enqueue({ kind: REMOVE_PAGES, subject: `new ${file_ids[0]}`, payload })
    }
    return fileIds.length
  }

  /** Waits for readers, and afterwards as long as the work took, because the user works on this machine. */
  private async inTurn(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const { clock, isReading } = this.deps
    while (isReading() && !signal.aborted) await clock.after(PAUSE_MS, signal)
    if (signal.aborted) return
    const began = clock.now()
    await work()
    const spent = between(began, clock.now())
    if (spent > 0) await clock.after(Math.min(MOST_REST_MS, spent), signal)
  }

  /** Stores the pages of a file that was changed here. */
  async checkFile(fileId: string): Promise<void> {
    const found = await this.read(fileId)
    if (found) await this.save([found])
  }

  private async read(fileId: string): Promise<ReadFile | undefined> {
    const file = fileWithId(this.deps.db.read, fileId)
    const read = file && file.gone_at === null ? await this.pagesOf(file) : undefined
    return file && read && { file, ...read }
  }

  /** Stores the pages of files together and applies the user's decisions. Returns what is to be removed. */
  private async save(read: readonly ReadFile[]): Promise<Removal[]> {
    const { db } = this.deps
    const before = read.map(({ file }) => prints.earlierPrints(db.read, file.file_id))
    await db.writeReturned((tx) => {
      for (const { file, found, marks } of read) {
        prints.savePrints(tx, file, found)
        if (marks) this.saveMarks(tx, file.file_id, marks)
      }
    })
    const removals: Removal[] = []
    for (const [at, each] of read.entries()) removals.push(...(await this.applyDecisions(each, before[at])))
    return removals
  }

  /**
   * Hides pages that were hidden in the earlier version of a file, and in a new file those with a rule. Returns the
   * pages that a rule removes.
   */
  private async applyDecisions({ file, found }: ReadFile, earlier: EarlierPrints): Promise<Removal[]> {
    const { file_id } = file
    const isIn = (sums: readonly PageSum[]) => {
      const ids = new Set(sums.map(pageId))
      return (page: PageSum) => ids.has(pageId(page))
    }
    const again = (earlier?.hidden ?? []).filter((page) => isIn(found)(page) && this.isUnwanted(page))
    // A page that came back into a known file was brought back by the user, and stays when the file changes again.
    const isNew = earlier ? isIn(earlier.prints) : () => true
    const wanted = pages
      .ruledAmong(this.deps.db.read, found)
      .filter((page) => isNew(page) && page.decided_at !== null && file.added_at >= page.decided_at)
    const ruled = wanted.length > 0 && hasPagesBack(this.deps.db.read, file_id) ? [] : wanted
    const toRemove = ruled.filter(({ rule }) => rule === 'remove' && file.format === 'cbz')
    const toHide: PageSum[] = [...again, ...ruled.filter((page) => !toRemove.includes(page))]
    if (toHide.length > 0) await this.hide(file_id, toHide, true)
    // The file came back, with its hidden pages, after the user showed them everywhere else.
    const hidden = new Set(file.hidden_pages?.pages)
    const toShow = found.filter((page) => hidden.has(page.page) && this.isUnwanted(page) === false)
    if (toShow.length > 0) await this.hide(file_id, toShow, false)
    return toRemove.map((page) => ({ file_id, page_id: pageId(page) }))
  }

  /** Undefined when the file cannot be reached or changed since the last scan; the next pass tries again. */
  private async pagesOf({ file_id, path, size, modified_ms, format }: FileRow): Promise<ReadPages | undefined> {
    const { db, archives, log } = this.deps
    try {
      const now = await fileFacts(archives.files, path)
      if (now.size !== size || now.modifiedMs !== modified_ms) return undefined
      if (format === 'pdf') return { found: [] }
      const archive = await openArchive(path, archives)
      try {
        const found = endPrints(archive.pages)
        const marks = prints.earlierPrints(db.read, file_id) && (await marksOf(archive))
        return { found, ...(marks && { marks }) }
      } finally {
        await archive.close()
      }
    } catch (error) {
      if (error instanceof ArchiveError && error.fault !== 'unreadable') return { found: [] }
      log.debug('unwanted', 'pages of a file not checked', { path, error })
      return undefined
    }
  }

  /** Marks are numbered by page, so those of a file without some of its pages are others. */
  private saveMarks(tx: Tx, fileId: string, marks: readonly PageMark[]): void {
    const { clock, order } = this.deps
    const change = { page_marks: marks.length > 0 ? [...marks] : undefined }
    for (const { issue_id, comic_id } of issuesIn(tx, fileId)) {
      const row = fileOf(tx, issue_id)?.file_id === fileId ? findIssue(tx, issue_id) : undefined
      if (row && changeFileIssueFacts(tx, row, { change, at: clock.now(), order: order() }))
        tx.emit({ type: 'issue.changed', issue_id, comic_id })
    }
  }

  /** Undefined for a page that nobody decided about. */
  private isUnwanted(sum: PageSum): boolean | undefined {
    const page = pages.findPage(this.deps.db.read, sum)
    return page && (page.state === 'hidden' || page.rule !== null)
  }

  private async hide(fileId: string, sums: readonly PageSum[], hide: boolean): Promise<void> {
    try {
      await this.deps.hiding.apply(fileId, sums, hide)
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ArchiveError)) throw error
      this.deps.log.info('unwanted', 'pages not hidden', { file_id: fileId, reason: error.detail })
    }
  }

  /** Decodes the pages that are in enough files by now. */
  private async lookAtPages(signal: AbortSignal): Promise<void> {
    const { db } = this.deps
    for (;;) {
      const [page] = pages.unseenPages(db.read, 1)
      if (!page || signal.aborted) return
      await this.inTurn(signal, () => this.look(page))
    }
  }

  private async look(page: pages.RepeatedPage): Promise<void> {
    const { db, archives, thumbs } = this.deps
    for (const { file, page: at } of prints.samplesOf(db.read, page, SAMPLES)) {
      const bytes = await thumbs.pageOf(file.path, at, page)
      const seen = bytes && (await decodePage(bytes, archives.unpacker))
      if (!seen) continue
      const { picture, picture_hash, ...facts } = seen
      await thumbs.keep(page, picture)
      const look = picture_hash === undefined ? 'plain' : 'seen'
      const near_to = picture_hash === undefined ? null : nearest(picture_hash, pages.groupHashes(db.read))
      await db.writeReturned((tx) =>
        pages.savePageDecoding(tx, page, { ...facts, look, near_to, ...(picture_hash && { picture_hash }) }),
      )
      return
    }
    await db.writeReturned((tx) => pages.savePageDecoding(tx, page, { look: 'unreadable' }))
  }
}

/** Undefined when the document cannot be read. */
async function marksOf(archive: ComicArchive): Promise<PageMark[] | undefined> {
  try {
    const document = await archive.comicInfo()
    return document ? pageMarksIn(document) : []
  } catch (error) {
    if (!(error instanceof ArchiveError) || error.fault === 'unreadable') throw error
    return undefined
  }
}

/** The group of the most similar page. */
function nearest(hash: string, groups: readonly { page_id: string; picture_hash: string }[]): string | null {
  let best: { page_id: string; distance: number } | undefined
  for (const { page_id, picture_hash } of groups) {
    const distance = hashDistance(hash, picture_hash) ?? 64
    if (distance <= MOST_DIFFERENT_BITS && distance < (best?.distance ?? 65)) best = { page_id, distance }
  }
  return best?.page_id ?? null
}
