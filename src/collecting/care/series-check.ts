import { ArchiveError } from '../../base/formats/archives/archive-error'
import { fileFacts } from '../../base/formats/archives/file-facts'
import { between } from '../../base/platform/clock'
import type { Clock, Log } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import type { FileCheck } from '../../library/checks/file-check'
import { saveFileCheck, type UncheckedFile, uncheckedFilesOf } from '../../library/checks/store'
import { fileWithId } from '../../library/series/file-store'
import { regroupSeries } from './duplicates/grouper'
import type { Archives } from './duplicates/same-pages'
import { factsOf, type SeriesFacts } from './findings/facts-store'
import { writeFindings } from './findings/finding-store'
import { findingsOf } from './findings/rules'
import { readCheck } from './read-check'

interface Deps {
  db: { read: ReadHandle }
  clock: Clock
  log: Log
  archives: Archives
  /** Whether someone is reading. */
  isReading: () => boolean
}

interface Work {
  signal: AbortSignal
  persist: (work: (tx: Tx) => void) => Promise<unknown>
}

interface ReadFile {
  file: UncheckedFile
  check: FileCheck | { problem: string }
}

/** Files of one transaction. */
const BATCH = 20
const MOST_REST_MS = 5000
const READING_MS = 5000

/** Reads the directories of the files of one series that changed since they were read, and updates its lists. */
export class SeriesCheck {
  /** The check is paused because someone is reading. */
  waits = false

  constructor(private readonly deps: Deps) {}

  /** Pauses as long as each read took, and while someone is reading. Returns the number of files. */
  async readFiles(comicId: string, { signal, persist }: Work): Promise<number> {
    const { db, clock } = this.deps
    const unread = uncheckedFilesOf(db.read, comicId)
    let count = 0
    for (let from = 0; from < unread.length && !signal.aborted; from += BATCH) {
      await this.waitForReaders(signal)
      const began = clock.now()
      const read: ReadFile[] = []
      for (const file of unread.slice(from, from + BATCH)) {
        if (signal.aborted) break
        const check = await this.read(file)
        if (check) read.push({ file, check })
      }
      if (read.length > 0) await persist((tx) => saveRead(tx, read))
      count += read.length
      const spent = between(began, clock.now())
      if (spent > 0) await clock.after(Math.min(MOST_REST_MS, spent), signal)
    }
    return count
  }

  /** Updates what the lists say about the series. Returns the number of its files. */
  update(tx: Tx, comicId: string): number {
    regroupSeries(tx, comicId)
    const facts = this.facts(comicId)
    this.updateFindings(tx, facts)
    return facts.files.length
  }

  facts(comicId: string): SeriesFacts {
    const { db, clock } = this.deps
    return factsOf(db.read, comicId, clock.now().slice(0, 10))
  }

  updateFindings(tx: Tx, facts: SeriesFacts): void {
    writeFindings(tx, facts.comic_id, findingsOf(facts))
  }

  private async waitForReaders(signal: AbortSignal): Promise<void> {
    const { clock, isReading } = this.deps
    while (isReading() && !signal.aborted) {
      this.waits = true
      await clock.after(READING_MS, signal)
    }
    this.waits = false
  }

  /** Undefined when the file changed since the last scan, or cannot be reached. */
  private async read(file: UncheckedFile): Promise<ReadFile['check'] | undefined> {
    const { archives, log } = this.deps
    try {
      const now = await fileFacts(archives.files, file.path)
      if (now.size !== file.size || now.modifiedMs !== file.modified_ms) return undefined
      return await readCheck(file, archives)
    } catch (error) {
      if (error instanceof ArchiveError && error.fault !== 'unreadable') return { problem: error.detail }
      log.debug('care', 'directory of a file not read', { path: file.path, error })
      return undefined
    }
  }
}

function saveRead(tx: Tx, read: readonly ReadFile[]): void {
  for (const { file, check } of read) {
    const row = fileWithId(tx, file.file_id)
    if (row?.size === file.size && row.modified_ms === file.modified_ms) saveFileCheck(tx, file, check)
  }
}
