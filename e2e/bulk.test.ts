import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Latest } from '../src/collecting/bulk/schema'
import { makeCbz, makePng } from '../src/testing/archives/archives'
import { accessibilityFaults } from './accessibility'
import { eachLook, hasBrowser, openBrowser, openPage, signedIn, step, type WatchedPage } from './browser'
import { contents, tempFolder } from './folders'
import { importComics } from './import-library'
import { type Client, endAll, type Panelkeep, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Many series at once in the library: the table, the bar, an operation that is killed, and undo. */
const folder = tempFolder()
const comics = folder.in('Comics')
const SERIES = 60
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage
let before: Record<string, string>

beforeAll(async () => {
  if (!hasBrowser) return
  mkdirSync(comics, { recursive: true })
  const pages = Object.fromEntries([1, 2].map((n) => [`${n}.png`, makePng(60, 90, [n * 90, 80, 120], `${n}`)] as const))
  for (let at = 1; at <= SERIES; at++) {
    const name = `Parade ${String(at).padStart(2, '0')} (2015)`
    mkdirSync(join(comics, name))
    for (const n of [1, 2]) {
      const text = { 'n.txt': new TextEncoder().encode(`${at} ${n}`) }
      writeFileSync(join(comics, name, `${name.slice(0, 9)}_0${n}_(2015).cbz`), makeCbz({ ...pages, ...text }))
    }
  }
  before = contents(comics)
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await reader.put('/api/config', { comic_dirs: [comics] })
  await importComics(reader)
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

async function operationEnded() {
  for (;;) {
    const { operation } = await reader.json<typeof Latest.static & Record<string, unknown>>('/api/series/bulk')
    if (operation?.state === 'succeeded' && !operation.undoing) return operation
    await Bun.sleep(20)
  }
}

const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)
/** The comics in the folders of the series. */
const files = () =>
  readdirSync(comics).flatMap((name) =>
    namesIn(join(comics, name))
      .filter((file) => file.endsWith('.cbz'))
      .map((file) => `${name}/${file}`),
  )

/** The files of a folder; empty when a running deletion has removed the folder meanwhile. */
function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

async function looks(name: string): Promise<void> {
  const { page, shot } = watched
  await eachLook(page, (look) => shot(`${name}-${look}`))
}

step('the table shows the chosen columns, and remembers them', async () => {
  const { page } = watched
  await page.goto(`${panelkeep.url}/library?view=table`)
  await byRole('columnheader', { name: 'Unread' }).waitFor()
  await byRole('button', { name: 'Choose columns' }).click()
  await byRole('checkbox', { name: 'Status' }).check()
  await looks('columns')
  await byRole('button', { name: 'Done' }).click()
  await page.reload()
  await byRole('columnheader', { name: 'Status' }).waitFor()
  await byRole('button', { name: 'Size' }).click()
  await page.waitForURL('**sort=size**')
  const { comics } = await reader.json<{ comics: { ComicID: string }[] }>('/api/series?limit=2')
  const [first, second] = comics.map(({ ComicID }) => `/api/series/${ComicID}/marks`) as [string, string]
  await reader.send('PATCH', first, { rating: 2, tags: ['noir', 'lent to Ana'] })
  await reader.send('PATCH', second, { rating: 5 })
  await byRole('button', { name: 'Choose columns' }).click()
  for (const name of ['Status', 'Year', 'Publisher']) await byRole('checkbox', { name }).uncheck()
  for (const name of ['Rating', 'Tags']) await byRole('checkbox', { name }).check()
  await byRole('button', { name: 'Done' }).click()
  await byRole('button', { name: 'Rating' }).click()
  await page.waitForURL('**sort=rating**')
  await page.getByText('lent to Ana, noir').waitFor()
  expect(await page.getByRole('img', { name: / of 5$/ }).evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual(
    ['5 of 5', '2 of 5'],
  )
  await looks('table')
  expect(await accessibilityFaults(page)).toEqual([])
})

step('files of all selected series are renamed, and the result is undone', async () => {
  const { page } = watched
  await byRole('button', { name: 'Select series' }).click()
  await page.keyboard.press('Control+a')
  await byRole('toolbar', { name: 'Selection' }).getByText(`${SERIES} series`).waitFor()
  await looks('bar')
  await byRole('button', { name: 'Files' }).click()
  await byRole('menuitem', { name: 'Rename files' }).click()
  await byRole('dialog')
    .getByText(`${SERIES} series · ${SERIES * 2} files`)
    .waitFor()
  await looks('rename')
  expect(await accessibilityFaults(page)).toEqual([])
  await byRole('dialog').getByRole('button', { name: 'Rename files' }).click()
  const status = byRole('region', { name: 'Bulk operation' })
  await status.getByText(`${SERIES} series renamed`).waitFor()
  await looks('renamed')
  expect(files()).toContain('Parade 07 (2015)/Parade 07 001 (2015).cbz')
  await status.getByRole('button', { name: 'Undo' }).click()
  await status.getByText(`${SERIES} undone`).waitFor()
  expect(contents(comics)).toEqual(before)
})

step(
  'a deletion that is killed in the middle continues after the next start, and undo restores everything',
  async () => {
    const rows = await reader.json<{ ComicID: string }[] & Record<string, unknown>>('/api/series')
    const ids = rows.map(({ ComicID }) => ComicID)
    await reader.post('/api/series/bulk', { action: 'delete', ids, with_files: true })
    while (files().length === SERIES * 2) await Bun.sleep(2)
    await panelkeep.kill()
    expect(files().length).toBeGreaterThan(0)
    panelkeep = await start({ dataDir: folder.in('data') })
    reader = await panelkeep.reader()
    const { page } = watched
    await signedIn(watched, panelkeep)
    await page.goto(`${panelkeep.url}/library?view=table`)
    while (files().length > 0) await Bun.sleep(20)
    await page.reload()
    await looks('deleted')
    const deletion = await operationEnded()
    expect([deletion.done, deletion.failed]).toEqual([SERIES, 0])
    await reader.post(`/api/series/bulk/${deletion.operation_id}/undo`)
    const undo = await operationEnded()
    expect([undo.undone, undo.failed]).toEqual([SERIES, 0])
    await page.goto(`${panelkeep.url}/library?view=table`)
    await page.locator('.virtual-row').nth(5).waitFor()
    expect(contents(comics)).toEqual(before)
  },
)
