import { describe, expect, test } from 'bun:test'
import { spreadsOf } from '../layout/spreads'
import { pagesToHave, preloadRange, stripPagesToHave } from './preload'
import { speedOf, type WidthRule, widthFor } from './quality'

describe('preloaded pages', () => {
  const reach = { ahead: 3, behind: 1, memory: 1e9 }
  const single = spreadsOf(10, { sizes: [], double: false, firstAlone: true })
  const double = spreadsOf(10, { sizes: [], double: true, firstAlone: true })
  const rule = { page: 4, forwards: true, reach, sizes: [] }

  test('are the current, the next, the previous, then later ones', () => {
    expect(pagesToHave({ ...rule, spreads: single })).toEqual([4, 5, 3, 6, 7])
    expect(pagesToHave({ ...rule, spreads: double })).toEqual([3, 4, 5, 6, 1, 2, 7, 8, 9])
  })

  test('are in the other direction after turning back', () => {
    expect(pagesToHave({ ...rule, spreads: single, forwards: false })).toEqual([4, 3, 5, 2, 1])
  })

  test('end at the end of the issue', () => {
    expect(pagesToHave({ ...rule, spreads: single, page: 9 })).toEqual([9, 8])
    expect(pagesToHave({ ...rule, spreads: single, page: 0 })).toEqual([0, 1, 2, 3])
  })

  test('stay within the memory of the device, but always include the current and the next one', () => {
    const huge = Array.from({ length: 10 }, () => ({ width: 4000, height: 6000 }))
    const small = { ...reach, memory: 100 * 1024 * 1024 }
    expect(pagesToHave({ ...rule, spreads: single, sizes: huge, reach: small })).toEqual([4, 5])
  })

  test('of a strip are the current and the next, then the near ones on the way of scrolling', () => {
    const strip = { near: [2, 7], page: 4, count: 10 } as const
    expect(stripPagesToHave({ ...strip, forwards: true })).toEqual([4, 5, 6, 7, 2, 3])
    expect(stripPagesToHave({ ...strip, forwards: false })).toEqual([4, 5, 3, 2, 6, 7])
    expect(stripPagesToHave({ near: [7, 12], page: 9, count: 10, forwards: true })).toEqual([9, 7, 8])
  })

  test('are fewer on a slow connection and on a small device', () => {
    expect(preloadRange({ effectiveType: '4g', deviceMemory: 8 }, false)).toMatchObject({ ahead: 4, behind: 2 })
    expect(preloadRange({ effectiveType: '3g' }, true)).toMatchObject({ ahead: 2, behind: 1 })
    expect(preloadRange({ saveData: true }, true)).toMatchObject({ ahead: 1, behind: 0 })
    expect(preloadRange({ deviceMemory: 2 }, true).memory).toBeLessThan(preloadRange({}, true).memory)
    expect(preloadRange({}, true).memory).toBeLessThan(preloadRange({}, false).memory)
  })
})

describe('the requested size of a picture', () => {
  const page = { width: 1988, height: 3056 }
  const rule: WidthRule = { quality: 'auto', speed: 'fast', shown: 390, zoom: 1, density: 3, size: page }

  test.each<[string, Partial<WidthRule>, number | undefined]>([
    ['as it is on a fast line', {}, undefined],
    ['as sharp as the screen on a slower one', { speed: 'middle' }, 1280],
    ['less on a slow one', { speed: 'slow' }, 960],
    ['less when one asks for less', { quality: 'smaller' }, 960],
    ['more when one looks closer', { quality: 'smaller', zoom: 2 }, 1600],
    ['the original when the user chose it', { quality: 'original', speed: 'slow' }, undefined],
    ['as it is when it is no larger than that', { speed: 'middle', size: { width: 1200, height: 1800 } }, undefined],
    ['less of a page that would fill the memory', { size: { width: 4200, height: 6400 } }, 2000],
    ['for the window when its size is not known', { speed: 'middle', size: undefined }, 1280],
  ])('%s', (_, change, expected) => expect(widthFor({ ...rule, ...change })).toBe(expected))

  test('a connection of unknown speed counts as fast', () => {
    expect(speedOf({})).toBe('fast')
    expect(speedOf({ effectiveType: '4g' })).toBe('fast')
    expect(speedOf({ effectiveType: '3g' })).toBe('middle')
    expect(speedOf({ effectiveType: '2g' })).toBe('slow')
    expect(speedOf({ effectiveType: '4g', saveData: true })).toBe('slow')
  })
})
