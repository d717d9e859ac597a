import { expect, test } from 'bun:test'
import { basename } from 'node:path'
import { runSteps } from '../../testing/harness/run-steps'
import { type Input, parseFiles } from '../../testing/imports/parsed-files'
import type { ContentType } from '../series/states'
import { groupSteps, type LibraryView } from './match'

const EMPTY: LibraryView = { named: () => [], find: () => undefined, bareNumbers: () => 'auto' }

/** Unit and number of each file, in the order of the files. */
function numbered(files: Input[], kind: ContentType = 'manga'): string[] {
  const groups = runSteps(groupSteps(parseFiles(files, kind), kind, EMPTY))
  expect(groups.length).toBe(1)
  const of = new Map([...groups[0]!.files].map(([parsed, { unit, number }]) => [parsed.path, `${unit} ${number}`]))
  return files.map((file) => of.get(`/comics/${typeof file === 'string' ? file : file[0]}`) ?? basename(`${file}`))
}

/** Files with volume and number in their metadata. */
const inside = (...pairs: [volume: number, number: string][]): Input[] =>
  pairs.map(([volume, number], at) => [`Tide/${'abcd'[at]}.cbz`, { series: 'Tide', volume, number }])

test('chapters that restart in each volume include it from the second on', () => {
  expect(numbered(['Tide/Tide v01 c1.cbz', 'Tide/Tide v01 c2.cbz', 'Tide/Tide v02 c1.cbz'])).toEqual([
    'chapter 1',
    'chapter 2',
    'chapter V2 1',
  ])
})

test('chapters that continue in the next volume are not restarted', () => {
  expect(numbered(['Tide/Tide v01 c1.cbz', 'Tide/Tide v01 c2.cbz', 'Tide/Tide v02 c3.cbz'])).toEqual([
    'chapter 1',
    'chapter 2',
    'chapter 3',
  ])
})

test('the volume in the metadata counts like one in the name', () => {
  expect(numbered(inside([1, '1'], [1, '2'], [2, '1'], [2, '2']))).toEqual([
    'chapter 1',
    'chapter 2',
    'chapter V2 1',
    'chapter V2 2',
  ])
})

test('files whose numbers are those of their volumes are volumes', () => {
  expect(numbered(inside([1, '1'], [2, '2'], [3, '3']))).toEqual(['volume 1', 'volume 2', 'volume 3'])
})

test('a range that restarts is a range of its volume', () => {
  expect(numbered(['Tide/Tide v01 c1-2.cbz', 'Tide/Tide v02 c1-2.cbz'])).toEqual(['chapter 1', 'chapter V2 1-2'])
})

test('items that the library has under a plain number keep it', () => {
  const libraryIssue = { comic_id: 'local-1', kind: 'issue', unit: 'chapter', number: '1' } as const
  const files: Input[] = [
    ['Tide/Tide v02 c1.cbz', { libraryIssue }],
    ['Tide/Tide v01 c1.cbz', {}],
  ]
  expect(numbered(files)).toEqual(['chapter 1', 'chapter V1 1'])
})
