interface Peer {
  ip: string
  port: number
  left: number
}

export interface Tracker {
  /** The announce address. */
  readonly address: string
  /** Number of peers with the complete torrent. */
  seeders(infoHash: string): number
  stop(): Promise<void>
}

/**
 * A BitTorrent tracker over HTTP with compact peers (BEP 3, 23), for the loopback. The announce interval is five
 * seconds.
 */
export function startTracker(): Tracker {
  const swarms = new Map<string, Map<string, Peer>>()
  const swarmOf = (infoHash: string) => {
    const swarm = swarms.get(infoHash) ?? new Map<string, Peer>()
    swarms.set(infoHash, swarm)
    return swarm
  }
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, search, searchParams } = new URL(request.url)
      if (pathname !== '/announce') return new Response(null, { status: 404 })
      const swarm = swarmOf(infoHashOf(search))
      const ip = server.requestIP(request)?.address.replace(/^::ffff:/, '') ?? '127.0.0.1'
      const port = Number(searchParams.get('port'))
      const me = `${ip}:${port}`
      if (searchParams.get('event') === 'stopped') swarm.delete(me)
      else swarm.set(me, { ip, port, left: Number(searchParams.get('left')) })
      return new Response(announced([...swarm.values()], me))
    },
  })
  return {
    address: `http://127.0.0.1:${server.port}/announce`,
    seeders: (infoHash) => [...swarmOf(infoHash).values()].filter(({ left }) => left === 0).length,
    stop: () => server.stop(true),
  }
}

function announced(peers: Peer[], me: string): Uint8Array<ArrayBuffer> {
  const others = peers.filter(({ ip, port }) => `${ip}:${port}` !== me)
  const compact = Buffer.from(others.flatMap(({ ip, port }) => [...ip.split('.').map(Number), port >> 8, port & 255]))
  const complete = peers.filter(({ left }) => left === 0).length
  const counts = `8:completei${complete}e10:incompletei${peers.length - complete}e`
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(`d${counts}8:intervali5e12:min intervali2e5:peers${compact.length}:`),
      compact,
      Buffer.from('e'),
    ]),
  )
}

/** The hash is binary, so the query is parsed manually. */
function infoHashOf(search: string): string {
  const written = /[?&]info_hash=([^&]*)/.exec(search)?.[1] ?? ''
  return written.replace(/%([\da-f]{2})|(.)/gis, (_, escaped: string | undefined, plain: string) =>
    (escaped ?? plain.charCodeAt(0).toString(16).padStart(2, '0')).toLowerCase(),
  )
}
