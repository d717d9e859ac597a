import { test } from 'bun:test'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { isPresent } from '../src/testing/harness/programs'
import type { Panelkeep } from './panelkeep'

/** The same browser without and with windows. Without windows, a new page needs a fifth of the processor time. */
const [SHELL, WHOLE] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const CHROMIUM = process.env.CHROMIUM ?? (existsSync(SHELL) ? SHELL : WHOLE)

export const hasBrowser = isPresent(existsSync(CHROMIUM), `there is no browser at ${CHROMIUM}`)

/** A test that needs the browser. */
export const step = (name: string, work: () => Promise<void>) => test.skipIf(!hasBrowser)(name, work)

/** A page whose complaints are recorded. */
export interface WatchedPage {
  page: Page
  /** Console errors, exceptions, violations of the content policy and responses from 400 on, one sentence each. */
  complaints: string[]
  /** Saves a screenshot when PANELKEEP_SHOTS names a folder. */
  shot(name: string): Promise<void>
  close(): Promise<void>
}

export async function openBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--force-color-profile=srgb']
  return chromium.launch({ executablePath: CHROMIUM, args })
}

export const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

export async function openPage(browser: Browser, size = DESK, more: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', locale: 'en-GB', ...more })
  // Four times the default, since three browsers and their servers share two processors.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`answer: ${response.status()} ${response.url()}`)
  })
  // Violations are reported to the page before our scripts run, and from there to the test.
  await page.exposeFunction('breach', (what: string) => complaints.push(`content policy: ${what}`))
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (e) => breach(e.violatedDirective + ' ' + e.blockedURI))",
  )
  let shots = 0
  return {
    page,
    complaints,
    async shot(name) {
      const folder = process.env.PANELKEEP_SHOTS
      if (!folder) return
      mkdirSync(folder, { recursive: true })
      shots += 1
      await page.screenshot({ path: join(folder, `${String(shots).padStart(2, '0')}-${name}.png`) })
    },
    close: () => context.close(),
  }
}

/** Waits until the app has drawn the page and no part of it waits for the server. */
export async function pageLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // The first screen of the setup has its heading before the app is loaded, and is unusable until then.
  await page.waitForFunction(() => document.querySelector('#start, .skeleton, [aria-busy="true"]') === null)
}

/** Shows the page at each size and in both themes; `look` gets the name of each: "phone-dark". Ends at the desktop size in the light theme. */
export async function eachLook(page: Page, look: (name: string) => Promise<unknown>): Promise<void> {
  for (const [device, size] of [
    ['phone', PHONE],
    ['desk', DESK],
  ] as const) {
    await page.setViewportSize(size)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await look(`${device}-${colorScheme}`)
    }
  }
}

/** Gives the page a session, without the login page. */
export async function signedIn(watched: WatchedPage, panelkeep: Panelkeep): Promise<WatchedPage> {
  const [name = '', value = ''] = (await panelkeep.cookie()).split('=')
  await watched.page.context().addCookies([{ name, value, url: panelkeep.url }])
  return watched
}

/**
 * Waits until at least `least` pictures below `root` are loaded and none is loading. Missing pictures have a drawn
 * placeholder, so only loaded ones are counted.
 */
export async function picturesLoaded(page: Page, root: string, least: number): Promise<number> {
  const loaded = () =>
    page.locator(`${root} img`).evaluateAll((images) => ({
      whole: images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length,
      waiting: images.filter((image) => image instanceof HTMLImageElement && !image.complete).length,
    }))
  const until = Date.now() + 60_000
  for (;;) {
    const { whole, waiting } = await loaded()
    if ((whole >= least && waiting === 0) || Date.now() > until) return whole
    await Bun.sleep(50)
  }
}
