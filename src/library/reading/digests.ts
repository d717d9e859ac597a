import { basename } from 'node:path'
import { partialMd5 } from '../../base/formats/partial-md5'
import { outsideRequests } from '../../base/platform/caller'
import { isWithin } from '../../base/platform/clock'
import { md5 } from '../../base/platform/digest'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Files, Instant, Log } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import { type FileRow, fileOf } from '../series/file-store'
import { filesAfter, filesWithoutDigests, hasDigests, issuesOfDocument, saveDigests } from './digest-store'
import { downloadName } from './download-name'

const CHUNK = 200
/**
 * A pass over all files runs at most once an hour, because KOReader sends the progress of unknown books at every page.
 */
const WALK_EVERY_MS = 3_600_000

interface Deps {
  db: Database
  clock: Clock
  files: Pick<Files, 'open'>
  log: Log
  /** Whether any device could sync: without one, no disk is read. */
  isWanted: () => boolean
}

/** Computes, in the background, the digests by which KOReader names files. */
export class DocumentDigests {
  /** Called with each digest computed for a file. */
  readonly onDigest: ((document: string) => void)[] = []
  private readonly stopping = new AbortController()
  private passRunning: Promise<void> | undefined
  private passStartedAt: Instant | undefined
  private readonly running = new Set<Promise<void>>()

  constructor(private readonly deps: Deps) {}

  /**
   * The issue and file of a document; undefined when there is none, or several files have the same name. Copies of one
   * file count as the same.
   */
  find(document: string): { issue_id: string; file: FileRow } | undefined {
    const found = issuesOfDocument(this.deps.db.read, document)
    const [first] = found
    const files = new Set(found.map(({ file }) => file.file_id))
    return first && (first.byContent || files.size === 1) ? first : undefined
  }

  /** Computes missing digests of all files, unless a pass is running or one ended within the hour. */
  startPass(): void {
    const now = this.deps.clock.now()
    const isRecent = this.passStartedAt !== undefined && isWithin(this.passStartedAt, now, WALK_EVERY_MS)
    if (this.passRunning || isRecent || this.stopping.signal.aborted || !this.deps.isWanted()) return
    this.passStartedAt = now
    this.passRunning = outsideRequests(() => this.computeAll()).finally(() => {
      this.passRunning = undefined
    })
  }

  async ofSeries(comicId: string): Promise<void> {
    if (!this.deps.isWanted()) return
    for (const file of filesWithoutDigests(this.deps.db.read, comicId)) {
      if (this.stopping.signal.aborted) return
      await this.compute(file)
    }
  }

  /** The whole file of the issue was sent, so the device may open it shortly. */
  digestSoon(issueId: string): void {
    const file = this.deps.isWanted() ? fileOf(this.deps.db.read, issueId) : undefined
    if (!file || hasDigests(this.deps.db.read, file)) return
    const computing = outsideRequests(() => this.compute(file)).finally(() => this.running.delete(computing))
    this.running.add(computing)
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.idle()
  }

  /** Resolves when no digest is being computed. */
  async idle(): Promise<void> {
    await Promise.all([this.passRunning, ...this.running])
  }

  private async computeAll(): Promise<void> {
    let after = ''
    let count = 0
    while (!this.stopping.signal.aborted) {
      const rows = filesAfter(this.deps.db.read, after, CHUNK)
      for (const { file, known } of rows) {
        if (this.stopping.signal.aborted) return
        if (!known) await this.compute(file)
        count += known ? 0 : 1
      }
      const last = rows.at(-1)
      if (!last) break
      after = last.file.file_id
      await nextTurn()
    }
    if (count > 0) this.deps.log.info('reading', 'KOReader digests computed', { files: count })
  }

  private async compute(file: FileRow): Promise<void> {
    const { db, files, log } = this.deps
    try {
      const content = await partialMd5(file.path, files)
      const names = { name: md5(basename(file.path)), served: md5(downloadName(file)) }
      db.write((tx) => saveDigests(tx, file, { content, ...names }))
      for (const document of new Set([content, names.name, names.served])) {
        for (const listener of this.onDigest) listener(document)
      }
    } catch (error) {
      // The disk is unavailable: the next pass tries again.
      log.debug('reading', 'KOReader digest not computed', { path: file.path, reason: String(error) })
    }
  }
}
