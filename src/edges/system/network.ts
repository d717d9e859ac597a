/** What the sockets are bound to. */
export interface Network {
  hostMeansManage: () => boolean
  /** Whether other machines can connect at the moment. */
  listensOnNetwork: () => boolean
  port: () => number
  /** Whether TLS is used. */
  secure: () => boolean
  /** IPv4 addresses of this machine on its networks, loopback left out. */
  addresses: () => string[]
  /** Network settings that could not be used, as sentences. */
  problems: () => readonly string[]
  /** The name of this machine, and all its addresses. */
  names: () => string[]
}
