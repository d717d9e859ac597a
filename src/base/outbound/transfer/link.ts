/** One address of a direct download. */
export interface DirectLink {
  /** http or https; the query may contain a key. */
  url: string
  /** The host: "archive.org", "mirror 2". */
  label: string
  /** The size in bytes that the source of the link states. */
  size?: number
  /** In hex, lower case. */
  md5?: string
  sha1?: string
  /** Panelkeep may contact the host even on a private address: the user set it up. */
  trusted?: boolean
}
