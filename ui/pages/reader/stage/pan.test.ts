import { describe, expect, test } from 'bun:test'
import { held, moved, roomOf, startOf, stepped, zoomedAt } from './pan'

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
    expect(held({ x: 999, y: -999, zoom: 1 }, box, view)).toEqual({ x: 0, y: -400, zoom: 1 })
    expect(held({ x: 0, y: 0, zoom: 9 }, box, view).zoom).toBe(5)
    expect(held({ x: 0, y: 0, zoom: 0.1 }, box, view).zoom).toBe(1)
  })

  test('zooming keeps what one points at in its place', () => {
    const pan = zoomedAt({ x: 0, y: 0, zoom: 1 }, 2, { x: 50, y: 100 }, broad, view)
    // The point (50, 100) of the page is drawn at 2 × (50, 100) + pan, which is where it was.
    expect(pan).toEqual({ x: -50, y: -100, zoom: 2 })
  })

  test('a step goes down by most of a window and ends at the foot', () => {
    const first = stepped(startOf(box, view, 'ltr', true), box, view, 'ltr', 1)
    expect(first).toEqual({ x: 0, y: -320, zoom: 1 })
    const second = stepped(first!, box, view, 'ltr', 1)
    expect(second).toEqual({ x: 0, y: -400, zoom: 1 })
    expect(stepped(second!, box, view, 'ltr', 1)).toBeUndefined()
  })

  test.each(['ltr', 'rtl'] as const)('%s: at the foot of a column a step goes to the top of the next', (direction) => {
    const sign = direction === 'rtl' ? 1 : -1
    const foot = { x: -sign * 200, y: -400, zoom: 1 }
    const next = stepped(foot, broad, view, direction, 1)
    expect(next).toEqual({ x: sign * 160, y: 400, zoom: 1 })
    expect(stepped({ x: sign * 200, y: -400, zoom: 1 }, broad, view, direction, 1)).toBeUndefined()
  })

  test('a step back at the head leads to the page before', () => {
    expect(stepped(startOf(box, view, 'ltr', true), box, view, 'ltr', -1)).toBeUndefined()
    expect(stepped({ x: 0, y: -400, zoom: 1 }, box, view, 'ltr', -1)).toEqual({ x: 0, y: 320, zoom: 1 })
  })

  test('a page that is whole in sight has no steps', () => {
    expect(stepped({ x: 0, y: 0, zoom: 1 }, whole, view, 'ltr', 1)).toBeUndefined()
    expect(moved({ x: 0, y: 0, zoom: 1 }, 10, 10, whole, view)).toBeUndefined()
  })
})
