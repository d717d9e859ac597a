import { readTorrent, TorrentError } from '../../../base/formats/downloads/torrent'
import { sha256 } from '../../../base/platform/digest'
import type { ReleasePayload } from '../payload'
import type { SendOptions } from './client'
import { ClientError } from './client-request'
import type { ClientRow } from './store'

export type TorrentRelease = Extract<ReleasePayload, { kind: 'torrent' | 'magnet' }>

/** The release as a torrent: torrent clients accept nothing else. Throws ClientError. */
export function asTorrent({ name }: Pick<ClientRow, 'name'>, release: ReleasePayload): TorrentRelease {
  if (release.kind === 'torrent' || release.kind === 'magnet') return release
  throw new ClientError('rejected', `${name} accepts only torrents and magnet links.`)
}

/** The tag by which a release is found in a client. Labels allow only some characters, and a limited length. */
export function grabTagOf(name: string): string {
  return `panelkeep-${sha256(name).slice(0, 12)}`
}

/**
 * The hashes that a client may use for a torrent, in lower-case hex. For a version 2 torrent, its own hash cut to
 * twenty bytes.
 */
export function hashesOf(release: TorrentRelease): string[] {
  const hashes = [release.info_hash.slice(0, 40)]
  if (release.kind === 'torrent') {
    try {
      const second = readTorrent(release.bytes).info_hash_v2
      if (second !== undefined) hashes.push(second.slice(0, 40))
    } catch (error) {
      if (!(error instanceof TorrentError)) throw error
      throw new ClientError('rejected', error.message)
    }
  }
  return hashes.map((hash) => hash.toLowerCase())
}

export interface SeedGoal {
  /** Ratio of uploaded to downloaded bytes. */
  ratio?: number
  minutes?: number
}

/**
 * The seeding goal for a client: the user's rule, raised to the tracker's minimum. Clients stop at whichever limit is
 * reached first. When the tracker requires only the other kind of limit, no goal is sent: the watcher waits for both.
 */
export function seedGoal(
  { seed_ratio, seed_minutes }: Pick<ClientRow, 'seed_ratio' | 'seed_minutes'>,
  { minimum_ratio, minimum_seed_seconds }: SendOptions = {},
): SeedGoal {
  const goal: SeedGoal = {}
  if (seed_ratio !== null && (minimum_ratio !== undefined || minimum_seed_seconds === undefined)) {
    goal.ratio = Math.max(seed_ratio, minimum_ratio ?? 0)
  }
  if (seed_minutes !== null && (minimum_seed_seconds !== undefined || minimum_ratio === undefined)) {
    goal.minutes = Math.max(seed_minutes, Math.ceil((minimum_seed_seconds ?? 0) / 60))
  }
  return goal
}

/** The first part of the path of a torrent's file: its folder, or the file itself. */
export function topFolderOf(path: string): string {
  return path.split(/[\\/]/)[0] ?? path
}

/** The content of a magnet link is unknown until a peer has sent its metadata. */
export const NO_METADATA = 'No peer has the metadata of this magnet link yet.'
