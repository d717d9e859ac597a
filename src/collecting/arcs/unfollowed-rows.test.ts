import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { matchKey } from '../../base/names/titles'
import type { Database } from '../../base/storage/database'
import { fileOf } from '../../library/series/file-store'
import { findIssue, findSeries, type IssueRow, issuesOf, setIntent } from '../../library/series/store'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { UNMATCHED } from './lists'
import * as store from './store'
import { UnfollowedIssues } from './unfollowed'

/** The issues that rows of arcs get when the library does not follow the series. */
const NOW = '2026-11-21T08:00:00.000Z'
let db: Database
let replaced: [from: string, to: string][]
let unfollowed: UnfollowedIssues
beforeEach(() => {
  db = testDatabase()
  replaced = []
  unfollowed = new UnfollowedIssues({
    clock: fakeClock(),
    replaced(_tx, issues) {
      for (const [from, to] of issues) replaced.push([from.issue_id, to.issue_id])
    },
  })
  db.write((tx) => {
    for (const arc_id of ['C0001', 'C0002']) store.insertArc(tx, { arc_id, name: arc_id, source: 'own', ordered_by: 'user' }, NOW) // biome-ignore format: one line
  })
})
afterEach(() => db.close())

/** Adds a row to an arc and returns its id. */
function add(arc: string, number: string, more: Partial<store.NewArcIssue> = {}): string {
  const row: store.NewArcIssue = {
    added_by: 'list',
    series: 'Copper Orchard',
    series_key: matchKey('Copper Orchard'),
    volume: 2014,
    number,
    year: 2015,
    title: 'Low Tide',
    issue_date: null,
    release_date: null,
    book_type: null,
    ids: [],
    ...UNMATCHED,
    candidates: [],
    ...more,
  }
  return db.write((tx) => {
    store.addArcIssues(tx, store.findArc(tx, arc)!, [row], NOW)
    return store.allArcRows(tx, arc).at(-1)!.issue_arc_id
  })
}
const rowOf = (id: string) => [...store.allArcRows(db.read, 'C0001'), ...store.allArcRows(db.read, 'C0002')].find(({ issue_arc_id }) => issue_arc_id === id)! // biome-ignore format: one line
const change = (id: string, more: Partial<store.ArcIssueRow>) => db.write((tx) => store.changeArcIssue(tx, id, more))
const make = (id: string) => db.write((tx) => unfollowed.make(tx, rowOf(id)) as string)
const issue = (id: string) => findIssue(db.read, id)
const want = (id: string, intent: IssueRow['intent'] = 'wanted') => db.write((tx) => void setIntent(tx, id, intent, NOW)) // biome-ignore format: one line
const describeRow = (id: string) => db.write((tx) => unfollowed.describe(tx, rowOf(id)))
const release = (id: string) => db.write((tx) => unfollowed.release(tx, id))
const replace = (from: string, to: string) => db.write((tx) => unfollowed.replace(tx, from, to))

describe('the issue of a row', () => {
  test('has the fields of the row, in a series that is not followed', () => {
    const id = add('C0001', '7')
    expect(make(id)).toBe(id)
    expect(issue(id)).toMatchObject({ kind: 'issue', number: '7', title: 'Low Tide', issue_date: '2015', release_date: null }) // biome-ignore format: one line
    const series = { name: 'Copper Orchard', status: 'unfollowed', year: 2014, volume: null, book_type: 'Print' } as const
    expect(findSeries(db.read, `local-arc-${id}`)).toMatchObject(series)
    expect(rowOf(id)).toMatchObject({ issue_id: id, status: null })
  }) // biome-ignore format: one line

  test.each([
    [999, { year: null, volume: 999 }],
    [1000, { year: 1000, volume: null }],
    [null, { year: null, volume: null }],
  ])('belongs to the run %p', (volume, run) => {
    const id = add('C0001', '7', { volume, book_type: 'TPB', issue_date: '2016-01-01', release_date: '2016-02-02', year: null }) // biome-ignore format: one line
    make(id)
    expect(findSeries(db.read, `local-arc-${id}`)).toMatchObject({ ...run, book_type: 'TPB' })
    expect(issue(id)).toMatchObject({ issue_date: '2016-01-01', release_date: '2016-02-02' })
  })

  test('stays read elsewhere when the row says so, and otherwise is wanted', () => {
    const [read, wanted] = [add('C0001', '7'), add('C0001', '8')]
    change(read, { status: 'Read' })
    change(wanted, { status: 'Wanted' })
    for (const id of [read, wanted]) make(id)
    expect([rowOf(read).status, rowOf(wanted).status]).toEqual(['Read', null])
  })

  test.each<[string, 'issue' | 'series' | 'nothing', Partial<store.NewArcIssue>]>([
    ['the same facts', 'issue', {}],
    ['a padded number', 'issue', { number: '007' }],
    ['another number', 'series', { number: '8' }],
    ['another run', 'nothing', { volume: 2015 }],
    ['a run by its ordinal', 'nothing', { volume: 2 }],
    ['another name', 'nothing', { series: 'Fog', series_key: 'fog' }],
    ['another id', 'nothing', { ids: [{ source: 'comicvine', issue: '9' }] }],
  ])('for a row of another arc with %s is the same %s', (_what, shared, more) => {
    const first = add('C0001', '7', { ids: [{ source: 'comicvine', issue: '1' }] })
    make(first)
    const second = add('C0002', '7', more)
    const found = unfollowed.issueFor(db.read, rowOf(second))
    const id = make(second)
    expect(found).toBe(shared === 'issue' ? first : undefined)
    expect(id).toBe(shared === 'issue' ? first : second)
    expect(issue(id)!.comic_id === issue(first)!.comic_id).toBe(shared !== 'nothing')
  })

  test.each<[string, Partial<store.ArcIssueRow>]>([
    ['an issue of the library may match', { candidates: ['harbor-1'], reason: 'several' }],
    ['the year of the series is unknown', { reason: 'year_unknown' }],
  ])('is not created while %s: the user must choose', (_why, more) => {
    const id = add('C0001', '7')
    make(add('C0002', '7'))
    change(id, more)
    expect([make(id), unfollowed.issueFor(db.read, rowOf(id)), rowOf(id).issue_id]).toEqual([undefined as never, undefined, null]) // biome-ignore format: one line
  })

  test('stays the one that the row has, for any content of the library', () => {
    const id = add('C0001', '7')
    make(id)
    change(id, { reason: 'year_unknown' })
    expect(unfollowed.issueFor(db.read, rowOf(id))).toBe(id)
  })
})

describe('when the list changes a row', () => {
  test('the issue gets the fields of the row', () => {
    const id = add('C0001', '7')
    make(id)
    change(id, { title: 'High Tide', year: 2016, series: 'The Copper Orchard' })
    describeRow(id)
    expect(issue(id)).toMatchObject({ title: 'High Tide', issue_date: '2016' })
  })

  test.each([
    ['number', { number: '8' }, 'wanted', 'Wanted'],
    ['number', { number: '8' }, 'policy', null],
    ['name', { series_key: 'fog' }, 'wanted', 'Wanted'],
  ] as const)('under another %s (%o, %s) it becomes another issue', (_what, more, intent, status) => {
    const id = add('C0001', '7')
    make(id)
    want(id, intent)
    change(id, more)
    describeRow(id)
    expect(rowOf(id)).toMatchObject({ issue_id: null, status })
    expect([issue(id), findSeries(db.read, `local-arc-${id}`)]).toEqual([undefined, undefined])
  })

  test('an issue of the library does not change', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [1])
    const [id, none] = [add('C0001', '7', { issue_id: 'harbor-1' }), add('C0001', '8')]
    for (const each of [id, none]) describeRow(each)
    expect([issue('harbor-1')!.title, rowOf(id).issue_id, rowOf(none).issue_id]).toEqual([null, 'harbor-1', null])
  })
})

describe('when the library has the issue', () => {
  beforeEach(() => {
    makeSeries(db)
    makeIssues(db, 'harbor', [7])
  })

  test('rows of all arcs, including removed ones, and files move to it', () => {
    const rows = [add('C0001', '7'), add('C0002', '7'), add('C0002', '7')]
    for (const id of rows) make(id)
    change(rows[2]!, { removed_at: NOW })
    const other = add('C0001', '8')
    make(other)
    makeFile(db, { issues: [rows[0]!] })
    replace(rows[0]!, 'harbor-7')
    expect(rows.map((id) => rowOf(id).issue_id)).toEqual(['harbor-7', 'harbor-7', 'harbor-7'])
    expect(rowOf(other).issue_id).toBe(other)
    expect([fileOf(db.read, 'harbor-7') !== undefined, issue(rows[0]!), replaced]).toEqual([true, undefined, [[rows[0]!, 'harbor-7']]]) // biome-ignore format: one line
    expect(findSeries(db.read, 'harbor')?.have).toBe(1)
    expect(issuesOf(db.read, `local-arc-${rows[0]}`).map(({ issue_id }) => issue_id)).toEqual([other])
    replace(other, 'harbor-7')
    expect(findSeries(db.read, `local-arc-${rows[0]}`)).toBeUndefined()
  })

  test.each([
    ['wanted', 'policy', 'wanted'],
    ['wanted', 'skipped', 'skipped'],
    ['policy', 'policy', 'policy'],
  ] as const)('one that was %s is there, where it is %s, %s', (from, to, intent) => {
    const id = add('C0001', '7')
    make(id)
    want(id, from)
    want('harbor-7', to)
    replace(id, 'harbor-7')
    expect(issue('harbor-7')?.intent).toBe(intent)
  })

  test('an issue that is followed, or unknown, is never replaced', () => {
    makeIssues(db, 'harbor', [8])
    const id = add('C0001', '7')
    make(id)
    for (const [from, to] of [['harbor-8', 'harbor-7'], [id, 'none'], ['none', 'harbor-7']] as const) replace(from, to) // biome-ignore format: one line
    expect([issue('harbor-8') !== undefined, issue(id) !== undefined, replaced]).toEqual([true, true, []])
  })
})

describe('when its row was removed', () => {
  test('an issue that another arc names stays', () => {
    const [id, other] = [add('C0001', '7'), add('C0002', '7')]
    for (const each of [id, other]) make(each)
    change(id, { removed_at: NOW })
    release(id)
    expect([issue(id) !== undefined, rowOf(id).issue_id]).toEqual([true, id])
  })

  test.each([
    ['wanted', 'Wanted'],
    ['policy', null],
  ] as const)('one that was %s is removed, and the row keeps %p for a restore', (intent, status) => {
    const [id, sibling] = [add('C0001', '7'), add('C0001', '8')]
    for (const each of [id, sibling]) make(each)
    want(id, intent)
    change(id, { removed_at: NOW })
    release(id)
    expect([rowOf(id), issue(id)]).toMatchObject([{ issue_id: null, status }, undefined] as never)
    // The series has another issue.
    expect(issue(sibling)).toBeDefined()
  })

  test('one with a file joins the library with its series', () => {
    const id = add('C0001', '7')
    make(id)
    makeFile(db, { issues: [id] })
    change(id, { removed_at: NOW })
    release(id)
    expect([findSeries(db.read, `local-arc-${id}`)?.status, rowOf(id).issue_id]).toEqual(['active', id])
  })

  test('an issue of the library stays without any row', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [7])
    release('harbor-7')
    release('none')
    expect(issue('harbor-7')).toBeDefined()
  })
})
