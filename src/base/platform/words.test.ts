import { expect, test } from 'bun:test'
import { ageWords, countWords, dayWords, languageWords, megabyteWords, ordinalWords, scoreWords } from './words'

test('dates are written with the name of the month, as far as they are known', () => {
  const words = ['2015-05-06', '2015-05', '2015', '2015-05-00', '2015-13-01', '0000-01-01', '', 'soon'].map(dayWords)
  expect(words).toEqual(['6 May 2015', 'May 2015', '2015', 'May 2015', '2015', '', '', ''])
  expect([dayWords(null), dayWords(undefined), dayWords('2026-05-26T10:00:00.000Z')]).toEqual(['', '', '26 May 2026'])
})

test('ages are counted in years, months or days', () => {
  expect([1, 12, 60, 61, 730, 731, 3500, 5376].map(ageWords)).toEqual([
    '1 day',
    '12 days',
    '60 days',
    '2 months',
    '23 months',
    '2 years',
    '9 years',
    '14 years',
  ])
})

test('sizes are written in MB, large ones in GB', () => {
  expect([0, 0.0031, 0.04, 0.1, 12.34, 999, 1500, 61_000].map(megabyteWords)).toEqual([
    '0 MB',
    '3.1 kB',
    '40 kB',
    '0.1 MB',
    '12.3 MB',
    '999 MB',
    '1.5 GB',
    '61 GB',
  ])
})

test('one is singular', () => {
  expect([countWords(1, 'issue'), countWords(1204, 'file'), countWords(2, 'series', 'series')]).toEqual([
    '1 issue',
    '1,204 files',
    '2 series',
  ])
})

test('languages have names, and an unknown code stays', () => {
  expect(['fr', 'pt-br', 'ja', 'xx', 'no code at all'].map(languageWords)).toEqual([
    'French',
    'Brazilian Portuguese',
    'Japanese',
    'xx',
    'no code at all',
  ])
})

test('ordinals have endings, and scores a sign', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map(ordinalWords).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 103rd',
  )
  expect([10, 0, -5, 1000].map(scoreWords)).toEqual(['+10', '0', '−5', '+1,000'])
})
