import { hasProgram } from '../src/testing/harness/programs'
import {
  startAria2,
  startDeluge,
  startQBittorrent,
  startRTorrent,
  startTransmission,
  type TorrentProgram,
} from '../src/testing/torrents/programs'
import { type Seeder, startSeeder } from '../src/testing/torrents/seeder'
import { startTracker } from '../src/testing/torrents/tracker'
import { post } from '../src/testing/usenet/make-nzb'
import { type NewsServer, newsServer } from '../src/testing/usenet/news-server'
import { startNzbget } from '../src/testing/usenet/nzbget'
import { startSabnzbd } from '../src/testing/usenet/sabnzbd'
import { type DownloadSetup, waitForAnswer } from './download-setup'

/** A running client. */
export interface RunningClient {
  address: string
  username?: string
  secret: string
  stop(): Promise<void>
}

/** A client that may be installed on this machine. */
export interface Real<R extends RunningClient = RunningClient> {
  type: string
  protocol: 'usenet' | 'torrent'
  /** Required system programs. */
  programs: string[]
  start(providerData: Starting): Promise<R>
  settings?: Record<string, unknown>
}

interface Starting {
  folder: string
  news: NewsServer
}

async function sabnzbd({ folder, news }: Starting): Promise<RunningClient> {
  const { address, key: secret, stop } = await startSabnzbd(folder, news)
  return { address, secret, stop }
}

async function nzbget({ folder, news }: Starting): Promise<RunningClient> {
  const { address, username, password: secret, stop } = await startNzbget(folder, news)
  return { address, username, secret, stop }
}

const usenet = (type: string, programs: string[], start: Real['start']): Real => ({
  type,
  protocol: 'usenet',
  programs,
  start,
})
const torrent = (
  type: string,
  programs: string[],
  start: () => Promise<TorrentProgram>,
  more: Pick<Real, 'settings'> = {},
): Real<TorrentProgram> => ({
  type,
  protocol: 'torrent',
  programs: [...programs, 'aria2c'],
  start,
  ...more,
})

export const real = {
  sabnzbd: usenet('sabnzbd', ['sabnzbdplus'], sabnzbd),
  nzbget: usenet('nzbget', ['nzbget'], nzbget),
  transmission: torrent('transmission', ['transmission-daemon'], startTransmission),
  qbittorrent: torrent('qbittorrent', ['qbittorrent-nox'], startQBittorrent),
  deluge: torrent('deluge', ['deluged', 'deluge-web'], () => startDeluge()),
  aria2: torrent('aria2', ['aria2c'], startAria2),
  rtorrent: torrent('rtorrent', ['rtorrent'], startRTorrent, { settings: { scgi: true } }),
} as const satisfies Record<string, Real>

/** Whether the client is installed; prints missing programs once. */
export const isThere = ({ programs }: Real): boolean => programs.map(hasProgram).every(Boolean)

/** Releases of a setup, and the clients that download them. */
export class Sources {
  readonly news = newsServer()
  private readonly tracker = startTracker()
  private readonly ending: (() => unknown)[] = []
  private started = 0

  constructor(private readonly setup: DownloadSetup) {}

  /** Starts a real client and adds it to Panelkeep. Throws with the sentence of a failed test. */
  async using<R extends RunningClient>(real: Real<R>, more: Record<string, unknown> = {}): Promise<R> {
    const { setup } = this
    const running = await real.start({ folder: setup.in(`client ${++this.started}`), news: this.news })
    this.ending.push(() => running.stop())
    const { address, username = '', secret } = running
    const { type, settings = {} } = real
    const client = { type, name: type, address, username, secret, category: 'comics', settings, ...more }
    const tested = await waitForAnswer(setup.reader.post('/api/config/clients/test', client))
    if (tested.success !== true) throw new Error(`the test of ${type} says: ${tested.detail}`)
    const added = await waitForAnswer(setup.reader.post('/api/config/clients', client))
    const { client_id } = added.client as { client_id: string }
    this.ending.push(() => waitForAnswer(setup.reader.send('DELETE', `/api/config/clients/${client_id}?force=true`)))
    return running
  }

  /** Posts a release and adds it to the usenet indexer. */
  posted(title: string, files: Record<string, Uint8Array>): void {
    const { nzb, articles } = post(files)
    for (const [id, article] of articles) this.news.articles.set(id, article)
    const size = Object.values(files).reduce((sum, { length }) => sum + length, 0)
    const posted = new Date(Date.now() - 3_600_000).toISOString()
    this.setup.usenet.releases.push({ title, file: nzb, size, posted })
  }

  /** Seeds a comic and adds it to the torrent indexer; `slow`: bytes a second. */
  async seeded(title: string, content: Uint8Array, slow?: number): Promise<Seeder> {
    const seeder = await startSeeder({ tracker: this.tracker, name: `${title}.cbz`, content, slow })
    this.ending.push(() => seeder.stop())
    this.setup.torrents.releases.push({ title, file: seeder.bytes, size: content.length, seeders: 1, peers: 1 })
    return seeder
  }

  /** Removes all clients and releases. */
  async clear(): Promise<void> {
    for (const end of this.ending.splice(0).reverse()) await end()
    this.setup.usenet.releases = []
    this.setup.torrents.releases = []
  }

  async close(): Promise<void> {
    await this.clear()
    await this.tracker.stop()
    this.news.stop()
  }
}
