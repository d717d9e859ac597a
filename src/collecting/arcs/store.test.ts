import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { matchKey } from '../../base/names/titles'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { UNMATCHED } from './lists'
import * as store from './store'

/** Two arcs with the same issues, so that a change to one could touch the other. */
const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`
let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db, { year: 2015, publisher: 'Northgate' })
  makeIssues(db, 'harbor', [{ number: '1', issue_date: '2015-05-01' }, 2, 3])
  db.write((tx) => {
    for (const arc_id of ['C0001', 'C0002']) {
      store.insertArc(tx, { arc_id, name: arc_id, source: 'own', ordered_by: 'user' }, at(0))
      const rows = ['1', '2', '3'].map((number) => row(number, { issue_id: `harbor-${number}`, matched_by: 'name' }))
      store.addArcIssues(tx, store.findArc(tx, arc_id)!, rows, at(0))
    }
  })
})
afterEach(() => db.close())

function row(number: string, more: Partial<store.NewArcIssue> = {}): store.NewArcIssue {
  const names = { series: 'Harbor Lights', series_key: matchKey('Harbor Lights'), volume: 2015, number, year: null }
  const dates = { title: null, issue_date: null, release_date: null, book_type: null }
  return { added_by: 'list', ...names, ...dates, ids: [], ...UNMATCHED, candidates: [], ...more }
}
const change = (id: string, more: Partial<store.ArcIssueRow>) => db.write((tx) => store.changeArcIssue(tx, id, more))
const remove = (minute: number, ...ids: string[]) => {
  for (const id of ids) change(id, { removed_at: at(minute) })
}
const ids = (arc = 'C0001') => store.arcRowIds(db.read, arc)
const all = (arc = 'C0001') => store.allArcRows(db.read, arc).map(({ issue_arc_id }) => issue_arc_id)
const THREE = ['C0001_1', 'C0001_2', 'C0001_3']
const OTHER = ['C0002_1', 'C0002_2', 'C0002_3']

describe('the rows of an arc', () => {
  test('are those of the arc in its order, without removed rows', () => {
    db.write((tx) => store.placeArcIssues(tx, ['C0001_3', 'C0001_1', 'C0001_2']))
    remove(1, 'C0001_1')
    expect([ids(), ids('C0002')]).toEqual([['C0001_3', 'C0001_2'], OTHER])
    expect(all()).toEqual(['C0001_3', 'C0001_1', 'C0001_2'])
    expect(store.rowsOfArc(db.read, 'C0001').map(({ issue_arc_id }) => issue_arc_id)).toEqual(ids())
    expect(store.arcIssues(db.read, 'C0001').map(({ row, issue }) => [row.issue_arc_id, issue?.number])).toEqual([['C0001_3', '3'], ['C0001_2', '2']]) // biome-ignore format: one line
    expect(store.arcIssuesOf(db.read, ['C0002_2', 'C0001_3', 'none']).map(({ row }) => row.issue_arc_id)).toEqual(['C0002_2', 'C0001_3']) // biome-ignore format: one line
  })

  test('are found in their arc until they are removed', () => {
    remove(1, 'C0001_2')
    const found = (arc: string, id: string) => store.findArcIssue(db.read, arc, id)?.issue_arc_id
    expect([found('C0001', 'C0001_1'), found('C0002', 'C0001_1'), found('C0001', 'C0001_2')]).toEqual(['C0001_1', undefined, undefined]) // biome-ignore format: one line
    expect([store.arcIssueWithId(db.read, 'C0001_1'), store.arcIssueWithId(db.read, 'C0001_2')]).toMatchObject([{ arc_id: 'C0001' }, undefined]) // biome-ignore format: one line
  })

  test('get ids and places that no row of the arc had before', () => {
    remove(1, 'C0001_3')
    db.write((tx) => {
      store.deleteArcIssue(tx, 'C0001_2')
      store.addArcIssues(tx, store.findArc(tx, 'C0001')!, [row('4'), row('5')], at(2))
    })
    expect(all()).toEqual(['C0001_1', 'C0001_3', 'C0001_4', 'C0001_5'])
    expect(store.findArc(db.read, 'C0001')).toMatchObject({ rows_made: 5, updated_at: at(2) })
    expect([all('C0002'), store.findArc(db.read, 'C0002')!.updated_at]).toEqual([OTHER, at(0)])
  })

  test('are restored by id, or all of the list, only in their arc', () => {
    const back = (arc: string, named?: string[]) => db.write((tx) => store.restoreArcIssues(tx, arc, named))
    change('C0001_3', { added_by: 'user' })
    remove(1, ...THREE, ...OTHER)
    expect([back('C0001', ['C0001_1', 'C0002_1']), ids(), ids('C0002')]).toEqual([1, ['C0001_1'], []])
    expect([back('C0001'), ids(), ids('C0002')]).toEqual([1, ['C0001_1', 'C0001_2'], []])
    expect([back('C0001', ['C0001_3']), back('C0001', ['C0001_3'])]).toEqual([1, 0])
  })

  test('that the user added and removed are deleted after their time, only in their arc', () => {
    for (const id of [...THREE, ...OTHER]) change(id, { added_by: id.endsWith('3') ? 'list' : 'user' })
    remove(1, 'C0001_1', 'C0001_3', 'C0002_1')
    remove(5, 'C0001_2')
    db.write((tx) => store.deleteRemovedRows(tx, 'C0001', at(5)))
    expect([all(), all('C0002')]).toEqual([['C0001_2', 'C0001_3'], OTHER])
  })
})

test('a change or deletion of an arc does not affect another', () => {
  db.write((tx) => store.changeArc(tx, 'C0001', { name: 'Night Tide' }, at(3)))
  expect(store.allArcs(db.read).map(({ name, updated_at }) => [name, updated_at])).toEqual([['C0002', at(0)], ['Night Tide', at(3)]]) // biome-ignore format: one line
  db.write((tx) => store.deleteArc(tx, 'C0001'))
  expect([store.allArcs(db.read).length, all(), all('C0002')]).toEqual([1, [], OTHER])
})

test.each([
  [[], 0],
  [['C0009', 'C0010'], 10],
  [['4050', 'CX', 'metron-9', 'D0099'], 0],
])('among the arcs %p the highest number of one of our own is %p', (names, last) => {
  db.write((tx) => {
    for (const id of ['C0001', 'C0002']) store.deleteArc(tx, id)
    for (const arc_id of names) store.insertArc(tx, { arc_id, name: arc_id, source: 'own', ordered_by: 'user' }, at(0))
  })
  expect(store.lastArcNumber(db.read)).toBe(last)
})

test('readable rows of an arc are those with a file, in its order', () => {
  expect([store.arcsToRead(db.read), store.readableArcs(db.read).size, store.firstToRead(db.read, 'C0001')]).toEqual([[], 0, undefined]) // biome-ignore format: one line
  for (const number of ['1', '3']) makeFile(db, { issues: [`harbor-${number}`] })
  db.write((tx) => store.placeArcIssues(tx, ['C0001_3', 'C0001_2', 'C0001_1']))
  remove(1, 'C0002_1', 'C0002_3')
  expect([...store.readableArcs(db.read)]).toEqual([['C0001', ['harbor-3', 'harbor-1']]])
  expect([...store.readableArcs(db.read, 'C0002')]).toEqual([])
  expect(store.arcsToRead(db.read).map(({ arc_id }) => arc_id)).toEqual(['C0001'])
  expect([store.firstToRead(db.read, 'C0001'), store.firstToRead(db.read, 'C0002')]).toEqual(['harbor-3', undefined])
  expect([...store.firstReadable(db.read)].map(([arc, { issue_id }]) => [arc, issue_id])).toEqual([['C0001', 'harbor-3']]) // biome-ignore format: one line
})

describe('rows that may match now', () => {
  const loose = (arc?: string) =>
    store.looseRows(db.read, { arcId: arc, after: undefined, limit: 100 }).map(({ issue_arc_id }) => issue_arc_id)

  test('have no issue, or an issue that is not in the library or left it, unless the user chose', () => {
    expect(loose()).toEqual([])
    makeSeries(db, { comic_id: 'copper', name: 'Copper', status: 'unfollowed' })
    makeIssues(db, 'copper', [1])
    change('C0001_1', { issue_id: null })
    change('C0001_2', { issue_id: 'copper-1' })
    change('C0001_3', { issue_id: 'gone' })
    change('C0002_1', { issue_id: null, matched_by: 'user' })
    change('C0002_2', { issue_id: 'copper-1', matched_by: 'user' })
    change('C0002_3', { issue_id: 'gone', matched_by: 'user' })
    expect([loose(), loose('C0001'), loose('C0002')]).toEqual([[...THREE, 'C0002_3'], THREE, ['C0002_3']])
    remove(1, 'C0001_2')
    expect(loose('C0001')).toEqual(['C0001_1', 'C0001_3'])
  })

  test('are those that were matched to a renumbered issue by its number', () => {
    change('C0001_2', { matched_by: 'id' })
    change('C0001_3', { matched_by: 'user' })
    change('C0002_1', { matched_by: 'rule' })
    db.write((tx) => store.loosenNumbered(tx, ['harbor-1', 'harbor-3']))
    const seen = [...THREE, ...OTHER].map((id) => store.arcIssueWithId(db.read, id)!)
    expect(seen.map(({ issue_id, matched_by }) => [issue_id, matched_by])).toEqual([
      [null, null],
      ['harbor-2', 'id'],
      ['harbor-3', 'user'],
      [null, null],
      ['harbor-2', 'name'],
      [null, null],
    ])
    expect(seen[0]!.reason).toBe('issue_missing')
  })
})

test('rows that name a series are found in all arcs, by its volume or any', () => {
  change('C0001_2', { volume: 2016 })
  change('C0002_2', { series_key: 'other' })
  remove(1, 'C0002_3')
  const named = (volume?: number) => store.rowsNaming(db.read, matchKey('Harbor Lights'), volume).map(({ issue_arc_id }) => issue_arc_id).sort() // biome-ignore format: one line
  expect([named(2015), named(2016), named()]).toEqual([['C0001_1', 'C0001_3', 'C0002_1'], ['C0001_2'], [...THREE, 'C0002_1']]) // biome-ignore format: one line
})

test('a rule for a volume wins over the rule for any, and a new rule replaces an old one', () => {
  for (const comic_id of ['a', 'b', 'c']) makeSeries(db, { comic_id, name: comic_id })
  const put = (volume: number, comic_id: string, series_key = 'fog') =>
    db.write((tx) => store.putRule(tx, { series_key, volume, comic_id, made_at: at(0) }))
  const rule = (volume: number | null, key = 'fog') => store.findArcRule(db.read, key, volume)
  put(2010, 'a')
  expect([rule(2010), rule(2011), rule(null)]).toEqual(['a', undefined, undefined])
  put(0, 'b')
  put(0, 'c', 'tide')
  expect([rule(2010), rule(2011), rule(null), rule(null, 'tide')]).toEqual(['a', 'b', 'b', 'c'])
  put(2010, 'c')
  expect([rule(2010), rule(2011)]).toEqual(['c', 'b'])
})

test('the last twenty orders of each arc are kept, and taken out newest first', () => {
  const keep = (arc_id: string, name: string) => db.write((tx) => store.keepOrder(tx, { arc_id, ordered_by: 'user', issue_arc_ids: [name], replaced_at: at(0) })) // biome-ignore format: one line
  const take = (arc: string) => db.write((tx) => store.takeOrder(tx, arc))?.issue_arc_ids[0]
  keep('C0002', 'other')
  for (let nth = 0; nth < 21; nth++) keep('C0001', `${nth}`)
  // Rows of another arc in between must not use up places.
  for (let nth = 0; nth < 5; nth++) keep('C0002', 'other')
  keep('C0001', '21')
  const taken = Array.from({ length: 21 }, () => take('C0001'))
  expect([taken[0], taken[19], taken[20]]).toEqual(['21', '2', undefined])
  expect([store.hasOrders(db.read, 'C0001'), store.hasOrders(db.read, 'C0002')]).toEqual([false, true])
  expect(take('C0002')).toBe('other')
})

test('counts of an arc are those of its rows, and years of issues win over years of the list', () => {
  makeSeries(db, { comic_id: 'fog', name: 'Fog', publisher: 'Fern', status: 'unfollowed' })
  makeIssues(db, 'fog', [
    { number: '1', release_date: '2013-02-02' },
    { number: '2', fulfillment: 'archived' },
  ])
  makeFile(db, { issues: ['harbor-1'] })
  change('C0001_2', { issue_id: 'fog-1' })
  change('C0001_3', { issue_id: 'fog-2', issue_date: '2017-01-01', year: 1999 })
  for (const id of OTHER) change(id, { issue_id: null, year: 2001 })
  remove(1, 'C0002_3')
  expect(store.arcCounts(db.read)).toEqual([
    { arc_id: 'C0001', total: 3, have: 2, unmatched: 2, first: '2013', last: '2017', publisher: 'Northgate', publishers: 2 },
    { arc_id: 'C0002', total: 2, have: 0, unmatched: 2, first: '2001', last: '2001', publisher: null, publishers: 0 },
  ]) // biome-ignore format: one line each
  expect(store.arcCounts(db.read, 'C0002')).toHaveLength(1)
})
