import { expect, test } from 'bun:test'
import { numbersOf, unitFor } from './issue-numbers'

test.each([
  ['7', '9', ['7', '8', '9']],
  ['007', '008', ['7', '8']],
  ['007', '007', ['007']],
  ['9', '7', ['9']],
  ['7', '', ['7']],
  ['', '', ['']],
  ['', '9', ['']],
  ['7.5', '9', ['7.5']],
  ['7', '9.5', ['7']],
  ['7A', '9', ['7A']],
  ['7', '9A', ['7']],
  ['-2', '4', ['-2']],
  ['-1', '-4', ['-1']],
  ['One', 'Two', ['One']],
])('a file of %p to %p contains %p', (number, number_end, numbers) =>
  expect(numbersOf({ number, number_end })).toEqual(numbers),
)

test('a file with 50 numbers is accepted, and one with 51 is a misreading', () => {
  expect(numbersOf({ number: '1', number_end: '50' })).toHaveLength(50)
  expect(numbersOf({ number: '1', number_end: '51' })).toEqual(['1'])
})

test.each([
  ['comic', 'issue', 'issue'],
  ['comic', 'chapter', 'issue'],
  ['manga', 'issue', 'chapter'],
  ['manga', 'chapter', 'chapter'],
  ['comic', 'volume', 'volume'],
  ['manga', 'volume', 'volume'],
] as const)('a %s with numbers by %s is numbered by %s', (content, unit, expected) =>
  expect(unitFor(content, unit)).toBe(expected),
)
