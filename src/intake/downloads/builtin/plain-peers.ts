import type { Peer, Torrent } from 'webtorrent'

/** A swarm of strangers may name as many peers as it likes. */
const MOST = 10_000
const OUTGOING = 'tcpOutgoing'

/**
 * Peers that do not answer an encrypted handshake are tried without encryption when webtorrent connects to them again,
 * and the other way round: by itself it repeats the encrypted one, which older clients take for noise. Incoming
 * connections may be either.
 */
export function tryWithoutEncryption(torrent: Torrent): void {
  const plain = new Set<string>()
  const register = torrent._registerPeer
  torrent._registerPeer = (peer) => {
    if (peer.type === OUTGOING) prepare(peer, plain)
    register.call(torrent, peer)
  }
}

function prepare(peer: Peer, plain: Set<string>): void {
  const { id } = peer
  if (plain.has(id)) peer.secure = 0
  // Only sent of peers that were connected.
  peer.once('disconnect', () => {
    if (peer.wire?.peerId) return
    if (plain.delete(id)) return
    if (plain.size < MOST) plain.add(id)
  })
}
