import { describe, expect, test } from 'bun:test'
import { drawCover } from '../covers/cover-drawing'
import { countWords, dayWords, numberWords, sizeWords } from './format'
import { formatFor } from './locale'

describe('dates', () => {
  test('are shown as precisely as known', () => {
    expect(dayWords('2015-05-06')).toBe('6 May 2015')
    expect(dayWords('2015-05')).toBe('May 2015')
    expect(dayWords('2015-05-00')).toBe('May 2015')
    expect(dayWords('2015-00-00')).toBe('2015')
    expect(dayWords('2026-01-02 03:04:05')).toBe('2 Jan 2026')
  })

  test('are empty when unknown', () => {
    for (const date of [null, undefined, '', '0000-00-00', 'soon']) expect(dayWords(date)).toBe('')
  })
})

test('sizes have a unit and few digits', () => {
  expect([0, 999, 1_000, 48_211_003, 1_950_000_000, 999_600].map(sizeWords)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '48 MB',
    '1.9 GB',
    '1.0 MB',
  ])
})

test('small counts are plain, also where digits are others', () => {
  expect([0, 7, 999, 1_000, 12.5].map(numberWords)).toEqual(['0', '7', '999', '1,000', '12.5'])
  for (const [language, words] of [
    ['de-CH', '999'],
    ['ar-EG', '٩٩٩'],
    ['mr', '९९९'],
    ['en-u-nu-arab', '٩٩٩'],
  ] as const) {
    formatFor([language])
    expect(numberWords(999)).toBe(words)
  }
  formatFor()
})

test('counts agree with their word', () => {
  expect(countWords(1, 'file')).toBe('1 file')
  expect(countWords(1204, 'file')).toBe('1,204 files')
  expect(countWords(3, 'series', 'series')).toBe('3 series')
})

describe('a drawn cover', () => {
  test('is always the same for the same name', () => {
    expect(drawCover('Harbor Lights')).toEqual(drawCover(' harbor lights '))
  })

  test('varies over all inks and shapes in a library', () => {
    const drawn = Array.from({ length: 400 }, (_, at) => drawCover(`Series ${at}`))
    expect(new Set(drawn.map(({ ink }) => ink)).size).toBe(12)
    expect(new Set(drawn.map(({ art }) => art)).size).toBe(6)
  })

  test('uses smaller text for long names and long words', () => {
    expect(drawCover('Saga').long).toBe('short')
    expect(drawCover('The Harbor Lights').long).toBe('middle')
    expect(drawCover('Intergalactically').long).toBe('long')
    expect(drawCover('').long).toBe('short')
  })
})
