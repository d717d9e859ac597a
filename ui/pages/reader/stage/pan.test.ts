import { describe, expect, test } from 'bun:test'
import { clampPan, movePan, roomOf, startOf, stepPan, zoomPan } from './pan'

const view = { width: 400, height: 800 }
const box = { width: 400, height: 1600 }
const broad = { width: 800, height: 1600 }
const whole = { width: 400, height: 600 }

describe('looking at a page that is larger than the window', () => {
  test('there is room to move where it is larger, and none where it is not', () => {
    expect(roomOf(box, view, 1)).toEqual({ x: 0, y: 400 })
    expect(roomOf(whole, view, 1)).toEqual({ x: 0, y: 0 })
    expect(roomOf(whole, view, 2)).toEqual({ x: 200, y: 200 })
  })

  test('it begins at its first corner, and coming from behind at its last', () => {
    expect(startOf(broad, view, 'ltr', true)).toEqual({ x: 200, y: 400, zoom: 1 })
    expect(startOf(broad, view, 'rtl', true)).toEqual({ x: -200, y: 400, zoom: 1 })
    expect(startOf(broad, view, 'ltr', false)).toEqual({ x: -200, y: -400, zoom: 1 })
    expect(startOf(whole, view, 'rtl', true)).toEqual({ x: 0, y: 0, zoom: 1 })
  })

  test('it cannot be pushed out of the window', () => {
    expect(clampPan({ x: 999, y: -999, zoom: 1 }, box, view)).toEqual({ x: 0, y: -400, zoom: 1 })
    expect(clampPan({ x: 0, y: 0, zoom: 9 }, box, view).zoom).toBe(5)
    expect(clampPan({ x: 0, y: 0, zoom: 0.1 }, box, view).zoom).toBe(1)
  })

  test('zooming keeps the point under the pointer in place', () => {
    const pan = zoomPan({ x: 0, y: 0, zoom: 1 }, 2, { x: 50, y: 100 }, broad, view)
    // The point (50, 100) of the page is drawn at 2 × (50, 100) + pan, which is its old place.
    expect(pan).toEqual({ x: -50, y: -100, zoom: 2 })
  })

  test('a step moves down by most of a window and ends at the foot', () => {
    const first = stepPan(startOf(box, view, 'ltr', true), box, view, 'ltr', 1)
    expect(first).toEqual({ x: 0, y: -320, zoom: 1 })
    const second = stepPan(first!, box, view, 'ltr', 1)
    expect(second).toEqual({ x: 0, y: -400, zoom: 1 })
    expect(stepPan(second!, box, view, 'ltr', 1)).toBeUndefined()
  })

  test.each(['ltr', 'rtl'] as const)('%s: at the foot of a column a step moves to the top of the next', (direction) => {
    const sign = direction === 'rtl' ? 1 : -1
    const foot = { x: -sign * 200, y: -400, zoom: 1 }
    const next = stepPan(foot, broad, view, direction, 1)
    expect(next).toEqual({ x: sign * 160, y: 400, zoom: 1 })
    expect(stepPan({ x: sign * 200, y: -400, zoom: 1 }, broad, view, direction, 1)).toBeUndefined()
  })

  test('a step back at the head leads to the page before', () => {
    expect(stepPan(startOf(box, view, 'ltr', true), box, view, 'ltr', -1)).toBeUndefined()
    expect(stepPan({ x: 0, y: -400, zoom: 1 }, box, view, 'ltr', -1)).toEqual({ x: 0, y: 320, zoom: 1 })
  })

  test('a page that is whole in sight has no steps', () => {
    expect(stepPan({ x: 0, y: 0, zoom: 1 }, whole, view, 'ltr', 1)).toBeUndefined()
    expect(movePan({ x: 0, y: 0, zoom: 1 }, 10, 10, whole, view)).toBeUndefined()
  })
})
