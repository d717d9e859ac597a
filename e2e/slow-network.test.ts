import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { hasBrowser, openBrowser, openPage, pageLoaded, signedIn, step, type WatchedPage } from './browser'
import { type EveryPageSetup, openEveryPageSetup } from './every-page-setup'
import { tempFolder } from './folders'
import { start } from './panelkeep'

setDefaultTimeout(300_000)

/** A phone far from its router: 50 kB a second, and 400 ms until a request is answered. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** The allowed layout shift (share of the window times distance): less than a line of text. */
const STILL = 0.01

let every: EveryPageSetup
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  every = await openEveryPageSetup()
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), every.setup.panelkeep)
  const { page } = watched
  await page.addInitScript(WATCH_MOVES)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW)
})
afterAll(async () => {
  await browser?.close()
  await every?.end()
})

/** Whether the first paint was before the script. */
const PAINTED_FIRST = `
  performance.getEntriesByName('first-paint')[0].startTime <
  performance.getEntriesByType('resource').find(({ initiatorType }) => initiatorType === 'script').responseEnd
`

/** Records layout shifts of the page in `moves`. */
const WATCH_MOVES = `
  globalThis.moves = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      moves.push({ value, what: sources.map(({ node }) => node?.className || node?.nodeName).join(' ') })
  }).observe({ type: 'layout-shift', buffered: true })
`

type Move = { value: number; what: string }

async function expectStill(page: Page): Promise<void> {
  // Waits until the browser has reported its last paint.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)))')
  const moves = await page.evaluate<Move[]>('moves')
  const sum = moves.reduce((all, { value }) => all + value, 0)
  expect([sum < STILL, sum < STILL ? '' : moves]).toEqual([true, ''])
}

const outline = (page: Page) => page.locator(':is(.skeleton, .wall-waiting, .reader-opening, .series-wait):visible')
const byRole = (...args: Parameters<Page['getByRole']>) => watched.page.getByRole(...args)
const inRail = (name: string) => byRole('navigation', { name: 'Pages' }).getByRole('link', { name })

step(
  'the first visit draws its outline before the script is loaded, and nothing moves until the page is complete',
  async () => {
    const { page, shot } = watched
    // Without the delay the answer could arrive before the test checks the outline.
    const releaseRequests = await holdRequests(page, /\/api\/series\?/)
    await page.goto(`${every.setup.panelkeep.url}/library`, { waitUntil: 'commit' })
    await page.locator('#start').waitFor({ state: 'attached' })
    expect(await page.locator('.shell').count()).toBe(0)
    await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
    await shot('start')
    await page.locator('.shell').waitFor()
    expect(await page.evaluate(PAINTED_FIRST)).toBe(true)
    expect(await page.locator('#start').count()).toBe(0)
    await outline(page).first().waitFor()
    await shot('shell')
    await releaseRequests()
    await page.locator('.library .tile-link').first().waitFor()
    // A background on the root would cover the drawing behind a page.
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgba(0, 0, 0, 0)')
    await shot('library')
    await expectStill(page)
  },
)

/** Delays every request of the page from now on, or the matching ones. Returns a function that releases them. */
async function holdRequests(page: Page, which: string | RegExp = '**/*'): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    await gate.promise
    await route.continue()
  })
  return async () => {
    gate.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

const WAYS: [name: string, link: () => Locator, whole: string][] = [
  ['Wanted', () => inRail('Wanted'), '.wanted-row'],
  ['Activity', () => inRail('Activity'), '.queue-row'],
  ['Settings', () => inRail('Settings'), '.setting'],
  ['a series', () => watched.page.locator('.library .tile-link', { hasText: 'Harbor Lights' }), '.series .tile'],
  ['the reader', () => byRole('link', { name: /^Continue/ }).first(), '.reader img, .reader canvas'],
]

for (const [name, link, whole] of WAYS)
  step(`${name} shows its outline before any answer, and nothing moves when it is filled`, async () => {
    const { page, shot } = watched
    if (name === 'a series') {
      await inRail('Library').click()
      await link().waitFor()
    }
    await page.evaluate('moves.length = 0')
    const letGo = await holdRequests(page)
    await link().click()
    await outline(page).first().waitFor()
    await shot(`${name}-outline`)
    await letGo()
    await page.locator(whole).first().waitFor()
    await pageLoaded(page)
    await shot(name)
    await expectStill(page)
  })

step('the setup is drawn before its script is loaded, and nothing moves when the script starts', async () => {
  const folder = tempFolder()
  const panelkeep = await start({ dataDir: folder.in('data') })
  const { page, complaints, shot } = await openPage(browser)
  try {
    await page.addInitScript(WATCH_MOVES)
    const letGo = await holdRequests(page, '**/*.js')
    await page.goto(`${panelkeep.url}/login#token=${panelkeep.setupToken}`, { waitUntil: 'commit' })
    await page.locator('#start h1', { hasText: 'Create your account' }).waitFor()
    await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
    await shot('setup-drawn')
    await letGo()
    await page.locator('#app h1').waitFor()
    expect(await page.locator('#start').count()).toBe(0)
    await page.locator('input[name="username"]:focus').waitFor()
    // What typing moves is no fault, but on a busy machine it is counted as one.
    await expectStill(page)
    await page.locator('input[name="username"]').fill('Ada')
    await page.locator('.shop-name', { hasText: 'Ada' }).waitFor()
    await shot('setup-taken-over')
    expect(complaints).toEqual([])
  } finally {
    await page.context().close()
    await panelkeep.stop()
    folder.remove()
  }
})
