/** What only some clients ask for. */
export interface ClientSettings {
  /** Usenet: how soon it is fetched. */
  priority?: 'default' | 'low' | 'normal' | 'high' | 'force'
  /** Torrents: where the client puts them, as it sees the folder; empty for its own. */
  directory?: string
  /** Torrents: whether they begin at once. */
  start?: 'now' | 'paused' | 'forced'
  /** rTorrent: over HTTP, or SCGI at `address`. */
  scgi?: boolean
  /** Blackhole: the folder of the client's completed downloads; empty when not set. */
  done_folder?: string
}
