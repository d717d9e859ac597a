import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { READER } from '../ui/reader-page'
import { findPage, pages } from '../ui/router'
import { DESK, eachLook, hasBrowser, openBrowser, openPage, step } from './browser'
import { waitForAnswer } from './download-setup'
import { type EveryPageSetup, openEveryPageSetup } from './every-page-setup'
import { addUser, type HouseUser, putCookie } from './house'
import { openMenus, openQuietly, pageFaults } from './page-walk'

setDefaultTimeout(900_000)

/** The pages of a user who only reads, in a library of which the owner uses everything. */
let every: EveryPageSetup
let browser: Browser
let reader: HouseUser
/** The address of every page that readers have. */
let paths: string[]

beforeAll(async () => {
  if (!hasBrowser) return
  every = await openEveryPageSetup()
  browser = await openBrowser()
  reader = await addReader('Mia')
  const listPath = await begin()
  const isOwn = (path: string) => path.startsWith('/read/') || findPage(path)?.readers !== undefined
  // The samples of these are the owner's.
  const isOwners = (path: string) => path.startsWith('/readlist/') || path.startsWith('/help/')
  const known = every.paths.filter((path) => isOwn(path) && !path.includes('gone') && !isOwners(path))
  paths = [...known, '/help/for-readers', listPath]
})
afterAll(async () => {
  await browser?.close()
  await every?.end()
})

const addReader = (name: string) => addUser(every.setup.panelkeep, every.setup.reader, name)

/** The reader begins an issue, makes a list and chooses a favourite. Returns the page of the list. */
async function begin(): Promise<string> {
  const { client } = reader
  const comicId = every.seriesPath.split('/').at(-1)
  await waitForAnswer(client.put(`/api/reading/issues/${every.issueId}/progress`, { page: 2 }))
  await waitForAnswer(client.send('PATCH', `/api/series/${comicId}/marks`, { favourite: true, rating: 4 }))
  const { list } = await waitForAnswer(client.post('/api/readlists', { name: 'For the train' }))
  const { list_id } = list as { list_id: string }
  await waitForAnswer(client.post(`/api/readlists/${list_id}/issues`, { issue_ids: [every.issueId] }))
  return `/readlist/${list_id}`
}

async function readerPage({ cookie } = reader) {
  return putCookie(await openPage(browser, DESK), every.setup.panelkeep, cookie)
}

const open = (page: Page, path: string) => openQuietly(page, every.setup.panelkeep.url + path)

step('no page of a reader gets a refusal or an error, at desk and phone width, in light and dark', async () => {
  const watched = await readerPage()
  expect(await pageFaults(watched, every.setup.panelkeep.url, paths)).toEqual([])
  await watched.close()
})

step('a new reader is led to the library', async () => {
  const { page, complaints, shot, close } = await readerPage(await addReader('Ben'))
  await open(page, '/')
  await page.getByRole('heading', { name: 'Nothing started yet' }).waitFor()
  await eachLook(page, (look) => shot(`new-${look}`))
  await page.getByRole('link', { name: 'Go to the library' }).click()
  await page
    .getByRole('link', { name: /^Harbor Lights/ })
    .first()
    .waitFor()
  expect(complaints).toEqual([])
  await close()
})

step('every menu of a reader opens without a refusal', async () => {
  const watched = await readerPage()
  await openMenus(watched, every.setup.panelkeep.url, paths)
  expect(watched.complaints).toEqual([])
  await watched.close()
})

step('a page that readers do not have says to ask the owner, and requests nothing for itself', async () => {
  const { page, complaints, shot, close } = await readerPage()
  const hidden = pages.filter(({ readers, path }) => !readers && !path.includes(':')).map(({ path }) => path)
  expect([hidden.includes('/settings'), hidden.includes(READER)]).toEqual([true, false])
  for (const path of hidden) {
    await open(page, path)
    expect(await page.locator('h1').textContent(), path).toBe('Ask the owner of this library.')
  }
  await shot('ask-the-owner')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await page.getByRole('heading', { name: 'Continue reading' }).waitFor()
  expect(complaints).toEqual([])
  await close()
})
