import { describe, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { html } from '../../../html'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { PagedStage } from './paged-stage'
import type { StageHandle } from './stage'

withWindow()

const SIZE = { width: 400, height: 300, type: 'jpeg' }
const view = { width: 400, height: 300, density: 1 }

/** Three pages that fill a window of 400 by 300 each, at the second one. */
async function stage(own: Record<string, unknown> = {}) {
  const handle: { current: StageHandle | null } = { current: null }
  const heard: unknown[] = []
  const props = {
    spreads: [[0], [1], [2]],
    at: 1,
    forwards: true,
    hasBefore: false,
    sizes: [SIZE, SIZE, SIZE],
    double: false,
    fit: 'smart',
    view,
    direction: 'ltr',
    oneHand: false,
    source: { at: () => undefined, fault: () => undefined, retry: () => undefined },
    cards: { before: html`<p>Before</p>`, end: html`<p>The end</p>` },
    handle,
    onTurn: (by: number) => heard.push(['turn', by]),
    onTap: (zone: string) => heard.push(['tap', zone]),
    onTwice: () => heard.push(['twice']),
    onZoomed: (zoom: number) => heard.push(['zoomed', zoom]),
    ...own,
  }
  const page = await renderPage(html`<${PagedStage} ...${props} />`)
  const box = page.find('.reader-stage')
  box.getBoundingClientRect = () => ({ left: 0, top: 0, width: 400, height: 300 }) as DOMRect
  const send = (type: string, said: object) =>
    act(() => {
      const event = new (window as unknown as typeof globalThis).Event(type, { bubbles: true, cancelable: true })
      for (const [key, value] of Object.entries(said)) Object.defineProperty(event, key, { value })
      box.dispatchEvent(event)
    })
  const tap = async (x: number, t: number) => {
    for (const type of ['pointerdown', 'pointerup'])
      await send(type, { pointerId: 1, clientX: x, clientY: 150, timeStamp: t, button: 0, pointerType: 'touch' })
  }
  const leaves = () =>
    [...page.root.querySelectorAll<HTMLElement>('.reader-leaf')].map((leaf) =>
      [
        leaf.querySelector<HTMLElement>('.reader-page')?.dataset.page ?? leaf.textContent,
        leaf.style.translate,
        leaf.dataset.here ?? leaf.getAttribute('aria-hidden'),
        leaf.hasAttribute('inert') ? 'inert' : 'live',
      ].join(' '),
    )
  const heardNow = () => heard.splice(0)
  // The stage reports its zoom on the first render.
  heardNow()
  return { handle: () => handle.current!, heard: heardNow, send, tap, leaves, page }
}

test.each<[own: Record<string, unknown>, leaves: string[]]>([
  [{}, ['0 -100% 0 true inert', '1 0% 0 true live', '2 100% 0 true inert']],
  [{ direction: 'rtl' }, ['0 100% 0 true inert', '1 0% 0 true live', '2 -100% 0 true inert']],
  [{ direction: 'down' }, ['0 0 -100% true inert', '1 0 0% true live', '2 0 100% true inert']],
  [{ at: 0 }, ['0 0% 0 true live', '1 100% 0 true inert']],
  [{ at: 0, hasBefore: true }, ['Before -100% 0 true inert', '0 0% 0 true live', '1 100% 0 true inert']],
  [{ at: 2 }, ['1 -100% 0 true inert', '2 0% 0 true live', 'The end 100% 0 true inert']],
  [{ at: 3 }, ['2 -100% 0 true inert', 'The end 0% 0 true live']],
  [{ at: -1, hasBefore: true }, ['Before 0% 0 true live', '0 100% 0 true inert']],
])('with %j the spreads beside the visible one are %j', async (own, leaves) => {
  expect((await stage(own)).leaves()).toEqual(leaves)
})

test('a tap is reported with its zone, and a double tap in the middle zooms in and out', async () => {
  const { tap, heard, handle } = await stage()
  await tap(380, 1000)
  await tap(380, 1100)
  expect(heard()).toEqual([
    ['tap', 'next'],
    ['tap', 'next'],
  ])
  await tap(200, 2000)
  await tap(200, 2100)
  expect(heard().slice(0, 2)).toEqual([['tap', 'middle'], ['twice']])
  expect(handle().isZoomed()).toBe(true)
  // Two taps anywhere zoom out again.
  await tap(380, 3000)
  await tap(380, 3100)
  expect(heard().slice(0, 2)).toEqual([['tap', 'next'], ['twice']])
  expect(handle().isZoomed()).toBe(false)
})

test('the wheel turns a page that fits the window, and zooms with Ctrl', async () => {
  const { send, heard, handle } = await stage()
  const wheel = { deltaX: 0, deltaMode: 0, ctrlKey: false, metaKey: false, clientX: 200, clientY: 150 }
  await send('wheel', { ...wheel, deltaY: 80, timeStamp: 1000 })
  expect(heard()).toEqual([['turn', 1]])
  await send('wheel', { ...wheel, deltaY: -400, ctrlKey: true, timeStamp: 2000 })
  expect(handle().isZoomed()).toBe(true)
  // The zoomed page has room to scroll.
  heard()
  await send('wheel', { ...wheel, deltaY: 80, timeStamp: 3000 })
  expect(heard()).toEqual([])
})

test('the wheel scrolls a page that is higher than the window, and turns it at its end', async () => {
  const tall = { ...SIZE, height: 900 }
  const { send, heard } = await stage({ sizes: [tall, tall, tall], fit: 'width' })
  const wheel = { deltaX: 0, deltaMode: 0, ctrlKey: false, metaKey: false, clientX: 200, clientY: 150 }
  await send('wheel', { ...wheel, deltaY: 300, timeStamp: 1000 })
  await send('wheel', { ...wheel, deltaY: 300, timeStamp: 2000 })
  expect(heard()).toEqual([])
  await send('wheel', { ...wheel, deltaY: 80, timeStamp: 3000 })
  expect(heard()).toEqual([['turn', 1]])
})

test('keys zoom and scroll within a page, and report its end', async () => {
  const { handle } = await stage()
  expect(handle().step(1)).toBe(false)
  expect(handle().moveBy(-40)).toBe(false)
  await act(() => handle().zoomBy(2))
  expect(handle().isZoomed()).toBe(true)
  expect(handle().moveBy(-40)).toBe(true)
  await act(() => handle().unzoom())
  expect(handle().isZoomed()).toBe(false)
})

describe('a page with panels', () => {
  const part = { x: 0, y: 0, width: 0.5, height: 1 }
  const stops = { parts: [part, { ...part, x: 0.5 }], dimmed: true }
  const wheel = { deltaX: 0, deltaMode: 0, ctrlKey: false, metaKey: false, clientX: 200, clientY: 150 }
  const panels = async (own = {}) => {
    const shown = await stage({ stops, ...own })
    return { ...shown, panel: () => shown.page.find('[role="status"]').textContent }
  }

  test('is gone through by the wheel too', async () => {
    const { send, heard, panel } = await panels()
    heard()
    await send('wheel', { ...wheel, deltaY: 80, timeStamp: 1000 })
    expect([panel(), heard().filter((one) => (one as unknown[])[0] === 'turn')]).toEqual(['Panel 2 of 2', []])
    await send('wheel', { ...wheel, deltaY: 80, timeStamp: 2000 })
    expect(heard()).toEqual([['turn', 1]])
  })

  test('begins again when a jump leads to it', async () => {
    const { handle, panel } = await panels()
    await act(() => void handle().step(1))
    expect(panel()).toBe('Panel 2 of 2')
    await act(() => void handle().goTo(2))
    expect(panel()).toBe('Panel 2 of 2')
    await act(() => void handle().goTo(1))
    expect(panel()).toBe('Panel 1 of 2')
  })

  test('is not pulled away by a swipe while they are not known', async () => {
    const { send, heard, page } = await stage({ measuring: true })
    const move = (type: string, clientX: number, timeStamp: number) =>
      send(type, { pointerId: 1, clientX, clientY: 150, timeStamp, button: 0, pointerType: 'touch', isPrimary: true })
    await move('pointerdown', 300, 0)
    for (const x of [270, 220, 150, 90]) await move('pointermove', x, 300 - x)
    expect(page.find('.reader-track').style.transform).toBe('')
    await move('pointerup', 90, 220)
    expect(heard()).toEqual([['turn', 1]])
  })
})

test('a jump to the page that is shown begins it again', async () => {
  const { handle, page } = await stage({ sizes: [SIZE, { width: 400, height: 900 }, SIZE], fit: 'width' })
  const place = () => page.find('[data-here] .reader-spread').style.transform
  const top = place()
  expect(handle().moveBy(-40)).toBe(true)
  expect(place()).not.toBe(top)
  await act(() => void handle().goTo(1))
  expect(place()).toBe(top)
})
