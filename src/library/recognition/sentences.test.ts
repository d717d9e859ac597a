import { expect, test } from 'bun:test'
import type { ParsedFile } from './parsed-file'
import type { RunOfFiles } from './runs'
import * as sentences from './sentences'

test('numbers are listed with their gaps', () => {
  const stretch = (...gaps: number[]) => sentences.numberRangeSentence({ first: 1, last: 9, gaps })
  expect(stretch()).toBe('Numbers 1 to 9 without a gap')
  expect(stretch(4)).toBe('Numbers 1 to 9; 4 is not there')
  expect(stretch(4, 6)).toBe('Numbers 1 to 9; 4 and 6 are not there')
  expect(stretch(2, 3, 4, 5, 6)).toBe('Numbers 1 to 9; 2, 3, 4, 5 and 6 are not there')
  expect(stretch(2, 3, 4, 5, 6, 7)).toBe('Numbers 1 to 9; 6 between them are not there')
})

test('one file and several have different sentences', () => {
  expect([1, 2].map(sentences.copiesSentence)).toEqual([
    '1 file is a copy of an issue that another file holds',
    '2 files are copies of issues that other files hold',
  ])
  expect([1, 2].map(sentences.duplicatesSentence)).toEqual([
    '1 file has the same content as another',
    '2 files have the same content as others',
  ])
  expect(sentences.libraryEvidence('Harbor', 1, 0)).toBe('Harbor is in the library with this file')
  expect(sentences.libraryEvidence('Harbor', 2, 0)).toBe('Harbor is in the library with these 2 files')
  expect(sentences.libraryEvidence('Harbor', 2, 1)).toBe('Harbor is in the library; 1 of 2 files is new')
  expect(sentences.libraryEvidence('Harbor', 3, 2)).toBe('Harbor is in the library; 2 of 3 files are new')
})

test('a reading list contains a file, or one of another run', () => {
  const listed = (number: string, contradicts: boolean) =>
    sentences.readingListSentence({ list: 'Night.cbl', number, byFile: false, contradicts })
  expect(listed('4', false)).toBe('The reading list Night.cbl names it with number 4')
  expect(listed('', false)).toBe('The reading list Night.cbl names it')
  expect(listed('4', true)).toBe('The reading list Night.cbl names one with number 4 of another run or year')
  expect(listed('', true)).toBe('The reading list Night.cbl names one of another run or year')
})

test('the year of a series is given with its source', () => {
  const run = (year: number | undefined, ...parsedFiles: object[]) => ({ year, parsedFiles }) as unknown as RunOfFiles
  const inside = (year: number, saidBy?: string) => ({ run: { year }, saidBy })
  expect(sentences.yearSentence(run(undefined), undefined)).toBe('Start year unknown')
  expect(sentences.yearSentence(run(undefined), 2015)).toBe('Its first file is of 2015')
  expect(sentences.yearSentence(run(2015, inside(2015)), 2015)).toBe('The names say that it began in 2015')
  const both = run(2015, inside(2015, 'MetronInfo'), inside(2015, 'ComicInfo'))
  expect(sentences.yearSentence(both, 2015)).toBe('ComicInfo, MetronInfo and names say that it began in 2015')
  const other = run(2015, inside(2012, 'ComicInfo'), inside(2015))
  expect(sentences.yearSentence(other, 2015)).toBe('The names say that it began in 2015')
})

test("a file is described with the source of its series' name, and further documents", () => {
  const evidence = (more: object) => sentences.fileEvidence({ basis: 'both', ...more } as ParsedFile)
  expect(evidence({})).toEqual(['Its name and its folder agree'])
  expect(evidence({ basis: 'info', saidBy: 'MetronInfo' })).toEqual(['MetronInfo names its series'])
  const listed = { list: 'Night.cbl', number: '4', byFile: false, contradicts: false }
  expect(evidence({ listed })).toEqual([
    'Its name and its folder agree',
    'The reading list Night.cbl names it with number 4',
  ])
  expect(evidence({ barcode: { number: '4', isBook: false } }).slice(1)).toEqual(['Its barcode is that of a number 4'])
  expect(evidence({ barcode: { isBook: true } }).slice(1)).toEqual(['Its barcode is that of a book'])
  expect(evidence({ barcode: { isBook: false } }).slice(1)).toEqual([])
})
