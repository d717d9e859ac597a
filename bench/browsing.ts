import type { Browser, CDPSession, Page } from 'playwright-core'
import { DESK, hasBrowser, openBrowser, PHONE } from '../e2e/browser'
import type { Panelkeep } from '../e2e/panelkeep'
import { COVERED_SERIES, startCovered } from './covered'
import { ms, percentile } from './measure'
import { type Row, unmeasuredRow } from './table'

/** Without a request for so long, a page has come to rest. */
const REST_MS = 2_000
const OPENINGS = 5
const JUMPS = 60
const JUMP_MS = 300
/** A phone on a weak mobile network: 1.6 Mbit a second, 150 ms until a request is answered, a slow processor. */
const WEAK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const SLOWER = 4
/** The address of another machine: only those get packed replies. */
const AWAY = { 'X-Forwarded-For': '192.0.2.7' }

/** The pages of 5,000 series with covers, in a browser that was never here. */
export async function browsing(): Promise<Row[]> {
  if (!hasBrowser) return [unmeasuredRow('opening the library in a browser', '', 'there is no browser')]
  const { panelkeep, remove } = await startCovered()
  const browser = await openBrowser()
  const rows: Row[] = []
  const tries: [what: string, budget: string, measure: () => Promise<string>][] = [
    ['library until it rests, 1440x900', '', () => untilRest(browser, panelkeep, '/library', DESK)],
    ['library until it rests, 390x844', '', () => untilRest(browser, panelkeep, '/library', PHONE)],
    ['library on a weak phone, first cover', '1,500 ms', () => firstCover(browser, panelkeep, '/library')],
    [
      'series on a weak phone, first cover',
      '1,600 ms',
      () => firstCover(browser, panelkeep, `/library/${COVERED_SERIES}`),
    ],
    ['jumping through 5,000 series, longest task', '50 ms', () => jumping(browser, panelkeep, '/library')],
    ['the same in the table', '50 ms', () => jumping(browser, panelkeep, '/library?view=table')],
    ['the same on a page without content', '', () => jumping(browser, panelkeep, undefined)],
  ]
  for (const [what, budget, measure] of tries)
    rows.push(
      await measure().then(
        (measured) => ({ what, budget, measured }),
        (error: unknown) => unmeasuredRow(what, budget, error),
      ),
    )
  await browser.close()
  await panelkeep.stop()
  remove()
  return rows
}

type Size = typeof DESK
type Opened = { page: Page; cdp: CDPSession }

async function open(browser: Browser, panelkeep: Panelkeep, size: Size): Promise<Opened> {
  const context = await browser.newContext({ viewport: size, extraHTTPHeaders: AWAY, serviceWorkers: 'block' })
  const [name = '', value = ''] = (await panelkeep.cookie()).split('=')
  await context.addCookies([{ name, value, url: panelkeep.url }])
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  return { page, cdp }
}

/** What goes over the network, heads included, until no request was sent for a while. */
async function untilRest(browser: Browser, panelkeep: Panelkeep, path: string, size: Size): Promise<string> {
  const { page, cdp } = await open(browser, panelkeep, size)
  const requests = new Map<string, string>()
  let bytes = 0
  let last = performance.now()
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    last = performance.now()
    if (!request.url.startsWith('data:')) requests.set(requestId, request.url)
  })
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(panelkeep.url + path)
  await page.locator('.library .tile-link').first().waitFor()
  while (performance.now() - last < REST_MS) await Bun.sleep(100)
  await page.context().close()
  if (process.env.BENCH_REQUESTS) for (const url of requests.values()) console.error(url.slice(panelkeep.url.length))
  return `${requests.size} requests, ${Math.round(bytes / 1000)} KB`
}

/** From the address to the paint of the first cover, as the browser measures it; everything comes over the network. */
async function firstCover(browser: Browser, panelkeep: Panelkeep, path: string): Promise<string> {
  const times: number[] = []
  for (let n = 0; n < OPENINGS; n++) {
    const { page, cdp } = await open(browser, panelkeep, PHONE)
    await page.addInitScript(keepFirstCover)
    await cdp.send('Network.emulateNetworkConditions', WEAK)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(panelkeep.url + path, { waitUntil: 'commit' })
    const seen = await page.waitForFunction(() => (window as unknown as { firstCover?: number }).firstCover)
    times.push((await seen.jsonValue()) as number)
    if (process.env.BENCH_REQUESTS && n === 0) console.error(await waterfall(page))
    await page.context().close()
  }
  return `median ${ms(percentile(times, 0.5))}, best of ${OPENINGS} ${ms(Math.min(...times))}`
}

function keepFirstCover(): void {
  const make = document.createElementNS.bind(document) as (space: string, name: string, options?: object) => Element
  document.createElementNS = ((space: string, name: string, options?: object) => {
    const element = make(space, name, options)
    if (name === 'img') element.setAttribute('elementtiming', 'cover')
    return element
  }) as typeof document.createElementNS
  new PerformanceObserver((list) => {
    const seen = window as unknown as { firstCover?: number }
    for (const entry of list.getEntries()) if (entry.startTime > 0) seen.firstCover ??= entry.startTime
  }).observe({ type: 'element', buffered: true })
}

async function waterfall(page: Page): Promise<string> {
  const rows = await page.evaluate(() =>
    performance.getEntries().flatMap((entry) => {
      const e = entry as PerformanceResourceTiming
      if (e.entryType !== 'resource' && e.entryType !== 'navigation') return []
      return [[e.startTime, e.requestStart, e.responseStart, e.responseEnd, e.encodedBodySize, e.name.slice(21, 120)]]
    }),
  )
  return rows
    .map((row) => row.map((x) => (typeof x === 'number' ? String(Math.round(x)).padStart(7) : x)).join(' '))
    .join('\n')
}

type TraceEvent = {
  name: string
  cat: string
  dur?: number
  tdur?: number
  tid: number
  pid: number
  args?: { name?: string }
}

/** The longest task of the page's own thread while it jumps, in processor time, which a busy machine does not change. */
async function jumping(browser: Browser, panelkeep: Panelkeep, path: string | undefined): Promise<string> {
  const { page } = await open(browser, panelkeep, DESK)
  if (path === undefined) {
    await page.goto('data:text/html,<body style="height: 190000px">')
  } else {
    await page.goto(panelkeep.url + path)
    await page.locator('.library [data-at]').first().waitFor()
    await page.waitForLoadState('networkidle').catch(() => undefined)
  }
  await Bun.sleep(1_000)
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
  })
  for (let n = 1; n <= JUMPS; n++) {
    // Far apart, and each place but once.
    await page.evaluate((share) => window.scrollTo(0, share * document.documentElement.scrollHeight), (n * 0.618) % 1)
    await Bun.sleep(JUMP_MS)
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await page.context().close()
  return longest(traceEvents)
}

function longest(events: TraceEvent[]): string {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const isMain = ({ pid, tid }: TraceEvent) => mains.some((main) => main.pid === pid && main.tid === tid)
  const tasks = events.filter((event) => isMain(event) && event.name.endsWith('RunTask') && event.tdur !== undefined)
  const times = tasks.map(({ tdur }) => tdur! / 1000)
  if (process.env.BENCH_REQUESTS) console.error(partsOf(events.filter(isMain), tasks))
  const sum = times.reduce((all, one) => all + one, 0)
  return `${ms(Math.max(...times))}, ${times.filter((one) => one > 50).length} over 50 ms, ${ms(sum / JUMPS)} a jump`
}

function partsOf(events: TraceEvent[], tasks: TraceEvent[]): string {
  const sums = new Map<string, number>()
  for (const { name, tdur } of events) sums.set(name, (sums.get(name) ?? 0) + (tdur ?? 0) / 1000)
  const top = [...sums].sort((a, b) => b[1] - a[1]).slice(0, 22)
  const longest = tasks
    .map(({ tdur, dur }) => [tdur! / 1000, dur! / 1000])
    .sort((a, b) => b[0]! - a[0]!)
    .slice(0, 12)
  return `${top.map(([name, time]) => `${name} ${time.toFixed(0)}`).join('\n')}\n${longest.map(([t, d]) => `${t!.toFixed(0)}/${d!.toFixed(0)}`).join(' ')}`
}
