import type { ArchiveDeps } from '../../../base/formats/archives/archive'
import { ArchiveError } from '../../../base/formats/archives/archive-error'
import { fileFacts } from '../../../base/formats/archives/file-facts'
import { between } from '../../../base/platform/clock'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Files, Log } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Database, Tx } from '../../../base/storage/database'
import type { Handler, Operations, Tools } from '../../../base/work/operations'
import { readDocuments } from '../../../library/recognition/service'
import { fileWithId } from '../../../library/series/file-store'
import { type StatedFacts, statedFactsOf } from '../scan/read-facts'
import { READ_FILES } from '../states'
import { saveDetails } from './file-details'
import { addSharedFacts } from './shared-series-facts'
import { findStatement, nextSeries, saveStatement, type UnreadFile, unreadFilesOf } from './statement-store'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  operations: Pick<Operations, 'active' | 'enqueue'>
  archives: ArchiveDeps & { files: Files }
  /** Providers, the preferred one first. */
  order: () => readonly ProviderName[]
}

/** A file, with its metadata; undefined for a file that has none. */
interface ReadFile {
  file: UnreadFile
  stated: StatedFacts | undefined
}

/** Files of one transaction. */
const BATCH = 20
const MOST_REST_MS = 5000

/**
 * Reads the metadata in library files that no version or an older one has read, series by series. The row of a
 * statement says that its file was read, so an interrupted run continues with the others. Files that changed since the
 * last scan are left to the next one, and files on a disk that is not connected to the next run.
 */
export class MetadataPass implements Handler {
  constructor(private readonly deps: Deps) {}

  /** Starts a pass unless one is active. */
  begin(): void {
    const { operations } = this.deps
    if (operations.active(READ_FILES).length === 0)
      operations.enqueue({ kind: READ_FILES, subject: 'all', payload: {} })
  }

  async run(_payload: unknown, tools: Tools): Promise<{ files: number } | undefined> {
    const { db } = this.deps
    let files = 0
    for (let id = nextSeries(db.read, ''); id !== undefined && !tools.signal.aborted; id = nextSeries(db.read, id)) {
      files += await this.readSeries(id, tools)
      await nextTurn()
    }
    return tools.signal.aborted ? undefined : { files }
  }

  /** Pauses as long as it read, because the user works on this machine. Returns the number of files. */
  private async readSeries(comicId: string, { signal, persist }: Tools): Promise<number> {
    const { db, clock } = this.deps
    const unread = unreadFilesOf(db.read, comicId)
    let count = 0
    for (let from = 0; from < unread.length && !signal.aborted; from += BATCH) {
      const began = clock.now()
      const read: ReadFile[] = []
      for (const file of unread.slice(from, from + BATCH)) {
        if (signal.aborted) break
        const found = await this.read(file)
        if (found) read.push(found)
      }
      const isLast = from + BATCH >= unread.length
      if (read.length > 0) await persist((tx) => this.save(tx, comicId, read, isLast))
      count += read.length
      const spent = between(began, clock.now())
      if (spent > 0) await clock.after(Math.min(MOST_REST_MS, spent), signal)
    }
    return count
  }

  /** Undefined when the file changed since the last scan, or cannot be reached. */
  private async read(file: UnreadFile): Promise<ReadFile | undefined> {
    const { archives, log } = this.deps
    const { path, size, modified_ms } = file
    try {
      const now = await fileFacts(archives.files, path)
      if (now.size !== size || now.modifiedMs !== modified_ms) return undefined
      return { file, stated: statedFactsOf(await readDocuments(path, archives)) }
    } catch (error) {
      if (error instanceof ArchiveError && error.fault !== 'unreadable') return { file, stated: undefined }
      log.debug('imports', 'metadata of a file not read', { path, error })
      return undefined
    }
  }

  private save(tx: Tx, comicId: string, read: readonly ReadFile[], isLast: boolean): void {
    const context = { at: this.deps.clock.now(), order: this.deps.order() }
    for (const { file, stated } of read) {
      const { file_id, size, modified_ms } = file
      const row = fileWithId(tx, file_id)
      if (row?.size !== size || row.modified_ms !== modified_ms) continue
      if (stated) saveDetails(tx, file_id, stated, context)
      else saveStatement(tx, file_id, findStatement(tx, file_id) ?? {})
    }
    if (isLast) addSharedFacts(tx, comicId, context)
  }
}
