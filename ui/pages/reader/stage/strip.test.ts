import { describe, expect, test } from 'bun:test'
import { anchorAt, pageAt, pagesNear, placeOf, readPlace, stripOf } from './strip'

const square = { width: 100, height: 100 }
const long = { width: 100, height: 1000 }

describe('a strip', () => {
  const strip = stripOf(4, [square, long, square, square], 200)

  test('stacks pages in their shapes', () => {
    expect(strip.tops).toEqual([0, 200, 2200, 2400, 2600])
    expect(strip.height).toBe(2600)
  })

  test('gives an unmeasured page the average height', () => {
    expect(stripOf(3, [square, undefined, square], 200).height).toBe(600)
    expect(stripOf(2, [], 200).height).toBe(600)
    expect(stripOf(0, [], 200)).toEqual({ tops: [0], height: 0 })
  })

  test.each([
    [-50, 0],
    [0, 0],
    [199, 0],
    [200, 1],
    [2199, 1],
    [2600, 3],
    [9999, 3],
  ])('at %p is page %p', (y, page) => expect(pageAt(strip, y)).toBe(page))

  test('has only the pages near the window in the document', () => {
    expect(pagesNear(strip, 2100, 300, 0)).toEqual([1, 3])
    expect(pagesNear(strip, 0, 100, 150)).toEqual([0, 1])
    const many = stripOf(300, [square], 200)
    const [first, last] = pagesNear(many, 30_000, 800, 1200)
    expect(last - first).toBeLessThan(20)
  })

  test('keeps its place when pages above turn out longer', () => {
    const before = stripOf(4, [], 200)
    const place = anchorAt(before, before.tops[2]! + 60)
    expect(place).toEqual({ page: 2, share: 0.2 })
    expect(placeOf(strip, place)).toBe(2200 + 0.2 * 200)
  })

  test('has its current page at the reading line, and at the end its last page', () => {
    expect(readPlace(strip, 0, 800)).toEqual({ page: 1, share: 0.06, end: false })
    expect(readPlace(strip, 1700, 800)).toEqual({ page: 1, share: 0.91, end: false })
    expect(readPlace(strip, 1800, 800)).toEqual({ page: 3, share: 0, end: true })
    expect(readPlace(strip, 2200, 800)).toEqual({ page: 3, share: 0.6, end: true })
  })

  test('has space below each page except the last', () => {
    expect(stripOf(3, [square, square, square], 200, 16).tops).toEqual([0, 216, 432, 632])
  })
})
