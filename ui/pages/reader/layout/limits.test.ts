import { describe, expect, test } from 'bun:test'
import { boxOf, columnOf } from './fit'
import { saveMovedPairs } from './moved-pairs'
import { isWide, pairsStart, type Size, spreadAt, spreadsOf } from './spreads'
import { panTo, stopsOf } from './stops'
import { isDouble, looksLikeStrip, readDeviceView, seriesViewOf } from './views'

/** The limits at which the reader shows a page in another way. */

const size = (width: number, height: number): Size => ({ width, height })

test.each<[Size | null | undefined, boolean]>([
  [size(105, 100), false],
  [size(106, 100), true],
  [size(100, 100), false],
  [null, false],
  [undefined, false],
])('a page of %j is a double page: %p', (page, wide) => {
  expect(isWide(page)).toBe(wide)
})

describe('pairs', () => {
  const rule = { double: true, firstAlone: true }
  const WIDE = size(200, 100)

  test('are made only where two pages are shown, also beside marked pages', () => {
    expect(spreadsOf(4, { ...rule, sizes: [], double: false, marked: [2] })).toEqual([[0], [1], [2], [3]])
    expect(spreadsOf(4, { ...rule, sizes: [], firstAlone: false, marked: [1] })).toEqual([[0], [1], [2, 3]])
  })

  test('start at the first page when the only wide page is the last', () => {
    const sizes = [...Array<undefined>(3), WIDE]
    expect(pairsStart(3, 4, { sizes })).toBe(0)
    expect(pairsStart(2, 4, { sizes })).toBe(0)
  })

  test('start behind a wide page on which the reader is, and behind a wide first page', () => {
    expect(pairsStart(1, 4, { sizes: [undefined, WIDE] })).toBe(2)
    expect(pairsStart(2, 4, { sizes: [WIDE] })).toBe(1)
  })

  test('of no pages have no place', () => {
    expect(spreadAt([], 3)).toBe(0)
  })
})

describe('a page in a window', () => {
  const smart = (page: Size, width: number, height: number, double = false) =>
    Math.round(boxOf([page], { fit: 'smart', view: { width, height, density: 1 }, double }).width)

  test('is shown whole as long as it is readable', () => {
    expect(smart(size(1000, 1500), 1000, 630)).toBe(420)
    expect(smart(size(1000, 1500), 1000, 628)).toBe(900)
  })

  test('is a part of a strip from a certain shape on', () => {
    expect(smart(size(1000, 2400), 1000, 2400)).toBe(1000)
    expect(smart(size(1000, 2401), 1000, 2401)).toBe(900)
  })

  test('of unknown size has the usual shape, also beside a known one', () => {
    const { pages } = boxOf([undefined, size(500, 1500)], { fit: 'height', view: { width: 900, height: 300, density: 1 }, double: true }) // biome-ignore format: one line
    expect(pages.map(({ width }) => Math.round(width))).toEqual([200, 100])
  })

  test('that is wide gets the whole width among pairs, and an upright one half of it', () => {
    const width = (page: Size) => Math.round(boxOf([page], { fit: 'width', view: { width: 800, height: 600, density: 1 }, double: true }).width) // biome-ignore format: one line
    expect([width(size(105, 100)), width(size(106, 100))]).toEqual([400, 800])
  })

  test('in a column has its own pixels in the window, also on a sharp screen', () => {
    expect(columnOf('original', { width: 900, height: 600, density: 2 }, size(1000, 9000))).toBe(500)
  })
})

describe('halves of a wide page', () => {
  const halves = (width: number, height: number) =>
    stopsOf({
      size: size(200, 100),
      layout: undefined,
      direction: 'ltr',
      guided: false,
      crop: false,
      split: true,
      view: size(width, height),
    })?.parts

  test('are shown up to the width of a phone, in a window that is not wider than high', () => {
    expect(halves(600, 600)).toEqual([
      { x: 0, y: 0, width: 0.5, height: 1 },
      { x: 0.5, y: 0, width: 0.5, height: 1 },
    ])
    expect([halves(601, 900), halves(600, 599)]).toEqual([undefined, undefined])
  })
})

test('a panel is as large as both sides of the window allow', () => {
  const part = { x: 0, y: 0, width: 0.5, height: 0.5 }
  expect(panTo(part, size(400, 600), size(200, 1000)).zoom).toBeCloseTo(0.96)
  expect(panTo(part, size(400, 600), size(2000, 300)).zoom).toBeCloseTo(0.96)
})

test('a panel keeps its place where the page has no margins', () => {
  const panels = { ltr: [{ x: 0.2, y: 0.2, width: 0.5, height: 0.5 }], rtl: [] }
  const rule = { size: size(100, 200), direction: 'ltr', guided: true, crop: true, split: false, view: size(400, 800) } as const // biome-ignore format: one line
  expect(stopsOf({ ...rule, layout: { crop: null, panels } as never })?.parts).toEqual(panels.ltr)
})

test.each<[width: number, height: number, mode: 'auto' | 'double', double: boolean]>([
  [700, 600, 'auto', true],
  [699, 500, 'auto', false],
  [1150, 1000, 'auto', true],
  [1149, 1000, 'auto', false],
  [560, 900, 'double', true],
  [559, 900, 'double', false],
  [559, 558, 'double', true],
  [559, 559, 'double', false],
])('a window of %d × %d in the mode %s shows two pages: %p', (width, height, mode, double) => {
  expect(isDouble(mode, { width, height })).toBe(double)
})

test('an issue is a strip from more than half of pieces on, each more than twice as high as wide', () => {
  const piece = size(100, 201)
  expect(looksLikeStrip([piece, piece, size(100, 150)])).toBe(true)
  expect(looksLikeStrip([piece, size(100, 150)])).toBe(false)
  expect(looksLikeStrip([size(100, 200), size(100, 200)])).toBe(false)
})

describe('the stored view', () => {
  const box = (text: string) => ({ getItem: (key: string) => (key === 'panelkeep.reader' ? text : null) })

  test.each<[number | string, number]>([
    [0.3, 0.3],
    [0.29, 1],
    [0.99, 0.99],
    [1, 1],
    [1.2, 1],
    ['0.5', 1],
  ])('with the brightness %p is shown with %p', (stored, brightness) => {
    expect(readDeviceView(box(JSON.stringify({ brightness: stored }))).brightness).toBe(brightness)
  })

  test('ignores series that are no names', () => {
    const storage = { getItem: () => '[7, "s1"]' }
    const issue = { comic_id: 's1', layout: 'paged', view: { reading_direction: 'ltr', direction_chosen: false } }
    expect(seriesViewOf(issue as never, storage).direction).toBe('down')
    expect(seriesViewOf({ ...issue, comic_id: '7' } as never, storage).direction).toBe('ltr')
    expect(seriesViewOf(issue as never, { getItem: () => '{"s1":1}' }).direction).toBe('ltr')
  })
})

test('moved pairs of the issue that was changed last are the last to be forgotten', () => {
  let kept: string | null = null
  const storage = { getItem: () => kept, setItem: (_: string, text: string) => { kept = text } } // biome-ignore format: one line
  for (const id of ['a', 'b']) saveMovedPairs(storage, id, [4])
  saveMovedPairs(storage, 'a', [6])
  expect(JSON.parse(kept!)).toEqual([['b', [4]], ['a', [6]]]) // biome-ignore format: one line
})
