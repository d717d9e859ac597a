import { afterEach, expect, test } from 'bun:test'
import { monthWords, weekWords } from '../../pages/weekly/days'
import { clockOf } from './clock-words'
import { countWords, dayWords, numberWords, percentWords, pluralWords, sizeWords } from './format'
import { formatFor } from './locale'
import { dayOfWords, whenWords } from './when'

afterEach(() => formatFor())

const now = new Date(2026, 10, 21, 15, 30)
const yesterday = new Date(2026, 10, 20, 14, 5).toISOString()

test.each([
  ['en-US', ['May 6, 2015', 'May 2015', '2015', 'yesterday 2:05 PM', 'Yesterday', '2:05 PM']],
  ['en-GB', ['6 May 2015', 'May 2015', '2015', 'yesterday 14:05', 'Yesterday', '14:05']],
  ['de-DE', ['6. Mai 2015', 'Mai 2015', '2015', 'gestern 14:05', 'Gestern', '14:05']],
  ['ja-JP', ['2015年5月6日', '2015年5月', '2015年', '昨日 14:05', '昨日', '14:05']],
])('dates and times have the format of %s', (language, words) => {
  formatFor([language])
  const days = ['2015-05-06', '2015-05', '2015'].map(dayWords)
  const times = [whenWords(yesterday, now), dayOfWords(yesterday, now), clockOf(yesterday)]
  expect([...days, ...times].map((text) => text.replaceAll('\u202f', ' '))).toEqual(words)
})

test.each([
  ['en-US', ['1,234', '1.9 GB', '55.5%', 'November 15 – 21, 2026', 'November 2026']],
  ['de-DE', ['1.234', '1,9 GB', '55,5 %', '15.–21. November 2026', 'November 2026']],
  ['fr', ['1 234', '1,9 Go', '55,5 %', '15–21 novembre 2026', 'novembre 2026']],
])('numbers, sizes and ranges have the format of %s', (language, words) => {
  formatFor([language])
  const week = { first: '2026-11-15', last: '2026-11-21' }
  const texts = [
    numberWords(1234),
    sizeWords(1_950_000_000),
    percentWords(55.5),
    weekWords(week),
    monthWords('2026-11-18'),
  ]
  expect(texts.map((text) => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' '))).toEqual(words)
})

test('a browser without a known language gets English', () => {
  for (const listed of [[], ['en_US@posix'], ['']]) {
    formatFor(listed)
    expect(dayWords('2015-05-06')).toBe('6 May 2015')
  }
})

test('a day that does not exist is shown as its month', () => {
  expect(dayWords('2015-02-31')).toBe('Feb 2015')
  expect(dayWords('2015-13-01')).toBe('2015')
})

test('a sentence has a form for one and a form for others', () => {
  formatFor(['de-DE'])
  const sentence = (count: number) => pluralWords(count, '{count} file is new.', '{count} files are new.')
  expect([0, 1, 2, 1200].map(sentence)).toEqual([
    '0 files are new.',
    '1 file is new.',
    '2 files are new.',
    '1.200 files are new.',
  ])
  expect(countWords(1200, 'file')).toBe('1.200 files')
  expect(pluralWords(1, 'Low Tide #9 is new.', '')).toBe('Low Tide #9 is new.')
})
