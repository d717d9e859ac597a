import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { makeCbz } from '../src/testing/archives/archives'
import { drawnPage, filled, framed } from '../src/testing/panels/drawn-page'
import { pageFile } from '../src/testing/panels/page-file'
import { hasBrowser, openBrowser, openPage, PHONE, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { endAll, type Panelkeep, startWithLogin } from './panelkeep'
import { importReadingSetup } from './reading-setup'

setDefaultTimeout(120_000)

/** Panel by panel, without margins, wide pages in halves, and what is shown over the pages, on a phone. */
const folder = tempFolder()
let panelkeep: Panelkeep
let browser: Browser
let phone: WatchedPage
let issue: string

const FOUR = drawnPage(800, 1200, 255, [
  ...framed(60, 80, 320, 500),
  ...filled(120, 200, 100, 300),
  ...framed(420, 80, 320, 500),
  ...filled(60, 620, 680, 200, 70),
  ...filled(60, 860, 680, 260, 150),
])
const SPLASH = drawnPage(800, 1200, 255, filled(60, 80, 680, 1040, 120))
const WIDE = drawnPage(1600, 1200, 60, filled(1000, 200, 300, 300, 230))

beforeAll(async () => {
  if (!hasBrowser) return
  const [comics, manga] = [folder.in('comics'), folder.in('manga')]
  const series = join(comics, 'Harbor Lights (2015)')
  for (const path of [series, manga]) mkdirSync(path, { recursive: true })
  const pages = Object.fromEntries([SPLASH, FOUR, WIDE, SPLASH].map((page, at) => [`p${at}.bmp`, pageFile(page)]))
  writeFileSync(join(series, 'Harbor Lights 01 (2015).cbz'), makeCbz(pages))
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  const ids = await importReadingSetup(await panelkeep.reader(), { comics, manga })
  issue = ids.get('Harbor Lights 1')!
  browser = await openBrowser()
  phone = await signedIn(await openPage(browser, PHONE, { hasTouch: true, isMobile: true }), panelkeep)
  await phone.page.goto(panelkeep.url)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

async function open(page: number, view: Record<string, boolean>): Promise<Page> {
  const { page: tab } = phone
  await tab.evaluate((kept) => localStorage.setItem('panelkeep.reader', JSON.stringify(kept)), view)
  await tab.goto(`${panelkeep.url}/read/${issue}?page=${page + 1}`)
  await tab.locator(`[data-here] [data-page="${page}"] img`).waitFor()
  return tab
}

/** The page in the middle, and the part of it that is visible, in hundredths of its width and height. */
const seen = (tab: Page) =>
  tab.evaluate(() => {
    const page = document.querySelector<HTMLElement>('[data-here] .reader-page')!
    const { left, top, width, height } = page.getBoundingClientRect()
    const share = (from: number, length: number) => Math.round((from / length) * 100)
    return {
      page: Number(page.dataset.page),
      left: share(-left, width),
      right: share(innerWidth - left, width),
      top: share(-top, height),
      bottom: share(innerHeight - top, height),
    }
  })

const settled = async (tab: Page) => {
  let before = ''
  for (;;) {
    const now = JSON.stringify(await seen(tab))
    if (now === before) return JSON.parse(now) as Awaited<ReturnType<typeof seen>>
    before = now
    await tab.waitForTimeout(120)
  }
}

step('the tap zones are shown once', async () => {
  const tab = await open(0, {})
  const zones = tab.getByRole('img', { name: 'Tap zones' })
  await zones.waitFor()
  await phone.shot('zones')
  await tab.touchscreen.tap(195, 420)
  await zones.waitFor({ state: 'detached' })
  await tab.reload()
  await tab.locator('[data-here] [data-page="0"] img').waitFor()
  expect(await zones.count()).toBe(0)
})

step('a grid of all pages leads to a page', async () => {
  const tab = await open(0, {})
  await tab.touchscreen.tap(195, 420)
  await tab.getByRole('button', { name: 'All pages' }).click()
  await tab.getByRole('button', { name: 'Show as a grid' }).click()
  const grid = tab.getByRole('dialog', { name: '4 pages' })
  await grid.getByRole('button', { name: 'Page 3' }).waitFor()
  await phone.shot('grid')
  await grid.getByRole('button', { name: 'Page 3' }).click()
  await tab.locator('[data-here] [data-page="2"] img').waitFor()
})

step('panels follow each other, then the next page', async () => {
  const tab = await open(1, { guided: true })
  await tab.getByText('Panel 1 of 4').waitFor({ state: 'attached' })
  const places: unknown[] = []
  for (let stop = 0; stop < 4; stop++) {
    await tab.getByText(`Panel ${stop + 1} of 4`).waitFor({ state: 'attached' })
    const { left, right, top, bottom } = await settled(tab)
    places.push([Math.round((left + right) / 2), Math.round((top + bottom) / 2)])
    await phone.shot(`panel-${stop + 1}`)
    await tab.touchscreen.tap(360, 420)
  }
  const middles = [[28, 28], [73, 28], [50, 60], [50, 83]] // biome-ignore format: one glance
  for (const [at, [x, y]] of middles.entries()) {
    const [seenX, seenY] = places[at] as [number, number]
    expect(Math.abs(seenX - x!)).toBeLessThanOrEqual(2)
    expect(Math.abs(seenY - y!)).toBeLessThanOrEqual(2)
  }
  await tab.locator('[data-here] [data-page="2"]').waitFor()
})

step('panels stay where they are while the phone is turned', async () => {
  const tab = await open(1, { guided: true })
  await tab.getByText('Panel 1 of 4').waitFor({ state: 'attached' })
  await tab.touchscreen.tap(360, 420)
  await tab.getByText('Panel 2 of 4').waitFor({ state: 'attached' })
  await tab.setViewportSize({ width: 844, height: 390 })
  const side = await settled(tab)
  await phone.shot('panel-on-its-side')
  expect([side.page, Math.abs((side.left + side.right) / 2 - 73) <= 2]).toEqual([1, true])
  expect(await tab.getByText('Panel 2 of 4').count()).toBe(1)
  expect(await tab.locator('[data-here] .reader-page').count()).toBe(1)
  await tab.setViewportSize(PHONE)
  expect(Math.abs(((await settled(tab)).left + (await settled(tab)).right) / 2 - 73)).toBeLessThanOrEqual(2)
  expect(await tab.getByText('Panel 2 of 4').count()).toBe(1)
})

step('a page that is zoomed out shows where the panel is, and is not dimmed', async () => {
  const tab = await open(1, { guided: true })
  await tab.getByText('Panel 1 of 4').waitFor({ state: 'attached' })
  for (let press = 0; press < 8; press++) await tab.keyboard.press('-')
  expect(await settled(tab)).toMatchObject({ left: 0, right: 100 })
  const panel = tab.locator('.reader-panel')
  const [page, part] = [await tab.locator('[data-here] .reader-page').boundingBox(), await panel.boundingBox()]
  // 60 of 800 pixels from the left, 80 of 1200 from the top.
  expect((part!.x - page!.x) / page!.width).toBeCloseTo(0.075, 2)
  expect((part!.y - page!.y) / page!.height).toBeCloseTo(0.067, 2)
  expect(await panel.evaluate((element) => getComputedStyle(element).boxShadow)).not.toContain('vmax')
  expect(await panel.evaluate((element) => getComputedStyle(element).boxShadow)).toEndWith(' 0px 0px 0px 2px')
  await phone.shot('zoomed-out')
  await tab.touchscreen.tap(360, 420)
  await tab.getByText('Panel 2 of 4').waitFor({ state: 'attached' })
  expect((await settled(tab)).left).toBeGreaterThan(0)
})

step('back leads to the last panel of the page before', async () => {
  const tab = await open(2, { guided: true })
  await tab.touchscreen.tap(20, 420)
  await tab.getByText('Panel 4 of 4').waitFor({ state: 'attached' })
  await tab.touchscreen.tap(20, 420)
  await tab.getByText('Panel 3 of 4').waitFor({ state: 'attached' })
})

step('a page that is jumped back to begins at its first panel', async () => {
  const tab = await open(2, { guided: true })
  await tab.touchscreen.tap(195, 420)
  await tab.getByRole('button', { name: 'All pages' }).click()
  await tab.getByRole('button', { name: 'Show as a grid' }).click()
  await tab.getByRole('dialog', { name: '4 pages' }).getByRole('button', { name: 'Page 2' }).click()
  await tab.getByText('Panel 1 of 4').waitFor({ state: 'attached' })
})

step('a tap before the panels are known does not skip them', async () => {
  const layout = `**/api/reading/issues/${issue}/layouts/1`
  const asked = Promise.withResolvers<void>()
  const tapped = Promise.withResolvers<void>()
  await phone.page.route(layout, async (route) => {
    // The server has measured by then, however busy this machine is.
    const response = await route.fetch()
    asked.resolve()
    await tapped.promise
    await route.fulfill({ response })
  })
  const tab = await open(1, { guided: true })
  await asked.promise
  await tab.touchscreen.tap(360, 420)
  tapped.resolve()
  await tab.getByText('Panel 1 of 4').waitFor({ state: 'attached' })
  expect((await settled(tab)).page).toBe(1)
  await tab.unroute(layout)
})

step('a page of one picture is shown whole', async () => {
  const tab = await open(0, { guided: true })
  const { left, right } = await settled(tab)
  expect([left <= 0, right >= 100]).toEqual([true, true])
})

step('a wide page is shown in halves', async () => {
  const tab = await open(2, { split: true })
  const first = await settled(tab)
  expect([Math.abs(first.left) <= 3, Math.abs(first.right - 50) <= 3]).toEqual([true, true])
  await phone.shot('half')
  await tab.touchscreen.tap(360, 420)
  const second = await settled(tab)
  expect([second.page, Math.abs(second.left - 50) <= 3]).toEqual([2, true])
  // On its side the phone shows the whole page, and upright again the half that was read.
  await tab.setViewportSize({ width: 844, height: 390 })
  const whole = await settled(tab)
  expect([whole.left <= 0, whole.right >= 100]).toEqual([true, true])
  await tab.setViewportSize(PHONE)
  const again = await settled(tab)
  expect([again.page, Math.abs(again.left - 50) <= 3]).toEqual([2, true])
  await tab.touchscreen.tap(360, 420)
  await tab.locator('[data-here] [data-page="3"]').waitFor()
})

step('margins are cropped', async () => {
  const tab = await open(1, { crop: true })
  await tab.locator('[data-here] [data-page="1"][data-cropped]').waitFor()
  const box = await tab.locator('[data-here] .reader-page').boundingBox()
  // 684 of 800 pixels across and 1044 of 1200 down remain.
  expect(box!.width / box!.height).toBeCloseTo(684 / 1044, 1)
  await phone.shot('cropped')
})

step('the switches are in the view settings, and a key turns panels on', async () => {
  const tab = await open(1, {})
  await tab.keyboard.press('v')
  await tab.getByText('Panel 1 of 4').waitFor({ state: 'attached' })
  await tab.touchscreen.tap(195, 420)
  await tab.getByRole('button', { name: 'How it is shown' }).click()
  for (const name of ['Panel by panel', 'Crop margins', 'Split wide pages'])
    expect(await tab.getByRole('switch', { name }).isVisible()).toBe(true)
  await phone.shot('settings')
  expect(phone.complaints).toEqual([])
})
