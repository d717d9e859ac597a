import { systemClock } from '../../platform/clock'
import { systemFiles } from '../../platform/files'
import { systemHttp } from '../../platform/http'
import { systemTcp } from '../../platform/tcp'
import { clientRow } from '../../testing/clients'
import { hasProgram } from '../../testing/programs'
import { startRTorrent } from '../../testing/torrents/programs'
import { proveTorrents } from '../../testing/torrents/proof'
import { RTorrent } from './rtorrent'

proveTorrents({
  called: 'rTorrent itself, over SCGI',
  present: hasProgram('rtorrent') && hasProgram('aria2c'),
  start: startRTorrent,
  client: ({ address }, more) =>
    new RTorrent({
      row: clientRow({ type: 'rtorrent', address, settings: { scgi: true }, ...more }),
      http: systemHttp,
      tcp: systemTcp,
      clock: systemClock,
      files: systemFiles,
      local: (path) => path,
    }),
  settings: { scgi: true },
  refuses: [[{ address: 'http://127.0.0.1:9' }, /Nothing listens at 127.0.0.1:9/]],
})
