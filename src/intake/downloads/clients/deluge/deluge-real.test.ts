import { describe, expect, test } from 'bun:test'
import { systemHttp } from '../../../../base/platform/http'
import { clientRow } from '../../../../testing/downloads/clients'
import { hasProgram } from '../../../../testing/harness/programs'
import { startDeluge, type TorrentProgram } from '../../../../testing/torrents/programs'
import { proveTorrents } from '../../../../testing/torrents/proof'
import { okOf } from '../../../../testing/torrents/replies'
import { proveUsersTorrents } from '../../../../testing/torrents/users-torrent'
import type { ClientRow } from '../store'
import { Deluge } from './deluge'
import { DelugeRpc } from './deluge-rpc'

const present = hasProgram('deluged') && hasProgram('deluge-web')

const clientOf = ({ address, secret }: TorrentProgram, more?: Partial<ClientRow>) =>
  new Deluge({ row: clientRow({ type: 'deluge', address, secret, ...more }), http: systemHttp })

proveTorrents({
  called: 'Deluge itself',
  present: present && hasProgram('aria2c'),
  start: startDeluge,
  client: clientOf,
  refuses: [
    [{ secret: 'wrong' }, /rejected this password/],
    [{ category: 'Comics & Manga' }, /does not accept the label Comics & Manga/],
  ],
})

describe.skipIf(!present)('Deluge without its Label plugin', () => {
  test('works, but reports that it sets no label', async () => {
    const program = await startDeluge({ plugins: [] })
    try {
      const row = clientRow({ type: 'deluge', address: program.address, secret: program.secret })
      const { warnings, categories } = okOf(await new Deluge({ row, http: systemHttp }).test())
      expect(warnings).toEqual([expect.stringContaining('Label plugin off')])
      expect(categories).toBeUndefined()
    } finally {
      await program.stop()
    }
  }, 60_000)
})

proveUsersTorrents({
  called: 'Deluge',
  present,
  start: startDeluge,
  client: clientOf,
  dates: true,
  addAsUser({ address, secret }, bytes, folder) {
    const content = Buffer.from(bytes).toString('base64')
    const row = clientRow({ type: 'deluge', address, secret })
    return new DelugeRpc({ row, http: systemHttp }).daemon('core.add_torrent_file', 'a.torrent', content, {
      download_location: folder,
    })
  },
})
