import { systemClock } from '../../../../base/platform/clock'
import { systemFiles } from '../../../../base/platform/files'
import { systemHttp } from '../../../../base/platform/http'
import { systemTcp } from '../../../../base/platform/tcp'
import { clientRow } from '../../../../testing/downloads/clients'
import { hasProgram } from '../../../../testing/harness/programs'
import { startRTorrent, type TorrentProgram } from '../../../../testing/torrents/programs'
import { proveTorrents } from '../../../../testing/torrents/proof'
import { proveUsersTorrents } from '../../../../testing/torrents/users-torrent'
import type { ClientRow } from '../store'
import { RTorrent } from './rtorrent'
import { RTorrentRpc } from './rtorrent-rpc'

const clientOf = ({ address }: TorrentProgram, more?: Partial<ClientRow>) =>
  new RTorrent({
    row: clientRow({ type: 'rtorrent', address, settings: { scgi: true }, ...more }),
    http: systemHttp,
    tcp: systemTcp,
    clock: systemClock,
    files: systemFiles,
    local: (path) => path,
  })

proveTorrents({
  called: 'rTorrent itself, over SCGI',
  present: hasProgram('rtorrent') && hasProgram('aria2c'),
  start: startRTorrent,
  client: clientOf,
  settings: { scgi: true },
  refuses: [[{ address: 'http://127.0.0.1:9' }, /Nothing listens at 127.0.0.1:9/]],
})

proveUsersTorrents({
  called: 'rTorrent',
  present: hasProgram('rtorrent'),
  start: startRTorrent,
  client: clientOf,
  settings: { scgi: true },
  dates: true,
  addAsUser({ address }, bytes, folder) {
    const row = clientRow({ type: 'rtorrent', address, settings: { scgi: true } })
    const rpc = new RTorrentRpc({ row, http: systemHttp, tcp: systemTcp })
    return rpc.change('load.raw_start', '', bytes, `d.directory.set="${folder}"`)
  },
})
