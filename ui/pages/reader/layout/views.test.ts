import { describe, expect, test } from 'bun:test'
import type { ReadIssue } from '../wire'
import {
  forgetUnsentView,
  isChosen,
  isDouble,
  keepDeviceView,
  looksLikeStrip,
  nextDirection,
  nextMode,
  patchOf,
  readDeviceView,
  seriesViewOf,
  unsentView,
} from './views'

function box(kept: Record<string, string> = {}) {
  return {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value
    },
  }
}
const usual = { reading_direction: 'ltr', direction_chosen: false } as const
const issue = (change: Partial<ReadIssue>) =>
  ({
    comic_id: 's1',
    layout: 'paged',
    reading_direction: 'ltr',
    view: usual,
    ...change,
  }) as ReadIssue

describe('the view of a series', () => {
  test('is smart until the user chooses one', () => {
    expect(seriesViewOf(issue({}), box())).toEqual({
      mode: 'auto',
      direction: 'ltr',
      fit: 'smart',
      firstAlone: true,
      gap: false,
    })
  })

  test('is the chosen one, also on another device', () => {
    const chosen = { spread: 'double', fit: 'width', first_alone: false, gap: true } as const
    const view = { reading_direction: 'down', direction_chosen: true, ...chosen } as const
    expect(seriesViewOf(issue({ view }), box())).toEqual({
      mode: 'double',
      direction: 'down',
      fit: 'width',
      firstAlone: false,
      gap: true,
    })
  })

  test('is a strip when pages are parts of one picture, unless the user chose another mode', () => {
    expect(seriesViewOf(issue({ layout: 'strip' }), box()).mode).toBe('strip')
    const view = { ...usual, layout: 'paged' } as const
    expect(seriesViewOf(issue({ layout: 'strip', view }), box()).mode).toBe('auto')
  })

  test('is the strip that an earlier version kept on this device, until the server has a choice', () => {
    const storage = box({ 'panelkeep.reader.down': '["s1","s2"]' })
    expect(seriesViewOf(issue({}), storage).direction).toBe('down')
    expect(unsentView(issue({}), storage)).toEqual({ direction: 'down' })
    const view = { reading_direction: 'rtl', direction_chosen: true } as const
    expect(seriesViewOf(issue({ view }), storage).direction).toBe('rtl')
    forgetUnsentView(issue({}), storage)
    expect(seriesViewOf(issue({}), storage).direction).toBe('ltr')
    expect(unsentView(issue({ comic_id: 's2' }), storage)).toEqual({ direction: 'down' })
  })

  test('can be reset once a choice was made', () => {
    expect(isChosen(usual)).toBe(false)
    expect(isChosen({ ...usual, direction_chosen: true })).toBe(true)
    expect(isChosen({ ...usual, gap: false })).toBe(true)
  })

  test('is sent to the server with the values of the API', () => {
    expect(patchOf({ mode: 'strip' })).toEqual({ layout: 'strip' })
    expect(patchOf({ mode: 'auto' })).toEqual({ layout: 'paged', spread: 'auto' })
    expect(patchOf({ direction: 'rtl', fit: 'width', firstAlone: false })).toEqual({
      reading_direction: 'rtl',
      fit: 'width',
      first_alone: false,
    })
    expect(patchOf({ direction: 'down', gap: true })).toEqual({ reading_direction: 'down', gap: true })
  })
})

describe('the view of this screen', () => {
  test('is remembered', () => {
    const storage = box()
    keepDeviceView(storage, {
      ground: 'paper',
      brightness: 0.6,
      ink: 'grey',
      quality: 'smaller',
      oneHand: true,
      guided: true,
      crop: true,
      split: true,
    })
    expect(readDeviceView(storage)).toEqual({
      ground: 'paper',
      brightness: 0.6,
      ink: 'grey',
      quality: 'smaller',
      oneHand: true,
      guided: true,
      crop: true,
      split: true,
    })
  })

  test.each(['', 'not json', '{"ground":"pink","brightness":0,"ink":7,"quality":null,"oneHand":"yes"}', 'null'])(
    'is the default when %p is stored',
    (kept) =>
      expect(readDeviceView(box({ 'panelkeep.reader': kept }))).toEqual({
        ground: 'black',
        brightness: 1,
        ink: 'printed',
        quality: 'auto',
        oneHand: false,
        guided: false,
        crop: false,
        split: false,
      }),
  )
})

test('two pages are shown side by side where the window has room for them', () => {
  expect(isDouble('auto', { width: 1440, height: 900 })).toBe(true)
  expect(isDouble('auto', { width: 844, height: 390 })).toBe(true)
  expect(isDouble('auto', { width: 390, height: 844 })).toBe(false)
  expect(isDouble('auto', { width: 820, height: 1180 })).toBe(false)
  expect(isDouble('double', { width: 820, height: 1180 })).toBe(true)
  expect(isDouble('double', { width: 390, height: 844 })).toBe(false)
  expect(isDouble('single', { width: 1440, height: 900 })).toBe(false)
})

test('M and D cycle through the choices', () => {
  expect([nextMode('auto', true), nextMode('auto', false)]).toEqual(['single', 'double'])
  expect([nextMode('single', false), nextMode('double', true), nextMode('strip', false)]).toEqual([
    'double',
    'strip',
    'single',
  ])
  expect((['ltr', 'rtl', 'down'] as const).map(nextDirection)).toEqual(['rtl', 'down', 'ltr'])
})

test('an issue is a strip when most of its pages are pieces of one', () => {
  const piece = { width: 800, height: 4000 }
  const page = { width: 1000, height: 1500 }
  expect(looksLikeStrip([page, piece, piece])).toBe(true)
  expect(looksLikeStrip([page, page, piece])).toBe(false)
  expect(looksLikeStrip([piece, undefined, undefined])).toBe(false)
  expect(looksLikeStrip([])).toBe(false)
})
