import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../src/testing/harness/free-port'
import { until } from '../src/testing/harness/until'
import { accessibilityFaults } from './accessibility'
import {
  eachLook,
  hasBrowser,
  openBrowser,
  openPage,
  PHONE,
  pageLoaded,
  signedIn,
  step,
  type WatchedPage,
} from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, start, startWithLogin } from './panelkeep'
import { importReadingSetup, makeReadingSetup } from './reading-setup'

setDefaultTimeout(300_000)

/** Issues are kept on a device and read while Panelkeep does not run; localhost counts as a secure address. */
const folder = tempFolder()
const port = freePort()
let panelkeep: Panelkeep
let owner: Client
let browser: Browser
let phone: WatchedPage
let ids: Map<string, string>

beforeAll(async () => {
  if (!hasBrowser) return
  panelkeep = await startWithLogin({ dataDir: folder.in('data'), port })
  owner = await panelkeep.reader()
  ids = await importReadingSetup(owner, makeReadingSetup(folder.in('books')))
  browser = await openBrowser()
  phone = await signedIn(
    await openPage(browser, PHONE, { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
    panelkeep,
  )
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const idOf = (name: string) => ids.get(name) ?? ''
const issuePath = (series: string, issue: string) =>
  `/library/${encodeURIComponent(idOf(series))}/issues/${encodeURIComponent(idOf(issue))}`
const url = (path: string) => `http://127.0.0.1:${port}${path}`

async function restart(): Promise<void> {
  panelkeep = await start({ dataDir: folder.in('data'), port })
}

async function keep(page: Page, series: string, issue: string): Promise<void> {
  await page.goto(url(issuePath(series, issue)))
  await page.getByRole('button', { name: 'More for this issue' }).click()
  await page.getByRole('menuitem', { name: 'Keep on this device' }).click()
  await page.locator('.issue-state').getByText('On this device', { exact: true }).waitFor()
}

const cacheNames = (page: Page) => page.evaluate(() => caches.keys())
const copiesIn = async (page: Page) => (await cacheNames(page)).filter((name) => name.includes(' kept '))
const shells = async (page: Page) => (await cacheNames(page)).filter((name) => name.includes(' shell '))

/** Waits until the worker controls the pages and has the offline page. */
async function workerReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const progressOf = async (issue: string) =>
  (
    await owner.json<{ progress: { page: number; completed: boolean } | null } & Record<string, unknown>>(
      `/api/reading/issues/${idOf(issue)}`,
    )
  ).progress

async function faultsOf({ page, shot }: WatchedPage, name: string): Promise<string[]> {
  const faults: string[] = []
  await pageLoaded(page)
  const before = page.viewportSize()
  await eachLook(page, async (look) => {
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${name} ${look}: ${fault}`))
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      faults.push(`${name} ${look} is too wide`)
    await shot(`${name}-${look}`)
  })
  if (before) await page.setViewportSize(before)
  return faults
}

/** Turns pages until the card after the last one. */
async function readToEnd(page: Page): Promise<void> {
  await page.locator('.reader-page img').first().waitFor()
  await page.keyboard.press('End')
  await page.waitForFunction(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('[data-here] .reader-page img')]
    return images.length > 0 && images.every((image) => image.complete && image.naturalWidth > 0)
  })
  await page.keyboard.press('ArrowRight')
}

step('an issue is kept on the device, with its count and size', async () => {
  const { page } = phone
  await page.goto(url('/on-this-device'))
  const faults = await faultsOf(phone, 'empty')
  await keep(page, 'Harbor Lights', 'Harbor Lights 1')
  await phone.shot('issue')
  await workerReady(page)
  await page.goto(url('/on-this-device'))
  await page.getByText(/^1 issue, \d/).waitFor()
  await page.getByText('10 pages ·').waitFor()
  faults.push(...(await faultsOf(phone, 'kept')))
  expect(await copiesIn(page)).toHaveLength(1)
  expect(await shells(page)).toHaveLength(1)
  expect(faults).toEqual([])
  expect(phone.complaints).toEqual([])
})

step('it is read to the end while Panelkeep is off, and the progress is sent when it is back', async () => {
  const { page } = phone
  await panelkeep.stop()
  await page.goto(url('/library'))
  await page.getByText('Panelkeep does not answer.').waitFor()
  const faults = await faultsOf(phone, 'offline')
  await page.getByRole('link', { name: 'Harbor Lights #1' }).click()
  await readToEnd(page)
  await phone.shot('read-offline')
  await page.goBack()
  await page.getByRole('heading', { name: 'On this device' }).waitFor()
  await page.getByText('Panelkeep does not answer.').waitFor()
  await restart()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await until(
    () => progressOf('Harbor Lights 1'),
    (progress) => progress?.completed === true,
    25_000,
  )
  // The page itself is the server's again.
  await page.getByRole('heading', { name: 'Library' }).waitFor({ state: 'attached' })
  expect(await page.locator('meta[name=offline]').count()).toBe(0)
  expect(faults).toEqual([])
})
