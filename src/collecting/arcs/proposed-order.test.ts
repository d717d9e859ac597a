import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { type ProposedIssue, ProposedOrders } from './proposed-order'
import { allArcRows, findArc } from './store'

let db: Database
let orders: ProposedOrders
beforeEach(() => {
  db = testDatabase()
  makeSeries(db, { year: 2015 })
  makeIssues(db, 'harbor', [
    { number: '1', issue_date: '2015-05-01' },
    { number: '2', release_date: '2016-01-01' },
  ])
  makeSeries(db, { comic_id: 'old', name: 'Harbor Lights', year: 1990 })
  makeIssues(db, 'old', [{ number: '1', issue_date: '1990-05-01' }, { number: '3', issue_date: '2015-01-01' }, 4])
  makeFile(db, { issues: ['harbor-1'] })
  orders = new ProposedOrders({ db, clock: fakeClock(), random: { bytes: () => new Uint8Array([1, 2, 0xab, 0xff]) } })
})
afterEach(() => db.close())

const proposed = (number: string, more: Partial<ProposedIssue> = {}): ProposedIssue => ({ series: 'Harbor Lights', volume: null, number, title: 'Low Tide', year: null, ...more }) // biome-ignore format: one line
const matchOf = (...of: Parameters<typeof proposed>) => {
  const [match] = orders.match([proposed(...of)])
  return match && [match.issue.issue_id, match.series.comic_id, match.has_file]
}

test.each<[string, Parameters<typeof proposed>, unknown]>([
  ['by the year of its series', ['1', { volume: 2015 }], ['harbor-1', 'harbor', true]],
  ['by its own year, when one issue of the number has it', ['1', { year: 1990 }], ['old-1', 'old', false]],
  ['by the release date, without a cover date', ['2', { year: 2016 }], ['harbor-2', 'harbor', false]],
  ['to none, when no issue has its year', ['1', { year: 2001 }], undefined],
  ['to none, when neither year is known', ['1'], undefined],
  ['to none, when its date is unknown', ['4', { year: 2015 }], undefined],
  ['to none, when the series differs', ['1', { series: 'Fog', year: 2015 }], undefined],
])('an issue that was proposed is matched %s', (_how, of, match) => {
  expect(matchOf(...of) as unknown).toEqual(match)
})

test('an order becomes an arc of its own, marked as unchecked', () => {
  const id = orders.save(' Night Tide ', [proposed('1', { volume: 2015 }), proposed('9', { year: 2017 })])
  expect(id).toBe('AI_0102ABFF')
  expect(findArc(db.read, id)).toMatchObject({ name: 'Night Tide', source: 'own', ordered_by: 'model' })
  expect(allArcRows(db.read, id).map(({ number, issue_id, matched_by, title, year }) => [number, issue_id, matched_by, title, year])).toEqual([
    ['1', 'harbor-1', 'name', 'Low Tide', null],
    ['9', null, null, 'Low Tide', 2017],
  ]) // biome-ignore format: a table
  expect(() => orders.save('night tide', [])).toThrow('A story arc named night tide already exists.')
  expect(() => orders.save('  ', [])).toThrow('A story arc needs a name.')
})
