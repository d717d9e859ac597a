import { expect, test } from 'bun:test'
import { type Input, parseFiles } from '../../testing/imports/parsed-files'
import { numberGroup } from './numbering'

const numbers = (...files: Input[]) =>
  [...numberGroup(parseFiles(files), 'comic').of.values()].map(({ number }) => number)
const titled = (title: string, hash_?: string): Input => [
  `Tide/Tide 005 ${title.length}.cbz`,
  { series: 'Tide', number: '5', title, hash_ },
]

test('two stories under one number are two issues', () => {
  expect(numbers('Tide/Tide 005 - Low Tide.cbz', 'Tide/Tide 005 - Copper Winter.cbz')).toEqual(['5', '5 Copper Winter'])
  expect(numbers(titled('Low Tide'), titled('Copper Winter'))).toEqual(['5', '5 Copper Winter'])
})

test.each<[string, Input[]]>([
  ['has a title that is alike', [titled('The Low Tide'), titled('Low Tide, Part One')]],
  ['has no title', [titled('Low Tide'), 'Tide/Tide 005.cbz']],
  ['has its number for a title', [titled('Low Tide'), titled('Chapter 5')]],
  ['has the same bytes', [titled('Low Tide', 'a'), titled('Copper Winter', 'a')]],
  ['has words of its scan after the number', ['Tide/Tide 005 (digital).cbz', 'Tide/Tide 005 USA.cbz']],
])('a file is a copy when it %s', (_, files) => expect(numbers(...files)).toEqual(['5', '5']))

test.each<[string, string, string[]]>([
  ['Bob 405 - 01 of 2', 'Bob 405 - 02 of 2', ['405', '405 Part 2']],
  ['Bob 405 (1 of 2)', 'Bob 405 (2 of 2)', ['405', '405 Part 2']],
  ['Bob 001 (1 of 2)', 'Bob 001 (2 of 2)', ['1', '1 Part 2']],
  ['Bob 405 (Part 2)', 'Bob 405 (Part 1)', ['405 Part 2', '405']],
  ['Bob 405 - Part One', 'Bob 405 - Part Two', ['405', '405 Part 2']],
  ['Bob 405 pt1', 'Bob 405 pt2', ['405', '405 Part 2']],
  ['Bob 405 - Rain Part I', 'Bob 405 - Rain Part II', ['405', '405 Part 2']],
  ['Bob 405 - Rain, Part 1 of 3', 'Bob 405 - Rain, Part 3 of 3', ['405', '405 Part 3']],
  ['Bob 405 - Teil 1', 'Bob 405 - Teil 2', ['405', '405 Part 2']],
  ['Bob 405 (上)', 'Bob 405 (下)', ['405', '405 下']],
  ['Bob 405 前編', 'Bob 405 後編', ['405', '405 後編']],
  ['Bob 405a', 'Bob 405b', ['405a', '405b']],
])('%s and %s are two parts', (one, other, expected) =>
  expect(numbers(`Bob/${one}.cbz`, `Bob/${other}.cbz`)).toEqual(expected),
)

test.each([
  ['Bob 405 (Part 1)', 'Bob 405 - Part One (digital)'],
  ['Bob 405 - 01 of 2', 'Bob 405 (1 of 2) (c2c)'],
  ['Bob 005 (5 of 6)', 'Bob 005 - Rain Part 2'],
  ['Bob 005 (5 of 6)', 'Bob 005'],
  ['Bob 005 - Part 2', 'Bob 005'],
  ['Bob 005 (variant cover)', 'Bob 005'],
])('%s and %s are one issue', (one, other) =>
  expect(new Set(numbers(`Bob/${one}.cbz`, `Bob/${other}.cbz`)).size).toBe(1),
)

test('parts with the same bytes are copies', () =>
  expect(numbers(['Bob/Bob 405 (1 of 2).cbz', { hash_: 'a' }], ['Bob/Bob 405 (2 of 2).cbz', { hash_: 'a' }])).toEqual([
    '405',
    '405',
  ]))

test('items of the library keep their number', () => {
  const libraryIssue = { comic_id: 'a', kind: 'issue', unit: 'issue', number: '5' } as const
  const kept: Input = ['Tide/Tide 005 - Low Tide.cbz', { libraryIssue }]
  expect(numbers('Tide/Tide 005 - Copper Winter.cbz', kept)).toEqual(['5 Copper Winter', '5'])
})
