import type { BuiltinTorrentRow } from './store'

interface Deps {
  /** Whether the torrent has received nothing for a while. */
  idles: (infoHash: string) => boolean
  /** Number of torrents that may download at the same time. */
  atOnce: () => number
}

/** Queue of torrents: which ones the helper has, and which come next. */
export class TorrentQueue {
  private readonly begun = new Set<string>()

  constructor(private readonly deps: Deps) {}

  has(infoHash: string): boolean {
    return this.begun.has(infoHash)
  }

  /**
   * The rows to start now, in order: all seeding torrents, and as many others as may download at once. A started
   * torrent is never stopped for another, and a stalled one occupies no slot.
   */
  next(rows: readonly BuiltinTorrentRow[]): BuiltinTorrentRow[] {
    const { idles, atOnce } = this.deps
    const isNew = ({ info_hash }: BuiltinTorrentRow) => !this.begun.has(info_hash)
    const fetched = rows.filter(({ completed_at }) => completed_at === null)
    const busy = fetched.filter((row) => !isNew(row) && !idles(row.info_hash)).length
    const seeding = rows.filter(({ completed_at }) => completed_at !== null)
    const due = [...seeding.filter(isNew), ...fetched.filter(isNew).slice(0, Math.max(0, atOnce() - busy))]
    for (const { info_hash } of due) this.begun.add(info_hash)
    return due
  }

  /** Keeps the torrent from starting, as if it had started already. */
  hold(infoHash: string): void {
    this.begun.add(infoHash)
  }

  end(infoHash: string): void {
    this.begun.delete(infoHash)
  }

  /** A helper that has just started has no torrents. */
  endAll(): void {
    this.begun.clear()
  }
}
