import { describe, expect, test } from 'bun:test'
import { boxOf, columnOf, type Fit } from './fit'
import { fromLeft, pageWords, pairsStart, type Size, spreadAt, spreadsOf } from './spreads'

const tall: Size = { width: 1000, height: 1500 }
const wide: Size = { width: 2000, height: 1500 }
const strip: Size = { width: 500, height: 5000 }
/** 't' upright, 'w' wide, 's' a piece of a strip, '?' unknown. */
const sizesOf = (shapes: string) => [...shapes].map((shape) => ({ w: wide, t: tall, s: strip })[shape])
const written = (shapes: string, { double = true, firstAlone = true, moved = [] as number[] } = {}) =>
  spreadsOf(shapes.length, { sizes: sizesOf(shapes), double, firstAlone, moved })
    .map((spread) => spread.join('+'))
    .join(' ')

describe('pages side by side', () => {
  test.each([
    ['tttttt', '0 1+2 3+4 5'],
    ['ttttt', '0 1+2 3+4'],
    // A double-page picture is shown alone, and pairs start again after it.
    ['tttwttt', '0 1+2 3 4+5 6'],
    ['ttwtt', '0 1 2 3+4'],
    ['ttstt', '0 1 2 3+4'],
    ['wtt', '0 1+2'],
    ['wwtw', '0 1 2 3'],
    ['tt', '0 1'],
    ['t', '0'],
    ['', ''],
    // A page of unknown size counts as upright.
    ['??????', '0 1+2 3+4 5'],
  ])('%s is paired as %s', (shapes, expected) => expect(written(shapes)).toBe(expected))

  test.each([
    ['tttttt', '0+1 2+3 4+5'],
    ['tttwtt', '0+1 2 3 4+5'],
  ])('without a separate cover, %s is paired as %s', (shapes, expected) =>
    expect(written(shapes, { firstAlone: false })).toBe(expected),
  )

  test.each([
    ['tttwtttt', [4], '0 1+2 3 4 5+6 7'],
    ['tttwtttwttt', [4], '0 1+2 3 4 5+6 7 8+9 10'],
    ['tttwtttwttt', [8], '0 1+2 3 4+5 6 7 8 9+10'],
    ['twtt', [2], '0 1 2 3'],
  ])('%s with the pairs after a wide page moved at %j is paired as %s', (shapes, moved, expected) =>
    expect(written(shapes, { moved })).toBe(expected),
  )

  test.each([
    [2, 0],
    [3, 4],
    [5, 4],
    [9, 8],
  ])('the pairs around page %d start at page %d', (page, start) =>
    expect(pairsStart(page, 11, { sizes: sizesOf('tttwtttwttt') })).toBe(start),
  )

  test('a page that the file marks as double starts the pairs behind it', () => {
    expect(pairsStart(5, 11, { sizes: sizesOf('ttttttttttt'), marked: [3] })).toBe(4)
    expect(pairsStart(3, 11, { sizes: sizesOf('ttttttttttt'), marked: [3] })).toBe(4)
  })

  test('in single-page mode every page is alone', () => expect(written('ttwt', { double: false })).toBe('0 1 2 3'))

  test('every page is included once, in order', () => {
    for (let seed = 0; seed < 64; seed++) {
      const shapes = Array.from({ length: 12 }, (_, at) => ((seed * 7 + at * at) % 5 === 0 ? 'w' : 't')).join('')
      for (const firstAlone of [true, false]) {
        const spreads = spreadsOf(12, { sizes: sizesOf(shapes), double: true, firstAlone })
        expect(spreads.flat()).toEqual(Array.from({ length: 12 }, (_, at) => at))
      }
    }
  })

  test('a page is found in its pair, and a missing page at the nearer end', () => {
    const spreads = spreadsOf(6, { sizes: [], double: true, firstAlone: true })
    expect([0, 1, 2, 5, 9, -1].map((page) => spreadAt(spreads, page))).toEqual([0, 1, 1, 3, 3, 0])
  })

  test('from right to left, the first page of a pair is on the right', () => {
    expect(fromLeft([3, 4], true)).toEqual([4, 3])
    expect(fromLeft([3, 4], false)).toEqual([3, 4])
  })

  test('are named in words', () => {
    expect(pageWords([2], 24)).toBe('Page 3 of 24')
    expect(pageWords([3, 4], 24)).toBe('Pages 4 and 5 of 24')
  })
})

describe('the size of pages', () => {
  const desktop = { width: 1440, height: 900, density: 1 }
  const phone = { width: 390, height: 844, density: 3 }
  const box = (sizes: (Size | undefined)[], fit: Fit, view = desktop, double = false) => {
    const { width, height } = boxOf(sizes, { fit, view, double })
    return [Math.round(width), Math.round(height)]
  }

  test.each<[string, (Size | undefined)[], Fit, boolean, number[]]>([
    ['a page to its height', [tall], 'height', false, [600, 900]],
    ['a page to the width of the window', [tall], 'width', false, [1440, 2160]],
    ['a page in its own pixels', [tall], 'original', false, [1000, 1500]],
    ['a page whole', [tall], 'smart', false, [600, 900]],
    ['two pages beside each other', [tall, tall], 'smart', true, [1200, 900]],
    ['two pages to the width', [tall, tall], 'width', true, [1440, 1080]],
    ['an upright page among pairs, with the room of one', [tall], 'width', true, [720, 1080]],
    ['a wide page among pairs, with the room of two', [wide], 'width', true, [1440, 1080]],
    ['a page that is not measured yet', [undefined], 'height', false, [600, 900]],
  ])('%s', (_, sizes, fit, double, expected) => expect(box(sizes, fit, desktop, double)).toEqual(expected))

  test('smart fits the whole page on a phone, and the width on a phone in landscape', () => {
    expect(box([tall], 'smart', phone)).toEqual([390, 585])
    expect(box([tall], 'smart', { width: 844, height: 390, density: 3 })).toEqual([844, 1266])
  })

  test('smart shows a piece of a strip at a readable width', () => {
    expect(box([{ width: 800, height: 6000 }], 'smart')).toEqual([900, 6750])
  })

  test('smart does not enlarge a small picture', () => {
    expect(box([{ width: 200, height: 300 }], 'smart')).toEqual([400, 600])
    expect(box([{ width: 300, height: 400 }], 'smart')).toEqual([600, 800])
  })

  test('original uses the pixels of the screen', () => {
    expect(box([tall], 'original', phone)).toEqual([333, 500])
  })

  test('pages of different sizes share one height', () => {
    const { pages } = boxOf([tall, { width: 500, height: 750 }], { fit: 'height', view: desktop, double: true })
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [600, 900],
      [600, 900],
    ])
  })

  test('a strip is a column', () => {
    expect(columnOf('smart', desktop, tall)).toBe(820)
    expect(columnOf('smart', phone, tall)).toBe(390)
    expect(columnOf('width', desktop, tall)).toBe(1440)
    expect(columnOf('height', desktop, tall)).toBe(600)
    expect(columnOf('original', desktop, { width: 700, height: 9000 })).toBe(700)
  })
})

test('a page that the file marks as a double page is shown alone, whatever its size', () => {
  const rule = { sizes: [], double: true, firstAlone: true, marked: [3] }
  expect(spreadsOf(8, rule)).toEqual([[0], [1, 2], [3], [4, 5], [6, 7]])
})
