import { describe, expect, test } from 'bun:test'
import { checkCorrection, checkedSeries, type InboxCorrection, inboxIdsOf } from './checks'

describe('the selected files', () => {
  test.each<[string | string[], string[]]>([
    ['a', ['a']],
    ['a, b,,a , ', ['a', 'b']],
    [
      ['a', ' b ', '', 'a'],
      ['a', 'b'],
    ],
    [['a,b'], ['a,b']],
    ['', []],
    [[], []],
  ])('%j', (input, ids) => {
    expect(inboxIdsOf(input)).toEqual(ids)
  })

  test('must be given, and are 5000 at most', () => {
    expect(() => inboxIdsOf(undefined)).toThrow('imp_ids is missing')
    const many = Array.from({ length: 5000 }, (_, n) => `${n}`)
    expect(inboxIdsOf(many)).toHaveLength(5000)
    expect(() => inboxIdsOf([...many, 'x'])).toThrow('at most 5000 files')
  })
})

describe('a correction', () => {
  test.each<[InboxCorrection, object]>([
    [{ issue_number: ' 007 ' }, { number: '7', number_end: '' }],
    [{ issue_number: 3 }, { number: '3', number_end: '' }],
    [{ comic_name: ' Harbor Lights ' }, { series_name: 'Harbor Lights' }],
    [{ year: '2015' }, { year: 2015 }],
    [{ year: 1800 }, { year: 1800 }],
    [{ year: 2200 }, { year: 2200 }],
    [{ year: null }, { year: null }],
    [{ year: '' }, { year: null }],
    [{ volume: 1 }, { volume: 1 }],
    [{ volume: '9999' }, { volume: 9999 }],
    [{ volume: null }, { volume: null }],
    [{ issue_number: 1, comic_name: 'x', year: 2015, volume: 2 }, { number: '1', number_end: '', series_name: 'x', year: 2015, volume: 2 }],
  ])('%j sets %j and nothing else', (body, expected) => {
    expect(checkCorrection(body)).toEqual(expected)
  }) // biome-ignore format: a table

  test.each<[InboxCorrection, string]>([
    [{}, 'issue_number is missing'],
    [{ issue_number: ' ' }, 'The issue number is blank'],
    [{ comic_name: '  ' }, 'The name of the series is blank'],
    [{ year: 1799 }, 'The year is a whole number from 1800 to 2200'],
    [{ year: 2201 }, 'The year is a whole number from 1800 to 2200'],
    [{ year: 2015.5 }, 'The year is a whole number from 1800 to 2200'],
    [{ year: 'x' }, 'The year is a whole number from 1800 to 2200'],
    [{ volume: 0 }, 'The volume is a whole number from 1 to 9999'],
    [{ volume: 10_000 }, 'The volume is a whole number from 1 to 9999'],
  ])('%j is refused', (body, sentence) => {
    expect(() => checkCorrection(body)).toThrow(sentence)
  })
})

test('a new series has a name, and a year that is valid or absent', () => {
  const series = { name: ' Harbor Lights ', year: 2015, content_type: 'manga' } as const
  expect(checkedSeries(series)).toEqual({ name: 'Harbor Lights', year: 2015, content_type: 'manga' })
  expect(checkedSeries({ ...series, year: null })).toMatchObject({ year: null })
  expect(() => checkedSeries({ ...series, name: '  ' })).toThrow('is blank')
  expect(() => checkedSeries({ ...series, year: 15 })).toThrow('The year is a whole number')
})
