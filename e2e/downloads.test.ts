import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hasProgram } from '../src/testing/programs'
import {
  startAria2,
  startDeluge,
  startQBittorrent,
  startRTorrent,
  startTransmission,
  type TorrentProgram,
} from '../src/testing/torrents/programs'
import { type Seeded, startSeeder } from '../src/testing/torrents/seeder'
import { startTracker, type Tracker } from '../src/testing/torrents/tracker'
import { post } from '../src/testing/usenet/make-nzb'
import { type NewsServer, newsServer } from '../src/testing/usenet/news-server'
import { startNzbget } from '../src/testing/usenet/nzbget'
import { startSabnzbd } from '../src/testing/usenet/sabnzbd'
import {
  answered,
  arrived,
  comicOf,
  type DownloadShelf,
  issueOf,
  openDownloadShelf,
  releaseOf,
  until,
  want,
} from './download-shelf'
import { basic } from './panelkeep'

setDefaultTimeout(180_000)

/** From "I want this issue" to a page on the tablet, through every real client that this machine has. */
let shelf: DownloadShelf
let news: NewsServer
let tracker: Tracker
const ending: (() => unknown)[] = []

beforeAll(async () => {
  news = newsServer()
  tracker = startTracker()
  shelf = await openDownloadShelf()
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
  shelf.usenet.releases = []
  shelf.torrents.releases = []
})
afterAll(async () => {
  await shelf?.end()
  await tracker?.stop()
  news?.stop()
})

interface Running {
  address: string
  username?: string
  secret: string
  stop(): Promise<void>
}

interface Real {
  type: string
  /** Of the system; all of them are needed. */
  programs: string[]
  issue: string
  start(): Promise<Running>
  settings?: Record<string, unknown>
}

async function sabnzbd(): Promise<Running> {
  const { address, key: secret, stop } = await startSabnzbd(shelf.in('sabnzbd'), news)
  return { address, secret, stop }
}

async function nzbget(): Promise<Running> {
  const { address, username, password: secret, stop } = await startNzbget(shelf.in('nzbget'), news)
  return { address, username, secret, stop }
}

const usenetClients: Real[] = [
  { type: 'sabnzbd', programs: ['sabnzbdplus'], issue: '1', start: sabnzbd },
  { type: 'nzbget', programs: ['nzbget'], issue: '2', start: nzbget },
]
const torrentClients: Real[] = [
  { type: 'transmission', programs: ['transmission-daemon'], issue: '3', start: startTransmission },
  { type: 'qbittorrent', programs: ['qbittorrent-nox'], issue: '4', start: startQBittorrent },
  { type: 'deluge', programs: ['deluged', 'deluge-web'], issue: '5', start: () => startDeluge() },
  { type: 'aria2', programs: ['aria2c'], issue: '6', start: startAria2 },
  { type: 'rtorrent', programs: ['rtorrent'], issue: '7', start: startRTorrent, settings: { scgi: true } },
]
const isThere = (programs: readonly string[]) => programs.map(hasProgram).every(Boolean)

/** Starts a real client and makes it the only one that Panelkeep hands releases to. */
async function using(real: Real, more: Record<string, unknown> = {}): Promise<Running> {
  const running = await real.start()
  ending.push(() => running.stop())
  const { address, username = '', secret } = running
  const { type, settings = {} } = real
  const client = { type, name: type, address, username, secret, category: 'comics', settings, ...more }
  const tested = await answered(shelf.reader.post('/api/config/clients/test', client))
  expect(tested).toMatchObject({ success: true })
  const { client_id } = (await answered(shelf.reader.post('/api/config/clients', client))).client as {
    client_id: string
  }
  ending.push(() => answered(shelf.reader.send('DELETE', `/api/config/clients/${client_id}?force=true`)))
  return running
}

function posted(title: string, files: Record<string, Uint8Array>, options?: Parameters<typeof post>[1]): void {
  const { nzb, articles } = post(files, options)
  for (const [id, article] of articles) news.articles.set(id, article)
  const size = Object.values(files).reduce((sum, { length }) => sum + length, 0)
  shelf.usenet.releases.push({ title, file: nzb, size, posted: new Date(Date.now() - 3_600_000).toISOString() })
}

async function seeded(title: string, content: Uint8Array | Record<string, Uint8Array>): Promise<Seeded> {
  const name = content instanceof Uint8Array ? `${title}.cbz` : title
  const seeder = await startSeeder({ tracker, name, content })
  ending.push(() => seeder.stop())
  const size = content instanceof Uint8Array ? content.length : 6_000_000
  shelf.torrents.releases.push({ title, file: seeder.bytes, size, seeders: 1, peers: 1 })
  return seeder
}

const namesBelow = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' })

/** Files of the library folder, by name. */
const library = () => namesBelow(shelf.comics).filter((name) => name.endsWith('.cbz'))
const fileOf = (number: string) => {
  const name = library().find((each) => each.includes(` ${number.padStart(3, '0')} `))
  if (!name) throw new Error(`no file of issue ${number} among ${library().join(', ')}`)
  return join(shelf.comics, name)
}

/** What a reading app sees of it: the catalog lists it, hands it out whole, and streams its first page. */
async function readable(id: string, number: string): Promise<void> {
  const app = shelf.panelkeep.client(basic())
  const feed = await (await app.get(`/opds/comics/${shelf.comicId}`)).text()
  const href = [...feed.matchAll(/href="([^"]*\/opds\/issues\/[^"]+)"/g)]
    .map(([, each = '']) => each.replaceAll('&amp;', '&'))
    .find((each) => each.includes(id))
  expect(href).toBeString()
  const whole = await app.get(new URL(href ?? '', shelf.panelkeep.url).pathname)
  expect(Buffer.from(await whole.arrayBuffer()).equals(readFileSync(fileOf(number)))).toBe(true)
  const stream = [...feed.matchAll(/href="([^"]*\/opds\/stream\/[^"]+)"/g)]
    .map(([, each = '']) => each.replaceAll('&amp;', '&'))
    .find((each) => each.includes(id))
  const page = await app.get((stream ?? '').replace('{pageNumber}', '0').replace('{maxWidth}', '300'))
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
}

/** It lies under its name, holds what was posted and says what it is. */
async function placed(number: string): Promise<void> {
  const issue = await arrived(shelf, number)
  await until(`issue ${number} to be tagged`, async () => {
    const bytes = readFileSync(fileOf(number))
    return bytes.includes('ComicInfo.xml') || undefined
  })
  expect(fileOf(number)).toMatch(new RegExp(`/Winter Atlas ${number.padStart(3, '0')} \\(\\d{4}\\)\\.cbz$`))
  await readable(issue.id, number)
}

const history = () => shelf.reader.json<{ IssueID: string; Status: string }[]>('/api/downloads/history')

describe.each(usenetClients)('$type', (real) => {
  test.skipIf(!isThere(real.programs))(
    'a wanted issue is found, fetched from usenet, checked, tagged, named, placed, and read',
    async () => {
      const { issue } = real
      await using(real)
      posted(releaseOf(issue), { [`${releaseOf(issue)}.cbz`]: comicOf(issue) })
      const { id } = await want(shelf, issue)
      await placed(issue)
      await until('the history to say so', async () =>
        (await history()).find((row) => row.IssueID === id && row.Status === 'Post-Processed'),
      )
    },
  )
})

describe.each(torrentClients)('$type', (real) => {
  test.skipIf(!isThere([...real.programs, 'aria2c']))(
    'a wanted issue is found, fetched as a torrent, checked, tagged, named, placed, and read, and seeds on',
    async () => {
      const { issue } = real
      const client = (await using(real)) as TorrentProgram
      const seeder = await seeded(releaseOf(issue), comicOf(issue))
      await want(shelf, issue)
      await placed(issue)
      const source = namesBelow(client.folder).find((name) => name.endsWith('.cbz'))
      expect(
        readFileSync(join(client.folder, source ?? '')).equals(
          readFileSync(join(seeder.folder, `${releaseOf(issue)}.cbz`)),
        ),
      ).toBe(true)
    },
  )
})

test.skipIf(!isThere(['sabnzbdplus']))('a pack of twelve is split, and every issue accounted for', async () => {
  await using(usenetClients[0]!)
  await answered(shelf.reader.send('PATCH', `/api/series/${shelf.comicId}/search-settings`, { allow_packs: true }))
  const numbers = Array.from({ length: 12 }, (_, at) => String(101 + at))
  const files = numbers.map((number) => [`Winter Atlas ${number} (1998).cbz`, comicOf(number)] as const)
  posted('Winter Atlas 101-112 (1998) (digital) (Some-Group)', Object.fromEntries(files))
  for (const number of numbers.slice(1)) {
    const { id } = await issueOf(shelf, number)
    await answered(shelf.reader.put(`/api/series/issues/${id}/status`, { status: 'Wanted' }))
  }
  await want(shelf, numbers[0]!)
  for (const number of numbers) await arrived(shelf, number)
  expect(new Set(numbers.map(fileOf)).size).toBe(12)
})

test.skipIf(!isThere(['sabnzbdplus']))(
  'a damaged file is caught, blocked, and replaced by the next candidate',
  async () => {
    await using(usenetClients[0]!)
    const whole = comicOf('21', 9)
    const damaged = Uint8Array.from(whole)
    damaged.fill(0x55, Math.floor(damaged.length * 0.6), Math.floor(damaged.length * 0.6) + 400)
    const [first, second] = ['Winter Atlas 021 (1998) (digital) (fixed) (Bad-Group)', releaseOf('21')]
    posted(first, { [`${first}.cbz`]: damaged })
    posted(second, { [`${second}.cbz`]: whole })
    await want(shelf, '21')
    const issue = await arrived(shelf, '21')
    await readable(issue.id, '21')
    const { blocklist } = await shelf.reader.json<{ blocklist: { title: string; reason: string }[] }>(
      '/api/downloads/blocklist',
    )
    expect(blocklist.map(({ title }) => title)).toContain(first)
    expect(blocklist.find(({ title }) => title === first)?.reason).toMatch(/page|CRC|checksum|damaged/i)
  },
)

test.skipIf(!isThere(['transmission-daemon', 'aria2c']))(
  'a torrent keeps seeding while the library has its hard link, and goes once it has seeded enough',
  async () => {
    await answered(shelf.reader.put('/api/config', { enable_meta: false }))
    const client = (await using(torrentClients[0]!, { placing: 'hardlink', seed_ratio: 50 })) as TorrentProgram
    await seeded(releaseOf('8'), comicOf('8'))
    await want(shelf, '8')
    await arrived(shelf, '8')
    const source = () => namesBelow(client.folder).find((name) => name.endsWith('.cbz'))
    const [one, two] = [statSync(join(client.folder, source()!)), statSync(fileOf('8'))]
    expect([one.ino, one.nlink]).toEqual([two.ino, 2])
    const { clients } = await shelf.reader.json<{ clients: { client_id: string }[] }>('/api/config/clients')
    await answered(shelf.reader.put(`/api/config/clients/${clients[0]?.client_id}?force=true`, { seed_ratio: 0 }))
    await until('the torrent to be removed', async () => source() === undefined || undefined, { within: 90_000 })
    expect(statSync(fileOf('8')).nlink).toBe(1)
    await answered(shelf.reader.put('/api/config', { enable_meta: true }))
  },
)

test.skipIf(!isThere(['transmission-daemon', 'aria2c']))(
  'killed between a torrent and its labels, it is taken up again and arrives, grabbed once',
  async () => {
    const killed = Promise.withResolvers<void>()
    const start = async () => {
      const program = await startTransmission()
      const between = killerBefore('torrent-set', program.address, async () => {
        await shelf.panelkeep.kill()
        killed.resolve()
      })
      const stop = async () => {
        await between.stop()
        await program.stop()
      }
      return { ...program, address: between.address, stop }
    }
    await using({ ...torrentClients[0]!, start })
    await seeded(releaseOf('9'), comicOf('9'))
    const { id } = await want(shelf, '9')
    await killed.promise
    await shelf.crash()
    await placed('9')
    expect((await history()).filter(({ IssueID }) => IssueID === id)).toHaveLength(1)
  },
)

/** Stands before a client, and kills once, in place of passing on the first question that holds `word`. */
function killerBefore(word: string, address: string, kill: () => Promise<void>) {
  let isDone = false
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      const body = await request.text()
      if (!isDone && body.includes(word)) {
        isDone = true
        await kill()
        return new Response(null, { status: 503 })
      }
      return fetch(`${address}${pathname}${search}`, { method, headers, decompress: false, ...(body && { body }) })
    },
  })
  return { address: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
