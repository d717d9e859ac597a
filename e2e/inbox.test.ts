import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { existsSync, mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser } from 'playwright-core'
import type { ProgressView } from '../src/intake/imports/schema'
import { makeCbz, makePng } from '../src/testing/archives/archives'
import { until } from '../src/testing/harness/until'
import { hasBrowser, openBrowser, openPage, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, LOGIN, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Single files in the import folder, reviewed in a browser and imported into the library. */
const folder = tempFolder()
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage

const at = (path: string) => folder.in(path)
const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)

function put(path: string, label: string): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  const page = (n: number) => makePng(140, 210, [60, 40 + label.length * 8, 90 + n * 40], n === 1 ? label : `${n}`)
  writeFileSync(at(path), makeCbz({ 'p1.png': page(1), 'p2.png': page(2), 'note.txt': path }))
}

const progress = async () => (await reader.json('/api/import/comic/progress')) as unknown as ProgressView

async function scan(): Promise<ProgressView> {
  // The library is scanned automatically ten seconds after files arrive.
  const begun = await until(
    () => reader.post('/api/import/comic/scan'),
    ({ status }) => status !== 400,
  )
  expect(begun.status).toBe(200)
  return until(progress, ({ status }) => status !== 'scanning')
}

const have = async () => ((await reader.json('/api/series')) as unknown as { Have: number }[]).map(({ Have }) => Have)

beforeAll(async () => {
  if (!hasBrowser) return
  for (const n of [1, 2, 3]) put(`comics/Harbor Lights (2015)/Harbor Lights ${n} (2015).cbz`, `HL ${n}`)
  mkdirSync(at('inbox'))
  panelkeep = await startWithLogin({ dataDir: at('data') })
  reader = await panelkeep.reader()
  const settings = { comic_dirs: [at('comics')], import_dir: at('inbox'), imp_move: true, import_scan_interval: 0 }
  expect((await reader.put('/api/config', settings)).status).toBe(200)
  const { scan_id, results } = await scan()
  const selected_ids = results!.map(({ match }) => match!.comicid)
  const confirmed = await reader.post('/api/import/comic/confirm', { scan_id, selected_ids })
  // The request is answered after ten seconds, even with work left.
  expect([200, 202]).toContain(confirmed.status)
  expect((await until(progress, ({ status }) => status !== 'importing')).status).toBe('completed')
  browser = await openBrowser()
  watched = await openPage(browser)
  await watched.page.goto(`${panelkeep.url}/login`)
  await watched.page.locator('input[name=username]').fill(LOGIN.username)
  await watched.page.locator('input[name=password]').fill(LOGIN.password)
  await byRole('button', { name: 'Log in' }).click()
  await watched.page.waitForURL((url) => url.pathname === '/')
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

step('new files appear automatically', async () => {
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/import/inbox`)
  await byRole('heading', { name: 'Nothing is waiting' }).waitFor()
  await shot('inbox-nothing')
  put('inbox/new/scan-x.cbz', 'HL 4')
  put('inbox/Harbor Lights 3 (2015).cbz', 'HL 3')
  put('inbox/Nobody Knows 1.cbz', 'NK 1')
  await page.getByText('scan-x.cbz', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByText('Importing it keeps both.').waitFor()
  await shot('inbox-arrived')
})

step('an unknown file is corrected, and imported with the Enter key', async () => {
  const { page, shot } = watched
  await byRole('button', { name: 'What to do with scan-x.cbz' }).click()
  await byRole('menuitem', { name: 'Correct it' }).click()
  const dialog = byRole('dialog')
  await dialog.getByLabel('Number').fill('4')
  await dialog.getByLabel('Series').fill('Harbor Lights')
  await dialog.getByLabel('Year').fill('2015')
  await shot('inbox-correct')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const row = page.locator('.inbox-file', { hasText: 'scan-x.cbz' })
  await row.filter({ hasText: '#4' }).waitFor()
  await page.locator('.inbox-group', { has: row }).getByRole('link', { name: 'Harbor Lights' }).waitFor()
  await row.focus()
  await page.keyboard.press('Enter')
  await page.locator('.filed', { hasText: 'scan-x.cbz' }).waitFor()
  await shot('inbox-filed')
  expect(existsSync(at('comics/Harbor Lights (2015)/scan-x.cbz'))).toBe(true)
  // The file in the import folder is removed after the library has its copy.
  await until(
    () => existsSync(at('inbox/new')),
    (isThere) => !isThere,
  )
  expect(await have()).toEqual([4])
})

step('a file of an issue in the library is kept in addition', async () => {
  const { page } = watched
  const row = page.locator('.inbox-file', { hasText: 'Harbor Lights 3' })
  await page.locator('.inbox-group', { has: row }).getByRole('button', { name: 'Import' }).click()
  await row.waitFor({ state: 'detached' })
  expect(existsSync(at('comics/Harbor Lights (2015)/Harbor Lights 3 (2015) (2).cbz'))).toBe(true)
  expect(existsSync(at('comics/Harbor Lights (2015)/Harbor Lights 3 (2015).cbz'))).toBe(true)
  expect(await have()).toEqual([4])
})

step('a file is ignored, and listed among the ignored ones', async () => {
  const { page, shot } = watched
  await page.locator('.inbox-file', { hasText: 'Nobody Knows' }).focus()
  await page.keyboard.press('i')
  await byRole('heading', { name: 'Nothing is waiting' }).waitFor()
  await byRole('button', { name: 'With ignored' }).click()
  await page.locator('.inbox-file', { hasText: 'Nobody Knows' }).getByText('Ignored').waitFor()
  expect(new URL(page.url()).search).toBe('?ignored=1')
  await shot('inbox-ignored')
  expect(existsSync(at('inbox/Nobody Knows 1.cbz'))).toBe(true)
})

step('a vanished library folder makes no issue missing, and the settings show the problem', async () => {
  const { page, shot } = watched
  renameSync(at('comics'), at('away'))
  await page.goto(`${panelkeep.url}/settings#folders`)
  const line = page.locator('.folder-line', { hasText: at('comics') })
  await line.getByText('Not there').waitFor()
  await line.getByText('Nothing was marked missing').waitFor()
  await shot('settings-vanished')
  // A disconnected disk leaves an empty mount point.
  mkdirSync(at('comics'))
  await scan()
  expect(await have()).toEqual([4])
  rmdirSync(at('comics'))
  renameSync(at('away'), at('comics'))
  await page.reload()
  await line.getByText(/free$/).waitFor()
  expect(await line.getByText('Nothing was marked missing').count()).toBe(0)
  await scan()
  expect(await have()).toEqual([4])
})

step('the browser reported no errors', async () => {
  expect(watched.complaints).toEqual([])
})
