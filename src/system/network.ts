/** What the sockets are bound to, as `main.ts` knows it. */
export interface Network {
  hostMeansManage: () => boolean
  /** Whether other machines can reach it at all, right now. */
  listensOnNetwork: () => boolean
  port: () => number
  /** Whether it is reached over TLS. */
  secure: () => boolean
  /** IPv4 addresses of this machine on its networks, loopback left out. */
  addresses: () => string[]
  /** Settings of it that could not be followed, as sentences. */
  problems: () => readonly string[]
  /** Its name, and all its addresses. */
  names: () => string[]
}
