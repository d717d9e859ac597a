import { afterEach, beforeEach, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { html, useState } from '../../../html'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import type { Sizes } from '../layout/spreads'
import type { StageHandle } from './stage'
import type { ReadPlace } from './strip'
import { StripStage } from './strip-stage'

withWindow()
let media: typeof matchMedia
beforeEach(() => {
  media = globalThis.matchMedia
})
afterEach(() => {
  localStorage.clear()
  globalThis.matchMedia = media
})

const SQUARE = { width: 400, height: 400, type: 'jpeg' }
const HIGH = { width: 400, height: 800, type: 'jpeg' }
const view = { width: 400, height: 300, density: 1 }
const COUNT = 20

/** A strip of twenty square pages, 400 pixels each, in a window of 400 by 300. */
async function strip(own: Record<string, unknown> = {}) {
  const handle: { current: StageHandle | null } = { current: null }
  const heard: unknown[] = []
  const read: ReadPlace[] = []
  const near: [number, number][] = []
  const redraw = {} as { sizes: (next: Sizes) => void }
  function Page() {
    const [sizes, setSizes] = useState<Sizes>(Array.from({ length: COUNT }, () => SQUARE))
    redraw.sizes = setSizes
    const props = {
      issueId: 'i1',
      count: COUNT,
      page: 0,
      share: undefined,
      gap: false,
      sizes,
      fit: 'width',
      view,
      direction: 'ltr',
      oneHand: false,
      source: { at: () => undefined, fault: () => undefined, retry: () => undefined },
      cards: { before: null, end: html`<p>The end</p>` },
      handle,
      onRead: (place: ReadPlace) => read.push(place),
      onNear: (first: number, last: number) => near.push([first, last]),
      onTurn: () => undefined,
      onTap: (zone: string) => heard.push(['tap', zone]),
      onTwice: () => heard.push(['twice']),
      onZoomed: (zoom: number) => heard.push(['zoomed', zoom]),
      ...own,
    }
    return html`<${StripStage} ...${props} />`
  }
  const page = await renderPage(html`<${Page} />`)
  const box = page.find('.reader-strip')
  box.getBoundingClientRect = () => ({ left: 0, top: 0, width: 400, height: 300 }) as DOMRect
  const measure = (said: object) => {
    for (const [key, value] of Object.entries(said)) Object.defineProperty(box, key, { value, configurable: true })
  }
  const send = (type: string, said: object = {}) =>
    act(() => {
      const event = new (window as unknown as typeof globalThis).Event(type, { bubbles: true, cancelable: true })
      for (const [key, value] of Object.entries(said)) Object.defineProperty(event, key, { value })
      box.dispatchEvent(event)
    })
  const scrollTo = async (top: number) => {
    box.scrollTop = top
    await send('scroll')
  }
  const tap = async (y: number, t: number) => {
    for (const type of ['pointerdown', 'pointerup'])
      await send(type, { pointerId: 1, clientX: 200, clientY: y, timeStamp: t, button: 0, pointerType: 'touch' })
  }
  const scrolled: unknown[] = []
  box.scrollBy = ((how: unknown) => scrolled.push(how)) as typeof box.scrollBy
  const drawn = () =>
    [...page.root.querySelectorAll<HTMLElement>('.reader-page')].map((one) => Number(one.dataset.page))
  const width = () => page.find('.reader-column').style.width
  return {
    page,
    box,
    handle: () => handle.current!,
    heard,
    read,
    near,
    measure,
    send,
    scrollTo,
    tap,
    scrolled,
    drawn,
    width,
    redraw,
  }
}

test('a strip opens at the top of its page, with the pages near the window', async () => {
  const { box, read, near, drawn, page } = await strip({ page: 3 })
  expect(box.scrollTop).toBe(1200)
  expect(box.scrollLeft).toBe(0)
  expect(read.at(-1)).toEqual({ page: 3, share: 0.3, end: false })
  // One and a half windows before and after the visible one.
  expect(near.at(-1)).toEqual([1, 4])
  expect(drawn()).toEqual([1, 2, 3, 4])
  expect(page.text()).toContain('The end')
})

test('a strip opens where it was left: that place of the page is at the reading line', async () => {
  expect((await strip({ page: 3, share: 0.5 })).box.scrollTop).toBe(1400 - 120)
  expect((await strip({ page: 3, share: 0 })).box.scrollTop).toBe(1200 - 120)
})

test('a place stored by an earlier version counts, as long as it is at the same page', async () => {
  localStorage.setItem('panelkeep.reader.strip', JSON.stringify([{ issue: 'i1', page: 2, share: 0.5, read: 3 }]))
  expect((await strip({ page: 3 })).box.scrollTop).toBe(1000)
  expect((await strip({ page: 4 })).box.scrollTop).toBe(1600)
})

test('scrolling reports the current place and the pages to load, and draws them', async () => {
  const { scrollTo, read, near, drawn } = await strip()
  expect(drawn()).toEqual([0, 1])
  await scrollTo(4000)
  expect(read.at(-1)).toEqual({ page: 10, share: 0.3, end: false })
  expect(near.at(-1)).toEqual([8, 11])
  expect(drawn()).toEqual([8, 9, 10, 11])
  await scrollTo(7700)
  expect(read.at(-1)).toMatchObject({ page: 19, end: true })
  expect(drawn()).toEqual([18, 19])
})

test('pages above that get their height do not move the visible part', async () => {
  const { scrollTo, box, redraw } = await strip()
  await scrollTo(2100)
  await act(() => redraw.sizes([HIGH, HIGH, ...Array.from({ length: COUNT - 2 }, () => SQUARE)]))
  expect(box.scrollTop).toBe(2900)
})

test('the initial place is kept until the user scrolls', async () => {
  const { box, redraw } = await strip({ page: 3, share: 0.5 })
  await act(() => redraw.sizes([HIGH, SQUARE, SQUARE, HIGH, ...Array.from({ length: COUNT - 4 }, () => SQUARE)]))
  // Page 3 begins at 1600 now, and its middle is 400 pixels further down.
  expect(box.scrollTop).toBe(2000 - 120)
})

test('a step scrolls by nine tenths of a window, and reports the end', async () => {
  const { handle, box, measure, scrolled } = await strip()
  measure({ scrollHeight: 8000, clientHeight: 300 })
  expect(handle().step(-1)).toBe(false)
  expect(handle().step(1)).toBe(true)
  box.scrollTop = 7698
  expect(handle().step(1)).toBe(true)
  box.scrollTop = 7699
  expect(handle().step(1)).toBe(false)
  expect(handle().step(-1)).toBe(true)
  expect(scrolled).toEqual([270, 270, -270].map((top) => ({ top, behavior: 'smooth' })))
})

test('a move is animated, and immediate with reduced motion', async () => {
  const { handle, measure, scrolled, box } = await strip()
  measure({ scrollHeight: 8000, clientHeight: 300 })
  box.scrollTop = 10
  globalThis.matchMedia = (() => ({ matches: true })) as unknown as typeof matchMedia
  expect(handle().moveBy(40)).toBe(true)
  expect(handle().moveBy(-40)).toBe(true)
  expect(scrolled).toEqual([-40, 40].map((top) => ({ top, behavior: 'instant' })))
})

test('a page is reached by its number', async () => {
  const { handle, box } = await strip()
  handle().goTo(7)
  expect(box.scrollTop).toBe(2800)
  handle().goTo(99)
  expect(box.scrollTop).toBe(0)
})

test('zooming keeps the middle of the window in place, between one and five times', async () => {
  const { handle, box, heard, width, scrollTo } = await strip()
  await scrollTo(1850)
  await act(() => handle().zoomBy(2))
  expect(width()).toBe('800px')
  expect(box.scrollTop).toBe(2 * (1850 + 150) - 150)
  expect(handle().isZoomed()).toBe(true)
  await act(() => handle().zoomBy(10))
  await act(() => handle().zoomBy(0.01))
  expect(handle().isZoomed()).toBe(false)
  expect(heard).toEqual([
    ['zoomed', 2],
    ['zoomed', 5],
    ['zoomed', 1],
  ])
  await act(() => handle().zoomBy(3))
  await act(() => handle().unzoom())
  expect(width()).toBe('400px')
})

test('a column wider than the window is centred', async () => {
  const { handle, box, measure } = await strip()
  measure({ scrollWidth: 800, clientWidth: 400 })
  await act(() => handle().zoomBy(2))
  expect(box.scrollLeft).toBe(200)
})

test('a tap is reported with its zone, and a double tap in the middle zooms in and out', async () => {
  const { tap, heard, width, box, scrollTo } = await strip()
  await scrollTo(2000)
  await tap(280, 1000)
  await tap(280, 1100)
  await tap(20, 2000)
  expect(heard.splice(0)).toEqual([
    ['tap', 'next'],
    ['tap', 'next'],
    ['tap', 'back'],
  ])
  await tap(100, 3000)
  await tap(100, 3100)
  expect(heard.splice(0)).toEqual([['tap', 'middle'], ['twice'], ['zoomed', 1.8]])
  expect(width()).toBe('720px')
  expect(box.scrollTop).toBe(1.8 * 2100 - 100)
  await tap(100, 4000)
  await tap(100, 4100)
  expect(heard.at(-1)).toEqual(['zoomed', 1])
  expect(width()).toBe('400px')
})

test('fingers and the wheel with Ctrl zoom at their place; a drag is left to the browser', async () => {
  const { send, heard, box, scrollTo, page } = await strip()
  await scrollTo(2000)
  const at = (pointerId: number, clientX: number, timeStamp: number) => ({
    ...{ pointerId, clientX, timeStamp, clientY: 100, button: 0, pointerType: 'touch' },
  })
  await send('pointerdown', at(1, 100, 0))
  await send('pointermove', at(1, 150, 5))
  await send('pointerup', at(1, 150, 9))
  expect(heard).toEqual([])
  await send('pointerdown', at(1, 100, 10))
  await send('pointerdown', at(2, 200, 20))
  await send('pointermove', at(2, 300, 30))
  expect(heard).toEqual([['zoomed', 2]])
  expect(box.scrollTop).toBe(2 * 2100 - 100)
  await send('wheel', {
    deltaX: 0,
    deltaY: 1000,
    deltaMode: 0,
    ctrlKey: true,
    metaKey: false,
    clientX: 0,
    clientY: 100,
  })
  expect(heard.at(-1)).toEqual(['zoomed', 1])
  expect(box.scrollTop).toBe(2000)
  page.close()
})
