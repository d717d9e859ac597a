import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser } from 'playwright-core'
import {
  DESK,
  hasBrowser,
  openBrowser,
  openPage,
  PHONE,
  picturesLoaded,
  signedIn,
  step,
  type WatchedPage,
} from './browser'
import { makeCollection } from './collection'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'
import { importReadingSetup } from './reading-setup'

setDefaultTimeout(300_000)

/** The start page: of an empty library, of a full one, and with a panel that fails. */
const folder = tempFolder()
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let desk: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  browser = await openBrowser()
  desk = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

type Detail = { issues: { id: string; number: string }[] } & Record<string, unknown>

step('an empty library begins with the import', async () => {
  const { page, shot } = desk
  await page.goto(panelkeep.url)
  await page.getByRole('heading', { name: 'Your library is ready' }).waitFor()
  await shot('empty')
  await page.getByRole('link', { name: 'Import your comics' }).click()
  await page.waitForURL('**/import')
})

step('a full library shows next issues, recent activity and charts', async () => {
  const { page, shot } = desk
  const shelf = makeCollection(folder.in('books'))
  // The review of the import would request covers of groups that are imported meanwhile.
  await page.goto(panelkeep.url)
  const ids = await importReadingSetup(reader, shelf)
  const comicId = ids.get('Winter Engine') ?? ''
  const { issues } = await reader.json<Detail>(`/api/series/${encodeURIComponent(comicId)}`)
  const idOf = (number: string) => issues.find((issue) => issue.number === number)?.id
  const [first, second] = [idOf('1'), idOf('2')]
  await reader.put(`/api/reading/issues/${first}/progress`, { page: 1 })
  await reader.post('/api/readlist', { issue_id: second })
  await page.goto(panelkeep.url)
  await page.getByRole('heading', { name: 'Continue reading' }).waitFor()
  await page.getByRole('link', { name: /Winter Engine, #1, Page 2 of 3/ }).waitFor()
  await page.getByRole('link', { name: /Winter Engine, #2 · Reading list/ }).waitFor()
  const stats = await reader.json<{ stats: { total_series: number } } & Record<string, unknown>>(
    '/api/dashboard/library',
  )
  const numbers = page.getByRole('region', { name: 'Your library' })
  await numbers.getByText(String(stats.stats.total_series), { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Recent activity' }).getByRole('link').nth(1).waitFor()
  const charts = page.getByRole('region', { name: 'Your collection' })
  await charts.locator('figure').nth(5).waitFor()
  expect(await charts.locator('figure').count()).toBe(6)
  expect(await charts.getByRole('table', { name: 'Growth' }).locator('tr').count()).toBeGreaterThan(1)
  await picturesLoaded(page, '.continue', 2)
  await shot('full')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Library' }).click()
  await page.locator('.library .tile-link').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/library')
})

step('a failed panel shows its error, and the others stay', async () => {
  const other = await signedIn(await openPage(browser), panelkeep)
  const { page, shot } = other
  let broken = true
  await page.route('**/api/dashboard/collection', (route) =>
    broken ? route.fulfill({ status: 500, json: { detail: 'The collection cannot be read.' } }) : route.continue(),
  )
  await page.goto(panelkeep.url)
  await page.getByText('The collection cannot be read.').waitFor()
  await page.getByRole('region', { name: 'Your library' }).getByText('issues owned').waitFor()
  await shot('failing')
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.chart').nth(5).waitFor()
  await other.close()
})

step('the start page fits every screen, in light and dark', async () => {
  for (const size of [DESK, PHONE, { width: 820, height: 1180 }]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const other = await signedIn(await openPage(browser, size, { colorScheme }), panelkeep)
      const { page, complaints } = other
      await page.goto(panelkeep.url)
      await page.locator('.chart').nth(5).waitFor()
      await page.locator('.dash-event').first().waitFor()
      await picturesLoaded(page, '.continue', 2)
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
      await other.shot(`top-${size.width}-${colorScheme}`)
      await page.locator('.chart').nth(5).scrollIntoViewIfNeeded()
      await other.shot(`charts-${size.width}-${colorScheme}`)
      expect(complaints).toEqual([])
      await other.close()
    }
  }
  expect(desk.complaints).toEqual([])
})
