import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { COMICVINE_KEY, fakeComicvine } from '../src/testing/fakes/comicvine'
import { serveHandler } from '../src/testing/fakes/http'
import { fakeIndexer } from '../src/testing/fakes/indexer'
import { makeProviderData, seriesOf } from '../src/testing/fakes/provider-data'
import { accessibilityFaults } from './accessibility'
import { DESK, hasBrowser, openBrowser, openPage, PHONE, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Two indexers, one of them slow, and a failing one: releases reviewed, grabbed and force-grabbed. */
const folder = tempFolder()
const nzbs = folder.in('nzb')
const providerData = makeProviderData()
const harbor = seriesOf(providerData, 'harbor-2012')
const garden = fakeIndexer({
  name: 'Garden',
  releases: [
    { title: 'Harbor Lights 003 (2012) (digital) (Some-Group)', grabs: 14 },
    { title: 'Harbor Lights 003 (2019) (digital)', grabs: 2 },
    { title: 'Harbor Lights 004 (2019) (digital)', size: 61_000_000 },
  ],
})
const orchard = fakeIndexer({
  name: 'Orchard',
  slow: 1_500,
  releases: [{ title: 'Harbor.Lights.003.2012.Webrip.Another-Group', size: 55_000_000 }],
})
const shed = fakeIndexer({ name: 'Shed', type: 'torznab', failure: 'login page' })

const services = [fakeComicvine(providerData).fetch, garden.fetch, orchard.fetch, shed.fetch]
let open: ReturnType<typeof serveHandler>[] = []
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  for (const name of ['Comics', 'nzb']) mkdirSync(folder.in(name))
  open = services.map(serveHandler)
  const [comicvine] = open
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  const quiet = { enable_rss: false, search_interval: 0 }
  const service = { comicvine_url: comicvine?.origin, comicvine_api: COMICVINE_KEY, metron_enabled: false }
  await answered(reader.put('/api/config', { comic_dirs: [folder.in('Comics')], ...service, ...quiet }))
  const added = await answered(reader.post('/api/series', { id: harbor.ids.comicvine, monitor: 'all' }))
  await over(String(added.operation_id))
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
  await watched.page.clock.install()
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  await Promise.all(open.map((each) => each.stop()))
  endAll()
  folder.remove()
})

async function answered(reply: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await reply
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

/** Waits until an operation has ended. */
async function over(operationId: string): Promise<void> {
  for (;;) {
    const { state } = await reader.json<{ state: string }>(`/api/operations/${operationId}`)
    if (state !== 'queued' && state !== 'running') return expect(state).toBe('succeeded')
    await Bun.sleep(50)
  }
}

const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)
const sheet = () => byRole('dialog', { name: /^Releases for/ })
const candidate = (title: string): Locator => sheet().locator('.candidate', { hasText: title })
const complete = () =>
  sheet()
    .getByText(/^3 indexers searched/)
    .waitFor({ timeout: 90_000 })
const nzbFiles = () => (existsSync(nzbs) ? readdirSync(nzbs).filter((name) => name.endsWith('.nzb')) : [])

async function openIssue(number: string): Promise<void> {
  const { issues } = await reader.json<{ issues: { id: string; number: string }[] }>(
    `/api/series/${harbor.ids.comicvine}`,
  )
  const id = issues.find((issue) => issue.number === number)?.id
  await watched.page.goto(`${panelkeep.url}/library/${harbor.ids.comicvine}/issues/${id}`)
  await byRole('heading', { name: `#${number}`, exact: false })
    .first()
    .waitFor()
}

step('indexers are added on the settings page, with a test', async () => {
  const { page, shot } = watched
  const add = async (preset: string, name: string, origin = '', key = '') => {
    await byRole('button', { name: 'Add an indexer' }).click()
    await byRole('dialog').getByRole('button', { name: preset }).click()
    const form = byRole('dialog', { name: `Add ${preset}` })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Address').fill(origin)
    await form.getByLabel('API key').fill(key)
    return form
  }
  await page.goto(`${panelkeep.url}/settings#indexers`)
  const wrong = await add('Newznab indexer', 'Garden', open[1]?.origin, 'not the key')
  await wrong.getByRole('button', { name: 'Add', exact: true }).click()
  await wrong.getByText('Garden rejected the API key').waitFor()
  await shot('indexer-refused')
  await wrong.getByLabel('API key').fill(garden.key)
  await wrong.getByRole('button', { name: 'Test', exact: true }).click()
  await wrong.getByText('Garden responded and accepted the key').waitFor()
  await shot('indexer-tested')
  await wrong.getByRole('button', { name: 'Add', exact: true }).click()
  await wrong.waitFor({ state: 'detached' })
  const slow = await add('Newznab indexer', 'Orchard', open[2]?.origin, orchard.key)
  await slow.getByRole('button', { name: 'Add', exact: true }).click()
  await slow.waitFor({ state: 'detached', timeout: 30_000 })
  const failing = await add('Torznab indexer', 'Shed', open[3]?.origin, shed.key)
  await failing.getByRole('button', { name: 'Add', exact: true }).click()
  await failing.getByRole('button', { name: 'Add anyway' }).click()
  await failing.waitFor({ state: 'detached' })
  await page.getByText('No download client for your usenet indexers yet').first().waitFor()
  await answered(reader.put('/api/config', { blackhole_dir: nzbs, local_watchdir: folder.in('Comics') }))
  await page.locator('#indexers .ranked-row', { hasText: 'Garden' }).getByText('Usenet · Comics').waitFor()
  await shot('indexers')
  await byRole('button', { name: 'Move Orchard, 2 of 3: up and down arrow' }).press('ArrowUp')
  const first = async () => (await page.locator('#indexers .ranked b').first().textContent()) ?? ''
  expect(await first()).toBe('Orchard')
  const kept = page.waitForResponse((reply) => reply.request().method() === 'PUT')
  await byRole('button', { name: 'Move Garden, 2 of 3: up and down arrow' }).press('ArrowUp')
  await kept
  expect(await first()).toBe('Garden')
})

step('release rules are added in Settings, and a name is tested against them', async () => {
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/settings#release-rules`)
  const rules = page.locator('#release-rules')
  const add = async (match: string, label: string, text: string, effect: string, score?: string) => {
    const form = rules.locator('.rules > .rule-form')
    await form.getByLabel('Match').selectOption({ label: match })
    if (match === 'Format') await form.getByLabel(label).selectOption({ label: text })
    else await form.getByLabel(label).fill(text)
    await form.getByLabel('Effect').selectOption({ label: effect })
    if (score) await form.getByLabel('Score', { exact: true }).fill(score)
    await form.getByRole('button', { name: 'Add rule' }).click()
    await rules.locator('.rule-name', { hasText: text }).waitFor()
  }
  await rules.getByText('No release rules.').waitFor()
  await add('Group', 'Release group', 'Some-Group', 'Score', '10')
  await add('Word', 'Word', 'sampler', 'Must not have')
  await add('Format', 'Format', 'CBR', 'Score', '-5')
  await rules.getByLabel('Release name').fill('Harbor Lights 003 (2012) (digital) (Some-Group).cbr')
  await rules.getByText('Preferred group Some-Group +10').waitFor()
  await rules.getByText('Unwanted format CBR −5').waitFor()
  await rules.getByText('Score +5').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await shot('rules')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot('rules-dark')
  await page.setViewportSize(PHONE)
  await rules.getByRole('heading', { name: 'Preferred and blocked releases' }).scrollIntoViewIfNeeded()
  await shot('rules-phone-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await shot('rules-phone')
  await rules.getByRole('heading', { name: 'Test a release name' }).scrollIntoViewIfNeeded()
  await shot('rules-phone-test')
  await page.setViewportSize(DESK)
  await rules.getByRole('button', { name: 'Delete the rule for sampler' }).click()
  // A toast stays as long as the pointer is on it.
  await byRole('button', { name: 'Undo' }).hover()
  await rules.locator('.rule-name', { hasText: 'sampler' }).waitFor({ state: 'detached' })
  await byRole('button', { name: 'Undo' }).click()
  await rules.locator('.rule-name', { hasText: 'sampler' }).waitFor()
})

step('a series has its own rules', async () => {
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/library/${harbor.ids.comicvine}`)
  await byRole('main').getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = byRole('dialog', { name: 'Series settings' })
  await settings.getByText('No rules for this series.').waitFor()
  await settings.getByRole('heading', { name: 'From Settings' }).waitFor()
  await settings.getByLabel('Word', { exact: true }).fill('webrip')
  await settings.getByLabel('Score', { exact: true }).fill('-20')
  await settings.getByRole('button', { name: 'Add rule' }).click()
  await settings.locator('.rule-name', { hasText: 'webrip' }).waitFor()
  await settings.getByRole('heading', { name: 'Release rules' }).scrollIntoViewIfNeeded()
  expect(await accessibilityFaults(page)).toEqual([])
  await shot('series-rules')
  await page.setViewportSize(PHONE)
  await shot('series-rules-phone')
  await page.setViewportSize(DESK)
})

step('releases appear as indexers respond, and a failing one is reported', async () => {
  const { shot } = watched
  await openIssue('3')
  await shot('issue-missing')
  await byRole('button', { name: 'Review releases' }).click()
  await candidate('Some-Group').waitFor({ timeout: 60_000 })
  await shot('sheet-asking')
  await complete()
  await candidate('Another-Group').waitFor()
  await shot('sheet-found')
  const failures = sheet().getByRole('list', { name: 'Indexers that did not respond' })
  expect(await failures.textContent()).toContain('Shed')
  await candidate('(2019)').getByText('Wrong year: 2019 (the series began in 2012').waitFor()
  await candidate('Some-Group')
    .getByText('Ranked 1st: score +10, the next has −20, preferred group Some-Group +10')
    .waitFor()
  await candidate('Another-Group')
    .getByText(/^Ranked 2nd: score −20, the best has \+10, .*unwanted word webrip −20$/)
    .waitFor()
  expect(await accessibilityFaults(watched.page)).toEqual([])
  await watched.page.emulateMedia({ colorScheme: 'dark' })
  await shot('sheet-found-dark')
  await watched.page.setViewportSize(PHONE)
  await shot('sheet-found-phone-dark')
  await watched.page.emulateMedia({ colorScheme: 'light' })
  await shot('sheet-found-phone')
  await watched.page.setViewportSize(DESK)
})

step('an accepted release is grabbed by its button, and is in the folder', async () => {
  await candidate('Some-Group').getByRole('button', { name: 'Download' }).click()
  await candidate('Some-Group').getByText('In progress').waitFor({ timeout: 30_000 })
  await watched.shot('sheet-taken')
  const [file, ...others] = nzbFiles()
  expect(others).toEqual([])
  expect(file).toContain('Harbor Lights 003')
  expect(readFileSync(join(nzbs, file ?? ''), 'utf8')).toContain('<segment')
})

step('a rejected release is grabbed anyway, after a confirmation with the reasons', async () => {
  await openIssue('4')
  await byRole('button', { name: 'Review releases' }).click()
  await complete()
  await candidate('004 (2019)').getByRole('button', { name: 'Download anyway' }).click()
  const question = byRole('dialog', { name: 'Download anyway?' })
  expect(await question.textContent()).toContain('Wrong year: 2019')
  await watched.shot('sheet-anyway')
  await question.getByRole('button', { name: 'Download anyway' }).click()
  await candidate('004 (2019)').getByText('In progress').waitFor({ timeout: 30_000 })
  expect(nzbFiles()).toHaveLength(2)
})

step('a cancelled download is remembered when the releases are opened again', async () => {
  const queue = await reader.json<{ release_key: string }[]>('/api/downloads/queue')
  for (const { release_key } of queue)
    await answered(reader.post('/api/activity/in-flight/cancel', { kind: 'journal', release_key }))
  await openIssue('3')
  await byRole('button', { name: 'Review releases' }).click()
  await complete()
  await sheet().getByRole('button', { name: 'Search again' }).click()
  await complete()
  await candidate('Some-Group').getByText('Download cancelled').waitFor()
  await candidate('Some-Group').getByRole('button', { name: 'Download anyway' }).waitFor()
  await watched.shot('sheet-remembered')
})

step('an expired list is marked, and searched again', async () => {
  const { page, shot } = watched
  await openIssue('5')
  await byRole('button', { name: 'Review releases' }).click()
  await complete()
  await sheet().getByText('No releases found').waitFor()
  await sheet()
    .getByText(/^Results expire at/)
    .waitFor()
  await page.clock.fastForward('09:00')
  await sheet()
    .getByText(/^Results expire in (0:|1:00$)/)
    .waitFor()
  await page.clock.fastForward('01:01')
  await sheet().getByText('These results have expired').waitFor()
  await shot('sheet-expired')
  await sheet().getByRole('button', { name: 'Search again' }).click()
  await sheet().getByText('These results have expired').waitFor({ state: 'detached' })
})

step('the sheet fits on a phone, and the browser reported no errors', async () => {
  const { complaints, page } = watched
  await page.setViewportSize(PHONE)
  await openIssue('3')
  await watched.shot('issue-phone')
  expect(complaints).toEqual([])
})
