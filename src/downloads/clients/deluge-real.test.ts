import { describe, expect, test } from 'bun:test'
import { systemHttp } from '../../platform/http'
import { clientRow } from '../../testing/clients'
import { hasProgram } from '../../testing/programs'
import { startDeluge } from '../../testing/torrents/programs'
import { proveTorrents } from '../../testing/torrents/proof'
import { okOf } from '../../testing/torrents/replies'
import { Deluge } from './deluge'

const present = hasProgram('deluged') && hasProgram('deluge-web')

proveTorrents({
  called: 'Deluge itself',
  present: present && hasProgram('aria2c'),
  start: startDeluge,
  client: ({ address, secret }, more) =>
    new Deluge({ row: clientRow({ type: 'deluge', address, secret, ...more }), http: systemHttp }),
  refuses: [
    [{ secret: 'wrong' }, /rejected this password/],
    [{ category: 'Comics & Manga' }, /does not accept the label Comics & Manga/],
  ],
})

describe.skipIf(!present)('Deluge without its Label plugin', () => {
  test('is as good, but says that it sets no label', async () => {
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
