import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { nextTurn } from '../../base/platform/event-loop'
import { orderedId } from '../../base/platform/ordered-id'
import type { Clock, Files, Random } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import { recordMadeRows } from '../../base/storage/made-rows'
import type { Handler, Tools } from '../../base/work/operations'
import { rekeyBookmarks } from '../../library/reading/bookmark-store'
import { isNewer, type ProgressRow, rekeyProgress } from '../../library/reading/progress-row-store'
import { recount } from '../../library/series/counts-store'
import { fileAt, fileOf, linkFileToIssue, markDownloaded, saveFile } from '../../library/series/file-store'
import { findIssue } from '../../library/series/store'
import { FolderSearch, type MatchedFile } from './folder-search'
import { madeRowsOf, READING } from './made-store'
import { movedKey } from './moved-key'
import { migrationProgress } from './progress'
import * as store from './store'

/** Stores a reading of the source. Throws Refusal when it does not fit the file. */
export type StoreReading = (issueId: string, report: { page: number; completed?: boolean; at: string }) => unknown

interface Deps {
  db: Database
  clock: Clock
  random: Random
  archives: ArchiveDeps & { files: Files }
  storeReading: StoreReading
  reconciliation: () => Parameters<typeof migrationProgress>[2]
}

/** When another program read two copies, the reading that got further counts; otherwise the newer one. */
const isFurther = (known: ProgressRow, row: ProgressRow): boolean => {
  const isFromThere = known.device === row.device && known.device_id === null && row.device_id === null
  if (!isFromThere) return isNewer(known, row)
  return known.completed === row.completed ? known.furthest >= row.furthest : known.completed
}

const PULSE_MS = 1000

/**
 * Finds the files of a moved library, series by series, and links those that open to their issues. Files are never
 * moved, renamed or changed. An interrupted run continues with the next series.
 */
export class FileFinder implements Handler {
  private readonly folders: FolderSearch

  constructor(private readonly deps: Deps) {
    this.folders = new FolderSearch(deps)
  }

  async run(payload: unknown, { signal, persist }: Tools): Promise<unknown> {
    const { run_id } = payload as { run_id: string }
    const { db } = this.deps
    let announced = 0
    for (let comicId = store.nextSeries(db.read, run_id); comicId !== undefined; ) {
      if (signal.aborted) return undefined
      const sought = store.expectedFilesOf(db.read, run_id, comicId)
      const found = await this.folders.search(
        { run_id, comicId },
        store.foldersOfSeries(db.read, run_id, comicId),
        sought,
      )
      if (signal.aborted) return undefined
      const isDue = performance.now() - announced >= PULSE_MS
      if (isDue) announced = performance.now()
      const of = { run_id, comic_id: comicId }
      await persist((tx) => {
        this.save(tx, of, found)
        if (isDue) this.announce(tx, run_id)
      })
      await nextTurn()
      const next = store.nextSeries(db.read, run_id)
      // A series that cannot be marked as done would be searched again endlessly.
      if (next === comicId) throw new Error(`series ${comicId} stays unsearched`)
      comicId = next
    }
    await persist((tx) => this.announce(tx, run_id))
    return store.expectedFileCounts(db.read, run_id)
  }

  private save(
    tx: Tx,
    { run_id, comic_id }: { run_id: string; comic_id: string },
    { files, outcomes, unlisted }: Awaited<ReturnType<FolderSearch['search']>>,
  ): void {
    const { clock } = this.deps
    const at = clock.now()
    const touched = new Set([comic_id])
    for (const file of files) for (const comic of this.link(tx, run_id, file, at)) touched.add(comic)
    // Progress belongs to the issue, not to one of its files.
    const read = this.readAll(tx, run_id, outcomes.map(({ sought }) => sought)) // biome-ignore format: one line
    for (const { sought, state, reason } of outcomes) {
      const isRead = read.has(sought.sought_id)
      const found = isRead && sought.path === ''
      store.changeExpectedFile(tx, sought.sought_id, found ? { state: 'found', reason: null } : { state, reason })
    }
    store.markFolderListed(tx, run_id, comic_id, at, unlisted)
    for (const comicId of touched) recount(tx, comicId)
  }

  /** Returns the series of the issues in the file. */
  private link(tx: Tx, runId: string, { issue_ids, facts, content }: MatchedFile, at: string): string[] {
    const rows = issue_ids.flatMap((issueId) => findIssue(tx, issueId) ?? [])
    if (rows.length === 0) return []
    const { path, size, modifiedMs } = facts
    const isNew = fileAt(tx, path) === undefined
    const place = { file_id: orderedId(this.deps.random, at), path, size, modified_ms: modifiedMs, added_at: at }
    const fileId = saveFile(tx, { ...place, ...content })
    const contentKey = content.content_hash ?? fileId
    if (isNew) store.recordMadeRow(tx, runId, 'files', fileId)
    for (const { issue_id } of rows) {
      if (linkFileToIssue(tx, issue_id, fileId)) store.recordMadeRow(tx, runId, 'issue_files', `${issue_id}\n${fileId}`)
      rekeyProgress(tx, movedKey(issue_id), contentKey, { counts: isFurther })
      rekeyBookmarks(tx, movedKey(issue_id), contentKey)
      markDownloaded(tx, issue_id)
    }
    return rows.map(({ comic_id }) => comic_id)
  }

  /** Stores the source's reading progress of these files; returns the ids of those that have a file. */
  private readAll(tx: Tx, runId: string, sought: readonly store.ExpectedFileRow[]): Set<number> {
    const rows = sought.filter(({ read_at }) => read_at !== null)
    const read = new Set<number>()
    if (rows.length === 0) return read
    recordMadeRows(tx, madeRowsOf(runId), READING, () => {
      for (const row of rows) if (this.read(tx, row)) read.add(row.sought_id)
    })
    return read
  }

  private read(tx: Tx, { issue_id, read_page, read_completed, read_at }: store.ExpectedFileRow): boolean {
    if (read_at === null) return false
    const last = (fileOf(tx, issue_id)?.page_count ?? 0) - 1
    if (last < 0) return false
    const completed = read_completed ?? false
    const page = Math.min(read_page ?? (completed ? last : 0), last)
    this.deps.storeReading(issue_id, { page, completed, at: read_at })
    return true
  }

  private announce(tx: Tx, runId: string): void {
    tx.emit({
      type: 'migration.progress',
      progress: migrationProgress(tx, store.findMigrationRun(tx, runId), this.deps.reconciliation()),
    })
  }
}
