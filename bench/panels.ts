import type { Browser } from 'playwright-core'
import { openBrowser } from '../e2e/browser'
import { type Box, findPanels, inReadingOrder } from '../src/base/formats/images/panels'
import { greyPixels } from '../src/base/platform/images'
import { type MadePage, makePage, PAGE } from '../src/testing/panels/made-page'
import type { Bench } from './table'

/**
 * How often the panels of a page are right, on 200 made pages: the half with even seeds was used to choose the limits
 * of `panels.ts`, the other half was not. A page is right when each panel and each balloon is whole in one view, the
 * views follow the order of the panels, and no panels share a view without a balloon across their gutter; a page that
 * is one picture is right when it is shown whole. Made pages are easier than drawn ones.
 */

const PAGES = 200
const [WIDTH, HEIGHT] = [400, 600]
const SCALE = PAGE.width / WIDTH
/** A view may cut the frame of a panel that lies askew. */
const WHOLE = 0.93

type Verdict = 'right' | 'coarse' | 'whole page' | 'wrong'

export const panels: Bench = async () => {
  const browser = await openBrowser()
  const verdicts: Verdict[] = []
  let spent = 0
  try {
    for (let seed = 0; seed < PAGES; seed++) {
      const pixels = await greyPixels(await drawn(browser, seed), WIDTH, HEIGHT)
      const page = makePage(seed)
      const before = process.cpuUsage()
      const views = viewsOf(pixels, page.direction)
      const { user, system } = process.cpuUsage(before)
      spent += (user + system) / 1000
      verdicts.push(verdictOf(page, views))
    }
  } finally {
    await browser.close()
  }
  const share = (verdict: Verdict, half: number) =>
    verdicts.filter((one, at) => one === verdict && at % 2 === half).length
  const counts = (half: number) =>
    `${share('right', half)} right, ${share('coarse', half)} coarse, ${share('whole page', half)} shown whole, ${share('wrong', half)} wrong`
  return [
    { what: 'panels of 100 made pages, used for tuning', budget: '90 right', measured: counts(0) },
    { what: 'panels of 100 other made pages', budget: '90 right', measured: counts(1) },
    { what: 'finding the panels of a page, processor', budget: '50 ms', measured: `${Math.round(spent / PAGES)} ms` },
  ]
}

async function drawn(browser: Browser, seed: number): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: PAGE })
  await page.setContent(`<body style="margin:0">${makePage(seed).svg}`)
  const picture = await page.screenshot({ type: 'jpeg', quality: 60 + (seed % 35) })
  await page.close()
  return picture
}

function viewsOf(pixels: Uint8Array, direction: 'ltr' | 'rtl'): Box[] | undefined {
  const found = findPanels({ width: WIDTH, height: HEIGHT, pixels })
  const views = found && inReadingOrder(found, direction)
  return views?.map(({ x, y, width, height }) => ({
    x: x * SCALE,
    y: y * SCALE,
    width: width * SCALE,
    height: height * SCALE,
  }))
}

function verdictOf(page: MadePage, views: readonly Box[] | undefined): Verdict {
  const isOnePicture = page.views === undefined || page.views.length < 2
  if (!views) return isOnePicture ? 'right' : 'whole page'
  const place = (part: Box) => views.findIndex((view) => insideOf(part, view) > WHOLE)
  if (page.whole.some((part) => place(part) < 0) || isOnePicture) return 'wrong'
  const places = page.panels.map(place)
  if (places.some((at, index) => at < (places[index - 1] ?? 0))) return 'wrong'
  return new Set(places).size < page.views!.length || views.length > page.panels.length ? 'coarse' : 'right'
}

/** The share of the part that lies in the view. */
function insideOf(part: Box, view: Box): number {
  const across = Math.min(part.x + part.width, view.x + view.width) - Math.max(part.x, view.x)
  const down = Math.min(part.y + part.height, view.y + view.height) - Math.max(part.y, view.y)
  return (Math.max(0, across) * Math.max(0, down)) / (part.width * part.height)
}
