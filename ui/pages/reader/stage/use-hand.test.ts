import { expect, test } from 'bun:test'
import { html, useRef } from '../../../html'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import type { Gesture } from './gestures'
import { useHand } from './use-hand'

withWindow()

/** A stage at 100, 50 with a button, and the gestures that it received. */
async function stage() {
  const acts: Gesture[] = []
  const captured: number[] = []
  let downs = 0
  function Stage() {
    const stage = useRef<HTMLElement>(null)
    useHand(stage, { onAct: (act) => acts.push(act), onDown: () => downs++ })
    return html`<div class="stage" ref=${stage}><p>Page</p><button><b>Retry</b></button></div>`
  }
  const page = await renderPage(html`<${Stage} />`)
  const element = page.find('.stage')
  element.getBoundingClientRect = () => ({ left: 100, top: 50 }) as DOMRect
  element.setPointerCapture = (id) => void captured.push(id)
  const send = (type: string, said: object, on: Element = element) => {
    const own = window as unknown as typeof globalThis
    const event = new own.Event(type, { bubbles: true, cancelable: true })
    for (const [key, value] of Object.entries(said)) Object.defineProperty(event, key, { value })
    on.dispatchEvent(event)
    return event.defaultPrevented
  }
  const pointer = (type: string, x: number, y: number, t: number, more: object = {}, on?: Element) =>
    send(
      `pointer${type}`,
      { pointerId: 1, clientX: x, clientY: y, timeStamp: t, button: 0, pointerType: 'touch', ...more },
      on,
    )
  return { page, acts, captured, send, pointer, downs: () => downs }
}

test('a tap is reported with its position on the stage', async () => {
  const { pointer, acts, downs } = await stage()
  pointer('down', 150, 80, 0)
  expect(downs()).toBe(1)
  pointer('up', 150, 80, 90)
  expect(acts).toEqual([{ act: 'tap', x: 50, y: 30, double: false }])
})

test('a drag is reported from its first real move to its end', async () => {
  const { pointer, acts } = await stage()
  pointer('down', 150, 80, 0)
  pointer('move', 170, 80, 20)
  pointer('up', 170, 80, 30)
  expect(acts).toEqual([
    { act: 'grab', across: true },
    { act: 'drag', dx: 20, dy: 0 },
    { act: 'drop', dx: 20, dy: 0, vx: 1, vy: 0 },
  ])
})

test('a touch that the browser cancels ends where it began', async () => {
  const { pointer, acts } = await stage()
  pointer('down', 150, 80, 0)
  pointer('move', 170, 80, 20)
  pointer('cancel', 170, 80, 30)
  expect(acts.at(-1)).toEqual({ act: 'drop', dx: 0, dy: 0, vx: 0, vy: 0 })
})

test('a mouse stays captured when it leaves the window, like a finger', async () => {
  const { pointer, captured } = await stage()
  pointer('down', 150, 80, 0)
  expect(captured).toEqual([])
  pointer('up', 150, 80, 10)
  pointer('down', 150, 80, 20, { pointerType: 'mouse', pointerId: 7 })
  expect(captured).toEqual([7])
})

test('other mouse buttons, and elements with their own clicks, are ignored', async () => {
  const { page, pointer, acts, downs } = await stage()
  pointer('down', 150, 80, 0, { button: 2, pointerType: 'mouse' })
  pointer('up', 150, 80, 10)
  pointer('down', 150, 80, 20, {}, page.find('button b'))
  pointer('up', 150, 80, 30)
  expect(acts).toEqual([])
  expect(downs()).toBe(0)
})

test.each(['touchstart', 'touchmove'])('two fingers of a %s zoom the page, not the window', async (type) => {
  const { send } = await stage()
  expect(send(type, { touches: [1] })).toBe(false)
  expect(send(type, { touches: [1, 2] })).toBe(true)
})

test('a removed stage stops listening', async () => {
  const { page, pointer, send, acts } = await stage()
  page.close()
  pointer('down', 150, 80, 0)
  pointer('up', 150, 80, 10)
  expect(acts).toEqual([])
  expect(send('touchstart', { touches: [1, 2] })).toBe(false)
  expect(send('touchmove', { touches: [1, 2] })).toBe(false)
})
