import type { Peer, Torrent } from 'webtorrent'

/** Limit of peers, as a swarm of strangers may name any number. */
const MOST = 10_000
const OUTGOING = 'tcpOutgoing'

/**
 * Alternates between encrypted and plain handshakes when webtorrent reconnects to a peer that did not answer the last
 * one. On its own, webtorrent repeats the encrypted handshake, which older clients take for noise. Incoming connections
 * may be either.
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
  // Only peers that were connected emit this event.
  peer.once('disconnect', () => {
    if (peer.wire?.peerId) return
    if (plain.delete(id)) return
    if (plain.size < MOST) plain.add(id)
  })
}
