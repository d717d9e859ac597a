import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DownloadClient, Sighting } from '../../downloads/clients/client'
import type { ClientRow } from '../../downloads/clients/store'
import type { Fetched } from '../../search/indexers/indexer'
import type { TorrentProgram } from './programs'
import { okOf } from './replies'
import { type Seeded, startSeeder } from './seeder'
import { startTracker, type Tracker } from './tracker'

export const torrentOf = ({ bytes, info_hash }: Seeded): Fetched => ({
  kind: 'torrent',
  name: 'release',
  bytes,
  info_hash,
})
export const magnetOf = ({ magnet, info_hash }: Seeded): Fetched => ({
  kind: 'magnet',
  name: 'release',
  link: magnet,
  info_hash,
})

/** Looks until it is as asked. */
export async function seenAs(
  client: DownloadClient,
  id: string,
  wanted: (seen: Sighting) => boolean,
  within = 40_000,
): Promise<Sighting> {
  const giveUpAt = Date.now() + within
  for (;;) {
    const seen = okOf(await client.look([id])).get(id)
    if (seen && wanted(seen)) return seen
    if (Date.now() > giveUpAt) throw new Error(`It did not come to that. It is ${JSON.stringify(seen)}.`)
    await Bun.sleep(250)
  }
}

export const isWhole = ({ state, path }: Sighting) => (state === 'seeding' || state === 'done') && path !== undefined

/** Every file below a folder, or the file itself, by its path from there. */
export function filesAt(path: string): Record<string, Buffer> {
  if (statSync(path).isFile()) return { '': readFileSync(path) }
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(join(path, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(path, name))]))
}

export const noise = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

interface Proof {
  /** How it is called in the names of the tests. */
  called: string
  /** Why it is not tried here; undefined when it is. */
  present: boolean
  start(): Promise<TorrentProgram>
  client(program: TorrentProgram, more?: Partial<ClientRow>): DownloadClient
  /** Rows that it does not answer to, and what its test says of them. */
  refuses: [more: Partial<ClientRow>, sentence: RegExp][]
}

/** A single file by its torrent, a folder by its magnet link: both arrive, are found again, seed, and go. */
export function proveTorrents({ called, present, start, client, refuses }: Proof): void {
  describe.skipIf(!present)(called, () => {
    setDefaultTimeout(60_000)
    const one = noise(200_000)
    const pack = { 'One 001.cbz': noise(150_000), 'more/One 002.cbz': noise(20_000) }
    let tracker: Tracker
    let seeders: [Seeded, Seeded]
    let program: TorrentProgram
    beforeAll(async () => {
      tracker = startTracker()
      ;[program, ...seeders] = await Promise.all([
        start(),
        startSeeder({ tracker, name: 'Höhle: One, 001 (2015).cbz', content: one }),
        startSeeder({ tracker, name: 'One & Two (2015)', content: pack }),
      ])
    })
    afterAll(async () => {
      await Promise.all([program?.stop(), ...(seeders ?? []).map((seeder) => seeder.stop())])
      await tracker.stop()
    })

    test.each(refuses)('a test with %j says %p', async (more, sentence) => {
      const reply = await client(program, more).test()
      expect('ok' in reply ? reply.ok : reply.detail).toMatch(sentence)
    })

    test.concurrent('a torrent arrives as it was sent, is found by its name, and goes with its files', async () => {
      const it = client(program)
      expect(okOf(await it.test()).version).toMatch(/\d/)
      expect(okOf(await it.find('One [1]'))).toBeNull()
      const id = okOf(await it.send('One [1]', torrentOf(seeders[0])))
      expect(okOf(await client(program).find('One [1]'))).toBe(id)
      const { path = '', total, done } = await seenAs(it, id, isWhole)
      expect(filesAt(path)).toEqual({ '': Buffer.from(one) })
      expect([total, done]).toEqual([one.length, one.length])
      expect(okOf(await it.look(['f'.repeat(40)])).size).toBe(0)
      expect(okOf(await it.remove(id, { files: true }))).toBe(true)
      expect(await until(() => !existsSync(path))).toBe(true)
      expect(okOf(await it.look([id])).size).toBe(0)
      expect(okOf(await it.remove(id, { files: true }))).toBe(true)
    })

    test.concurrent('a magnet link brings a folder, the same one is not taken twice, and its files stay when it goes', async () => {
      const it = client(program)
      const id = okOf(await it.send('Pack [2]', magnetOf(seeders[1])))
      expect(okOf(await it.send('Pack [3]', magnetOf(seeders[1])))).toBe(id)
      const { path = '' } = await seenAs(it, id, isWhole)
      expect(path).toEndWith('/One & Two (2015)')
      const arrived = Object.fromEntries(Object.entries(pack).map(([name, bytes]) => [name, Buffer.from(bytes)]))
      expect(filesAt(path)).toEqual(expect.objectContaining(arrived))
      expect(okOf(await it.remove(id, { files: false }))).toBe(true)
      expect(await until(async () => okOf(await it.look([id])).size === 0)).toBe(true)
      expect(filesAt(path)).toEqual(expect.objectContaining(arrived))
      await it.settle('Pack [2]')
    })
  })
}

async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let look = 0; look < 40; look++) {
    if (await holds()) return true
    await Bun.sleep(250)
  }
  return false
}
