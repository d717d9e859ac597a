import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { EditReply, TableReply } from '../src/collecting/edits/schema'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { until } from '../src/testing/harness/until'
import { accessibilityFaults } from './accessibility'
import { eachLook, hasBrowser, openBrowser, openPage, PHONE, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { importComics } from './import-library'
import { keyboardFaults } from './keyboard'
import { type Client, endAll, type Panelkeep, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** The edit table with 500 issues of a series, and with some series. */
const folder = tempFolder()
const comics = folder.in('Comics')
const ISSUES = 500
const LONG = 'Parade 01'
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  for (let at = 1; at <= 8; at++) {
    const name = `Parade ${String(at).padStart(2, '0')} (2015)`
    mkdirSync(join(comics, name), { recursive: true })
    for (let n = 1; n <= (at === 1 ? ISSUES : 1); n++)
      writeFileSync(join(comics, name, `${name.slice(0, 9)} ${String(n).padStart(3, '0')} (2015).cbz`), makeCbz({ ...makePages(1), 'n.txt': `${at} ${n}` })) // biome-ignore format: one line
  }
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await reader.put('/api/config', { comic_dirs: [comics] })
  await importComics(reader)
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
  await watched.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)
const showsText = (text: string | RegExp) => watched.page.getByText(text).first().waitFor()
const press = (...keys: string[]) => keys.reduce((done, key) => done.then(() => watched.page.keyboard.press(key)), Promise.resolve()) // biome-ignore format: one line
const cell = (row: number, col: number) => watched.page.locator(`[data-row="${row}"] [data-col="${col}"]`)
const textAt = async (row: number, col: number) =>
  (await cell(row, col).textContent())?.replace(' not saved', '').trim()
const comicIdOf = async (name: string) => {
  const rows = await reader.json<{ ComicID: string; ComicName: string }[] & Record<string, unknown>>('/api/series')
  return rows.find(({ ComicName }) => ComicName === name)?.ComicID ?? ''
}
const rowsOf = async (body: object) => {
  const reply = await reader.post('/api/series/edits/rows', body)
  return ((await reply.json()) as TableReply).rows
}

async function looks(name: string): Promise<void> {
  const { page, shot } = watched
  await eachLook(page, async (look) => {
    await page.waitForTimeout(50)
    await shot(`${name}-${look}`)
  })
}

async function openIssues(): Promise<void> {
  const { page } = watched
  await page.goto(`${panelkeep.url}/edit-table?series=${encodeURIComponent(await comicIdOf(LONG))}`)
  await byRole('grid').waitFor()
}

step('the selected issues of a series open as a table', async () => {
  const { page } = watched
  await page.goto(`${panelkeep.url}/library/${encodeURIComponent(await comicIdOf(LONG))}`)
  await byRole('button', { name: /^Select/ })
    .first()
    .click()
  await page.keyboard.press('Control+a')
  await byRole('toolbar', { name: 'Selection' }).getByText(`${ISSUES} issues`).waitFor()
  await byRole('button', { name: 'More for the selection' }).click()
  await byRole('menuitem', { name: 'Edit as a table' }).click()
  await byRole('heading', { name: `Edit ${ISSUES} issues of ${LONG}` }).waitFor()
  expect(await byRole('grid').getAttribute('aria-rowcount')).toBe(String(ISSUES + 1))
  expect(await page.locator('.edit-row').count()).toBeLessThan(60)
  await looks('issues')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await keyboardFaults(page)).toEqual([])
})

step('cells are edited with the keys of a spreadsheet', async () => {
  const { page } = watched
  await openIssues()
  await cell(0, 1).click()
  await page.keyboard.type('Dusk')
  await press('Enter')
  await page.keyboard.type('Dawn')
  await press('Tab')
  expect([await textAt(0, 1), await textAt(1, 1)]).toEqual(['Dusk', 'Dawn'])
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.col)).toBe('2')
  await page.keyboard.type('7')
  await press('Escape')
  expect(await textAt(1, 2)).toBe('')
  await press('ArrowRight', 'F2')
  await page.keyboard.type('soon')
  await press('Enter')
  await showsText('Enter a date such as 2015-05-06')
  await press('Escape')
  await press('Control+z', 'Control+z')
  expect([await textAt(0, 1), await textAt(1, 1)]).toEqual(['', ''])
  await press('Control+y', 'Control+y')
  expect([await textAt(0, 1), await textAt(1, 1)]).toEqual(['Dusk', 'Dawn'])
  await press('Control+End')
  expect(await page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row)).toBe(String(ISSUES - 1)) // biome-ignore format: one line
  await press('Escape')
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Save 2 rows')
})

step('a value is filled down through 500 rows, replaced with a preview, pasted and saved as one edit', async () => {
  const { page } = watched
  await openIssues()
  await cell(0, 6).click()
  await page.keyboard.type('Ann Ayres, Bo Birch')
  await press('Enter', 'ArrowUp')
  await byRole('button', { name: 'Writers' }).click()
  await press('Control+d')
  await showsText(`${ISSUES - 1} cells filled.`)
  await byRole('button', { name: 'Find and replace' }).click()
  await byRole('textbox', { name: 'Find' }).fill('birch')
  await byRole('textbox', { name: 'Replace with' }).fill('Beech')
  await showsText(`${ISSUES} cells change.`)
  await looks('replace')
  expect(await accessibilityFaults(page)).toEqual([])
  await byRole('button', { name: `Replace in ${ISSUES} cells` }).click()
  await showsText(`${ISSUES} cells replaced.`)
  const days = Array.from({ length: ISSUES }, (_, at) => `${2000 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`) // biome-ignore format: one line
  days[3] = 'soon'
  await page.evaluate((text) => navigator.clipboard.writeText(text), days.join('\r\n'))
  await cell(0, 4).click()
  await press('Control+v')
  await showsText(`${ISSUES - 1} cells pasted. 1 value was left out.`)
  await looks('edited')
  const since = performance.now()
  await byRole('button', { name: `Save ${ISSUES} rows` }).click()
  await showsText(`${ISSUES} issues saved.`)
  console.log(`${ISSUES} rows were saved in ${Math.round(performance.now() - since)} ms, with the page`)
  await looks('saved')
  expect(await accessibilityFaults(page)).toEqual([])
  const rows = await rowsOf({ of: 'issues', comic_id: await comicIdOf(LONG) })
  expect(rows.filter(({ locked }) => locked.includes('credits'))).toHaveLength(ISSUES)
  expect(rows.at(-1)!.values).toMatchObject({
    credits: [
      { name: 'Ann Ayres', roles: ['Writer'] },
      { name: 'Bo Beech', roles: ['Writer'] },
    ],
    issue_date: days.at(-1),
  })
  expect(rows[3]!.values.issue_date).toBe('2015')
})

step('the values are written into the files after a preview', async () => {
  const { page } = watched
  await byRole('button', { name: 'Write tags to files' }).click()
  await byRole('region', { name: 'Before and after' }).getByText('Ann Ayres, Bo Beech').waitFor()
  await looks('write-tags')
  await byRole('button', { name: `Write to ${ISSUES} files` }).click()
  // A busy machine needs more than a minute for 500 files.
  await page
    .getByText(/written|Metadata of/)
    .first()
    .waitFor({ timeout: 240_000 })
  await page.keyboard.press('Escape')
})

step('rows that changed meanwhile are named, and saved after a check', async () => {
  const { page } = watched
  await openIssues()
  await cell(0, 1).click()
  for (const title of ['Mine 1', 'Mine 2']) {
    await page.keyboard.type(title)
    await press('Enter')
  }
  const [first] = await rowsOf({ of: 'issues', comic_id: await comicIdOf(LONG) })
  await reader.send('PATCH', `/api/series/issues/${first!.id}`, { title: 'Theirs' })
  await byRole('button', { name: 'Save 2 rows' }).click()
  await showsText('1 issue saved. 1 row not saved. Check and save again:')
  await showsText('Changed since the table was opened. Title is now Theirs.')
  await looks('conflict')
  expect(await accessibilityFaults(page)).toEqual([])
  await byRole('button', { name: 'Save 1 row' }).click()
  await showsText('1 issue saved.')
  // The same sentence was shown after the first save.
  await until(
    () => rowsOf({ of: 'issues', ids: [first!.id] }),
    ([row]) => row?.values.title === 'Mine 1',
  )
})

step('an edit of 500 rows is undone as one step, also after a restart', async () => {
  const ids = (await rowsOf({ of: 'issues', comic_id: await comicIdOf(LONG) })).map(({ id }) => id)
  const reply = await reader.post('/api/series/edits', { issues: ids.map((id) => ({ id, set: { tags: ['parade'] }, seen: {} })) }) // biome-ignore format: one line
  expect(((await reply.json()) as EditReply).saved).toBe(ISSUES)
  await watched.page.goto('about:blank')
  await panelkeep.kill()
  panelkeep = await start({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await signedIn(watched, panelkeep)
  await openIssues()
  await showsText(`Last edit: ${ISSUES} issues`)
  await byRole('region', { name: 'Last edit' }).getByRole('button', { name: 'Undo' }).click()
  await showsText(`${ISSUES} issues undone.`)
  const rows = await rowsOf({ of: 'issues', comic_id: await comicIdOf(LONG) })
  expect(rows.flatMap(({ locked }) => locked.filter((field) => field === 'tags'))).toEqual([])
})

step('series of the library are edited, unlocked, and sorted by their sort title', async () => {
  const { page } = watched
  await page.goto(`${panelkeep.url}/library?view=table`)
  await byRole('button', { name: 'Select series' }).click()
  await byRole('row', { name: LONG }).first().waitFor()
  await page.keyboard.press('Control+a')
  await byRole('button', { name: 'Metadata' }).click()
  await byRole('menuitem', { name: 'Edit as a table' }).click()
  await byRole('heading', { name: 'Edit 8 series' }).waitFor()
  await cell(7, 1).click()
  await page.keyboard.type('Aaa')
  await press('Enter')
  await cell(0, 8).click()
  await press('F2', 'ArrowDown', 'Enter')
  await cell(0, 5).click()
  await page.keyboard.type('Kestrel')
  await press('Enter')
  await looks('series')
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await keyboardFaults(page)).toEqual([])
  await byRole('button', { name: 'Save 2 rows' }).click()
  await showsText('2 series saved.')
  const { comics: sorted } = await reader.json<{ comics: { ComicName: string }[] }>('/api/series?limit=8')
  expect(sorted[0]?.ComicName).toBe('Parade 08')
  await cell(0, 5).click()
  await byRole('button', { name: 'Unlock' }).click()
  await showsText('1 field is unlocked.')
  expect(await textAt(0, 5)).toBe('')
  await page.locator('.back-link').click()
  await page.waitForURL('**/library?view=table')
})

step('a phone edits one field of all rows', async () => {
  const { page, shot } = watched
  await page.setViewportSize(PHONE)
  await page.goto(`${panelkeep.url}/edit-table?series=${encodeURIComponent(await comicIdOf(LONG))}`)
  await byRole('combobox', { name: 'Field' }).selectOption('Title')
  await byRole('textbox', { name: `Title, ${LONG} 3`, exact: true }).fill('Third')
  await press('Tab')
  await byRole('button', { name: 'Save 1 row' }).waitFor()
  await shot('phone-form')
  expect(await accessibilityFaults(page)).toEqual([])
  await byRole('button', { name: 'Save 1 row' }).click()
  await showsText('1 issue saved.')
  await page.setViewportSize({ width: 1440, height: 900 })
})

step('only the rows in view of 500 are drawn, however far the table is scrolled', async () => {
  const { page } = watched
  await openIssues()
  await cell(0, 1).click()
  const { most, latency, scroll } = await page.evaluate(async () => {
    const grid = document.querySelector('.edit-grid')!
    let most = 0
    /** Milliseconds from each change to the frame that shows it. */
    const framesOf = async (changes: (() => void)[]) => {
      const frames: number[] = []
      for (const change of changes) {
        const since = performance.now()
        change()
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
        frames.push(performance.now() - since)
        most = Math.max(most, document.querySelectorAll('.edit-row').length)
      }
      return frames.sort((a, b) => a - b)
    }
    const keys = ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowUp'].flatMap((key) => Array<string>(25).fill(key))
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    const latency = await framesOf(keys.map((key) => () => void press(key)))
    const scroll = await framesOf(Array.from({ length: 50 }, (_, at) => () => grid.scrollTo(0, at * 320)))
    return { most, latency, scroll }
  })
  const words = (frames: number[]) => `p50 ${frames[Math.floor(frames.length / 2)]!.toFixed(1)} ms, p95 ${frames[Math.floor(frames.length * 0.95)]!.toFixed(1)} ms` // biome-ignore format: one line
  console.log(`a key: ${words(latency)}; a scroll step: ${words(scroll)}`)
  expect(most).toBeGreaterThan(10)
  expect(most).toBeLessThan(60)
})

step('nothing complained', async () => {
  expect(watched.complaints).toEqual([])
})
