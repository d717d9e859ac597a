import { describe, expect, test } from 'bun:test'
import { croppedSize, panTo, type StopRule, stopsOf } from './stops'

const PHONE = { width: 390, height: 844 }
const UPPER = { x: 0.1, y: 0.1, width: 0.8, height: 0.4 }
const LOWER = { x: 0.1, y: 0.5, width: 0.8, height: 0.4 }
const layout = {
  crop: { x: 0.1, y: 0.1, width: 0.8, height: 0.8 },
  panels: { ltr: [UPPER, LOWER], rtl: [LOWER, UPPER] },
}
const RULE: StopRule = {
  size: { width: 800, height: 1200 },
  layout,
  direction: 'ltr',
  guided: false,
  crop: false,
  split: false,
  view: PHONE,
}
const partsOf = (rule: Partial<StopRule>) => stopsOf({ ...RULE, ...rule })?.parts

describe('reading stops', () => {
  test('at no part of a page that is read whole', () => {
    expect(partsOf({})).toBeUndefined()
    expect(partsOf({ guided: true, layout: { crop: null, panels: null } })).toBeUndefined()
    expect(partsOf({ guided: true, layout: undefined })).toBeUndefined()
  })

  test('at each panel, in the reading direction', () => {
    expect(partsOf({ guided: true })).toEqual([UPPER, LOWER])
    expect(partsOf({ guided: true, direction: 'rtl' })).toEqual([LOWER, UPPER])
    expect(partsOf({ guided: true, direction: 'down' })).toEqual([UPPER, LOWER])
  })

  test('at the place of a panel on the page without its margins', () => {
    const [first] = partsOf({ guided: true, crop: true })!
    expect(first!.x).toBeCloseTo(0)
    expect(first).toMatchObject({ y: 0, width: 1, height: 0.5 })
  })

  const wide = { width: 1600, height: 1200 }
  test('at the halves of a wide page on an upright phone', () => {
    const halves = partsOf({ split: true, size: wide })
    expect(halves?.map(({ x }) => x)).toEqual([0, 0.5])
    expect(partsOf({ split: true, size: wide, direction: 'rtl' })?.map(({ x }) => x)).toEqual([0.5, 0])
  })

  test('at the halves on both sides of the fold when one margin is wider', () => {
    const cropped = { crop: { x: 0.2, y: 0, width: 0.8, height: 1 }, panels: null }
    const [left, right] = partsOf({ split: true, crop: true, size: wide, layout: cropped })!
    expect([left!.width, right!.x, right!.width].map((share) => share.toFixed(3))).toEqual(['0.375', '0.375', '0.625'])
  })

  test.each<[string, Partial<StopRule>]>([
    ['of an upright page', { size: RULE.size }],
    ['of a page of unknown size', { size: undefined }],
    ['in a broad window', { view: { width: 1440, height: 900 } }],
    ['on a phone on its side', { view: { width: 560, height: 390 } }],
    ['unless it was chosen', { split: false }],
  ])('at no halves %s', (_, rule) => {
    expect(partsOf({ split: true, size: wide, ...rule })).toBeUndefined()
  })

  test('only panels dim the rest of the page', () => {
    expect(stopsOf({ ...RULE, guided: true })?.dimmed).toBe(true)
    expect(stopsOf({ ...RULE, split: true, size: wide })?.dimmed).toBe(false)
  })
})

test('a part is centered and fills the window up to a margin', () => {
  const box = { width: 400, height: 600 }
  const pan = panTo({ x: 0.5, y: 0, width: 0.5, height: 0.5 }, box, { width: 400, height: 1000 })
  expect(pan.zoom).toBeCloseTo(1.92)
  // The middle of the part is 100 to the right and 150 above that of the page.
  expect(pan.x).toBeCloseTo(-100 * 1.92)
  expect(pan.y).toBeCloseTo(150 * 1.92)
})

test('the zoom on a small part is limited', () => {
  expect(panTo({ x: 0, y: 0, width: 0.01, height: 0.01 }, { width: 400, height: 600 }, PHONE).zoom).toBe(5)
})

test('a page without margins has the size of the rest', () => {
  expect(croppedSize({ width: 800, height: 1200 }, layout.crop)).toEqual({ width: 640, height: 960 })
})
