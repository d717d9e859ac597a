import { systemClock } from '../../platform/clock'
import { systemFiles } from '../../platform/files'
import { systemHttp } from '../../platform/http'
import { clientRow } from '../../testing/clients'
import { hasProgram } from '../../testing/programs'
import { startAria2 } from '../../testing/torrents/programs'
import { proveTorrents } from '../../testing/torrents/proof'
import { Aria2 } from './aria2'

proveTorrents({
  called: 'aria2 itself',
  present: hasProgram('aria2c'),
  start: startAria2,
  client: ({ address, secret }, more) =>
    new Aria2({
      row: clientRow({ type: 'aria2', address, secret, ...more }),
      http: systemHttp,
      clock: systemClock,
      files: systemFiles,
      local: (path) => path,
    }),
  refuses: [[{ secret: 'wrong' }, /rejected this secret/]],
})
