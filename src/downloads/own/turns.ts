import type { OwnTorrent } from './store'

interface Standing {
  /** The helper has it. */
  begun: (infoHash: string) => boolean
  /** It gets nothing, and has not for a while. */
  idles: (infoHash: string) => boolean
  /** Torrents that may be fetched at the same time. */
  atOnce: number
}

/**
 * Of the rows, in their order, those whose turn it is to begin: all that seed, and as many of the others as may be
 * fetched at once. What has begun is never stopped for another, and what gets nothing takes nobody's turn.
 */
export function dueToBegin(rows: readonly OwnTorrent[], { begun, idles, atOnce }: Standing): OwnTorrent[] {
  const fetched = rows.filter(({ completed_at }) => completed_at === null)
  const busy = fetched.filter(({ info_hash }) => begun(info_hash) && !idles(info_hash)).length
  const isNew = ({ info_hash }: OwnTorrent) => !begun(info_hash)
  const seeding = rows.filter(({ completed_at }) => completed_at !== null)
  return [...seeding.filter(isNew), ...fetched.filter(isNew).slice(0, Math.max(0, atOnce - busy))]
}
