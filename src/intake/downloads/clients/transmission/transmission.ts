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
import { asTorrent, grabTagOf, seedGoal } from '../torrents'
import { labelsOf, TRANSMISSION_FIELDS, transmissionItem } from './transmission-report'
import { TransmissionRpc } from './transmission-rpc'

interface Deps {
  row: ClientRow
  http: Http
}

const METHODS: Record<ItemControl, string> = {
  pause: 'torrent-stop',
  resume: 'torrent-start',
  first: 'queue-move-top',
  up: 'queue-move-up',
  down: 'queue-move-down',
  last: 'queue-move-bottom',
}

/** Transmission 3 and 4. It identifies a torrent by its info hash. */
export class Transmission extends ConfiguredClient<Deps> implements DownloadClient {
  readonly type = 'transmission'
  readonly takes = ['torrent', 'magnet'] as const
  readonly controls = itemControls
  private readonly rpc: TransmissionRpc

  constructor(deps: Deps) {
    super(deps)
    this.rpc = new TransmissionRpc(deps)
  }

  test(): Promise<ClientReply<ClientTestResult>> {
    return asClientReply(async () => {
      const { category, settings } = this.deps.row
      const session = await this.rpc.session()
      refuseLabel(this.deps.row)
      const [version = ''] = replyWord(session.version).split(' ')
      const folder = settings.directory || replyWord(session.download_dir)
      return { version, warnings: [], folder, ...(category === '' ? {} : { categories: await this.labels() }) }
    })
  }

  send(name: string, release: ReleasePayload, sending?: SendOptions): Promise<ClientReply<AcceptedRelease>> {
    return asClientReply(async () => {
      const { row } = this.deps
      const torrent = asTorrent(row, release)
      refuseLabel(row)
      const labels = [...(row.category === '' ? [] : [row.category]), grabTagOf(name)]
      const { directory, start } = row.settings
      const reply = await this.rpc.ask(
        'torrent-add',
        {
          ...(torrent.kind === 'magnet'
            ? { filename: torrent.link }
            : { metainfo: Buffer.from(torrent.bytes).toString('base64') }),
          ...(directory ? { 'download-dir': directory } : {}),
          paused: start === 'paused',
          labels,
        },
        { changes: true },
      )
      const before = replyWord(replyFields(reply.torrent_duplicate).hash_string)
      if (before !== '') return { id: before, added: false }
      const id = replyWord(replyFields(reply.torrent_added).hash_string)
      if (id === '') throw new ClientError('ambiguous', `${row.name} does not say whether it took the torrent.`)
      await onceAccepted(async () => {
        await this.setFields(id, { labels, ...limits(row, sending) })
        if (start === 'forced') await this.rpc.ask('torrent-start-now', { ids: [id] })
      })
      return { id, added: true }
    })
  }

  /** Before 4.0, labels are set after the torrent was added: a torrent without our label may be ours or the user's. */
  find(name: string, infoHash?: string): Promise<ClientReply<AcceptedRelease | null>> {
    return asClientReply(async () => {
      const tag = grabTagOf(name)
      const torrents = await this.torrents(['hashString', 'labels'])
      const labelled = torrents.find((each) => labelsOf(each).includes(tag))
      const found = labelled ?? torrents.find((each) => replyWord(each.hash_string) === infoHash)
      return found ? { id: replyWord(found.hash_string), added: labelled ? true : null } : null
    })
  }

  /** Removes our tag, since Transmission shows labels on every torrent. */
  async acknowledge(name: string): Promise<void> {
    await asClientReply(async () => {
      const tag = grabTagOf(name)
      for (const each of await this.torrents(['hashString', 'labels'])) {
        const labels = labelsOf(each)
        if (!labels.includes(tag)) continue
        await this.setFields(replyWord(each.hash_string), { labels: labels.filter((label) => label !== tag) })
      }
    })
  }

  inspect(clientIds: readonly string[]): Promise<ClientReply<Map<string, ClientItem>>> {
    return asClientReply(async () => {
      // Without ids Transmission would return all torrents.
      if (clientIds.length === 0) return new Map()
      const torrents = await this.torrents(TRANSMISSION_FIELDS, clientIds)
      const { category } = this.deps.row
      return new Map(torrents.map((each) => [replyWord(each.hash_string), transmissionItem(each, category)]))
    })
  }

  remove(clientId: string, { files }: { files: boolean }): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      const goes = files && !(await this.sharesFiles(clientId))
      await this.rpc.ask('torrent-remove', { ids: [clientId], 'delete-local-data': goes })
      return true as const
    })
  }

  control(clientId: string, change: ItemControl): Promise<ClientReply<true>> {
    return asClientReply(async () => {
      await this.rpc.ask(METHODS[change], { ids: [clientId] })
      return true as const
    })
  }

  private async sharesFiles(clientId: string): Promise<boolean> {
    const torrents = await this.torrents(['hashString', 'downloadDir', 'name'])
    const all = torrents.map((each) => ({ id: replyWord(each.hash_string), path: pathIn(each, each.name) }))
    return sharesFiles(clientId, all, async (ids) => {
      const rows = await this.torrents(['hashString', 'downloadDir', 'files'], ids)
      return new Map(
        rows.map((each) => [replyWord(each.hash_string), replyRows(each.files).map(({ name }) => pathIn(each, name))]),
      )
    })
  }

  private async setFields(id: string, what: Record<string, unknown>): Promise<void> {
    await this.rpc.ask('torrent-set', { ids: [id], ...what })
  }

  private async labels(): Promise<string[]> {
    const all = (await this.torrents(['labels'])).flatMap(labelsOf)
    return [...new Set(all)].filter((label) => !label.startsWith('panelkeep-')).sort()
  }

  private async torrents(fields: readonly string[], ids?: readonly string[]): Promise<ReplyFields[]> {
    return replyRows((await this.rpc.ask('torrent-get', { fields, ...(ids ? { ids } : {}) })).torrents)
  }
}

const pathIn = ({ download_dir }: ReplyFields, name: unknown) => inside(replyWord(download_dir), replyWord(name))

/** The seeding limits. Transmission has no time limit, except for idle time. */
function limits(row: ClientRow, sending?: SendOptions): Record<string, unknown> {
  const { ratio } = seedGoal(row, sending)
  // When a seeding time must be reached, the ratio must not stop the torrent before.
  return ratio === undefined ? {} : { seedRatioLimit: ratio, seedRatioMode: 1 }
}

function refuseLabel({ name, category }: ClientRow): void {
  if (!category.includes(',')) return
  throw new ClientError('rejected', `${name} does not accept the label ${category}: leave out the comma.`)
}
