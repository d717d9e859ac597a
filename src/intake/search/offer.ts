import type { Instant } from '../../base/platform/ports'
import type { Protocol } from '../downloads/states'

/** A release offered by an indexer. `link` may contain a key, and never leaves the server. */
export interface Offer {
  title: string
  /** The indexer's id for the release, which does not change. */
  guid: string
  /** URL of the NZB, torrent or magnet link. */
  link: string
  /** URL of the release's page at the indexer, without a key. */
  page?: string
  protocol: Protocol
  /** Bytes. */
  size?: number
  published_at?: Instant
  categories: number[]
  /** Usenet: 0 no, 1 yes, 2 maybe. */
  password?: number
  grabs?: number
  files?: number
  group?: string
  poster?: string
  seeders?: number
  leechers?: number
  /** Lower-case hex. */
  info_hash?: string
  minimum_ratio?: number
  /** Seconds. */
  minimum_seed_time?: number
  /** 0 is freeleech. */
  download_factor?: number
}
