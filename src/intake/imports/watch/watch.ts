import { between } from '../../../base/platform/clock'
import type { Clock, Files, Instant, Log } from '../../../base/platform/ports'
import { FolderLost } from '../../../base/platform/watch'

/** Folders, and what to do when something in them changes. */
export interface WatchedFolder {
  name: string
  folders: () => readonly string[]
  /** Scans them; resolves when done. */
  scan: () => Promise<void>
}

interface Deps {
  files: Pick<Files, 'watch' | 'real'>
  clock: Clock
  log: Log
}

/** Files copied into a folder arrive one after another, so a scan starts when nothing has changed for this long. */
const QUIET_MS = 10_000
/** A folder that could not be watched is retried after this long. */
const RETRY_MS = 60_000

/**
 * Scans folders when something in them changes: one scan at a time, and one more for changes during a scan. A folder
 * that cannot be watched is reported once and retried every minute; scheduled scans cover it meanwhile. A folder that
 * was missing and is back is scanned.
 */
export class FolderWatch {
  private readonly stopping = new AbortController()
  private readonly armed = new Map<string, AbortController>()
  private readonly complained = new Set<string>()
  /** Folders that were missing at the last check. */
  private readonly lost = new Set<string>()
  private retrying = false
  /** The last change since the last scan, by name. */
  private readonly changed = new Map<string, Instant>()
  private readonly looking = new Map<string, Promise<void>>()

  constructor(
    private readonly deps: Deps,
    private readonly watched: readonly WatchedFolder[],
  ) {}

  /** Watches the currently configured folders. Call at the start, after a change of the settings, and regularly. */
  arm(): void {
    if (this.stopping.signal.aborted) return
    const wanted = new Map<string, [WatchedFolder, string]>()
    for (const watched of this.watched)
      for (const folder of watched.folders()) wanted.set(keyOf(watched.name, folder), [watched, folder])
    for (const [key, abort] of this.armed) {
      if (wanted.has(key)) continue
      abort.abort()
      this.armed.delete(key)
      this.lost.delete(key)
    }
    for (const [key, [watched, folder]] of wanted) if (!this.armed.has(key)) this.watch(key, watched, folder)
  }

  /** Scans the folders once nothing has changed there for a while. */
  scheduleScan(name: string): void {
    const watched = this.watched.find((each) => each.name === name)
    if (!watched || this.stopping.signal.aborted) return
    this.changed.set(name, this.deps.clock.now())
    if (this.looking.has(name)) return
    const looked = this.scanWhenQuiet(watched).finally(() => this.looking.delete(name))
    this.looking.set(name, looked)
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    for (const abort of this.armed.values()) abort.abort()
    await Promise.all(this.looking.values())
  }

  /** Whether the folder is watched. */
  isWatched(name: string, folder: string): boolean {
    const key = keyOf(name, folder)
    return this.armed.has(key) && !this.lost.has(key)
  }

  private watch(key: string, { name }: WatchedFolder, folder: string): void {
    const abort = new AbortController()
    this.armed.set(key, abort)
    const watch = () => this.deps.files.watch(folder, () => this.scheduleScan(name), abort.signal)
    const failed = (error: unknown) => {
      if (this.armed.get(key) !== abort) return
      this.armed.delete(key)
      if (error instanceof FolderLost) this.lost.add(key)
      if (!this.complained.has(key)) this.deps.log.warn('imports', 'folder cannot be watched', { folder, error })
      this.complained.add(key)
      void this.retry()
    }
    const watching = this.lost.has(key) ? this.returned(key, name, folder).then(watch) : watch()
    watching.catch(failed)
  }

  /** Resolves when a lost folder is back; it is then scanned. */
  private async returned(key: string, name: string, folder: string): Promise<void> {
    const real = await this.deps.files.real(folder).catch(() => undefined)
    if (real === undefined) throw new FolderLost(`There is no folder at ${folder}.`)
    this.lost.delete(key)
    this.complained.delete(key)
    this.deps.log.info('imports', 'folder available again', { folder })
    this.scheduleScan(name)
  }

  private async retry(): Promise<void> {
    if (this.retrying) return
    this.retrying = true
    await this.deps.clock.after(RETRY_MS, this.stopping.signal)
    this.retrying = false
    this.arm()
  }

  private async scanWhenQuiet({ name, scan }: WatchedFolder): Promise<void> {
    const { clock, log } = this.deps
    const { signal } = this.stopping
    for (let last = this.changed.get(name); last !== undefined; last = this.changed.get(name)) {
      const rest = Math.min(QUIET_MS, QUIET_MS - between(last, clock.now()))
      if (rest > 0) await clock.after(rest, signal)
      if (signal.aborted) return
      if (this.changed.get(name) !== last) continue
      this.changed.delete(name)
      await scan().catch((error: unknown) => log.error('imports', 'folder scan failed', { name, error }))
    }
  }
}

const keyOf = (name: string, folder: string) => `${name} ${folder}`
