/** One address of a direct download. */
export interface DirectLink {
  /** http or https; its query may hold a key. */
  url: string
  /** The host: "archive.org", "mirror 2". */
  label: string
  /** Bytes according to the source of the link. */
  size?: number
  /** In hex, lower case. */
  md5?: string
  sha1?: string
  /** It is ours to ask, also on a private address: the host was set up by the reader. */
  trusted?: boolean
}
