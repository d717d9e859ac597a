import { fromMs } from '../../../../base/platform/clock'
import type { Clock, Files, Http, Instant, Tcp } from '../../../../base/platform/ports'
import type { ReleasePayload } from '../../payload'
import type { AcceptedRelease, ClientItem, ClientReply, ClientTestResult, DownloadClient } from '../client'
import { asClientReply, ClientError, replyWord } from '../client-request'
import { ConfiguredClient } from '../configured-client'
import { inside } from '../paths'
import { removeLeftFiles } from '../remove-left-files'
import { sharesFiles } from '../shared-files'
import type { ClientRow } from '../store'
import { asTorrent, grabTagOf, hashesOf } from '../torrents'
import { pathOf, RTORRENT_FIELDS, type RTorrentFields, rtorrentFields, rtorrentItem } from './rtorrent-report'
import { RTorrentRpc } from './rtorrent-rpc'

interface Deps {
  row: ClientRow
  http: Http
  tcp: Tcp
  clock: Clock
  files: Pick<Files, 'stat' | 'remove' | 'removeEmptyFolder'>
  /** Translates a path of the client to a local path. */
  local: (remotePath: string) => string
}

/** rTorrent accepts every torrent and checks it later. */
const APPEARS_MS = 250
const LOOKS = 20

/** The fields that make up the path of a torrent. */
const PLACE = ['d.hash=', 'd.name=', 'd.base_path=', 'd.directory=', 'd.is_multi_file=']

/** The custom field for the mark of a grab. */
const MARK = 'panelkeep'

/** rTorrent 0.9. It identifies a torrent by its info hash in upper case; Panelkeep stores it in lower case. */
export class RTorrent extends ConfiguredClient<Deps> implements DownloadClient {
  readonly type = 'rtorrent'
  readonly takes = ['torrent', 'magnet'] as const
  private readonly rpc: RTorrentRpc

  constructor(deps: Deps) {
    super(deps)
    this.rpc = new RTorrentRpc(deps)
  }

  test(): Promise<ClientReply<ClientTestResult>> {
    return asClientReply(async () => {
      const { settings } = this.deps.row
      const version = replyWord(await this.rpc.ask('system.client_version'))
      const folder = settings.directory || replyWord(await this.rpc.ask('directory.default'))
      return { version, warnings: [], folder }
    })
  }

  /** rTorrent has no seeding rules of its own: Panelkeep's watcher applies them. */
  send(name: string, release: ReleasePayload): Promise<ClientReply<AcceptedRelease>> {
    return asClientReply(async () => {
      const { row, clock } = this.deps
      const torrent = asTorrent(row, release)
      const [id = ''] = hashesOf(torrent)
      if (await this.has(id)) return { id, added: false }
      const starts = row.settings.start === 'paused' ? '' : '_start'
      const options = this.options(name)
      if (torrent.kind === 'magnet') {
        await this.rpc.change(starts ? 'load.start' : 'load.normal', '', torrent.link, ...options)
      } else await this.rpc.change(`load.raw${starts}`, '', torrent.bytes, ...options)
      for (let look = 0; look < LOOKS; look++) {
        if (await this.has(id)) return { id, added: await this.bears(id, grabTagOf(name)) }
        await clock.after(APPEARS_MS)
      }
      throw new ClientError('rejected', `${row.name} rejected the torrent without a reason. Its own log may.`)
    })
  }

  find(name: string): Promise<ClientReply<AcceptedRelease | null>> {
    return asClientReply(async () => {
      const tag = grabTagOf(name)
      const found = (await this.torrents(['d.hash=', `d.custom=${MARK}`])).find(
        (each) => each[`d.custom=${MARK}`] === tag,
      )
      return found ? { id: replyWord(found['d.hash=']).toLowerCase(), added: true } : null
    })
  }

  async acknowledge(): Promise<void> {}

  inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    return asClientReply(async () => {
      const now = await this.now()
      const all = (await this.torrents(RTORRENT_FIELDS)).map(
        (each) => [replyWord(each['d.hash=']).toLowerCase(), each] as const,
      )
      return new Map(all.filter(([id]) => clientIds.includes(id)).map(([id, each]) => [id, rtorrentItem(each, now)]))
    })
  }

  /** rTorrent leaves files on the disk. Panelkeep deletes them if this machine can reach them. */
  remove(clientId: string, { files }: { files: boolean }): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      const hash = clientId.toUpperCase()
      const left = files && !(await this.sharesFiles(clientId)) ? await this.filesOf(hash) : undefined
      await this.rpc.ofTorrent('d.erase', hash)
      if (left) await removeLeftFiles(this.deps, left.paths, left.folder)
      return true as const
    })
  }

  /** rTorrent's clock, which may differ from ours. Seeding time is counted by it. */
  private async now(): Promise<Instant> {
    try {
      return fromMs(Number(await this.rpc.ask('system.time_seconds')) * 1000)
    } catch (error) {
      if (error instanceof ClientError) return this.deps.clock.now() // This rTorrent does not know the command.
      throw error
    }
  }

  private async has(id: string): Promise<boolean> {
    return (await this.rpc.ofTorrent('d.name', id.toUpperCase())) !== undefined
  }

  /** Whether the torrent has our mark. A torrent that the user added in the meantime has none. */
  private async bears(id: string, tag: string): Promise<boolean> {
    return (await this.rpc.ofTorrent('d.custom', id.toUpperCase(), MARK)) === tag
  }

  /** Commands that run before the torrent starts. */
  private options(name: string): string[] {
    const { category, settings } = this.deps.row
    return [
      `d.custom.set=${MARK},${grabTagOf(name)}`,
      ...(category === '' ? [] : [`d.custom1.set=${quoted(category)}`]),
      ...(settings.directory ? [`d.directory.set=${quoted(settings.directory)}`] : []),
    ]
  }

  /** Paths of a torrent's files. `d.directory` is the torrent's own folder when it has several files. */
  private async filesOf(hash: string): Promise<{ paths: string[]; folder: string } | undefined> {
    const folder = replyWord(await this.rpc.ofTorrent('d.directory', hash))
    if (folder === '') return undefined
    const several = (await this.rpc.ask('d.is_multi_file', hash)) === 1
    const rows = await this.rpc.ask('f.multicall', hash, '', 'f.path=')
    const paths = (Array.isArray(rows) ? rows : []).map((row) =>
      inside(folder, replyWord(Array.isArray(row) ? row[0] : row)),
    )
    return { paths, folder: several ? folder.replace(/[\\/][^\\/]*[\\/]?$/, '') : folder }
  }

  private async sharesFiles(clientId: string): Promise<boolean> {
    const torrents = await this.torrents(PLACE)
    const all = torrents.map((each) => ({ id: replyWord(each['d.hash=']).toLowerCase(), path: pathOf(each) }))
    return sharesFiles(clientId, all, async (ids) => {
      const files = new Map<string, string[]>()
      for (const id of ids) files.set(id, (await this.filesOf(id.toUpperCase()))?.paths ?? [])
      return files
    })
  }

  private async torrents(fields: readonly string[]): Promise<RTorrentFields[]> {
    return rtorrentFields(await this.rpc.ask('d.multicall2', '', 'main', ...fields), fields)
  }
}

/** A string in rTorrent's command language. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, (letter) => `\\${letter}`)}"`
