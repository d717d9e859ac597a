/** The bound sockets. */
export interface Network {
  hostMeansManage: () => boolean
  /** Whether other machines can connect at the moment. */
  listensOnNetwork: () => boolean
  port: () => number
  /** Whether TLS is used. */
  secure: () => boolean
  /** IPv4 addresses of this machine on its networks, without loopback. */
  addresses: () => string[]
  /** Sentences about unusable network settings. */
  problems: () => readonly string[]
  /** The name of this machine and all its addresses. */
  names: () => string[]
}
