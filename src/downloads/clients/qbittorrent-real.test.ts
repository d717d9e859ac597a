import { systemClock } from '../../platform/clock'
import { systemHttp } from '../../platform/http'
import { clientRow } from '../../testing/clients'
import { hasProgram } from '../../testing/programs'
import { startQBittorrent } from '../../testing/torrents/programs'
import { proveTorrents } from '../../testing/torrents/proof'
import { QBittorrent } from './qbittorrent'

proveTorrents({
  called: 'qBittorrent itself',
  present: hasProgram('qbittorrent-nox') && hasProgram('aria2c'),
  start: startQBittorrent,
  client: ({ address, username, secret }, more) =>
    new QBittorrent({
      row: clientRow({ type: 'qbittorrent', address, username, secret, ...more }),
      http: systemHttp,
      clock: systemClock,
    }),
  refuses: [
    [{ secret: 'wrong' }, /rejects this user name and password/],
    [{ category: 'comics/' }, /does not accept the category comics\//],
  ],
})
