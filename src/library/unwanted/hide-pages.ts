import { type ArchiveDeps, openArchive } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { type PageSum, parsePageId, placesOf } from '../../base/formats/archives/page-prints'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Handler, Tools } from '../../base/work/operations'
import { changedMeanwhile } from '../filing/refusals'
import { setHiddenPages } from '../reading/hidden-page-store'
import { type FileRow, fileWithId, hiddenIn, issuesIn } from '../series/file-store'
import { withFoundPages } from './file-pages'
import { filesWithPages } from './files-with-pages'
import { decide } from './page-store'
import { saveHiddenPrints } from './print-store'
import type { PageRule } from './states'

export interface HideDeps {
  db: Database
  clock: Clock
  archives: ArchiveDeps & { files: Files }
  /** Makes the library's row match the file on disk. Throws Refusal. */
  refresh: (issueId: string, fileId: string) => Promise<unknown>
  /** The hash of a file's content; undefined when the file cannot be read now. */
  hashOf: (fileId: string) => Promise<string | undefined>
}

export interface HidePayload {
  page_ids: string[]
  hide: boolean
  rule?: PageRule | null
}

interface HideResult {
  files: number
  done: number
  changed: number
  failed: { path: string; error: string }[]
}

const ALL_PAGES = 'These are all pages of the file. At least one must stay.'
const MOST_FAILURES = 100

/**
 * Hides pages in all files that have them, or shows them again. Files do not change, and a repeated run changes nothing
 * more, so an interrupted one starts again.
 */
export class PageHiding implements Handler {
  constructor(private readonly deps: HideDeps) {}

  async run(payload: unknown, { signal, report, persist }: Tools): Promise<HideResult | undefined> {
    const { db, clock } = this.deps
    const { page_ids, hide, rule } = payload as HidePayload
    const sums = page_ids.flatMap((id) => parsePageId(id) ?? [])
    const decision = { state: hide ? ('hidden' as const) : ('found' as const), decided_at: clock.now() }
    await persist((tx) => decide(tx, sums, { ...decision, ...(rule === undefined ? {} : { rule }) }))
    const fileIds = await filesWithPages(db.read, sums)
    const result: HideResult = { files: fileIds.length, done: 0, changed: 0, failed: [] }
    for (const fileId of fileIds) {
      if (signal.aborted) return undefined
      await this.one(fileId, sums, hide, result)
      result.done += 1
      report(result.done / fileIds.length, { files: result.files, done: result.done, changed: result.changed })
      await nextTurn()
    }
    return result
  }

  private async one(fileId: string, sums: readonly PageSum[], hide: boolean, result: HideResult): Promise<void> {
    try {
      if (await this.apply(fileId, sums, hide)) result.changed += 1
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ArchiveError)) throw error
      const path = fileWithId(this.deps.db.read, fileId)?.path ?? ''
      if (result.failed.length < MOST_FAILURES) result.failed.push({ path, error: error.detail })
    }
  }

  /** Whether anything changed. Throws Refusal or ArchiveError when the file was left as it is. */
  async apply(fileId: string, sums: readonly PageSum[], hide: boolean): Promise<boolean> {
    const { db, archives } = this.deps
    const file = await this.current(fileId)
    if (!file) return false
    const found = hide
      ? await withFoundPages({ db: db.read, archives }, file.path, sums, async ({ archive, places }) => ({
          places,
          pages: archive.pages,
        }))
      : await pagesIn(archives, file.path, sums)
    if (found.places.length === 0) return false
    const hash = await this.deps.hashOf(fileId)
    if (hash === undefined) throw new Refusal('unavailable', 'The file cannot be read.')
    const onDisk = await archives.files.stat(file.path)
    return db.writeReturned((tx) => {
      // Pages were removed meanwhile, or another program wrote the file: the places may be those of other pages.
      const now = fileWithId(tx, fileId)
      const isSame = ({ size, modified_ms }: Pick<FileRow, 'size' | 'modified_ms'>) =>
        size === file.size && modified_ms === file.modified_ms
      if (!now || !onDisk || !isSame(now) || !isSame({ size: onDisk.size, modified_ms: onDisk.modifiedMs }))
        throw changedMeanwhile(file.path)
      const before = hiddenIn(tx, hash)
      const after = hide
        ? [...new Set([...before, ...found.places])].sort((a, b) => a - b)
        : before.filter((page) => !found.places.includes(page))
      if (after.length >= found.pages.length) throw new Refusal('invalid', ALL_PAGES)
      const prints = after.flatMap((page) => {
        const { crc, size } = found.pages[page]!
        return crc === undefined ? [] : [{ page, crc, size }]
      })
      saveHiddenPrints(tx, fileId, prints)
      // A copy with the same content was changed before.
      if (after.length === before.length) return false
      setHiddenPages(tx, hash, after)
      return true
    })
  }

  /** The row of the file as it is on disk; undefined when it left the library. */
  private async current(fileId: string): Promise<FileRow | undefined> {
    const { db, refresh } = this.deps
    const issue = issuesIn(db.read, fileId)[0]
    if (!issue || fileWithId(db.read, fileId)?.gone_at !== null) return undefined
    await refresh(issue.issue_id, fileId)
    return fileWithId(db.read, fileId)
  }
}

/** Showing needs no proof: only pages that are hidden are shown. */
async function pagesIn(archives: ArchiveDeps, path: string, sums: readonly PageSum[]) {
  const archive = await openArchive(path, archives)
  await archive.close()
  return { places: placesOf(archive.pages, sums), pages: archive.pages }
}
