import { describe, expect, test } from 'bun:test'
import { numberFindings, pageFindings } from './number-findings'
import type { NumberedGroup, NumberOfFile } from './numbering'
import type { ParsedFile } from './parsed-file'

interface File {
  number: string
  year?: number
  pages?: number
  kind?: NumberOfFile['kind']
  unit?: NumberOfFile['unit']
  barcode?: string
  differ?: string
  bare?: boolean
  basis?: string
  twin?: boolean
}
const parsedOf = ({ number, year, pages = 24, kind = 'issue', unit = 'issue', ...file }: File) =>
  ({
    name: `${number}.cbz`,
    number,
    kind,
    unit,
    pages,
    numbersDiffer: file.differ !== undefined,
    numberBy: file.differ ?? 'info',
    basis: file.basis ?? 'name',
    bare: file.bare ?? false,
    ...(year === undefined ? {} : { year }),
    ...(file.barcode === undefined ? {} : { barcode: { number: file.barcode } }),
    ...(file.twin ? { twin: 'other' } : {}),
  }) as unknown as ParsedFile
const grouped = (files: File[], more: Partial<NumberedGroup> = {}): NumberedGroup => {
  const of = new Map(
    files.map((file) => {
      const { number, kind = 'issue', unit = 'issue' } = file
      return [parsedOf(file), { kind, unit, number, end: '' }] as const
    }),
  )
  return { of, bareNumbers: 'auto', issues: files.length, copies: 0, ...more } as NumberedGroup
}
/** The evidence found, by kind, without kinds that weigh nothing. */
function found(files: File[], more: Partial<NumberedGroup> = {}) {
  const group = grouped(files, more)
  const all = numberFindings([...group.of.keys()], group).filter(({ share }) => share > 0)
  return Object.fromEntries(all.map(({ what, share, reason }) => [what, { share, reason }]))
}
const numbered = (...numbers: (string | number)[]): File[] => numbers.map((number) => ({ number: String(number) }))

test('consecutive numbers have no gap, and others report where', () => {
  expect(found(numbered(1, 2, 3))).toMatchObject({ noGap: { share: 1 } })
  expect(found(numbered(1, 2, 4))).toMatchObject({ gaps: { share: 1 / 4 } })
  expect(found(numbered(1, 2, 3))).not.toHaveProperty('gaps')
})

describe('a number far from the others', () => {
  test.each<[(string | number)[], string | undefined]>([
    [[1, 2, 3, 100], '100'],
    [[1, 2, 100], undefined],
    [[1, 2, 3, 27], undefined],
    [[1, 2, 3, 28], '28'],
    [[1, 2, 3, 27.5], undefined],
    [[50, 51, 52, 53], undefined],
  ])('of %j is %p', (numbers, far) => {
    expect(found(numbered(...numbers)).farNumber?.reason).toBe(
      far === undefined ? undefined : `Number ${far} is far from the others`,
    )
  })

  test('belongs to an issue, not to a volume or an annual', () => {
    for (const more of [{ unit: 'volume' }, { kind: 'annual' }] as const)
      expect(found([...numbered(1, 2, 3), { number: '100', ...more }])).not.toHaveProperty('farNumber')
  })
})

describe('years and numbers', () => {
  const dated = (...years: (number | undefined)[]) => years.map((year, at) => ({ number: String(at + 1), year }))

  test.each<[(number | undefined)[], number | undefined]>([
    [[2011, 2012, 2013], undefined],
    [[2015, 2012, 2013], 1 / 2],
    [[2012, 2011, 2013], undefined],
    [[2013, 2011, 2013], 1 / 2],
    [[2015, 2010], undefined],
    [[2015, undefined, 2010], undefined],
  ])('of %j decrease by %p', (years, share) => expect(found(dated(...years)).disorder?.share).toBe(share as never))

  test('rise in any order of the files', () => {
    expect(found(dated(2009, 2012, 2015).reverse())).not.toHaveProperty('disorder')
  })

  test('fall after the latest of a number', () => {
    const files = [
      { number: '1', year: 2015 },
      { number: '1', year: 2010 },
      { number: '2', year: 2012 },
    ]
    expect(found(files).disorder?.share).toBe(1 / 2)
  })

  test('of one number do not fall', () => {
    const files = [
      { number: '1', year: 2015 },
      { number: '1', year: 2010 },
      { number: '2', year: 2015 },
    ]
    expect(found(files)).not.toHaveProperty('disorder')
  })

  test('of annuals and volumes are ignored', () => {
    for (const more of [{ kind: 'annual' }, { unit: 'volume' }] as const) {
      const files = dated(2015, 2010, 2005).map((file, at) => (at === 0 ? { ...file, ...more } : file))
      expect(found(files)).not.toHaveProperty('disorder')
    }
  })

  test('of files without a number are not counted', () => {
    const files = [...dated(2015, 2012, 2013), { number: '', year: 2014 }]
    expect(found(files).disorder?.share).toBe(1 / 2)
  })
})

test('numbers that differ between metadata and name are counted, with their sources', () => {
  const files = [...numbered(1, 2, 3), { number: '4', differ: 'info' }]
  expect(found(files).numbersDiffer).toMatchObject({ share: 1 / 4, reason: expect.stringContaining('1 of 4') })
  expect(found(numbered(1, 2))).not.toHaveProperty('numbersDiffer')
})

test.each<[File, boolean]>([
  [{ number: '7', barcode: '8' }, true],
  [{ number: '7', barcode: '7' }, false],
  [{ number: '1007', barcode: '7' }, false],
  [{ number: '7.1', barcode: '8' }, false],
  [{ number: '7A', barcode: '8' }, false],
  [{ number: '', barcode: '8' }, false],
  [{ number: '7', barcode: '8', kind: 'annual' }, false],
  [{ number: '7', barcode: '8', unit: 'volume' }, false],
  [{ number: '7' }, false],
])('the barcode of %j states another number: %p', (file, differs) => {
  expect('barcodesDiffer' in found([file, ...numbered(2)])).toBe(differs)
})

test('files without a number are counted, except when the metadata states that', () => {
  expect(found(numbered('', 1)).numberless).toEqual({ share: 1 / 2, reason: '1 file has no number' })
  expect(found(numbered('', '', 1, 2)).numberless).toEqual({ share: 1 / 2, reason: '2 files have no number' })
  expect(found([{ number: '', basis: 'info' }, ...numbered(1)])).not.toHaveProperty('numberless')
})

test('bare numbers are listed with how they were read, and whether that is a guess', () => {
  const files = [{ number: '1', bare: true }, { number: '2' }]
  expect(found(files)).not.toHaveProperty('bareNumbers')
  expect(found(files, { bareReason: 'They count chapters' }).bareNumbers).toEqual({
    share: 1 / 2,
    reason: 'They count chapters',
  })
  expect(found(files, { bareReason: 'They count chapters' })).not.toHaveProperty('bareGuess')
  expect(found(files, { bareReason: 'A guess' }).bareGuess?.share).toBe(1)
})

describe('copies', () => {
  const copies = (...pages: number[]) => pages.map((count) => ({ number: '1', pages: count }))

  test('with very different page counts may be other issues', () => {
    expect(found(copies(24, 27))).not.toHaveProperty('unlikeCopies')
    expect(found(copies(24, 28)).unlikeCopies).toMatchObject({
      share: 1 / 3,
      reason: expect.stringMatching(/^1 copy has/),
    })
    expect(found(copies(24, 20, 30)).unlikeCopies).toMatchObject({
      share: 2 / 3,
      reason: expect.stringMatching(/^2 copies have/),
    })
    expect(found(copies(24, 1, 2, 3, 4, 5)).unlikeCopies?.share).toBe(1)
    expect(
      found([
        { number: '1', pages: 24 },
        { number: '2', pages: 90 },
      ]),
    ).not.toHaveProperty('unlikeCopies')
  })

  test('are counted for all files, and so are twins', () => {
    expect(found(numbered(1, 2), { copies: 1 }).copies?.share).toBe(1 / 2)
    expect(found([{ number: '1', twin: true }, ...numbered(2)]).twins?.share).toBe(1 / 2)
    expect(found(numbered(1, 2))).not.toHaveProperty('twins')
  })
})

describe('pages', () => {
  const pages = (...counts: number[]) => {
    const files = counts.map((count, at) => ({ number: String(at + 1), pages: count }))
    return Object.fromEntries(pageFindings(grouped(files)).map(({ what, share, reason }) => [what, [share, reason]]))
  }

  test.each<[number[], string, number, string]>([
    [[3, 24, 24], 'covers', 1, '1.cbz has 3 pages: a cover, not an issue'],
    [[1], 'covers', 0.5, '1.cbz has 1 page: a cover, not an issue'],
    [[2, 2], 'covers', 0.15, '2 files have 2 pages: covers, not issues'],
    [[4, 24, 24], 'covers', 0, ''],
    [[8], 'thin', 0.5, '1.cbz has 8 pages: fewer than it should have, maybe a sample'],
    [[9], 'thin', 0, ''],
    [[10, 24, 24, 24], 'thin', 1, '1.cbz has 10 pages among files of 24, maybe a sample'],
    [[11, 24, 24, 24], 'thin', 0, ''],
    [[10, 9, 24, 24, 24, 24], 'thin', 1, '2 files have 9 to 10 pages among files of 24, maybe samples'],
    [[101], 'thick', 0.5, '1.cbz has 101 pages: as many as a book, maybe collected'],
    [[100], 'thick', 0, ''],
    [[121, 40, 40, 40], 'thick', 1, '1.cbz has 121 pages among files of 40, maybe collected'],
    [[120, 40, 40, 40], 'thick', 0, ''],
    [[0, 0], 'covers', 0, ''],
  ])('of %j are %s by %d', (counts, what, share, reason) => expect(pages(...counts)[what]).toEqual([share, reason]))
})
