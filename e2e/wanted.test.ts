import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { accessibilityFaults } from './accessibility'
import { hasBrowser, openBrowser, openPage, PHONE, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { endAll, type Panelkeep, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Wanted with twenty thousand issues, on the built executable. */
const SERIES = 100
const EACH = 200
const folder = tempFolder()
let panelkeep: Panelkeep
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  const dataDir = folder.in('data')
  await (await startWithLogin({ dataDir })).stop()
  const name = readdirSync(dataDir).find((file) => file.endsWith('.db'))
  putWanted(join(dataDir, name as string))
  panelkeep = await start({ dataDir })
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

/** Only the last series has unreleased issues, and no others. */
function putWanted(path: string): void {
  const db = new Database(path)
  const at = '2026-01-01T00:00:00.000Z'
  db.transaction(() => {
    const series = db.prepare(
      `insert into series (comic_id, name, sort_name, match_key, content_type, reading_direction, added_at, updated_at, total, wanted)
       values (?, ?, ?, ?, ?, 'ltr', ?, ?, ?, ?)`,
    )
    const issue = db.prepare(
      `insert into issues (issue_id, comic_id, kind, unit, number, sort_key, release_date, intent, fulfillment, added_at, updated_at)
       values (?, ?, 'issue', 'issue', ?, ?, ?, 'wanted', 'missing', ?, ?)`,
    )
    for (let n = 1; n <= SERIES; n++) {
      const label = `Lantern Road ${String(n).padStart(3, '0')}`
      const key = label.toLowerCase()
      series.run(`s${n}`, label, key, key.replaceAll(' ', ''), n % 4 === 0 ? 'manga' : 'comic', at, at, EACH, EACH)
      for (let number = 1; number <= EACH; number++) {
        const year = n === SERIES ? 2190 : 1990 + (number % 30)
        const date = `${year}-${String((n % 12) + 1).padStart(2, '0')}-${String((number % 28) + 1).padStart(2, '0')}`
        issue.run(`s${n}-${number}`, `s${n}`, String(number), String(number).padStart(6, '0'), date, at, at)
      }
    }
    putUpgrades(db, at)
  })()
  db.close()
}

/** A series whose files are CBR, and a rule that prefers CBZ. */
function putUpgrades(db: Database, at: string): void {
  db.run(
    `insert into series (comic_id, name, sort_name, match_key, content_type, reading_direction, added_at, updated_at, total, have, publisher)
     values ('owned', 'Quiet Harbor', 'quiet harbor', 'quietharbor', 'comic', 'ltr', ?, ?, 30, 30, 'Northgate')`,
    [at, at],
  )
  for (let number = 1; number <= 30; number++) {
    const kind = number % 10 === 0 ? 'annual' : 'issue'
    db.run(
      `insert into issues (issue_id, comic_id, kind, unit, number, sort_key, release_date, intent, fulfillment, added_at, updated_at)
       values (?, 'owned', ?, 'issue', ?, ?, ?, 'policy', 'downloaded', ?, ?)`,
      [
        `owned-${number}`,
        kind,
        `${number}`,
        `${number}`.padStart(6, '0'),
        `2019-01-${`${number}`.padStart(2, '0')}`,
        at,
        at,
      ],
    )
    db.run(
      `insert into files (file_id, path, size, modified_ms, format, page_count, added_at) values (?, ?, 1, 1, 'cbr', 24, ?)`,
      [`file-${number}`, `/quiet harbor/${number}.cbr`, at],
    )
    db.run('insert into issue_files (issue_id, file_id) values (?, ?)', [`owned-${number}`, `file-${number}`])
  }
  db.run(
    `insert into release_rules (rule_id, match, text, scope, level, score, added_at) values ('cbz', 'format', 'cbz', 'all', 'score', 10, ?)`,
    [at],
  )
}

const rows = () => watched.page.getByRole('listitem').filter({ hasText: 'Lantern Road' })

step('twenty thousand wanted issues are drawn and scrolled without delay', async () => {
  const { page, shot } = watched
  await page.goto(panelkeep.url)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const began = Date.now()
  await page.goto(`${panelkeep.url}/wanted`)
  await rows().first().waitFor()
  const first = Date.now() - began
  const frames = await page.evaluate(async () => {
    const height = document.documentElement.scrollHeight
    const times: number[] = []
    let before = performance.now()
    for (let step = 0; step < 120; step++) {
      window.scrollTo(0, (height * step) / 120)
      await new Promise(requestAnimationFrame)
      const now = performance.now()
      times.push(now - before)
      before = now
    }
    return { height, worst: Math.max(...times), median: times.toSorted((a, b) => a - b)[60] ?? 0 }
  })
  const heap = await page.evaluate(
    () => (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0,
  )
  console.log(
    `20,000 wanted: first rows ${first} ms, frames median ${frames.median.toFixed(1)} ms, worst ${frames.worst.toFixed(1)} ms, heap ${Math.round(heap / 1e6)} MB`,
  )
  expect(frames.height).toBeGreaterThan(500_000)
  // Only rows near the window are in the page.
  expect(await page.getByRole('listitem').count()).toBeLessThan(200)
  await page.evaluate(() => window.scrollTo(0, 0))
  await rows().first().waitFor()
  await shot('wanted')
})

step('the tabs, the kind and the order apply to the list', async () => {
  const { page, shot } = watched
  const count = page.getByRole('status').first()
  await page.goto(`${panelkeep.url}/wanted?when=upcoming`)
  await count.getByText('200 issues').waitFor()
  await page.goto(`${panelkeep.url}/wanted`)
  await count.getByText('19,800 issues').waitFor()
  await page.getByRole('button', { name: 'Manga' }).click()
  await count.getByText('4,800 issues').waitFor()
  await page.getByLabel('Order').selectOption('series')
  await page.locator('.wanted-row', { hasText: 'Lantern Road 004' }).first().waitFor()
  await shot('wanted-by-series')
  expect(await accessibilityFaults(page)).toEqual([])
  // The invented series have no covers, so drawn ones are shown.
  expect(watched.complaints.filter((line) => !line.includes('/api/metadata/issue-art/'))).toEqual([])
})

step('upgrades are listed with annuals, and kept with an undo', async () => {
  const { page, shot } = watched
  const count = page.getByRole('status').first()
  await page.goto(`${panelkeep.url}/wanted`)
  await page.getByRole('link', { name: 'Upgrades' }).click()
  await count.getByText('30 issues').waitFor()
  const owned = page.getByRole('listitem').filter({ hasText: 'Quiet Harbor' })
  expect(await owned.count()).toBeGreaterThan(5)
  await owned.first().getByText('CBR, CBZ preferred').waitFor()
  await shot('wanted-upgrades')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await shot('wanted-upgrades-dark')
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('Select Quiet Harbor Annual #30').check()
  await page.getByLabel('Select Quiet Harbor #29').check()
  await page.getByRole('button', { name: 'Keep this file' }).click()
  // A toast stays as long as the pointer is on it.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await count.getByText('28 issues').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await count.getByText('30 issues').waitFor()
})

step('the releases of an upgrade are reviewed', async () => {
  const { page, shot } = watched
  await page.goto(`${panelkeep.url}/wanted?when=upgrades`)
  await page.getByRole('button', { name: 'More about Quiet Harbor #29' }).click()
  await shot('wanted-upgrade-menu')
  await page.getByRole('menuitem', { name: 'Review releases' }).click()
  const sheet = page.getByRole('dialog', { name: 'Releases for Quiet Harbor #29' })
  // Without an indexer the sheet says so, instead of saying that the issue is in the library.
  await sheet.getByText('No indexer is enabled.').waitFor()
  await shot('wanted-upgrade-releases')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
})

step('the list fits on a phone', async () => {
  const phone = await signedIn(await openPage(browser, PHONE), panelkeep)
  await phone.page.goto(`${panelkeep.url}/wanted`)
  await phone.page.getByRole('listitem').filter({ hasText: 'Lantern Road' }).first().waitFor()
  await phone.shot('wanted-phone')
  await phone.page.goto(`${panelkeep.url}/wanted?when=upgrades`)
  await phone.page.getByText('CBR, CBZ preferred').first().waitFor()
  await phone.shot('wanted-upgrades-phone')
  await phone.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await phone.shot('wanted-upgrades-phone-dark')
  const [wide, window] = await phone.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(wide).toBeLessThanOrEqual(window!)
  await phone.close()
})
