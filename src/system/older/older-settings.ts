import { dirname } from 'node:path'
import type { Annex } from '../../config/annex'
import type { Config } from '../../config/config'
import { takenAs } from '../../config/row-keys'
import { presets } from '../../downloads/clients/presets'
import type { ClientSetup } from '../../downloads/clients/service'
import { type ClientRow, listClients } from '../../downloads/clients/store'
import type { ClientType, Protocol } from '../../downloads/states'
import { listTargets } from '../../notify/notice-store'
import type { Targets } from '../../notify/targets'
import type { LogBook } from '../../platform/log-book'
import { Refusal } from '../../refusal'
import type { Database } from '../../storage/database'
import { clientKeys } from './client-keys'
import { noticeKeys } from './notice-keys'
import { olderRows } from './older-rows'

interface Deps {
  db: Database
  config: Pick<Config, 'get'>
  clients: Pick<ClientSetup, 'plan' | 'change' | 'order'>
  targets: Pick<Targets, 'plan'>
  /** Read only: where things lie is the affair of whoever starts it. */
  places: { dataDir: string; cacheDir: string; book: Pick<LogBook, 'path'> }
}

/** What existing tools know among the settings and is kept elsewhere here. */
export function olderSettings({ db, config, clients, targets, places }: Deps): Annex[] {
  const all = () => listClients(db.read)
  const firstOf = (type: ClientType) => {
    const ofType = all().filter((client) => client.type === type)
    return ofType.find(({ enabled }) => enabled) ?? ofType[0]
  }
  return [
    olderRows({
      keys: clientKeys,
      find: firstOf,
      plan: (type, row, change) =>
        clients.plan(row ? change : { type, name: labelOf(type), ...change }, row && { clientId: row.client_id }),
    }),
    olderRows({
      keys: noticeKeys,
      find: (service) => listTargets(db.read).find((target) => target.service === service),
      plan: (service, row, change) => targets.plan(row ? change : { service, ...change }, row?.target_id),
    }),
    whichClient({ all, config, clients }),
    {
      shown: () => ({
        data_dir: places.dataDir,
        cache_dir: places.cacheDir,
        log_dir: places.book.path === null ? '' : dirname(places.book.path),
        // A form to log in with, the only way there is.
        authentication: 2,
      }),
    },
  ]
}

const labelOf = (type: ClientType) => presets.find((preset) => preset.type === type)?.label ?? type

/** In the numbers of the tools, and what they call each. */
const NZB: [type: ClientType | null, label: string][] = [
  ['sabnzbd', 'SABnzbd'],
  ['nzbget', 'NZBGet'],
  ['blackhole', 'Blackhole'],
  [null, 'Disabled'],
]
const TORRENT: [type: ClientType | null, label: string][] = [
  ['blackhole', 'Watchfolder'],
  [null, 'uTorrent'],
  ['rtorrent', 'rTorrent'],
  ['transmission', 'Transmission'],
  ['deluge', 'Deluge'],
  ['qbittorrent', 'qBittorrent'],
]
const [BLACKHOLE, DISABLED] = [2, 3]
const WHICH = { type: 'integer', default: DISABLED, least: 0, most: DISABLED } as const

interface Choosing extends Pick<Deps, 'config' | 'clients'> {
  all: () => ClientRow[]
}

/** Which client takes NZB files, and which torrents: the first that is switched on. */
function whichClient({ all, config, clients }: Choosing): Annex {
  const taking = (protocol: Protocol) => all().filter((client) => client.protocol === protocol && client.enabled)
  const nzbNow = () => {
    const first = taking('usenet')[0]
    if (!first) return config.get('blackhole_dir') === '' ? DISABLED : BLACKHOLE
    return Math.max(
      0,
      NZB.findIndex(([type]) => type === first.type),
    )
  }
  const torrentNow = () =>
    Math.max(
      0,
      TORRENT.findIndex(([type]) => type === taking('torrent')[0]?.type),
    )
  const none = async () => {
    for (const { client_id } of taking('usenet')) await clients.change(client_id, { enabled: false })
  }
  const choose = async (type: ClientType, label: string) => {
    const rows = all()
    const row = rows.find((client) => client.protocol === 'usenet' && client.type === type)
    if (!row) {
      if (type === 'blackhole' && config.get('blackhole_dir') !== '') return none()
      throw new Refusal('invalid', `There is no ${label} to hand NZB files to. Add it under Download clients.`)
    }
    if (!row.enabled) await clients.change(row.client_id, { enabled: true })
    const others = rows.filter(({ client_id }) => client_id !== row.client_id)
    clients.order([row, ...others].map(({ client_id }) => client_id))
  }
  return {
    shown() {
      const [nzb, torrent] = [nzbNow(), torrentNow()]
      return {
        nzb_downloader: nzb,
        nzb_downloader_label: NZB[nzb]![1],
        torrent_downloader: torrent,
        torrent_downloader_label: TORRENT[torrent]![1],
      }
    },
    takes: (key) => key === 'nzb_downloader',
    prepare({ nzb_downloader }) {
      const chosen = takenAs(WHICH, 'nzb_downloader', nzb_downloader) as number
      const [type, label] = NZB[chosen]!
      if (chosen === nzbNow()) return async () => {}
      return type ? () => choose(type, label) : none
    },
  }
}
