import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { makeMylar, manySeries } from '../src/testing/migration/mylar'
import { eachLook, hasBrowser, openBrowser, openPage, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { endAll, LOGIN, type Panelkeep, start } from './panelkeep'

setDefaultTimeout(300_000)

/** From the first start to a library migrated from a Mylar in the home folder, whose container had the comics at `/comics`. */
const folder = tempFolder()
const dataDir = folder.in('data')
const mylar = `${dataDir}.home/mylar3`
const comics = `${dataDir}.home/Comics`
let panelkeep: Panelkeep
let browser: Browser
let watched: WatchedPage
let before: string

const SETTINGS = '[General]\ncomic_dir = /comics\n[Interface]\nhttp_port = 8090\n'
/** Of every four issues, two are downloaded, one is wanted and one is skipped. */
const statusOf = (at: number) => ['Skipped', 'Downloaded', 'Downloaded', 'Wanted'][at % 4]!

beforeAll(async () => {
  if (!hasBrowser) return
  const tables = manySeries(3, 4, statusOf)
  const first = tables.issues?.find(({ Issue_Number, ComicID }) => ComicID === '1' && Issue_Number === '1')
  // A row without a series, which is omitted with a reason.
  tables.issues?.push({ ...first, IssueID: '9999999', ComicID: '404', ComicName: 'Orphan' })
  makeMylar(mylar, tables, SETTINGS)
  for (const { ComicName, Location } of tables.issues ?? []) {
    if (typeof Location !== 'string' || ComicName === 'Orphan') continue
    const home = join(comics, `${ComicName} (2016)`)
    mkdirSync(home, { recursive: true })
    // Each file has its own content, as real ones do.
    writeFileSync(join(home, Location), makeCbz({ ...makePages(2), 'of.txt': Location }))
  }
  before = marks()
  panelkeep = await start({ dataDir })
  browser = await openBrowser()
  watched = await openPage(browser)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

/** The content, time and inode of the other program's files. */
function marks(): string {
  return ['mylar.db', 'config.ini']
    .map((name) => {
      const { ino, mtimeMs } = statSync(join(mylar, name))
      return `${name} ${ino} ${mtimeMs} ${Bun.hash(readFileSync(join(mylar, name)))}`
    })
    .join('\n')
}
const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)

/** Takes pictures of the current page, at each size and in both themes. */
async function shots(name: string): Promise<void> {
  const { page, shot } = watched
  await eachLook(page, async (look) => {
    await shot(`${name}-${look}`)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
}

step('the setup finds Mylar and offers a migration', async () => {
  const { page } = watched
  await page.goto(`${panelkeep.url}/login#token=${panelkeep.setupToken}`)
  await page.locator('input[name=username]').fill(LOGIN.username)
  await page.locator('input[name=password]').fill(LOGIN.password)
  await byRole('button', { name: 'Create the account' }).click()
  await byRole('heading', { name: 'Where are your comics?' }).waitFor()
  await byRole('button', { name: /Move in from Mylar/ }).waitFor()
  await shots('start')
  await byRole('button', { name: /Move in from Mylar/ }).click()
  await byRole('heading', { name: 'Mylar: 3 series, 13 issues' }).waitFor()
})

step('a folder of the container is mapped to this machine, and the migration starts', async () => {
  const { page } = watched
  await page.getByText('Not found').first().waitFor()
  await shots('preview')
  await byRole('button', { name: 'Choose the folder for /comics' }).click()
  const picker = byRole('dialog')
  await picker
    .locator('.folder-picker-list')
    .getByRole('button', { name: /^Comics/ })
    .click()
  await picker.locator(`[aria-label="Folders in ${comics}"]`).waitFor({ state: 'attached' })
  await picker.getByRole('button', { name: 'Use this folder' }).click()
  await page.locator('.moving-folders').getByText('Found', { exact: true }).waitFor()
  await byRole('button', { name: 'Move in from Mylar' }).click()
  await byRole('heading', { name: 'You have moved in' }).waitFor()
})

step('the report counts copied, found and omitted rows', async () => {
  const { page } = watched
  await page.locator('.moving-files').getByText('6 found').waitFor()
  await page.locator('.moving-files').getByText('still to check').waitFor({ state: 'detached' })
  await byRole('heading', { name: 'What was not copied' }).waitFor()
  await shots('report')
  const link = byRole('link', { name: 'Download as CSV' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(readFileSync(await download.path(), 'utf8')).toContain('9999999')
  expect(marks()).toBe(before)
})

step('the wanted issues are reviewed', async () => {
  const { page } = watched
  await byRole('link', { name: 'Review wanted issues' }).click()
  await byRole('heading', { name: 'What is searched for' }).waitFor()
  await page.locator('.planned').getByText('Series 1').first().waitFor()
  await shots('review')
})

step('automatic searches start with a reason', async () => {
  await byRole('button', { name: 'Start automatic searches' }).click()
  await byRole('dialog').getByLabel('Reason').fill('Three issues, as expected')
  await byRole('dialog').getByRole('button', { name: /Start/ }).click()
  await watched.page.getByText('Three issues, as expected').waitFor()
  await byRole('button', { name: 'Start automatic searches' }).waitFor({ state: 'detached' })
})

step('the library has the series, and its owned issues can be read', async () => {
  const { page } = watched
  await page.goto(`${panelkeep.url}/library`)
  await page.locator('.library .tile-link').nth(2).waitFor()
  const reader = await panelkeep.reader()
  const series = await reader.json<{ Have: number; Total: number }[] & Record<string, unknown>>('/api/series')
  expect(series.map(({ Have, Total }) => [Have, Total])).toEqual([
    [2, 4],
    [2, 4],
    [2, 4],
  ])
})

step('the migration is undone after a preview of what is removed and what stays', async () => {
  const { page } = watched
  const reader = await panelkeep.reader()
  expect((await reader.put('/api/series/2/pause')).status).toBe(200)
  await page.goto(`${panelkeep.url}/move-in`)
  await byRole('button', { name: 'Undo the move' }).scrollIntoViewIfNeeded()
  await shots('undo-offered')
  await byRole('button', { name: 'Undo the move' }).click()
  const dialog = byRole('dialog')
  await dialog.getByText('2 series and 8 issues are removed').waitFor()
  await dialog.getByText('You changed its settings.').waitFor()
  await shots('undo-preview')
  await dialog.getByRole('button', { name: 'Undo the move' }).click()
  await byRole('heading', { name: 'The move was undone' }).waitFor()
  await shots('undone')
  const left = await reader.json<{ ComicName: string }[]>('/api/series')
  expect(left.map(({ ComicName }) => ComicName)).toEqual(['Series 2'])
  expect(existsSync(join(comics, 'Series 1 (2016)', 'Series 1 002 (2016).cbz'))).toBe(true)
  expect(marks()).toBe(before)
})

step('the browser reported no errors', async () => expect(watched.complaints).toEqual([]))
