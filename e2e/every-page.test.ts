import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { accessibilityFaults } from './accessibility'
import { DESK, hasBrowser, openBrowser, openPage, PHONE, pageLoaded, signedIn, step } from './browser'
import { type EveryPageSetup, openEveryPageSetup } from './every-page-setup'
import { tempFolder } from './folders'
import { keyboardFaults } from './keyboard'
import { start } from './panelkeep'

setDefaultTimeout(900_000)

/** Every page of the router with content, checked for the keyboard, for screen readers and in the dark theme. */
let every: EveryPageSetup
let browser: Browser

beforeAll(async () => {
  if (!hasBrowser) return
  every = await openEveryPageSetup()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await every?.end()
})

step(
  'no page breaks a rule of accessibility or needs a mouse, at desk and phone width, in light and dark',
  async () => {
    const faults = await Promise.all([DESK, PHONE].map(faultsOfPages))
    expect(faults.flat()).toEqual([])
  },
)

const THEMES = [
  ['light', 'all'],
  ['dark', 'colours'],
] as const

async function faultsOfPages(size: typeof DESK): Promise<string[]> {
  const { page, shot, close } = await signedIn(await openPage(browser, size), every.setup.panelkeep)
  const faults: string[] = []
  const seen = new Set<string>()
  await page.goto(`${every.setup.panelkeep.url}${NOWHERE}`)
  for (const path of every.paths) {
    await follow(page, path)
    await pageLoaded(page)
    // An earlier address leads to a page that was already checked.
    const { pathname } = new URL(page.url())
    if (seen.has(pathname)) continue
    seen.add(pathname)
    for (const [colorScheme, rules] of THEMES) {
      await page.emulateMedia({ colorScheme })
      const found = await accessibilityFaults(page, rules)
      const unreached = rules === 'all' ? await keyboardFaults(page) : []
      faults.push(...[...found, ...unreached].map((fault) => `${pathname} ${size.width} ${colorScheme}: ${fault}`))
      await shot(`${size.width}-${colorScheme}${pathname.replaceAll('/', '_').slice(0, 40)}`)
    }
  }
  await close()
  return faults
}

step('neither the login nor the first page of the setup breaks a rule of accessibility', async () => {
  const folder = tempFolder()
  const fresh = await start({ dataDir: folder.in('data') })
  const faults: string[] = []
  for (const url of [every.setup.panelkeep.url, fresh.url])
    for (const size of [DESK, PHONE]) {
      const { page, shot, close } = await openPage(browser, size)
      await page.goto(`${url}/login`)
      await pageLoaded(page)
      for (const [colorScheme, rules] of THEMES) {
        await page.emulateMedia({ colorScheme })
        faults.push(...(await accessibilityFaults(page, rules)))
        await shot(`login-${size.width}-${colorScheme}`)
      }
      faults.push(...(await keyboardFaults(page)))
      await close()
    }
  expect(faults).toEqual([])
  await fresh.stop()
  folder.remove()
})

/** Sheets and dialogs by the page they are on, and the button, or the menu and its entry, that opens them. */
const DIALOGS: [path: string, button: RegExp, entry?: string][] = [
  ['/library', /^All filters/],
  ['series', /^Settings$/],
  ['series', /^Match/],
  ['series', /^Tags and collections/],
  ['series', /^More for this series/, 'Edit details'],
  ['series', /^More for this series/, 'Choose cover'],
  ['series', /^More for this series/, 'History'],
  ['series', /^More for this series/, 'Move to another folder'],
  ['series', /^More for this series/, 'Delete the series'],
  ['/collections', /^New collection/],
  ['/readlist', /^New list/],
  ['/arcs', /^Find/],
  ['/wanted', /^More about Winter Atlas #3/, 'Review releases'],
  ['/wanted', /^More about Winter Atlas #3/, 'Why it is missing'],
  ['/releases', /^Calendar feed/],
  ['/activity/history', /^Winter Atlas #2/],
  ['/import/inbox', /^What to do with Harbor Lights 4/, 'Correct it'],
  ['/settings', /^Add a comics folder/],
  ['/system/notifications', /^Add another/],
  ['/system/notifications', /^Settings of Webhook/],
  ['/users', /^Add a user/],
  ['/account', /^Set a PIN/],
]

step('no sheet or dialog breaks a rule of accessibility, in light and dark', async () => {
  const { page, shot, close } = await signedIn(await openPage(browser, PHONE), every.setup.panelkeep)
  const faults: string[] = []
  await page.goto(`${every.setup.panelkeep.url}${NOWHERE}`)
  for (const [place, button, entry] of DIALOGS) {
    await follow(page, place === 'series' ? every.seriesPath : place)
    await pageLoaded(page)
    await page.getByRole('main').getByRole('button', { name: button }).first().click()
    if (entry) await page.getByRole('menuitem', { name: entry, exact: true }).click()
    await page.locator('dialog[open] h2').waitFor()
    await pageLoaded(page)
    const cut = await page
      .locator('dialog[open] .dialog-foot button:visible')
      .evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > innerWidth)
          .map((one) => `${one.textContent?.trim()} is cut off`),
      )
    faults.push(...cut.map((fault) => `${place} ${button} ${entry ?? ''}: ${fault}`))
    for (const [colorScheme, rules] of THEMES) {
      await page.emulateMedia({ colorScheme })
      const found = await accessibilityFaults(page, rules)
      faults.push(...found.map((fault) => `${place} ${button} ${entry ?? ''} ${colorScheme}: ${fault}`))
      await shot(`dialog-${colorScheme}`)
    }
  }
  expect(faults).toEqual([])
  await close()
})

for (const [locale, month, time] of [
  ['en-US', 'Mar 1998', /today \d+:\d\d\s[AP]M/],
  ['de-DE', 'März 1998', /heute \d+:\d\d/],
  ['ja-JP', '1998年3月', /今日 \d+:\d\d/],
] as const)
  step(`dates and times have the format of a browser in ${locale}`, async () => {
    const { page, shot, close } = await signedIn(await openPage(browser, DESK, { locale }), every.setup.panelkeep)
    await page.goto(`${every.setup.panelkeep.url}/wanted`)
    await page.getByText(month).first().waitFor()
    await page.getByText(time).first().waitFor()
    // The page's own text is English.
    await page.getByRole('heading', { name: 'Wanted' }).waitFor()
    await shot(`wanted-${locale}`)
    await page.goto(`${every.setup.panelkeep.url}/releases`)
    await pageLoaded(page)
    await shot(`releases-${locale}`)
    await close()
  })

/** An unknown address: the content of the last page is gone there, so that it does not count as the next page. */
const NOWHERE = '/no/such/page'

/** Goes to another page like a link in the app, which takes a third of the time of a new document. */
async function follow(page: Page, path: string): Promise<void> {
  for (const each of [NOWHERE, path])
    await page.evaluate(async (href) => {
      if (location.pathname === href) return
      const before = document.querySelector('h1')
      const link = document.body.appendChild(Object.assign(document.createElement('a'), { href }))
      link.click()
      link.remove()
      while (before?.isConnected) await new Promise(requestAnimationFrame)
    }, each)
}
