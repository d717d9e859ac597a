import { expect, test } from 'bun:test'
import { MIDDLE, moved, squareOf } from './crop'

const wide = { width: 400, height: 200 }

test.each([
  [MIDDLE, { left: 100, top: 0, side: 200 }],
  [
    { ...MIDDLE, zoom: 2 },
    { left: 150, top: 50, side: 100 },
  ],
  [
    { zoom: 1, x: 0, y: 0 },
    { left: 0, top: 0, side: 200 },
  ],
  [
    { zoom: 4, x: 1, y: 1 },
    { left: 350, top: 150, side: 50 },
  ],
])('the crop %j is the square %j', (crop, square) => {
  expect(squareOf(wide, crop)).toEqual(square)
})

test('dragging moves the picture with the pointer, up to its edge', () => {
  expect(squareOf(wide, moved(wide, MIDDLE, 0.25, 0)).left).toBe(50)
  expect(squareOf(wide, moved(wide, MIDDLE, 9, 9))).toEqual({ left: 0, top: 0, side: 200 })
  // From the edge, the first move back counts.
  const edge = moved(wide, MIDDLE, 9, 0)
  expect(squareOf(wide, moved(wide, edge, -0.25, 0)).left).toBe(50)
})
