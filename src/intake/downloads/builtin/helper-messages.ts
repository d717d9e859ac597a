/** Messages between Panelkeep and its torrent helper, one frame each (`base/platform/frames.ts`). */

/** The first message: the helper's network settings. */
export interface OpenMessage {
  op: 'open'
  /** Finds peers through the DHT of the internet. */
  dht: boolean
  /** Lets peers exchange the addresses of other peers. */
  pex: boolean
  /** Finds peers on the local network. */
  lsd: boolean
  /** Opens a port on the router for incoming connections. */
  nat: boolean
  /** Trackers and peers on the local network that the user allowed, such as nas.local or 192.168.1.5:8080. */
  allowed: readonly string[]
}

/** Speed limits for all torrents together, in bytes a second; null sets no limit. */
export interface PaceMessage {
  op: 'pace'
  down: number | null
  up: number | null
}

/** The body of the frame is the torrent file, unless there is only a magnet link. */
export interface AddMessage {
  op: 'add'
  info_hash: string
  magnet: string | null
  /** Contains only this torrent. */
  folder: string
}

export interface RemoveMessage {
  op: 'remove'
  info_hash: string
}

export type TorrentHelperOrder = OpenMessage | PaceMessage | AddMessage | RemoveMessage

export interface TorrentStatus {
  info_hash: string
  /** `metadata`: the list of files is not known yet; `checking`: the data on the disk is verified. */
  phase: 'metadata' | 'checking' | 'downloading' | 'seeding'
  total: number | null
  done: number
  /** Bytes a second. */
  speed: number
  /** Seconds left; null while nothing arrives. */
  eta: number | null
  /** Bytes uploaded since the torrent was added. */
  uploaded: number
  peers: number
}

export interface TorrentFault {
  info_hash: string
  message: string
  /** Code of a disk or system error, such as `ENOSPC`. Without a code the torrent itself is bad. */
  code: string | null
}

/**
 * `seen` reports all torrents once a second, other reports are sent as they happen. The body of `found` is a torrent
 * file.
 */
export type TorrentHelperReport =
  | { seen: TorrentStatus[] }
  | { found: string }
  | { failed: TorrentFault }
  | { removed: string }
