import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { CareSummary } from '../src/collecting/care/schema'
import { makeCbr, makeCbz, makePng } from '../src/testing/archives/archives'
import { until } from '../src/testing/harness/until'
import { accessibilityFaults } from './accessibility'
import { eachLook, hasBrowser, openBrowser, openPage, pageLoaded, signedIn, step, type WatchedPage } from './browser'
import { contents, tempFolder } from './folders'
import { importComics } from './import-library'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** The care page on a library with copies in CBR and CBZ, a tagged copy, damage, and two series that are one. */
const folder = tempFolder()
const comics = folder.in('Comics')
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage
let before: Record<string, string>

const HARBOR = 'Harbor Lights (2015)'
const CBR = `${HARBOR}/Harbor Lights 001 (2015) (Scan).cbr`
const TAGGED = `${HARBOR}/Harbor Lights 002 (2015) (Digital).cbz`
const WRONG = `${HARBOR}/Harbor Lights 004 (2015).cbz`

const pagesOf = (issue: number, count = 12, skip = 0) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => at + 1)
      .filter((page) => page !== skip)
      .map((page) => [
        `p${String(page).padStart(2, '0')}.png`,
        makePng(60, 90, [issue * 40, page * 15, 120], `${page}`),
      ]),
  )
const info = (number: number) =>
  new TextEncoder().encode(`<ComicInfo><Series>Harbor Lights</Series><Number>${number}</Number><Year>2015</Year></ComicInfo>`) // biome-ignore format: one line

function put(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(join(comics, path)), { recursive: true })
  writeFileSync(join(comics, path), bytes)
}

beforeAll(async () => {
  if (!hasBrowser) return
  put(`${HARBOR}/Harbor Lights 001 (2015).cbz`, makeCbz(pagesOf(1)))
  put(CBR, makeCbr(pagesOf(1)))
  put(`${HARBOR}/Harbor Lights 002 (2015).cbz`, makeCbz(pagesOf(2)))
  put(TAGGED, makeCbz({ ...pagesOf(2), 'ComicInfo.xml': info(2) }))
  put(`${HARBOR}/Harbor Lights 003 (2015).cbz`, makeCbz(pagesOf(3, 12, 7)))
  put(WRONG, makeCbr(pagesOf(4)))
  for (const issue of [1, 2, 3])
    put(`Copper Orchard (2012)/Copper Orchard 00${issue} (2012).cbz`, makeCbz(pagesOf(issue + 4, 8)))
  put('Quiet Signal (2012)/Quiet Signal 004 (2012).cbz', makeCbz(pagesOf(9, 8)))
  before = contents(comics)
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await reader.put('/api/config', { comic_dirs: [comics] })
  await importComics(reader)
  const { comics: series } = await reader.json<{ comics: { ComicID: string; ComicName: string }[] }>(
    '/api/series?limit=50',
  )
  const quiet = series.find(({ ComicName }) => ComicName === 'Quiet Signal')!
  await reader.send('PATCH', `/api/series/${quiet.ComicID}/metadata`, { name: 'Copper Orchards' })
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)
const summary = () => reader.json<CareSummary & Record<string, unknown>>('/api/care')
const has = (path: string) => existsSync(join(comics, path))

async function settled(isSo: (now: CareSummary) => boolean): Promise<void> {
  while (!isSo(await summary())) await Bun.sleep(50)
}
async function visit(address: string): Promise<void> {
  await watched.page.goto(`${panelkeep.url}/system/care${address}`)
  await pageLoaded(watched.page)
}
async function looks(name: string): Promise<void> {
  await eachLook(watched.page, (look) => watched.shot(`care-${name}-${look}`))
  expect(await accessibilityFaults(watched.page)).toEqual([])
}

step('a check finds the copies', async () => {
  await visit('')
  await looks('unchecked')
  await byRole('button', { name: 'Check now' }).click()
  await settled(({ checked_at, checking }) => checked_at !== null && checking === null)
  await byRole('link', { name: 'Same pages 2' }).waitFor()
  expect((await summary()).copies).toMatchObject([{ kind: 'pages', groups: 2, files: 2 }])
  await looks('duplicates')
})

step('copies of a CBR and of a tagged file go to the recycle folder after a preview', async () => {
  await byRole('button', { name: /^Remove all copies/ }).click()
  await watched.page.getByText(/^2 copies ·/).waitFor()
  await looks('preview')
  await byRole('button', { name: 'Remove', exact: true }).click()
  await settled(({ batches, removing }) => !removing && batches[0]?.state === 'done')
  // The tagged copy has the metadata, so it stays.
  expect([has(CBR), has(TAGGED), has(`${HARBOR}/Harbor Lights 002 (2015).cbz`)]).toEqual([false, true, false])
  await byRole('button', { name: 'Undo' }).waitFor()
  await looks('removed')
})

step('undo brings back every byte', async () => {
  await byRole('button', { name: 'Undo' }).click()
  await settled(({ batches }) => batches[0]?.state === 'undone')
  expect(contents(comics)).toEqual(before)
  await settled(({ copies }) => copies.length === 1)
})

step('damaged and odd files are listed, and extensions are corrected', async () => {
  await visit('?section=damage&kind=missing_pages')
  await watched.page.getByText('The page names skip 7.').waitFor()
  await looks('damage')
  await byRole('link', { name: 'Wrong extension 1' }).click()
  await byRole('button', { name: 'Correct all 1 extension' }).click()
  await watched.page.getByText('1 file', { exact: true }).waitFor()
  await looks('extensions')
  await byRole('button', { name: 'Rename' }).click()
  await settled(({ batches }) => batches[0]?.title === '1 extension corrected' && batches[0].state === 'done')
  expect([has(WRONG), has(WRONG.replace('.cbz', '.cbr'))]).toEqual([false, true])
})

step('two series that look like one are merged, and split again', async () => {
  await visit('?section=series')
  await byRole('button', { name: 'Merge' }).click()
  await watched.page.getByText(/becomes another name of Copper Orchard\./).waitFor()
  await looks('merge')
  await byRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await byRole('heading', { name: 'Merged series' }).waitFor()
  await settled(({ pairs }) => pairs === 0)
  await looks('merged')
  await byRole('listitem').filter({ hasText: 'into Copper Orchard' }).getByRole('button', { name: 'Undo' }).click()
  const names = async () => {
    const { comics } = await reader.json<{ comics: { ComicName: string }[] }>('/api/series?limit=50')
    return comics.map(({ ComicName }) => ComicName).sort()
  }
  // The sentence "Undone." of the step before may still be shown.
  await until(names, (all) => all.length === 3)
  expect(await names()).toEqual(['Copper Orchard', 'Copper Orchards', 'Harbor Lights'])
})

step('sizes are shown by all that divides them', async () => {
  await visit('?section=storage')
  await byRole('list', { name: 'Size: formats' }).waitFor()
  await looks('storage')
})

step('no page complained', async () => {
  expect(watched.complaints).toEqual([])
})
