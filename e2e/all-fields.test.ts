import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { documentIn } from '../src/testing/archives/comics'
import { fullComic, fullComicInfo, ISSUES_EACH, writeFullLibrary } from '../src/testing/libraries/full-comicinfo'
import {
  type FoundIssue,
  lostInDocument,
  missingInIssue,
  missingInManifest,
} from '../src/testing/libraries/full-comicinfo-found'
import { accessibilityFaults } from './accessibility'
import { eachLook, hasBrowser, openBrowser, openPage, pageLoaded, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { importComics } from './import-library'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Two thousand files with every field of ComicInfo: each is found again through API, catalog, pages and a written file. */
const FILES = 2_000
const folder = tempFolder()
const comics = folder.in('comics')
let panelkeep: Panelkeep
let reader: Client
let browser: Browser | undefined
let desk: WatchedPage
/** The series with its issues by number. */
const series = new Map<string, { comic_id: string; issues: Map<string, string> }>()

beforeAll(async () => {
  writeFullLibrary(comics, FILES)
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await reader.put('/api/config', { comic_dirs: [comics] })
  await importComics(reader)
  if (!hasBrowser) return
  browser = await openBrowser()
  desk = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

async function idsOf(n: number): Promise<{ comic_id: string; issue_id: string }> {
  const { texts } = fullComic(n)
  const name = texts.Series!
  if (series.size === 0)
    for (const { ComicID, ComicName } of await reader.json<{ ComicID: string; ComicName: string }[]>('/api/series')) {
      const { issues } = await reader.json<{ issues: { id: string; number: string }[] }>(`/api/series/${ComicID}`)
      const ids = new Map(issues.map(({ id, number }) => [number, id]))
      series.set(ComicName, { comic_id: ComicID, issues: ids })
    }
  const { comic_id, issues } = series.get(name)!
  return { comic_id, issue_id: issues.get(texts.Number!)! }
}

test('every field of 2,000 files is found through the API and the catalog', async () => {
  for (let n = 0; n < FILES; n++) {
    const { issue_id } = await idsOf(n)
    const found = await reader.json<FoundIssue>(`/api/series/issues/${issue_id}`)
    const manifest = await reader.json<Parameters<typeof missingInManifest>[0]>(`/opds/v2/issues/${issue_id}`)
    const comic = fullComic(n)
    expect([n, ...missingInIssue(found, comic), ...missingInManifest(manifest, comic)]).toEqual([n])
  }
})

test('files of a series keep every field when their metadata is written', async () => {
  const { comic_id } = await idsOf(ISSUES_EACH)
  const { job_id } = await (await reader.post('/api/metadata/metatag/group', { comic_id })).json()
  for (let state = 'running'; state !== 'succeeded'; await Bun.sleep(200)) {
    const operation = await reader.json<{ state: string }>(`/api/operations/${job_id}`)
    state = operation.state
    expect(['queued', 'running', 'succeeded']).toContain(state)
  }
  for (let n = ISSUES_EACH; n < 2 * ISSUES_EACH; n++) {
    const comic = fullComic(n)
    const written = await documentIn(join(comics, comic.folder, comic.name))
    expect([n, ...lostInDocument(fullComicInfo(comic), written)]).toEqual([n])
  }
})

const WORDS = [
  'Fog Year 0 #101 of 200',
  'Quayside 0',
  'Scanner 0',
  'Worth reading by lamplight',
  'double page',
  'fans.example',
]

step('the page of an issue shows what its file says', async () => {
  const { comic_id, issue_id } = await idsOf(0)
  const { page } = desk
  await page.goto(`${panelkeep.url}/library/${comic_id}/issues/${issue_id}`)
  await pageLoaded(page)
  const text = await page.locator('.issue').textContent()
  const { lists } = fullComic(0)
  for (const word of [...WORDS, ...Object.entries(lists).flatMap(([name, words]) => (name === 'Web' ? [] : words))])
    expect(text).toContain(word)
  await looks(page, 'issue')
  await page.locator('.issue-web').scrollIntoViewIfNeeded()
  await desk.shot('issue-details')
  await page.keyboard.press('e')
  await page.getByText('From the files').first().waitFor()
  expect(await page.locator('.edit-sheet').textContent()).toContain('Fog Year 0 #101 of 200')
  await desk.shot('issue-edit')
})

step('the editor of a series counts the issues that state each word', async () => {
  const { comic_id } = await idsOf(0)
  const { page } = desk
  await page.goto(`${panelkeep.url}/library/${comic_id}`)
  await pageLoaded(page)
  await page.getByRole('button', { name: /^More for this series/ }).click()
  await page.getByText('Edit details').click()
  await page.getByText('in 50 of 50 issues').first().waitFor()
  await desk.shot('series-edit')
})

step('arcs and groups that files name are offered', async () => {
  const { page } = desk
  await page.goto(`${panelkeep.url}/arcs`)
  await page.getByRole('heading', { name: 'Suggested story arcs' }).waitFor()
  await looks(page, 'arcs')
  await page.getByRole('button', { name: 'Dismiss The Long Tide' }).click()
  await page.getByText('The Long Tide is no longer offered.').waitFor()
  // The list moves up: a click before that may miss its button.
  await page.getByRole('button', { name: 'Dismiss The Long Tide' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create story arc: Harbor War 0' }).click()
  await page.getByRole('heading', { name: 'Harbor War 0' }).waitFor()
  await page.goto(`${panelkeep.url}/collections`)
  await page.getByRole('heading', { name: 'Suggested collections' }).waitFor()
  await looks(page, 'collections')
  await page.getByRole('button', { name: 'Create collection: Quayside 0' }).click()
  await page.getByRole('heading', { name: 'Quayside 0' }).waitFor()
})

step('the reader shows a marked double page alone, and lists the bookmarks of the file', async () => {
  const { issue_id } = await idsOf(0)
  const { page } = desk
  await page.goto(`${panelkeep.url}/read/${issue_id}`)
  await page.locator('[data-here] img').first().waitFor()
  await page.keyboard.press('b')
  await page.getByText('Page 1 bookmarked').waitFor()
  await page.mouse.move(700, 400)
  await page.mouse.move(720, 420)
  await page.getByRole('button', { name: '2 bookmarks' }).click()
  await page.getByText('Chapter 1').waitFor()
  await desk.shot('reader-bookmarks')
})

async function looks(page: Page, name: string): Promise<void> {
  await eachLook(page, async (look) => {
    expect(await accessibilityFaults(page, 'colours')).toEqual([])
    await desk.shot(`${name}-${look}`)
  })
  expect(await accessibilityFaults(page)).toEqual([])
}
