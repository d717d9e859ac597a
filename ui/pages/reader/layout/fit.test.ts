import { describe, expect, test } from 'bun:test'
import { boxOf, columnOf, type Fit } from './fit'
import type { Size } from './spreads'

const view = (width: number, height: number, density = 1) => ({ width, height, density })
const size = (width: number, height: number) => ({ width, height })
const PAGE = size(1000, 1500)
const box = (sizes: (Size | null)[], fit: Fit, of = view(1200, 900), double = false) => {
  const { width, height, pages } = boxOf(sizes, { fit, view: of, double })
  return [width, height, ...pages.map((page) => page.width)].map(Math.round)
}

describe('a page', () => {
  test.each<[fit: Fit, box: number[]]>([
    ['width', [1200, 1800, 1200]],
    ['height', [600, 900, 600]],
    ['original', [1000, 1500, 1000]],
    ['smart', [600, 900, 600]],
  ])('fitted by %s is %j', (fit, expected) => {
    expect(box([PAGE], fit)).toEqual(expected)
    expect(box([null], fit)).toEqual(expected)
  })

  test('in original size has one screen pixel for each of its pixels', () => {
    expect(box([PAGE], 'original', view(1200, 900, 2))).toEqual([500, 750, 500])
  })

  test.each<[what: string, page: Size, view: [number, number], box: number[]]>([
    ['small is enlarged to twice its size at most', size(300, 400), [2000, 2000], [600, 800, 600]],
    ['that would be too small to read is as wide as the window', PAGE, [1000, 500], [900, 1350, 900]],
    ['is shown whole in a narrow window', PAGE, [300, 450], [300, 450, 300]],
    ['of a strip has the width of the column', size(500, 1300), [1200, 900], [900, 2340, 900]],
    ['slightly less tall is shown whole', size(1000, 2400), [1200, 2400], [1000, 2400, 1000]],
  ])('%s', (_what, page, [width, height], expected) => {
    expect(box([page], 'smart', view(width, height))).toEqual(expected)
  })
})

describe('a spread', () => {
  test('has one height, regardless of the sizes of its pages', () => {
    expect(box([size(1000, 1500), size(500, 500)], 'height', view(3000, 900), true)).toEqual([1500, 900, 600, 900])
  })

  test('of one upright page gets half the width, a wide page all of it', () => {
    expect(box([PAGE], 'width', view(1200, 900), true)[0]).toBe(600)
    expect(box([PAGE], 'width', view(1200, 900), false)[0]).toBe(1200)
    expect(box([size(2000, 1500)], 'width', view(1200, 900), true)[0]).toBe(1200)
    expect(box([PAGE, PAGE], 'width', view(1200, 900), true)).toEqual([1200, 900, 600, 600])
  })
})

test.each<[fit: Fit, usual: Size | null, width: number]>([
  ['width', PAGE, 1200],
  ['height', PAGE, 600],
  ['height', size(3000, 900), 1200],
  ['original', PAGE, 500],
  ['original', size(9000, 900), 1200],
  ['smart', PAGE, 820],
  ['height', null, 600],
])('the column of a strip by %s of %j is %i wide', (fit, usual, width) => {
  expect(columnOf(fit, view(1200, 900, 2), usual)).toBe(width)
})

test('a column is never wider than the window', () => {
  expect(columnOf('smart', view(390, 800), PAGE)).toBe(390)
})
