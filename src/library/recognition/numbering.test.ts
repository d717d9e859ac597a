import { describe, expect, test } from 'bun:test'
import { parseFiles } from '../../testing/imports/parsed-files'
import type { BareNumberMode, ContentType } from '../series/states'
import { numberGroup, numberRangeOf, orderKey } from './numbering'
import type { ParsedFile } from './parsed-file'

type File = Partial<
  Pick<ParsedFile, 'kind' | 'unit' | 'bare' | 'pages' | 'likeChapter' | 'title' | 'end' | 'libraryIssue'>
>

const parsed = (number: string | number, more: File = {}) =>
  ({
    kind: 'issue',
    unit: 'issue',
    number: `${number}`,
    end: '',
    title: '',
    name: '',
    pages: 24,
    bare: false,
    part: '',
    inVolume: '',
    ...more,
  }) as ParsedFile
const group = (parsedFiles: ParsedFile[], kind: ContentType = 'comic', mode?: BareNumberMode) =>
  numberGroup(parsedFiles, kind, mode)
const numbers = (parsedFiles: ParsedFile[]) => [...group(parsedFiles).of.values()].map(({ number }) => number)
const bare = (numbers: (number | string)[], more: File = {}) =>
  numbers.map((n) => parsed(n, { unit: 'chapter', bare: true, ...more }))
const volumes = (...numbers: (number | string)[]) => numbers.map((n) => parsed(n, { unit: 'volume' }))
const chapters = (...numbers: number[]) => numbers.map((n) => parsed(n, { unit: 'chapter' }))

describe('bare numbers of a manga', () => {
  test.each<[string, ParsedFile[], BareNumberMode | undefined, string]>([
    ['are not read when a word counts', chapters(1, 2), undefined, 'auto'],
    ['stay what was decided', bare([1, 2], { pages: 200 }), 'chapters', 'chapters'],
    ['count volumes from 120 pages on', bare([1, 2], { pages: 120 }), undefined, 'volumes'],
    ['count chapters below', bare([1, 2], { pages: 119 }), undefined, 'chapters'],
    ['count volumes from 150 pages on where one is written like a chapter', [...bare([1], { pages: 150, likeChapter: true }), ...bare([2], { pages: 150 })], undefined, 'volumes'],
    ['count chapters below that', [...bare([1], { pages: 149, likeChapter: true }), ...bare([2], { pages: 149 })], undefined, 'chapters'],
    ['have the pages of the one in the middle', [...bare([1], { pages: 1 }), ...bare([2, 3], { pages: 130 })], undefined, 'volumes'],
    ['count chapters when they continue after the volumes', [...bare([3]), ...volumes(1, 2)], undefined, 'chapters'],
    ['count volumes where they are among them', [...bare([2]), ...volumes(1, 2)], undefined, 'volumes'],
    ['count what they are as many as', [...bare([1, 2, 3]), ...volumes(9), ...chapters(4, 5, 6)], undefined, 'chapters'],
    ['count volumes where both are as near', [...bare([1, 2]), ...volumes(9), ...chapters(4, 5, 6)], undefined, 'volumes'],
    ['count chapters when one continues after the volumes and another is a word', [...bare([5, 'Fog']), ...volumes(1, 2)], undefined, 'chapters'],
    ['count chapters when they continue after the volumes and one of these is a word', [...bare([3]), ...volumes('Fog', 2)], undefined, 'chapters'],
    ['count chapters when one number is missing', [...bare([1]), ...volumes(0)], undefined, 'chapters'],
  ])('%s', (_, parsedFiles, mode, says) => expect(group(parsedFiles, 'manga', mode).bareNumbers).toBe(says as never)) // biome-ignore format: a table

  test('give their unit, and how they were read', () => {
    const read = group([...bare([2]), ...volumes(1, 3)], 'manga')
    expect([...read.of.values()].map(({ unit }) => unit)).toEqual(['volume', 'volume', 'volume'])
    expect(read.bareReason).toContain('they fit the 2 that are marked')
    expect(group(bare([1, 2]), 'manga').bareReason).toContain('(a guess)')
    const mixed = group([...bare([1, 2], { pages: 200 }), ...chapters(30)], 'manga')
    expect([...mixed.of.values()].map(({ unit }) => unit)).toEqual(['volume', 'volume', 'chapter'])
    expect(group(chapters(1), 'manga').bareReason).toBeUndefined()
    expect(group(bare([1], { pages: 500 })).bareNumbers).toBe('auto')
  })
})

test('files without a number are distinguished by their titles, unless the library has them', () => {
  expect(numbers([parsed('', { title: 'Dawn' }), parsed('', { title: 'Dusk' }), parsed('', {})])).toEqual([
    'Dawn',
    'Dusk',
    '',
  ])
  expect(numbers([parsed('', { title: 'Dawn' }), parsed('', { title: 'dawn' }), parsed(1)])).toEqual(['', '', '1'])
  expect(numbers([parsed('', { title: 'Dawn' }), parsed('', { title: 'Dusk', kind: 'annual' })])).toEqual(['', ''])
  const libraryIssue = { comic_id: 'x', kind: 'issue', unit: 'issue', number: '' } as const
  expect(numbers([parsed('', { title: 'Dawn', libraryIssue }), parsed('', { title: 'Dusk' })])).toEqual(['', 'Dusk'])
  expect(numbers([parsed('', { title: 'a'.repeat(120) }), parsed('', { title: 'b' })])[0]).toHaveLength(100)
})

test('equal numbers are spelled alike, and counted once', () => {
  const read = group([parsed('0.5'), parsed('½'), parsed('1'), parsed('01')])
  expect([...read.of.values()].map(({ number }) => number)).toEqual(['½', '½', '1', '1'])
  expect([read.issues, read.copies]).toEqual([2, 2])
  expect(numbers([parsed('1A'), parsed('1a')])).toEqual(['1A', '1A'])
})

test.each<[string, ParsedFile[], { first: number; last: number; gaps: number[] } | undefined]>([
  ['three numbers', [parsed(1), parsed(2), parsed(4)], { first: 1, last: 4, gaps: [3] }],
  ['two numbers', [parsed(1), parsed(2)], undefined],
  ['a file with several', [parsed(1, { end: '3' })], { first: 1, last: 3, gaps: [] }],
  ['a file with more than are counted', [parsed(1, { end: '90' })], { first: 1, last: 51, gaps: [] }],
  ['numbers that are not whole', [parsed(1), parsed(2), parsed('3.5'), parsed('4A'), parsed('-5')], undefined],
  ['negative numbers beside others', [parsed('-1'), parsed(2), parsed(3)], undefined],
  ['four times as far as they are many', [parsed(0), parsed(1), parsed(12)], { first: 0, last: 12, gaps: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }],
  ['further than that', [parsed(0), parsed(1), parsed(13)], undefined],
  ['annuals beside them', [parsed(1), parsed(2), parsed(3, { kind: 'annual' })], undefined],
  ['the unit that most are of', [parsed(1, { unit: 'volume' }), parsed(5), parsed(6), parsed(7)], { first: 5, last: 7, gaps: [] }],
  ['codes for numbers', [parsed(1_000_000_001), parsed(1), parsed(2), parsed(3)], { first: 1, last: 3, gaps: [] }],
  ['the largest number that counts', [parsed(1_000_000_000), parsed(999_999_999), parsed(999_999_998)], { first: 999_999_998, last: 1_000_000_000, gaps: [] }],
])('numbers are consecutive: %s', (_, parsedFiles, stretch) => expect(numberRangeOf(parsedFiles)).toEqual(stretch as never)) // biome-ignore format: a table

test('issues come before annuals, and volumes before their chapters', () => {
  const key = (kind: 'issue' | 'annual', unit: 'issue' | 'volume', number: string) =>
    orderKey({ kind, unit, number, end: '' })
  const inOrder = [key('issue', 'volume', '10'), key('issue', 'issue', '2'), key('issue', 'issue', '10'), key('annual', 'issue', '1')] // biome-ignore format: short
  expect(inOrder.toSorted()).toEqual(inOrder)
})

test.each([
  ['東京/上.cbz', '東京/中.cbz', '東京/下.cbz'],
  ['東京/上巻.cbz', '東京/中巻.cbz', '東京/下巻.cbz'],
  ['東京/前編.cbz', '東京/中編.cbz', '東京/後編.cbz'],
  ['서울/상.cbz', '서울/중.cbz', '서울/하.cbz'],
  ['서울/상권.cbz', '서울/중권.cbz', '서울/하권.cbz'],
  ['서울/전편.cbz', '서울/중편.cbz', '서울/후편.cbz'],
])('%s, %s and %s belong to one series, in their order', (first, second, third) => {
  const parsedFiles = parseFiles([first, second, third], 'manga')
  expect(new Set(parsedFiles.map(({ series }) => series))).toEqual(new Set([first.slice(0, 2)]))
  const keys = [...numberGroup(parsedFiles, 'manga').of.values()].map(orderKey)
  expect(new Set(keys).size).toBe(3)
  expect(keys.toSorted()).toEqual(keys)
})
