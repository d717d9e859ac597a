import { type Archive, openArchive } from '../formats/archives/archive'
import { ArchiveError } from '../formats/archives/fault'
import type { Unpacker } from '../formats/helper/unpacker'
import { between } from '../platform/clock'
import type { Clock, Files, Instant } from '../platform/ports'

/** Files that are open beside each other: somebody reads one while a prefetch or another reader holds the next. */
const MOST_OPEN = 4
/** Long enough to look at a page. On Windows an open file cannot be moved, so no longer than needed. */
const IDLE_MS = 30_000

/** Whoever turns pages faster than this is not kept waiting by what nobody waits for. */
const QUIET_MS = 1500

interface Place {
  archive: Promise<Archive>
  users: number
  /** When somebody last read it. */
  readAt: Instant | undefined
  /** Aborted when somebody takes it again. */
  idle: AbortController
}

/** Archives that stay open between two pages, so that the directory of a file is read once for a reading. */
export class OpenArchives {
  /** By path and version; the first was used longest ago. */
  private readonly places = new Map<string, Place>()
  private readonly closing = new AbortController()

  constructor(private readonly deps: { files: Pick<Files, 'open'>; unpacker: Unpacker; clock: Clock }) {}

  /** Runs `use` with the open archive and keeps it from being closed meanwhile. Throws ArchiveError. */
  async with<T>(path: string, version: string, use: (archive: Archive) => Promise<T>): Promise<T> {
    return this.use(path, version, use, () => this.deps.clock.now())
  }

  /** The same for what nobody waits for: once nobody has read the file for a moment. Throws ArchiveError, also when closed. */
  async inBackground<T>(path: string, version: string, use: (archive: Archive) => Promise<T>): Promise<T> {
    const { signal } = this.closing
    for (let rest = 1; rest > 0 && !signal.aborted; ) {
      const readAt = this.places.get(keyOf(path, version))?.readAt
      rest = readAt === undefined ? 0 : Math.min(QUIET_MS, QUIET_MS - between(readAt, this.deps.clock.now()))
      if (rest > 0) await this.deps.clock.after(rest, signal)
    }
    if (signal.aborted) throw new ArchiveError('unreadable', 'Panelkeep is closing.')
    return this.use(path, version, use, () => undefined)
  }

  /** Closes what nobody uses; what is in use, or taken from now on, closes when it is left. */
  async close(): Promise<void> {
    this.closing.abort()
    await Promise.all([...this.places].map(([key, place]) => this.drop(key, place)))
  }

  private async use<T>(
    path: string,
    version: string,
    use: (archive: Archive) => Promise<T>,
    readAt: () => Instant | undefined,
  ): Promise<T> {
    const key = keyOf(path, version)
    const place = this.take(key, path)
    place.readAt = readAt() ?? place.readAt
    try {
      return await use(await place.archive)
    } finally {
      place.readAt = readAt() ?? place.readAt
      place.users -= 1
      this.leave(key, place)
    }
  }

  private take(key: string, path: string): Place {
    const found = this.places.get(key)
    const fresh = () => ({ users: 0, readAt: undefined, idle: new AbortController() })
    const place: Place = found ?? { archive: openArchive(path, this.deps), ...fresh() }
    place.idle.abort()
    place.users += 1
    this.places.delete(key)
    this.places.set(key, place)
    // One that did not open is not kept: the file may be whole the next time.
    if (!found) place.archive.catch(() => this.forget(key, place))
    return place
  }

  private leave(key: string, place: Place): void {
    if (place.users > 0) return
    if (this.closing.signal.aborted) this.forget(key, place)
    if (this.places.get(key) !== place) return void this.shut(place)
    place.idle = new AbortController()
    const { signal } = place.idle
    void this.deps.clock.after(IDLE_MS, signal).then(() => (signal.aborted ? undefined : this.drop(key, place)))
    for (const [other, old] of this.places) {
      if (this.places.size <= MOST_OPEN) break
      if (old.users === 0) void this.drop(other, old)
    }
  }

  private async drop(key: string, place: Place): Promise<void> {
    this.forget(key, place)
    place.idle.abort()
    if (place.users === 0) await this.shut(place)
  }

  private forget(key: string, place: Place): void {
    if (this.places.get(key) === place) this.places.delete(key)
  }

  private async shut(place: Place): Promise<void> {
    // Whoever asked was told why it did not open; and what was only read loses nothing when closing fails.
    await place.archive.then((archive) => archive.close()).catch(() => undefined)
  }
}

const keyOf = (path: string, version: string) => `${version} ${path}`
