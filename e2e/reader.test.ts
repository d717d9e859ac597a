import { afterAll, beforeAll, describe, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { until } from '../src/testing/harness/until'
import { DESK, hasBrowser, openBrowser, openPage, PHONE, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'
import { importReadingSetup, makeReadingSetup } from './reading-setup'

setDefaultTimeout(300_000)

/** Reading in a browser, on a desktop and on a phone: every mode, every way to turn a page, and failures. */
const folder = tempFolder()
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let desktopPage: WatchedPage
let phone: WatchedPage
let ids: Map<string, string>

beforeAll(async () => {
  if (!hasBrowser) return
  const shelf = makeReadingSetup(folder.in('books'))
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  ids = await importReadingSetup(reader, shelf)
  browser = await openBrowser()
  desktopPage = await signedIn(await openPage(browser, DESK), panelkeep)
  const touched = { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
  phone = await signedIn(await openPage(browser, PHONE, touched), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const idOf = (name: string) => ids.get(name) ?? ''

/** Visible pages, left to right or top to bottom, counted from 1. */
function inSight(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const strip = document.querySelector('.reader-strip') !== null
    const all = [...document.querySelectorAll<HTMLElement>(strip ? '.reader-page' : '[data-here] .reader-page')]
    const box = (one: HTMLElement) => one.getBoundingClientRect()
    return all
      .filter((one) => box(one).bottom > 2 && box(one).top < innerHeight - 2)
      .sort((a, b) => (strip ? box(a).top - box(b).top : box(a).left - box(b).left))
      .map((one) => Number(one.dataset.page) + 1)
  })
}

/** Waits until these pages are visible and their pictures are drawn. */
async function sees(page: Page, ...pages: number[]): Promise<void> {
  const until = Date.now() + 20_000 // with other browsers running, a page may be slow; a separate test below checks the speed
  for (;;) {
    const seen = await inSight(page)
    const drawn = await page.evaluate(() => {
      const images = [...document.querySelectorAll<HTMLImageElement>('[data-here] img, .reader-strip img')]
      return images.every((image) => image.complete && image.naturalWidth > 0)
    })
    if (drawn && seen.join() === pages.join()) return
    if (Date.now() > until) throw new Error(`pages ${seen} are visible, drawn: ${drawn}, not ${pages}`)
    await Bun.sleep(15)
  }
}

async function read(page: Page, name: string, query = ''): Promise<void> {
  await page.goto(`${panelkeep.url}/read/${idOf(name)}${query}`)
  await page.locator('.reader-page').first().waitFor()
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

const setView = (series: string, view: Record<string, unknown>) =>
  reader.send('PATCH', `/api/reading/series/${encodeURIComponent(idOf(series))}/view`, view)

const issue = (name: string) =>
  reader.json<
    { progress: { page: number; completed: boolean } | null; bookmarks: { page: number }[] } & Record<string, unknown>
  >(`/api/reading/issues/${idOf(name)}`)

/** Waits until the server has saved this page (counted from 1). */
const saved = (name: string, page: number) =>
  until(
    () => issue(name),
    ({ progress }) => progress?.page === page - 1,
    25_000,
  )

/** Waits until the server has saved how the series of this issue is read. */
const savedDirection = (name: string, direction: string) =>
  until(
    async () => (await issue(name)).view as { reading_direction: string },
    ({ reading_direction }) => reading_direction === direction,
    25_000,
  )

/** Touch gestures: each finger moves from one point to another. */
async function touch(page: Page, ...ways: { from: [number, number]; to: [number, number] }[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const at = (share: number) =>
    ways.map(({ from, to }, id) => ({
      id,
      x: from[0] + (to[0] - from[0]) * share,
      y: from[1] + (to[1] - from[1]) * share,
    }))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) })
    await Bun.sleep(16)
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
/** A double tap: two taps without a wait, since more than 300 ms apart they would be two single taps. */
async function doubleTap(page: Page, [x, y]: [number, number]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const tap = [
    { type: 'touchStart', touchPoints: [{ x, y }] },
    { type: 'touchEnd', touchPoints: [] },
  ] as const
  await Promise.all(
    [...tap, ...tap].map((event) =>
      session.send('Input.dispatchTouchEvent', { ...event, touchPoints: [...event.touchPoints] }),
    ),
  )
  await session.detach()
}
const swipe = (page: Page, from: [number, number], to: [number, number]) => touch(page, { from, to })

const loadedScripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((one) => one.name)
      .filter((name) => name.endsWith('.js')),
  )

describe('on a desktop', () => {
  step('the library does not load the reader, and Read on a series opens it', async () => {
    const { page, shot } = desktopPage
    await page.goto(`${panelkeep.url}/library`)
    await page.locator('.library .tile-link').nth(2).waitFor()
    expect((await loadedScripts(page)).filter((name) => name.includes('/reader-'))).toEqual([])
    await page.locator('.library .tile-link', { hasText: 'Harbor Lights' }).click()
    await page.locator('.series-actions').getByRole('link', { name: 'Read #1' }).click()
    await sees(page, 1)
    expect(await page.title()).toBe('Harbor Lights #1 · Panelkeep')
    await shot('desk-cover')
  })

  step('two pages are side by side, the cover and double pages alone', async () => {
    const { page, shot } = desktopPage
    for (const spread of [[2, 3], [4], [5, 6], [7], [8, 9], [10]]) {
      await press(page, 'ArrowRight')
      await sees(page, ...spread)
      if (spread[0] === 2) await shot('desk-double')
      if (spread[0] === 4) await shot('desk-wide')
    }
    await press(page, 'ArrowLeft')
    await sees(page, 8, 9)
    await press(page, 'Home', 's')
    await sees(page, 1, 2)
    await press(page, 'ArrowRight')
    await sees(page, 3)
    await press(page, 's', 'Home')
    await sees(page, 1)
  })

  step('the end shows the next issue, Enter opens it, and Back leaves', async () => {
    const { page, shot } = desktopPage
    await press(page, 'End', 'ArrowRight')
    await page.getByText('Harbor Lights #1 is read').waitFor()
    await page.locator('.reader-card-cover img[data-shown]').waitFor()
    await shot('desk-end')
    await saved('Harbor Lights 1', 10)
    expect((await issue('Harbor Lights 1')).progress?.completed).toBe(true)
    await press(page, 'Enter')
    await page.waitForURL(`**/read/${idOf('Harbor Lights 2')}`)
    await sees(page, 1)
    await page.goBack()
    await page.getByRole('heading', { name: 'Harbor Lights', level: 1 }).waitFor()
    await page.getByRole('listitem').filter({ hasText: '#1' }).getByText('Read', { exact: true }).waitFor()
    await shot('desk-series')
  })

  step('manga is read right to left', async () => {
    const { page, shot } = desktopPage
    await read(page, 'Moon Parade 1')
    await sees(page, 1)
    for (const spread of [[3, 2], [5, 4], [6], [8, 7]]) {
      await press(page, 'ArrowLeft')
      await sees(page, ...spread)
    }
    await shot('desk-to-the-left')
    await page.mouse.click(1400, 450)
    await sees(page, 6)
    await page.mouse.click(40, 450)
    await sees(page, 8, 7)
  })

  step('a page is fitted in every mode', async () => {
    const { page, shot } = desktopPage
    const box = () => page.locator('[data-here] .reader-spread').evaluate((one) => [one.clientWidth, one.clientHeight])
    for (const [fit, expected] of [
      ['width', [1440, 2160]],
      ['height', [600, 900]],
      ['original', [500, 750]],
      ['smart', [600, 900]],
    ] as const) {
      await setView('Harbor Lights', { spread: 'single', fit })
      await read(page, 'Harbor Lights 2', '?page=2')
      await sees(page, 2)
      await page.waitForFunction(
        (width) => document.querySelector('[data-here] .reader-spread')?.clientWidth === width,
        expected[0],
      )
      expect(await box()).toEqual([...expected])
      await shot(`desk-single-${fit}`)
    }
    await setView('Harbor Lights', { spread: 'single', fit: 'width' })
    await read(page, 'Harbor Lights 2', '?page=2')
    await sees(page, 2)
    // Space scrolls down the page and turns at its end, regardless of other drawing meanwhile.
    const place = () =>
      page.locator('[data-here] .reader-spread').evaluate((one) => (one as HTMLElement).style.transform)
    await press(page, ' ')
    const below = await place()
    await page.mouse.move(600, 400)
    await page.mouse.move(640, 420)
    await page.locator('.reader[data-controls]').waitFor()
    await shot('desk-width-moved')
    expect(await place()).toBe(below)
    await press(page, ' ', ' ')
    await sees(page, 3)
    await setView('Harbor Lights', { spread: null, fit: null })
  })

  step('keys and the wheel zoom in and out', async () => {
    const { page, shot } = desktopPage
    const zoom = () =>
      page.locator('[data-here] .reader-spread').evaluate((one) => new DOMMatrix(getComputedStyle(one).transform).a)
    await read(page, 'Harbor Lights 2', '?page=4')
    await press(page, '+', '+')
    expect(await zoom()).toBeCloseTo(1.5625)
    await shot('desk-zoomed')
    await press(page, '0')
    expect(await zoom()).toBe(1)
    await page.mouse.move(700, 300)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -300)
    await page.keyboard.up('Control')
    expect(await zoom()).toBeGreaterThan(1.5)
    await press(page, 'Escape')
    expect(await zoom()).toBe(1)
    await page.mouse.wheel(0, 120)
    await sees(page, 6, 7)
  })

  step('a strip scrolls, only loads pages near the window, and keeps its position', async () => {
    const { page, shot } = desktopPage
    await read(page, 'Tall Tower 1')
    await page.locator('.reader-strip').waitFor()
    await shot('desk-strip')
    await press(page, ' ', ' ', ' ', ' ', ' ', ' ', ' ')
    await page.getByText('Page 3 of 30').first().waitFor({ state: 'attached' })
    expect(await page.locator('.reader-page').count()).toBeLessThan(9)
    await press(page, 'g')
    await page.locator('dialog input').fill('20')
    await press(page, 'Enter')
    await sees(page, 20)
    await saved('Tall Tower 1', 20)
    await page.reload()
    await page.getByText('Continued at page 20').waitFor()
    await sees(page, 20)
    await shot('desk-strip-continued')
  })

  step('the controls appear with the mouse and hide automatically', async () => {
    const { page, shot } = desktopPage
    await read(page, 'Harbor Lights 2', '?page=3')
    await sees(page, 2, 3)
    await page.mouse.move(600, 400)
    await page.mouse.move(640, 420)
    await page.locator('.reader[data-controls]').waitFor()
    await shot('desk-controls')
    // Measured inside the page, since a check from outside is up to half a second late.
    const shownFor = await page.locator('.reader').evaluate(async (one) => {
      const since = performance.now()
      while (one.hasAttribute('data-controls')) await new Promise(requestAnimationFrame)
      return performance.now() - since
    })
    expect(shownFor).toBeLessThan(3000)
    await press(page, 't')
    await page.locator('.reader-thumb img').nth(7).waitFor()
    await shot('desk-pages')
    await page.getByRole('button', { name: 'Page 6' }).click()
    await sees(page, 6, 7)
    await press(page, 't')
  })

  step('a bookmark is saved, with a note', async () => {
    const { page, shot } = desktopPage
    const said = page.getByText('Page 6 bookmarked').waitFor()
    await press(page, 'b')
    await said
    await press(page, 't')
    await page.getByRole('button', { name: '1 bookmark' }).click()
    await page.getByRole('textbox', { name: 'Note for page 6' }).fill('The lighthouse')
    await press(page, 'Enter')
    await shot('desk-bookmarks')
    await page.getByRole('button', { name: 'Close' }).click()
    const { bookmarks } = await until(
      () => issue('Harbor Lights 2'),
      ({ bookmarks }) => (bookmarks[0] as { note?: string | null } | undefined)?.note != null,
      25_000,
    )
    expect(bookmarks).toEqual([{ page: 5, note: 'The lighthouse', created_at: expect.any(String) } as never])
  })

  step('the view is chosen once for the series, and for this screen', async () => {
    const { page, shot } = desktopPage
    await press(page, 'Escape', 'Home')
    await page.mouse.move(600, 400)
    await page.mouse.move(640, 420)
    await page.getByRole('button', { name: 'How it is shown' }).click()
    await page.getByText('Single', { exact: true }).click()
    await page.getByText('Paper', { exact: true }).click()
    await shot('desk-view-light')
    await press(page, 'Escape', 'ArrowRight')
    await sees(page, 2)
    await shot('desk-paper')
    await page.reload()
    await page.locator('.reader[data-ground="paper"]').waitFor()
    await press(page, 'Home', 'ArrowRight')
    await sees(page, 2)
    await setView('Harbor Lights', { spread: null })
    await page.evaluate(() => localStorage.removeItem('panelkeep.reader'))
  })
})

describe('on a phone', () => {
  const middle: [number, number] = [195, 400]

  step('single pages are turned by taps and swipes', async () => {
    const { page, shot } = phone
    await read(page, 'Harbor Lights 3')
    await sees(page, 1)
    await shot('phone-single')
    await page.touchscreen.tap(370, 400)
    await sees(page, 2)
    await swipe(page, [300, 400], [80, 410])
    await sees(page, 3)
    await swipe(page, [80, 400], [300, 410])
    await sees(page, 2)
    await swipe(page, [200, 400], [180, 400])
    await sees(page, 2)
    await page.touchscreen.tap(20, 400)
    await sees(page, 1)
    await page.touchscreen.tap(...middle)
    await page.locator('.reader[data-controls]').waitFor()
    await shot('phone-controls')
    await page.touchscreen.tap(...middle)
    await page.locator('.reader:not([data-controls])').waitFor()
  })

  step('two fingers zoom, one moves the page, a double tap resets', async () => {
    const { page, shot } = phone
    const pan = () =>
      page.locator('[data-here] .reader-spread').evaluate((one) => {
        const { a, e } = new DOMMatrix(getComputedStyle(one).transform)
        return { zoom: a, x: e }
      })
    await touch(page, { from: [180, 400], to: [90, 400] }, { from: [210, 400], to: [300, 400] })
    const { zoom } = await pan()
    expect(zoom).toBeGreaterThan(3)
    await swipe(page, [200, 400], [260, 400])
    expect((await pan()).x).toBeGreaterThan(20)
    await sees(page, 1)
    await shot('phone-zoomed')
    await doubleTap(page, middle)
    expect((await pan()).zoom).toBe(1)
  })

  step('manga is read right to left, vertically, and one-handed', async () => {
    const { page, shot } = phone
    await read(page, 'Moon Parade 1', '?page=1')
    await sees(page, 1)
    await page.touchscreen.tap(20, 400)
    await sees(page, 2)
    await swipe(page, [80, 400], [300, 400])
    await sees(page, 3)
    await shot('phone-to-the-left')
    // The words stay for less than two seconds.
    const said = page.getByText('Down', { exact: true }).waitFor()
    await press(page, 'd')
    await said
    await swipe(page, [195, 600], [195, 250])
    await sees(page, 4)
    await shot('phone-down')
    await page.evaluate(() => localStorage.setItem('panelkeep.reader', '{"oneHand":true}'))
    await page.reload()
    await page.locator('.reader-page').first().waitFor()
    await press(page, 'Home')
    await sees(page, 1)
    await page.touchscreen.tap(40, 760)
    await sees(page, 2)
    await page.touchscreen.tap(20, 420)
    await sees(page, 1)
    await page.evaluate(() => localStorage.clear())
  })

  step('a strip is scrolled by thumb, and landscape shows two pages', async () => {
    const { page, shot } = phone
    await read(page, 'Tall Tower 1', '?page=1')
    await page.locator('.reader-strip').waitFor()
    await sees(page, 1)
    await swipe(page, [195, 700], [195, 200])
    await page.waitForFunction(() => (document.querySelector('.reader-strip')?.scrollTop ?? 0) > 300)
    await shot('phone-strip')
    await page.setViewportSize({ width: 844, height: 390 })
    await read(page, 'Harbor Lights 2', '?page=2')
    await sees(page, 2, 3)
    await shot('phone-on-its-side')
    await press(page, 'End', 'ArrowRight')
    const way = page.getByRole('button', { name: 'Back to the series' })
    await way.waitFor()
    const { y, height } = (await way.boundingBox()) ?? { y: 0, height: 1000 }
    expect(y + height).toBeLessThan(390)
    await press(page, 'Home', 'ArrowRight')
    await sees(page, 2, 3)
    await page.setViewportSize(PHONE)
    await sees(page, 2)
  })

  step('without a connection loaded pages stay, and the position is saved when it is back', async () => {
    const { page, shot } = phone
    await read(page, 'Harbor Lights 3', '?page=1')
    await sees(page, 1)
    await page.waitForFunction(() => document.querySelectorAll('.reader-picture img').length > 1)
    const loaded = (): boolean => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const pages = all.filter(({ name, responseEnd }) => responseEnd > 0 && /\/pages\/[0-2]\?/.test(name))
      return new Set(pages.map(({ name }) => new URL(name).pathname)).size === 3
    }
    await page.waitForFunction(loaded)
    await page.context().setOffline(true)
    await page.getByText('The connection is lost').waitFor()
    await page.touchscreen.tap(370, 400)
    await sees(page, 2)
    await page.touchscreen.tap(370, 400)
    await sees(page, 3)
    await shot('phone-lost')
    await press(page, 'End')
    await page.getByText('Page 8 could not be loaded').waitFor()
    await shot('phone-lost-page')
    await press(page, 'ArrowLeft')
    await page.context().setOffline(false)
    await page.getByText('The connection is lost').waitFor({ state: 'detached' })
    await sees(page, 7)
    await saved('Harbor Lights 3', 7)
    phone.complaints.splice(0)
  })

  step('the position is saved even if the page is closed at once', async () => {
    const { page, shot } = phone
    // Read before, it would begin again only with a second report.
    await reader.send('DELETE', `/api/reading/issues/${idOf('Harbor Lights 2')}/progress`)
    await read(page, 'Harbor Lights 2', '?page=1')
    await sees(page, 1)
    await page.touchscreen.tap(370, 400)
    await sees(page, 2)
    await page.goto(panelkeep.url)
    await saved('Harbor Lights 2', 2)
    await page.reload()
    await page.getByRole('link', { name: 'Harbor Lights, #2, Page 2 of 8' }).waitFor()
    await shot('phone-library')
    await page.getByRole('link', { name: 'Harbor Lights, #2, Page 2 of 8' }).click()
    await page.getByText('Continued at page 2').waitFor()
    await page.getByRole('button', { name: 'From the start' }).click()
    await sees(page, 1)
  })

  step('a missing issue gives a sentence', async () => {
    const { page, shot } = phone
    await page.goto(`${panelkeep.url}/read/nothing`)
    await page.getByText('Issue not found').waitFor()
    await shot('phone-missing')
    phone.complaints.splice(0)
  })
})

/** The place at the reading line, 40% down the window: the page from 1, and how far down that page. */
const atLine = (page: Page) =>
  page.evaluate(() => {
    const line = innerHeight * 0.4
    for (const one of document.querySelectorAll<HTMLElement>('.reader-strip .reader-page')) {
      const { top, bottom, height } = one.getBoundingClientRect()
      if (top <= line && line < bottom) return { page: Number(one.dataset.page) + 1, share: (line - top) / height }
    }
    return { page: 0, share: 0 }
  })

describe('in two browsers', () => {
  const tower = () => issue('Tall Tower 1') as Promise<{ place?: { page: number; share: number } | null }>

  step('a strip resumes at the same line', async () => {
    const { page, shot } = desktopPage
    await read(page, 'Tall Tower 1', '?page=12')
    await page.locator('.reader-strip').waitFor()
    await sees(page, 12)
    await page.mouse.move(700, 400)
    await page.mouse.wheel(0, 777)
    const until = Date.now() + 25_000
    for (;;) {
      const { page: at, share } = await atLine(page)
      const { place } = await tower()
      if (place?.page === at - 1 && Math.abs(place.share - share) < 0.001) break
      if (Date.now() > until) throw new Error(`${JSON.stringify(place)} is saved, not ${at} ${share}`)
      await Bun.sleep(50)
    }
    const here = await atLine(page)
    await shot('desk-strip-line')
    await read(phone.page, 'Tall Tower 1')
    await phone.page.getByText(`Continued at page ${here.page}`).waitFor()
    const arrived = Date.now() + 25_000
    for (;;) {
      const there = await atLine(phone.page)
      if (there.page === here.page && Math.abs(there.share - here.share) < 0.01) break
      if (Date.now() > arrived) throw new Error(`${JSON.stringify(there)} is at the line, not ${JSON.stringify(here)}`)
      await Bun.sleep(15)
    }
    await phone.shot('phone-strip-line')
  })

  step('a strip is read at the end of its last page, not at the start of it', async () => {
    const { page } = phone
    await setView('Tall Tower', { mode: 'strip' })
    await read(page, 'Tall Tower 1', '?page=29')
    const strip = page.locator('.reader-strip')
    const scrollBy = async (dy: number) => {
      await touch(page, { from: [195, 500], to: [195, 480] })
      await strip.evaluate((element, by) => element.scrollBy(0, by), dy)
    }
    await scrollBy(1000)
    await saved('Tall Tower 1', 30)
    expect((await issue('Tall Tower 1')).progress?.completed).toBe(false)
    await scrollBy(100_000)
    await until(
      () => issue('Tall Tower 1'),
      ({ progress }) => progress?.completed === true,
      25_000,
    )
  })

  step('a page that is jumped back to begins at its top', async () => {
    const { page } = desktopPage
    await setView('Harbor Lights', { spread: 'single', fit: 'width' })
    await read(page, 'Harbor Lights 1', '?page=6')
    const top = () =>
      page.locator('[data-here] .reader-page').evaluate((one) => Math.round(one.getBoundingClientRect().top))
    await press(page, 'ArrowLeft')
    await page.locator('[data-here] [data-page="4"]').waitFor()
    expect(await top()).toBeLessThan(0)
    await press(page, 'Home')
    await page.locator('[data-here] [data-page="0"]').waitFor()
    expect(await top()).toBe(0)
    await setView('Harbor Lights', { spread: null, fit: null })
  })

  step('a last page is not read before its picture is there', async () => {
    const { page, shot, complaints } = desktopPage
    const picture = `**/api/reading/issues/${idOf('Harbor Lights 3')}/pages/7?*`
    await page.route(picture, (route) => route.fulfill({ status: 422, json: { detail: 'Page 8 is damaged.' } }))
    await read(page, 'Harbor Lights 3', '?page=7')
    await press(page, 'ArrowRight')
    await page.getByText('Page 8 could not be loaded').waitFor()
    await saved('Harbor Lights 3', 8)
    await shot('desk-damaged-last-page')
    expect((await issue('Harbor Lights 3')).progress?.completed).toBe(false)
    await page.unroute(picture)
    await page.getByRole('button', { name: 'Try again' }).click()
    await until(
      () => issue('Harbor Lights 3'),
      ({ progress }) => progress?.completed === true,
      25_000,
    )
    const own = complaints.filter((one) => one.includes('/pages/7'))
    for (const one of own) complaints.splice(complaints.indexOf(one), 1)
  })

  step('a series is read in the same direction, until it is reset', async () => {
    const { page, shot } = desktopPage
    const turned = (direction: string) => `.reader-stage[data-direction="${direction}"]`
    await read(page, 'Harbor Lights 2', '?page=1')
    await press(page, 'd', 'd')
    await page.locator(turned('down')).waitFor()
    await savedDirection('Harbor Lights 3', 'down')
    await read(phone.page, 'Harbor Lights 3', '?page=1')
    await phone.page.locator(turned('down')).waitFor()
    await press(page, 'Escape')
    await read(page, 'Harbor Lights 2', '?page=1')
    await page.mouse.move(600, 400)
    await page.mouse.move(640, 420)
    await page.getByRole('button', { name: 'How it is shown' }).click()
    await shot('desk-view-chosen')
    await page.getByRole('button', { name: 'Reset to default' }).click()
    await page.locator(turned('ltr')).waitFor()
    await page.getByRole('button', { name: 'Reset to default' }).waitFor({ state: 'detached' })
    await phone.page.reload()
    await phone.page.locator(turned('ltr')).waitFor()
  })

  step('a direction that an earlier version stored in one browser reaches the other', async () => {
    const comicId = idOf('Harbor Lights')
    await phone.page.evaluate((id) => localStorage.setItem('panelkeep.reader.down', JSON.stringify([id])), comicId)
    await phone.page.reload()
    await phone.page.locator('.reader-stage[data-direction="down"]').waitFor()
    await phone.page.waitForFunction(() => localStorage.getItem('panelkeep.reader.down') === '[]')
    await read(desktopPage.page, 'Harbor Lights 2', '?page=1')
    await desktopPage.page.locator('.reader-stage[data-direction="down"]').waitFor()
    await setView('Harbor Lights', { reading_direction: null })
  })

  step('reading is counted, and linked from the start page', async () => {
    for (const { page, shot } of [desktopPage, phone]) {
      await page.goto(panelkeep.url)
      await page.locator('[aria-label="Your reading"]').getByText('pages this week').waitFor()
      const way = page.locator('[aria-label="Your reading"]').getByRole('link', { name: 'Statistics' })
      await way.click()
      await page.getByRole('heading', { name: 'Reading statistics' }).waitFor()
      await page.locator('.statistics tbody').getByRole('link', { name: 'Harbor Lights' }).waitFor()
      await page.locator('.week-chart [data-today]').getByText(/[1-9]/).first().waitFor()
      await shot(page === phone.page ? 'phone-statistics' : 'desk-statistics')
    }
    const { totals, streak } = await reader.json<{ totals: Record<string, number>; streak: number }>(
      '/api/reading/statistics',
    )
    expect(streak).toBe(1)
    expect(totals.pages).toBeGreaterThan(0)
    expect(totals.issues).toBeGreaterThan(0)
    expect(totals.seconds).toBeGreaterThan(0)
  })
})

step('the browser reported no errors', async () => {
  expect([...desktopPage.complaints, ...phone.complaints]).toEqual([])
  expect(panelkeep.log.split('\n').filter((line) => / error /.test(line))).toEqual([])
})
