import type { Clock, Files, Http, Tcp } from '../../../base/platform/ports'
import type { ClientType } from '../states'
import { Aria2 } from './aria2/aria2'
import type { DownloadClient } from './client'
import { Deluge } from './deluge/deluge'
import { Nzbget } from './nzbget/nzbget'
import { QBittorrent } from './qbittorrent/qbittorrent'
import { RTorrent } from './rtorrent/rtorrent'
import { Sabnzbd } from './sabnzbd/sabnzbd'
import type { ClientRow } from './store'
import { Transmission } from './transmission/transmission'
import { Blackhole } from './watched-folder/blackhole'

/** Dependencies of the clients; each uses those that it needs. */
interface ClientDeps {
  row: ClientRow
  http: Http
  clock: Clock
  tcp: Tcp
  files: Files
  /** Translates a path of the client to a local path. */
  local: (remotePath: string) => string
}

type Maker = (making: ClientDeps) => DownloadClient

/** A client of each type, from its row. */
export const clientMakers: Record<ClientType, Maker> = {
  sabnzbd: (making) => new Sabnzbd(making),
  nzbget: (making) => new Nzbget(making),
  qbittorrent: (making) => new QBittorrent(making),
  transmission: (making) => new Transmission(making),
  deluge: (making) => new Deluge(making),
  rtorrent: (making) => new RTorrent(making),
  aria2: (making) => new Aria2(making),
  blackhole: ({ row, files, clock }) =>
    new Blackhole({
      files,
      clock,
      name: row.client_id,
      label: row.name,
      folder: () => row.address,
      done: () => row.settings.done_folder ?? '',
      what: row.protocol === 'usenet' ? 'NZB files' : 'torrents',
    }),
}
