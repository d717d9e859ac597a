import { type ComicArchive, openArchive } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import type { Unpacker } from '../../base/formats/helper/unpacker'
import { between } from '../../base/platform/clock'
import type { Clock, Files, Instant } from '../../base/platform/ports'

/** Files open at the same time: one is read while a prefetch or another reader uses the next. */
const MOST_OPEN = 4
/** Long enough to look at a page. A change of the file does not wait for it: the archive is closed first. */
const IDLE_MS = 30_000

/** Background work waits this long after the last page, so that it does not delay the next one. */
const QUIET_MS = 1500

interface OpenArchive {
  archive: Promise<ComicArchive>
  users: number
  /** When a page of the archive was last read. */
  readAt: Instant | undefined
  /** Aborted when the archive is used again. */
  idle: AbortController
  closed: PromiseWithResolvers<void>
}

/** Archives that stay open between two pages, so that the directory of a file is read once per reading. */
export class OpenArchives {
  /** By path and version; least recently used first. */
  private readonly archivesByKey = new Map<string, OpenArchive>()
  private readonly closing = new AbortController()

  constructor(private readonly deps: { files: Pick<Files, 'open'>; unpacker: Unpacker; clock: Clock }) {}

  /** Runs `use` with the open archive and keeps it open meanwhile. Throws ArchiveError. */
  async with<T>(path: string, version: string, use: (archive: ComicArchive) => Promise<T>): Promise<T> {
    return this.use(path, version, use, () => this.deps.clock.now())
  }

  /**
   * The same for background work: waits until the file has not been read for a moment. Throws ArchiveError, also when
   * closed.
   */
  async inBackground<T>(path: string, version: string, use: (archive: ComicArchive) => Promise<T>): Promise<T> {
    const { signal } = this.closing
    for (let rest = 1; rest > 0 && !signal.aborted; ) {
      const readAt = this.archivesByKey.get(keyOf(path, version))?.readAt
      rest = readAt === undefined ? 0 : Math.min(QUIET_MS, QUIET_MS - between(readAt, this.deps.clock.now()))
      if (rest > 0) await this.deps.clock.after(rest, signal)
    }
    if (signal.aborted) throw new ArchiveError('unreadable', 'Panelkeep is closing.')
    return this.use(path, version, use, () => undefined)
  }

  /** Whether anyone read a page within the last half minute. */
  get isReading(): boolean {
    return [...this.archivesByKey.values()].some(({ readAt }) => readAt !== undefined)
  }

  /** Closes unused archives; one in use, or used from now on, closes after its last use. */
  async close(): Promise<void> {
    this.closing.abort()
    await Promise.all([...this.archivesByKey].map(([key, opened]) => this.drop(key, opened)))
  }

  private async use<T>(
    path: string,
    version: string,
    use: (archive: ComicArchive) => Promise<T>,
    readAt: () => Instant | undefined,
  ): Promise<T> {
    const key = keyOf(path, version)
    const opened = this.acquire(key, path)
    opened.readAt = readAt() ?? opened.readAt
    try {
      return await use(await opened.archive)
    } finally {
      opened.readAt = readAt() ?? opened.readAt
      opened.users -= 1
      this.release(key, opened)
    }
  }

  private acquire(key: string, path: string): OpenArchive {
    const found = this.archivesByKey.get(key)
    const opened = found ?? this.open(key, path)
    opened.idle.abort()
    opened.users += 1
    this.archivesByKey.delete(key)
    this.archivesByKey.set(key, opened)
    // An archive that failed to open is not kept: the file may be complete next time.
    if (!found) opened.archive.catch(() => this.forget(key, opened))
    return opened
  }

  private open(key: string, path: string): OpenArchive {
    const { files, unpacker } = this.deps
    const giveWay = () => this.giveWay(key, opened)
    const opened: OpenArchive = {
      archive: openArchive(path, { unpacker, files: { open: (at) => files.open(at, giveWay) } }),
      users: 0,
      readAt: undefined,
      idle: new AbortController(),
      closed: Promise.withResolvers(),
    }
    return opened
  }

  /** Closes the archive at once, or after the page that is being read, before the file changes. */
  private async giveWay(key: string, opened: OpenArchive): Promise<void> {
    await this.drop(key, opened)
    await opened.closed.promise
  }

  private release(key: string, opened: OpenArchive): void {
    if (opened.users > 0) return
    if (this.closing.signal.aborted) this.forget(key, opened)
    if (this.archivesByKey.get(key) !== opened) return void this.closeArchive(opened)
    opened.idle = new AbortController()
    const { signal } = opened.idle
    void this.deps.clock.after(IDLE_MS, signal).then(() => (signal.aborted ? undefined : this.drop(key, opened)))
    for (const [other, old] of this.archivesByKey) {
      if (this.archivesByKey.size <= MOST_OPEN) break
      if (old.users === 0) void this.drop(other, old)
    }
  }

  private async drop(key: string, opened: OpenArchive): Promise<void> {
    this.forget(key, opened)
    opened.idle.abort()
    if (opened.users === 0) await this.closeArchive(opened)
  }

  private forget(key: string, opened: OpenArchive): void {
    if (this.archivesByKey.get(key) === opened) this.archivesByKey.delete(key)
  }

  private async closeArchive(opened: OpenArchive): Promise<void> {
    // The caller already has the error of opening; an error of closing loses nothing, since archives are only read.
    await opened.archive.then((archive) => archive.close()).catch(() => undefined)
    opened.closed.resolve()
  }
}

const keyOf = (path: string, version: string) => `${version} ${path}`
