import type { Clock, Http } from '../../../../base/platform/ports'
import type { ReleasePayload } from '../../payload'
import { type ItemControl, itemControls } from '../../states'
import type { AcceptedRelease, ClientItem, ClientReply, ClientTestResult, DownloadClient, SendOptions } from '../client'
import {
  asClientReply,
  ClientError,
  onceAccepted,
  type ReplyFields,
  replyFields,
  replyJson,
  replyRows,
  replyText,
  replyWord,
} from '../client-request'
import { ConfiguredClient } from '../configured-client'
import { inside } from '../paths'
import { sharesFiles } from '../shared-files'
import type { ClientRow } from '../store'
import { asTorrent, grabTagOf, hashesOf, seedGoal, type TorrentRelease } from '../torrents'
import { contentPathOf, qbittorrentItem } from './qbittorrent-report'
import { QBittorrentSession } from './qbittorrent-session'

interface Deps {
  row: ClientRow
  http: Http
  clock: Clock
}

/** qBittorrent confirms before it has parsed the torrent. */
const APPEARS_MS = 250
const LOOKS = 20
/** Limit of hashes in one URL. */
const MOST_AT_ONCE = 100

/**
 * What qBittorrent does with a torrent that reached its seeding goal, by setting; other values only stop the torrent.
 */
const REMOVES: Record<string, string> = { 1: 'removes', 3: 'removes with its files' }

/** qBittorrent 4 and 5 (Web API 2). It identifies a torrent by its info hash. */
export class QBittorrent extends ConfiguredClient<Deps> implements DownloadClient {
  readonly type = 'qbittorrent'
  readonly takes = ['torrent', 'magnet'] as const
  readonly controls = itemControls
  private readonly session: QBittorrentSession

  constructor(deps: Deps) {
    super(deps)
    this.session = new QBittorrentSession(deps)
  }

  test(): Promise<ClientReply<ClientTestResult>> {
    return asClientReply(async () => {
      const { row } = this.deps
      const version = replyText(await this.session.get('app/version')).replace(/^v/, '')
      const settings = replyFields(await this.json('app/preferences'))
      const categories = Object.values(replyFields(await this.json('torrents/categories'))).map(replyFields)
      refuseCategory(row)
      const removes = REMOVES[replyWord(settings.max_ratio_act)]
      const limited = settings.max_ratio_enabled === true || settings.max_seeding_time_enabled === true
      const mine = categories.find((each) => each.name === row.category)
      return {
        version,
        warnings:
          removes && limited
            ? [
                `${row.name} ${removes} what has seeded enough, maybe before it is in the library. Let it pause such torrents in its options, BitTorrent.`,
              ]
            : [],
        categories: categories.map((each) => replyWord(each.name)),
        folder: row.settings.directory || replyWord(mine?.savePath) || replyWord(settings.save_path),
      }
    })
  }

  send(name: string, release: ReleasePayload, sending?: SendOptions): Promise<ClientReply<AcceptedRelease>> {
    return asClientReply(async () => {
      const torrent = asTorrent(this.deps.row, release)
      const hashes = hashesOf(torrent)
      const [there] = await this.infos(hashes)
      if (there) return { id: replyWord(there.hash), added: false }
      const taken = await this.add(name, torrent, hashes, sending)
      if (taken.added && this.deps.row.settings.start === 'forced') {
        await onceAccepted(() => this.session.post('torrents/setForceStart', { hashes: taken.id, value: 'true' }))
      }
      return taken
    })
  }

  find(name: string): Promise<ClientReply<AcceptedRelease | null>> {
    return asClientReply(async () => {
      const tag = grabTagOf(name)
      // Before 4.3.1 it ignores the tag filter and lists all torrents.
      const found = replyRows(await this.json(`torrents/info?tag=${tag}`)).find((each) => isTagged(each, tag))
      return found ? { id: replyWord(found.hash), added: true } : null
    })
  }

  /** Removes the tag: one tag for each download would soon fill the user's tag list. */
  async acknowledge(name: string): Promise<void> {
    await asClientReply(() => this.session.post('torrents/deleteTags', { tags: grabTagOf(name) }))
  }

  inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    return asClientReply(async () => {
      const infos = await this.infos(clientIds)
      return new Map(infos.map((info) => [replyWord(info.hash), qbittorrentItem(info)]))
    })
  }

  remove(clientId: string, { files }: { files: boolean }): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      const goes = files && !(await this.sharesFiles(clientId))
      await this.session.post('torrents/delete', { hashes: clientId, deleteFiles: String(goes) })
      return true as const
    })
  }

  control(clientId: string, change: ItemControl): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      if (change !== 'pause' && change !== 'resume') await this.checkQueueing()
      await this.session.post(`torrents/${await this.actionFor(change)}`, { hashes: clientId })
      return true as const
    })
  }

  private async add(
    name: string,
    torrent: TorrentRelease,
    hashes: string[],
    sending?: SendOptions,
  ): Promise<AcceptedRelease> {
    const { row, clock } = this.deps
    const result = await this.session.add(torrent, { ...this.options(sending), tags: grabTagOf(name) })
    for (let look = 0; look < LOOKS; look++) {
      const [added] = await this.infos(hashes)
      // A torrent that the user added in the meantime lacks our tag. Before 4.3.1 our own torrents lack it too.
      if (added)
        return {
          id: replyWord(added.hash),
          added: isTagged(added, grabTagOf(name)) || (result === 'taken' ? null : false),
        }
      if (result !== 'taken') break
      await clock.after(APPEARS_MS)
    }
    if (result === 'refused') throw new ClientError('rejected', `${row.name} rejected the torrent without a reason.`)
    throw new ClientError('ambiguous', `${row.name} accepted the torrent, but does not list it.`)
  }

  private options(sending?: SendOptions): Record<string, string> {
    const { category, settings } = this.deps.row
    const { ratio, minutes } = seedGoal(this.deps.row, sending)
    const paused = String(settings.start === 'paused')
    return {
      ...(category === '' ? {} : { category }),
      // The folder of a category applies only under automatic torrent management.
      ...(settings.directory ? { savepath: settings.directory, autoTMM: 'false' } : { autoTMM: 'true' }),
      // Overrides the user's setting: loose files in a shared folder could not be assigned to a torrent.
      contentLayout: 'Original',
      // 5.0 renamed the field; either version ignores the other name.
      paused,
      stopped: paused,
      // Otherwise a setting of qBittorrent could stop every torrent once its metadata has arrived.
      ...(settings.start === 'paused' ? {} : { stopCondition: 'None' }),
      ...(ratio === undefined ? {} : { ratioLimit: String(ratio) }),
      ...(minutes === undefined ? {} : { seedingTimeLimit: String(minutes) }),
    }
  }

  /** Without queueing, qBittorrent's torrents have no order. */
  private async checkQueueing(): Promise<void> {
    const { name } = this.deps.row
    if (replyFields(await this.json('app/preferences')).queueing_enabled === true) return
    throw new ClientError('rejected', `Torrent queueing is off in ${name}. Turn it on there under Options, BitTorrent.`)
  }

  /** Web API 2.11 (qBittorrent 5) renamed the pause actions. */
  private async actionFor(change: ItemControl): Promise<string> {
    if (change === 'first') return 'topPrio'
    if (change === 'last') return 'bottomPrio'
    if (change === 'up') return 'increasePrio'
    if (change === 'down') return 'decreasePrio'
    const [major = 0, minor = 0] = replyText(await this.session.get('app/webapiVersion'))
      .split('.')
      .map(Number)
    const stops = major > 2 || (major === 2 && minor >= 11)
    if (change === 'pause') return stops ? 'stop' : 'pause'
    return stops ? 'start' : 'resume'
  }

  private async sharesFiles(hash: string): Promise<boolean> {
    const infos = new Map(replyRows(await this.json('torrents/info')).map((info) => [replyWord(info.hash), info]))
    const all = [...infos].map(([id, info]) => ({ id, path: contentPathOf(info) }))
    return sharesFiles(hash, all, async (ids) => {
      const files = new Map<string, string[]>()
      for (const id of ids) {
        const folder = replyWord(infos.get(id)?.save_path)
        const rows = replyRows(await this.json(`torrents/files?hash=${id}`))
        files.set(
          id,
          rows.map(({ name }) => inside(folder, replyWord(name))),
        )
      }
      return files
    })
  }

  private async infos(hashes: readonly string[]): Promise<ReplyFields[]> {
    const all: ReplyFields[] = []
    for (let at = 0; at < hashes.length; at += MOST_AT_ONCE) {
      const some = hashes.slice(at, at + MOST_AT_ONCE).join('|')
      all.push(...replyRows(await this.json(`torrents/info?hashes=${some}`)))
    }
    return all
  }

  private async json(path: string): Promise<unknown> {
    return replyJson(this.deps.row, await this.session.get(path))
  }
}

const isTagged = ({ tags }: ReplyFields, tag: string) => replyWord(tags).split(/,\s*/).includes(tag)

function refuseCategory({ name, category }: ClientRow): void {
  if (!/\\|\/\/|^\/|\/$/.test(category)) return
  throw new ClientError(
    'rejected',
    `${name} does not accept the category ${category}: leave out backslashes, and slashes at its ends.`,
  )
}
