import { basename } from 'node:path'
import { partialMd5 } from '../formats/partial-md5'
import { isWithin } from '../platform/clock'
import { md5 } from '../platform/digest'
import type { Clock, Files, Instant, Log } from '../platform/ports'
import { nextTurn } from '../platform/turn'
import { type FileRow, fileOf } from '../series/file-store'
import type { Database } from '../storage/database'
import { filesAfter, hasDigests, issuesOfDocument, saveDigests, unnamedFiles } from './digest-store'
import { fileName } from './file-name'

const CHUNK = 200
/** Whoever reads books that are not in the library asks for them at every page. */
const WALK_EVERY_MS = 3_600_000

interface Deps {
  db: Database
  clock: Clock
  files: Pick<Files, 'open'>
  log: Log
  /** Whether anybody could sync at all: the disks of everybody else are left alone. */
  isWanted: () => boolean
}

/** The names that KOReader gives to the files of the library, found out beside everything else. */
export class DocumentDigests {
  /** Told of each name that a file was found to have. */
  readonly onNamed: ((document: string) => void)[] = []
  private readonly stopping = new AbortController()
  private walk: Promise<void> | undefined
  private walkedAt: Instant | undefined
  private readonly looks = new Set<Promise<void>>()

  constructor(private readonly deps: Deps) {}

  /**
   * The issue and file that a document is; undefined when none is, or when several files go by the same name. By its
   * content, copies of one file are the same.
   */
  find(document: string): { issue_id: string; file: FileRow } | undefined {
    const found = issuesOfDocument(this.deps.db.read, document)
    const [first] = found
    const files = new Set(found.map(({ file }) => file.file_id))
    return first && (first.byContent || files.size === 1) ? first : undefined
  }

  /** Looks at every file that nobody looked at, unless that is under way or was done within the hour. */
  begin(): void {
    const now = this.deps.clock.now()
    const isRecent = this.walkedAt !== undefined && isWithin(this.walkedAt, now, WALK_EVERY_MS)
    if (this.walk || isRecent || this.stopping.signal.aborted || !this.deps.isWanted()) return
    this.walkedAt = now
    this.walk = this.all().finally(() => {
      this.walk = undefined
    })
  }

  async ofSeries(comicId: string): Promise<void> {
    if (!this.deps.isWanted()) return
    for (const file of unnamedFiles(this.deps.db.read, comicId)) {
      if (this.stopping.signal.aborted) return
      await this.look(file)
    }
  }

  /** The file of the issue went out whole, so somebody may open it in a moment. */
  served(issueId: string): void {
    const file = this.deps.isWanted() ? fileOf(this.deps.db.read, issueId) : undefined
    if (!file || hasDigests(this.deps.db.read, file)) return
    const look = this.look(file).finally(() => this.looks.delete(look))
    this.looks.add(look)
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.idle()
  }

  /** Resolves when nothing is looked at any more. */
  async idle(): Promise<void> {
    await Promise.all([this.walk, ...this.looks])
  }

  private async all(): Promise<void> {
    let after = ''
    let count = 0
    while (!this.stopping.signal.aborted) {
      const rows = filesAfter(this.deps.db.read, after, CHUNK)
      for (const { file, known } of rows) {
        if (this.stopping.signal.aborted) return
        if (!known) await this.look(file)
        count += known ? 0 : 1
      }
      const last = rows.at(-1)
      if (!last) break
      after = last.file.file_id
      await nextTurn()
    }
    if (count > 0) this.deps.log.info('reading', 'files named for KOReader', { files: count })
  }

  private async look(file: FileRow): Promise<void> {
    const { db, files, log } = this.deps
    try {
      const content = await partialMd5(file.path, files)
      const names = { name: md5(basename(file.path)), served: md5(fileName(file)) }
      db.write((tx) => saveDigests(tx, file, { content, ...names }))
      for (const document of new Set([content, names.name, names.served])) {
        for (const tell of this.onNamed) tell(document)
      }
    } catch (error) {
      // A disk that is away: the next walk comes by again.
      log.debug('reading', 'file not named for KOReader', { path: file.path, reason: String(error) })
    }
  }
}
