import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { linkSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { hasBrowser, openBrowser, openPage, picturesLoaded, step, type WatchedPage } from './browser'
import { type Collection, makeCollection } from './collection'
import { tempFolder } from './folders'
import { endAll, LOGIN, type Panelkeep, start } from './panelkeep'

setDefaultTimeout(120_000)

/** The first run in a browser: from the printed link to a library with covers. */
const folder = tempFolder()
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
  await byRole('heading', { name: 'Whose shop is it?' }).waitFor()
  expect(page.url()).not.toContain(panelkeep.setupToken!)
  await shot('setup-account')
  await page.locator('input[name=username]').fill(LOGIN.username)
  await page.locator('input[name=password]').fill(LOGIN.password)
  await byRole('button', { name: 'Create the account' }).click()
  await byRole('heading', { name: 'Start fresh or move in?' }).waitFor()
  await shot('setup-start')
  await byRole('button', { name: /^Start fresh/ }).click()
  await byRole('heading', { name: 'Where are your comics?' }).waitFor()
})

step('folders are chosen in the folder picker', async () => {
  const { page, shot } = watched
  for (const kind of ['Comics', 'Manga']) {
    await page.locator('.login-folder', { hasText: kind }).click()
    const dialog = byRole('dialog')
    await dialog.getByRole('button', { name: 'Books' }).click()
    await dialog.getByRole('button', { name: kind }).click()
    await dialog.locator('code', { hasText: `Books/${kind}` }).waitFor()
    await shot(`setup-pick-${kind}`)
    await dialog.getByRole('button', { name: 'Use this folder' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await shot('setup-folders')
  await byRole('button', { name: 'Use these folders' }).click()
  await byRole('heading', { name: 'Read on a tablet?' }).waitFor()
})

step('a setup continues at the same step after the page was closed or reloaded', async () => {
  const { page, shot } = watched
  await page.reload()
  await byRole('heading', { name: 'Read on a tablet?' }).waitFor()
  const another = await page.context().newPage()
  await page.goto('about:blank')
  await another.goto(panelkeep.url)
  await another.getByRole('heading', { name: 'Read on a tablet?' }).waitFor()
  await another.close()
  await page.goto(panelkeep.url)
  await byRole('heading', { name: 'Read on a tablet?' }).waitFor()
  await shot('setup-resumed')
})

step('the tablet gets an address during the setup', async () => {
  const { page, shot } = watched
  await byRole('switch', { name: 'Allow reading apps on my network' }).click()
  await page.locator('.login-tablet, .login-lead').first().waitFor()
  await shot('setup-tablet')
  await byRole('button', { name: 'Continue' }).click()
  await byRole('heading', { name: 'Ready to open' }).waitFor()
  await shot('setup-scan')
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
    for (const _ of expected) await page.keyboard.press('Enter')
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
  expect(await picturesLoaded(page, '.library', all)).toBe(all)
  await shot('library')
})

step('Ctrl A selects every card in selection mode, wherever the focus is', async () => {
  const { page, shot } = watched
  const all = collection.series.comic.length + collection.series.manga.length
  await byRole('button', { name: 'Pick several' }).click()
  await page.keyboard.press('Control+a')
  await page.locator('.cover-bar').getByText(`${all} series`).waitFor()
  expect(await page.evaluate('getSelection().toString()')).toBe('')
  await shot('library-all-picked')
  await byRole('toolbar', { name: 'What is picked' }).getByRole('button', { name: 'Stop picking' }).click()
  await page.locator('.cover-bar').waitFor({ state: 'detached' })
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

step('a long scan shows its progress, and can be cancelled', async () => {
  const { page, shot } = watched
  addMany(join(collection.comics, 'Many Parades (2020)'), 4000)
  await page.goto(`${panelkeep.url}/import`)
  await byRole('button', { name: /Look again|Scan again/ }).click()
  await page.getByText('Looking through your comics').first().waitFor()
  const seen = async () => Number((await page.locator('.import-number').textContent())?.replaceAll(',', ''))
  const until = Date.now() + 20_000
  let first = 0
  while (first === 0 && Date.now() < until) first = await seen()
  let next = first
  while (next === first && Date.now() < until) next = await seen()
  expect(next).toBeGreaterThan(first)
  await shot('import-progress')
  await byRole('button', { name: 'Cancel' }).click()
  await byRole('heading', { name: 'The scan was cancelled' }).waitFor()
  await shot('import-cancelled')
})

step('logging out ends access, and logging in leads back', async () => {
  const { page, shot } = watched
  await byRole('button', { name: LOGIN.username }).click()
  await byRole('menuitem', { name: 'Log out' }).click()
  await byRole('heading', { name: 'Come in' }).waitFor()
  await shot('login')
  await page.goto(`${panelkeep.url}/settings`)
  await byRole('heading', { name: 'Come in' }).waitFor()
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
