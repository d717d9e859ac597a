import { between } from '../platform/clock'
import type { Clock, Instant } from '../platform/ports'
import type { Picture } from './pictures'

/** Some twenty pages of a tablet's size. */
const MOST_BYTES = 16_000_000
/** Whoever looks at one page longer than this waits a moment for the next. */
const IDLE_MS = 120_000

/** Pages that were made and may be wanted again or next; emptied when nobody reads. */
export class PageTray {
  /** The first was wanted longest ago. */
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

  /** One timer for all: under many readers a new one for each page would cost more than the page. */
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
