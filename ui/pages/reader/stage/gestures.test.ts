import { describe, expect, test } from 'bun:test'
import { type Gesture, Hand, turnedBy } from './gestures'
import { type ZoneRule, zoneAt } from './zones'

type Step = ['down' | 'move' | 'up' | 'cancel', id: number, x: number, y: number, t: number]
function felt(...steps: Step[]): Gesture[] {
  const hand = new Hand()
  return steps.flatMap(([how, id, x, y, t]) => hand[how]({ id, x, y, t }))
}
const last = (acts: Gesture[]) => acts.at(-1)

describe('a touch', () => {
  test('that goes down and up is a tap', () => {
    expect(felt(['down', 1, 50, 60, 0], ['move', 1, 53, 62, 40], ['up', 1, 53, 62, 90])).toEqual([
      { act: 'tap', x: 53, y: 62, double: false },
    ])
  })

  test('that rests is not a tap', () => {
    expect(felt(['down', 1, 50, 60, 0], ['up', 1, 50, 60, 900])).toEqual([])
  })

  test('that taps twice at one place is a double tap, and a third tap starts over', () => {
    const tap = (t: number, x = 50): Step[] => [
      ['down', 1, x, 60, t],
      ['up', 1, x, 60, t + 50],
    ]
    const doubles = (...steps: Step[]) => felt(...steps).map((act) => act.act === 'tap' && act.double)
    expect(doubles(...tap(0), ...tap(150), ...tap(300))).toEqual([false, true, false])
    expect(doubles(...tap(0), ...tap(150, 200))).toEqual([false, false])
    expect(doubles(...tap(0), ...tap(600))).toEqual([false, false])
  })

  test('drags from its first real move on, and reports the direction', () => {
    const acts = felt(['down', 1, 100, 100, 0], ['move', 1, 104, 100, 10], ['move', 1, 80, 103, 20])
    expect(acts).toEqual([
      { act: 'grab', across: true },
      { act: 'drag', dx: -20, dy: 3 },
    ])
    expect(felt(['down', 1, 100, 100, 0], ['move', 1, 101, 130, 10])[0]).toEqual({ act: 'grab', across: false })
  })

  test('ends with the speed of its last moments', () => {
    const acts = felt(
      ['down', 1, 0, 0, 0],
      ['move', 1, 100, 0, 500],
      ['move', 1, 120, 0, 520],
      ['move', 1, 160, 0, 540],
      ['up', 1, 160, 0, 550],
    )
    expect(last(acts)).toEqual({ act: 'drop', dx: 160, dy: 0, vx: 1.5, vy: 0 })
  })

  test('that rests before its end has no speed', () => {
    const acts = felt(['down', 1, 0, 0, 0], ['move', 1, 100, 0, 50], ['up', 1, 100, 0, 600])
    expect(last(acts)).toMatchObject({ act: 'drop', vx: 0 })
  })

  test('with two fingers pinches around their middle', () => {
    const acts = felt(['down', 1, 100, 100, 0], ['down', 2, 200, 100, 5], ['move', 2, 300, 100, 20])
    expect(acts).toEqual([{ act: 'pinch', factor: 2, x: 200, y: 100, dx: 50, dy: 0 }])
  })

  test('does not drag with the remaining finger after a pinch', () => {
    const acts = felt(
      ['down', 1, 100, 100, 0],
      ['down', 2, 200, 100, 5],
      ['up', 2, 200, 100, 30],
      ['move', 1, 20, 100, 60],
      ['up', 1, 20, 100, 70],
    )
    expect(acts).toEqual([{ act: 'loose' }])
  })

  test('cancels a drag when a second finger touches', () => {
    const acts = felt(['down', 1, 0, 0, 0], ['move', 1, 60, 0, 10], ['down', 2, 100, 0, 20])
    expect(last(acts)).toMatchObject({ act: 'drop', dx: 60 })
  })

  test('that the browser cancels leaves the page in its place', () => {
    const acts = felt(['down', 1, 0, 0, 0], ['move', 1, 90, 0, 10], ['cancel', 1, 90, 0, 20])
    expect(last(acts)).toEqual({ act: 'drop', dx: 0, dy: 0, vx: 0, vy: 0 })
  })

  test.each<[name: string, steps: Step[], acts: Gesture['act'][]]>([
    ['8 pixels are a move', [['move', 1, 108, 100, 10]], ['grab', 'drag']],
    ['a little less is not', [['move', 1, 105, 106, 10]], []],
    ['400 milliseconds are a tap', [['up', 1, 100, 100, 400]], ['tap']],
    ['more is not', [['up', 1, 100, 100, 401]], []],
    ['a second finger without a drag drops nothing', [['down', 2, 200, 100, 10]], []],
    [
      'a third finger ends the pinch, and the page stays',
      [
        ['down', 2, 200, 100, 10],
        ['down', 3, 300, 100, 20],
        ['move', 3, 320, 100, 30],
        ['up', 3, 320, 100, 40],
        ['up', 2, 200, 100, 50],
        ['up', 1, 100, 100, 60],
      ],
      [],
    ],
    [
      'the remaining finger of a cancelled pinch does nothing',
      [
        ['down', 2, 200, 100, 10],
        ['cancel', 2, 200, 100, 20],
        ['move', 1, 160, 100, 30],
        ['up', 1, 160, 100, 40],
      ],
      ['loose'],
    ],
    [
      'a cancelled touch starts over',
      [
        ['cancel', 1, 100, 100, 10],
        ['move', 1, 160, 100, 20],
        ['down', 1, 100, 100, 30],
        ['up', 1, 100, 100, 40],
      ],
      ['tap'],
    ],
  ])('that went down: %s', (_name, steps, acts) => {
    expect(felt(['down', 1, 100, 100, 0], ...steps).map((one) => one.act)).toEqual(acts)
  })

  test('is a double tap within 300 milliseconds and 40 pixels', () => {
    const second = (x: number, y: number, t: number) =>
      last(felt(['down', 1, 50, 60, 0], ['up', 1, 50, 60, 0], ['down', 1, x, y, t], ['up', 1, x, y, t]))
    expect(second(90, 60, 300)).toMatchObject({ double: true })
    expect(second(74, 92, 300)).toMatchObject({ double: true })
    expect(second(91, 60, 300)).toMatchObject({ double: false })
    expect(second(50, 60, 301)).toMatchObject({ double: false })
  })

  test('has the speed of its last 80 milliseconds, in each direction', () => {
    const acts = felt(['down', 1, 0, 0, 0], ['move', 1, 0, 100, 20], ['move', 1, 40, 60, 100], ['up', 1, 40, 60, 180])
    expect(last(acts)).toEqual({ act: 'drop', dx: 40, dy: 60, vx: 0.5, vy: -0.5 })
    expect(felt(['down', 1, 0, 0, 0], ['move', 1, 9, 0, 0], ['up', 1, 9, 0, 0]).at(-1)).toMatchObject({ vx: 9 })
    expect(felt(['down', 1, 0, 0, 0], ['move', 1, 9, 0, 9], ['up', 1, 9, 0, 90]).at(-1)).toMatchObject({ vx: 0 })
  })

  test('pinches by the distance of its fingers, in each direction, even from one point', () => {
    const acts = felt(['down', 1, 100, 100, 0], ['down', 2, 130, 140, 5], ['move', 1, 70, 60, 20])
    expect(acts).toEqual([{ act: 'pinch', factor: 2, x: 100, y: 100, dx: -15, dy: -20 }])
    expect(felt(['down', 1, 5, 5, 0], ['down', 2, 5, 5, 5], ['move', 2, 5, 9, 20])).toMatchObject([{ factor: 1 }])
  })

  test('that never began is ignored', () => {
    expect(felt(['move', 7, 0, 0, 0], ['up', 7, 0, 0, 1], ['cancel', 7, 0, 0, 2])).toEqual([])
  })
})

describe('a released page', () => {
  test.each([
    [100, 0, 400, 1],
    [-100, 0, 400, -1],
    [60, 0, 400, 0],
    // A flick is enough.
    [30, 0.8, 400, 1],
    [-30, -0.8, 400, -1],
    [10, 2, 400, 0],
    // Each value is just enough.
    [80, 0, 400, 1],
    [-80, 0, 400, -1],
    [79, 0.34, 400, 0],
    [16, 0.35, 400, 1],
    [15, 0.35, 400, 0],
    [-16, -0.35, 400, -1],
    // A page pulled far and flicked back is not turned.
    [200, -0.8, 400, 0],
  ])('moved %p at %p in a window of %p turns %p', (far, speed, length, expected) => {
    expect(turnedBy(far, speed, length)).toBe(expected as 1 | 0 | -1)
  })
})

describe('a tap', () => {
  const view = { width: 400, height: 800 }
  const at = (x: number, y: number, rule: Partial<ZoneRule>) =>
    zoneAt(x, y, view, { direction: 'ltr', strip: false, oneHand: false, ...rule })

  test.each<[string, Partial<ZoneRule>, string]>([
    ['to the right', {}, 'back middle next / back middle next / back middle next'],
    ['to the left', { direction: 'rtl' }, 'next middle back / next middle back / next middle back'],
    ['downwards', { direction: 'down' }, 'back back back / middle middle middle / next next next'],
    ['in a strip', { strip: true, direction: 'rtl' }, 'back back back / middle middle middle / next next next'],
    ['in one hand', { oneHand: true }, 'middle middle middle / back middle back / next next next'],
    [
      'in one hand, to the left',
      { oneHand: true, direction: 'rtl' },
      'middle middle middle / back middle back / next next next',
    ],
  ])('%s', (_, rule, expected) => {
    const rows = [50, 400, 750].map((y) => [20, 200, 380].map((x) => at(x, y, rule)).join(' '))
    expect(rows.join(' / ')).toBe(expected)
  })
})
