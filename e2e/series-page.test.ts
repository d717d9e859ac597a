import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { makeCbr, makeCbz, makePng } from '../src/testing/archives/archives'
import { COMICVINE_KEY, fakeComicvine } from '../src/testing/fakes/comicvine'
import { serveHandler } from '../src/testing/fakes/http'
import { addFakeIssue, makeProviderData, markChanged, seriesOf } from '../src/testing/fakes/provider-data'
import { accessibilityFaults } from './accessibility'
import {
  eachLook,
  hasBrowser,
  openBrowser,
  openPage,
  picturesLoaded,
  signedIn,
  step,
  type WatchedPage,
} from './browser'
import { contents, tempFolder } from './folders'
import { importComics } from './import-library'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** A local series is matched to a provider: files renamed, tagged and undone, metadata edited permanently. */
const folder = tempFolder()
const comics = folder.in('Comics')
const shelf = join(comics, 'Harbor Lights (2012)')
const providerData = makeProviderData()
let service: ReturnType<typeof serveHandler>
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage
let comicId: string
let before: Record<string, string>

beforeAll(async () => {
  if (!hasBrowser) return
  mkdirSync(shelf, { recursive: true })
  for (const n of [1, 2, 3, 4]) put(`Harbor_Lights_0${n}_(2012)_(Some-Group).cbz`, makeCbz)
  put('Harbor_Lights_05_(2012)_(Some-Group).cbr', makeCbr)
  before = contents(comics)
  service = serveHandler(fakeComicvine(providerData).fetch)
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  // Without an API key at first, so that the files become a local series.
  await reader.put('/api/config', { comic_dirs: [comics] })
  await importComics(reader)
  const [series] = await reader.json<{ ComicID: string }[] & Record<string, unknown>>('/api/series')
  comicId = series?.ComicID ?? ''
  await reader.put('/api/config', { comicvine_url: service.origin, comicvine_api: COMICVINE_KEY })
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

function put(name: string, make: (pages: Record<string, Uint8Array>) => Uint8Array): void {
  const page = (n: number) => [`${n}.png`, makePng(60, 90, [name.length * 5, n * 60, 90], `${n}`)] as const
  writeFileSync(join(shelf, name), make(Object.fromEntries([1, 2, 3].map(page))))
}

const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)
const showsText = (text: string | RegExp) => watched.page.getByText(text).first().waitFor()
const files = () =>
  readdirSync(shelf)
    .filter((name) => name.startsWith('Harbor'))
    .sort()
/** Files of the folders, without those that Panelkeep keeps for undo. */
const kept = () =>
  Object.fromEntries(Object.entries(contents(comics)).filter(([name]) => !name.startsWith('.panelkeep')))

async function pick(item: string): Promise<void> {
  await byRole('button', { name: 'More for this series' }).click()
  await byRole('menuitem', { name: item, exact: true }).click()
  await byRole('dialog').waitFor()
}

/** Closes the sheet, and waits until it is gone. */
async function leave(): Promise<void> {
  await watched.page.keyboard.press('Escape')
  await byRole('dialog').waitFor({ state: 'detached' })
}

step('renames are previewed, applied, and undone in the same place', async () => {
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/library/${comicId}`)
  await pick('Rename files')
  await page.locator('.rename-list li').nth(4).waitFor()
  expect(await page.locator('.rename-list li').first().locator('.rename-new').textContent()).toEndWith(
    'Harbor Lights 001 (2012).cbz',
  )
  await shot('rename')
  await byRole('button', { name: 'Rename 5 files' }).click()
  await byRole('button', { name: 'Undo' }).waitFor()
  expect(files()).toEqual([1, 2, 3, 4, 5].map((n) => `Harbor Lights 00${n} (2012).${n === 5 ? 'cbr' : 'cbz'}`))
  await byRole('button', { name: 'Undo' }).click()
  await showsText('Undone.')
  expect(kept()).toEqual(before)
  await leave()
})

step('a linked provider adds the missing issues, with covers', async () => {
  const { page, shot } = watched
  await pick('Match to a metadata source')
  await byRole('button', { name: 'Search' }).last().click()
  const row = page.locator('.link-line', { hasText: '2012' }).first()
  await row.getByRole('button', { name: 'Link' }).click()
  await showsText('Linked with ComicVine.')
  await leave()
  await page.locator('[aria-label^="#12,"]').waitFor()
  expect(await picturesLoaded(page, '.series', 12)).toBeGreaterThanOrEqual(12)
  await shot('linked')
})

step('metadata is previewed, written, and undone', async () => {
  const { page, shot } = watched
  await pick('Write metadata to files')
  await showsText('1 CBR file cannot hold metadata.')
  await page.locator('.tag-fields ins').first().waitFor()
  await shot('tags')
  await byRole('button', { name: 'Write to 4 files' }).click()
  await byRole('button', { name: 'Undo' }).waitFor()
  const first = () => readFileSync(join(shelf, 'Harbor_Lights_01_(2012)_(Some-Group).cbz')).includes('ComicInfo.xml')
  expect(first()).toBe(true)
  await byRole('button', { name: 'Undo' }).click()
  await showsText('Undone.')
  expect(first()).toBe(false)
  await leave()
})

step('edits of the user survive a change at the provider', async () => {
  const { page, shot } = watched
  await pick('Edit details')
  const publisher = page.getByLabel('Publisher', { exact: true })
  await publisher.fill('Northgate Press')
  await publisher.press('Tab')
  await showsText('You wrote this. Refreshes leave it alone.')
  await shot('edited')
  await leave()
  Object.assign(seriesOf(providerData, 'harbor-2012'), {
    publisher: 'Somebody Else',
    name: 'Harbor Lights: The Keepers',
  })
  markChanged(seriesOf(providerData, 'harbor-2012'))
  addFakeIssue(providerData, 'harbor-2012', '13')
  await byRole('button', { name: 'More for this series' }).click()
  await byRole('menuitem', { name: 'Refresh details' }).click()
  await page.locator('[aria-label^="#13,"]').waitFor()
  await byRole('heading', { name: 'Harbor Lights: The Keepers' }).waitFor()
  expect(await page.locator('.series-facts').textContent()).toContain('Northgate Press')
})

step('the cover of another issue is chosen, and undone', async () => {
  const { page, shot } = watched
  const first = await page.locator('.series-cover img').getAttribute('src')
  await pick('Choose cover')
  await byRole('group', { name: 'Covers' }).getByRole('button', { name: '#3', exact: true }).click()
  await page.locator('.cover-options [aria-pressed="true"]', { hasText: '#3' }).waitFor()
  await byRole('dialog').getByText('Cover changed.').waitFor()
  // A toast stays while it has the focus, at any window size.
  await byRole('button', { name: 'Undo' }).focus()
  expect(await accessibilityFaults(page)).toEqual([])
  await eachLook(page, (look) => shot(`covers-${look}`))
  await page.locator(`.series-cover img:not([src="${first}"])`).waitFor()
  const chosen = await page.locator('.series-cover img').getAttribute('src')
  // Everything outside an open sheet is inert, so the toast is inside.
  await byRole('button', { name: 'Undo' }).click()
  // The previous refresh may have loaded another cover meanwhile.
  await page.locator(`.series-cover img:not([src="${chosen}"])`).waitFor()
  // Pressed by key: the toast above disappears meanwhile, and a click could hit an element that moved there.
  await byRole('dialog').getByRole('button', { name: 'Done' }).press('Enter')
  await byRole('dialog').waitFor({ state: 'detached' })
})

step('the history lists all changes, and the page can be used with assistive technology', async () => {
  const { page, shot } = watched
  await pick('History')
  await page.locator('.series-history').getByText('renamed, then undone').waitFor()
  await shot('history')
  await leave()
  await eachLook(page, (look) => shot(`series-${look}`))
  expect(await accessibilityFaults(page)).toEqual([])
})

step('each issue has a page, and keys lead from one to the next', async () => {
  const { page, shot } = watched
  await page.locator('[aria-label^="#3,"]').focus()
  await page.keyboard.press('Enter')
  await page.locator('.issue-body').waitFor()
  await showsText('CBZ, ')
  await byRole('button', { name: 'More for this issue' }).click()
  await byRole('menuitem', { name: 'Refresh details' }).click()
  await showsText('Ines Calder')
  await shot('issue')
  await page.keyboard.press('ArrowRight')
  await page.locator('h1', { hasText: '#4' }).waitFor()
  await page.keyboard.press('u')
  await page.locator('.series').waitFor()
})

step('a missing issue is wanted and ignored by key', async () => {
  const { page } = watched
  await page.locator('[aria-label^="#12,"]').focus()
  await page.keyboard.press('m')
  await byRole('menuitem', { name: 'Ignore' }).click()
  await page.locator('[aria-label^="#12,"][aria-label*="Ignored"]').waitFor()
  expect(watched.complaints).toEqual([])
})
