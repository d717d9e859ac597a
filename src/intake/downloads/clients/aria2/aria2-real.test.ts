import { systemClock } from '../../../../base/platform/clock'
import { systemFiles } from '../../../../base/platform/files'
import { systemHttp } from '../../../../base/platform/http'
import { clientRow } from '../../../../testing/downloads/clients'
import { hasProgram } from '../../../../testing/harness/programs'
import { startAria2, type TorrentProgram } from '../../../../testing/torrents/programs'
import { proveTorrents } from '../../../../testing/torrents/proof'
import { proveUsersTorrents } from '../../../../testing/torrents/users-torrent'
import type { ClientRow } from '../store'
import { Aria2 } from './aria2'
import { Aria2Rpc } from './aria2-rpc'

const clientOf = ({ address, secret }: TorrentProgram, more?: Partial<ClientRow>) =>
  new Aria2({
    row: clientRow({ type: 'aria2', address, secret, ...more }),
    http: systemHttp,
    clock: systemClock,
    files: systemFiles,
    local: (path) => path,
  })

proveTorrents({
  called: 'aria2 itself',
  present: hasProgram('aria2c'),
  start: startAria2,
  client: clientOf,
  refuses: [[{ secret: 'wrong' }, /rejected this secret/]],
})

proveUsersTorrents({
  called: 'aria2',
  present: hasProgram('aria2c'),
  start: startAria2,
  client: clientOf,
  dates: false,
  addAsUser({ address, secret }, bytes, dir) {
    const content = Buffer.from(bytes).toString('base64')
    const row = clientRow({ type: 'aria2', address, secret })
    return new Aria2Rpc({ row, http: systemHttp }).change('addTorrent', content, [], { dir, 'check-integrity': 'true' })
  },
})
