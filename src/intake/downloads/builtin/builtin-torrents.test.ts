import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../base/platform/clock'
import { systemFiles } from '../../../base/platform/files'
import { lineLog } from '../../../base/platform/log'
import type { Child, Processes } from '../../../base/platform/ports'
import { systemProcesses } from '../../../base/platform/processes'
import { testDatabase } from '../../../testing/database'
import { hasProgram } from '../../../testing/harness/programs'
import { makeTorrent } from '../../../testing/torrents/make-torrent'
import { type Seeder, startSeeder } from '../../../testing/torrents/seeder'
import { startTracker, type Tracker } from '../../../testing/torrents/tracker'
import type { ClientItem } from '../clients/client'
import type { ReleasePayload } from '../payload'
import { makeBuiltinTorrents } from './feature'
import { findTorrent, torrentFileOf } from './store'

setDefaultTimeout(100_000)
const real = hasProgram('aria2c')

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

/** The built-in client with the real helper process, which reaches trackers only. */
function harness({
  ratio = 0,
  atOnce = 3,
  kilobytes = 0,
  allowed = '127.0.0.1',
  db = testDatabase(),
  folder = temporary(),
} = {}) {
  const children: Child[] = []
  const processes: Pick<Processes, 'helper'> = {
    helper(role) {
      const child = systemProcesses.helper(role)
      children.push(child)
      return child
    },
  }
  const log: string[] = []
  const config = {
    get: (name: string) =>
      ({
        ddl_location: '',
        embedded_seed_ratio: ratio,
        enable_embedded_torrents: true,
        embedded_torrents_at_once: atOnce,
        embedded_download_limit: kilobytes,
        embedded_upload_limit: 0,
        embedded_dht: false,
        embedded_pex: false,
        embedded_lsd: false,
        embedded_port_mapping: false,
        ddl_allowed_hosts: allowed,
      })[name],
  }
  const { torrents, fallback } = makeBuiltinTorrents({
    db,
    clock: systemClock,
    files: systemFiles,
    log: lineLog(systemClock.now, (line) => log.push(line), 'debug'),
    processes: { ...systemProcesses, ...processes },
    config: config as never,
    downloadsDir: folder,
  })
  ending.push(() => torrents.stop())
  const look = async (id: string) => {
    const reply = await fallback.client.inspect([id])
    if ('failure' in reply) throw new Error(reply.detail)
    return reply.ok.get(id)
  }
  return { db, torrents, client: fallback.client, children, log, folder, look }
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-own-'))
  ending.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function seed(content: Uint8Array | Record<string, Uint8Array>, more: { private?: boolean; slow?: number } = {}) {
  const tracker: Tracker = startTracker()
  ending.push(() => tracker.stop())
  const seeded: Seeder = await startSeeder({ tracker, name: 'Saga 001 (2012)', content, ...more })
  ending.push(() => seeded.stop())
  return seeded
}

async function until<T>(ask: () => Promise<T | undefined | false> | T | undefined | false, what: string): Promise<T> {
  // A seeder may leave a returning peer choked until its next round.
  const giveUpAt = Date.now() + 80_000
  for (;;) {
    const found = await ask()
    if (found) return found
    if (Date.now() > giveUpAt) throw new Error(`Never: ${what}`)
    await Bun.sleep(50)
  }
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const torrentOf = ({ bytes, info_hash }: Seeder): ReleasePayload => ({
  kind: 'torrent',
  name: 'Saga',
  bytes,
  info_hash,
})
const magnetOf = ({ magnet, info_hash }: Seeder): ReleasePayload => ({
  kind: 'magnet',
  name: 'Saga',
  link: magnet,
  info_hash,
})
const isOver = (sighting: ClientItem | undefined) => (sighting?.goal_met ? sighting : undefined)

test.skipIf(!real)('a torrent is fetched, seeded as long as the settings say, and removed with its files', async () => {
  const pages = { 'a/001.jpg': random(40_000), 'a/002.jpg': random(70_000) }
  const seeded = await seed(pages)
  const { client, look, children, db } = harness()
  expect(await client.send('grab-1', torrentOf(seeded))).toEqual({ ok: { id: seeded.info_hash, added: true } })
  const over = await until(async () => isOver(await look(seeded.info_hash)), 'fetched')
  expect(over).toMatchObject({ state: 'done', total: 110_000, done: 110_000, goal_met: true })
  expect(readFileSync(join(over.path!, 'a/001.jpg'))).toEqual(Buffer.from(pages['a/001.jpg']))
  expect(readFileSync(join(over.path!, 'a/002.jpg'))).toEqual(Buffer.from(pages['a/002.jpg']))
  expect(await client.find('grab-1')).toEqual({ ok: { id: seeded.info_hash, added: true } })
  expect((await children[0]!.ended).signal).toBe('SIGKILL') // There is nothing left to do.
  expect(await client.remove(seeded.info_hash, { files: true })).toEqual({ ok: true })
  expect(existsSync(over.path!)).toBe(false)
  expect(findTorrent(db.read, seeded.info_hash)).toBeUndefined()
  expect(await client.find('grab-1')).toEqual({ ok: null })
})

test.skipIf(!real)('files that the user put beside those of a torrent stay when the torrent is removed', async () => {
  const seeded = await seed({ 'Harbor: Lights?/00"1.jpg': random(40_000), 'b/002.jpg': random(10_000) })
  const { client, look } = harness()
  await client.send('grab-1', torrentOf(seeded))
  const { path = '' } = await until(async () => isOver(await look(seeded.info_hash)), 'fetched')
  writeFileSync(join(path, 'notes.txt'), 'mine')
  expect(await client.remove(seeded.info_hash, { files: true })).toEqual({ ok: true })
  expect(readdirSync(path)).toEqual(['notes.txt'])
})

test.skipIf(!real)('a magnet link is enough, and its torrent file is stored', async () => {
  const content = random(60_000)
  const seeded = await seed(content)
  const { client, look, db } = harness()
  await client.send('grab-1', magnetOf(seeded))
  const over = await until(async () => isOver(await look(seeded.info_hash)), 'fetched')
  expect(readFileSync(over.path!)).toEqual(Buffer.from(content))
  expect(torrentFileOf(db.read, seeded.info_hash)).not.toBeNull()
})

test.skipIf(!real)('a private magnet link is downloaded from its tracker', async () => {
  const content = random(60_000)
  const seeded = await seed(content, { private: true })
  const { client, look } = harness()
  await client.send('grab-1', magnetOf(seeded))
  const over = await until(async () => isOver(await look(seeded.info_hash)), 'fetched')
  expect(readFileSync(over.path!)).toEqual(Buffer.from(content))
})

test.skipIf(!real)('a download continues after the helper is killed', async () => {
  const content = random(600_000)
  const seeded = await seed(content, { slow: 150_000 })
  const { client, look, children, log } = harness()
  await client.send('grab-1', torrentOf(seeded))
  await until(async () => ((await look(seeded.info_hash))?.done ?? 0) > 100_000, 'begun')
  children[0]!.kill()
  const over = await until(async () => isOver(await look(seeded.info_hash)), 'fetched')
  expect(readFileSync(over.path!)).toEqual(Buffer.from(content))
  expect(children.length).toBe(2)
  expect(log.some((line) => line.includes('torrent helper ended'))).toBe(true)
})

test.skipIf(!real)(
  'a torrent continues after a restart of Panelkeep, and seeds until it has seeded enough',
  async () => {
    const content = random(200_000)
    const seeded = await seed(content)
    const before = harness({ ratio: 100 })
    await before.client.send('grab-1', torrentOf(seeded))
    const seeding = await until(async () => {
      const sighting = await before.look(seeded.info_hash)
      return sighting?.state === 'seeding' && sighting
    }, 'seeding')
    expect(seeding.goal_met).toBe(false)
    expect(readFileSync(seeding.path!)).toEqual(Buffer.from(content))
    await before.torrents.stop()

    const after = harness({ ratio: 100, db: before.db, folder: before.folder })
    after.torrents.recover()
    expect(await after.look(seeded.info_hash)).toMatchObject({ state: 'seeding', path: seeding.path })
    await until(() => after.children.length === 1, 'started again')
    expect(await after.client.remove(seeded.info_hash, { files: false })).toEqual({ ok: true })
    expect(existsSync(seeding.path!)).toBe(true)
  },
)

test.skipIf(!real)('a speed limit is kept', async () => {
  const content = random(300_000)
  const seeded = await seed(content)
  const { client, look } = harness({ kilobytes: 50 })
  const began = performance.now()
  await client.send('grab-1', torrentOf(seeded))
  const over = await until(async () => isOver(await look(seeded.info_hash)), 'fetched')
  expect(readFileSync(over.path!)).toEqual(Buffer.from(content))
  // The first second's worth arrives at once.
  expect(performance.now() - began).toBeGreaterThan((1000 * (300_000 - 51_200)) / 51_200)
})

test.skipIf(!real)(
  'one torrent waits for the other, and both finish though the helper is killed in between',
  async () => {
    const contents = [random(300_000), random(50_000)] as const
    const [slow, quick] = [await seed(contents[0], { slow: 100_000 }), await seed(contents[1])]
    const { client, look, children } = harness({ atOnce: 1 })
    await client.send('grab-1', torrentOf(slow))
    await client.send('grab-2', torrentOf(quick))
    await until(async () => ((await look(slow.info_hash))?.done ?? 0) > 50_000, 'begun')
    expect(await look(quick.info_hash)).toMatchObject({ state: 'queued' })
    children[0]!.kill()
    await until(async () => isOver(await look(slow.info_hash)), 'the first one fetched')
    const over = await until(async () => isOver(await look(quick.info_hash)), 'the second one fetched')
    expect(readFileSync(over.path!)).toEqual(Buffer.from(contents[1]))
  },
)

describe.skipIf(!real)('a tracker on the local network', () => {
  const asked: string[] = []
  /** Replies without peers, or redirects to `location`. */
  const serve = (location?: string) => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }) => {
        asked.push(url)
        return location === undefined ? new Response('d8:intervali60e5:peers0:e') : Response.redirect(location)
      },
    })
    ending.push(() => server.stop(true))
    return server.port
  }
  const torrentAt = (announce: string) => {
    const { bytes, info_hash } = makeTorrent({ announce, name: 'Saga', content: random(1000) })
    return { kind: 'torrent', name: 'Saga', bytes, info_hash } as const
  }
  /** Adds a torrent and removes it once its trackers have answered: the client sends each of them a stop. */
  const visit = async (announce: string, allowed: string) => {
    const { client, look } = harness({ allowed })
    const torrent = torrentAt(announce)
    await client.send('grab-1', torrent)
    await until(async () => (await look(torrent.info_hash))?.state === 'stalled', 'waiting for peers')
    await client.remove(torrent.info_hash, { files: true })
    return asked.splice(0)
  }

  test('is not contacted', async () => {
    expect(await visit(`http://127.0.0.1:${serve()}/admin/delete?x=1`, '')).toEqual([])
  })

  test('is contacted when the user allowed it', async () => {
    const [first] = await visit(`http://127.0.0.1:${serve()}/announce`, '127.0.0.1')
    expect(first).toContain('info_hash=')
  })

  test('is not contacted when another tracker redirects to it', async () => {
    const inside = serve()
    const outside = serve(`http://127.0.0.1:${inside}/admin/delete?x=1`)
    const all = await visit(`http://localhost:${outside}/announce`, 'localhost')
    expect(all.length).toBeGreaterThan(0)
    expect(all.filter((url) => url.includes('admin'))).toEqual([])
  })
})
