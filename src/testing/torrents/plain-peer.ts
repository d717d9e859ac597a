import WebTorrent, { type Torrent } from 'webtorrent'

interface PlainPeer {
  torrent: Torrent
  stop(): Promise<void>
}

/** A BitTorrent client on the loopback without encryption. It seeds the files in its folder and fetches the rest. */
export async function startPlainPeer(file: Uint8Array, folder: string): Promise<PlainPeer> {
  const off = { utp: false, webSeeds: false, dht: false, utPex: false, lsd: false, natUpnp: false, natPmp: false }
  const client = new WebTorrent({ ...off, secure: 0, seedOutgoingConnections: false, userAgent: 'plain' })
  const torrent = client.add(file, { path: folder, announce: [] })
  await new Promise<void>((done) => torrent.once('ready', done))
  return { torrent, stop: () => new Promise((done) => client.destroy(() => done())) }
}
