import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { makeKomga } from '../src/testing/migration/komga'
import { accessibilityFaults } from './accessibility'
import { eachLook, hasBrowser, openBrowser, openPage, pageLoaded, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** The users of a Komga are chosen, moved in and shown on the Users page. */
const folder = tempFolder()
const komga = folder.in('komga')
let panelkeep: Panelkeep
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  const root = folder.in('comics')
  mkdirSync(root, { recursive: true })
  const books = [1, 2, 3].map((number) => ({ name: `Harbor Lights ${number}.cbz`, number: String(number), page: 5 }))
  makeKomga(komga, [root], [{ title: 'Harbor Lights', folder: 'Harbor Lights', books }])
  addUsers(join(komga, 'database.sqlite'))
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

function addUsers(path: string): void {
  const db = new Database(path)
  for (const column of ['SHARED_ALL_LIBRARIES', 'AGE_RESTRICTION', 'AGE_RESTRICTION_ALLOW_ONLY'])
    db.run(`ALTER TABLE "USER" ADD ${column} int`)
  db.run(`INSERT INTO "USER" VALUES ('k', 'kim@example.org', '', 1, 12, 1), ('l', 'Lee: at a very long address of a house with many floors', '', 0, NULL, NULL), ('m', 'Max', '', 1, 18, 0)`) // biome-ignore format: one line
  db.run(`INSERT INTO READ_PROGRESS VALUES ('s1b1', 'k', 9, 0, '2024-02-01 10:00:00')`)
  db.close()
}

/** Pictures of the page at each size, and what keeps somebody from using it. */
async function faultsOf(name: string, heading?: string): Promise<string[]> {
  const { page, shot } = watched
  const faults: string[] = []
  await pageLoaded(page)
  await eachLook(page, async (look) => {
    if (heading) await page.getByRole('heading', { name: heading, exact: true }).evaluate((at) => at.scrollIntoView())
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${name} ${look}: ${fault}`))
    if (!(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))) faults.push(`${name} ${look}: wide`) // biome-ignore format: one line
    await shot(`${name}-${look}`)
  })
  return faults
}

step('the owner chooses what happens with each user of the other program', async () => {
  const { page } = watched
  await page.goto(`${panelkeep.url}/move-in?path=${encodeURIComponent(komga)}`)
  await page.getByRole('heading', { name: 'Users', exact: true }).waitFor()
  expect(await page.getByLabel('What happens with ann@example.org').inputValue()).toBe('user:owner')
  await page.getByText('Sees nothing until you choose').waitFor()
  await page.getByLabel('What happens with Max').selectOption({ label: 'Leave out' })
  expect(await faultsOf('people', 'Users')).toEqual([])
  await page.getByRole('button', { name: 'Move in from Komga' }).click()
})

step('the report names the new users, who are invited on the Users page', async () => {
  const { page } = watched
  await page.getByRole('heading', { name: 'You have moved in' }).waitFor()
  await page.getByText('2 users were added.').waitFor()
  expect(await faultsOf('report', 'Users')).toEqual([])
  await page.getByRole('link', { name: 'Users page' }).click()
  await page.getByText('Sees nothing until you choose').waitFor()
  await page.getByText('Comics and manga up to 12 years').waitFor()
  await page.getByText('Not invited yet').first().waitFor()
  expect(await faultsOf('users')).toEqual([])
})

step('undoing the move removes the new users', async () => {
  const { page } = watched
  await page.goto(`${panelkeep.url}/move-in`)
  await page.getByRole('button', { name: 'Undo the move' }).click()
  await page.locator('dialog[open]').getByText('2 users').waitFor()
  await page.locator('dialog[open]').getByRole('button', { name: 'Undo the move' }).click()
  await page.getByRole('heading', { name: 'The move was undone' }).waitFor()
  await page.goto(`${panelkeep.url}/users`)
  await page.getByText('Owner').first().waitFor()
  expect(await page.getByText('kim@example.org').count()).toBe(0)
  expect(watched.complaints).toEqual([])
})
