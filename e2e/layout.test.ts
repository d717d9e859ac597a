import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { hasBrowser, openBrowser, openPage, PHONE, pageLoaded, signedIn, step } from './browser'
import { makeCollection } from './collection'
import { until } from './download-setup'
import { type EveryPageSetup, openEveryPageSetup } from './every-page-setup'
import { importReadingSetup } from './reading-setup'

setDefaultTimeout(900_000)

/** The layout of the pages, from a phone to a wide screen. */
let every: EveryPageSetup
let browser: Browser

beforeAll(async () => {
  if (!hasBrowser) return
  every = await openEveryPageSetup()
  // Enough series for letters and for several rows of covers.
  const { reader } = every.setup
  const before = await reader.json<Folders>('/api/config')
  const more = makeCollection(every.setup.in('more'))
  await importReadingSetup(reader, more)
  // The import replaced the folders of the settings, without which the other covers would be refused.
  const [comic_dirs, manga_dirs] = [
    [...before.comic_dirs, more.comics],
    [...before.manga_dirs, more.manga],
  ]
  await reader.put('/api/config', { comic_dirs, manga_dirs })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await every?.end()
})

type Folders = { comic_dirs: string[]; manga_dirs: string[] } & Record<string, unknown>

const SIZES = [PHONE, { width: 820, height: 900 }, { width: 1440, height: 900 }, { width: 2560, height: 1200 }]

/** Opens the page at each size and in both themes, with a picture of each. */
async function atEachSize(path: string, look: (page: Page, width: number) => Promise<unknown>): Promise<void> {
  const { page, shot, complaints, close } = await signedIn(await openPage(browser, PHONE), every.setup.panelkeep)
  await page.goto(every.setup.panelkeep.url + path)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.reload()
    await pageLoaded(page)
    await look(page, size.width)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await shot(`${path.replaceAll('/', '_').slice(0, 20)}-${size.width}-${colorScheme}`)
    }
  }
  expect(complaints).toEqual([])
  await close()
}

type Box = { left: number; right: number; top: number; bottom: number }

const boxes = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((all) =>
    all
      .map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return { left, right, top, bottom }
      })
      .filter(({ left, right }) => right > left),
  )

const boxOf = async (page: Page, selector: string): Promise<Box> => (await boxes(page, selector))[0]!
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

step('no page scrolls sideways at any width, and all begin at the same edge', async () => {
  const { page, close } = await signedIn(await openPage(browser, PHONE), every.setup.panelkeep)
  const wide: string[] = []
  const edges = new Map<string, Set<number>>()
  for (const path of every.paths) {
    await page.goto(every.setup.panelkeep.url + path)
    await pageLoaded(page)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      if (over !== 0) wide.push(`${path} at ${size.width}: ${over}`)
      for (const { left } of await boxes(page, '.shell-content'))
        edges.set(`${size.width}`, (edges.get(`${size.width}`) ?? new Set()).add(left))
    }
  }
  expect(wide).toEqual([])
  expect([...edges].map(([width, lefts]) => `${width}: ${lefts.size}`)).toEqual(SIZES.map(({ width }) => `${width}: 1`))
  await close()
})

step('Home begins with covers, and what needs the user is in sight', async () => {
  await atEachSize('/', async (page, width) => {
    const [cover, needs, week] = [
      await boxOf(page, '.continue-cover'),
      await boxOf(page, '.needs-you'),
      await boxOf(page, '[aria-label="This week"]'),
    ]
    expect([width, cover.top < needs.top, needs.top < week.top]).toEqual([width, true, true])
    const { bottom } = await boxOf(page, width < 768 ? '.shell-rail' : '.shell-foot')
    expect([width, needs.bottom < bottom]).toEqual([width, true])
    // One line for the counts.
    expect([width, needs.bottom - needs.top < 40]).toEqual([width, true])
  })
})

step('the wall of the library is in view at once, uses the window, and no letter lies over a cover', async () => {
  await atEachSize('/library', async (page, width) => {
    const end = await boxOf(page, width < 768 ? '.shell-rail' : '.shell-foot')
    // Half of the first covers at least, once the grid has measured the window.
    const isInView = async () => {
      const [first] = await boxes(page, '.library .virtual .tile-cover')
      return first !== undefined && (first.top + first.bottom) / 2 < end.top
    }
    for (let tries = 0; tries < 100 && !(await isInView()); tries++) await Bun.sleep(50)
    expect([width, await isInView()]).toEqual([width, true])
    const wall = await boxOf(page, '.library .virtual')
    const rail = width < 768 ? 0 : (await boxOf(page, '.shell-rail')).right
    const gutters = width < 768 ? 48 : 68
    expect([width, wall.right - wall.left >= width - rail - gutters]).toEqual([width, true])
    const letters = await boxOf(page, '.letters')
    const covered = (await boxes(page, '.library :is(.tile-cover, .continue-cover)')).filter(
      (cover) => cover.left < width && overlap(cover, letters) && cover.right > letters.left,
    )
    // Covers that are scrolled out of their row are clipped before the letters.
    const shelf = await boxOf(page, '.library-shelf ul')
    expect([width, covered.filter(({ left, top }) => top > shelf.bottom || left < shelf.right).length]).toEqual([
      width,
      0,
    ])
    expect([width, shelf.right <= letters.left]).toEqual([width, true])
  })
})

step('a filtered library says how many series match', async () => {
  const { page, close } = await signedIn(await openPage(browser), every.setup.panelkeep)
  await page.goto(`${every.setup.panelkeep.url}/library?q=winter`)
  await page
    .locator('.library-matching')
    .getByText(/^2 of \d+ series$/)
    .waitFor()
  await close()
})

step('the reason of a wanted issue is readable beside its menu', async () => {
  await atEachSize('/wanted', async (page, width) => {
    const rows = page.locator('.wanted-row')
    await rows.first().waitFor()
    const reasons = await rows.evaluateAll((all) =>
      all.map((row) => {
        const reason = row.querySelector('.wanted-issue button')
        const menu = row.querySelector('.menu')
        if (!reason || !menu) return 'there is no reason'
        const [words, beside] = [reason.getBoundingClientRect(), menu.getBoundingClientRect()]
        // On a phone the text wraps, and the place to touch is larger than the text.
        const isCut = innerWidth > 768 && reason.scrollWidth > reason.clientWidth + 1
        return words.right <= beside.left && beside.right <= innerWidth && words.width > 60 && !isCut
      }),
    )
    expect([width, reasons.every((one) => one === true)]).toEqual([width, true])
  })
})

step('the buttons of a series are in sight, and no line of them has the menu alone', async () => {
  await atEachSize(every.seriesPath, async (page, width) => {
    const read = await boxOf(page, '.series-actions .button')
    const end = await boxOf(page, width < 768 ? '.shell-rail' : '.shell-foot')
    expect([width, read.bottom <= end.top]).toEqual([width, true])
    const tops = (await boxes(page, '.series-actions :is(.button)')).map(({ top }) => Math.round(top))
    const lines = Map.groupBy(tops, (top) => top)
    expect([width, Math.min(...[...lines.values()].map((line) => line.length)) > 1 || lines.size === 1]).toEqual([
      width,
      true,
    ])
  })
})

step('the badge of More leaves its icon free', async () => {
  const { page, close } = await signedIn(await openPage(browser, PHONE), every.setup.panelkeep)
  await page.goto(every.setup.panelkeep.url)
  await page.locator('.shell-more-badge .badge').waitFor()
  const [badge, icon] = [
    await boxOf(page, '.shell-more-badge .badge'),
    await boxOf(page, '.shell-more .button > .icon'),
  ]
  // Its three dots are at half height.
  expect(badge.bottom).toBeLessThanOrEqual((icon.top + icon.bottom) / 2)
  await close()
})

step('all entries of the rail are in view from 720 px of height on, and the current one below that', async () => {
  const { page, close } = await signedIn(await openPage(browser), every.setup.panelkeep)
  await page.setViewportSize({ width: 1440, height: 480 })
  await page.goto(`${every.setup.panelkeep.url}/system`)
  const system = page.locator('.shell-rail a[href="/system"]')
  const isInView = async () => {
    const [entry, foot] = [await system.boundingBox(), await boxOf(page, '.shell-foot')]
    return entry !== null && entry.y + entry.height <= foot.top + 1
  }
  await page.locator('.shell-rail a[href="/assistant"]').waitFor()
  await until('the current entry to be in view', async () => (await isInView()) || undefined)
  const hidden: string[] = []
  for (const height of [720, 768, 800, 801, 900]) {
    await page.setViewportSize({ width: 1440, height })
    const over = await page.locator('.shell-rail').evaluate((rail) => rail.scrollHeight - rail.clientHeight)
    if (over > 0) hidden.push(`${height}: ${over}`)
  }
  expect(hidden).toEqual([])
  await close()
})

/** Whether a text, or the placeholder of a field, has no room. */
const hasCut = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluateAll((all) =>
    all.some((one) => {
      const placeholder = one.getAttribute('placeholder')
      if (placeholder === null) return one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
      const { paddingLeft, paddingRight, font } = getComputedStyle(one)
      const pen = Object.assign(document.createElement('canvas').getContext('2d')!, { font })
      const room = one.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return pen.measureText(placeholder).width > room
    }),
  )

step('texts have the room beside them at the width of a tablet, and nothing is wrapped alone', async () => {
  const { page, close } = await signedIn(await openPage(browser, SIZES[1]), every.setup.panelkeep)
  const cut: string[] = []
  for (const [path, texts, line] of [
    ['/activity', '.queue-row .activity-what small', undefined],
    ['/activity/history', '.history-row .activity-what small', undefined],
    ['/activity/history/blocked', '.blocklist-head input', undefined],
    ['/import/inbox', undefined, '.inbox-bar > :is(.words, .button)'],
    ['/system/logs', undefined, '.log-bar > :is(.words, .button)'],
  ] as const) {
    await page.goto(every.setup.panelkeep.url + path)
    await pageLoaded(page)
    await page
      .locator(texts ?? line)
      .first()
      .waitFor()
    if (texts && (await hasCut(page, texts))) cut.push(path)
    const tops = line ? (await boxes(page, line)).map(({ top, bottom }) => Math.round((top + bottom) / 2)) : []
    if (Math.max(...tops) - Math.min(...tops) > 4) cut.push(`${path}: ${tops}`)
  }
  expect(cut).toEqual([])
  await close()
})

step('on a phone, results of the search have their whole name above year and publisher', async () => {
  const { page, close } = await signedIn(await openPage(browser, PHONE), every.setup.panelkeep)
  await page.goto(every.setup.panelkeep.url)
  await page.getByRole('combobox', { name: 'Search everywhere' }).fill('harbor')
  await page.locator('.search-box-detail').first().waitFor()
  const names = await page
    .locator('.search-box-line:has(.search-box-detail) .search-box-name')
    .evaluateAll((all) => all.map((one) => one.scrollWidth <= one.clientWidth + 1))
  expect(names).not.toContain(false)
  const [name, detail] = [await boxOf(page, '.search-box-name'), await boxOf(page, '.search-box-detail')]
  expect(detail.top).toBeGreaterThanOrEqual(name.bottom - 1)
  await close()
})

step('the heads of pages end at the same edge', async () => {
  const { page, close } = await signedIn(await openPage(browser), every.setup.panelkeep)
  const edges = new Map<string, number>()
  for (const [path, last] of [
    ['/library', '.library-filters > .button'],
    ['/wanted', '.wanted-actions'],
    ['/settings', '.settings-head .switch'],
    ['/', '.shell-corner'],
    ['/library', '.shell-corner'],
  ] as const) {
    await page.goto(every.setup.panelkeep.url + path)
    await pageLoaded(page)
    edges.set(`${path} ${last}`, Math.round((await boxOf(page, last)).right))
  }
  expect(new Set(edges.values()).size).toBe(1)
  await close()
})
