import { expect, test } from 'bun:test'
import { basename } from 'node:path'
import { runSteps } from '../../testing/harness/run-steps'
import { type Input, parseFiles } from '../../testing/imports/parsed-files'
import type { ContentType } from '../series/states'
import { groupSteps, type LibraryView } from './match'

const EMPTY: LibraryView = { named: () => [], find: () => undefined, bareNumbers: () => 'auto' }

/** Series, unit and number of each file, by its name. */
function read(files: Input[], kind: ContentType = 'manga'): Record<string, string> {
  const groups = runSteps(groupSteps(parseFiles(files, kind), kind, EMPTY))
  return Object.fromEntries(
    groups.flatMap(({ name, files }) =>
      [...files].map(([parsed, { unit, number }]) => [basename(parsed.path), `${name}, ${unit} ${number}`]),
    ),
  )
}

test('a second copy of a file is the same item as the first', () => {
  expect(read(['Akira/Vol. 2.cbz', 'Akira/Vol. 2 (2).cbz', 'Akira/Vol. 2 - Copy.cbz'])).toEqual({
    'Vol. 2.cbz': 'Akira, volume 2',
    'Vol. 2 (2).cbz': 'Akira, volume 2',
    'Vol. 2 - Copy.cbz': 'Akira, volume 2',
  })
})

test('a copy is the same item when its name lacks the series or is written in another way', () => {
  const files = (copy: string): Input[] => [
    ['Akira/Akira Vol. 1.cbz', { hash_: 'a' }],
    ['Akira/Akira v02 (1999) (Digital).cbz', { hash_: 'b' }],
    [`Akira/${copy}`, { hash_: 'b' }],
  ]
  for (const copy of ['Vol. 2 (2).cbz', 'Akira Volume 2 (2).cbz', 'Vol. 02 - Copy.cbz'])
    expect(read(files(copy))[copy]).toBe('Akira, volume 2')
  expect(read(files('Vol. 3 (2).cbz'))['Vol. 3 (2).cbz']).not.toBe('Akira, volume 2')
})

test('an underscore and a digit mark a copy only when the bytes are the same', () => {
  const files = (hash_: string): Input[] => [
    ['Akira/Vol. 4.cbz', { hash_: 'a' }],
    ['Akira/Vol. 4_1.cbz', { hash_ }],
  ]
  expect(read(files('a'))['Vol. 4_1.cbz']).toBe('Akira, volume 4')
  expect(read(files('b'))['Vol. 4_1.cbz']).not.toBe('Akira, volume 4')
})

test("a copy elsewhere belongs to the same series, whatever its folder's name", () => {
  const files: Input[] = [
    ['Akira/Akira v03.cbz', { hash_: 'a' }],
    ['Backup/Akira v03 (1).cbz', { hash_: 'a' }],
    ['New (2019)/Akira v03 - Copy.cbz', { hash_: 'a' }],
  ]
  expect(new Set(Object.values(read(files)))).toEqual(new Set(['Akira, volume 3']))
})

test('a copy beside a file of the library belongs to its series', () => {
  const series = { comic_id: 'local-1', name: 'Kaneda', key: 'kaneda', year: null, volume: null }
  const libraryIssue = { comic_id: 'local-1', kind: 'issue', unit: 'volume', number: '2' } as const
  const files: Input[] = [
    ['Akira/Vol. 2 (2).cbz', { hash_: 'a' }],
    ['Akira/Vol. 2.cbz', { hash_: 'a', libraryIssue }],
  ]
  const library = { ...EMPTY, find: () => series }
  const groups = runSteps(groupSteps(parseFiles(files, 'manga'), 'manga', library))
  expect(groups.map(({ comic_id, issues, files }) => [comic_id, issues, files.size])).toEqual([['local-1', 1, 2]])
})

test('files with the same bytes stay two when their names state two items', () => {
  const files: Input[] = [
    ['Akira/Akira v03.cbz', { hash_: 'a' }],
    ['Akira/Akira v04.cbz', { hash_: 'a' }],
    ['Domu/Domu v01.cbz', { hash_: 'a' }],
  ]
  expect(Object.values(read(files)).sort()).toEqual(['Akira, volume 3', 'Akira, volume 4', 'Domu, volume 1'])
})

test.each([
  ['Harbor/Harbor 002 (2012) - Copy.cbz', 'Harbor, issue 2'],
  ['Harbor/Harbor 003 (2012) copy 2.cbz', 'Harbor, issue 3'],
  ['Carbon Copy/Carbon Copy.cbz', 'Carbon Copy, issue '],
])('%s is %s', (path, item) => expect(Object.values(read([path], 'comic'))).toEqual([item]))
