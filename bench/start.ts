import type { Page } from 'playwright-core'
import { hasBrowser, openBrowser } from '../e2e/browser'
import { tempFolder } from '../e2e/folders'
import { launch } from '../e2e/panelkeep'
import { freePort } from '../src/testing/harness/free-port'
import { untilAnswered } from './first-answer'
import { copyFolder, largeDataDir } from './library'
import { ms, percentile } from './measure'
import { skeletonStart } from './skeleton/skeleton'
import { type Row, unmeasuredRow } from './table'

const TIMES = 9
const DRAWN = 'start to the setup page drawn, in a browser that is open'
const DRAWN_BUDGET = '110 ms'

/** From the start of the program to its first 200, and to the first page on the screen. */
export async function startTimes(): Promise<Row[]> {
  const limit = await skeletonStart(TIMES)
  const folder = tempFolder()
  const fresh: number[] = []
  for (let n = 0; n < TIMES; n++) fresh.push(await firstAnswer(folder.in(`data-${n}`)))
  folder.remove()

  const large = await copyFolder(await largeDataDir())
  const full: number[] = []
  for (let n = 0; n < TIMES; n++) full.push(await firstAnswer(large.path))
  large.remove()
  return [
    { what: 'start to first 200, empty data directory', budget: '80 ms', measured: shown(fresh), limit },
    { what: 'start to first 200, 250,000 issues', budget: '70 ms', measured: shown(full), limit },
    await setupPage().catch((error: unknown) => unmeasuredRow(DRAWN, DRAWN_BUDGET, error)),
  ]
}

const shown = (times: number[]) => `median ${ms(percentile(times, 0.5))}, slowest ${ms(Math.max(...times))}`

async function firstAnswer(dataDir: string): Promise<number> {
  const port = freePort()
  const since = performance.now()
  const panelkeep = launch({ dataDir, port })
  await untilAnswered(panelkeep.url, panelkeep.child)
  const elapsed = performance.now() - since
  await panelkeep.stop()
  return elapsed
}

/** The browser is already open, as for a user who starts the program from a menu. */
async function setupPage(): Promise<Row> {
  if (!hasBrowser) return unmeasuredRow(DRAWN, DRAWN_BUDGET, 'there is no browser')
  const folder = tempFolder()
  const browser = await openBrowser()
  const drawn: number[] = []
  const answered: number[] = []
  let limit = ''
  try {
    const page = await browser.newPage()
    await page.addInitScript(DRAWN_AT)
    limit = await barePage(page)
    for (let n = 0; n <= TIMES; n++) {
      const since = performance.timeOrigin + performance.now()
      const panelkeep = launch({ dataDir: folder.in(`data-${n}`), port: freePort() })
      await untilAnswered(panelkeep.url, panelkeep.child)
      answered.push(performance.timeOrigin + performance.now() - since)
      drawn.push((await drawnAt(page, panelkeep.url)) - since)
      await panelkeep.stop()
    }
  } finally {
    await browser.close()
    folder.remove()
  }
  // The first page in a browser also starts its processes.
  const [times, before] = [drawn.slice(1), answered.slice(1)]
  return {
    what: DRAWN,
    budget: DRAWN_BUDGET,
    measured: `${shown(times)} (first 200 after ${ms(percentile(before, 0.5))})`,
    limit,
  }
}

async function drawnAt(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/`, { waitUntil: 'commit' })
  const at = await page.waitForFunction(() => (globalThis as { drawnAt?: number }).drawnAt)
  return (await at.jsonValue())!
}

/** The browser's time for one line of text from a server that is ready. */
async function barePage(page: Page): Promise<string> {
  const type = { headers: { 'Content-Type': 'text/html' } }
  const times: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const server = Bun.serve({ port: 0, fetch: () => new Response('<!doctype html><h1>Set up</h1>', type) })
    const since = performance.timeOrigin + performance.now()
    times.push((await drawnAt(page, `http://localhost:${server.port}`)) - since)
    await server.stop(true)
  }
  return `one line of a running server: ${ms(percentile(times, 0.5))}`
}

/** Records the time of the first frame with the heading of a page. */
const DRAWN_AT = `
  new MutationObserver((_, watch) => {
    if (!document.querySelector('h1')) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => (globalThis.drawnAt = performance.timeOrigin + performance.now())))
  }).observe(document, { childList: true, subtree: true })
`
