import type { BuiltinTorrentRow } from './store'

/** Longest time that a torrent seeds, since a personal computer may be off tomorrow. */
const MOST_SECONDS = 24 * 60 * 60

/** Whether a torrent has seeded enough. `ratio`: from the settings. */
export function hasSeededEnough(
  torrent: Pick<BuiltinTorrentRow, 'total' | 'uploaded' | 'seeded_seconds' | 'minimum_ratio' | 'minimum_seed_seconds'>,
  ratio: number,
): boolean {
  const { total, uploaded, seeded_seconds, minimum_ratio, minimum_seed_seconds } = torrent
  if (seeded_seconds >= MOST_SECONDS) return true
  const wanted = Math.max(ratio, minimum_ratio ?? 0) * (total ?? 0)
  return uploaded >= wanted && seeded_seconds >= (minimum_seed_seconds ?? 0)
}
