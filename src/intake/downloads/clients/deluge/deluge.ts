import type { Http } from '../../../../base/platform/ports'
import type { ReleasePayload } from '../../payload'
import { type ItemControl, itemControls } from '../../states'
import type { AcceptedRelease, ClientItem, ClientReply, ClientTestResult, DownloadClient, SendOptions } from '../client'
import {
  asClientReply,
  ClientError,
  onceAccepted,
  type ReplyFields,
  replyFields,
  replyRows,
  replyWord,
} from '../client-request'
import { ConfiguredClient } from '../configured-client'
import { inside } from '../paths'
import { sharesFiles } from '../shared-files'
import type { ClientRow } from '../store'
import { asTorrent, hashesOf, seedGoal, type TorrentRelease } from '../torrents'
import { DELUGE_FIELDS, delugeItem } from './deluge-report'
import { DelugeRpc } from './deluge-rpc'

interface Deps {
  row: ClientRow
  http: Http
}

const METHODS: Record<ItemControl, string> = {
  pause: 'core.pause_torrents',
  resume: 'core.resume_torrents',
  first: 'core.queue_top',
  up: 'core.queue_up',
  down: 'core.queue_down',
  last: 'core.queue_bottom',
}

/**
 * Deluge 2, over the API of its web UI. It identifies a torrent by its info hash. The torrent shows under the name that
 * Panelkeep set, while its files keep theirs.
 */
export class Deluge extends ConfiguredClient<Deps> implements DownloadClient {
  readonly type = 'deluge'
  readonly takes = ['torrent', 'magnet'] as const
  readonly controls = itemControls
  private readonly rpc: DelugeRpc

  constructor(deps: Deps) {
    super(deps)
    this.rpc = new DelugeRpc(deps)
  }

  test(): Promise<ClientReply<ClientTestResult>> {
    return asClientReply(async () => {
      const { name, category, settings } = this.deps.row
      const version = replyWord(await this.rpc.daemon('daemon.get_version'))
      refuseLabel(this.deps.row)
      const categories = await this.labels()
      const config = replyFields(
        await this.rpc.daemon('core.get_config_values', ['download_location', 'move_completed', 'move_completed_path']),
      )
      const moves = config.move_completed === true && config.move_completed_path
      return {
        version,
        warnings:
          categories || category === ''
            ? []
            : [`${name} has its Label plugin off, so what it is given gets no label. Switch it on in its preferences.`],
        ...(categories ? { categories } : {}),
        folder: settings.directory || replyWord(moves || config.download_location),
      }
    })
  }

  send(name: string, release: ReleasePayload, sending?: SendOptions): Promise<ClientReply<AcceptedRelease>> {
    return asClientReply(async () => {
      const { row } = this.deps
      const torrent = asTorrent(row, release)
      refuseLabel(row)
      const before = await this.having(torrent)
      if (before !== undefined) return { id: before, added: false }
      const taken = await this.add(torrent, { ...this.options(sending), name })
      if (!taken.added) return taken
      const { id } = taken
      await onceAccepted(async () => {
        await this.file(id)
        if (row.settings.start !== 'forced') return
        await this.rpc.daemon('core.set_torrent_options', [id], { auto_managed: false })
        await this.rpc.daemon('core.resume_torrent', [id])
      })
      return taken
    })
  }

  find(name: string): Promise<ClientReply<AcceptedRelease | null>> {
    return asClientReply(async () => {
      const [found] = [...(await this.statuses(undefined, ['name']))].filter(([, status]) => status.name === name)
      return found ? { id: found[0], added: true } : null
    })
  }

  async acknowledge(): Promise<void> {}

  inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    return asClientReply(async () => {
      if (clientIds.length === 0) return new Map()
      const statuses = await this.statuses(clientIds, DELUGE_FIELDS)
      return new Map([...statuses].map(([id, status]) => [id, delugeItem(status)]))
    })
  }

  remove(clientId: string, { files }: { files: boolean }): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      const there = await this.statuses([clientId], ['name'])
      const goes = files && there.size > 0 && !(await this.sharesFiles(clientId))
      if (there.size > 0) await this.rpc.daemon('core.remove_torrent', clientId, goes)
      return true as const
    })
  }

  control(clientId: string, change: ItemControl): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      await this.rpc.daemon(METHODS[change], [clientId])
      return true as const
    })
  }

  private async having(torrent: TorrentRelease): Promise<string | undefined> {
    return [...(await this.statuses(hashesOf(torrent), ['name'])).keys()][0]
  }

  private async add(torrent: TorrentRelease, options: Record<string, unknown>): Promise<AcceptedRelease> {
    const { row } = this.deps
    try {
      const id = replyWord(await this.addedId(torrent, options))
      if (id === '') throw new ClientError('rejected', `${row.name} rejected the torrent without a reason.`)
      return { id, added: true }
    } catch (error) {
      const refused = error instanceof ClientError && error.failure === 'rejected'
      // Deluge refuses a torrent that the user added in the meantime.
      const before = refused ? await this.having(torrent) : undefined
      if (before === undefined) throw error
      return { id: before, added: false }
    }
  }

  private addedId(torrent: TorrentRelease, options: Record<string, unknown>): Promise<unknown> {
    if (torrent.kind === 'magnet') return this.rpc.daemon('core.add_torrent_magnet', torrent.link, options)
    const content = Buffer.from(torrent.bytes).toString('base64')
    return this.rpc.daemon('core.add_torrent_file', 'release.torrent', content, options)
  }

  private options(sending?: SendOptions): Record<string, unknown> {
    const { settings } = this.deps.row
    // Deluge has no time limit for seeding.
    const { ratio } = seedGoal(this.deps.row, sending)
    return {
      add_paused: settings.start === 'paused',
      ...(settings.directory ? { download_location: settings.directory } : {}),
      ...(ratio === undefined ? {} : { stop_at_ratio: true, stop_ratio: ratio, remove_at_ratio: false }),
    }
  }

  /** Sets the label, and creates it if needed. Without the plugin, no label is set. */
  private async file(id: string): Promise<void> {
    const label = this.deps.row.category.toLowerCase()
    if (label === '') return
    const labels = await this.labels()
    if (!labels) return
    if (!labels.includes(label)) await this.rpc.daemon('label.add', label)
    await this.rpc.daemon('label.set_torrent', id, label)
  }

  /** Undefined when the plugin is disabled. */
  private async labels(): Promise<string[] | undefined> {
    const plugins = await this.rpc.daemon('core.get_enabled_plugins')
    if (!Array.isArray(plugins) || !plugins.includes('Label')) return undefined
    const labels = await this.rpc.daemon('label.get_labels')
    return Array.isArray(labels) ? labels.map(replyWord) : []
  }

  private async sharesFiles(clientId: string): Promise<boolean> {
    const folders = await this.statuses(undefined, ['save_path'])
    const all = [...folders].map(([id, { save_path }]) => ({ id, path: replyWord(save_path) }))
    return sharesFiles(clientId, all, async (ids) => {
      const rows = await this.statuses(ids, ['save_path', 'files'])
      const paths = ({ save_path, files }: ReplyFields) =>
        replyRows(files).map(({ path }) => inside(replyWord(save_path), replyWord(path)))
      return new Map([...rows].map(([id, each]) => [id, paths(each)]))
    })
  }

  private async statuses(ids: readonly string[] | undefined, fields: readonly string[]) {
    const all = replyFields(await this.rpc.daemon('core.get_torrents_status', ids ? { id: ids } : {}, fields))
    return new Map(Object.entries(all).map(([id, status]) => [id, replyFields(status)]))
  }
}

function refuseLabel({ name, category }: ClientRow): void {
  if (/^[\w-]*$/.test(category)) return
  throw new ClientError(
    'rejected',
    `${name} does not accept the label ${category}: it may hold letters from a to z, digits, - and _ only.`,
  )
}
