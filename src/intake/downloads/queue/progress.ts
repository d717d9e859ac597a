import { isWithin } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import type { Tx } from '../../../base/storage/database'
import type { ClientItem } from '../clients/client'
import type { ClientItemState, JobPriority } from '../states'
import type { DownloadItem } from '../store'

/** Progress of a download, from its client's last report. */
export interface DownloadProgress {
  state: ClientItemState
  /** A sentence from the client: what the download waits for. */
  detail: string | null
  /** Bytes. */
  done: number | null
  total: number | null
  /** 0 to 100. */
  percent: number | null
  /** Bytes a second. */
  speed: number | null
  /** Seconds left. */
  eta: number | null
  /** The download's priority in its client. */
  priority: JobPriority | null
  place: number | null
  seen_at: Instant
}

/** Shortest time between two events of one download. */
const EVENT_MS = 1000

/** Progress of the downloads, in memory: clients are queried again after a start. */
export class ProgressBoard {
  private readonly seen = new Map<string, DownloadProgress>()
  private readonly lastUpdates = new Map<string, { at: Instant; text: string }>()

  of(itemId: string): DownloadProgress | undefined {
    return this.seen.get(itemId)
  }

  record(tx: Tx, { item_id }: Pick<DownloadItem, 'item_id'>, sighting: ClientItem, at: Instant): void {
    const progress = progressOf(sighting, at)
    this.seen.set(item_id, progress)
    const { state, detail: _, seen_at: __, percent, done, total, speed, eta, priority, place } = progress
    const text = [state, done, total, speed, eta, priority, place].join(' ')
    const last = this.lastUpdates.get(item_id)
    if (last && (last.text === text || isWithin(last.at, at, EVENT_MS))) return
    this.lastUpdates.set(item_id, { at, text })
    tx.emit({
      type: 'download.progress',
      id: item_id,
      status: state,
      percent: percent ?? 0,
      bytes: done ?? 0,
      total: total ?? 0,
      speed: speed ?? 0,
      eta,
      priority,
      place,
    })
  }

  /** Forgets the downloads that are no longer followed. */
  keepOnly(itemIds: ReadonlySet<string>): void {
    for (const map of [this.seen, this.lastUpdates]) {
      for (const id of map.keys()) if (!itemIds.has(id)) map.delete(id)
    }
  }
}

function progressOf(sighting: ClientItem, seen_at: Instant): DownloadProgress {
  const { state, detail = null, done = null, total = null, speed = null, priority = null, place = null } = sighting
  const percent = done === null || !total ? null : Math.min(100, Math.floor((1000 * done) / total) / 10)
  const left = done === null || !total || !speed ? null : Math.ceil(Math.max(0, total - done) / speed)
  return { state, detail, done, total, percent, speed, eta: sighting.eta ?? left, priority, place, seen_at }
}
