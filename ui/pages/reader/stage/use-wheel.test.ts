import { expect, test } from 'bun:test'
import { html, useRef } from '../../../html'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { useWheel, type WheelProps } from './use-wheel'

withWindow()

type Turn = {
  dx?: number
  dy?: number
  t?: number
  ctrl?: boolean
  meta?: boolean
  mode?: number
  x?: number
  y?: number
}

/** A stage of 800 by 600 at 100, 50, and its wheel. `room`: whether the page can scroll. */
async function stage({ room = () => false, scrolls = true }: { room?: () => boolean; scrolls?: boolean } = {}) {
  const heard: unknown[] = []
  const onScroll = (dx: number, dy: number) => {
    heard.push(['scroll', dx, dy])
    return room()
  }
  const props: WheelProps = {
    onZoom: (factor, at) => heard.push(['zoom', factor, at]),
    onTurn: (by) => heard.push(['turn', by]),
    ...(scrolls ? { onScroll } : {}),
  }
  function Stage() {
    const stage = useRef<HTMLElement>(null)
    useWheel(stage, props)
    return html`<div class="stage" ref=${stage}></div>`
  }
  const page = await renderPage(html`<${Stage} />`)
  const element = page.find('.stage')
  element.getBoundingClientRect = () => ({ left: 100, top: 50, width: 800, height: 600 }) as DOMRect
  const wheel = ({ dx = 0, dy = 0, t = 1000, ctrl = false, meta = false, mode = 0, x = 0, y = 0 }: Turn) => {
    const own = window as unknown as typeof globalThis
    const event = new own.Event('wheel', { bubbles: true, cancelable: true })
    const said = {
      deltaX: dx,
      deltaY: dy,
      deltaMode: mode,
      ctrlKey: ctrl,
      metaKey: meta,
      clientX: x,
      clientY: y,
      timeStamp: t,
    }
    for (const [key, value] of Object.entries(said)) Object.defineProperty(event, key, { value })
    element.dispatchEvent(event)
    return event.defaultPrevented
  }
  return { wheel, heard, page, turns: () => heard.filter((one) => (one as string[])[0] === 'turn') }
}

test.each([
  ['ctrl', { ctrl: true }],
  ['meta', { meta: true }],
])('with %s the wheel zooms at the pointer, instead of the browser', async (_key, held) => {
  const { wheel, heard } = await stage()
  expect(wheel({ dy: -100, x: 600, y: 300, ...held })).toBe(true)
  wheel({ dy: 100, x: 100, y: 50, ...held })
  expect(heard).toEqual([
    ['zoom', Math.exp(0.22), { x: 100, y: -50 }],
    ['zoom', Math.exp(-0.22), { x: -400, y: -300 }],
  ])
})

test('where the browser scrolls, only the zoom is handled', async () => {
  const { wheel, heard } = await stage({ scrolls: false })
  expect(wheel({ dy: 500 })).toBe(false)
  expect(heard).toEqual([])
  expect(wheel({ dy: 10, ctrl: true })).toBe(true)
  expect(heard).toHaveLength(1)
})

test('the page moves against the wheel, by lines if the wheel counts lines', async () => {
  const { wheel, heard } = await stage({ room: () => true })
  expect(wheel({ dx: 5, dy: 30 })).toBe(true)
  wheel({ dy: 3, mode: 1 })
  expect(heard).toEqual([
    ['scroll', -5, -30],
    ['scroll', -0, -54],
  ])
})

test.each([
  ['down', { dy: 60 }, 1],
  ['up', { dy: -60 }, -1],
  ['to the right', { dx: 60, dy: 20 }, 1],
  ['to the left', { dx: -60, dy: 20 }, -1],
  ['down more than to the left', { dx: -60, dy: 60 }, 1],
])('%s at the end of a page turns it', async (_way, push, by) => {
  const { wheel, turns } = await stage()
  wheel(push)
  expect(turns()).toEqual([['turn', by]])
})

test('one small push turns no page, several do', async () => {
  const { wheel, turns } = await stage()
  wheel({ dy: 59 })
  expect(turns()).toEqual([])
  wheel({ dy: 1, t: 1100 })
  expect(turns()).toEqual([['turn', 1]])
})

test('small pushes with a pause between them do not add up', async () => {
  const { wheel, turns } = await stage()
  wheel({ dy: 59, t: 1000 })
  wheel({ dy: 59, t: 1261 })
  expect(turns()).toEqual([])
  wheel({ dy: 1, t: 1521 })
  expect(turns()).toEqual([['turn', 1]])
})

test('one movement turns one page, however long a trackpad sends events', async () => {
  const { wheel, turns, heard } = await stage()
  wheel({ dy: 80, t: 1000 })
  for (let t = 1100; t <= 2000; t += 260) wheel({ dy: 80, t })
  expect(turns()).toHaveLength(1)
  expect(heard).toHaveLength(2)
  wheel({ dy: 80, t: 2300 })
  expect(turns()).toHaveLength(2)
})

test('a scroll that reaches the end of a page needs a longer push to turn the page in the same movement', async () => {
  let hasRoom = true
  const { wheel, turns } = await stage({ room: () => hasRoom })
  wheel({ dy: 100, t: 1000 })
  hasRoom = false
  wheel({ dy: 100, t: 1020 })
  expect(turns()).toEqual([])
  wheel({ dy: 20, t: 1040 })
  expect(turns()).toEqual([['turn', 1]])
})

test('the pushes after a turn are counted from zero', async () => {
  const { wheel, turns } = await stage()
  wheel({ dy: 80, t: 1000 })
  wheel({ dy: 59, t: 2000 })
  expect(turns()).toHaveLength(1)
})

test('a removed stage stops listening', async () => {
  const { wheel, heard, page } = await stage()
  page.close()
  wheel({ dy: 80 })
  expect(heard).toEqual([])
})
