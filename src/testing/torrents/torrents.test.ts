import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { magnetHash, readTorrent } from '../../base/formats/downloads/torrent'
import { freePort } from '../harness/free-port'
import { hasProgram, startProgram } from '../harness/programs'
import { makeTorrent } from './make-torrent'
import { startSeeder } from './seeder'
import { startTracker } from './tracker'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

test('a generated torrent is parsed correctly', () => {
  const content = { 'one.cbz': new Uint8Array(20_000), 'more/two.cbz': new Uint8Array(5) }
  const made = makeTorrent({ announce: 'http://127.0.0.1:1/announce', name: 'Pack', content, private: true })
  const read = readTorrent(made.bytes)
  expect(read).toMatchObject({ info_hash: made.info_hash, name: 'Pack', size: 20_005, private: true })
  expect(read.files.map(({ path }) => path)).toEqual(['Pack/one.cbz', 'Pack/more/two.cbz'])
  expect(magnetHash(made.magnet)).toBe(made.info_hash)
})

test.skipIf(!hasProgram('aria2c'))(
  'a seeded torrent can be fetched over the tracker',
  async () => {
    const tracker = startTracker()
    ending.push(tracker.stop)
    const content = crypto.getRandomValues(new Uint8Array(50_000))
    const seeder = await startSeeder({ tracker, name: 'One.cbz', content })
    ending.push(seeder.stop)
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep-leech-'))
    ending.push(() => rmSync(folder, { recursive: true }))
    const quiet = ['--enable-dht=false', '--enable-dht6=false', '--bt-enable-lpd=false', '--seed-time=0']
    const leech = await startProgram(
      ['aria2c', '--no-conf=true', `--dir=${folder}`, ...quiet, `--listen-port=${freePort()}`, seeder.magnet],
      { ready: async () => Buffer.from(content).equals(readFileSync(join(folder, 'One.cbz'))) },
    )
    ending.push(leech.stop)
  },
  40_000,
)
