import { between } from '../platform/clock'
import type { Clock, Files, Instant, Log } from '../platform/ports'

/** Folders, and what is done once something in them changed. */
export interface Watched {
  name: string
  folders: () => readonly string[]
  /** Looks through them; resolves when it has. */
  look: () => Promise<void>
}

interface Deps {
  files: Pick<Files, 'watch'>
  clock: Clock
  log: Log
}

/** Files that are copied into a folder come one after another; a look begins once nothing has come for so long. */
const QUIET_MS = 10_000

/**
 * Looks through folders when something in them changes: never twice at once, and once more for what changed during a
 * look. A folder that cannot be watched is said once and tried again by `arm`; the timetable looks there meanwhile.
 */
export class FolderWatch {
  private readonly stopping = new AbortController()
  private readonly armed = new Map<string, AbortController>()
  private readonly complained = new Set<string>()
  /** When something last changed that no look has seen. */
  private readonly changed = new Map<string, Instant>()
  private readonly looking = new Map<string, Promise<void>>()

  constructor(
    private readonly deps: Deps,
    private readonly watched: readonly Watched[],
  ) {}

  /** Watches the folders as they are configured now: call at start, after a change of the settings and now and then. */
  arm(): void {
    if (this.stopping.signal.aborted) return
    const wanted = new Map<string, [Watched, string]>()
    for (const watched of this.watched)
      for (const folder of watched.folders()) wanted.set(`${watched.name} ${folder}`, [watched, folder])
    for (const [key, abort] of this.armed) {
      if (wanted.has(key)) continue
      abort.abort()
      this.armed.delete(key)
    }
    for (const [key, [watched, folder]] of wanted) if (!this.armed.has(key)) this.watch(key, watched, folder)
  }

  /** Something changed there, or it is time to look; the look comes when it is quiet. */
  nudge(name: string): void {
    const watched = this.watched.find((each) => each.name === name)
    if (!watched || this.stopping.signal.aborted) return
    this.changed.set(name, this.deps.clock.now())
    if (this.looking.has(name)) return
    const looked = this.lookWhenQuiet(watched).finally(() => this.looking.delete(name))
    this.looking.set(name, looked)
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    for (const abort of this.armed.values()) abort.abort()
    await Promise.all(this.looking.values())
  }

  private watch(key: string, { name }: Watched, folder: string): void {
    const abort = new AbortController()
    this.armed.set(key, abort)
    const failed = (error: unknown) => {
      if (this.armed.get(key) === abort) this.armed.delete(key)
      if (!this.complained.has(key)) this.deps.log.warn('imports', 'a folder cannot be watched', { folder, error })
      this.complained.add(key)
    }
    this.deps.files.watch(folder, () => this.nudge(name), abort.signal).catch(failed)
  }

  private async lookWhenQuiet({ name, look }: Watched): Promise<void> {
    const { clock, log } = this.deps
    const { signal } = this.stopping
    for (let last = this.changed.get(name); last !== undefined; last = this.changed.get(name)) {
      const rest = QUIET_MS - between(last, clock.now())
      if (rest > 0) await clock.after(rest, signal)
      if (signal.aborted) return
      if (this.changed.get(name) !== last) continue
      this.changed.delete(name)
      await look().catch((error: unknown) => log.error('imports', 'a look through folders failed', { name, error }))
    }
  }
}
