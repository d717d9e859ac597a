import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readingListSteps } from '../../base/formats/documents/cbl'
import { isPresent } from '../../testing/harness/programs'
import { runSteps } from '../../testing/harness/run-steps'
import type { ContentType } from '../series/states'
import { readFolderNames } from './folder-facts'
import { type InspectedFile, parseFile } from './parsed-file'
import { indexReadingList } from './reading-lists'

const reading = { kind: 'comic' as ContentType, year: 2026 }

/** The reading of a file with a list beside it. */
function parsedWith(books: string, path: string, kind: ContentType = 'comic', more: Partial<InspectedFile> = {}) {
  const xml = `<ReadingList><Books>${books}</Books></ReadingList>`
  const list = runSteps(indexReadingList('/comics/Night.cbl', runSteps(readingListSteps(xml)), { ...reading, kind }))
  const parts = path.split('/')
  const name = parts.pop()!
  const place = { root: '/comics', path: `/comics/${parts.join('/')}`, parts }
  const says = readFolderNames(place, { ...reading, kind }, { lists: [list] })
  return parseFile({ place, name, path: `/comics/${path}`, size: 1, pages: 22, ...more }, says, { ...reading, kind })
}

const HARBOR =
  '<Book Series="Harbor Lights" Number="004" Volume="2015" Year="2016"><Database Name="cv" Series="7" Issue="74"/></Book>'
const OLDER = '<Book Series="The Harbor Lights" Number="4" Volume="1998" Year="1998"/>'

test('a book of the list gives its run, its year and its ids to the file of that number', () => {
  const parsed = parsedWith(HARBOR, 'New/Harbor Lights 4.cbz')
  expect(parsed).toMatchObject({
    run: { year: 2015 },
    year: 2016,
    ids: { comicvineVolume: '7', comicvineIssue: '74' },
    listed: { list: 'Night.cbl', number: '004', contradicts: false },
  })
  expect(parsedWith(HARBOR, 'New/Harbor Lights 5.cbz').listed).toBeUndefined()
  expect(parsedWith(HARBOR, 'New/Copper Orchard 4.cbz').listed).toBeUndefined()
})

test('of two runs the year of the file decides; without one the list is ignored', () => {
  expect(parsedWith(HARBOR + OLDER, 'New/Harbor Lights 4 (1998).cbz').run.year).toBe(1998)
  expect(parsedWith(HARBOR + OLDER, 'New/Harbor Lights 4 (2016).cbz').run.year).toBe(2015)
  const undated = parsedWith(HARBOR + OLDER, 'New/Harbor Lights 4.cbz')
  expect([undated.run.year, undated.listed]).toEqual([undefined, undefined])
})

test('a list with another run or year changes nothing and is reported as contradicting', () => {
  const other = parsedWith(OLDER, 'Harbor Lights (2015)/Harbor Lights 4 (2016).cbz')
  expect(other).toMatchObject({ run: { year: 2015 }, year: 2016, listed: { contradicts: true } })
  expect(other.ids).toEqual({})
})

test('the same id wins over run and year, and another one contradicts', () => {
  const tagged = (id: string, year: number, book = HARBOR) => {
    const info = { series: 'Harbor Lights', number: '4', volume: year, providerIds: { comicvineVolume: id } }
    return parsedWith(book, 'H/x.cbz', 'comic', { info })
  }
  expect(tagged('7', 1998)).toMatchObject({ run: { year: 1998 }, listed: { contradicts: false } })
  expect(tagged('8', 2015)).toMatchObject({ ids: { comicvineVolume: '8' }, listed: { contradicts: true } })
  expect(tagged('8', 1998, OLDER)).toMatchObject({ listed: { contradicts: false } })
  expect(tagged('8', 2015, OLDER)).toMatchObject({ listed: { contradicts: true } })
})

test('a volume that is not a year does not state the run, and a year may be one apart', () => {
  const book = (volume: number, year: number) =>
    `<Book Series="Harbor Lights" Number="4" Volume="${volume}" Year="${year}"/>`
  expect(parsedWith(book(3, 2016), 'Harbor Lights (2011)/Harbor Lights 4.cbz')).toMatchObject({
    run: { year: 2011 },
    year: 2016,
    listed: { contradicts: false },
  })
  const dated = (year: number) => parsedWith(book(2015, year), 'New/Harbor Lights 4 (2016).cbz').listed!.contradicts
  expect([2014, 2015, 2017, 2018].map(dated)).toEqual([true, false, false, true])
})

test('lists contain no volumes, and nothing that the library already has', () => {
  expect(parsedWith(HARBOR, 'New/Harbor Lights v04.cbz').listed).toBeUndefined()
  const libraryIssue = { comic_id: 'harbor', kind: 'issue', unit: 'issue', number: '4' } as const
  expect(parsedWith(HARBOR, 'New/Harbor Lights 4.cbz', 'comic', { libraryIssue }).listed).toBeUndefined()
})

test('a large list is read with turns for other work in between', () => {
  const books = Array.from({ length: 1000 }, (_, n) => ({ series: 'Harbor', number: `${n}`, ids: [] }))
  let turns = 0
  for (const steps = indexReadingList('/Night.cbl', { books }, reading); !steps.next().done; ) turns++
  expect(turns).toBe(2)
})

test('an annual in the list belongs to its series, and is not the issue with that number', () => {
  const annual =
    '<Book Series="Harbor Lights" Number="1" Volume="2016" Format="Annual"><Database Name="cv" Series="9" Issue="91"/></Book>'
  const parsed = parsedWith(annual, 'New/Harbor Lights Annual 01.cbz')
  expect(parsed).toMatchObject({ kind: 'annual', ids: { comicvineIssue: '91' }, listed: { number: '1' } })
  expect(parsed.run.year).toBeUndefined()
  expect(parsed.ids.comicvineVolume).toBeUndefined()
  expect(parsedWith(annual, 'New/Harbor Lights 01.cbz').listed).toBeUndefined()
})

test('an annual may be named by its series in the list, and belongs to its parent’s run whatever its year', () => {
  const annual = '<Book Series="Harbor Lights Annual" Number="1" Volume="2016"/>'
  const parsed = parsedWith(annual, 'Harbor Lights (2015)/Harbor Lights Annual 01.cbz')
  expect(parsed).toMatchObject({ kind: 'annual', run: { year: 2015 }, listed: { contradicts: false } })
  expect(parsedWith(annual, 'New/Harbor Lights 01.cbz').listed).toBeUndefined()
})

test('a book of the run that the folder states is that of the file', () => {
  expect(parsedWith(HARBOR, 'Harbor Lights (2015)/Harbor Lights 4.cbz')).toMatchObject({
    run: { year: 2015 },
    ids: { comicvineIssue: '74' },
    listed: { contradicts: false },
  })
})

test('ids at Metron are given to the file as well', () => {
  const book = `<Book Series="Harbor Lights" Number="4"><Database Name="metron" Series="3" Issue="34"/></Book>`
  expect(parsedWith(book, 'New/Harbor Lights 4.cbz').ids).toEqual({ metronSeries: '3', metronIssue: '34' })
})

test('a list made from a file that is an annual, or is just named so, states its series', () => {
  const madeFrom = (series: string) => {
    const book = `<Book Series="${series}" Number="1" Volume="2016" FileName="hl.cbr"/>`
    const { kind, series: name, run, basis } = parsedWith(book, 'New/HL.cbz')
    return [kind, name, run.year, basis]
  }
  expect(madeFrom('Harbor Lights Annual')).toEqual(['annual', 'Harbor Lights', undefined, 'list'])
  expect(madeFrom('Annual')).toEqual(['issue', 'Annual', 2016, 'list'])
})

test('metadata wins over a list made from the file', () => {
  const book = '<Book Series="Tin Sea" Number="9" FileName="hl.cbr"/>'
  const info = { series: 'Harbor Lights', number: '4', providerIds: {} }
  expect(parsedWith(book, 'New/HL.cbz', 'comic', { info })).toMatchObject({ series: 'Harbor Lights', number: '4' })
})

test('a list made from this very file states what it is', () => {
  const book = '<Book Series="Harbor Lights" Number="4" Volume="2015" FileName="D:\\Comics\\hl-four.cbr"/>'
  const parsed = parsedWith(book, 'New/HL-Four.cbz')
  expect(parsed).toMatchObject({ series: 'Harbor Lights', number: '4', run: { year: 2015 }, basis: 'list' })
})

test('lists contain no chapters', () => {
  expect(parsedWith(HARBOR, 'New/Harbor Lights 4.cbz', 'manga').listed).toBeUndefined()
})

const lists = join(import.meta.dir, '../../../../shared/data/cbl')
const present = isPresent(existsSync(lists), 'the published reading lists are not on this machine')

test.skipIf(!present)('each book of a published list is found by its name and number', () => {
  for (const file of readdirSync(lists).slice(0, 12)) {
    const list = runSteps(readingListSteps(readFileSync(join(lists, file))))
    const index = runSteps(indexReadingList(file, list, reading))
    const books = [...index.byNumber.values()].reduce((sum, some) => sum + some.length, 0)
    expect(books).toBe(list.books.length)
    for (const [key] of index.byNumber) expect(key).toMatch(/^\S+ (?:true|false) /)
  }
})
