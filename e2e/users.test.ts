import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { makePng } from '../src/testing/archives/archives'
import { accessibilityFaults } from './accessibility'
import { eachLook, hasBrowser, openBrowser, openPage, pageLoaded, signedIn, step, type WatchedPage } from './browser'
import { waitForAnswer } from './download-setup'
import { tempFolder } from './folders'
import { keyboardFaults } from './keyboard'
import { endAll, LOGIN, lanAddress, type Panelkeep, startWithLogin } from './panelkeep'
import { importReadingSetup, makeReadingSetup } from './reading-setup'

setDefaultTimeout(300_000)

/** A user is invited, chooses a password on another device, sets a PIN there, and hands the device over. */
const folder = tempFolder()
const PASSWORD = 'a password of Ben'
const PIN = '246813'
let panelkeep: Panelkeep
let browser: Browser
let desk: WatchedPage
let tablet: WatchedPage
let invitation = ''

beforeAll(async () => {
  if (!hasBrowser) return
  const env = { PANELKEEP_HTTP_HOST: '0.0.0.0', PANELKEEP_READ_REMOTE: 'true' }
  panelkeep = await startWithLogin({ dataDir: folder.in('data'), env })
  const owner = await panelkeep.reader()
  const ids = await importReadingSetup(owner, makeReadingSetup(folder.in('books')))
  await owner.send('PATCH', `/api/series/${ids.get('Harbor Lights')}/marks`, { tags: ['Kids', 'Seaside'] })
  const made = await waitForAnswer(owner.post('/api/collections', { name: 'Rainy days' }))
  const { collection_id } = made.collection as { collection_id: string }
  await owner.post(`/api/collections/${collection_id}/series`, { ids: [ids.get('Moon Parade')] })
  browser = await openBrowser()
  desk = await signedIn(await openPage(browser), panelkeep)
  tablet = await openPage(browser)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

/** Shows the page at each size and in both themes; returns what keeps somebody from using it. */
async function faultsOf({ page, shot }: WatchedPage, name: string): Promise<string[]> {
  const faults: string[] = []
  await pageLoaded(page)
  await eachLook(page, async (look) => {
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${name} ${look}: ${fault}`))
    await shot(`${name}-${look}`)
  })
  return faults
}
const dialog = (page: Page) => page.locator('dialog[open]')

step('the owner adds a user with limits and gets an invitation for another device', async () => {
  const { page } = desk
  await page.goto(`${panelkeep.url}/users`)
  await page.getByRole('button', { name: 'Add a user' }).click()
  await dialog(page).getByLabel('Name').fill('Ben')
  await dialog(page).getByText('With limits').click()
  await dialog(page).getByLabel('Highest age rating').selectOption({ label: 'Up to 12 years' })
  await dialog(page).getByRole('switch', { name: 'Show series without an age rating' }).click()
  await dialog(page).locator('.chip', { hasText: 'Kids' }).first().click()
  const faults = await faultsOf(desk, 'add')
  await page.getByRole('button', { name: 'Add and invite' }).click()
  invitation = (await dialog(page).locator('code').textContent()) ?? ''
  expect(invitation).toStartWith(`http://${lanAddress()}:${panelkeep.port}/invitation/`)
  expect(await dialog(page).textContent()).not.toContain('Other devices cannot read yet')
  faults.push(...(await faultsOf(desk, 'invitation-dialog')))
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Comics and manga up to 12 years').waitFor()
  expect(faults).toEqual([])
})

step('the invited user chooses a password on another device, and sees what the limits allow', async () => {
  const { page } = tablet
  await page.goto(invitation)
  await page.getByRole('heading', { name: 'Hello, Ben' }).waitFor()
  const faults = [...(await faultsOf(tablet, 'invitation')), ...(await keyboardFaults(page))]
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password again').fill(PASSWORD)
  await page.getByRole('button', { name: 'Start reading' }).click()
  await page.locator('.shell').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.goto(`${new URL(invitation).origin}/library`)
  await page.getByText('Harbor Lights').first().waitFor()
  expect(await page.getByText('Moon Parade').count()).toBe(0)
  await page.goto(invitation)
  await page.getByText('This invitation does not work').waitFor()
  faults.push(...(await faultsOf(tablet, 'invitation-used')))
  expect(faults).toEqual([])
})

step('the account has a picture, a PIN for the device and the language of dates', async () => {
  const { page } = tablet
  await page.goto(`${new URL(invitation).origin}/account`)
  await page.getByLabel('Picture').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(makePng(600, 400, [40, 90, 160], 'Ben')),
  })
  await dialog(page).locator('canvas').waitFor()
  await dialog(page).getByLabel('Zoom').fill('1.6')
  const faults = await faultsOf(tablet, 'crop')
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await page.locator('.shell-corner img.avatar').waitFor()
  await page.getByLabel('Dates and numbers').selectOption({ label: 'German (Germany)' })
  await page.getByText('1.234.567').waitFor()
  await page.getByRole('switch', { name: 'Let the owner see what I read' }).click()
  await page.getByRole('button', { name: 'Set a PIN' }).click()
  await dialog(page).getByLabel('PIN', { exact: true }).fill(PIN)
  await dialog(page).getByLabel('Current password').fill('wrong one')
  await dialog(page).getByRole('button', { name: 'Set the PIN' }).click()
  await dialog(page).getByRole('alert').waitFor()
  faults.push(...(await faultsOf(tablet, 'pin')))
  await dialog(page).getByLabel('Current password').fill(PASSWORD)
  await dialog(page).getByRole('button', { name: 'Set the PIN' }).click()
  await page.getByRole('button', { name: 'Change the PIN' }).waitFor()
  faults.push(...(await faultsOf(tablet, 'account')))
  expect(faults).toEqual([])
})

/** The part of a page that says what to enter in a reading app, in all looks. */
async function connectFaults(watched: WatchedPage, name: string): Promise<string[]> {
  const { page, shot } = watched
  const faults: string[] = []
  await pageLoaded(page)
  await eachLook(page, async (look) => {
    await page.getByRole('heading', { name: 'Connect an app' }).evaluate((node) => node.scrollIntoView())
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${name} ${look}: ${fault}`))
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    if (wide) faults.push(`${name} ${look}: the page is wider than the screen`)
    await shot(`${name}-${look}`)
  })
  return faults
}

step('the account says what to enter in an app, and makes a key with which the app is seen', async () => {
  const { page } = tablet
  const { origin } = new URL(invitation)
  await page.goto(`${origin}/account`)
  await page.getByText(`${origin}/komga`).waitFor()
  const faults = await connectFaults(tablet, 'connect')
  await page.getByText('KOReader', { exact: true }).click()
  await page.getByText(`${origin}/opds/sync`).waitFor()
  faults.push(...(await connectFaults(tablet, 'connect-koreader')))
  await page.getByRole('button', { name: 'Make a key for KOReader' }).click()
  const key = (await dialog(page).locator('code').first().textContent()) ?? ''
  faults.push(...(await faultsOf(tablet, 'new-key')))
  await page.getByRole('button', { name: 'I have entered it' }).click()
  await page.getByText('Not used yet').waitFor()
  const answer = await fetch(`${origin}/opds`, {
    headers: {
      Authorization: `Basic ${btoa(`anyone:${key}`)}`,
      'User-Agent': 'KOReader/2026.08 (Android 14; Pixel 8)',
    },
  })
  expect(answer.status).toBe(200)
  await page.reload()
  await page.getByText('Seen just now from KOReader on Pixel 8').waitFor()
  await page.getByRole('link', { name: 'More in the guide' }).click()
  await page.waitForURL('**/help/connect-an-app#mihon')
  await page.getByRole('heading', { name: 'Mihon' }).waitFor()
  faults.push(...(await faultsOf(tablet, 'guide')))
  await page.goBack()
  await page.getByRole('heading', { name: 'Connect an app' }).waitFor()
  expect(faults).toEqual([])
})

step('the settings of the owner have the addresses on the network', async () => {
  const { page } = desk
  await page.goto(`${panelkeep.url}/settings#reading-apps`)
  await page.getByText(`http://${lanAddress()}:${panelkeep.port}/komga`).waitFor()
  expect(await connectFaults(desk, 'settings')).toEqual([])
})

step('another user logs in there, and the first one comes back with the PIN', async () => {
  const { page } = tablet
  const menu = page.locator('.shell-corner .menu')
  await menu.getByRole('button').click()
  const faults = await faultsOf(tablet, 'menu')
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  faults.push(...(await faultsOf(tablet, 'login-known')))
  await page.getByLabel('Name').fill(LOGIN.username)
  await page.getByLabel('Password', { exact: true }).fill(LOGIN.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.locator('.shell').waitFor()
  await menu.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Switch user' }).click()
  await dialog(page).getByRole('button', { name: 'Ben' }).waitFor()
  faults.push(...(await faultsOf(tablet, 'switch')))
  await dialog(page).getByRole('button', { name: 'Ben' }).click()
  await dialog(page).getByLabel('PIN').fill('0000')
  await dialog(page).getByRole('button', { name: 'Log in' }).click()
  await dialog(page).getByText('This PIN is not right.').waitFor()
  faults.push(...(await faultsOf(tablet, 'switch-pin')))
  await dialog(page).getByLabel('PIN').fill(PIN)
  await dialog(page).getByRole('button', { name: 'Log in' }).click()
  await page.locator('.shell-corner img.avatar').waitFor()
  expect(faults).toEqual([])
})

step('the owner sees the user, ends the sessions, deletes and restores', async () => {
  const { page } = desk
  await page.goto(`${panelkeep.url}/users`)
  await page.getByText('Last seen').first().waitFor()
  const faults = await faultsOf(desk, 'users')
  const more = page.getByRole('button', { name: 'More for Ben' })
  await more.click()
  await page.getByRole('menuitem', { name: 'End sessions' }).click()
  await dialog(page).getByRole('button', { name: 'End the sessions' }).click()
  await page.getByText('The sessions of Ben have ended.').waitFor()
  await tablet.page.getByRole('heading', { name: 'Log in' }).waitFor()
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  faults.push(...(await faultsOf(desk, 'delete')))
  await dialog(page).getByRole('button', { name: 'Delete the user' }).click()
  await page.getByRole('button', { name: 'Restore Ben' }).waitFor()
  faults.push(...(await faultsOf(desk, 'deleted')))
  await page.getByRole('button', { name: 'Restore Ben' }).click()
  await page.getByRole('button', { name: 'Edit Ben' }).click()
  await dialog(page).getByRole('switch', { name: 'Only some collections' }).click()
  await dialog(page).getByText('This user would see nothing').waitFor()
  faults.push(...(await faultsOf(desk, 'edit')))
  expect(faults).toEqual([])
})
