import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { cblDocument } from '../src/base/formats/documents/cbl-writer'
import { hasBrowser, openBrowser, openPage, PHONE, picturesLoaded, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'
import { importReadingSetup, makeReadingSetup } from './reading-setup'

setDefaultTimeout(300_000)

/** Story arcs from reading lists: imported, reviewed, ordered, wanted and read across series. */
const folder = tempFolder()
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let desk: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  const shelf = makeReadingSetup(folder.in('books'))
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await importReadingSetup(reader, shelf)
  browser = await openBrowser()
  desk = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const book = (series: string, number: string, volume: number) => ({ series, number, volume, ids: [] })
const LIST = cblDocument({
  name: 'Night Tide',
  books: [
    book('Harbor Lights', '2', 2015),
    book('Moon March', '1', 2018),
    book('Tall Tower', '1', 2022),
    book('Harbor Lights', '1', 2015),
    book('Copper Orchard', '4', 2014),
    book('Harbor Lights', '9', 2015),
  ],
})
const file = (name: string, text: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
const shown = (page: Page) =>
  page.locator('.list-words').evaluateAll((all) => all.map((one) => one.textContent?.replace(/\s+/g, ' ').trim() ?? ''))
async function bring(...files: ReturnType<typeof file>[]): Promise<void> {
  await desk.page.goto(`${panelkeep.url}/arcs`)
  await desk.page.getByRole('button', { name: 'Import reading lists' }).waitFor()
  await desk.page.locator('input[type=file]').setInputFiles(files)
}
async function until(check: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 25_000
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`timed out: ${what}`)
    await Bun.sleep(30)
  }
}

step('lists are imported together, each with its result', async () => {
  const { page } = desk
  await page.goto(`${panelkeep.url}/arcs`)
  await page.getByRole('heading', { name: 'No story arcs yet' }).waitFor()
  await desk.shot('none')
  await bring(file('night.cbl', LIST), file('broken.cbl', '<ComicInfo/>'))
  await page.getByText('2 lists read').waitFor()
  await page.getByText('3 of 6 issues matched, 3 not in the library').waitFor()
  await page.getByText('The file is not a reading list. The document is <ComicInfo>, not <ReadingList>.').waitFor()
  await desk.shot('imported')
  await page.getByRole('link', { name: 'Night Tide' }).first().click()
  await page.getByRole('heading', { name: 'Night Tide' }).waitFor()
  await page.locator('.list-row').nth(5).waitFor()
  await picturesLoaded(page, '.list-rows', 3)
  await desk.shot('arc')
})

step('an unmatched row is matched by hand, and the choice is kept', async () => {
  const { page } = desk
  await page.getByRole('button', { name: 'Choose the issue for Moon March #1' }).click()
  await page.getByLabel('Series in the library').fill('Moon')
  await page.getByRole('button', { name: /^Moon Parade/ }).click()
  await page.getByText('1 issue matched.').waitFor()
  await page.getByRole('link', { name: 'Moon Parade', exact: true }).waitFor()
  await bring(file('again.cbl', LIST.replace('Night Tide', 'Another')))
  await page.getByText('4 of 6 issues matched, 2 not in the library').waitFor()
})

step('the order changes by key and by dragging, and each change is undone', async () => {
  const { page } = desk
  await page.goto(`${panelkeep.url}/arcs/C0001`)
  await page.locator('.list-row').nth(5).waitFor()
  const before = await shown(page)
  await page.getByRole('button', { name: /^Move Harbor Lights #2, 1 of 6/ }).focus()
  await page.keyboard.press('ArrowDown')
  await until(async () => (await shown(page))[1] === before[0], 'moved down')
  await page.getByText('in your order').waitFor()
  const grip = (await page.locator('.list-grip').nth(3).boundingBox())!
  const top = (await page.locator('.list-row').first().boundingBox())!
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(grip.x + grip.width / 2, top.y + top.height * 1.5, { steps: 8 })
  await page.mouse.move(grip.x + grip.width / 2, top.y + 6, { steps: 8 })
  await page.mouse.up()
  await until(async () => (await shown(page))[0] === before[3], 'dragged to the top')
  await page.getByRole('button', { name: 'Undo the last move' }).click()
  await until(async () => (await shown(page))[1] === before[0], 'the drag undone')
  await page.getByRole('button', { name: 'Undo the last move' }).click()
  await until(async () => (await shown(page)).join() === before.join(), 'all undone')
  await page.getByText('in the order of the list').waitFor()
})

step('missing issues are wanted in one click', async () => {
  const { page } = desk
  await page.getByRole('button', { name: 'Want missing (2)' }).click()
  await page.getByText('2 issues wanted.').waitFor()
  await page.getByText('Unmatched 2').click()
  await until(async () => (await shown(page)).length === 2, 'only the two rows')
})

step('the reader follows the arc across series to its end', async () => {
  const { page } = desk
  await page.goto(`${panelkeep.url}/arcs/C0001`)
  await page.getByRole('link', { name: 'Read Harbor Lights #2' }).first().click()
  for (const name of ['Harbor Lights #2', 'Moon Parade Volume 1', 'Tall Tower #1']) {
    await page.getByRole('main', { name }).waitFor()
    await page.locator('.reader-page').first().waitFor()
    expect(new URL(page.url()).searchParams.get('list')).toBe('C0001')
    if (name.startsWith('Tall')) break
    await page.keyboard.press('End')
    await page.getByRole('status').getByText(/^Pages? \d+/).first().waitFor({ state: 'attached' }) // biome-ignore format: one line
    await page.keyboard.press(name.startsWith('Moon') ? 'ArrowLeft' : 'ArrowRight')
    await page.locator('.reader-card').first().waitFor()
    await page.keyboard.press('Enter')
  }
  await page.goto(`${panelkeep.url}/arcs/C0001`)
  await page.getByText(/2 read/).waitFor()
})

step('ten published lists are imported at once', async () => {
  const published = join(import.meta.dir, '../../shared/data/cbl')
  if (!existsSync(published)) return console.log('skipped: the published reading lists are not on this machine')
  const names = readdirSync(published).filter((name) => name.endsWith('.cbl'))
  await bring(...names.slice(0, 10).map((name) => file(name, readFileSync(join(published, name), 'utf8'))))
  await desk.page.getByText('10 lists read').waitFor()
  await desk.page.getByRole('button', { name: 'Done' }).click()
  await until(async () => (await desk.page.locator('.arc-tile').count()) === 12, 'twelve arcs')
  await desk.shot('arcs')
})

step('a phone shows arcs and their issues, and no line is wider than the screen', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const phone = await signedIn(await openPage(browser, PHONE, { colorScheme }), panelkeep)
    for (const path of ['/arcs', '/arcs/C0001']) {
      await phone.page.goto(`${panelkeep.url}${path}`)
      await phone.page.locator(path === '/arcs' ? '.arc-tile' : '.list-row').first().waitFor() // biome-ignore format: one line
      expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
      await phone.shot(`phone-${colorScheme}`)
    }
    expect(phone.complaints).toEqual([])
    await phone.close()
  }
  const dark = await signedIn(await openPage(browser, undefined, { colorScheme: 'dark' }), panelkeep)
  await dark.page.goto(`${panelkeep.url}/arcs/C0001`)
  await dark.page.locator('.list-row').first().waitFor()
  await dark.shot('dark')
  await dark.close()
  const refused = desk.complaints.filter((one) => !one.includes('/api/storyarcs/import'))
  expect(refused).toEqual([])
})
