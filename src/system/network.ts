/** What the sockets are bound to, as `main.ts` knows it. */
export interface Network {
  hostMeansManage: () => boolean
  port: () => number
  /** IPv4 addresses of this machine on its networks, loopback left out. */
  addresses: () => string[]
}
