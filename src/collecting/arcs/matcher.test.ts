import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { matchKey } from '../../base/names/titles'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeIssues, makeSeries } from '../../testing/make'
import { UNMATCHED } from './lists'
import { ArcMatcher } from './matcher'
import * as store from './store'
import type { UnfollowedIssues } from './unfollowed'

/** The unfollowed issues of the test record their calls. */
const NOW = '2026-11-20T08:00:00.000Z'
let db: Database
let clock: ReturnType<typeof fakeClock>
let calls: unknown[][]
let log: string[]
let own: string | undefined
let matcher: ArcMatcher
beforeEach(() => {
  db = testDatabase()
  clock = fakeClock()
  calls = []
  log = []
  own = undefined
  matcher = new ArcMatcher({
    db,
    clock,
    log: { error: (_area: string, line: string) => void log.push(line) } as never,
    want: (_tx, ids) => void calls.push(['want', ...ids]),
    unfollowed: {
      make(_tx: unknown, row: store.ArcIssueRow) {
        calls.push(['make', row.issue_arc_id])
        return own
      },
      issueFor: (_db: unknown, row: store.ArcIssueRow) => row.issue_id ?? undefined,
      replace: (_tx: unknown, from: string, to: string) => void calls.push(['replace', from, to]),
    } as unknown as UnfollowedIssues,
  })
  db.write((tx) => {
    for (const arc_id of ['C0001', 'C0002']) {
      store.insertArc(tx, { arc_id, name: arc_id, source: 'own', ordered_by: 'user' }, NOW)
      store.addArcIssues(tx, store.findArc(tx, arc_id)!, [row('1'), row('2')], NOW)
    }
  })
})
afterEach(async () => {
  await matcher.stop()
  db.close()
})

const row = (number: string): store.NewArcIssue => {
  const dates = { year: null, title: null, issue_date: null, release_date: null, book_type: null }
  return { added_by: 'list', series: 'Harbor Lights', series_key: matchKey('Harbor Lights'), volume: 2015, number, ...dates, ids: [], ...UNMATCHED, candidates: [] } // biome-ignore format: one line
}
const join = (...numbers: string[]) => {
  makeSeries(db, { year: 2015 })
  makeIssues(db, 'harbor', numbers)
}
const change = (id: string, more: Partial<store.ArcIssueRow>) => db.write((tx) => store.changeArcIssue(tx, id, more))
const rows = (arc = 'C0001') => store.allArcRows(db.read, arc).map(({ issue_id, matched_by, reason, status }) => [issue_id, matched_by ?? reason, status]) // biome-ignore format: one line
const changedAt = (arc = 'C0001') => store.findArc(db.read, arc)!.updated_at

describe('rows of arcs', () => {
  test('are matched in all arcs, or in one', async () => {
    join('1')
    expect(await matcher.rematch('C0001')).toEqual({ matched: 1, unmatched: 1 })
    expect([rows(), rows('C0002')[0]]).toEqual([[['harbor-1', 'name', null], [null, 'issue_missing', null]], [null, null, null]]) // biome-ignore format: one line
    expect([changedAt(), changedAt('C0002')]).toEqual([clock.now(), NOW])
    expect(await matcher.rematch()).toEqual({ matched: 1, unmatched: 2 })
  })

  test('without changes leave their arc unchanged', async () => {
    await matcher.rematch()
    expect(rows()[0]).toEqual([null, 'series_missing', null])
    clock.jump('1 min')
    await matcher.rematch()
    expect(changedAt()).not.toBe(clock.now())
  })

  test('that may be in the library state the reason, which is updated', async () => {
    join('1')
    const setYear = (year: number | null) => db.write((tx) => tx.run(sql`update series set year = ${year} where comic_id = 'harbor'`)) // biome-ignore format: one line
    setYear(null)
    await matcher.rematch('C0001')
    expect(store.allArcRows(db.read, 'C0001')[0]).toMatchObject({ reason: 'year_unknown', candidates: ['harbor-1'] })
    makeSeries(db, { comic_id: 'second' })
    makeIssues(db, 'second', [1])
    await matcher.rematch('C0001')
    expect(store.allArcRows(db.read, 'C0001')[0]!.candidates.toSorted()).toEqual(['harbor-1', 'second-1'])
    setYear(2015)
    await matcher.rematch('C0001')
    expect(store.allArcRows(db.read, 'C0001')[0]).toMatchObject({ issue_id: 'harbor-1', reason: null, candidates: [] })
  })

  test('that were wanted make the issue of the library wanted', async () => {
    join('1')
    change('C0001_1', { status: 'Wanted' })
    change('C0002_1', { status: 'Read' })
    await matcher.rematch()
    expect(calls).toEqual([['want', 'harbor-1']])
    expect([rows()[0], rows('C0002')[0]]).toEqual([['harbor-1', 'name', null], ['harbor-1', 'name', 'Read']])
  }) // biome-ignore format: one line

  test.each([
    ['get an issue of their own', 'C0001_1', null],
    ['wait when none can be created', undefined, 'Wanted'],
  ])('that are wanted and in no library %s', async (_what, made, status) => {
    own = made
    change('C0001_1', { status: 'Wanted' })
    await matcher.rematch()
    expect(calls).toEqual([['make', 'C0001_1'], ...(made ? [['want', made]] : [])])
    expect(rows()[0]![2] as unknown).toBe(status)
  })

  test("with an issue of their own pass its files and state to the library's", async () => {
    join('1')
    change('C0001_1', { issue_id: 'own-1' })
    await matcher.rematch('C0001')
    expect(calls).toEqual([['replace', 'own-1', 'harbor-1']])
  })

  test('are matched in the given order, and counted', () => {
    join('1')
    expect(db.write((tx) => matcher.matchRows(tx, store.allArcRows(tx, 'C0001')))).toBe(1)
    expect(rows().map(([issue]) => issue)).toEqual(['harbor-1', null])
  })

  test('wait for the next start when the process stops', async () => {
    join('1')
    expect(await matcher.rematch(undefined, AbortSignal.abort())).toEqual({ matched: 0, unmatched: 0 })
    expect(rows()[0]).toEqual([null, null, null])
  })
})

describe('soon after the library changed', () => {
  test('all rows are matched once, for any number of changes', async () => {
    join('1')
    for (let nth = 0; nth < 3; nth++) matcher.scheduleMatching()
    await clock.advance('1 s')
    expect(rows()[0]![0]).toBeNull()
    await clock.advance('1 s')
    await matcher.stop()
    expect([rows()[0]![0], rows('C0002')[0]![0]]).toEqual(['harbor-1', 'harbor-1'])
  })

  test('rows are matched again after another change', async () => {
    matcher.scheduleMatching()
    await clock.advance('2 s')
    expect(rows()[0]).toEqual([null, 'series_missing', null])
    join('1')
    for (let nth = 0; nth < 10 && rows()[0]![0] === null; nth++) {
      matcher.scheduleMatching()
      await clock.advance('2 s')
    }
    expect(rows()[0]![0]).toBe('harbor-1')
  })

  test('matching does not start after Panelkeep stops', async () => {
    join('1')
    matcher.scheduleMatching()
    await matcher.stop()
    matcher.scheduleMatching()
    await clock.advance('5 s')
    expect(rows()[0]![0]).toBeNull()
  })

  test('a failed matching is logged', async () => {
    matcher.scheduleMatching()
    db.close()
    await clock.advance('2 s')
    await matcher.stop()
    expect(log).toEqual(['story arc matching failed'])
    db = testDatabase()
  })
})
