import { describe, expect, test } from 'bun:test'
import { drawnPage, filled, framed } from '../../../testing/panels/drawn-page'
import { type Box, findPanels, inReadingOrder, panelSteps, withoutMargins } from './panels'

const page = (boxes: (Box & { shade: number })[], ground = 255) => drawnPage(400, 600, ground, boxes)
const corners = (boxes: readonly Box[] | undefined) => boxes?.map(({ x, y }) => [x, y]).sort()
const read = (boxes: readonly Box[] | undefined, direction: 'ltr' | 'rtl') =>
  inReadingOrder(boxes ?? [], direction)?.map(({ x, y }) => `${x} ${y}`)

const UPPER = framed(20, 20, 170, 270)
const BESIDE = framed(210, 20, 170, 270)
const LOWER = framed(20, 310, 360, 270)

describe('panels are found', () => {
  test('with white paper in their frames', () => {
    expect(findPanels(page([...UPPER, ...BESIDE, ...LOWER]))).toEqual([
      { x: 20, y: 20, width: 170, height: 270 },
      { x: 210, y: 20, width: 170, height: 270 },
      { x: 20, y: 310, width: 360, height: 270 },
    ])
  })

  test('without frames, on black', () => {
    const found = findPanels(page([...filled(20, 20, 360, 270), ...filled(20, 310, 360, 270, 200)], 0))
    expect(corners(found)).toEqual([[20, 20], [20, 310]]) // biome-ignore format: one glance
  })

  test('that reach the edge of the page', () => {
    const found = findPanels(
      page([...framed(0, 0, 400, 290), ...framed(0, 310, 190, 290), ...framed(210, 310, 190, 290)]),
    )
    expect(corners(found)).toEqual([[0, 0], [0, 310], [210, 310]]) // biome-ignore format: one glance
  })

  test('that reach the edge of the page, stacked beside a tall one', () => {
    const stacked = [...filled(210, 310, 190, 130), ...filled(210, 460, 190, 140)]
    const found = findPanels(page([...filled(0, 0, 400, 290), ...filled(0, 310, 190, 290), ...stacked]))
    expect(corners(found)).toEqual([[0, 0], [0, 310], [210, 310], [210, 460]]) // biome-ignore format: one glance
  })

  test('on a page that lies askew on the scanner', () => {
    const straight = page([...filled(0, 0, 400, 290), ...framed(0, 310, 400, 290), ...filled(100, 400, 90, 90)])
    const pixels = Uint8Array.from(straight.pixels, (_, at) => {
      const [x, y] = [at % 400, Math.floor(at / 400)]
      const from = Math.min(599, Math.max(0, Math.round(y + (x - 200) * Math.tan(Math.PI / 300))))
      return straight.pixels[from * 400 + x]!
    })
    expect(findPanels({ ...straight, pixels })).toHaveLength(2)
  })

  test('as one when a balloon lies across their gutter', () => {
    const balloon = framed(150, 100, 100, 60)
    expect(findPanels(page([...UPPER, ...BESIDE, ...LOWER, ...balloon]))).toEqual([
      { x: 20, y: 20, width: 360, height: 270 },
      { x: 20, y: 310, width: 360, height: 270 },
    ])
  })

  test('as one when a slanted gutter makes their views overlap', () => {
    const slanted = Array.from({ length: 270 }, (_, row) => {
      const edge = 150 + Math.floor(row / 3)
      return [...filled(20, 20 + row, edge - 20, 1), ...filled(edge + 20, 20 + row, 360 - edge, 1)]
    })
    expect(findPanels(page([...slanted.flat(), ...LOWER]))).toEqual([
      { x: 20, y: 20, width: 360, height: 270 },
      { x: 20, y: 310, width: 360, height: 270 },
    ])
  })

  test('with a balloon that hangs out of its panel', () => {
    const balloon = framed(60, 12, 60, 40)
    expect(findPanels(page([...UPPER, ...BESIDE, ...LOWER, ...balloon]))?.[0]).toEqual({ x: 20, y: 12, width: 170, height: 278 }) // biome-ignore format: one glance
  })

  test('on both edges of a page with margins above and below', () => {
    const found = findPanels(page([...framed(0, 20, 190, 270), ...framed(210, 10, 190, 280), ...LOWER]))
    expect(corners(found)).toEqual([[0, 20], [20, 310], [210, 10]]) // biome-ignore format: one glance
  })

  test.each<[string, ReturnType<typeof filled>, number]>([
    ['with a caption close below', filled(180, 548, 40, 8), 266],
    ['without a line that begins close below, and is long', filled(195, 548, 8, 45), 250],
    ['without the number of the page', filled(180, 562, 40, 8), 250],
    ['without the number of the page at the edge', filled(180, 575, 40, 8), 250],
  ])('%s', (_, beside, height) => {
    const found = findPanels(page([...framed(20, 20, 360, 250), ...framed(20, 290, 360, 250), ...beside]))
    expect(found?.at(-1)).toEqual({ x: 20, y: 290, width: 360, height })
  })

  test('up to sixteen on a page', () => {
    const grid = Array.from({ length: 16 }, (_, at) => filled(12 + 96 * (at % 4), 12 + 146 * Math.floor(at / 4), 84, 134)) // biome-ignore format: one glance
    expect(findPanels(page(grid.flat()))).toHaveLength(16)
    const [last] = grid.pop()!
    grid.push(filled(last!.x, last!.y, 84, 60), filled(last!.x, last!.y + 72, 84, 62))
    expect(findPanels(page(grid.flat()))).toBeUndefined()
  })
})

test('the search on a page without gutters lets other work run after each way in which the page may lie askew', () => {
  const whole = page(filled(0, 0, 400, 600))
  expect([...panelSteps(whole)].length).toBeGreaterThan(8)
  expect([...panelSteps(page([...UPPER, ...BESIDE, ...LOWER]))]).toEqual([])
})

describe('the page is shown whole', () => {
  const nothing: [string, (Box & { shade: number })[]][] = [
    ['when it is empty', []],
    ['when it is one picture', filled(20, 20, 360, 560)],
    ['when its picture reaches every edge', filled(0, 0, 400, 600)],
    ['when a panel lies on another', [...framed(20, 20, 360, 560), ...framed(80, 80, 100, 100)]],
    ['when a figure stands without a frame', [...UPPER, ...filled(260, 330, 20, 240), ...filled(220, 400, 120, 20), ...LOWER.map((box) => ({ ...box, width: box.width / 2 }))]], // biome-ignore format: one glance
    ['when its gutters have two shades', [...filled(0, 0, 400, 190), ...filled(0, 200, 400, 190), ...filled(0, 390, 400, 10, 0), ...filled(0, 400, 400, 200)]], // biome-ignore format: one glance
    ['when a panel is left out', [...framed(20, 20, 360, 200), ...framed(20, 400, 360, 180)]],
  ]
  test.each(nothing)('%s', (_, boxes) => {
    expect(findPanels(page(boxes))).toBeUndefined()
  })
})

describe('panels are read', () => {
  const row = [...UPPER, ...BESIDE, ...LOWER]
  test('from the left', () => {
    expect(read(findPanels(page(row)), 'ltr')).toEqual(['20 20', '210 20', '20 310'])
  })

  test('from the right', () => {
    expect(read(findPanels(page(row)), 'rtl')).toEqual(['210 20', '20 20', '20 310'])
  })

  test('a column beside a tall panel before the tall one, or behind it', () => {
    const boxes = [...framed(20, 20, 170, 270), ...framed(20, 310, 170, 270), ...framed(210, 20, 170, 560)]
    expect(read(findPanels(page(boxes)), 'ltr')).toEqual(['20 20', '20 310', '210 20'])
    expect(read(findPanels(page(boxes)), 'rtl')).toEqual(['210 20', '20 20', '20 310'])
  })

  test('in no order when no straight line separates them', () => {
    const wheel = [
      { x: 0, y: 0, width: 60, height: 30 },
      { x: 70, y: 0, width: 30, height: 60 },
      { x: 40, y: 70, width: 60, height: 30 },
      { x: 0, y: 40, width: 30, height: 60 },
    ]
    expect(inReadingOrder(wheel, 'ltr')).toBeUndefined()
  })
})

describe('margins', () => {
  test('are cut but for a line', () => {
    expect(withoutMargins(page(filled(40, 60, 320, 480)))).toEqual({ x: 39, y: 59, width: 322, height: 482 })
  })

  test('are cut with the number of the page in them', () => {
    expect(withoutMargins(page([...filled(40, 60, 320, 480), ...filled(195, 570, 9, 9)]))?.height).toBe(482)
  })

  test('of an empty page or a small picture stay', () => {
    expect(withoutMargins(page([]))).toBeUndefined()
    for (const small of [filled(180, 280, 40, 40), filled(180, 10, 40, 580), filled(10, 280, 380, 40)])
      expect(withoutMargins(page(small))).toBeUndefined()
  })

  test('that a picture fills do not exist', () => {
    expect(withoutMargins(page(filled(0, 0, 400, 600)))).toBeUndefined()
  })
})
