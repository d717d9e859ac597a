import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { makeCbz, makePng } from '../src/testing/archives/archives'
import { accessibilityFaults } from './accessibility'
import { eachLook, hasBrowser, openBrowser, openPage, pageLoaded, signedIn, step, type WatchedPage } from './browser'
import { comicOf, type DownloadSetup, issueOf, openDownloadSetup, waitForAnswer } from './download-setup'
import { addUser, putCookie } from './house'

setDefaultTimeout(300_000)

/** A reader asks for a series and for an issue; the owner decides, files arrive, and the reader reads. */
let setup: DownloadSetup
let browser: Browser
let desk: WatchedPage
let tablet: WatchedPage

const SERIES = 'Copper Orchard'

beforeAll(async () => {
  if (!hasBrowser) return
  setup = await openDownloadSetup()
  const mia = await addUser(setup.panelkeep, setup.reader, 'Mia')
  browser = await openBrowser()
  desk = await signedIn(await openPage(browser), setup.panelkeep)
  tablet = await putCookie(await openPage(browser), setup.panelkeep, mia.cookie)
})
afterAll(async () => {
  await browser?.close()
  await setup?.end()
})

const open = async ({ page }: WatchedPage, path: string) => {
  await page.goto(setup.panelkeep.url + path)
  await pageLoaded(page)
}
const rowOf = ({ page }: WatchedPage, name: string): Locator =>
  page.locator('.requests-own li.request, main li.request', { hasText: name })
const dialog = ({ page }: WatchedPage) => page.locator('dialog[open]')

async function faultsOf({ page, shot }: WatchedPage, name: string): Promise<string[]> {
  const faults: string[] = []
  await eachLook(page, async (look) => {
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${name} ${look}: ${fault}`))
    await shot(`${name}-${look}`)
  })
  return faults
}

/** A finished download, as a client hands it over. */
async function arrive(name: string, bytes: Uint8Array, issueid: string): Promise<void> {
  const folder = setup.in(`done/${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.cbz`), bytes)
  const body = { nzb_name: name, nzb_folder: folder, issueid, apc_version: '2.04' }
  await waitForAnswer(setup.reader.post('/api/downloads/process', body))
}

step('a reader searches for a series that is missing, and asks for it', async () => {
  const { page } = tablet
  await open(tablet, '/requests')
  await page.getByRole('searchbox', { name: 'Name of a comic' }).fill('copper orchard')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const found = page.locator('.requests-found li', { hasText: SERIES }).first()
  await found.getByRole('button', { name: 'Ask', exact: true }).click()
  await dialog(tablet).getByLabel('Note').fill('For the long train ride')
  const faults = await faultsOf(tablet, 'ask')
  await dialog(tablet).getByRole('button', { name: 'Ask', exact: true }).click()
  await found.getByText('You asked for it').waitFor()
  await page.locator('.requests-own').getByText('Waiting for the owner').waitFor()
  faults.push(...(await faultsOf(tablet, 'asked')))
  expect(faults).toEqual([])
})

step('the owner sees the request under Needs attention, and accepts it', async () => {
  const { page } = desk
  await open(desk, '/activity/attention')
  await page.getByText('For the long train ride').waitFor()
  const faults = await faultsOf(desk, 'attention')
  await open(desk, '/requests')
  faults.push(...(await faultsOf(desk, 'requests')))
  await rowOf(desk, SERIES).getByRole('button', { name: 'Accept' }).click()
  faults.push(...(await faultsOf(desk, 'accept')))
  await dialog(desk).getByRole('button', { name: 'Accept' }).click()
  await rowOf(desk, SERIES).getByText('Accepted').waitFor()
  await tablet.page.locator('.requests-own').getByText('Accepted').waitFor()
  expect(faults).toEqual([])
})

step('a file arrives, and the reader reads it from the request', async () => {
  const { page } = tablet
  const link = page.locator('.requests-own').getByRole('link', { name: SERIES })
  await link.waitFor()
  const comicId = decodeURIComponent((await link.getAttribute('href'))!.split('/').at(-1)!)
  const issue = await issueOf({ ...setup, comicId }, '1')
  const cover = makePng(400, 600, [120, 70, 20], '1')
  await arrive('Copper Orchard 001 (2015)', makeCbz({ '1.png': cover, '2.png': cover }), issue.id)
  await page.locator('.requests-own').getByText('Ready to read').waitFor()
  const faults = await faultsOf(tablet, 'ready')
  await link.click()
  await page.getByRole('heading', { name: SERIES }).waitFor()
  await page
    .getByRole('link', { name: /^(Read|Start reading)/ })
    .first()
    .click()
  await page.locator('.reader-page').first().waitFor()
  expect(faults).toEqual([])
})

step('a missing issue is asked for on its page, and declined with a reason', async () => {
  const { page } = tablet
  const issue = await issueOf(setup, '3')
  await open(tablet, `/library/${setup.comicId}/issues/${issue.id}`)
  await page.getByRole('button', { name: 'Ask for it' }).click()
  await dialog(tablet).getByRole('button', { name: 'Ask', exact: true }).click()
  await dialog(tablet).waitFor({ state: 'detached' })
  await open(desk, '/requests')
  await rowOf(desk, 'Winter Atlas').getByRole('button', { name: 'Decline' }).click()
  await dialog(desk).getByLabel('Reason').fill('The second printing comes in May.')
  await dialog(desk).getByRole('button', { name: 'Decline' }).click()
  await rowOf(desk, 'Winter Atlas').getByText('Declined').waitFor()
  await open(tablet, '/requests')
  await rowOf(tablet, 'Winter Atlas').getByText('The second printing comes in May.').waitFor()
  expect(await faultsOf(tablet, 'declined')).toEqual([])
})

step('an accepted issue is wanted, and readable when its file is there', async () => {
  const issue = await issueOf(setup, '4')
  await open(tablet, `/library/${setup.comicId}/issues/${issue.id}`)
  await tablet.page.getByRole('button', { name: 'Ask for it' }).click()
  await dialog(tablet).getByRole('button', { name: 'Ask', exact: true }).click()
  await dialog(tablet).waitFor({ state: 'detached' })
  await open(desk, '/requests')
  await rowOf(desk, '#4').getByRole('button', { name: 'Accept' }).click()
  await rowOf(desk, '#4').getByText('Accepted').waitFor()
  expect((await issueOf(setup, '4')).status).toBe('Wanted')
  await arrive('Winter Atlas 004 (1998)', comicOf('4'), issue.id)
  await open(tablet, '/requests')
  await rowOf(tablet, '#4').getByText('Ready to read').waitFor()
  expect([...desk.complaints, ...tablet.complaints]).toEqual([])
  expect(setup.panelkeep.log.split('\n').filter((line) => / error /.test(line))).toEqual([])
})
