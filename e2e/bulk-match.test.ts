import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { makeCbz, makePng } from '../src/testing/archives/archives'
import { COMICVINE_KEY, fakeComicvine } from '../src/testing/fakes/comicvine'
import { serveHandler } from '../src/testing/fakes/http'
import { makeProviderData } from '../src/testing/fakes/provider-data'
import { accessibilityFaults } from './accessibility'
import { eachLook, hasBrowser, openBrowser, openPage, signedIn, step, type WatchedPage } from './browser'
import { until } from './download-setup'
import { tempFolder } from './folders'
import { importComics } from './import-library'
import { keyboardFaults } from './keyboard'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Series are matched in bulk: the sure ones at once, the others in a sheet with one key each. */
const folder = tempFolder()
const comics = folder.in('Comics')
let service: ReturnType<typeof serveHandler>
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage

/** Owned in part; those without a year, or of another publisher, are unsure. */
const OWNED: [folder: string, numbers: number, publisher?: string][] = [
  ['Glass Divers (2018)', 1],
  ['Winter Atlas (1998)', 55],
  ['Paper Wolves (2003)', 3],
  ['Harbor Lights', 2],
  ['Copper Orchard (2015)', 2, 'Somebody Else'],
]

beforeAll(async () => {
  if (!hasBrowser) return
  for (const [name, numbers, publisher] of OWNED) {
    mkdirSync(join(comics, name), { recursive: true })
    for (let n = 1; n <= numbers; n++) {
      const [, title = '', year] = /^(.*?)(?: \((\d+)\))?$/.exec(name)!
      const pages = { '1.png': makePng(60, 90, [name.length * 9, n * 40, 120], `${n}`), 'n.txt': `${name} ${n}` }
      const more = publisher ? `<Publisher>${publisher}</Publisher>` : ''
      const comicInfo = `<?xml version="1.0"?><ComicInfo><Series>${title}</Series><Number>${n}</Number>${year ? `<Volume>${year}</Volume>` : ''}${more}</ComicInfo>` // biome-ignore format: one line
      writeFileSync(join(comics, name, `${title} ${String(n).padStart(3, '0')}${year ? ` (${year})` : ''}.cbz`), makeCbz(pages, { comicInfo })) // biome-ignore format: one line
    }
  }
  service = serveHandler(fakeComicvine(makeProviderData()).fetch)
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await reader.put('/api/config', { comic_dirs: [comics] })
  await importComics(reader)
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  await service?.stop()
  endAll()
  folder.remove()
})

const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)
const showsText = (text: string | RegExp) => watched.page.getByText(text).first().waitFor()
const status = () => byRole('region', { name: 'Bulk operation' })

async function idOf(name: string): Promise<string> {
  const rows = await reader.json<{ ComicID: string; ComicName: string }[] & Record<string, unknown>>('/api/series')
  return rows.find(({ ComicName }) => ComicName === name)!.ComicID
}

async function looks(name: string): Promise<void> {
  await eachLook(watched.page, async (look) => {
    await watched.page.waitForTimeout(100)
    await watched.shot(`${name}-${look}`)
  })
}

async function openMatch(): Promise<void> {
  const { page } = watched
  await page.goto(`${panelkeep.url}/library?view=table`)
  await byRole('button', { name: 'Select series' }).click()
  // A selection of all takes the series that are there.
  await byRole('row', { name: 'Copper Orchard' }).first().waitFor()
  await page.keyboard.press('Control+a')
  await byRole('button', { name: 'Metadata' }).click()
  await byRole('menuitem', { name: 'Match', exact: true }).click()
}

step('without a metadata source, matching says so and does not begin', async () => {
  await openMatch()
  await showsText('No metadata source for comics is set up. Set one up in Settings, Metadata.')
  expect(await byRole('dialog').getByRole('button', { name: 'Match' }).isDisabled()).toBe(true)
  await looks('no-source')
})

step('sure series are matched at once, and the others are counted as unsure', async () => {
  await reader.put('/api/config', { comicvine_url: service.origin, comicvine_api: COMICVINE_KEY })
  await openMatch()
  await byRole('dialog').getByRole('button', { name: 'Match' }).click()
  await status().getByText('3 series matched · 2 unsure').waitFor()
  await looks('matched')
  expect(await accessibilityFaults(watched.page)).toEqual([])
})

step('the unsure ones are decided in one sheet, with one key each', async () => {
  const { page } = watched
  await status().getByRole('button', { name: 'Choose matches' }).click()
  await byRole('dialog').getByText('2 series to decide.').waitFor()
  await page.getByText('Harbor Lights (2019)').first().waitFor()
  await looks('sheet')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await keyboardFaults(page)).toEqual([])
  const copper = page.locator('.match', { hasText: 'Copper Orchard' })
  await copper.getByText('One is published by Somebody Else, the other by Kestrel.').waitFor()
  await page.locator('.match').first().focus()
  await page.keyboard.press('1')
  await showsText('Matched to Copper Orchard (2015) on ComicVine.')
  await page.keyboard.press('2')
  await showsText('All matches are decided.')
  await showsText(/^Matched to Harbor Lights \(20/)
  await looks('decided')
  await byRole('button', { name: 'Done' }).click()
  await status().getByText('5 series matched').waitFor()
  // The issues of a matched series are fetched after it is done.
  const path = `/api/series/${await idOf('Copper Orchard')}`
  const issues = async () =>
    (await reader.json<{ issues: { number: string }[] } & Record<string, unknown>>(path)).issues
  await until(
    'the issues of the source',
    async () => (await issues()).some(({ number }) => number === '1.MU') || undefined,
  )
})

step('a metadata source that does not answer is reported in the health', async () => {
  await service.stop()
  await reader.post(`/api/series/${await idOf('Winter Atlas')}/refresh`)
  const { page } = watched
  await page.goto(`${panelkeep.url}/system`)
  await showsText(/ComicVine cannot be reached/)
  await looks('health')
})

step('an issue missing inside a matched series is wanted from Care', async () => {
  const { page } = watched
  expect((await reader.post('/api/care/check')).status).toBe(202)
  await page.goto(`${panelkeep.url}/system/care?section=damage&kind=gaps`)
  await byRole('button', { name: 'Want all' }).waitFor()
  await showsText('Issue 1.MU is missing.')
  await looks('gaps')
  expect(await accessibilityFaults(page)).toEqual([])
  await byRole('button', { name: 'Want all' }).click()
  await byRole('dialog').getByText('1 issue of 1 series will be added to Wanted.').waitFor()
  await looks('want')
  await byRole('dialog').getByRole('button', { name: 'Want 1 issue' }).click()
  await showsText('1 issue added to Wanted.')
  await page.goto(`${panelkeep.url}/wanted`)
  await showsText(/Copper Orchard.*1\.MU/)
})
