import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { serveHandler } from '../src/testing/fakes/http'
import { fakeSabnzbd } from '../src/testing/fakes/sabnzbd'
import { accessibilityFaults } from './accessibility'
import { hasBrowser, openBrowser, openPage, PHONE, signedIn, step, type WatchedPage } from './browser'
import {
  comicOf,
  type DownloadSetup,
  issueOf,
  openDownloadSetup,
  releaseOf,
  until,
  waitForAnswer,
  want,
} from './download-setup'

setDefaultTimeout(300_000)

/** Active work, the timeline and items that need attention, on the pages. */
let setup: DownloadSetup
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  setup = await openDownloadSetup()
  mkdirSync(setup.in('nzb'))
  await waitForAnswer(setup.reader.put('/api/config', { blackhole_dir: setup.in('nzb') }))
  setup.usenet.releases = ['1', '2'].map((number) => ({ title: releaseOf(number), size: 40_000_000 }))
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), setup.panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await setup?.end()
})

const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)
const visit = (path: string) => watched.page.goto(setup.panelkeep.url + path)
const status = async (number: string) => (await issueOf(setup, number)).status
const snatched = (number: string) =>
  until(`issue ${number} to be handed over`, async () => (await status(number)) === 'Snatched' || undefined)

step('a grab appears in the queue of the open page, and is cancelled there', async () => {
  const { page, shot } = watched
  await visit('/activity')
  await page.getByRole('heading', { name: 'Nothing in progress' }).waitFor()
  await want(setup, '1')
  await byRole('list', { name: 'Downloads' }).getByText('Winter Atlas').first().waitFor()
  await shot('queue')
  await snatched('1')
  await page.getByRole('contentinfo').getByText('1 in progress').waitFor()
  await visit('/activity/on-its-way')
  await page.waitForURL(`${setup.panelkeep.url}/activity`)
  await byRole('button', { name: 'More about Winter Atlas #1' }).click()
  await byRole('menuitem', { name: 'Remove' }).click()
  await byRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Nothing in progress').first().waitFor()
  expect(await status('1')).toBe('Wanted')
})

step('a download that matches no issue needs attention, and is dismissed', async () => {
  const { shot } = watched
  const folder = setup.in('arrived')
  mkdirSync(folder)
  writeFileSync(join(folder, 'Nobody Knows It 014 (2003).cbz'), comicOf('14'))
  await waitForAnswer(
    setup.reader.post('/api/downloads/process', { nzb_name: 'Nobody Knows It 014', nzb_folder: folder }),
  )
  await visit('/activity/attention')
  const trouble = byRole('region', { name: 'No matching issue in the library' })
  await trouble.waitFor()
  await trouble.getByText('Nobody Knows It 014').first().waitFor()
  await shot('attention')
  await trouble.getByRole('button', { name: 'Skip' }).first().click()
  await trouble.waitFor({ state: 'detached' })
  const { total } = await setup.reader.json<{ total: number }>('/api/attention')
  expect(total).toBe(0)
})

step('a download of another missing issue is offered, and imported as that issue', async () => {
  const { page, shot } = watched
  const folder = setup.in('something-else')
  mkdirSync(folder)
  writeFileSync(join(folder, 'Winter Atlas 007 (1998).cbz'), comicOf('7'))
  const wanted = await issueOf(setup, '5')
  const named = { nzb_name: 'Winter Atlas 005', nzb_folder: folder, issueid: wanted.id }
  await waitForAnswer(setup.reader.post('/api/downloads/process', named))
  await visit('/activity/attention')
  const trouble = byRole('region', { name: 'The downloaded file is not the wanted issue' })
  await trouble.getByText('wrong number: 7 (wanted: 5)').first().waitFor()
  const offer = trouble.getByRole('button', { name: 'Import as Winter Atlas (1998) #7' })
  await offer.waitFor()
  await shot('something-else')
  expect(await accessibilityFaults(page)).toEqual([])
  await offer.click()
  await trouble.waitFor({ state: 'detached' })
  await until('issue 7 to be in the library', async () => (await status('7')) === 'Downloaded' || undefined)
  expect(await status('5')).not.toBe('Downloaded')
})

step('the timeline shows the events, and the history has a row for each', async () => {
  const { page, shot } = watched
  await visit('/activity/timeline')
  await page.waitForURL(`${setup.panelkeep.url}/activity/history/timeline`)
  await page.getByText('Winter Atlas').first().waitFor()
  await shot('timeline')
  await visit('/activity/history')
  await page.getByText(releaseOf('1')).first().waitFor()
  await visit('/activity/blocklist')
  await page.waitForURL(`${setup.panelkeep.url}/activity/history/blocked`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(watched.complaints).toEqual([])
})

step('the priority that the client reports is shown, raised and lowered', async () => {
  const { page, shot } = watched
  const sabnzbd = fakeSabnzbd('4.5.3')
  const server = serveHandler(sabnzbd.fetch)
  const slots = { status: 'Downloading', mb: '40', mbleft: '30', priority: 'Normal' }
  await waitForAnswer(
    setup.reader.post('/api/config/clients', {
      type: 'sabnzbd',
      name: 'SABnzbd',
      address: server.origin,
      secret: sabnzbd.key,
      category: 'comics',
    }),
  )
  setup.usenet.releases = [{ title: releaseOf('3'), size: 40_000_000 }]
  await want(setup, '3')
  await until('the job to be in the queue of SABnzbd', async () => sabnzbd.queue[0])
  Object.assign(sabnzbd.queue[0]!, slots)
  await visit('/activity')
  const row = byRole('listitem', { name: /Winter Atlas #3/ })
  await row.getByText('SABnzbd · Normal priority').waitFor()
  await byRole('button', { name: 'More about Winter Atlas #3' }).click()
  await shot('queue-priority-menu')
  await byRole('menuitem', { name: 'Raise priority' }).click()
  await row.getByText('SABnzbd · High priority').waitFor()
  await page.keyboard.press('Enter')
  await byRole('menuitem', { name: 'Lower priority' }).click()
  await row.getByText('SABnzbd · Normal priority').waitFor()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await shot('queue-priority-dark')
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await accessibilityFaults(page)).toEqual([])
  const phone = await signedIn(await openPage(browser, PHONE), setup.panelkeep)
  await phone.page.goto(`${setup.panelkeep.url}/activity`)
  await phone.page.getByText('SABnzbd · Normal priority').waitFor()
  await phone.shot('queue-priority-phone')
  await phone.close()
  await server.stop()
})

step('all activity pages fit on a phone', async () => {
  const phone = await signedIn(await openPage(browser, PHONE), setup.panelkeep)
  for (const path of ['', '/history', '/history/timeline', '/history/searches', '/history/blocked', '/attention']) {
    await phone.page.goto(`${setup.panelkeep.url}/activity${path}`)
    await phone.page.getByRole('heading', { level: 1 }).waitFor()
    const [wide, window] = await phone.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect([path, wide! <= window!]).toEqual([path, true])
  }
  expect(phone.complaints).toEqual([])
  await phone.close()
})
