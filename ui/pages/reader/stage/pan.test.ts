import { describe, expect, test } from 'bun:test'
import { clampPan, movePan, roomOf, startOf, stepPan, zoomPan } from './pan'

const view = { width: 400, height: 800 }
const box = { width: 400, height: 1600 }
const broad = { width: 800, height: 1600 }
const whole = { width: 400, height: 600 }

describe('a page larger than the window', () => {
  test('can be moved only in the direction in which it is larger', () => {
    expect(roomOf(box, view, 1)).toEqual({ x: 0, y: 400 })
    expect(roomOf(whole, view, 1)).toEqual({ x: 0, y: 0 })
    expect(roomOf(whole, view, 2)).toEqual({ x: 200, y: 200 })
  })

  test('starts at its first corner, and after turning back at its last', () => {
    expect(startOf(broad, view, 'ltr', true)).toEqual({ x: 200, y: 400, zoom: 1 })
    expect(startOf(broad, view, 'rtl', true)).toEqual({ x: -200, y: 400, zoom: 1 })
    expect(startOf(broad, view, 'ltr', false)).toEqual({ x: -200, y: -400, zoom: 1 })
    expect(startOf(whole, view, 'rtl', true)).toEqual({ x: 0, y: 0, zoom: 1 })
  })

  test('cannot be moved out of the window', () => {
    expect(clampPan({ x: 999, y: -999, zoom: 1 }, box, view)).toEqual({ x: 0, y: -400, zoom: 1 })
    expect(clampPan({ x: 0, y: 0, zoom: 9 }, box, view).zoom).toBe(5)
    expect(clampPan({ x: 0, y: 0, zoom: 0.1 }, box, view).zoom).toBe(1)
  })

  test('keeps the point under the pointer in place when zooming', () => {
    const pan = zoomPan({ x: 0, y: 0, zoom: 1 }, 2, { x: 50, y: 100 }, broad, view)
    // The point (50, 100) of the page is drawn at 2 × (50, 100) + pan, which is its old place.
    expect(pan).toEqual({ x: -50, y: -100, zoom: 2 })
  })

  test('moves down by most of a window with each step, to its foot', () => {
    const first = stepPan(startOf(box, view, 'ltr', true), box, view, 'ltr', 1)
    expect(first).toEqual({ x: 0, y: -320, zoom: 1 })
    const second = stepPan(first!, box, view, 'ltr', 1)
    expect(second).toEqual({ x: 0, y: -400, zoom: 1 })
    expect(stepPan(second!, box, view, 'ltr', 1)).toBeUndefined()
  })

  test.each(['ltr', 'rtl'] as const)('%s: at the foot of a column moves to the top of the next', (direction) => {
    const sign = direction === 'rtl' ? 1 : -1
    const foot = { x: -sign * 200, y: -400, zoom: 1 }
    const next = stepPan(foot, broad, view, direction, 1)
    expect(next).toEqual({ x: sign * 160, y: 400, zoom: 1 })
    expect(stepPan({ x: sign * 200, y: -400, zoom: 1 }, broad, view, direction, 1)).toBeUndefined()
  })

  test('turns to the previous page with a step back at its top', () => {
    expect(stepPan(startOf(box, view, 'ltr', true), box, view, 'ltr', -1)).toBeUndefined()
    expect(stepPan({ x: 0, y: -400, zoom: 1 }, box, view, 'ltr', -1)).toEqual({ x: 0, y: 320, zoom: 1 })
  })

  test('has no steps when it is fully visible', () => {
    expect(stepPan({ x: 0, y: 0, zoom: 1 }, whole, view, 'ltr', 1)).toBeUndefined()
    expect(movePan({ x: 0, y: 0, zoom: 1 }, 10, 10, whole, view)).toBeUndefined()
  })
})
