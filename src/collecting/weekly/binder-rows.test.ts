import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { deleteIssue, findIssue, issuesOf } from '../../library/series/store'
import { testDatabaseAt } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeIssues, makeSeries } from '../../testing/make'
import { Binder } from './binder'
import { bindRow, setWant } from './binding-store'
import { addRelease, type NewRelease, releasesIn } from './store'

/** Binding of releases to the library. The clock is at Saturday, 2026-11-21. */
const WEEK = { first: '2026-11-15', last: '2026-11-21' }
let db: Database
let binder: Binder
let told: unknown[]
beforeEach(() => {
  told = []
  db = testDatabaseAt(':memory:', (event) => told.push(event))
  binder = new Binder({ clock: fakeClock(), random: systemRandom })
  makeSeries(db, { year: 2015, source: 'comicvine' })
  makeIssues(db, 'harbor', [{ number: '6', release_date: '2026-10-18' }])
})
afterEach(() => db.close())

const put = (more: Partial<NewRelease> = {}) =>
  db.write((tx) => {
    const row = { source: 'metron', source_id: '1', day: '2026-11-18', series: 'Harbor Lights', match_key: 'harborlights', kind: 'issue', unit: 'issue', number: '7', year: 2015, series_ids: {}, issue_ids: {}, fetched_at: '', ...more } as const // biome-ignore format: one line
    return addRelease(tx, row)
  })
const bind = () => db.write((tx) => binder.bind(tx, WEEK))
const row = () => releasesIn(db.read, { first: '2026-01-01', last: '2027-12-31' })[0]!
const bound = () => [row().comic_id, row().issue_id]
const announced = () => issuesOf(db.read, 'harbor').filter(({ announced_by }) => announced_by !== null)
const ISSUE = { number: '7', release_date: '2026-11-18' }

describe('a release', () => {
  test('is its issue as soon as the library has it, and none after it is removed', () => {
    put({ day: '2026-11-18', kind: 'annual' })
    bind()
    expect(bound()).toEqual(['harbor', null])
    makeIssues(db, 'harbor', [{ ...ISSUE, kind: 'annual' }])
    bind()
    expect(bound()).toEqual(['harbor', 'harbor-a7'])
    db.write((tx) => deleteIssue(tx, 'harbor-a7'))
    bind()
    expect(bound()).toEqual(['harbor', null])
  })

  test('of a series that left the library is bound to nothing', () => {
    put({ match_key: 'fog' })
    db.write((tx) => bindRow(tx, row().release_id, 'harbor', null))
    bind()
    expect(bound()).toEqual([null, null])
  })

  test('that is wanted makes its issue wanted, once', () => {
    put()
    makeIssues(db, 'harbor', [ISSUE])
    db.write((tx) => setWant(tx, row().release_id, true))
    bind()
    expect([findIssue(db.read, 'harbor-7')?.intent, row().want]).toEqual(['wanted', false])
  })

  test('of one series only is bound after that series was loaded', () => {
    put()
    makeIssues(db, 'harbor', [ISSUE])
    db.write((tx) => binder.bindSeries(tx, 'none', WEEK))
    expect(bound()).toEqual([null, null])
    db.write((tx) => binder.bindSeries(tx, 'harbor', { first: '2026-11-19', last: '2026-11-21' }))
    expect(bound()).toEqual([null, null])
    db.write((tx) => binder.bindSeries(tx, 'harbor', WEEK))
    expect(bound()).toEqual(['harbor', 'harbor-7'])
  })
})

describe('an issue is announced', () => {
  test('when its series is followed, and its number is the next', () => {
    put({ title: 'Low Tide' })
    told.length = 0
    bind()
    const isTold = () => expect(told.splice(0)).toContainEqual({ type: 'issue.changed', issue_id: row().issue_id, comic_id: 'harbor' }) // biome-ignore format: one line
    isTold()
    expect(announced()).toMatchObject([{ number: '7', title: 'Low Tide', release_date: '2026-11-18', announced_by: 'metron' }]) // biome-ignore format: one line
    bind()
    expect([announced().length, told.splice(0)]).toEqual([1, []])
    db.write((tx) => tx.run("update weekly_releases set day = '2026-11-19'"))
    bind()
    isTold()
    expect(announced()).toMatchObject([{ release_date: '2026-11-19' }])
  })

  test.each<[string, Partial<NewRelease>]>([
    ['its number is far ahead', { number: '10' }],
    ['its number is past', { number: '5' }],
    ['its number is not a whole number', { number: '7.5' }],
    ['it is an annual', { kind: 'annual' }],
    ['it is a chapter', { unit: 'chapter' }],
  ])('not when %s', (_why, more) => {
    put(more)
    bind()
    expect(announced()).toEqual([])
  })

  test.each([
    ['2026-10-22', 1],
    ['2026-10-21', 0],
  ])('not when it is old: of %s there are %p', (day, count) => {
    put({ day })
    db.write((tx) => binder.bind(tx, { first: '2026-10-01', last: '2026-11-21' }))
    expect(announced()).toHaveLength(count)
  })
})
