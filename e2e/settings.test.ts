import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync } from 'node:fs'
import type { Browser, Locator } from 'playwright-core'
import { hasProgram } from '../src/testing/harness/programs'
import { startTransmission, type TorrentProgram } from '../src/testing/torrents/programs'
import { accessibilityFaults } from './accessibility'
import { hasBrowser, openBrowser, openPage, PHONE, pageLoaded, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Every section of the settings, in a real browser: each can be reached, and each switch is saved. */
const folder = tempFolder()
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage
let client: TorrentProgram | undefined

beforeAll(async () => {
  if (!hasBrowser) return
  mkdirSync(folder.in('Comics'))
  // Options that a variable sets cannot be switched; nothing is wanted here, so no service is queried.
  const env = { PANELKEEP_ENABLE_ARCHIVE: '', PANELKEEP_ENABLE_EMBEDDED_TORRENTS: '' }
  panelkeep = await startWithLogin({ dataDir: folder.in('data'), env })
  reader = await panelkeep.reader()
  await reader.put('/api/config', { comic_dirs: [folder.in('Comics')] })
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
  if (hasProgram('transmission-daemon')) client = await startTransmission()
})
afterAll(async () => {
  await browser?.close()
  await client?.stop()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const settings = async (page = watched.page) => {
  await page.goto(`${panelkeep.url}/settings`)
  await page.locator('.settings-section').first().waitFor()
  // Sections with their own requests load later and move the content below.
  await page.locator('#metadata .provider').first().waitFor()
  await pageLoaded(page)
}
const sections = () => watched.page.locator('.settings-section')
const config = () => reader.json('/api/config')

step('every section is in the list and can be opened from there', async () => {
  await settings()
  const links = watched.page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  const keys = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.slice(1)))
  expect(keys.length).toBeGreaterThan(10)
  for (const key of keys) {
    await watched.page.goto(`${panelkeep.url}/settings#${key}`)
    const section = watched.page.locator(`#${key}`)
    await section.waitFor()
    expect([key, await section.getByRole('heading', { level: 2 }).textContent()]).toEqual([
      key,
      expect.stringMatching(/\w/),
    ])
  }
  expect(watched.complaints).toEqual([])
})

step('advanced settings are shown when they are switched on, also after a reload', async () => {
  const { page, shot } = watched
  await settings()
  const proxies = page.getByRole('heading', { name: 'Trusted proxies' })
  expect(await proxies.count()).toBe(0)
  await page.getByRole('switch', { name: 'Advanced' }).click()
  await proxies.waitFor()
  await settings()
  await proxies.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await shot('advanced')
  await page.getByRole('switch', { name: 'Advanced' }).click()
  await proxies.waitFor({ state: 'detached' })
})

step('the search finds hidden settings and pages of the system, whole words first', async () => {
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/settings/all?q=port`)
  await page.waitForURL('**/settings?q=port')
  const labels = page.locator('.setting h3')
  await labels.first().waitFor()
  expect(await labels.first().textContent()).toBe('Port number')
  await shot('search')
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('retention')
  await page.getByRole('link', { name: 'Open: Backups' }).click()
  await page.waitForURL('**/system/backups')
})

step('each switch is saved, and shown as it was left', async () => {
  await settings()
  const names = new Set<string>()
  const switches = sections().locator('[role="switch"]')
  // A switch may show more switches, which are tested later in the loop.
  for (let at = 0; at < (await switches.count()); at++) {
    const one = switches.nth(at)
    const name = (await one.getAttribute('aria-label')) ?? (await nameOf(one))
    if (names.has(name) || (await one.isDisabled()) || STAYS.test(name)) continue
    names.add(name)
    const was = await isOn(one)
    await flip(one, name, !was)
    await flip(one, name, was)
  }
  expect(names.size).toBeGreaterThan(10)
  expect(watched.complaints).toEqual([])
})

/** Switches that change access to Panelkeep, or start it with the computer. */
const STAYS = /my network|other devices|log in/i
const nameOf = (one: Locator) =>
  one.evaluate((node) => node.closest('label')?.textContent?.trim() ?? node.textContent?.trim() ?? '')
const isOn = async (one: Locator) =>
  (await one.getAttribute('aria-checked')) === 'true' ||
  (await one.evaluate((node) => (node as HTMLInputElement).checked === true))

async function flip(one: Locator, name: string, on: boolean): Promise<void> {
  const kept = watched.page.waitForResponse((reply) => reply.request().method() === 'PUT')
  await one.click()
  expect([name, (await kept).status()]).toEqual([name, 200])
  // The switch changes after the settings were reloaded.
  for (const end = Date.now() + 20_000; (await isOn(one)) !== on && Date.now() < end; ) await Bun.sleep(20)
  expect([name, await isOn(one)]).toEqual([name, on])
}

step('a download client is added after a test with a clear error, and is listed', async () => {
  if (!client) return
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/settings#clients`)
  await page.getByRole('button', { name: 'Add a download client' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Transmission' }).click()
  const form = page.getByRole('dialog', { name: /Transmission/ })
  await form.getByLabel('Address').fill(client.address)
  await form.getByLabel('User name').fill(client.username)
  await form.getByLabel('Password').fill('wrong')
  await form.getByRole('button', { name: 'Test', exact: true }).click()
  await form.locator('.tried [data-wrong]').waitFor()
  await shot('client-refused')
  await form.getByLabel('Password').fill(client.secret)
  await form.getByRole('button', { name: 'Add it', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await page.locator('#clients').getByText('Transmission').first().waitFor()
  await shot('client-added')
  const { clients } = await reader.json<{ clients: { type: string; standing: { state: string } }[] }>(
    '/api/config/clients',
  )
  expect(clients).toMatchObject([{ type: 'transmission', standing: { state: 'ok' } }])
  expect(clients[0]).not.toHaveProperty('secret')
})

step('everything fits on a phone, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const phone = await signedIn(await openPage(browser, PHONE, { colorScheme }), panelkeep)
    await settings(phone.page)
    const [wide, window] = await phone.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(wide).toBeLessThanOrEqual(window!)
    await phone.shot(`settings-phone-${colorScheme}`)
    expect(phone.complaints).toEqual([])
    await phone.close()
  }
  expect((await config()).comic_dirs).toEqual([folder.in('Comics')])
})
