import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { pages } from '../ui/router'
import { isOwnerPage } from '../ui/state/owner-pages'
import { DESK, hasBrowser, openBrowser, openPage, step } from './browser'
import { type EveryPageSetup, openEveryPageSetup } from './every-page-setup'
import { addUser, type HouseUser, putCookie } from './house'
import { openMenus, openQuietly, pageFaults } from './page-walk'

setDefaultTimeout(900_000)

/** The pages of a manager, in a library of which the owner uses everything. */
let every: EveryPageSetup
let browser: Browser
let manager: HouseUser
/** The address of every page that managers have. */
let paths: string[]

beforeAll(async () => {
  if (!hasBrowser) return
  every = await openEveryPageSetup()
  browser = await openBrowser()
  manager = await addUser(every.setup.panelkeep, every.setup.reader, 'Noor', { role: 'manager' })
  const isOwn = (path: string) => !isOwnerPage(path) && !path.includes('gone') && path !== '/no/such/page'
  // The list of the sample is the owner's.
  paths = every.paths.filter((path) => isOwn(path) && !path.startsWith('/readlist/'))
})
afterAll(async () => {
  await browser?.close()
  await every?.end()
})

const managerPage = async () => putCookie(await openPage(browser, DESK), every.setup.panelkeep, manager.cookie)

const open = (page: Page, path: string) => openQuietly(page, every.setup.panelkeep.url + path)

step('no page of a manager gets a refusal or an error, at desk and phone width, in light and dark', async () => {
  const watched = await managerPage()
  expect(await pageFaults(watched, every.setup.panelkeep.url, paths)).toEqual([])
  await watched.close()
})

step('every menu of a manager opens without a refusal', async () => {
  const watched = await managerPage()
  await openMenus(watched, every.setup.panelkeep.url, paths)
  expect(watched.complaints).toEqual([])
  await watched.close()
})

step('a manager changes an option of the library, and finds none of the owner', async () => {
  const { page, complaints, shot, close } = await managerPage()
  await open(page, '/settings')
  await page.getByRole('switch', { name: 'Advanced' }).click()
  const lower = page.getByRole('switch', { name: 'Lowercase file names' })
  await lower.click()
  await page.getByText('Lowercase file names: saved.').waitFor()
  expect(await lower.getAttribute('aria-checked')).toBe('true')
  await page.getByLabel('Find a setting').fill('backup')
  await page.getByText('No setting found').waitFor()
  await shot('settings-no-backup')
  expect(complaints).toEqual([])
  await close()
})

step('a page of the owner says to ask the owner, and requests nothing for itself', async () => {
  const { page, complaints, shot, close } = await managerPage()
  const hidden = pages.map(({ path }) => path).filter((path) => isOwnerPage(path) && !path.includes(':'))
  expect(hidden).toContain('/system/backups')
  for (const path of hidden) {
    await open(page, path)
    expect(await page.locator('h1').textContent(), path).toBe('Ask the owner of this library.')
  }
  await shot('ask-the-owner')
  expect(complaints).toEqual([])
  await close()
})
