/** The part of webtorrent 3 that the helper uses; the package carries no types. */
declare module 'webtorrent' {
  interface Options {
    utp: boolean
    lsd: boolean
    dht: boolean
    utPex: boolean
    natUpnp: boolean
    natPmp: boolean
    webSeeds: boolean
    userAgent: string
    /** 0: no encryption; 1: encryption if the peer supports it. Default: 1. */
    secure?: number
    seedOutgoingConnections?: boolean
  }

  /** A connection to another client, open or about to be opened. */
  interface Peer {
    /** Address and port. */
    readonly id: string
    /** `tcpIncoming`, `tcpOutgoing` … */
    readonly type: string
    /** As the option `secure`; read when the connection is open. */
    secure: number
    /** Null until the connection is open; no `peerId` until the peer has introduced itself. */
    readonly wire: { readonly peerId: string | null } | null
    once(event: 'disconnect', listener: () => void): this
  }

  interface Torrent {
    readonly infoHash: string
    readonly name: string | undefined
    /** Undefined until the list of files is known. */
    readonly length: number | undefined
    readonly metadata: Uint8Array | null
    readonly torrentFile: Uint8Array
    readonly private: boolean | undefined
    /** The data on the disk has been verified. */
    readonly ready: boolean
    readonly done: boolean
    readonly downloaded: number
    readonly uploaded: number
    readonly downloadSpeed: number
    /** Milliseconds; Infinity while nothing arrives. */
    readonly timeRemaining: number
    readonly numPeers: number
    on(event: 'error', listener: (error: Error & { code?: string }) => void): this
    on(event: 'metadata' | 'done', listener: () => void): this
    /** `ready`: the data on the disk has been verified. */
    once(event: 'ready' | 'done', listener: () => void): this
    destroy(done: () => void): void
    /** Internal: called with each peer before it is connected to. */
    _registerPeer: (peer: Peer) => void
  }

  export default class WebTorrent {
    constructor(options: Options)
    /** Checked before each connection to a peer. */
    blocked: { contains(host: string): boolean }
    /** `announce`: trackers in addition to those in the torrent. */
    add(torrent: Uint8Array | string, options: { path: string; announce: string[] }): Torrent
    on(event: 'error', listener: (error: Error) => void): this
    /** Bytes a second; -1 for no limit. */
    throttleDownload(rate: number): void
    throttleUpload(rate: number): void
    destroy(done: () => void): void
  }
}
