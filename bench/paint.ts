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
    // The address also has the width, in pixels of the screen.
    const entry = seen.painted.find(({ url, at }) => url.includes(`/pages/${own}?`) && at > seen.since)
    return entry && entry.at - seen.since
  }, own)
  return (await took.jsonValue()) as number
}

/** Runs in the page before its own scripts: records when pictures were painted and the last click or key. */
function recordPaints(): void {
  const seen = window as unknown as Seen
  seen.painted = []
  // The reader makes its pictures itself; those of covers and thumbnails, which preact makes, are left out.
  const make = document.createElement.bind(document)
  document.createElement = ((name: string) => {
    const element = make(name)
    if (name === 'img') element.setAttribute('elementtiming', 'page')
    return element
  }) as typeof document.createElement
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { url: string; renderTime: number })[])
      seen.painted.push({ url: entry.url, at: entry.renderTime })
  }).observe({ type: 'element', buffered: true })
  for (const kind of ['click', 'keydown'])
    addEventListener(kind, (event) => Object.assign(seen, { since: event.timeStamp }), { capture: true })
}
