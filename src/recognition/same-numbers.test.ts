import { expect, test } from 'bun:test'
import { type Input, parseFiles } from '../testing/parsed-files'
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
  ['has words of its scan behind the number', ['Tide/Tide 005 (digital).cbz', 'Tide/Tide 005 USA.cbz']],
])('a file is a copy where it %s', (_, files) => expect(numbers(...files)).toEqual(['5', '5']))

test('what the library has keeps its number', () => {
  const libraryIssue = { comic_id: 'a', kind: 'issue', unit: 'issue', number: '5' } as const
  const kept: Input = ['Tide/Tide 005 - Low Tide.cbz', { libraryIssue }]
  expect(numbers('Tide/Tide 005 - Copper Winter.cbz', kept)).toEqual(['5 Copper Winter', '5'])
})
