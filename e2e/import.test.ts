import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GroupResult, ProgressView } from '../src/intake/imports/schema'
import { type Collection, type ExpectedSeries, makeCollection } from './collection'
import { crawl, hasCrawler, installCrawler, readManifest } from './crawler'
import { contents, tempFolder } from './folders'
import { basic, type Client, endAll, type Panelkeep, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** The folders of a household become a library over HTTP, and the catalog serves the unchanged files. */
const folder = tempFolder()
let collection: Collection
let before: Record<string, string>
let panelkeep: Panelkeep
let reader: Client
let app: Client

type Kind = 'comic' | 'manga'
const KINDS: Kind[] = ['comic', 'manga']

beforeAll(async () => {
  collection = makeCollection(folder.in('collection'))
  before = contents(folder.in('collection'))
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  app = panelkeep.client(basic())
})
afterAll(async () => {
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const view = (kind: Kind) => reader.json<ProgressView & Record<string, unknown>>(`/api/import/${kind}/progress`)

/** Waits until the scan or the import of a kind has ended. */
async function over(kind: Kind): Promise<ProgressView> {
  for (;;) {
    const now = await view(kind)
    if (now.status !== 'scanning' && now.status !== 'importing') return now
    await Bun.sleep(20)
  }
}

async function scan(kind: Kind): Promise<ProgressView> {
  const reply = await reader.post(`/api/import/${kind}/scan`)
  expect([reply.status, await reply.text()]).toEqual([200, expect.any(String)])
  const done = await over(kind)
  expect([done.status, done.progress.errors]).toEqual(['completed', []])
  return done
}

interface SeriesItem {
  ComicID: string
  ComicName: string
  ComicYear: string | null
  Have: number
  Total: number
  ContentType: Kind
}
const shelf = () => reader.json<SeriesItem[] & Record<string, unknown>>('/api/series')

const summary = (series: ExpectedSeries[]) =>
  series.map(({ name, year, issues }) => `${name} (${year ?? 'no year'}) ${issues}`).sort()
const proposed = (results: GroupResult[], expected: ExpectedSeries[]) =>
  results
    .map(({ series_name, match, file_count }) => {
      // Manga often has no year; then any year of the files is fine.
      const hasYear = expected.some((series) => series.name === series_name && series.year !== undefined)
      return `${series_name} (${hasYear ? match?.year : 'no year'}) ${file_count}`
    })
    .sort()

test('a scan without folders is refused with a sentence', async () => {
  const reply = await reader.post('/api/import/comic/scan')
  expect(reply.status).toBe(400)
  expect(((await reply.json()) as { detail: string }).detail).toEndWith('.')
})

test('the scan proposes every series once, and lists problems of other files', async () => {
  const saved = await reader.put('/api/config', { comic_dirs: [collection.comics], manga_dirs: [collection.manga] })
  expect(saved.status).toBe(200)
  for (const kind of KINDS) {
    const { results, problems, progress } = await scan(kind)
    expect(proposed(results!, collection.series[kind])).toEqual(summary(collection.series[kind]))
    const damaged = kind === 'comic' ? collection.damaged : []
    expect(problems.map(({ path }) => path.split('/').at(-1)!).sort()).toEqual([...damaged].sort())
    for (const { problem } of problems) expect(problem).toMatch(/^["A-Z].*\.$/)
    expect(progress.processed_files).toBe(progress.total_files)
  }
  expect(await shelf()).toEqual([] as never)
})

test('confirming the proposals fills the library', async () => {
  for (const kind of KINDS) {
    const { scan_id, results } = await view(kind)
    const selected_ids = results!.map((result) => result.match!.comicid)
    const reply = await reader.post(`/api/import/${kind}/confirm`, { scan_id, selected_ids })
    expect([200, 202]).toContain(reply.status)
    await over(kind)
  }
  const rows = await shelf()
  for (const kind of KINDS) {
    const expected = collection.series[kind]
    const mine = rows.filter((row) => row.ContentType === kind)
    expect(
      mine
        .map(({ ComicName, ComicYear, Have }) => {
          const hasYear = expected.some((series) => series.name === ComicName && series.year !== undefined)
          return `${ComicName} (${hasYear ? ComicYear : 'no year'}) ${Have}`
        })
        .sort(),
    ).toEqual(summary(expected))
  }
})

test('an old scan id is refused', async () => {
  const reply = await reader.post('/api/import/comic/confirm', { scan_id: '1', selected_ids: ['x'] })
  expect(reply.status).toBe(409)
})

test('scanning again finds nothing new and changes nothing', async () => {
  const rows = await shelf()
  for (const kind of KINDS) {
    const { results } = await scan(kind)
    for (const result of results!)
      expect([result.series_name, result.already_in_library]).toEqual([result.series_name, true])
    expect(results!.map(({ new_files }) => new_files).filter((count) => count > 0)).toEqual([])
  }
  expect(await shelf()).toEqual(rows)
})

test('numbers keep their printed form and are sorted in reading order', async () => {
  const numbers = async (name: string) => {
    const row = (await shelf()).find((each) => each.ComicName === name)!
    const detail = await reader.json<{ issues: { number: string }[] }>(`/api/series/${row.ComicID}`)
    return detail.issues.map((issue) => issue.number).reverse()
  }
  expect(await numbers('Winter Engine')).toEqual(['-1', '0', '1', '1.MU', '1.5', '2', '10A', '11'])
  expect(await numbers('Past Midnight')).toEqual(['½', '1', '2', '3', '3.5', '4'])
  expect(await numbers('Copper Orchard')).toEqual(['1', '2', '3', '4', '5', '6', '1000000'])
})

test('the catalog serves each file unchanged, whole and in ranges', async () => {
  const row = (await shelf()).find((each) => each.ComicName === 'Iron Choir')!
  const feed = await (await app.get(`/opds/comics/${row.ComicID}`)).text()
  const href = /href="([^"]*\/opds\/issues\/[^"]+)"/.exec(feed)![1]!.replaceAll('&amp;', '&')
  const path = href.startsWith('http') ? new URL(href).pathname : href
  const whole = await app.get(path)
  expect(whole.status).toBe(200)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const hash = createHash('sha256').update(bytes).digest('hex')
  expect(Object.values(before).filter((entry) => entry.endsWith(hash)).length).toBe(1)
  expect(whole.headers.get('content-length')).toBe(String(bytes.length))
  expect(whole.headers.get('content-disposition')).toContain('Iron')

  const part = await app.get(path, { Range: 'bytes=100-199' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200))
  const tail = await app.get(path, { Range: 'bytes=-50' })
  expect([tail.status, Buffer.from(await tail.arrayBuffer())]).toEqual([206, bytes.subarray(-50)])
  expect((await app.get(path, { Range: `bytes=${bytes.length}-` })).status).toBe(416)
  const head = await app.send('HEAD', path)
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])

  const etag = whole.headers.get('etag')
  expect(etag).toBeString()
  expect((await app.get(path, { 'If-None-Match': etag! })).status).toBe(304)
  // A download of a changed file must not be resumed.
  const stale = await app.get(path, { Range: 'bytes=100-199', 'If-Range': '"another"' })
  expect([stale.status, (await stale.arrayBuffer()).byteLength]).toEqual([200, bytes.length])
})

test('covers and pages are pictures, in the requested size and cached by version', async () => {
  for (const row of await shelf()) {
    const cover = await reader.get(`/api/covers/series/${row.ComicID}?width=300`)
    expect([row.ComicName, cover.status]).toEqual([row.ComicName, 200])
    expect(cover.headers.get('content-type')).toStartWith('image/')
    expect(cover.headers.get('etag')).toBeString()
    expect((await cover.arrayBuffer()).byteLength).toBeGreaterThan(100)
  }
})

test.skipIf(!hasCrawler)('reading apps find no broken rule in the whole catalog', async () => {
  const ids = (await shelf()).map(({ ComicID }) => ComicID)
  const reader = await panelkeep.reader()
  for (const id of ids.slice(0, 2)) await reader.send('PATCH', `/api/series/${id}/marks`, { favourite: true })
  const { collection } = (await (await reader.post('/api/collections', { name: 'Rainy days' })).json()) as {
    collection: { collection_id: string }
  }
  await reader.post(`/api/collections/${collection.collection_id}/series`, { ids })
  installCrawler(folder.in('crawler'))
  const { code, out } = await crawl(folder.in('crawler'), panelkeep.url, ['--files=12', '--images=40', '--pse=8'])
  if (code !== 0) console.log(out)
  expect(code).toBe(0)
  expect(out).toMatch(/[1-9]\d* OPDS 2\.0 documents/)
})

test.skipIf(!hasCrawler)('the Readium toolkit reads issues of the catalog page by page', async () => {
  for (const row of await shelf()) {
    const { publications } = await app.json<{ publications: { links: { rel: string; href: string }[] }[] }>(
      `/opds/v2/comics/${row.ComicID}`,
    )
    const self = publications[0]!.links.find(({ rel }) => rel === 'self')!
    const manifest = await (await app.get(new URL(self.href).pathname)).text()
    if (!('readingOrder' in JSON.parse(manifest))) continue // text-only books are read from their file
    const { code, out } = await readManifest(folder.in('crawler'), manifest)
    expect([out, code]).toEqual([expect.stringMatching(/readingOrder=[1-9]/), 0])
    expect(out).toContain(`progression=${row.ContentType === 'manga' ? 'rtl' : 'ltr'}`)
  }
})

test('a missing file gives 404 and breaks nothing', async () => {
  const { results } = await view('comic')
  expect(results).toBeArray()
  const row = (await shelf()).find((each) => each.ComicName === 'The Lamp')!
  const detail = await reader.json<{ issues: { id: string }[] }>(`/api/series/${row.ComicID}`)
  const lamp = join(collection.comics, 'The Lamp (2001).cbz')
  const bytes = readFileSync(lamp)
  await Bun.file(lamp).delete()
  const reply = await app.get(`/opds/issues/${detail.issues[0]!.id}`)
  expect([404, 410]).toContain(reply.status)
  writeFileSync(lamp, bytes)
  expect((await app.get(`/opds/issues/${detail.issues[0]!.id}`)).status).toBe(200)
})

test('no file was changed, added or removed', () => {
  expect(contents(folder.in('collection'))).toEqual(before)
})

test('none of this caused an internal error', () => {
  expect(panelkeep.log.split('\n').filter((line) => / error /.test(line))).toEqual([])
})

test('the library survives a restart', async () => {
  const rows = await shelf()
  const { Cookie } = reader.headers
  await panelkeep?.stop()
  panelkeep = await start({ dataDir: panelkeep.dataDir })
  reader = panelkeep.client({ ...reader.headers, Cookie: Cookie! })
  expect(await shelf()).toEqual(rows)
})
