import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { makeCbz, makePng } from '../src/testing/archives/archives'
import { accessibilityFaults } from './accessibility'
import { DESK, hasBrowser, openBrowser, openPage, PHONE, signedIn, step, type WatchedPage } from './browser'
import { contents, tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Ten years of files, some of them misread: corrected on the page, added, and undone. */
const folder = tempFolder()
const comics = folder.in('Comics')
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage
let before: Record<string, string>

beforeAll(async () => {
  if (!hasBrowser) return
  for (const n of [1, 2, 3, 4]) put(`Harbor Lights (2015)/Harbor Lights ${n} (2015).cbz`)
  for (const n of [5, 6]) put(`Harbour Lights/Harbour Lights ${n}.cbz`)
  for (const n of [1, 2, 3]) put(`Copper Orchard (1998)/Copper Orchard ${n} (1998).cbz`)
  for (const n of [4, 5]) put(`from the attic/Coper Orchard ${n}.cbz`)
  put('Harbor Lights (2015)/Harbor Lights 9 (2015).cbz', new Uint8Array(0))
  before = contents(comics)
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await reader.put('/api/config', { comic_dirs: [comics] })
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

let made = 0
function put(path: string, bytes?: Uint8Array): void {
  made += 1
  const page = (n: number) => [`${n}.png`, makePng(60, 90, [(made * 53) % 255, (n * 31) % 255, 90], `${made}`)] as const
  const pages = Object.fromEntries(Array.from({ length: 12 }, (_, n) => page(n + 10)))
  mkdirSync(dirname(join(comics, path)), { recursive: true })
  writeFileSync(join(comics, path), bytes ?? makeCbz(pages))
}

const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)
const row = (name: string): Locator => watched.page.locator('.review-row', { hasText: name }).first()
const sheet = () => byRole('dialog')

/** Opens the sheet of a proposal with its key. */
async function openSheet(name: string): Promise<Locator> {
  await row(name).focus()
  await watched.page.keyboard.press('e')
  await sheet().waitFor()
  return sheet()
}

interface Series {
  ComicName: string
  Have: number
}
async function shelf(): Promise<string[]> {
  const rows = await reader.json<Series[] & Record<string, unknown>>('/api/series')
  return rows.map(({ ComicName, Have }) => `${ComicName} ${Have}`).sort()
}

step('a scan proposes series, and lists files that it could not read', async () => {
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/import`)
  await byRole('button', { name: 'Scan your comics' }).click()
  await page.getByText(/^4 series in /).waitFor()
  await page.getByText('1 item could not be added').click()
  await page.getByText('The file is empty: 0 bytes.').waitFor()
  await shot('review')
})

step('keys work after a click on a filter, and arrows after reaching one by key', async () => {
  const { page } = watched
  const here = () =>
    page.evaluate("document.activeElement?.getAttribute('data-at') ?? document.activeElement?.textContent")
  const words = page.locator('.review-bar .words button')
  // The test runs twice, since the keys of the first round do not lead back.
  for (const _ of [1, 2]) {
    await words.last().click()
    expect(await here()).toBe('0')
    await words.first().click()
    expect(await here()).toBe('0')
    await page.keyboard.press('ArrowDown')
    expect(await here()).not.toBe('0')
    await page.keyboard.press('e')
    await sheet().waitFor()
    await page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'hidden' })
    await words.first().focus()
    await page.keyboard.press('ArrowDown')
    expect(await here()).toBe('0')
  }
})

step('a corrected name and number survive a reload', async () => {
  const { page, shot } = watched
  await openSheet('Harbour Lights')
  await sheet().getByLabel('Series', { exact: true }).fill('Beacon Street')
  await page.keyboard.press('Enter')
  await sheet().getByLabel('Number of Harbour Lights 6.cbz').fill('7-8')
  const numbered = page.waitForResponse(
    (reply) => reply.request().method() === 'PATCH' && reply.url().endsWith('/files'),
  )
  await page.keyboard.press('Tab')
  await numbered
  await page.locator('.review-row', { hasText: 'Beacon Street' }).waitFor()
  await shot('review-sheet')
  await page.reload()
  await openSheet('Beacon Street')
  expect(await sheet().getByLabel('Number of Harbour Lights 6.cbz').inputValue()).toBe('7–8')
  await sheet().getByRole('button', { name: 'Close' }).last().click()
  await sheet().waitFor({ state: 'hidden' })
  await row('Beacon Street').waitFor()
})

step('a file is split off under its own name', async () => {
  const { page } = watched
  const dialog = await openSheet('Harbor Lights (2015)')
  expect(await dialog.textContent()).toContain('1 file beside them could not be read')
  await dialog.getByLabel('Select Harbor Lights 4 (2015).cbz').check()
  await dialog.getByRole('button', { name: 'Split off…' }).click()
  await dialog.getByLabel('The series this file is of').fill('Lighthouse')
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: '3 files' }).waitFor()
  await page.keyboard.press('Escape')
  await sheet().waitFor({ state: 'hidden' })
  await row('Lighthouse').waitFor()
  await page.getByText(/^5 series in /).waitFor()
})

step('two proposals are merged by key, and the merge is undone and redone', async () => {
  const { page, shot } = watched
  for (const name of ['Beacon Street', 'Lighthouse']) {
    await row(name).focus()
    await page.keyboard.press('Space')
  }
  const merge = async () => {
    await page.keyboard.press('m')
    await shot('merge')
    await byRole('button', { name: 'Merge into Beacon Street' }).click()
    await page.getByText(/^4 series in /).waitFor()
  }
  await merge()
  await page.keyboard.press('u')
  await page.getByText(/^5 series in /).waitFor()
  await row('Lighthouse').waitFor()
  for (const name of ['Beacon Street', 'Lighthouse']) await row(name).getByRole('checkbox').check()
  await merge()
})

step('accepted proposals are added, and the rest stays', async () => {
  const { page, shot } = watched
  await row('Copper Orchard').focus()
  await page.keyboard.press('Enter')
  const question = byRole('switch', { name: 'Want new issues of these series?' })
  expect(await question.getAttribute('aria-checked')).toBe('true')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityFaults(page, colorScheme === 'dark' ? 'all' : 'colours')).toEqual([])
    await shot(`want-new-${colorScheme}`)
  }
  await page.setViewportSize(PHONE)
  await shot('want-new-phone')
  await page.setViewportSize(DESK)
  await byRole('button', { name: 'Add to the library' }).click()
  await byRole('heading', { name: '1 series added to your library' }).waitFor()
  expect(await shelf()).toEqual(['Copper Orchard 3'])
  const [{ ComicID }] = await reader.json<[{ ComicID: string }] & Record<string, unknown>>('/api/series')
  expect(await reader.json(`/api/series/${ComicID}`)).toMatchObject({ about: { want_new: true } })
  await byRole('button', { name: 'Review the other 3' }).click()
})

step('files are added to an existing series', async () => {
  const { page, shot } = watched
  const dialog = await openSheet('Coper Orchard')
  await dialog.getByRole('combobox', { name: 'File under a series of your library' }).fill('copper')
  await dialog.getByRole('option', { name: /Copper Orchard/ }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Filed under a series of your library').waitFor()
  await shot('filed')
  await dialog.getByRole('button', { name: 'Accept and continue' }).click()
  await row('Beacon Street')
    .getByRole('button', { name: /^Accept/ })
    .click()
  await byRole('button', { name: 'Add to the library' }).click()
  await byRole('heading', { name: 'Files of 2 series added to your library' }).waitFor()
  await shot('added')
  // Three files; one holds two issues.
  expect(await shelf()).toEqual(['Beacon Street 4', 'Copper Orchard 5'])
})

step('the import can be undone on a later visit, without touching a file', async () => {
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/settings`)
  await page.goto(`${panelkeep.url}/import`)
  await page.getByText('added 1 new series, 6 issues and 5 files').waitFor()
  await byRole('button', { name: 'Undo the import' }).click()
  await shot('undo')
  await sheet().getByRole('button', { name: 'Undo the import' }).click()
  await page.getByText(/^3 series in /).waitFor()
  expect(await shelf()).toEqual(['Copper Orchard 3'])
  await page.getByText('added 1 new series, 3 issues and 3 files').waitFor()
  expect(contents(comics)).toEqual(before)
})

step('a cancelled scan shows its results, and continues on request', async () => {
  const { page, shot } = watched
  const many = join(comics, 'Many Parades (2020)')
  mkdirSync(many)
  const one = join(comics, 'Copper Orchard (1998)/Copper Orchard 1 (1998).cbz')
  for (let n = 1; n <= 1500; n++) linkSync(one, join(many, `Many Parades ${n} (2020).cbz`))
  await byRole('button', { name: 'Scan again' }).click()
  await page.locator('.import-number', { hasNotText: /^0$/ }).waitFor()
  await byRole('button', { name: 'Cancel' }).click()
  await byRole('heading', { name: 'The scan was cancelled' }).waitFor()
  await page.getByText(/Panelkeep read [\d,]+ of/).waitFor()
  await shot('cancelled')
  await byRole('button', { name: 'Scan again' }).click()
  await page.getByText(/ series in 1,5\d\d files/).waitFor({ timeout: 90_000 })
})

step('the browser reported no errors', async () => {
  expect(watched.complaints).toEqual([])
  expect(panelkeep.log.split('\n').filter((line) => / error /.test(line))).toEqual([])
})
