import { between } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import type { TorrentStatus } from './helper-messages'
import type { BuiltinTorrentRow } from './store'

/** What is known of a torrent besides its row: the helper's last report, and the totals over all runs. */
export interface TorrentProgress {
  seen: TorrentStatus
  at: Instant
  /** Bytes uploaded before the helper began to count. */
  uploadedBefore: number
  seededSeconds: number
  /** When the row was last saved. */
  notedAt: Instant
  /** When the torrent last received data. */
  movedAt: Instant
}

/** A torrent that received nothing for this long occupies no slot in the queue. */
const IDLE_MS = 5 * 60_000

export const idles = ({ movedAt, at }: TorrentProgress): boolean => between(movedAt, at) >= IDLE_MS

/** The totals after another report. A restarted helper counts from zero. */
export function nextProgress(
  before: TorrentProgress | undefined,
  row: BuiltinTorrentRow,
  seen: TorrentStatus,
  at: Instant,
): TorrentProgress {
  if (!before) {
    const { uploaded: uploadedBefore, seeded_seconds: seededSeconds } = row
    return { seen, at, uploadedBefore, seededSeconds, notedAt: at, movedAt: at }
  }
  const anew = seen.uploaded < before.seen.uploaded
  const moved = seen.done !== before.seen.done || seen.phase === 'checking' || seen.phase !== before.seen.phase
  const seeded = before.seen.phase === 'seeding' && seen.phase === 'seeding' ? between(before.at, at) / 1000 : 0
  return {
    seen,
    at,
    uploadedBefore: anew ? totalsOf(before).uploaded : before.uploadedBefore,
    seededSeconds: before.seededSeconds + seeded,
    notedAt: before.notedAt,
    movedAt: moved ? at : before.movedAt,
  }
}

/** The current columns of the row. */
export function totalsOf({ seen, uploadedBefore, seededSeconds }: TorrentProgress) {
  return {
    ...(seen.total === null ? {} : { total: seen.total }),
    uploaded: uploadedBefore + seen.uploaded,
    seeded_seconds: Math.floor(seededSeconds),
  }
}
