import { describe, expect, test } from 'bun:test'
import { type Input, parseFiles } from '../../testing/imports/parsed-files'
import type { ContentType } from '../series/states'

/** `volume 3`, `7..8`, `annual 1`: the place of one file in its series. */
function numbered(file: Input, kind: ContentType = 'comic'): string {
  const { kind: item, unit, number, end } = parseFiles([file], kind)[0]!
  const word = item === 'annual' ? 'annual ' : unit === 'issue' ? '' : `${unit} `
  return `${word}${number || '-'}${end === '' ? '' : `..${end}`}`
}
const inside = (name: string, more: object): Input => [`x/${name}.cbz`, { series: 'Harbor Lights', ...more }]

describe('a comic is', () => {
  test.each<[string, Input, string]>([
    ['the issue of its number', 'x/Harbor Lights 004.cbz', '4'],
    ['the issues of a range', 'x/Harbor Lights 007-008.cbz', '7..8'],
    ['the issue in its metadata, and no range', inside('Harbor Lights 007-008', { number: '9' }), '9'],
    ['a volume when the name has no other unit', 'x/Harbor Lights v03.cbz', 'volume 3'],
    ['the volumes of a range', 'x/Harbor Lights v03-v04.cbz', 'volume 3..4'],
    ['no volume of a year', 'x/Harbor Lights v2015.cbz', '-'],
    ['an issue of the run that a volume names', 'x/Harbor Lights v3 004.cbz', '4'],
    ['a volume when the name says collected', 'x/Harbor Lights 004 (TPB).cbz', 'volume 4'],
    ['a volume when the metadata says so', inside('Harbor Lights 4', { number: '4', format: 'Hardcover' }), 'volume 4'],
    ['an issue when the metadata has another format', inside('Harbor Lights 4 TPB', { number: '4', format: 'Series' }), '4'],
    ['an annual of its number', 'x/Harbor Lights Annual 2 (2016).cbz', 'annual 2'],
    ['an annual of its year where it has no number', 'x/Harbor Lights Annual (2016).cbz', 'annual 2016'],
    ['a special of its number', 'Harbor Lights/Harbor Lights Special 1.cbz', 'Special 1'],
    ['a special of its year where it has no number', 'Harbor Lights/Harbor Lights Special (2016).cbz', 'Special 2016'],
    ['a special alone', 'Harbor Lights/Harbor Lights Special.cbz', 'Special'],
    ['a special when the metadata says so', inside('Harbor Lights 3', { number: '3', format: 'Special' }), 'Special 3'],
    ['an issue when the metadata has a number and only the name says special', ['Harbor Lights/Harbor Lights Special 3.cbz', { series: 'Harbor Lights', number: '3' }], '3'],
    ['a special when the metadata has no number', ['Harbor Lights/Harbor Lights Special 3.cbz', { series: 'Harbor Lights' }], 'Special 3'],
    ['a one-shot without a word', 'One-Shots/Low Tide (One-Shot) (2016).cbz', '-'],
    ['a one-shot, whatever run number its name has', 'x/Low Tide v2 (One-Shot).cbz', '-'],
  ])('%s', (_, file, expected) => expect(numbered(file)).toBe(expected)) // biome-ignore format: a table
})

describe('a manga is', () => {
  const wolves = (name: string, more: object): Input => [`w/${name}.cbz`, { series: 'Quiet Wolves', ...more }]

  test.each<[string, Input, string]>([
    ['a chapter by its word', 'w/Quiet Wolves Ch. 12.cbz', 'chapter 12'],
    ['the chapters of a range', 'w/Quiet Wolves Ch. 12-13.cbz', 'chapter 12..13'],
    ['a volume', 'w/Quiet Wolves v03.cbz', 'volume 3'],
    ['the volumes of a range', 'w/Quiet Wolves v03-04.cbz', 'volume 3..4'],
    ['a chapter in its volume', 'w/Quiet Wolves v03 c012.cbz', 'chapter 12'],
    ['the chapter in the metadata', wolves('Quiet Wolves', { volume: 3, number: '12' }), 'chapter 12'],
    ['the volume where the number inside is that of the volume', wolves('Quiet Wolves v03', { number: '3' }), 'volume 3'],
    ['the volume inside where the number in the name is that too', wolves('Quiet Wolves 3', { volume: 3 }), 'volume 3'],
    ['a chapter where the number in the name is another one than the volume', wolves('Quiet Wolves 12', { volume: 3 }), 'chapter 12'],
    ['a chapter when a word in the name says so, though the volume has the number', wolves('Quiet Wolves Ch. 3', { volume: 3 }), 'chapter 3'],
    ['a chapter when the metadata has the same number for both', wolves('Quiet Wolves 3', { volume: 3, number: '3' }), 'chapter 3'],
    ['a special of chapters', 'Quiet Wolves/Quiet Wolves Special 2.cbz', 'chapter Special 2'],
    ['a special that is counted by its word', 'Quiet Wolves/Quiet Wolves SP02.cbz', 'chapter SP02'],
    ['a chapter of a later season', 'w/Quiet Wolves S2 Ch. 5.cbz', 'chapter S2 5'],
    ['the chapters of a later season', 'w/Quiet Wolves S2 Ch. 5-6.cbz', 'chapter S2 5-6'],
    ['a chapter of the first season', 'w/Quiet Wolves S1 Ch. 5.cbz', 'chapter 5'],
    ['nothing for a season without a number', 'w/Quiet Wolves S2.cbz', 'chapter -'],
    ['a chapter where the season is in the name of the series', ['w/Quiet Wolves S2 Ch. 5.cbz', { series: 'Quiet Wolves 2' }], 'chapter 5'],
    ['a chapter of a season, though the series ends in a number that begins like it', ['w/Quiet Wolves S2 Ch. 5.cbz', { series: 'Quiet Wolves 20' }], 'chapter S2 5'],
  ])('%s', (_, file, expected) => expect(numbered(file, 'manga')).toBe(expected)) // biome-ignore format: a table
})

test('a number that a chapter shares with its volume is that of the chapter', () => {
  expect(numbered('w/Quiet Wolves v03 03.cbz', 'manga')).toBe('chapter 3')
})

test('a manga without a number has no bare one', () => {
  expect(parseFiles(['Quiet Wolves/Quiet Wolves.cbz'], 'manga')[0]!).toMatchObject({ number: '', bare: false })
})

test('a long number in the metadata is cut', () => {
  expect(numbered(inside('x', { number: 'A'.repeat(120) }))).toBe('A'.repeat(100))
})

test.each([
  ['Quiet Wolves 012', true],
  ['Quiet Wolves 12', false],
  ['Quiet Wolves 12.5', true],
  ['Quiet Wolves 1234', false],
  ['Quiet Wolves c012', false],
  ['Quiet Wolves v01', false],
])('the bare number of "%s" is written like that of a chapter: %p', (name, is) =>
  expect(parseFiles([`w/${name}.cbz`], 'manga')[0]!.likeChapter).toBe(is),
)

test('numbers in metadata and name may differ, and the one in the name is kept', () => {
  const of = (name: string, more: object) => {
    const { number, numbersDiffer, namedNumber } = parseFiles([inside(name, more)])[0]!
    return [number, numbersDiffer, namedNumber]
  }
  expect(of('Harbor Lights 004', { number: '3' })).toEqual(['3', true, '4'])
  expect(of('Harbor Lights 004', { number: '4.0' })).toEqual(['4.0', false, undefined])
  expect(of('Harbor Lights', { number: '4' })).toEqual(['4', false, undefined])
  expect(of('Harbor Lights 004', {})).toEqual(['4', false, undefined])
})
