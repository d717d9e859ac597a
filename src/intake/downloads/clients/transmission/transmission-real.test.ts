import { expect, test } from 'bun:test'
import { systemHttp } from '../../../../base/platform/http'
import type { Http } from '../../../../base/platform/ports'
import { clientRow } from '../../../../testing/downloads/clients'
import { hasProgram } from '../../../../testing/harness/programs'
import { makeTorrent } from '../../../../testing/torrents/make-torrent'
import { startTransmission, type TorrentProgram } from '../../../../testing/torrents/programs'
import { proveTorrents } from '../../../../testing/torrents/proof'
import { okOf } from '../../../../testing/torrents/replies'
import { proveUsersTorrents } from '../../../../testing/torrents/users-torrent'
import type { ReleasePayload } from '../../payload'
import type { ClientRow } from '../store'
import { Transmission } from './transmission'
import { TransmissionRpc } from './transmission-rpc'

type Running = Pick<TorrentProgram, 'address' | 'username' | 'secret'>
const clientOf = ({ address, username, secret }: Running, more: Partial<ClientRow> = {}, http: Http = systemHttp) =>
  new Transmission({ row: clientRow({ type: 'transmission', address, username, secret, ...more }), http })

proveTorrents({
  called: 'Transmission itself',
  present: hasProgram('transmission-daemon') && hasProgram('aria2c'),
  start: startTransmission,
  client: (program, more) => clientOf(program, more),
  refuses: [
    [{ secret: 'wrong' }, /rejects this user name and password/],
    [{ category: 'comics, manga' }, /does not accept the label comics, manga/],
  ],
})

test.skipIf(!hasProgram('transmission-daemon'))(
  'after a crash between the torrent and its labels, it is found, and not sent twice',
  async () => {
    const program = await startTransmission()
    try {
      const made = makeTorrent({ announce: 'http://127.0.0.1:1/a', name: 'One.cbz', content: new Uint8Array(1000) })
      const torrent: ReleasePayload = { kind: 'torrent', name: 'One', bytes: made.bytes, info_hash: made.info_hash }
      const dying: Http = {
        ...systemHttp,
        async fetch(request, limits) {
          if ((await request.clone().text()).includes('torrent-set')) throw new Error('killed')
          return systemHttp.fetch(request, limits)
        },
      }
      await clientOf(program, {}, dying)
        .send('One [1]', torrent)
        .catch(() => 'killed')
      const after = clientOf(program)
      expect(okOf(await after.find('One [1]'))).toBeNull()
      // The torrent may be the user's.
      expect(okOf(await after.find('One [1]', made.info_hash))).toEqual({ id: made.info_hash, added: null })
      expect(okOf(await after.find('Two [2]', 'f'.repeat(40)))).toBeNull()
      expect(okOf(await after.test()).categories).toEqual([])
      expect(okOf(await after.send('One [3]', torrent))).toEqual({ id: made.info_hash, added: false })
    } finally {
      await program.stop()
    }
  },
)

proveUsersTorrents({
  called: 'Transmission',
  present: hasProgram('transmission-daemon'),
  start: startTransmission,
  client: clientOf,
  dates: true,
  addAsUser({ address, username, secret }, bytes, folder) {
    const row = clientRow({ type: 'transmission', address, username, secret })
    const args = { metainfo: Buffer.from(bytes).toString('base64'), 'download-dir': folder }
    return new TransmissionRpc({ row, http: systemHttp }).ask('torrent-add', args)
  },
})
