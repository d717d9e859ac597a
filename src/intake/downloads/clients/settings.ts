/** Settings that only some clients have. */
export interface ClientSettings {
  /** Usenet: priority of the job. */
  priority?: 'default' | 'low' | 'normal' | 'high' | 'force'
  /** Torrents: the client's folder for downloads, as it sees the folder; empty for its default. */
  directory?: string
  /** Torrents: whether they start at once. */
  start?: 'now' | 'paused' | 'forced'
  /** rTorrent: over HTTP, or SCGI at `address`. */
  scgi?: boolean
  /** Blackhole: the folder of the client's completed downloads; empty when not set. */
  done_folder?: string
}
