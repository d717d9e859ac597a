import { systemHttp } from '../../platform/http'
import { clientRow } from '../../testing/clients'
import { hasProgram } from '../../testing/programs'
import { startTransmission } from '../../testing/torrents/programs'
import { proveTorrents } from '../../testing/torrents/proof'
import { Transmission } from './transmission'

proveTorrents({
  called: 'Transmission itself',
  present: hasProgram('transmission-daemon') && hasProgram('aria2c'),
  start: startTransmission,
  client: ({ address, username, secret }, more) =>
    new Transmission({
      row: clientRow({ type: 'transmission', address, username, secret, ...more }),
      http: systemHttp,
    }),
  refuses: [
    [{ secret: 'wrong' }, /does not take this user name and password/],
    [{ category: 'comics, manga' }, /takes no label called comics, manga/],
  ],
})
