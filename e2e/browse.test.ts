import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { makeCbz, makePng } from '../src/testing/archives/archives'
import { accessibilityFaults } from './accessibility'
import { eachLook, hasBrowser, openBrowser, openPage, pageLoaded, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { keyboardFaults } from './keyboard'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'
import { importReadingSetup } from './reading-setup'

setDefaultTimeout(900_000)

/** The pages of people, characters and other names, in a library where one person wrote 400 issues. */
const folder = tempFolder()
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage
let ids: Map<string, string>

const SERIES = ['Harbor Lights', 'Copper Orchard', 'Quiet Signal', 'Paper Wolves', 'Winter Atlas', 'Glass Garden', 'Iron Choir', 'Amber Divers'] // biome-ignore format: one list
const EACH = 50
const ARTISTS = ['Cy Vale', 'Mo Rin', 'Bo Ek']

function makeShelf(): { comics: string; manga: string } {
  const [comics, manga] = [folder.in('books/Comics'), folder.in('books/Manga')]
  mkdirSync(manga, { recursive: true })
  for (const [at, series] of SERIES.entries()) {
    const year = 2000 + at * 2
    const into = join(comics, `${series} (${year})`)
    mkdirSync(into, { recursive: true })
    for (let n = 1; n <= EACH; n++) {
      const colour = [(at * 67 + n) % 200, (n * 31 + 60) % 200, (at * 29 + 120) % 256] as const
      const page = makePng(200, 300, n <= 2 ? colour : [90, 90, 110], n <= 2 ? `${n}` : '')
      const written = year + Math.floor((n - 1) / 12)
      const comicInfo = `<?xml version="1.0"?><ComicInfo><Series>${series}</Series><Number>${n}</Number>
        <Year>${written}</Year><Month>${((n - 1) % 12) + 1}</Month><Publisher>Northgate</Publisher>
        <Writer>${n % 10 === 0 ? 'Ann Lee, Ines Calder' : 'Ann Lee'}</Writer>
        <Penciller>${ARTISTS[(at + n) % 3]}</Penciller></ComicInfo>`
      const name = `${series} ${String(n).padStart(3, '0')} (${year}).cbz`
      writeFileSync(join(into, name), makeCbz({ 'page 1.png': page }, { store: true, comicInfo }))
    }
  }
  return { comics, manga }
}

beforeAll(async () => {
  if (!hasBrowser) return
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  ids = await importReadingSetup(reader, makeShelf())
  const edit = { characters: ['The Keeper', 'Ada'], teams: ['Night Watch'], genres: ['Crime'], locations: ['Old Port'] }
  for (const number of ['1', '2']) await change(`Harbor Lights ${number}`, edit)
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const change = async (issue: string, body: object) => {
  const reply = await reader.send('PATCH', `/api/series/issues/${ids.get(issue)}`, body)
  expect(reply.status, issue).toBe(200)
}

const go = async (path: string) => {
  await watched.page.goto(panelkeep.url + path)
  await pageLoaded(watched.page)
}

async function shootAll(name: string): Promise<string[]> {
  const { page, shot } = watched
  await page.waitForLoadState('networkidle')
  const faults: string[] = await keyboardFaults(page)
  await eachLook(page, async (look) => {
    faults.push(...(await accessibilityFaults(page, 'all')).map((fault) => `${look}: ${fault}`))
    await shot(`${name}-${look}`)
  })
  return faults
}

step('the names of a new library are listed, those with most issues first', async () => {
  const { page } = watched
  await go('/browse')
  await page.getByText('400 issues · 8 series').waitFor()
  expect(await page.locator('.name-tile b').first().textContent()).toBe('Ann Lee')
  expect(await shootAll('people')).toEqual([])
  await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Publishers' }).click()
  await page.getByText('400 issues · 8 series').waitFor()
  await page.getByRole('link', { name: /^Northgate/ }).click()
  await page.getByRole('heading', { name: 'Northgate', level: 1 }).waitFor()
})

/** How many issues a name's page says are in the library; none is missing. */
const inLibrary = (count: number) =>
  watched.page
    .locator('.name-standing div', { hasText: 'In the library' })
    .getByText(String(count), { exact: true })
    .waitFor()

step('a person with 400 issues has one page: series, years, what is missing and what to read next', async () => {
  const { page, complaints } = watched
  await go('/browse/people/Ann%20Lee')
  await page.getByRole('heading', { name: 'Ann Lee', level: 1 }).waitFor()
  await inLibrary(400)
  expect(await page.locator('.name-next li').count()).toBe(6)
  expect(await page.locator('.name-series:not(.name-next) li').count()).toBe(8)
  expect(await page.locator('.name-issues li').count()).toBe(30)
  expect(await shootAll('person')).toEqual([])
  await page.locator('.name-years').scrollIntoViewIfNeeded()
  await eachLook(page, async (look) => {
    await page.locator('.name-issues li').nth(4).scrollIntoViewIfNeeded()
    await watched.shot(`person-issues-${look}`)
  })
  await page.getByRole('button', { name: 'Show more' }).last().click()
  await page.locator('.name-issues li').nth(149).waitFor()
  await page
    .locator('.name-part')
    .getByRole('button', { name: /^Missing/ })
    .click()
  await page.getByText('Nothing is missing.').waitFor()
  await page.getByRole('link', { name: 'Show in the library' }).click()
  await page.getByRole('button', { name: 'Ann Lee', pressed: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?person=Ann+Lee')
  expect(complaints).toEqual([])
})

step('every name on the pages of a series and an issue leads to its page', async () => {
  const { page } = watched
  await go(`/library/${ids.get('Harbor Lights')}`)
  await page.locator('.series-names').getByRole('link', { name: 'The Keeper' }).waitFor()
  expect(await shootAll('series')).toEqual([])
  await page.locator('.series-facts').getByRole('link', { name: 'Northgate' }).click()
  await page.getByRole('heading', { name: 'Northgate', level: 1 }).waitFor()
  await go(`/library/${ids.get('Harbor Lights')}/issues/${ids.get('Harbor Lights 1')}`)
  for (const name of ['Ann Lee', 'The Keeper', 'Night Watch', 'Crime', 'Old Port'])
    await page.locator('.issue-body').getByRole('link', { name, exact: true }).waitFor()
  await page.locator('.issue-body').getByRole('link', { name: 'The Keeper' }).click()
  await inLibrary(2)
})

step('the search lists names by kind with a cover and a count', async () => {
  const { page, shot } = watched
  await go('/library')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search everywhere' }).fill('e')
  await page.getByRole('combobox', { name: 'Search everywhere' }).fill('lee')
  await page.getByRole('group', { name: 'People, 1' }).getByRole('option', { name: 'Ann Lee' }).waitFor()
  await page.getByRole('combobox', { name: 'Search everywhere' }).fill('the keep')
  await page.getByRole('option', { name: /^The Keeper/ }).waitFor()
  await eachLook(page, (look) => shot(`search-${look}`))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The Keeper', level: 1 }).waitFor()
})

step('the library is filtered by a person that is found by typing', async () => {
  const { page, shot } = watched
  await go('/library')
  await page.getByRole('button', { name: 'All filters' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('calder')
  await dialog.getByRole('button', { name: /^Ines Calder/ }).click()
  await eachLook(page, (look) => shot(`filters-${look}`))
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(new URL(page.url()).search).toBe('?person=Ines+Calder')
})

step('two spellings are joined and separated again', async () => {
  const { page, shot } = watched
  await go('/browse/people/Ann%20Lee')
  await page.getByRole('button', { name: 'More for Ann Lee' }).click()
  await page.getByRole('menuitem', { name: 'Join another spelling' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('calder')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Ines Calder/ })
    .waitFor()
  await shot('join')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Ines Calder/ })
    .click()
  await page.getByText('Also written').waitFor()
  await eachLook(page, (look) => shot(`joined-${look}`))
  await go('/browse/people/Ines%20Calder')
  await page.getByRole('heading', { name: 'Ann Lee', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'More for Ines Calder' }).click()
  await page.getByRole('menuitem', { name: 'Separate' }).click()
  await page.getByText('Ines Calder and Ann Lee are separate names again.').waitFor()
  await go('/browse/people/Ines%20Calder')
  await page.getByRole('heading', { name: 'Ines Calder', level: 1 }).waitFor()
})
