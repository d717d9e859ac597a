import { systemClock } from '../../../../base/platform/clock'
import { systemHttp } from '../../../../base/platform/http'
import { clientRow } from '../../../../testing/downloads/clients'
import { hasProgram } from '../../../../testing/harness/programs'
import { startQBittorrent, type TorrentProgram } from '../../../../testing/torrents/programs'
import { proveTorrents } from '../../../../testing/torrents/proof'
import { proveUsersTorrents } from '../../../../testing/torrents/users-torrent'
import type { ClientRow } from '../store'
import { QBittorrent } from './qbittorrent'
import { QBittorrentSession } from './qbittorrent-session'

const clientOf = ({ address, username, secret }: TorrentProgram, more?: Partial<ClientRow>) =>
  new QBittorrent({
    row: clientRow({ type: 'qbittorrent', address, username, secret, ...more }),
    http: systemHttp,
    clock: systemClock,
  })

proveTorrents({
  called: 'qBittorrent itself',
  present: hasProgram('qbittorrent-nox') && hasProgram('aria2c'),
  start: startQBittorrent,
  client: clientOf,
  refuses: [
    [{ secret: 'wrong' }, /rejects this user name and password/],
    [{ category: 'comics/' }, /does not accept the category comics\//],
  ],
})

proveUsersTorrents({
  called: 'qBittorrent',
  present: hasProgram('qbittorrent-nox'),
  start: startQBittorrent,
  client: clientOf,
  dates: true,
  addAsUser({ address, username, secret }, bytes, savepath) {
    const row = clientRow({ type: 'qbittorrent', address, username, secret })
    const torrent = { kind: 'torrent', name: '', bytes, info_hash: '' } as const
    return new QBittorrentSession({ row, http: systemHttp }).add(torrent, { savepath, autoTMM: 'false' })
  },
})
