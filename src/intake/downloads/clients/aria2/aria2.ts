import { sha256 } from '../../../../base/platform/digest'
import type { Clock, Files, Http } from '../../../../base/platform/ports'
import type { ReleasePayload } from '../../payload'
import { type ItemControl, itemControls } from '../../states'
import type { AcceptedRelease, ClientItem, ClientReply, ClientTestResult, DownloadClient, SendOptions } from '../client'
import { asClientReply, ClientError, type ReplyFields, replyFields, replyRows, replyWord } from '../client-request'
import { ConfiguredClient } from '../configured-client'
import { removeLeftFiles } from '../remove-left-files'
import type { ClientRow } from '../store'
import { asTorrent, hashesOf, seedGoal, type TorrentRelease } from '../torrents'
import { ARIA2_FIELDS, aria2Error, aria2Item } from './aria2-report'
import { Aria2Rpc } from './aria2-rpc'

interface Deps {
  row: ClientRow
  http: Http
  clock: Clock
  files: Pick<Files, 'stat' | 'remove' | 'removeEmptyFolder'>
  /** Translates a path of the client to a local path. */
  local: (remotePath: string) => string
}

/** More results than aria2 keeps. */
const MOST = 10_000
/** aria2 finishes a removal shortly after confirming it. */
const ENDS_MS = 200
const LOOKS = 25

/**
 * aria2. Panelkeep identifies a torrent by its info hash, since aria2's own ids (GIDs) change: a magnet link becomes
 * another download once its metadata has arrived. The GID is derived from the name of the grab, so that the grab is
 * found again.
 */
export class Aria2 extends ConfiguredClient<Deps> implements DownloadClient {
  readonly type = 'aria2'
  readonly takes = ['torrent', 'magnet'] as const
  readonly controls = itemControls
  private readonly rpc: Aria2Rpc

  constructor(deps: Deps) {
    super(deps)
    this.rpc = new Aria2Rpc(deps)
  }

  test(): Promise<ClientReply<ClientTestResult>> {
    return asClientReply(async () => {
      const { name, settings } = this.deps.row
      const { version, enabledFeatures: features } = replyFields(await this.rpc.ask('getVersion'))
      if (!Array.isArray(features) || !features.includes('BitTorrent'))
        throw new ClientError('rejected', `${name} was built without BitTorrent, so it cannot download torrents.`)
      const options = replyFields(await this.rpc.ask('getGlobalOption'))
      return {
        version: replyWord(version),
        warnings: replyWord(options['save-session'])
          ? []
          : [`${name} forgets what it downloads when it stops. Start it with --save-session and --input-file.`],
        folder: settings.directory || replyWord(options.dir),
      }
    })
  }

  send(name: string, release: ReleasePayload, sending?: SendOptions): Promise<ClientReply<AcceptedRelease>> {
    return asClientReply(async () => {
      const torrent = asTorrent(this.deps.row, release)
      const [id = ''] = hashesOf(torrent)
      // aria2 would accept the same torrent a second time, and then fail both.
      const there = (await this.entries()).filter((entry) => hashOf(entry) === id)
      if (!there.every((entry) => isOurs(entry) && aria2Error(entry) !== undefined)) return { id, added: false }
      for (const entry of there) await this.rpc.ask('removeDownloadResult', entry.gid)
      await this.add(torrent, { ...this.options(sending), gid: gidOf(name) })
      return { id, added: true }
    })
  }

  find(name: string): Promise<ClientReply<AcceptedRelease | null>> {
    return asClientReply(async () => {
      const gid = gidOf(name)
      const found = (await this.entries()).find((entry) => entry.gid === gid || entry.following === gid)
      return found ? { id: hashOf(found), added: true } : null
    })
  }

  async acknowledge(): Promise<void> {}

  inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    return asClientReply(async () => {
      const entries = await this.entries()
      const seen = new Map<string, ClientItem>()
      const waiting = entries.filter(({ status }) => status === 'waiting' || status === 'paused')
      for (const id of clientIds) {
        const entry = mainOf(mineOf(entries, id))
        const place = entry ? waiting.indexOf(entry) + 1 : 0
        if (entry) seen.set(id, { ...aria2Item(entry), ...(place > 0 && { place }) })
      }
      return seen
    })
  }

  /** aria2 leaves files on the disk. Panelkeep deletes them if this machine can reach them. */
  remove(clientId: string, { files }: { files: boolean }): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      const entries = await this.entries()
      const mine = mineOf(entries, clientId)
      for (const entry of mine) await this.end(entry)
      if (!files) return true as const
      // Another download of the same torrent, or another torrent, may use the same files.
      const others = new Set(entries.filter((entry) => !mine.includes(entry)).flatMap(pathsOf))
      for (const entry of mine.filter((each) => each.errorCode !== THERE_BEFORE)) {
        const paths = pathsOf(entry)
        if (!paths.some((path) => others.has(path))) await removeLeftFiles(this.deps, paths, replyWord(entry.dir))
      }
      return true as const
    })
  }

  /** aria2's queue only has positions for waiting downloads. */
  control(clientId: string, change: ItemControl): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      const { name } = this.deps.row
      const entry = mainOf(mineOf(await this.entries(), clientId))
      if (!entry) throw new ClientError('rejected', `${name} does not have this download.`)
      if (change === 'pause') await this.rpc.change('pause', entry.gid)
      else if (change === 'resume') await this.rpc.change('unpause', entry.gid)
      else if (entry.status === 'active')
        throw new ClientError('rejected', `${name} is already downloading it; only waiting downloads have an order.`)
      else await this.rpc.change('changePosition', entry.gid, ...MOVES[change])
      return true as const
    })
  }

  private async add(torrent: TorrentRelease, options: Record<string, string>): Promise<void> {
    const { kind } = torrent
    if (kind === 'magnet') await this.rpc.change('addUri', [torrent.link], options)
    else await this.rpc.change('addTorrent', Buffer.from(torrent.bytes).toString('base64'), [], options)
  }

  private options(sending?: SendOptions): Record<string, string> {
    const { settings } = this.deps.row
    const { ratio, minutes } = seedGoal(this.deps.row, sending)
    return {
      ...(settings.directory ? { dir: settings.directory } : {}),
      pause: String(settings.start === 'paused'),
      ...(ratio ? { 'seed-ratio': String(ratio) } : {}),
      // A ratio of 0 means no limit, but a seed time of 0 means no seeding.
      ...(ratio === 0 || minutes !== undefined ? { 'seed-time': String(ratio === 0 ? 0 : minutes) } : {}),
    }
  }

  /** Stops a download if it runs, and removes its result. */
  private async end({ gid, status }: ReplyFields): Promise<void> {
    const { clock } = this.deps
    if (!OVER.includes(replyWord(status))) await this.rpc.known('forceRemove', gid)
    for (let look = 0; look < LOOKS; look++) {
      const now = await this.rpc.known('tellStatus', gid, ['status'])
      if (now === undefined) return
      if (OVER.includes(replyWord(replyFields(now).status))) break
      await clock.after(ENDS_MS)
    }
    await this.rpc.known('removeDownloadResult', gid)
  }

  private async entries(): Promise<ReplyFields[]> {
    const all = [
      await this.rpc.ask('tellActive', ARIA2_FIELDS),
      await this.rpc.ask('tellWaiting', 0, MOST, ARIA2_FIELDS),
      await this.rpc.ask('tellStopped', 0, MOST, ARIA2_FIELDS),
    ]
    return all.flatMap(replyRows).filter((entry) => entry.status !== 'removed')
  }
}

const MOVES = { first: [0, 'POS_SET'], up: [-1, 'POS_CUR'], down: [1, 'POS_CUR'], last: [0, 'POS_END'] } as const

/** Exit code when a file with that name exists: aria2 then downloads nothing. */
const THERE_BEFORE = '13'

const OVER = ['complete', 'error', 'removed']

/** Prefix of GIDs that Panelkeep assigns. Other GIDs are random. */
const OURS = '9a2e1bee'
const gidOf = (name: string) => OURS + sha256(name).slice(0, 8)
const isOurs = ({ gid, following }: ReplyFields) => [gid, following].some((each) => replyWord(each).startsWith(OURS))

/**
 * The entries of a torrent: for a magnet link, its metadata and its content. A second download of the same torrent that
 * the user added has failed, and does not count. After a restart, the content of a magnet link no longer refers to our
 * GID.
 */
function mineOf(entries: readonly ReplyFields[], hash: string): ReplyFields[] {
  const all = entries.filter((entry) => hashOf(entry) === hash)
  const ours = all.filter(isOurs)
  return ours.length > 0 ? ours : all.slice(0, 1)
}

const mainOf = (mine: readonly ReplyFields[]) => mine.find((each) => !leads(each)) ?? mine[0]
const pathsOf = (entry: ReplyFields) => replyRows(entry.files).map((file) => replyWord(file.path))
const hashOf = (entry: ReplyFields) => replyWord(entry.infoHash).toLowerCase()
const leads = (entry: ReplyFields) => Array.isArray(entry.followedBy) && entry.followedBy.length > 0
