import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { accessibilityFaults } from './accessibility'
import { eachLook, hasBrowser, openBrowser, openPage, PHONE, pageLoaded, signedIn, step } from './browser'
import { tempFolder } from './folders'
import { keyboardFaults } from './keyboard'
import { endAll, type Panelkeep, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** The user guide, as people who need help find it. */
const folder = tempFolder()
let panelkeep: Panelkeep
let browser: Browser

beforeAll(async () => {
  if (!hasBrowser) return
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

/** Waits until the heading is where a reader looks, and has the keyboard. */
async function isAt(page: Page, anchor: string): Promise<void> {
  await page.waitForFunction((id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top ?? -1
    const isEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
    return document.activeElement?.id === id && top >= 60 && (top < 160 || isEnd)
  }, anchor)
}

step('a page leads to its paragraph, with nothing but the server on the network', async () => {
  const { page, complaints, shot, close } = await signedIn(await openPage(browser), panelkeep)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(panelkeep.url) && !request.url().startsWith('data:')) elsewhere.push(request.url())
  })
  await page.goto(`${panelkeep.url}/activity/history/blocked`)
  await pageLoaded(page)
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await page.getByRole('heading', { name: 'Searching', level: 1 }).waitFor()
  await isAt(page, 'blocked-releases')
  expect(await page.title()).toBe('Searching · Help · Panelkeep')
  await shot('paragraph')
  // Every chapter is there, and each is drawn without a request. Those of the frame come late.
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  // Its type is loaded once the page is here.
  page.on('request', (request) => request.resourceType() !== 'font' && requests.push(request.url()))
  for (const chapter of await page.locator('.help-nav > ul > li > a').allTextContents()) {
    await page.locator('.help-nav > ul > li > a', { hasText: new RegExp(`^${chapter}$`) }).click()
    await page.getByRole('heading', { name: chapter, level: 1, exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  // A scan that ends meanwhile lets the frame count what waits for the import.
  expect(requests.filter((url) => !url.endsWith('/api/import/waiting'))).toEqual([])
  expect(elsewhere).toEqual([])
  expect(complaints).toEqual([])
  await close()
})

step('an option is found by its name with the keyboard, and its line leads to the setting', async () => {
  const { page, complaints, shot, close } = await signedIn(await openPage(browser), panelkeep)
  await page.goto(`${panelkeep.url}/help`)
  await pageLoaded(page)
  await page.keyboard.press('/')
  await page.keyboard.type('recycle_days')
  await page.getByRole('option', { name: /^Keep replaced files/ }).waitFor()
  await shot('found')
  await page.keyboard.press('Enter')
  await isAt(page, 'recycle_days')
  await shot('option')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Keep replaced files', level: 3 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/settings')
  await page.getByRole('heading', { name: 'Keep replaced files', level: 3 }).hover()
  await shot('setting')
  await page.getByRole('link', { name: 'Help: Keep replaced files' }).click()
  await isAt(page, 'recycle_days')
  // Links within a chapter need no page of their own, and Back returns to where the reader was.
  await page.locator('.help-nav').getByRole('link', { name: 'Folders', exact: true }).click()
  await isAt(page, 'folders')
  await page.goBack()
  await isAt(page, 'recycle_days')
  expect(complaints).toEqual([])
  await close()
})

step('on a phone Help is under More, and a list of headings leads through the chapter', async () => {
  const { page, shot, close } = await signedIn(await openPage(browser, PHONE), panelkeep)
  await page.goto(`${panelkeep.url}/wanted`)
  await pageLoaded(page)
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  await isAt(page, 'wanted-issues')
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByText('In this chapter').click()
  await shot('jump-list')
  await page.locator('.help-jump').getByRole('link', { name: 'Calendar feed' }).click()
  await isAt(page, 'calendar-feed')
  await close()
})

step('the guide breaks no rule of accessibility, on a phone and a desk, in light and dark', async () => {
  const { page, shot, close } = await signedIn(await openPage(browser), panelkeep)
  const faults: string[] = []
  for (const path of ['/help', '/help/backups', '/help/options', '/help/unicorns']) {
    await page.goto(panelkeep.url + path)
    await pageLoaded(page)
    await eachLook(page, async (look) => {
      const rules = look.endsWith('light') ? 'all' : 'colours'
      const found = [...(await accessibilityFaults(page, rules)), ...(await keyboardFaults(page))]
      faults.push(...found.map((fault) => `${path} ${look}: ${fault}`))
      await shot(`${look}${path.replaceAll('/', '-')}`)
    })
  }
  expect(faults).toEqual([])
  await close()
})

step('a printed chapter is its text', async () => {
  const { page, shot, close } = await signedIn(await openPage(browser), panelkeep)
  await page.goto(`${panelkeep.url}/help/files`)
  await pageLoaded(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  expect(
    await page
      .locator('.shell-rail, .shell-top, .shell-foot, .help-nav, .help-neighbours')
      .locator('visible=true')
      .count(),
  ).toBe(0)
  const text = await page.locator('.help-text').boundingBox()
  expect(text?.width).toBeGreaterThan(1200)
  await shot('print')
  await close()
})

step('the guide is read before a login, and its first steps within the setup', async () => {
  const fresh = await start({ dataDir: folder.in('fresh') })
  const { page, complaints, shot, close } = await openPage(browser, PHONE)
  await page.goto(`${panelkeep.url}/login`)
  await page.getByRole('link', { name: 'See how to reset it' }).click()
  await isAt(page, 'forgotten-password')
  expect(await accessibilityFaults(page)).toEqual([])
  await shot('guest')
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`${panelkeep.url}/login`)
  await page.goto(`${fresh.url}/login`)
  await pageLoaded(page)
  await page.getByLabel('Name').fill('ana')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('dialog', { name: 'Set up Panelkeep' }).waitFor()
  expect(await page.locator('dialog[open] a').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await shot('setup')
  await page.keyboard.press('Escape')
  expect(await page.getByLabel('Name').inputValue()).toBe('ana')
  expect(complaints).toEqual([])
  await close()
  await fresh.stop()
})
