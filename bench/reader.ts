import type { Browser, Page } from 'playwright-core'
import { hasBrowser, openBrowser } from '../e2e/browser'
import type { Client, Panelkeep } from '../e2e/panelkeep'
import { LARGE, SMALL, startLibraryOfLargeArchives } from './large-archive'
import { ms, percentile } from './measure'
import { waitForPaint, watchPaint } from './paint'
import { type Row, unmeasuredRow } from './table'

const TURNS = 7
const FIRST = '300 ms'
const NEXT = 'at once'

type Book = typeof SMALL

/** Waiting times in a browser: from Read to the page on the screen, and from a key to the next page. */
export async function readingInBrowser(): Promise<Row[]> {
  if (!hasBrowser) return [unmeasuredRow('first page in a browser', FIRST, 'there is no browser')]
  const { panelkeep, remove } = await startLibraryOfLargeArchives()
  const browser = await openBrowser()
  try {
    const rows: Row[] = []
    for (const book of [SMALL, LARGE]) rows.push(...(await rowsOf(browser, panelkeep, book)))
    return rows
  } finally {
    await browser.close()
    await panelkeep.stop()
    remove()
  }
}

async function rowsOf(browser: Browser, panelkeep: Panelkeep, book: Book): Promise<Row[]> {
  const what = [`first page in a browser, CBZ of ${book.size}`, `next page in a browser, CBZ of ${book.size}`] as const
  try {
    const page = await opened(browser, panelkeep)
    const reader = await panelkeep.reader()
    const first: number[] = []
    const next: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      first.push(await begun(page, reader, book))
      await page.waitForFunction(() => document.querySelectorAll('.reader-page[data-state="ready"]').length > 1)
      await page.keyboard.press('ArrowRight')
      next.push(await waitForPaint(page, 1))
    }
    await page.context().close()
    return [
      { what: what[0], budget: FIRST, measured: summary(first) },
      { what: what[1], budget: NEXT, measured: summary(next) },
    ]
  } catch (error) {
    return [unmeasuredRow(what[0], FIRST, error), unmeasuredRow(what[1], NEXT, error)]
  }
}

const summary = (times: number[]) => `median ${ms(percentile(times, 0.5))}, worst of ${TURNS} ${ms(Math.max(...times))}`

async function opened(browser: Browser, panelkeep: Panelkeep): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const [name = '', value = ''] = (await panelkeep.cookie()).split('=')
  await context.addCookies([{ name, value, url: panelkeep.url }])
  const page = await context.newPage()
  await watchPaint(page)
  return page
}

/** From the series page, like a user: the library pages are loaded, the issue is not. */
async function begun(page: Page, reader: Client, { issue }: Book): Promise<number> {
  await page.goto(`${reader.base}/library/shelf`)
  const link = page.locator(`.tile-read[href$="${issue}"]`)
  await link.waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  // Continues once the reader has saved its position.
  await reader.send('DELETE', `/api/reading/issues/${issue}/progress`)
  await page.evaluate(() => localStorage.clear())
  await link.evaluate((one) => (one as HTMLElement).click())
  return waitForPaint(page, 0)
}
