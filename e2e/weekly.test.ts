import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import ICAL from 'ical.js'
import type { Browser } from 'playwright-core'
import { addDays, calendarWeekOf } from '../src/collecting/weekly/calendar'
import { COMICVINE_KEY, fakeComicvine } from '../src/testing/fakes/comicvine'
import { serveHandler } from '../src/testing/fakes/http'
import { fakeMetron, METRON_TOKEN } from '../src/testing/fakes/metron'
import { addFakeIssue, makeProviderData } from '../src/testing/fakes/provider-data'
import { until } from '../src/testing/harness/until'
import { DESK, hasBrowser, openBrowser, openPage, PHONE, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** A week of releases from two sources, one of which fails; the month; the calendar feed. */
const folder = tempFolder()
const world = makeProviderData()
const metron = fakeMetron(world)
// The browser's weeks begin on Monday: on a Sunday its week is the one before.
const week = calendarWeekOf(addDays(new Date().toISOString().slice(0, 10), -1))
let services: ReturnType<typeof serveHandler>[] = []
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  releaseWeek()
  services = [serveHandler(fakeComicvine(world).fetch), serveHandler(metron.fetch)]
  const [comicvine_url, metron_url] = services.map(({ origin }) => origin)
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await reader.put('/api/config', { comicvine_url, metron_url, mangadex_enabled: false, anilist_enabled: false })
  await reader.put('/api/config', { comicvine_api: COMICVINE_KEY, metron_token: METRON_TOKEN })
  for (const id of ['101000', '102000', '104000']) await reader.post('/api/search/add', { id })
  await loaded(3)
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  for (const service of services) await service.stop()
  endAll()
  folder.remove()
})

/** Releases are on Wednesday, the usual day; those that only Metron has are on Tuesday. */
function releaseWeek(): void {
  const [tuesday, wednesday] = [addDays(week.first, 2), addDays(week.first, 3)]
  const on = (key: string, number: string, release_date: string, more = {}) =>
    addFakeIssue(world, key, number, { release_date, ...more })
  on('harbor-2012', '13', wednesday, { title: 'The Keeper Returns' })
  on('harbor-2019', '31', wednesday)
  on('copper', '7', addDays(week.first, 10))
  on('paper', '9', wednesday)
  on('atlas', '231', wednesday, { title: 'Snow' })
  on('quiet', '6', tuesday)
  const first = world.series.find(({ key }) => key === 'paper')!
  const fresh = {
    ...first,
    key: 'fresh',
    name: 'Salt Meadow',
    year: 2026,
    publisher: 'Two Rivers',
    issues: [] as never[],
  }
  fresh.ids = { comicvine: '190000' }
  const issue = { ...first.issues[0]!, key: 'fresh/1', number: '1', title: 'Low Water', release_date: wednesday }
  world.series.push({ ...fresh, issues: [{ ...issue, ids: { comicvine: '1900001' } }] })
}

/** Waits until all series are loaded. */
const loaded = (count: number) =>
  until(
    () => reader.json<{ Status: string }[] & Record<string, unknown>>('/api/series'),
    (all) => all.length === count && all.every(({ Status }) => Status === 'Active'),
    40_000,
  )

/** Waits until no refresh is running, since another request would only join the running one. */
const refreshed = () =>
  until(
    () => reader.json<{ refreshing: boolean }>('/api/releases'),
    ({ refreshing }) => !refreshing,
  )

const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)
const showsText = (text: string | RegExp) => watched.page.getByText(text).first().waitFor()

step('the navigation leads to the releases of own series', async () => {
  const { page, shot } = watched
  await page.goto(panelkeep.url)
  await byRole('link', { name: 'Releases', exact: true }).click()
  await byRole('heading', { name: 'Releases' }).waitFor()
  await byRole('button', { name: 'Refresh releases' }).click()
  await page.getByText('ComicVine, Metron').first().waitFor()
  await byRole('link', { name: '#13' }).waitFor()
  await shot('releases-mine')
})

step('a series of another publisher is followed and its first issue wanted in one click', async () => {
  const { page, shot } = watched
  await page.getByText('All releases').click()
  const row = page.locator('.release', { hasText: 'Salt Meadow' })
  await row.getByText('New series').waitFor()
  await shot('releases-all')
  await row.getByRole('button', { name: /^Follow Salt Meadow/ }).click()
  await showsText('Following Salt Meadow. Salt Meadow #1 is wanted.')
  await row.getByText('Wanted').waitFor()
})

step('a publisher is hidden, and stays hidden after a reload', async () => {
  const { page } = watched
  await byRole('button', { name: /^Publishers/ }).click()
  await byRole('dialog').getByText('Rookery').click()
  await page.keyboard.press('Escape')
  await page.locator('.release', { hasText: 'Paper Wolves' }).waitFor({ state: 'detached' })
  await page.reload()
  await showsText('1 hidden')
  expect(await page.locator('.release', { hasText: 'Paper Wolves' }).count()).toBe(0)
})

step('a source that fails is reported, and its releases stay', async () => {
  const { page, shot } = watched
  await refreshed()
  metron.fail('status 500')
  await byRole('button', { name: 'Refresh releases' }).click()
  await showsText(/^Metron has a server problem \(status 500\)/)
  await page.locator('.release', { hasText: 'Quiet Signal' }).waitFor()
  await shot('releases-dead-source')
})

step('the month shows the days, and a day opens its week', async () => {
  const { page, shot } = watched
  await page.getByText('Month', { exact: true }).click()
  await page.locator('.release-month').waitFor()
  await shot('releases-month')
  await page.locator('td[data-today]').waitFor()
  await page.locator('.month-day').first().click()
  await page.locator('.release-day').first().waitFor()
})

step('the calendar feed opens without a login, like a calendar app reads it', async () => {
  const { page, shot } = watched
  await byRole('button', { name: 'Calendar feed' }).click()
  await byRole('button', { name: 'Create address' }).click()
  await byRole('button', { name: 'Copy the address' }).first().waitFor()
  await shot('releases-feed')
  const address = await byRole('dialog').locator('code').first().textContent()
  const text = await (await fetch(`${panelkeep.url}${new URL(address ?? '').pathname}`)).text()
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  expect(events.map((event) => event.getFirstPropertyValue('summary'))).toContain('Harbor Lights #13')
  await page.keyboard.press('Escape')
})

step('the page works on a phone and in both themes', async () => {
  const looks = [DESK, PHONE].flatMap((size) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ size, colorScheme })),
  )
  for (const { size, colorScheme } of looks) {
    const each = await signedIn(await openPage(browser, size, { colorScheme }), panelkeep)
    for (const [name, query] of [
      ['week', '?whose=all'],
      ['month', '?view=month&whose=all'],
    ] as const) {
      await each.page.goto(`${panelkeep.url}/releases${query}`)
      await each.page.locator('.release, .release-month').first().waitFor()
      await each.shot(`releases-${name}-${size.width}-${colorScheme}`)
      const wide = await each.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide).toBeLessThanOrEqual(0)
    }
    expect(each.complaints).toEqual([])
    await each.close()
  }
})

step('the browser reported no errors', async () => {
  expect(watched.complaints).toEqual([])
})
