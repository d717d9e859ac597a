import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import type { GroupResult, ProgressView } from '../src/intake/imports/schema'
import { fakeAnilist } from '../src/testing/fakes/anilist'
import { COMICVINE_KEY, fakeComicvine } from '../src/testing/fakes/comicvine'
import { serveHandler } from '../src/testing/fakes/http'
import { fakeMangadex } from '../src/testing/fakes/mangadex'
import { fakeMetron, METRON_TOKEN } from '../src/testing/fakes/metron'
import { makeProviderData, seriesOf } from '../src/testing/fakes/provider-data'
import { openBrowser, openPage, picturesLoaded, signedIn, step, type WatchedPage } from './browser'
import { contents, tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'
import { addTwin, fillShelves, type SeriesOnDisk } from './provider-files'

setDefaultTimeout(300_000)

/** Old folders are matched to series of the services: proposed by a scan, reviewed, confirmed, and completed. */
const folder = tempFolder()
const providerData = makeProviderData()
addTwin(providerData)
const services = {
  comicvine: fakeComicvine(providerData),
  metron: fakeMetron(providerData),
  mangadex: fakeMangadex(providerData),
  anilist: fakeAnilist(providerData),
}
const served = Object.values(services).map(({ fetch }) => serveHandler(fetch))
const [comicvine, metron, mangadex, anilist] = served.map(({ origin }) => origin)
let shelves: SeriesOnDisk[]
let before: Record<string, string>
let panelkeep: Panelkeep
let reader: Client
let browser: Browser | undefined
let watched: WatchedPage

type Kind = 'comic' | 'manga'
const KINDS: Kind[] = ['comic', 'manga']

beforeAll(async () => {
  shelves = await fillShelves(folder.path, providerData)
  before = contents(folder.in('Comics'))
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  const saved = await reader.put('/api/config', {
    comic_dirs: [folder.in('Comics')],
    manga_dirs: [folder.in('Manga')],
    comicvine_url: `${comicvine}/api`,
    comicvine_api: COMICVINE_KEY,
    metron_url: `${metron}/api`,
    metron_token: METRON_TOKEN,
    mangadex_url: mangadex,
    mangadex_covers_url: mangadex,
    anilist_url: anilist,
    // Requests for weekly releases do not count.
    weekly_comicvine: false,
    weekly_metron: false,
    weekly_mangadex: false,
  })
  expect(saved.status).toBe(200)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  await Promise.all(served.map(({ stop }) => stop()))
  endAll()
  folder.remove()
})

const view = (kind: Kind) => reader.json<ProgressView & Record<string, unknown>>(`/api/import/${kind}/progress`)

const PATIENCE_MS = 90_000

/** Polls until the value passes the test, and returns the value. */
async function until<T>(look: () => Promise<T>, so: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; await Bun.sleep(100)) {
    const value = await look()
    if (so(value) || Date.now() > end) return value
  }
}

/** Requests to the services, without pictures. */
const questions = () =>
  Object.values(services)
    .flatMap(({ requests: questions }) => questions)
    .filter((question) => !/\.jpg/.test(question))
/** The most requests of a scan for these series. */
const budget = (kind: Kind) => {
  const mine = shelves.filter((shelf) => shelf.kind === kind)
  return mine.length + Math.ceil(mine.reduce((sum, { files }) => sum + files, 0) / 100)
}

const summary = ({ proposals, file_count }: GroupResult) => `${proposals[0]?.comicid} ${file_count}`
const shelved = (kind: Kind) =>
  shelves.filter((shelf) => shelf.kind === kind).map(({ comicid, files }) => `${comicid} ${files}`)

for (const kind of KINDS)
  test(`a scan of ${kind} files proposes the right series for each folder, with few requests`, async () => {
    const before = questions().length
    const reply = await reader.post(`/api/import/${kind}/scan`)
    expect(reply.status).toBe(200)
    const done = await until(
      () => view(kind),
      ({ status, proposing }) => status === 'completed' && !proposing?.running,
    )
    expect([done.progress.errors, done.problems, done.proposing]).toEqual([[], [], null])
    expect(done.results!.map(summary).sort()).toEqual(shelved(kind).sort())

    expect(questions().length - before).toBeLessThanOrEqual(budget(kind))
  })

step('the review shows the proposed series with covers, and accepts a choice for uncertain ones', async () => {
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/import`)
  await page.getByText(/^8 series in /).waitFor()
  expect(await picturesLoaded(page, '.review-row', 8)).toBeGreaterThanOrEqual(8)
  await shot('propose-review')
  const annual = page.locator('.review-row', { hasText: 'Harbor Lights Annual' }).first()
  await annual.focus()
  await page.keyboard.press('e')
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await sheet.getByRole('radio', { name: /^Harbor Lights Annual/ }).click()
  await sheet.locator('.sheet-choice[data-chosen]', { hasText: 'Harbor Lights Annual' }).waitFor()
  await shot('propose-sheet')
  await sheet.getByRole('button', { name: 'Accept and continue' }).click()
  await page.keyboard.press('Escape')
})

step('accepted proposals are added on the page', async () => {
  const { page, shot } = watched
  const waiting = page.getByRole('button', { name: /^Accept: / })
  while ((await waiting.count()) > 0) await waiting.first().click()
  await shot('propose-accepted')
  await page.getByRole('button', { name: 'Add to the library' }).click()
  await page.getByRole('heading', { name: /series added to your library$/ }).waitFor()
  await shot('propose-added')
})

interface Row {
  ComicID: string
  Have: number
  Total: number
}
interface Detail {
  comic: { ComicName: string; ComicYear: string; ComicPublisher: string; Description: string }[]
  issues: { imageURL: string | null; owned: boolean; covered: boolean }[]
}
const shelf = () => reader.json<Row[] & Record<string, unknown>>('/api/series')
const detail = (id: string) => reader.json<Detail & Record<string, unknown>>(`/api/series/${id}`)

test('the remaining proposals are confirmed over the API', async () => {
  for (const kind of KINDS) {
    const { scan_id, results } = await view(kind)
    const selected_ids = results!.filter(({ new_files }) => new_files > 0).map(({ proposals }) => proposals[0]!.comicid)
    // Without a browser, no choice has been made yet.
    for (const { group_id, proposal_id, proposals, new_files } of results!)
      if (new_files > 0 && proposal_id === null) {
        const body = { proposal: proposals[0]!.proposal_id }
        expect((await reader.send('PATCH', `/api/import/groups/${group_id}`, body)).status).toBe(200)
      }
    if (selected_ids.length === 0) continue
    const reply = await reader.post(`/api/import/${kind}/confirm`, { scan_id, selected_ids })
    expect([200, 202]).toContain(reply.status)
    await until(
      () => view(kind),
      ({ status }) => status !== 'importing',
    )
  }
  expect((await shelf()).map(({ ComicID }) => ComicID).sort()).toEqual(shelves.map(({ comicid }) => comicid).sort())
})

test('each series has the id, the metadata and all issues of its service, including missing ones', async () => {
  const expected = shelves.map(({ comicid, files, total }) => `${comicid} has ${files} of ${total}`).sort()
  const now = async () => (await shelf()).map((row) => `${row.ComicID} has ${row.Have} of ${row.Total}`).sort()
  expect(await until(now, (rows) => rows.join() === expected.join())).toEqual(expected)
  for (const { kind, comicid, key } of shelves) {
    const { comic, issues } = await detail(comicid)
    const { name, year, publisher } = seriesOf(providerData, key)
    expect(comic[0]).toMatchObject({ ComicName: name, ComicYear: `${year}` })
    // MangaDex and AniList have no publishers.
    if (!/^(?:md|al)-/.test(comicid)) expect(comic[0]!.ComicPublisher).toBe(publisher!)
    expect(comic[0]!.Description).toContain(`${year}`)
    const missing = issues.filter(({ owned, covered }) => !owned && !covered)
    // Chapters without a volume have no cover, and neither have AniList's placeholder issues.
    const pictures = missing.flatMap(({ imageURL }) => imageURL ?? [])
    if (kind === 'comic') expect([comicid, pictures.length]).toEqual([comicid, missing.length])
    for (const picture of pictures.slice(0, 2)) {
      const cover = await reader.get(picture)
      expect([cover.status, cover.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
    }
  }
})

step('an imported series shows its missing issues, each with its cover', async () => {
  const { page, complaints, shot } = watched
  await page.goto(`${panelkeep.url}/library/101000`)
  await page.getByRole('heading', { name: 'Harbor Lights' }).first().waitFor()
  expect(await picturesLoaded(page, '.shell-content', 12)).toBeGreaterThanOrEqual(12)
  await shot('propose-series')
  expect(complaints).toEqual([])
})

test('no file was changed, and none of this caused an internal error', () => {
  expect(contents(folder.in('Comics'))).toEqual(before)
  expect(panelkeep.log.split('\n').filter((line) => / error /.test(line))).toEqual([])
})
