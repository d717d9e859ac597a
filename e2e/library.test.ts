import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { linkSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { COMICVINE_KEY, fakeComicvine } from '../src/testing/fakes/comicvine'
import { serveHandler } from '../src/testing/fakes/http'
import { makeProviderData } from '../src/testing/fakes/provider-data'
import { accessibilityFaults } from './accessibility'
import {
  DESK,
  eachLook,
  hasBrowser,
  openBrowser,
  openPage,
  picturesLoaded,
  signedIn,
  step,
  type WatchedPage,
} from './browser'
import { type Collection, makeCollection } from './collection'
import { tempFolder } from './folders'
import { endAll, LOGIN, type Panelkeep, start } from './panelkeep'

setDefaultTimeout(300_000)

/** The first run in a browser: from the printed link to a library with covers. */
const folder = tempFolder()
const comicvine = serveHandler(fakeComicvine(makeProviderData()).fetch)
let collection: Collection
let panelkeep: Panelkeep
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  // The folder picker begins in the home folder, so the comics are there.
  const dataDir = folder.in('data')
  collection = makeCollection(`${dataDir}.home/Books`)
  panelkeep = await start({ dataDir })
  browser = await openBrowser()
  watched = await openPage(browser)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  await comicvine.stop()
  endAll()
  folder.remove()
})

/** One comic under many names: a long scan that needs little disk space. */
function addMany(into: string, count: number): void {
  mkdirSync(into)
  const one = join(collection.comics, 'The Lamp (2001).cbz')
  for (let n = 1; n <= count; n++) linkSync(one, join(into, `Many Parades ${n} (2020).cbz`))
}

const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)

step('the printed link opens the setup, and the token is removed from the address', async () => {
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/login`)
  await page.getByLabel('Setup token').waitFor()
  // In an open page the link only changes the fragment.
  await page.goto(`${panelkeep.url}/login#token=${panelkeep.setupToken}`)
  await page.getByLabel('Setup token').waitFor({ state: 'detached' })
  await byRole('heading', { name: 'Create your account' }).waitFor()
  expect(page.url()).not.toContain(panelkeep.setupToken!)
  await shot('setup-account')
  await page.locator('input[name=username]').fill(LOGIN.username)
  await page.locator('input[name=password]').fill(LOGIN.password)
  await byRole('button', { name: 'Create the account' }).click()
  await byRole('heading', { name: 'Where are your comics?' }).waitFor()
  await shot('setup-folders-empty')
})

const faults = (rules?: 'colours') => accessibilityFaults(watched.page, rules)
const schemes = ['dark', 'light'] as const

step('folders are chosen in the folder picker, which counts comics and opens beside the last choice', async () => {
  const { page, shot } = watched
  const dialog = byRole('dialog')
  const path = () => dialog.getByLabel('Folder path').inputValue()
  await byRole('button', { name: 'Add a comics folder' }).click()
  await dialog.getByRole('button', { name: /^Books/ }).click()
  const comics = /^Comics\s*2\d\d comics/
  await dialog.getByRole('button', { name: comics }).waitFor()
  await shot('setup-picker')
  expect(await faults()).toEqual([])
  await dialog.getByRole('button', { name: comics }).click()
  await dialog.locator('.folder-picker-count', { hasText: /comics$/ }).waitFor()
  await dialog.getByRole('button', { name: 'Use this folder' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await byRole('button', { name: 'Add a manga folder' }).click()
  await dialog.getByRole('button', { name: /^Manga/ }).waitFor()
  expect(await path()).toEndWith('/Books')
  await dialog.getByLabel('Folder path').fill(`${await path()}/Nowhere`)
  await dialog.getByRole('button', { name: 'Use this folder' }).click()
  await dialog.getByRole('alert').getByText('Folder not found').waitFor()
  await shot('setup-picker-refusal')
  // The refusal of that path is the only complaint.
  expect(watched.complaints.splice(0).filter((each) => !each.includes('Nowhere'))).toEqual([])
  await dialog.getByLabel('Folder path').fill(collection.manga)
  await dialog.getByRole('button', { name: 'Use this folder' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.locator('.shop[data-manga]').waitFor()
})

step('a kind has several folders, and one is removed again', async () => {
  const { page, shot } = watched
  const second = join(`${panelkeep.dataDir}.home`, 'Second shelf')
  mkdirSync(second)
  const dialog = byRole('dialog')
  await byRole('button', { name: 'Add a comics folder' }).click()
  await dialog.getByLabel('Folder path').fill(second)
  await dialog.getByRole('button', { name: 'Use this folder' }).click()
  await byRole('button', { name: `Remove ${second} from the list` }).waitFor()
  await shot('setup-folders')
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    expect(await faults(colorScheme === 'dark' ? undefined : 'colours')).toEqual([])
  }
  await byRole('button', { name: `Remove ${second} from the list` }).click()
  await byRole('button', { name: `Remove ${second} from the list` }).waitFor({ state: 'detached' })
  await byRole('button', { name: 'Continue' }).click()
  await byRole('heading', { name: 'Add metadata sources?' }).waitFor()
})

step('a key is tested against its source during the setup, and the result is a sentence', async () => {
  const { page, shot } = watched
  const source = byRole('region', { name: 'ComicVine' })
  expect(await source.getByRole('link').getAttribute('href')).toStartWith('https://')
  const reader = await panelkeep.reader()
  await reader.put('/api/config', { comicvine_url: `${comicvine.origin}/api` })
  await source.getByLabel('API key', { exact: false }).fill('wrong')
  await source.getByRole('button', { name: 'Test ComicVine' }).click()
  await source.locator('[data-wrong]', { hasText: 'rejected the API key' }).waitFor()
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    expect(await faults(colorScheme === 'dark' ? undefined : 'colours')).toEqual([])
  }
  await shot('setup-sources')
  await source.getByLabel('API key', { exact: false }).fill(COMICVINE_KEY)
  await source.getByRole('button', { name: 'Test ComicVine' }).click()
  await source.locator('.tried [role="status"] p:not([data-wrong])').waitFor()
  await shot('setup-source-works')
  const config = await reader.json<Record<string, unknown>>('/api/config')
  expect(config.comicvine_api_set).toBe(true)
  await reader.put('/api/config', { comicvine_api: null })
  await page.reload()
  await byRole('button', { name: 'Skip' }).click()
  await byRole('heading', { name: 'Read on a tablet?' }).waitFor()
})

step('a setup continues at the same step after a reload, in another browser and after a restart', async () => {
  const { page, shot } = watched
  await page.reload()
  await byRole('heading', { name: 'Read on a tablet?' }).waitFor()
  const other = await signedIn(await openPage(browser), panelkeep)
  await other.page.goto(panelkeep.url)
  await other.page.getByRole('heading', { name: 'Read on a tablet?' }).waitFor()
  await other.close()
  await page.goto('about:blank')
  const { dataDir, port } = panelkeep
  await panelkeep.stop()
  panelkeep = await start({ dataDir, port })
  await page.goto(panelkeep.url)
  await byRole('heading', { name: 'Read on a tablet?' }).waitFor()
  // The page of before may have asked once more while the program was stopped.
  expect(watched.complaints.splice(0).filter((each) => !each.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
  await shot('setup-resumed')
})

step('the tablet gets an address during the setup', async () => {
  const { page, shot } = watched
  await byRole('switch', { name: 'Allow reading apps on my network' }).click()
  await page.locator('.login-tablet, .login-lead').first().waitFor()
  await shot('setup-tablet')
})

for (const kind of ['comic', 'manga'] as const) {
  step(`the ${kind} scan shows what it found, and confirming adds it`, async () => {
    const { page, shot } = watched
    if (kind === 'comic') await byRole('button', { name: 'Scan my folders' }).click()
    else await page.goto(`${panelkeep.url}/import?kind=manga`)
    const expected = collection.series[kind]
    await page.getByText(new RegExp(`^${expected.length} series in `)).waitFor()
    await shot(`import-review-${kind}`)
    expect(await picturesLoaded(page, '.review-row', Math.min(5, expected.length))).toBeGreaterThan(2)
    // The list only renders visible rows; keys reach the rest.
    await page.locator('.review-row').first().focus()
    for (const [at] of expected.entries()) {
      await page.keyboard.press('Enter')
      await page.locator(`.review-row[data-at="${at}"][data-accepted]`).waitFor()
      if (at + 1 < expected.length) await page.locator(`.review-row[data-at="${at + 1}"]:focus`).waitFor()
    }
    await byRole('region', { name: 'What is accepted' }).getByText(`${expected.length} series`).waitFor()
    await shot(`import-accepted-${kind}`)
    await byRole('button', { name: 'Add to the library' }).click()
    await byRole('heading', { name: `${expected.length} series added to your library` }).waitFor()
    await shot(`import-done-${kind}`)
  })
}

step('the library shows every series with its cover', async () => {
  const { page, shot } = watched
  await byRole('link', { name: 'Go to the library' }).click()
  const all = collection.series.comic.length + collection.series.manga.length
  await page
    .locator('.library .tile-link')
    .nth(all - 1)
    .waitFor()
  expect(await page.locator('.library .tile-link').count()).toBe(all)
  expect(await picturesLoaded(page, '.library .virtual', all)).toBe(all)
  await shot('library')
})

step('Ctrl A selects every card in selection mode, wherever the focus is', async () => {
  const { page, shot } = watched
  const all = collection.series.comic.length + collection.series.manga.length
  await byRole('button', { name: 'Select series' }).click()
  await page.keyboard.press('Control+a')
  await page.locator('.cover-bar').getByText(`${all} series`).waitFor()
  expect(await page.evaluate('getSelection().toString()')).toBe('')
  await shot('library-all-picked')
  await byRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Stop selecting' }).click()
  await page.locator('.cover-bar').waitFor({ state: 'detached' })
})

/** Continues reading in one series, and finishes an issue of another. */
async function readSome(): Promise<void> {
  const reader = await panelkeep.reader()
  const rows = await reader.json<{ ComicID: string; ComicName: string }[] & Record<string, unknown>>('/api/series')
  const issueOf = async (name: string) => {
    const { ComicID } = rows.find(({ ComicName }) => ComicName === name)!
    const { issues } = await reader.json<{ issues: { id: string }[] }>(`/api/series/${ComicID}`)
    return issues.at(-1)!.id
  }
  const begun = await reader.put(`/api/reading/issues/${await issueOf('Winter Engine')}/progress`, { page: 1 })
  const read = await reader.post('/api/reading/mark', { issue_ids: [await issueOf('Glass Atlas')], read: true })
  expect([begun.status, read.status]).toEqual([200, 200])
}

step('the library and its shelves break no rule of accessibility, in light and dark', async () => {
  const { page, shot } = watched
  await readSome()
  await eachLook(page, async (look) => {
    for (const view of ['wall', 'table']) {
      await page.goto(`${panelkeep.url}/library?view=${view}`)
      for (const name of ['On deck', 'Recently added', 'Continue reading']) {
        await byRole('button', { name, exact: true }).click()
        await byRole('list', { name, exact: true }).locator('a').first().waitFor()
      }
      await page.locator('.library .virtual [data-at="3"]').waitFor()
      expect([look, view, await accessibilityFaults(page)]).toEqual([look, view, []])
      await shot(`shelves-${view}-${look}`)
    }
  })
})

for (const view of ['wall', 'table'])
  step(`a letter leads to the first series with it, by click and by keys, in the ${view}`, async () => {
    const { page, shot } = watched
    const focused = () => page.evaluate<string>("document.activeElement?.textContent ?? ''")
    // The window is so small that a series is on screen only after the jump.
    await page.setViewportSize({ width: 700, height: 700 })
    await page.goto(`${panelkeep.url}/library?view=${view}`)
    const letters = byRole('navigation', { name: 'Jump to a letter' })
    const winter = page.locator('.library .virtual [data-at]', { hasText: 'Winter Engine' })
    await letters.getByRole('button', { name: 'W', exact: true }).click()
    await winter.waitFor()
    const { top, end } = await winter.evaluate((entry) => {
      return { top: entry.getBoundingClientRect().top, end: innerHeight }
    })
    expect([top >= 0, top < end]).toEqual([true, true])
    await shot(`letters-${view}`)
    // A letter without series moves nothing.
    const before = await page.evaluate<number>('scrollY')
    await letters.getByRole('button', { name: 'Z', exact: true }).click({ force: true })
    expect(await page.evaluate<number>('scrollY')).toBe(before)
    await letters.getByRole('button', { name: 'A', exact: true }).focus()
    for (const letter of ['B', 'C']) {
      await page.keyboard.press('ArrowDown')
      expect(await focused()).toBe(letter)
    }
    await page.keyboard.press('Enter')
    await page.locator('.library .virtual [data-at]:focus').waitFor()
    expect(await focused()).toContain('Copper Orchard')
    // In descending order, the letters and the list are reversed.
    await page.goto(`${panelkeep.url}/library?view=${view}&order=desc`)
    await letters.getByRole('button', { name: 'H', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.library .virtual [data-at]:focus').waitFor()
    expect(await focused()).toContain('Hollow Garden')
    await page.setViewportSize(DESK)
    await page.goto(`${panelkeep.url}/library`)
  })

step('on a phone every view of the library fits, in light and dark', async () => {
  const { page, shot } = watched
  for (const width of [390, 360]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 844 })
      await page.locator('.library-kinds button').first().waitFor()
      const cut = await page.locator('.library-kinds').evaluate((box) => {
        const end = box.getBoundingClientRect().right
        return [...box.querySelectorAll('button')].filter((word) => word.getBoundingClientRect().right > end + 0.5)
          .length
      })
      expect([width, cut]).toEqual([width, 0])
      await shot(`library-phone-${width}-${colorScheme}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
})

step('a series shows its issues with covers, in order', async () => {
  const { page, shot } = watched
  await page.locator('.library .tile-link', { hasText: 'Winter Engine' }).click()
  await byRole('heading', { name: 'Winter Engine', level: 1 }).waitFor()
  await page.locator('.series .tile').nth(7).waitFor()
  expect(await picturesLoaded(page, '.series', 9)).toBeGreaterThan(8)
  await shot('series')
  await page.goBack()
  await page.locator('.library .tile-link').first().waitFor()
})

step('filters are words in the address, and are saved as a tab', async () => {
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/library`)
  await byRole('button', { name: /^Unread/ }).click()
  await page.waitForURL('**/library?read=unread')
  // The series with an issue in progress, and the series with a read issue.
  for (const name of ['Winter Engine', 'Glass Atlas'])
    await page.locator('.library .tile-link', { hasText: name }).waitFor({ state: 'detached' })
  await page.locator('.library .tile-link', { hasText: 'Copper Orchard' }).waitFor()
  await byRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name', { exact: true }).fill('To read')
  await byRole('button', { name: 'Save', exact: true }).click()
  await byRole('link', { name: 'To read' }).waitFor()
  await shot('library-view')
  await page.goBack()
  await page.waitForURL('**/library')
  await byRole('button', { name: 'All filters' }).click()
  await shot('library-filters')
  await byRole('button', { name: 'Done' }).click()
})

step('a series becomes a favourite and is put in a collection', async () => {
  const { page, shot } = watched
  await page.locator('.library .tile-link').first().click()
  await byRole('button', { name: 'Favourite' }).click()
  await byRole('button', { name: '4 stars' }).click()
  await byRole('button', { name: 'Tags and collections' }).click()
  await page.getByLabel('Tags, separated by commas').fill('lent')
  await page.getByLabel('Add to a new collection').fill('Rainy days')
  await byRole('button', { name: 'Save', exact: true }).click()
  await byRole('link', { name: 'lent' }).waitFor()
  await shot('series-marks')
  await byRole('link', { name: 'Rainy days' }).click()
  await byRole('heading', { name: 'Rainy days' }).waitFor()
  await shot('collection')
})

step('a long scan shows its progress, and can be cancelled', async () => {
  const { page, shot } = watched
  addMany(join(collection.comics, 'Many Parades (2020)'), 4000)
  await page.goto(`${panelkeep.url}/import`)
  await byRole('button', { name: 'Scan again' }).click()
  await page.getByText('Scanning your comics').first().waitFor()
  const seen = async () => Number((await page.locator('.import-number').textContent())?.replaceAll(',', ''))
  const until = Date.now() + 20_000
  let first = 0
  while (first === 0 && Date.now() < until) first = await seen()
  let next = first
  while (next <= first && Date.now() < until) next = await seen()
  expect(next).toBeGreaterThan(first)
  await shot('import-progress')
  await byRole('button', { name: 'Cancel' }).click()
  await byRole('heading', { name: 'The scan was cancelled' }).waitFor()
  await shot('import-cancelled')
})

step('logging out ends access, and logging in returns to the page', async () => {
  const { page, shot } = watched
  // Requests of the old page after the cancelled scan would be refused after the logout.
  await page.goto(`${panelkeep.url}/library`)
  await page.locator('.library .tile-link').first().waitFor()
  await byRole('button', { name: LOGIN.username }).click()
  await byRole('menuitem', { name: 'Log out' }).click()
  await byRole('heading', { name: 'Log in' }).waitFor()
  await shot('login')
  await page.goto(`${panelkeep.url}/settings`)
  await byRole('heading', { name: 'Log in' }).waitFor()
  await page.locator('input[name=username]').fill(LOGIN.username)
  await page.locator('input[name=password]').fill(LOGIN.password)
  await byRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/settings')
  await shot('settings')
})

step('every page opens by its address on a desktop, a tablet and a phone', async () => {
  const { page, shot } = watched
  const [tile] = await (await panelkeep.reader()).json<{ ComicID: string }[] & Record<string, unknown>>('/api/series')
  for (const [name, width, height] of [
    ['desk', 1440, 900],
    ['tablet', 820, 1180],
    ['phone', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const path of ['/', '/library', '/import', '/settings', `/library/${tile!.ComicID}`]) {
      await page.goto(panelkeep.url + path)
      await page.locator('main h1, main .tile').first().waitFor()
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect([name, path, wide]).toEqual([name, path, 0])
      await shot(`${name}${path.replaceAll('/', '-').slice(0, 12)}`)
    }
  }
})

step('the browser reported no errors', async () => {
  expect(watched.complaints).toEqual([])
  expect(panelkeep.log.split('\n').filter((line) => / error /.test(line))).toEqual([])
})
