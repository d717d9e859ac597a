import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TorrentProgram } from '../src/testing/torrents/programs'
import {
  comicOf,
  type DownloadSetup,
  issueOf,
  openDownloadSetup,
  releaseOf,
  until,
  waitForAnswer,
  waitForImport,
  want,
} from './download-setup'
import { type FailWhen, failingTransmission } from './failing-client'
import { basic } from './panelkeep'
import { isThere, type Real, real, Sources } from './real-clients'

setDefaultTimeout(300_000)

/** From a wanted issue to a page in a reading app, with every real client on this machine. */
let setup: DownloadSetup
let sources: Sources

beforeAll(async () => {
  setup = await openDownloadSetup()
  sources = new Sources(setup)
})
afterEach(() => sources.clear())
afterAll(async () => {
  await setup?.end()
  await sources?.close()
})

const namesBelow = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' })

/** Files of the library folder, by name. */
const library = () => namesBelow(setup.comics).filter((name) => name.endsWith('.cbz'))
const fileOf = (number: string) => {
  const name = library().find((each) => each.includes(` ${number.padStart(3, '0')} `))
  if (!name) throw new Error(`no file of issue ${number} among ${library().join(', ')}`)
  return join(setup.comics, name)
}

/** The issue for a reading app: the catalog lists it, serves the file, and streams its first page. */
async function readable(id: string, number: string): Promise<void> {
  const app = setup.panelkeep.client(basic())
  const feed = await (await app.get(`/opds/comics/${setup.comicId}`)).text()
  const href = [...feed.matchAll(/href="([^"]*\/opds\/issues\/[^"]+)"/g)]
    .map(([, each = '']) => each.replaceAll('&amp;', '&'))
    .find((each) => each.includes(id))
  expect(href).toBeString()
  const whole = await app.get(new URL(href ?? '', setup.panelkeep.url).pathname)
  expect(Buffer.from(await whole.arrayBuffer()).equals(readFileSync(fileOf(number)))).toBe(true)
  const stream = [...feed.matchAll(/href="([^"]*\/opds\/stream\/[^"]+)"/g)]
    .map(([, each = '']) => each.replaceAll('&amp;', '&'))
    .find((each) => each.includes(id))
  const page = await app.get((stream ?? '').replace('{pageNumber}', '0').replace('{maxWidth}', '300'))
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
}

/** Checks the name, the content and the metadata of the file. */
async function placed(number: string): Promise<void> {
  const issue = await waitForImport(setup, number)
  await tagged(number)
  expect(fileOf(number)).toMatch(new RegExp(`/Winter Atlas ${number.padStart(3, '0')} \\(\\d{4}\\)\\.cbz$`))
  await readable(issue.id, number)
}

/** Waits for tagging, the last step that changes the file. */
const tagged = (number: string) =>
  until(`issue ${number} to be tagged`, async () => {
    const bytes = readFileSync(fileOf(number))
    return bytes.includes('ComicInfo.xml') || undefined
  })

const history = () => setup.reader.json<{ IssueID: string; Status: string }[]>('/api/downloads/history')

describe.each([
  [real.sabnzbd, '1'],
  [real.nzbget, '2'],
])('$type', (client, issue) => {
  test.skipIf(!isThere(client))(
    'a wanted issue is found, downloaded from usenet, checked, tagged, renamed, imported, and read',
    async () => {
      await sources.using(client)
      sources.posted(releaseOf(issue), { [`${releaseOf(issue)}.cbz`]: comicOf(issue) })
      const { id } = await want(setup, issue)
      await placed(issue)
      await until('the history to say so', async () =>
        (await history()).find((row) => row.IssueID === id && row.Status === 'Post-Processed'),
      )
    },
  )
})

describe.each<[Real<TorrentProgram>, string]>([
  [real.transmission, '3'],
  [real.qbittorrent, '4'],
  [real.deluge, '5'],
  [real.aria2, '6'],
  [real.rtorrent, '7'],
])('$type', (type, issue) => {
  test.skipIf(!isThere(type))(
    'a wanted issue is found, downloaded as a torrent, checked, tagged, renamed, imported, and read, and keeps seeding',
    async () => {
      const client = await sources.using(type)
      const seeder = await sources.seeded(releaseOf(issue), comicOf(issue))
      await want(setup, issue)
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

test.skipIf(!isThere(real.sabnzbd))('a pack of twelve is split, and every issue is imported', async () => {
  await sources.using(real.sabnzbd)
  await waitForAnswer(setup.reader.send('PATCH', `/api/series/${setup.comicId}/search-settings`, { allow_packs: true }))
  const numbers = Array.from({ length: 12 }, (_, at) => String(101 + at))
  const files = numbers.map((number) => [`Winter Atlas ${number} (1998).cbz`, comicOf(number)] as const)
  sources.posted('Winter Atlas 101-112 (1998) (digital) (Some-Group)', Object.fromEntries(files))
  for (const number of numbers.slice(1)) {
    const { id } = await issueOf(setup, number)
    await waitForAnswer(setup.reader.put(`/api/series/issues/${id}/status`, { status: 'Wanted' }))
  }
  await want(setup, numbers[0]!)
  for (const number of numbers) await waitForImport(setup, number)
  expect(new Set(numbers.map(fileOf)).size).toBe(12)
})

test.skipIf(!isThere(real.nzbget))('a pack for one wanted issue replaces no existing file', async () => {
  await sources.using(real.nzbget)
  await waitForAnswer(setup.reader.send('PATCH', `/api/series/${setup.comicId}/search-settings`, { allow_packs: true }))
  const owned = ['121', '122']
  for (const number of owned) {
    const title = `Winter Atlas ${number} (2008) (digital) (Some-Group)`
    sources.posted(title, { [`${title}.cbz`]: comicOf(number) })
    await want(setup, number)
    await waitForImport(setup, number)
    await tagged(number)
  }
  const before = owned.map((number) => readFileSync(fileOf(number)))
  const files = [...owned, '123'].map((number) => [`Winter Atlas ${number} (2008).cbz`, comicOf(number, 18)] as const)
  sources.posted('Winter Atlas 121-123 (2008) (digital) (Some-Group)', Object.fromEntries(files))
  await want(setup, '123')
  await waitForImport(setup, '123')
  expect(owned.map((number, at) => readFileSync(fileOf(number)).equals(before[at]!))).toEqual([true, true])
  expect(statSync(fileOf('123')).size).toBeGreaterThan(2 * (before[0]?.length ?? 0))
})

test.skipIf(!isThere(real.sabnzbd))(
  'a damaged file is caught, blocked, and replaced by the next candidate',
  async () => {
    await sources.using(real.sabnzbd)
    const whole = comicOf('21', 9)
    const damaged = Uint8Array.from(whole)
    damaged.fill(0x55, Math.floor(damaged.length * 0.6), Math.floor(damaged.length * 0.6) + 400)
    const [first, second] = ['Winter Atlas 021 (1998) (digital) (fixed) (Bad-Group)', releaseOf('21')]
    sources.posted(first, { [`${first}.cbz`]: damaged })
    sources.posted(second, { [`${second}.cbz`]: whole })
    await want(setup, '21')
    const issue = await waitForImport(setup, '21')
    await tagged('21')
    await readable(issue.id, '21')
    const { blocklist } = await setup.reader.json<{ blocklist: { title: string; reason: string }[] }>(
      '/api/downloads/blocklist',
    )
    expect(blocklist.map(({ title }) => title)).toContain(first)
    expect(blocklist.find(({ title }) => title === first)?.reason).toMatch(/page|CRC|checksum|damaged/i)
  },
)

test.skipIf(!isThere(real.transmission))(
  'a torrent keeps seeding while the library has its hard link, and is removed after it has seeded enough',
  async () => {
    await waitForAnswer(setup.reader.put('/api/config', { enable_meta: false }))
    const client = await sources.using(real.transmission, { placing: 'hardlink', seed_ratio: 50 })
    await sources.seeded(releaseOf('8'), comicOf('8'))
    await want(setup, '8')
    await waitForImport(setup, '8')
    const source = () => namesBelow(client.folder).find((name) => name.endsWith('.cbz'))
    const [one, two] = [statSync(join(client.folder, source()!)), statSync(fileOf('8'))]
    expect([one.ino, one.nlink]).toEqual([two.ino, 2])
    const { clients } = await setup.reader.json<{ clients: { client_id: string }[] }>('/api/config/clients')
    await waitForAnswer(setup.reader.put(`/api/config/clients/${clients[0]?.client_id}?force=true`, { seed_ratio: 0 }))
    await until('the torrent to be removed', async () => source() === undefined || undefined, { within: 90_000 })
    expect(statSync(fileOf('8')).nlink).toBe(1)
    await waitForAnswer(setup.reader.put('/api/config', { enable_meta: true }))
  },
)

test.skipIf(!isThere(real.transmission))(
  'after a kill between adding a torrent and its labels, the download is resumed, imported and grabbed once',
  async () => {
    const killed = Promise.withResolvers<void>()
    let isDone = false
    const kill: FailWhen = async (body) => {
      if (isDone || !body.includes('torrent-set')) return false
      isDone = true
      await setup.panelkeep.kill()
      killed.resolve()
      return true
    }
    await sources.using(failingTransmission(kill))
    await sources.seeded(releaseOf('9'), comicOf('9'))
    const { id } = await want(setup, '9')
    await killed.promise
    await setup.crash()
    await placed('9')
    expect((await history()).filter(({ IssueID }) => IssueID === id)).toHaveLength(1)
  },
)
