import type { Instant } from '../../base/platform/ports'
import type { Protocol } from '../downloads/states'

/** A release as an indexer offers it, in our words. `link` may carry a key: it never leaves the server. */
export interface Offer {
  title: string
  /** What the indexer calls it; the same release keeps it. */
  guid: string
  /** Where its NZB, torrent or magnet is to be had. */
  link: string
  /** Its page at the indexer, without a key. */
  page?: string
  protocol: Protocol
  /** Bytes. */
  size?: number
  published_at?: Instant
  categories: number[]
  /** Usenet: 0 no, 1 yes, 2 perhaps. */
  password?: number
  grabs?: number
  files?: number
  group?: string
  poster?: string
  seeders?: number
  leechers?: number
  /** In hex, lower case. */
  info_hash?: string
  minimum_ratio?: number
  /** Seconds. */
  minimum_seed_time?: number
  /** 0 is freeleech. */
  download_factor?: number
}
