import type { Annex } from '../../../base/config/annex'
import type { Config } from '../../../base/config/config'
import { parsedAs } from '../../../base/config/row-keys'
import { Refusal } from '../../../base/refusal'
import type { ClientSetup } from '../../../intake/downloads/clients/service'
import type { ClientRow } from '../../../intake/downloads/clients/store'
import type { ClientType, Protocol } from '../../../intake/downloads/states'

type Named = [type: ClientType | null, label: string]

/** Clients by the number that existing tools give them, with their labels. */
const NZB: Named[] = [
  ['sabnzbd', 'SABnzbd'],
  ['nzbget', 'NZBGet'],
  ['blackhole', 'Blackhole'],
  [null, 'Disabled'],
]
const TORRENT: Named[] = [
  ['blackhole', 'Watchfolder'],
  [null, 'uTorrent'],
  ['rtorrent', 'rTorrent'],
  ['transmission', 'Transmission'],
  ['deluge', 'Deluge'],
  ['qbittorrent', 'qBittorrent'],
]
const [BLACKHOLE, DISABLED] = [2, 3]
const WHICH = { type: 'integer', default: DISABLED, least: 0, most: DISABLED } as const

interface Choosing {
  config: Pick<Config, 'get' | 'save'>
  clients: Pick<ClientSetup, 'change' | 'order'>
  all: () => ClientRow[]
}

/** The client for NZB files and the one for torrents: the first enabled one. */
export function whichClient({ all, config, clients }: Choosing): Annex {
  const taking = (protocol: Protocol, rows: ClientRow[]) =>
    rows.filter((client) => client.protocol === protocol && client.enabled)
  const nzbNow = (rows: ClientRow[]) => {
    const first = taking('usenet', rows)[0]
    if (!first) return config.get('blackhole_dir') === '' ? DISABLED : BLACKHOLE
    return numberOf(NZB, first.type)
  }
  const torrentNow = (rows: ClientRow[]) => numberOf(TORRENT, taking('torrent', rows)[0]?.type)
  const withoutClients = async () => {
    for (const { client_id } of taking('usenet', all())) await clients.change(client_id, { enabled: false })
  }
  // Without a client the folder gets the NZB files.
  const none = async () => {
    await withoutClients()
    await config.save({ blackhole_dir: '' })
  }
  const choose = async (type: ClientType, label: string) => {
    const rows = all()
    const row = rows.find((client) => client.protocol === 'usenet' && client.type === type)
    if (!row) {
      if (type === 'blackhole' && config.get('blackhole_dir') !== '') return withoutClients()
      throw new Refusal('invalid', `There is no ${label} to hand NZB files to. Add it under Download clients.`)
    }
    if (!row.enabled) await clients.change(row.client_id, { enabled: true })
    const others = rows.filter(({ client_id }) => client_id !== row.client_id)
    clients.order([row, ...others].map(({ client_id }) => client_id))
  }
  return {
    shown() {
      const rows = all()
      const [nzb, torrent] = [nzbNow(rows), torrentNow(rows)]
      return {
        nzb_downloader: nzb,
        nzb_downloader_label: NZB[nzb]![1],
        torrent_downloader: torrent,
        torrent_downloader_label: TORRENT[torrent]![1],
      }
    },
    ownsKey: (key) => key === 'nzb_downloader',
    prepare({ nzb_downloader }) {
      const chosen = parsedAs(WHICH, 'nzb_downloader', nzb_downloader) as number
      const [type, label] = NZB[chosen]!
      if (chosen === nzbNow(all())) return async () => {}
      return type ? () => choose(type, label) : none
    },
  }
}

/** A type without a number in the tools counts as the first one. */
const numberOf = (named: Named[], type: ClientType | undefined): number =>
  Math.max(
    0,
    named.findIndex(([each]) => each === type),
  )
