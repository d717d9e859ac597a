import { expect, test } from 'bun:test'
import type { NumberOfFile } from './numbering'
import { oddPages, pageSentences, sureness } from './page-counts'
import type { ParsedFile } from './parsed-file'

type File = [pages: number, numbering?: Partial<NumberOfFile>]

/** Files named by position: "1.cbz", "2.cbz". */
function files(...all: File[]): Map<ParsedFile, NumberOfFile> {
  const usual: NumberOfFile = { kind: 'issue', unit: 'issue', number: '1', end: '' }
  return new Map(
    all.map(([pages, numbering], at) => [{ name: `${at + 1}.cbz`, pages } as ParsedFile, { ...usual, ...numbering }]),
  )
}
const issues = (...pages: number[]) => files(...pages.map((count): File => [count]))
const sentencesOf = (of: Map<ParsedFile, NumberOfFile>) => pageSentences(oddPages(of))

test('one to three pages are a cover', () => {
  expect(sentencesOf(issues(22, 24, 2))).toEqual({
    covers: '3.cbz has 2 pages: a cover, not an issue',
    thin: '',
    thick: '',
  })
  expect(sentencesOf(issues(22, 1, 3)).covers).toBe('2 files have 1 to 3 pages: covers, not issues')
  expect(sentencesOf(issues(1)).covers).toBe('1.cbz has 1 page: a cover, not an issue')
})

test('few pages among many are a sample, and many among few are a collection', () => {
  const some = issues(22, 24, 23, 22, 6, 180)
  expect(sentencesOf(some)).toEqual({
    covers: '',
    thin: '5.cbz has 6 pages among files of 23, maybe a sample',
    thick: '6.cbz has 180 pages among files of 23, maybe collected',
  })
  expect(sentencesOf(issues(22, 24, 23, 48, 66)).thick).toBe('')
})

test('covers and annuals are not samples', () => {
  expect(sentencesOf(issues(22, 22, 22, 22, 3)).thin).toBe('')
  expect(sentencesOf(files([22], [22], [22], [22], [6, { kind: 'annual' }])).thin).toBe('')
})

test('the usual count is that of the most frequent kind, of two the first', () => {
  const usual = (volumes: number, chapters: number) => {
    const made = (count: number, pages: number, unit: 'volume' | 'chapter') =>
      Array.from({ length: count }, (): File => [pages, { unit }])
    return oddPages(files(...made(volumes, 200, 'volume'), ...made(chapters, 20, 'chapter'))).usual
  }
  expect([usual(5, 4), usual(4, 5), usual(4, 4)]).toEqual([200, 20, 200])
})

test('volumes and chapters are compared with their own kind', () => {
  const volume = { unit: 'volume' } as const
  const chapter = { unit: 'chapter' } as const
  expect(
    sentencesOf(files([190, volume], [200, volume], [180, volume], [210, volume], [20, chapter], [18, chapter])),
  ).toEqual({
    covers: '',
    thin: '',
    thick: '',
  })
  expect(sentencesOf(files([190, volume], [200, volume], [180, volume], [40, volume])).thin).toContain(
    '4.cbz has 40 pages',
  )
})

test('a single file is odd when no issue has so many pages, unless it has no number or is a double issue', () => {
  expect(sentencesOf(issues(160)).thick).toBe('1.cbz has 160 pages: as many as a book, maybe collected')
  expect(sentencesOf(files([160, { number: '' }])).thick).toBe('')
  expect(sentencesOf(files([160, { number: '7', end: '8' }])).thick).toBe('')
  expect(sentencesOf(issues(6)).thin).toBe('1.cbz has 6 pages: fewer than it should have, maybe a sample')
})

test('books of text and annuals do not count as neighbours', () => {
  expect(sentencesOf(files([0], [0], [22], [60, { kind: 'annual' }]))).toEqual({ covers: '', thin: '', thick: '' })
})

test('it is most certain beside files with more pages, and least when all are alike', () => {
  const sure = (of: Map<ParsedFile, NumberOfFile>) => sureness(oddPages(of).covers, oddPages(of))
  expect(sure(issues(1, 2, 3, 2))).toBe(0.15)
  const alike = oddPages(issues(6, 6, 6, 6))
  expect(sureness([...issues(6, 6, 6, 6).keys()], alike)).toBe(1)
  expect([sure(issues(22, 22)), sure(issues(22, 2)), sure(issues(2)), sure(issues(2, 2, 1))]).toEqual([0, 1, 0.5, 0.15])
})
