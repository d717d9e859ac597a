import { between } from '../../base/platform/clock'
import type { Clock, Instant } from '../../base/platform/ports'
import type { Picture } from './pictures'

/** About twenty pages of a tablet's size. */
const MOST_BYTES = 16_000_000
/** After a longer pause the next page may load more slowly. */
const IDLE_MS = 120_000

/** Pages that were made and may be requested again or next; cleared when no pages are read. */
export class PageCache {
  /** Least recently used first. */
  private readonly pictures = new Map<string, Picture>()
  private bytes = 0
  private usedAt: Instant
  private isWaiting = false

  constructor(private readonly clock: Clock) {
    this.usedAt = clock.now()
  }

  get(key: string): Picture | undefined {
    const picture = this.pictures.get(key)
    if (picture) this.put(key, picture)
    return picture
  }

  put(key: string, picture: Picture): void {
    this.drop(key)
    this.pictures.set(key, picture)
    this.bytes += picture.bytes.length
    for (const oldest of this.pictures.keys()) {
      if (this.bytes <= MOST_BYTES) break
      this.drop(oldest)
    }
    this.clearLater()
  }

  private drop(key: string): void {
    this.bytes -= this.pictures.get(key)?.bytes.length ?? 0
    this.pictures.delete(key)
  }

  /** One timer for all: with many readers, a new timer for each page would cost more than the page. */
  private clearLater(): void {
    this.usedAt = this.clock.now()
    if (!this.isWaiting) void this.clearWhenIdle()
  }

  private async clearWhenIdle(): Promise<void> {
    this.isWaiting = true
    for (let rest = IDLE_MS; rest > 0; rest = Math.min(IDLE_MS, IDLE_MS - between(this.usedAt, this.clock.now()))) {
      await this.clock.after(rest)
    }
    this.isWaiting = false
    this.pictures.clear()
    this.bytes = 0
  }
}
