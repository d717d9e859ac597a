/** What Panelkeep and its torrent helper say to each other, one frame each (`base/platform/frames.ts`). */

/** The first message: the helper's network settings. */
export interface OpenMessage {
  op: 'open'
  /** Finds peers through the DHT of the open internet. */
  dht: boolean
  /** Lets peers tell each other of further ones. */
  pex: boolean
  /** Finds peers in the local network. */
  lsd: boolean
  /** Asks the router to let others in. */
  nat: boolean
  /** Trackers and peers of this network that the user named, such as nas.local or 192.168.1.5:8080. */
  allowed: readonly string[]
}

/** How fast all torrents together may be: bytes a second, null as fast as it goes. */
export interface PaceMessage {
  op: 'pace'
  down: number | null
  up: number | null
}

/** The torrent file is the body of the frame, unless there is only a magnet link. */
export interface AddMessage {
  op: 'add'
  info_hash: string
  magnet: string | null
  /** Holds this torrent alone. */
  folder: string
}

export interface RemoveMessage {
  op: 'remove'
  info_hash: string
}

export type TorrentHelperOrder = OpenMessage | PaceMessage | AddMessage | RemoveMessage

export interface TorrentStatus {
  info_hash: string
  /** `metadata`: the list of files is not known yet; `checking`: what is on the disk is read through. */
  phase: 'metadata' | 'checking' | 'downloading' | 'seeding'
  total: number | null
  done: number
  /** Bytes a second. */
  speed: number
  /** Seconds left; null when nothing comes. */
  eta: number | null
  /** Bytes that were sent since it was added. */
  uploaded: number
  peers: number
}

export interface TorrentFault {
  info_hash: string
  message: string
  /** The disk or the system: `ENOSPC`. Without one the torrent itself is no good. */
  code: string | null
}

/** Once a second how all of them are doing; the rest when it happens. A torrent file is the body of `found`. */
export type TorrentHelperReport =
  | { seen: TorrentStatus[] }
  | { found: string }
  | { failed: TorrentFault }
  | { removed: string }
