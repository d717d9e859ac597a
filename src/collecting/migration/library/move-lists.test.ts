import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { issueRow, MOVED_AT, moveRows, type SourceRows, seriesRow } from '../../../testing/migration/source-library'
import { DEFAULT_LIST, MOST_LIST_ENTRIES } from '../../readlist/states'
import { changeList, findList, insertList } from '../../readlist/store'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

type List = NonNullable<SourceRows['lists']>[number]
const list = (more: Partial<List> = {}): List => ({ id: 'l', name: 'Night', kind: 'list', user_id: null, shared: true, ordered: true, items: ['2', '1'], ...more }) // biome-ignore format: one line
/** Issues 1 to 4 of a series; the third has no date, the fourth only a cover date. */
const issues = [['1', '2015-03-01'], ['2', '2015-02-01'], ['3', null], ['4', null]] as const // biome-ignore format: a list
const move = (lists: List[]) =>
  moveRows(db, {
    series: [seriesRow('s')],
    issues: issues.map(([id, date]) =>
      issueRow(id, 's', id, {
        facts: { ...(date && { release_date: date }), ...(id === '4' && { issue_date: '2015-04' }) },
      }),
    ),
    lists,
  })
const entries = () =>
  db.read.all<{ name: string; label: string }>(
    sql`select name, label from reading_list_entries join reading_lists using (list_id) order by name, position`,
  )
const labels = () => entries().map(({ label }) => label)

describe('a list', () => {
  test.each([
    ['keeps the order of the user', { ordered: true, items: ['3', '1', '2'] }, ['#3', '#1', '#2']],
    ['is otherwise ordered by date, entries without a date last', { ordered: false, items: ['1', '3', '2', '4'] }, ['#2', '#1', '#4', '#3']],
  ])('%s', (_name, more, wanted) => {
    move([list(more)])
    expect(labels()).toEqual(wanted)
  }) // biome-ignore format: a table

  test.each([
    ['of the server', { user_id: null, shared: false }, true],
    ['of the reader', { user_id: 'ann', shared: false }, true],
    ['of another user that is shared', { user_id: 'bob', shared: true }, true],
    ['of another user that is private', { user_id: 'bob', shared: false }, false],
  ])('%s is moved: %p (%p)', (_name, more, isTaken) => {
    const { of, omitted } = move([list(more)])
    expect(labels()).toHaveLength(isTaken ? 2 : 0)
    expect(of.lists).toEqual(isTaken ? [3, 0, 0] : [0, 0, 1])
    if (!isTaken) expect(omitted).toEqual([`l: The private list of a person who was not chosen.`])
  })

  test('of the same name gets what it lacks, after its own issues', () => {
    db.write((tx) => insertList(tx, { list_id: 'mine', name: 'NIGHT' }, MOVED_AT))
    db.write((tx) => changeList(tx, 'mine', {}, '2026-01-01T00:00:00.000Z'))
    const { of } = move([list({ items: ['1'] }), list({ id: 'm', items: ['2', '1'] })])
    expect(findList(db.read, 'mine')?.updated_at).toBe(MOVED_AT)
    expect(entries()).toEqual(['#1', '#2'].map((label) => ({ name: 'NIGHT', label })))
    expect(of.lists).toEqual([4, 1, 0])
  })

  test('leaves behind issues that were not moved', () => {
    const { of, omitted } = move([list({ items: ['1', '9'] })])
    expect([labels(), of.lists]).toEqual([['#1'], [2, 0, 1]])
    expect(omitted).toEqual(['9: Its issue was left behind, or Komga does not have it any more.'])
  })

  test('takes as many issues as a list may have', () => {
    const rows = { issue_id: 'x', comic_id: 's', series_name: 'Harbor Lights', label: '#0', added_at: MOVED_AT }
    db.write((tx) => {
      insertList(tx, { list_id: 'mine', name: 'Night' }, MOVED_AT)
      tx.run(sql`with recursive n(at) as (select 1 union all select at + 1 from n where at < ${MOST_LIST_ENTRIES - 1})
        insert into reading_list_entries (list_id, issue_id, comic_id, series_name, label, position, added_at)
        select 'mine', 'x' || at, ${rows.comic_id}, ${rows.series_name}, ${rows.label}, at, ${MOVED_AT} from n`)
    })
    const { of, omitted } = move([list({ items: ['1', '2'] })])
    expect(of.lists).toEqual([2, 0, 1])
    expect(omitted).toEqual([`2: A reading list holds up to ${MOST_LIST_ENTRIES} issues.`])
  })
})

describe('a collection', () => {
  const collection = (more: Partial<List> = {}) => list({ kind: 'collection', items: ['s', 'r', 'gone'], ...more })
  const move = (lists: List[], run = {}) =>
    moveRows(db, { series: [seriesRow('s'), seriesRow('r', { name: 'Anvil' })], lists }, run)
  const shelves = () =>
    db.read.all<{ collection: string; series: string }>(
      sql`select c.name as collection, s.name as series from collections c join collection_series using (collection_id)
        join series s using (comic_id) where removed_at is null order by c.name, collection_series.position`,
    )
  const names = () => shelves().map(({ series }) => series)

  test.each([
    ['in the order of the user', true, ['Harbor Lights', 'Anvil']],
    ['without an order by name', false, ['Anvil', 'Harbor Lights']],
  ])('stays a collection, %s', (_name, ordered, wanted) => {
    const { of, omitted } = move([collection({ ordered })])
    expect([names(), entries(), of.collections]).toEqual([wanted, [], [3, 0, 1]])
    expect(omitted).toEqual(['gone: Its series was left behind, or Komga does not have it any more.'])
  })

  test('of the same name gets what it lacks, and removed series stay removed', () => {
    move([collection({ items: ['s', 'r'] })])
    db.write((tx) => tx.run(sql`delete from collection_series where comic_id in (select comic_id from series where name = 'Anvil')`)) // biome-ignore format: one line
    const { of, omitted } = move([collection({ items: ['s', 'r'] })], { run_id: 'again' })
    expect([names(), of.collections]).toEqual([['Harbor Lights'], [1, 1, 1]])
    expect(omitted).toContain('r: You took it out here, and it stays out.')
  })

  test('that was removed in Panelkeep stays removed', () => {
    move([collection()])
    db.write((tx) => tx.run(sql`update collections set removed_at = ${MOVED_AT}`))
    expect(move([collection()], { run_id: 'again' }).of.collections).toEqual([0, 0, 1])
    expect(shelves()).toEqual([])
  })
})

describe('lists of one name', () => {
  test.each(['list', 'collection'] as const)(
    'of two users stay separate, also when they are moved again (%s)',
    (kind) => {
      const items = kind === 'list' ? ['1'] : ['s']
      const lists = [list({ id: 'b', kind, user_id: 'bob', items }), list({ id: 'a', kind, user_id: 'ann', items })]
      const table = kind === 'list' ? 'reading_lists' : 'collections'
      const rows = () => db.read.all<{ name: string }>(sql.raw(`select name from ${table} where name like 'Night%' order by name`)) // biome-ignore format: one line
      move(lists)
      expect(rows()).toEqual([{ name: 'Night' }, { name: 'Night (Bob)' }])
      moveRows(db, { series: [seriesRow('s')], issues: [issueRow('1', 's', '1')], lists }, { run_id: 'again' })
      expect(rows()).toHaveLength(2)
    },
  )

  test('do not get back removed issues', () => {
    move([list({ items: ['1', '2'] })])
    db.write((tx) => tx.run(sql`delete from reading_list_entries where label = '#1'`))
    const again = () => moveRows(db, { series: [seriesRow('s')], issues: issues.map(([id]) => issueRow(id, 's', id)), lists: [list({ items: ['1', '2', '3'] })] }, { run_id: 'again' }) // biome-ignore format: one line
    expect(again().omitted).toContain('1: You took it out here, and it stays out.')
    expect(labels()).toEqual(['#2', '#3'])
  })
})

describe('a rating', () => {
  const rate = (stars: number, user_id = 'ann') =>
    moveRows(db, { series: [seriesRow('s')], ratings: [{ id: 'r', user_id, series_id: 's', stars }] })
  const rating = () => db.read.all<{ rating: number }>(sql`select rating from series_marks`).map((row) => row.rating)

  test.each([
    [4, [4]],
    [3.5, [4]],
    [0.5, [1]],
    [9, [5]],
    [0, []],
  ])('of %p stars becomes %p', (stars, wanted) => {
    rate(stars)
    expect(rating()).toEqual(wanted)
  })

  test('of another user is left behind, and a rating of the library stays', () => {
    expect(rate(4, 'bob').of.ratings).toEqual([0, 0, 1])
    db.write((tx) => tx.run(sql`insert into series_marks (comic_id, rating) select comic_id, 2 from series`))
    expect(moveRows(db, { series: [seriesRow('s')], ratings: [{ id: 'r', user_id: 'ann', series_id: 's', stars: 4 }] }, { run_id: 'again' }).of.ratings).toEqual([0, 1, 0]) // biome-ignore format: one line
    expect(rating()).toEqual([2])
  })
})

test('no list is created when the source has none', () => {
  move([])
  const lists = db.read.all<{ list_id: string }>(sql`select list_id from reading_lists`)
  expect(lists.filter(({ list_id }) => list_id !== DEFAULT_LIST)).toEqual([])
})
