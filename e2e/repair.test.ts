import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { serveHandler } from '../src/testing/fakes/http'
import { fakeIndexer } from '../src/testing/fakes/indexer'
import { DESK, hasBrowser, openBrowser, openPage, PHONE, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, start, startWithLogin } from './panelkeep'
import { importReadingSetup, makeReadingSetup } from './reading-setup'

setDefaultTimeout(300_000)

/** A series whose states drifted is repaired in the browser, checked, and rolled back. */
const folder = tempFolder()
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let desk: WatchedPage
let ids: Map<string, string>
let service: ReturnType<typeof serveHandler> | undefined

beforeAll(async () => {
  if (!hasBrowser) return
  const shelf = makeReadingSetup(folder.in('books'))
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  ids = await importReadingSetup(await panelkeep.reader(), shelf)
  await panelkeep.stop()
  drift()
  panelkeep = await start({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await addIndexer()
  browser = await openBrowser()
  desk = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  await service?.stop()
  endAll()
  folder.remove()
})

const idOf = (name: string) => ids.get(name) ?? ''

/** Changes rows like another program or a crash might. */
function drift(): void {
  const db = new Database(folder.in('data/panelkeep.db'))
  const [one, two] = [idOf('Harbor Lights 1'), idOf('Harbor Lights 2')]
  db.run(`update issues set fulfillment = 'failed' where issue_id = ?`, [one])
  db.run(`update issues set fulfillment = 'reserved' where issue_id = ?`, [two])
  const add = db.prepare(`insert into issues (issue_id, comic_id, kind, unit, number, sort_key, release_date, intent,
    fulfillment, added_at, updated_at) select ?, comic_id, kind, unit, ?, sort_key || ?, '2015-09-02', ?, ?, added_at,
    updated_at from issues where issue_id = ?`)
  add.run('drift-98', '98', '8', 'wanted', 'snatched', one)
  add.run('drift-99', '99', '9', 'policy', 'missing', one)
  db.close()
}

async function addIndexer(): Promise<void> {
  mkdirSync(folder.in('nzb'))
  const garden = fakeIndexer({ name: 'Garden' })
  service = serveHandler(garden.fetch)
  const providers = [{ name: 'Garden', host: service.origin, api_key: garden.key }]
  await reader.put('/api/config', { blackhole_dir: folder.in('nzb') })
  await reader.put('/api/config/providers', { type: 'newznab', enabled: true, providers })
}

type Detail = { issues: { number: string; displayState: string; location: string | null }[] } & Record<string, unknown>
const states = async () => {
  const { issues } = await reader.json<Detail>(`/api/series/${encodeURIComponent(idOf('Harbor Lights'))}`)
  return Object.fromEntries(issues.map(({ number, displayState }) => [number, displayState]))
}
const DRIFTED = { 98: 'Snatched', 99: 'Missing' }

step('a series is chosen, and the preview shows the changes', async () => {
  const { page, shot } = desk
  expect(await states()).toMatchObject(DRIFTED)
  await page.goto(`${panelkeep.url}/system/acquisition`)
  await page.getByRole('link', { name: 'repair', exact: true }).click()
  await page.getByLabel('Find a series in the library').fill('harbor')
  await shot('choose')
  await page.getByRole('button', { name: 'Preview the repair of Harbor Lights' }).click()
  await page.getByText('Recorded as snatched, but nothing is being downloaded.').waitFor()
  await page.getByText('3 corrections proposed.').waitFor()
  await page.getByLabel('Want Harbor Lights #99').check()
  await page.getByLabel('Order').selectOption({ label: 'Harbor Lights #98 first' })
  await shot('preview')
  await page.getByRole('button', { name: 'Show all issues' }).click()
  await shot('preview-all')
  await page.getByRole('button', { name: 'Show all issues' }).click()
  expect(await states()).toMatchObject(DRIFTED)
})

step('the repair is confirmed, begins with one issue, and changes the rest', async () => {
  const { page, shot } = desk
  await page.getByRole('button', { name: 'Confirm 4 changes' }).click()
  await page.getByRole('button', { name: 'Change Harbor Lights #98 first' }).click()
  await page.getByText('First issue changed').waitFor()
  expect(await states()).toMatchObject({ ...DRIFTED, 98: 'Wanted' })
  await shot('first')
  await page.getByRole('button', { name: 'Apply the rest' }).click()
  await page.getByText('4 of 4 issues changed.').waitFor()
  await shot('complete')
  expect(await states()).toMatchObject({ 1: 'Downloaded', 2: 'Downloaded', 98: 'Wanted', 99: 'Wanted' })
})

step('one grab is allowed while all other searches wait, and the permit is released', async () => {
  const { page, shot } = desk
  await page.getByRole('button', { name: 'Allow this grab' }).click()
  await page.getByText('Open the issue, search interactively, and grab its release of this indexer.').waitFor()
  await shot('permit')
  const { maintenance } = await reader.json<{ maintenance: { owner: string } } & Record<string, unknown>>(
    '/api/search/health',
  )
  expect(maintenance.owner).toBe('repair')
  await page.getByRole('button', { name: 'Release the permit' }).click()
  await page.getByText('The permit was released.').waitFor()
})

step('the repair is rolled back, and the timeline shows both', async () => {
  const { page, shot } = desk
  await page.getByRole('button', { name: 'Roll back' }).click()
  await page.getByLabel('Reason').fill('It was only a test')
  await shot('roll-back')
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await page.getByText('4 issues restored.').waitFor()
  await shot('rolled-back')
  expect(await states()).toMatchObject(DRIFTED)
  await page.goto(`${panelkeep.url}/activity/history/timeline`)
  await page.getByText('The repair was rolled back: 4 issues restored.').first().waitFor()
  await shot('timeline')
  expect(desk.complaints).toEqual([])
})

step('every step works on phones and in the dark theme, and no line is wider than the screen', async () => {
  for (const size of [PHONE, DESK])
    for (const colorScheme of ['light', 'dark'] as const) {
      const other = await signedIn(await openPage(browser, size, { colorScheme }), panelkeep)
      const { page } = other
      const shot = (name: string) => other.shot(`${size.width}-${colorScheme}-${name}`)
      const fits = async () =>
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
      await page.goto(`${panelkeep.url}/system/repair`)
      await page.getByLabel('Find a series in the library').fill('harbor')
      const begin = page.getByRole('button', { name: 'Preview the repair of Harbor Lights' })
      await begin.waitFor()
      await fits()
      await shot('choose')
      await begin.click()
      await page.getByRole('button', { name: 'Confirm 3 changes' }).waitFor()
      await fits()
      await shot('preview')
      await page.getByRole('button', { name: 'Confirm 3 changes' }).click()
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await page.getByText('3 of 3 issues changed.').waitFor()
      await page.getByRole('heading', { name: 'Try a single grab' }).waitFor()
      await fits()
      await shot('complete')
      await page.getByRole('button', { name: 'Roll back' }).click()
      await page.getByLabel('Reason').fill('The next size')
      await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
      await page.getByText('3 issues restored.').waitFor()
      expect(other.complaints).toEqual([])
      await other.close()
    }
})
