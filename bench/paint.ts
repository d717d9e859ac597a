import type { Page } from 'playwright-core'

/** The time from a click or a key until a page of an issue is painted, as measured by the browser. */

type Seen = { since: number; painted: { url: string; at: number }[] }

/** Must be called before the page is opened. */
export async function watchPaint(page: Page): Promise<void> {
  await page.addInitScript(recordPaints)
}

/** Milliseconds from the last click or key to the paint of page `own`, counted from 0. */
export async function waitForPaint(page: Page, own: number): Promise<number> {
  const took = await page.waitForFunction((own) => {
    const seen = window as unknown as Seen
    const entry = seen.painted.find(({ url, at }) => url.includes(`/pages/${own}?v`) && at > seen.since)
    return entry && entry.at - seen.since
  }, own)
  return (await took.jsonValue()) as number
}

/** Runs in the page before its own scripts: records when pictures were painted and the last click or key. */
function recordPaints(): void {
  const seen = window as unknown as Seen
  seen.painted = []
  // Preact creates every element with its namespace.
  const make = document.createElementNS.bind(document) as (space: string, name: string, options?: object) => Element
  document.createElementNS = ((space: string, name: string, options?: object) => {
    const element = make(space, name, options)
    if (name === 'img') element.setAttribute('elementtiming', 'page')
    return element
  }) as typeof document.createElementNS
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { url: string; renderTime: number })[])
      seen.painted.push({ url: entry.url, at: entry.renderTime })
  }).observe({ type: 'element', buffered: true })
  for (const kind of ['click', 'keydown'])
    addEventListener(kind, (event) => Object.assign(seen, { since: event.timeStamp }), { capture: true })
}
