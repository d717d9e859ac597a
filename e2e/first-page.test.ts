import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Locator } from 'playwright-core'
import { DESK, hasBrowser, openBrowser, openPage, pageLoaded, step, type WatchedPage } from './browser'
import { makeCollection } from './collection'
import { tempFolder } from './folders'
import { endAll, LOGIN, type Panelkeep, start } from './panelkeep'

setDefaultTimeout(300_000)

/** Counts the clicks from the icon of Panelkeep to the first page of a comic, and checks the setup on a small screen. */
const folder = tempFolder()
let panelkeep: Panelkeep
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  const dataDir = folder.in('data')
  makeCollection(`${dataDir}.home/Books`)
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

/** The double-click on the icon, which opens the browser. */
const STARTED = 1
const MOST_CLICKS = 12
let clicks = STARTED

async function click(target: Locator): Promise<void> {
  clicks += 1
  await target.click()
}

/** Buttons of a step that are below the window, or above it. */
const outOfSight = (selector: string) =>
  watched.page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => {
        const { top, bottom, height } = one.getBoundingClientRect()
        return height > 0 && (top < 0 || bottom > innerHeight)
      })
      .map((one) => one.textContent?.trim()),
  )

/** No width may scroll sideways, and the buttons of a step are in sight at the height of a laptop and of a phone. */
async function inSight(name: string): Promise<void> {
  const { page, shot } = watched
  for (const size of [{ width: 390, height: 844 }, { width: 820, height: 900 }, { width: 2560, height: 900 }, DESK]) {
    await page.setViewportSize(size)
    expect([name, size.width, await outOfSight('.login-actions .button, .login-form > .button')]).toEqual([
      name,
      size.width,
      [],
    ])
    expect([name, size.width, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([
      name,
      size.width,
      0,
    ])
    await shot(`${name}-${size.width}`)
  }
}

step('twelve clicks lead from the icon to the first page of a comic', async () => {
  const { page, shot } = watched
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
  // Opened by hand, it has the token as a third field.
  await page.goto(`${panelkeep.url}/login`)
  await page.getByLabel('Setup token').waitFor()
  await inSight('account-token')
  await page.goto(`${panelkeep.url}/login#token=${panelkeep.setupToken}`)
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await page.locator('input[name=username]:focus').waitFor()
  await inSight('account')
  // The name has the focus, and Tab leads to the password.
  await page.locator('input[name=username]').fill(LOGIN.username)
  await page.locator('input[name=password]').fill(LOGIN.password)
  await click(button('Create the account'))

  await click(button('Add a comics folder'))
  const dialog = page.getByRole('dialog')
  await click(dialog.getByRole('button', { name: /^Books/ }))
  await click(dialog.getByRole('button', { name: /^Comics\s*2\d\d comics/ }))
  await dialog.locator('.folder-picker-count', { hasText: /comics$/ }).waitFor()
  await click(dialog.getByRole('button', { name: 'Use this folder' }))
  await dialog.waitFor({ state: 'hidden' })
  await inSight('folders')
  await click(button('Continue'))

  await page.getByRole('heading', { name: 'Add metadata sources?' }).waitFor()
  await inSight('sources')
  await click(button('Skip'))

  await page.getByRole('heading', { name: 'Read on a tablet?' }).waitFor()
  await inSight('tablet')
  await click(button('Scan my folders'))

  await click(button(/^Accept all \d+ sure matches/))
  await click(button('Add to the library'))
  await page.getByRole('heading', { name: /series added to your library/ }).waitFor()
  const first = page.getByRole('group', { name: 'Start reading' }).getByRole('link').first()
  await first.waitFor()
  await pageLoaded(page)
  await shot('added')
  await click(first)
  await page.waitForURL(/\/read\//)
  await page.locator('.reader img').first().waitFor()
  await shot('first-page')
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
  expect(watched.complaints).toEqual([])
})
