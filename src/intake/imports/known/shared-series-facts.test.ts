import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { findSeries, type NewSeriesRow } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { followFiles } from './shared-series-facts'
import type { FileStatement } from './statement'
import { saveStatement } from './statement-store'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

/** The series once its files state this; undefined is a file that was not read. */
function followed(row: Partial<NewSeriesRow>, field: keyof FileStatement, ...stated: (FileStatement | undefined)[]) {
  makeSeries(db, row)
  const ids = makeIssues(db, 'harbor', [...stated.keys()]).map((issue) => makeFile(db, { issues: [issue] }))
  db.write((tx) => {
    for (const [at, each] of stated.entries()) if (each) saveStatement(tx, ids[at]!, each)
    followFiles(tx, 'harbor', new Set([field]), { at: '2026-11-21T08:00:00.000Z', order: [] })
  })
  return findSeries(db.read, 'harbor')
}

const [OLD, NEW] = [{ publisher: 'Northgate' }, { publisher: 'Kestrel' }]

test.each<[string, (FileStatement | undefined)[], string | null]>([
  ['of half of its files', [NEW, NEW, OLD, {}], 'Kestrel'],
  ['of half of its files, of which the others kept the old one', [NEW, OLD], 'Kestrel'],
  ['of no less than half, counting files that were not read', [NEW, OLD, undefined], 'Northgate'],
  ['that half of its files have lost', [{}, {}, OLD], null],
  ['that stays', [OLD, OLD, NEW], 'Northgate'],
])('a series has the publisher %s', (_, stated, publisher) => {
  expect(followed({ publisher: 'Northgate' }, 'publisher', ...stated)?.publisher).toBe(publisher)
})

test('a name that files no longer state stays', () => {
  expect(followed({ name: 'Harbor Lights' }, 'series', {}, {})?.name).toBe('Harbor Lights')
})

test('a field that did not change is not read from the files', () => {
  expect(followed({ publisher: 'Northgate' }, 'language', NEW, NEW)?.publisher).toBe('Northgate')
})

test.each<[string, Partial<NewSeriesRow>, number | undefined, { volume: number | null; year: number | null }]>([
  ['a number of a run', {}, 2, { volume: 2, year: 2015 }],
  ['the year in which the run began', {}, 1000, { volume: 1, year: 1000 }],
  ['less than any year', {}, 999, { volume: 999, year: 2015 }],
  ['removed', {}, undefined, { volume: null, year: 2015 }],
  ['of a manga, where it is the number of a book', { content_type: 'manga' }, 2, { volume: 1, year: 2015 }],
])('a volume is %s', (_, row, volume, expected) => {
  const stated: FileStatement = volume === undefined ? {} : { volume }
  expect(followed({ year: 2015, volume: 1, ...row }, 'volume', stated)).toMatchObject(expected)
})
