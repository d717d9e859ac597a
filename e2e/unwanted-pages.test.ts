import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { type Entry, makeCbz, makePng } from '../src/testing/archives/archives'
import { accessibilityFaults } from './accessibility'
import {
  eachLook,
  hasBrowser,
  openBrowser,
  openPage,
  picturesLoaded,
  signedIn,
  step,
  type WatchedPage,
} from './browser'
import { tempFolder } from './folders'
import { addUser, type HouseUser } from './house'
import { importComics } from './import-library'
import { basic, type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(900_000)

/** An advert in 300 files: found, hidden for two users and their apps, removed, and brought back byte for byte. */
const FILES = 300
const PAGES = 8
const folder = tempFolder()
const comics = folder.in('Comics/Harbor Lights (2015)')
let panelkeep: Panelkeep
let owner: Client
let komga: Client
let kit: HouseUser
let browser: Browser
let watched: WatchedPage
let issueId: string
let comicId: string
const originals = new Map<string, string>()

const two = (n: number) => String(n).padStart(2, '0')
const digest = (path: string) => new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex')
const files = () => readdirSync(comics).filter((name) => name.endsWith('.cbz'))

/** Page 1 is the cover, pages 2 to 7 the story, page 8 the advert. In a few files it is the same in another size. */
async function makeFiles(): Promise<void> {
  mkdirSync(comics, { recursive: true })
  const advert = makePng(400, 600, [190, 40, 60], 'BUY')
  const smaller = await new Bun.Image(advert).resize(300, 450, { fit: 'fill' }).jpeg({ quality: 70 }).bytes()
  const credits = makePng(400, 600, [40, 90, 180], 'SCAN')
  for (let n = 1; n <= FILES + 4; n++) {
    const isNear = n > FILES
    const entries: Entry[] = Array.from({ length: PAGES - 1 }, (_, page) => ({
      name: `page ${two(page + 1)}.png`,
      data:
        page === 6 && n % 25 === 0
          ? credits
          : makePng(80, 120, [(n * 37) % 220, (page * 53) % 220, (n * page * 11) % 220], `${n}-${page}`),
    }))
    entries.push({ name: `page ${two(PAGES)}.${isNear ? 'jpg' : 'png'}`, data: isNear ? smaller : advert })
    const info = `<?xml version="1.0"?><ComicInfo><Series>Harbor Lights</Series><Number>${n}</Number><Year>2015</Year><PageCount>${PAGES}</PageCount><Pages><Page Image="0" Type="FrontCover"/><Page Image="7" Type="Advertisement"/></Pages></ComicInfo>`
    const name = `Harbor Lights ${String(n).padStart(3, '0')} (2015).cbz`
    writeFileSync(join(comics, name), makeCbz(entries, { comicInfo: info, store: true }))
    originals.set(name, digest(join(comics, name)))
  }
}

interface Read {
  page_count: number
  progress: { page: number; completed: boolean } | null
  bookmarks: { page: number }[]
}
const readBy = (client: Client) => client.json<Read & Record<string, unknown>>(`/api/reading/issues/${issueId}`)

beforeAll(async () => {
  if (!hasBrowser) return
  await makeFiles()
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  owner = await panelkeep.reader()
  komga = panelkeep.client(basic())
  await owner.put('/api/config', { comic_dirs: [folder.in('Comics')], opds_enable: true })
  await importComics(owner)
  kit = await addUser(panelkeep, owner, 'Kit')
  const { comics: found } = await owner.json<{ comics: { ComicID: string }[] }>('/api/series?limit=1')
  comicId = found[0]!.ComicID
  const { issues } = await owner.json<{ issues: { id: string; number: string }[] }>(`/api/series/${comicId}`)
  issueId = issues.find(({ number }) => number === '25')!.id
  await owner.put(`/api/reading/issues/${issueId}/progress`, { page: 4 })
  await owner.put(`/api/reading/issues/${issueId}/bookmarks/5`, { note: 'storm' })
  await kit.client.put(`/api/reading/issues/${issueId}/progress`, { page: 7 })
  await kit.client.put(`/api/reading/issues/${issueId}/bookmarks/7`, { note: 'the advert' })
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const says = (text: string | RegExp) => watched.page.getByText(text).first().waitFor()
const button = (name: string | RegExp) => watched.page.getByRole('button', { name, exact: typeof name === 'string' })
/** Waits for the end of a check or a removal, which takes more than a minute on a busy machine. */
const checked = () => button('Check pages').waitFor({ timeout: 240_000 })
const inDialog = (name: string) => watched.page.getByRole('dialog').getByRole('button', { name, exact: true })
const group = (files: number) =>
  watched.page
    .locator('.unwanted-group')
    .filter({ hasText: new RegExp(`In ${files} files`) })
    .first()

step('repeated pages are found with their pictures and places, and look right everywhere', async () => {
  const { page, shot, complaints } = watched
  await page.goto(`${panelkeep.url}/system`)
  await page.getByRole('navigation', { name: 'About the system' }).getByRole('link', { name: 'Care' }).click()
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: /^Unwanted pages/ })
    .click()
  await button('Check pages').click()
  await group(FILES).waitFor()
  await picturesLoaded(page, '.unwanted-groups', 3)
  await group(FILES).getByText('These pages look alike').waitFor()
  await group(FILES).getByRole('button', { name: 'Show issues' }).click()
  await says(/Harbor Lights #1$/)
  await eachLook(page, async (name) => {
    expect(await accessibilityFaults(page), name).toEqual([])
    const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(width, name).toBeLessThanOrEqual(0)
    await shot(`found-${name}`)
  })
  expect(complaints).toEqual([])
})

step('a hidden page leaves reader, catalog and apps, and both users keep their places', async () => {
  const { page, shot } = watched
  await group(FILES).getByRole('button', { name: 'Hide', exact: true }).click()
  await says(`1 page in ${FILES} files`)
  await eachLook(page, async (name) => {
    expect(await accessibilityFaults(page), name).toEqual([])
    await shot(`hide-${name}`)
  })
  await inDialog('Hide').click()
  await page.getByRole('link', { name: /^Hidden and rules/ }).click()
  await group(FILES).waitFor()
  await checked()
  await shot('hidden')
  expect(await readBy(owner)).toMatchObject({ page_count: 7, progress: { page: 4 }, bookmarks: [{ page: 5 }] })
  expect(await readBy(kit.client)).toMatchObject({
    page_count: 7,
    progress: { page: 6, completed: true },
    bookmarks: [],
  })
  const feed = await (await owner.get(`/opds/comics/${comicId}`)).text()
  expect(feed).toContain('pse:count="7"')
  const book = await komga.json<{ media: { pagesCount: number }; readProgress: { page: number } }>(
    `/komga/api/v1/books/${issueId}`,
  )
  expect([book.media.pagesCount, book.readProgress.page]).toEqual([7, 5])
  expect((await komga.get(`/komga/api/v1/books/${issueId}/pages/8`)).status).toBe(400)
  await page.goto(`${panelkeep.url}/read/${issueId}`)
  await says(/of 7/)
  await page.goto(`${panelkeep.url}/system/care?section=pages&pages=hidden`)
  await group(FILES).getByRole('button', { name: 'Show', exact: true }).click()
  await says('No hidden pages')
  await checked()
  expect(await readBy(kit.client)).toMatchObject({ page_count: 8, bookmarks: [{ page: 7 }] })
})

step('a removed page is gone from 300 files, and undo brings every file back byte for byte', async () => {
  const { page, shot, complaints } = watched
  await page.goto(`${panelkeep.url}/system/care?section=pages`)
  await group(FILES).getByRole('button', { name: 'Remove', exact: true }).click()
  await says(new RegExp(`^1 page from ${FILES} files`))
  await shot('remove')
  await inDialog('Remove').click()
  await says(`Pages removed from ${FILES} files`)
  await checked()
  await shot('removed')
  const changed = files().filter((name) => digest(join(comics, name)) !== originals.get(name))
  expect(changed).toHaveLength(FILES)
  expect(await readBy(owner)).toMatchObject({ page_count: 7, progress: { page: 4 }, bookmarks: [{ page: 5 }] })
  await page.locator('.care-done').getByRole('button', { name: 'Undo' }).click()
  await says('Undone.')
  expect(Object.fromEntries(files().map((name) => [name, digest(join(comics, name))]))).toEqual(
    Object.fromEntries(originals),
  )
  expect(await readBy(owner)).toMatchObject({ page_count: 8, progress: { page: 4 }, bookmarks: [{ page: 5 }] })
  expect(await readBy(kit.client)).toMatchObject({ page_count: 8, bookmarks: [{ page: 7 }] })
  await button('Check pages').click()
  await group(FILES).waitFor()
  expect(complaints).toEqual([])
})
