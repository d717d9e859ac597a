import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientItem, DownloadClient } from '../../intake/downloads/clients/client'
import type { ClientRow } from '../../intake/downloads/clients/store'
import type { ReleasePayload } from '../../intake/downloads/payload'
import { until } from '../harness/until'
import { type MadeTorrent, makeTorrent } from './make-torrent'
import type { TorrentProgram } from './programs'
import { okOf } from './replies'
import { type Seeder, startSeeder } from './seeder'
import { startTracker, type Tracker } from './tracker'

const torrentOf = ({ bytes, info_hash }: MadeTorrent): ReleasePayload => ({
  kind: 'torrent',
  name: 'release',
  bytes,
  info_hash,
})
const magnetOf = ({ magnet, info_hash }: MadeTorrent): ReleasePayload => ({
  kind: 'magnet',
  name: 'release',
  link: magnet,
  info_hash,
})

/** Polls until the client reports the wanted state. */
async function seenAs(client: DownloadClient, id: string, wanted: (seen: ClientItem) => boolean): Promise<ClientItem> {
  const seen = await until(
    async () => okOf(await client.inspect([id])).get(id),
    (each) => each !== undefined && wanted(each),
    40_000,
  )
  return seen as ClientItem
}

/**
 * qBittorrent reports a torrent as seeding while it still renames the file; Panelkeep waits for that too
 * (`whenDone`).
 */
const isWhole = ({ state, path }: ClientItem) =>
  (state === 'seeding' || state === 'done') && path !== undefined && existsSync(path)

/** Every file below a folder, or the file itself, by its path from there. */
function filesAt(path: string): Record<string, Buffer> {
  if (statSync(path).isFile()) return { '': readFileSync(path) }
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(join(path, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(path, name))]))
}

const noise = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

interface Proof {
  /** Name of the client in the test names. */
  called: string
  /** Whether the needed programs are installed. */
  present: boolean
  start(): Promise<TorrentProgram>
  client(program: TorrentProgram, more?: Partial<ClientRow>): DownloadClient
  /** Settings of the client in all tests. */
  settings?: ClientRow['settings']
  /** Rows whose connection test fails, with the expected sentence. */
  refuses: [more: Partial<ClientRow>, sentence: RegExp][]
}

/** A single file by its torrent, a folder by its magnet link: both are downloaded, found, seeded and removed. */
export function proveTorrents({ called, present, start, client, settings, refuses }: Proof): void {
  describe.skipIf(!present)(called, () => {
    setDefaultTimeout(60_000)
    const one = noise(200_000)
    const pack = { 'One 001.cbz': noise(150_000), 'more/One 002.cbz': noise(20_000) }
    let tracker: Tracker
    let seeders: [Seeder, Seeder]
    let program: TorrentProgram
    beforeAll(async () => {
      tracker = startTracker()
      ;[program, ...seeders] = await Promise.all([
        start(),
        startSeeder({ tracker, name: 'Höhle: One, 001 (2015).cbz', content: one }),
        startSeeder({ tracker, name: 'One & Two (2015)', content: pack }),
      ])
    }, 60_000)
    afterAll(async () => {
      await Promise.all([program?.stop(), ...(seeders ?? []).map((seeder) => seeder.stop())])
      await tracker.stop()
    })

    test.each(refuses)('a test with %j says %p', async (more, sentence) => {
      const reply = await client(program, more).test()
      expect('ok' in reply ? reply.ok : reply.detail).toMatch(sentence)
    })

    test('a torrent that is added paused stays paused, and is still known after a restart of the client', async () => {
      const waits = client(program, { settings: { ...settings, start: 'paused' } })
      const made = makeTorrent({ announce: tracker.address, name: 'Later.cbz', content: noise(40_000) })
      const { id } = okOf(await waits.send('Later [0]', torrentOf(made)))
      await seenAs(waits, id, ({ state }) => state === 'paused')
      await program.restart()
      const after = client(program)
      await seenAs(after, id, ({ state }) => state === 'paused')
      if (after.control) {
        expect(okOf(await after.control(id, 'last'))).toBe(true)
        expect(okOf(await after.control(id, 'first'))).toBe(true)
        expect(okOf(await after.control(id, 'up'))).toBe(true)
        expect(okOf(await after.control(id, 'down'))).toBe(true)
        expect(okOf(await after.inspect([id])).get(id)?.place).toBeGreaterThan(0)
        expect(okOf(await after.control(id, 'resume'))).toBe(true)
        await seenAs(after, id, ({ state }) => state !== 'paused')
        expect(okOf(await after.control(id, 'pause'))).toBe(true)
        // aria2 refuses a second pause during the first. Deluge ignores a pause within a second of a resume, since it
        // still counts the torrent as paused.
        await until(
          async () => {
            if (okOf(await after.inspect([id])).get(id)?.state !== 'paused') await after.control!(id, 'pause')
            return okOf(await after.inspect([id])).get(id)?.state
          },
          (state) => state === 'paused',
        )
      }
      expect(okOf(await after.find('Later [0]'))).toEqual({ id, added: true })
      expect(okOf(await after.remove(id, { files: true }))).toBe(true)
    })

    test.concurrent('a torrent is downloaded completely, found by its name, and removed with its files', async () => {
      const it = client(program)
      expect(okOf(await it.test()).version).toMatch(/\d/)
      expect(okOf(await it.find('One [1]'))).toBeNull()
      const { id } = okOf(await it.send('One [1]', torrentOf(seeders[0])))
      expect(okOf(await client(program).find('One [1]'))).toEqual({ id, added: true })
      const { path = '', total, done } = await seenAs(it, id, isWhole)
      expect(filesAt(path)).toEqual({ '': Buffer.from(one) })
      expect([total, done]).toEqual([one.length, one.length])
      expect(okOf(await it.inspect(['f'.repeat(40)])).size).toBe(0)
      expect(okOf(await it.remove(id, { files: true }))).toBe(true)
      await until(
        () => existsSync(path),
        (there) => !there,
      )
      expect(okOf(await it.inspect([id])).size).toBe(0)
      expect(okOf(await it.remove(id, { files: true }))).toBe(true)
    })

    test.concurrent('a magnet link downloads a folder, is not added twice, and its files stay when it is removed', async () => {
      const it = client(program)
      const { id } = okOf(await it.send('Pack [2]', magnetOf(seeders[1])))
      expect(okOf(await it.send('Pack [3]', magnetOf(seeders[1])))).toEqual({ id, added: false })
      const { path = '' } = await seenAs(it, id, isWhole)
      expect(path).toEndWith('/One & Two (2015)')
      const arrived = Object.fromEntries(Object.entries(pack).map(([name, bytes]) => [name, Buffer.from(bytes)]))
      expect(filesAt(path)).toEqual(expect.objectContaining(arrived))
      expect(okOf(await it.remove(id, { files: false }))).toBe(true)
      await until(
        async () => okOf(await it.inspect([id])).size,
        (size) => size === 0,
      )
      expect(filesAt(path)).toEqual(expect.objectContaining(arrived))
      await it.acknowledge('Pack [2]')
    })
  })
}
