import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadingListBook } from '../../base/formats/documents/cbl'
import { cblDocument } from '../../base/formats/documents/cbl-writer'
import { anyReadingListSteps } from '../../base/formats/documents/reading-list'
import { normalNumber } from '../../base/names/numbers'
import { putIssueSource } from '../../library/metadata/store'
import { type TestApp, testApp } from '../../testing/app'
import { isPresent } from '../../testing/harness/programs'
import { runSteps } from '../../testing/harness/run-steps'
import { makeIssues, makeSeries } from '../../testing/make'
import { bookOf, pairRows, rowsOfList } from './lists'
import type { ImportResult } from './schema'
import { allArcRows } from './store'

const read = (document: string) => runSteps(anyReadingListSteps(document))
const book = (series: string, number: string, more: Partial<ReadingListBook> = {}): ReadingListBook => ({
  series,
  number,
  ids: [],
  ...more,
})

describe('the rows of a list', () => {
  test('are one for each issue, with any zero padding of its number; repeated issues are reported', () => {
    const books = [
      book('Fog', '7', { volume: 2010 }),
      book('The Fog', '007', { volume: 2010 }),
      book('Fog', '7', { volume: 2011 }),
      book('Fog', '7'),
    ]
    const { rows, duplicates } = runSteps(rowsOfList({ books, isSearch: false }))
    expect(rows.map(({ volume, number }) => [volume, number])).toEqual([
      [2010, '7'],
      [2011, '7'],
      [null, '7'],
    ])
    expect(duplicates).toEqual(['The Fog (2010) #007'])
  })

  test('are two when a service has two ids for them, and one when only one has an id', () => {
    const at = (issue: string) => ({ volume: 2010, ids: [{ source: 'comicvine', issue }] })
    const books = [book('Fog', '1', at('5')), book('Fog', '1', at('6')), book('Fog', '1', at('5')), book('Fog', '1', { volume: 2010 })] // biome-ignore format: one line
    const { rows, duplicates } = runSteps(rowsOfList({ books, isSearch: false }))
    expect(rows.map(({ ids }) => ids[0]?.issue)).toEqual(['5', '6'])
    expect(duplicates).toEqual(['Fog (2010) #1', 'Fog (2010) #1'])
  })

  test('keep the row of their number when its id changes, once', () => {
    const rowsWith = (...ids: string[]) =>
      runSteps(rowsOfList({ books: ids.map((issue) => book('Fog', '1', { volume: 2010, ids: [{ source: 'comicvine', issue }] })), isSearch: false })).rows // biome-ignore format: one line
    const paired = (before: string[], now: string[]) =>
      runSteps(pairRows(rowsWith(...before), rowsWith(...now))).map(({ row, book }) => [
        book.ids[0]?.issue,
        row?.ids[0]?.issue,
      ])
    expect(paired(['1'], ['2', '3'])).toEqual([['2', '1'], ['3', undefined]]) // biome-ignore format: one line
    expect(paired(['1', '4'], ['2', '1'])).toEqual([['2', '4'], ['1', '1']]) // biome-ignore format: one line
    expect(paired([], ['2'])).toEqual([['2', undefined]])
  })

  test('recognise an annual by its format alone', () => {
    const books = [book('Fog', '1', { format: 'Annual' }), book('Fog Annual', '2', { format: 'Annual' })]
    expect(runSteps(rowsOfList({ books, isSearch: false })).rows.map(({ series }) => series)).toEqual([
      'Fog Annual',
      'Fog Annual',
    ])
  })

  test('survive an export and import, including odd numbers and letters', () => {
    const ids = [{ source: 'comicvine', series: '3657', issue: '37532' }, { source: 'metron', issue: '9' }] // biome-ignore format: one line
    const books = ['½', '∞', '1.MU', '-1', '65.Deaths', '5 [A]', ''].map((number) =>
      book('Fog & <Iron> "Choir"', number, { volume: 2014, year: 2015, ids }),
    )
    const { rows } = runSteps(rowsOfList({ books, isSearch: false }))
    expect(runSteps(rowsOfList(read(cblDocument({ name: 'Odd', books: rows.map(bookOf) })))).rows).toEqual(rows)
  })
})

const folder = join(import.meta.dir, '../../../../shared/data/cbl')
const present = isPresent(existsSync(folder), 'the published reading lists are not on this machine')

/** Gives the issue the id that the provider of the lists uses. */
function knowAs(app: TestApp, issue_id: string): void {
  const source = { source: 'comicvine', provider_id: issue_id, said_at: app.clock.now() } as const
  app.db.write((tx) => putIssueSource(tx, { issue_id, ...source, facts: {}, detailed: false }))
}

const LIBRARIES = [
  { has: 'their names alone', withIds: false },
  { has: 'the ids of a service too', withIds: true },
]

describe.skipIf(!present).each(LIBRARIES)(
  'published lists against a library that has their issues, by $has',
  ({ withIds }) => {
    let app: TestApp
    const files = present ? readdirSync(folder).filter((name) => name.endsWith('.cbl')) : []

    /** Series as libraries name them: as in the lists, and with the year in the title. */
    beforeAll(async () => {
      app = await testApp()
      const series = new Map<string, { name: string; year: number; numbers: Map<string, string> }>()
      for (const file of files)
        for (const { series: name, volume, number, ids } of read(readFileSync(join(folder, file), 'utf8')).books) {
          const id = ids.find(({ source }) => source === 'comicvine')
          if (volume === undefined || number === undefined || !id?.series || !id.issue) continue
          const known = series.get(id.series) ?? { name, year: volume, numbers: new Map() }
          series.set(id.series, known)
          known.numbers.set(normalNumber(number), id.issue)
        }
      let odd = false
      app.db.write(() => {
        for (const [comic_id, { name, year, numbers }] of series) {
          odd = !odd
          makeSeries(app.db, { comic_id, name: odd ? name : `${name} (${year})`, year })
          const rows = [...numbers].map(([number, issue_id]) => ({ number, issue_id }))
          makeIssues(app.db, comic_id, rows)
          if (withIds) for (const { issue_id } of rows) knowAs(app, issue_id)
        }
      })
    })
    afterAll(() => app.close())

    test('no row is matched to another issue, and hardly any stays unmatched', async () => {
      const counts = { right: 0, ambiguous: 0, wrong: 0, none: 0 }
      for (const file of files) {
        const document = readFileSync(join(folder, file), 'utf8')
        const { arc_id } = await app.reader.json<ImportResult>(
          200,
          app.reader.post('/api/storyarcs/import', { document, file_name: file }),
        )
        for (const { issue_id, candidates, ids } of allArcRows(app.db.read, arc_id)) {
          const expected = ids.find(({ source }) => source === 'comicvine')?.issue
          if (issue_id !== null) counts[issue_id === expected ? 'right' : 'wrong']++
          else counts[candidates.length > 0 ? 'ambiguous' : 'none']++
        }
      }
      console.log(`${files.length} published lists, ${withIds ? 'with ids' : 'by name'}: ${JSON.stringify(counts)}`)
      const all = counts.right + counts.ambiguous + counts.none
      expect(counts.wrong).toBe(0)
      expect(counts.right / all).toBeGreaterThan(0.985)
    }, 60_000)
  },
)
