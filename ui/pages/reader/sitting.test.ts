import { describe, expect, test } from 'bun:test'
import { Sitting } from './sitting'

const SECOND = 1000

describe('a reading session', () => {
  test('counts each page once that was in view for at least a second', () => {
    const sitting = new Sitting('s', 0)
    sitting.show([0], 0)
    sitting.show([1, 2], 5 * SECOND)
    sitting.show([3], 5.5 * SECOND)
    sitting.show([0], 8 * SECOND)
    expect(sitting.sums(10 * SECOND)).toEqual({ sitting_id: 's', pages: 2, seconds: 10 })
  })

  test('counts the page in view as well', () => {
    const sitting = new Sitting('s', 0)
    sitting.show([0], 0)
    expect(sitting.sums(0.9 * SECOND).pages).toBe(0)
    expect(sitting.sums(1 * SECOND).pages).toBe(1)
  })

  test('counts pages that were scrolled over, but not jumped over', () => {
    const sitting = new Sitting('s', 0)
    sitting.scroll(0, 0)
    sitting.scroll(0, 100)
    sitting.scroll(1, 200)
    sitting.scroll(3, 300)
    expect(sitting.sums(400).pages).toBe(3)
    sitting.scroll(90, 500)
    sitting.scroll(89, 600)
    expect(sitting.sums(700).pages).toBe(4)
  })

  test.each([
    [3, 3],
    [-3, 3],
    [4, 0],
    [-4, 0],
    [0, 0],
  ])('with a scroll by %i pages at once counts %i', (by, pages) => {
    const sitting = new Sitting('s', 0)
    sitting.scroll(10, 0)
    sitting.scroll(10 + by, 100)
    expect(sitting.sums(200).pages).toBe(pages)
  })

  test('ends after three minutes at one place', () => {
    const sitting = new Sitting('s', 0)
    sitting.show([0], 0)
    sitting.show([1], 3600 * SECOND)
    expect(sitting.sums(3610 * SECOND)).toMatchObject({ pages: 2, seconds: 190 })
  })

  test('pauses while the page is hidden', () => {
    const sitting = new Sitting('s', 0)
    sitting.show([0], 0)
    sitting.rest(0.5 * SECOND)
    expect(sitting.sums(50 * SECOND)).toMatchObject({ pages: 0, seconds: 0 })
    sitting.wake(100 * SECOND)
    expect(sitting.sums(102 * SECOND)).toMatchObject({ pages: 1, seconds: 2 })
  })

  test('keeps its time when the clock is set back', () => {
    const sitting = new Sitting('s', 100 * SECOND)
    sitting.show([0], 100 * SECOND)
    sitting.show([1], 110 * SECOND)
    sitting.show([2], 50 * SECOND)
    expect(sitting.sums(55 * SECOND).seconds).toBe(15)
  })
})
