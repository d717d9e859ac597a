import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFrame, readFrames } from '../src/base/platform/frames'
import type { TorrentHelperOrder, TorrentHelperReport } from '../src/intake/downloads/builtin/helper-messages'
import { hasProgram } from '../src/testing/harness/programs'
import { startSeeder } from '../src/testing/torrents/seeder'
import { startTracker } from '../src/testing/torrents/tracker'
import { comicOf, openDownloadSetup, releaseOf, until, waitForImport, want } from './download-setup'
import { EXE } from './panelkeep'

setDefaultTimeout(300_000)

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

const real = hasProgram('aria2c')

test.skipIf(!real)('the executable downloads a torrent with its own client, by file and by magnet link', async () => {
  const tracker = startTracker()
  ending.push(tracker.stop)
  for (const kind of ['torrent', 'magnet'] as const) {
    const content = crypto.getRandomValues(new Uint8Array(300_000))
    const seeded = await startSeeder({ tracker, name: `${kind}.cbz`, content })
    ending.push(seeded.stop)
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep-e2e-torrent-'))
    ending.push(() => rmSync(folder, { recursive: true, force: true }))
    const magnet = kind === 'magnet' ? seeded.magnet : null
    const add: TorrentHelperOrder = { op: 'add', info_hash: seeded.info_hash, magnet, folder }
    await helped([[ALONE], [add, magnet === null ? seeded.bytes : undefined]])
    expect(readFileSync(join(folder, `${kind}.cbz`))).toEqual(Buffer.from(content))
  }
})

test.skipIf(!real)('torrents are imported without a download client, one after the other, despite kills', async () => {
  const tracker = startTracker()
  ending.push(tracker.stop)
  const setup = await openDownloadSetup({
    PANELKEEP_ENABLE_EMBEDDED_TORRENTS: 'true',
    PANELKEEP_EMBEDDED_SEED_RATIO: '0',
    PANELKEEP_EMBEDDED_TORRENTS_AT_ONCE: '1',
    PANELKEEP_DDL_ALLOWED_HOSTS: '127.0.0.1',
  })
  ending.push(() => setup.end())
  const seed = async (number: string, seconds: number) => {
    const [title, content] = [releaseOf(number), comicOf(number, 24)]
    const slow = Math.ceil(content.length / seconds)
    const seeded = await startSeeder({ tracker, name: `${title}.cbz`, content, private: true, slow })
    ending.push(seeded.stop)
    setup.torrents.releases.push({ title, file: seeded.bytes, size: content.length, seeders: 1, peers: 1 })
    return setup.in(join('data', 'downloads', 'torrents', seeded.info_hash))
  }
  // Slow enough that the second one is found meanwhile, on any machine.
  const [first, second] = [await seed('8', 30), await seed('9', 1)]
  await want(setup, '8')
  await until('the first torrent to begin', async () => existsSync(first) || undefined)
  await want(setup, '9')
  await until('the second torrent to wait', async () => {
    const queue = await setup.reader.json<{ detail: string | null }[]>('/api/downloads/queue')
    return queue.find(({ detail }) => detail === 'It begins once one of the others is fetched.')
  })
  expect(existsSync(second)).toBe(false)
  await setup.crash()
  await waitForImport(setup, '8', 120_000)
  await waitForImport(setup, '9', 120_000)
  const names = readdirSync(setup.comics, { recursive: true, encoding: 'utf8' })
  expect(names.filter((each) => each.endsWith('.cbz'))).toHaveLength(2)
  // The torrents have seeded enough, so only the library's copy is left.
  for (const folder of [first, second])
    await until('the torrent to be removed', async () => !existsSync(folder) || undefined, { within: 90_000 })
})

const ALONE: TorrentHelperOrder = { op: 'open', dht: false, pex: false, lsd: false, nat: false, allowed: ['127.0.0.1'] }

/** Runs the helper of the executable until its torrents are complete; the helper ends with its input. */
async function helped(orders: [TorrentHelperOrder, Uint8Array?][]): Promise<void> {
  const child = Bun.spawn([EXE, '--torrent-helper'], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  for (const [order, body] of orders) child.stdin.write(encodeFrame(order, body))
  child.stdin.flush()
  for await (const { header } of readFrames(child.stdout)) {
    const report = header as TorrentHelperReport
    if ('failed' in report) throw new Error(report.failed.message)
    if ('seen' in report && report.seen.some(({ phase }) => phase === 'seeding')) break
  }
  await child.stdin.end()
  expect(await child.exited).toBe(0)
}
