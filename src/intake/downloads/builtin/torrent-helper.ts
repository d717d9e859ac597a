import WebTorrent, { type Torrent } from 'webtorrent'
import { bareTorrent, trackersOf } from '../../../base/formats/downloads/torrent'
import { AGENT } from '../../../base/outbound/send'
import { encodeFrame, readFrames } from '../../../base/platform/frames'
import type { Clock } from '../../../base/platform/ports'
import type {
  AddMessage,
  OpenMessage,
  PaceMessage,
  TorrentHelperOrder,
  TorrentHelperReport,
  TorrentStatus,
} from './helper-messages'
import type { NetworkFilter } from './network-filter'
import { tryWithoutEncryption } from './plain-peers'

interface TorrentHelperDeps {
  /** Standard input: frames of the parent. */
  input: AsyncIterable<Uint8Array>
  /** Standard output. */
  write(frame: Uint8Array): Promise<void>
  clock: Pick<Clock, 'after'>
  filter: NetworkFilter
}

const REPORT_MS = 1000

/**
 * The process started with `--torrent-helper`: downloads and seeds what the parent requests until the input ends. The
 * helper stores nothing itself: its tasks and their progress are rows of the parent and bytes on the disk.
 */
export async function serveTorrents({ input, write, clock, filter }: TorrentHelperDeps): Promise<void> {
  let swarm: Swarm | undefined
  const ended = new AbortController()
  const send = (report: TorrentHelperReport, body?: Uint8Array) => write(encodeFrame(report, body))
  const reporting = sendRegularly(() => swarm && send({ seen: swarm.seen() }), clock, ended.signal)
  try {
    for await (const { header, body } of readFrames(input)) {
      const order = header as TorrentHelperOrder
      if (order.op === 'open') swarm = new Swarm(order, send, filter)
      else if (order.op === 'pace') swarm?.pace(order)
      else if (order.op === 'add') void swarm?.add(order, body)
      else await swarm?.remove(order.info_hash)
    }
  } finally {
    ended.abort()
    await reporting
  }
}

async function sendRegularly(say: () => Promise<void> | undefined, clock: Pick<Clock, 'after'>, ended: AbortSignal) {
  while (!ended.aborted) {
    await say()
    await clock.after(REPORT_MS, ended)
  }
}

/** The torrents of one process. */
class Swarm {
  private readonly client: WebTorrent
  private readonly torrents = new Map<string, Torrent>()
  /** Torrents whose trackers are being checked, by info hash. */
  private readonly coming = new Map<string, AddMessage>()

  constructor(
    { dht, pex, lsd, nat, allowed }: OpenMessage,
    private readonly say: (report: TorrentHelperReport, body?: Uint8Array) => Promise<void>,
    private readonly filter: NetworkFilter,
  ) {
    filter.set({ allowed, lsd })
    // uTP needs a native library that ends the process. Web seeds are addresses named by a stranger's torrent, which
    // may be on the local network.
    const off = { utp: false, webSeeds: false }
    this.client = new WebTorrent({ ...off, dht, utPex: pex, lsd, natUpnp: nat, natPmp: nat, userAgent: AGENT })
    this.client.blocked = { contains: (host) => !filter.mayMeet(host) }
    // The process is unusable then; the parent starts another one.
    this.client.on('error', (error) => {
      throw error
    })
  }

  pace({ down, up }: PaceMessage): void {
    this.client.throttleDownload(down ?? -1)
    this.client.throttleUpload(up ?? -1)
  }

  async add(order: AddMessage, file: Uint8Array): Promise<void> {
    const { info_hash, magnet } = order
    if (this.torrents.has(info_hash) || this.coming.has(info_hash)) return
    this.coming.set(info_hash, order)
    try {
      const announce = await this.filter.trackers(magnet === null ? trackersOf(file) : trackersOfMagnet(magnet))
      // The torrent may have been removed meanwhile, and added again.
      if (this.coming.get(info_hash) !== order) return
      this.begin(order, file.length > 0 || magnet === null ? bareTorrent(file) : plainMagnet(magnet), announce)
    } catch (error) {
      if (this.coming.get(info_hash) === order) await this.failed(info_hash, (error as Error).message)
    } finally {
      if (this.coming.get(info_hash) === order) this.coming.delete(info_hash)
    }
  }

  private begin({ info_hash, magnet, folder }: AddMessage, release: Uint8Array | string, announce: string[]): void {
    const torrent = this.client.add(release, { path: folder, announce })
    tryWithoutEncryption(torrent)
    this.torrents.set(info_hash, torrent)
    torrent.on('error', ({ message, code }) => {
      this.torrents.delete(info_hash)
      void this.failed(info_hash, message, code)
    })
    if (typeof release !== 'string') return
    torrent.on('metadata', () => {
      const found = torrent.torrentFile
      void this.say({ found: info_hash }, found)
      // Whether a magnet link's torrent is private is known only now; until here its peers were searched for in public.
      if (torrent.private)
        void this.remove(info_hash, false).then(() => this.add({ op: 'add', info_hash, magnet, folder }, found))
    })
  }

  async remove(infoHash: string, report = true): Promise<void> {
    const torrent = this.torrents.get(infoHash)
    this.torrents.delete(infoHash)
    this.coming.delete(infoHash)
    if (torrent) await new Promise<void>((resolve) => torrent.destroy(resolve))
    if (report) await this.say({ removed: infoHash })
  }

  private failed(info_hash: string, message: string, code?: string): Promise<void> {
    return this.say({ failed: { info_hash, message, code: code ?? null } })
  }

  seen(): TorrentStatus[] {
    return [...this.torrents].map(([info_hash, torrent]) => ({
      info_hash,
      phase: phaseOf(torrent),
      total: torrent.length ?? null,
      done: torrent.downloaded,
      speed: Math.round(torrent.downloadSpeed),
      eta: Number.isFinite(torrent.timeRemaining) ? Math.ceil(torrent.timeRemaining / 1000) : null,
      uploaded: torrent.uploaded,
      peers: torrent.numPeers,
    }))
  }
}

function phaseOf(torrent: Torrent): TorrentStatus['phase'] {
  if (torrent.done) return 'seeding'
  if (!torrent.metadata) return 'metadata'
  return torrent.ready ? 'downloading' : 'checking'
}

const trackersOfMagnet = (link: string) => new URL(link).searchParams.getAll('tr')

/** The magnet link with only its hash and name: the others may be web addresses and peers. */
function plainMagnet(link: string): string {
  const params = new URL(link).searchParams
  const kept = ['xt', 'dn'].flatMap((key) => params.getAll(key).map((value) => [key, value] as [string, string]))
  const query = kept.map(([key, value]) => `${key}=${key === 'xt' ? value : encodeURIComponent(value)}`)
  return `magnet:?${query.join('&')}`
}
