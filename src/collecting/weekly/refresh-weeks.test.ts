import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import type { ReleaseRecord } from '../../library/metadata/providers/provider'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import type { CalendarWeek } from './calendar'
import { WeeklyRefresh } from './refresh'
import type { ReleaseListing } from './sources/listing'
import type { ReleaseFailure, ReleaseSource } from './states'
import * as store from './store'

/** One refresh over sources with scripted answers. The clock is at Saturday, 2026-11-21. */
type Answer = { ok: ReleaseRecord[] } | { failure: ReleaseFailure; detail: string }
let db: Database
let answer: (source: ReleaseSource, week: CalendarWeek) => Answer
let asked: string[]
let dropped: [source: string, weeks: string[]][]
let bound: string[]
let reports: number[]
let stopping: AbortController
beforeEach(() => {
  db = testDatabase()
  answer = () => ({ ok: [] })
  asked = []
  dropped = []
  bound = []
  reports = []
  stopping = new AbortController()
})
afterEach(() => db.close())

const listing = (source: ReleaseSource, weeksAhead = 1): ReleaseListing => ({
  source,
  label: source,
  weeksAhead,
  reasonUnused: () => undefined,
  async fetch(week) {
    asked.push(`${source} ${week.first}`)
    return answer(source, week) as never
  },
})
function run(payload: unknown = null, sources: ReleaseSource[] = ['metron'], isLost = () => false) {
  const refresh = new WeeklyRefresh({
    db,
    clock: fakeClock(),
    usable: () => sources.map((source) => listing(source)),
    bind: (_tx, week) => void bound.push(week.first),
    drop: (_tx, source, weeks) => void dropped.push([source, weeks.map(({ first }) => first)]),
  })
  return refresh.run(payload, {
    operation_id: 'o',
    signal: stopping.signal,
    report: (progress) => void reports.push(progress),
    persist: async (work) => (isLost() ? undefined : (db.write(work as never) as never)),
  })
}
const record = (id: string, day: string): ReleaseRecord => ({ id, day, series: 'Harbor Lights', kind: 'issue', unit: 'issue', number: '007', series_ids: {}, issue_ids: {} }) // biome-ignore format: one line
const [NOW, BEFORE, AFTER] = ['2026-11-15', '2026-11-08', '2026-11-22']

describe('a refresh', () => {
  test('queries the current week first, then the previous one and those ahead', async () => {
    answer = (_source, { first }) => ({ ok: [record(first, first)] })
    expect(await run()).toEqual({ weeks: 3, releases: 3, failures: [] })
    expect(asked).toEqual([`metron ${NOW}`, `metron ${BEFORE}`, `metron ${AFTER}`])
    expect([bound, dropped]).toEqual([[NOW, BEFORE, AFTER], [['metron', [NOW, BEFORE, AFTER]]]])
    expect(reports.map((each) => Math.round(each * 3))).toEqual([1, 2, 3])
    expect(store.releasesIn(db.read, { first: NOW, last: '2026-11-21' })).toMatchObject([{ number: '7', match_key: 'harborlights' }]) // biome-ignore format: one line
  })

  test.each([
    ['2026-08-06', ['2026-08-02', NOW, BEFORE, AFTER]],
    ['2026-11-28', [NOW, BEFORE, AFTER]],
    ['2026-11-29', ['2026-11-29', NOW, BEFORE, AFTER]],
  ])('also queries the week of %s, before the others, unless it is one of them', async (day, weeks) => {
    await run({ day })
    expect(asked).toEqual(weeks.map((first) => `metron ${first}`))
  })

  test.each([
    ['auth', 1],
    ['limit', 1],
    ['banned', 1],
    ['unreachable', 1],
    ['unavailable', 1],
    ['disabled', 1],
    ['unreadable', 3],
    ['wrong_week', 3],
  ] as const)('that fails as %s queries that source %p times, and still queries the next source', async (failure, count) => {
    answer = (source) => (source === 'metron' ? { failure, detail: 'It failed.' } : { ok: [] })
    expect(await run(null, ['metron', 'comicvine'])).toEqual({ weeks: 3, releases: 0, failures: ['It failed.'] })
    expect(asked.filter((each) => each.startsWith('metron'))).toHaveLength(count)
    expect(asked.filter((each) => each.startsWith('comicvine'))).toHaveLength(3)
    const fetches = store.fetchesIn(db.read, { first: BEFORE, last: AFTER }).filter(({ source }) => source === 'metron')
    expect(fetches.map((each) => [each.failure, each.detail, each.fetched_at])).toEqual(Array.from({ length: 3 }, () => [failure, 'It failed.', null])) // biome-ignore format: one line
    expect(dropped).toEqual([['metron', []], ['comicvine', [NOW, BEFORE, AFTER]]])
  }) // biome-ignore format: a table

  test('names each failure once, and drops issues only of the weeks that were fetched', async () => {
    answer = (_source, { first }) => (first === BEFORE ? { failure: 'unreadable', detail: 'Rubbish.' } : { ok: [] })
    expect(await run()).toMatchObject({ weeks: 2, failures: ['Rubbish.'] })
    expect(dropped).toEqual([['metron', [NOW, AFTER]]])
    expect(bound).toEqual([NOW, AFTER])
  })

  test('keeps the stored week when the new one lacks nearly all, and says so', async () => {
    answer = (_source, { first }) => ({ ok: first === NOW ? Array.from({ length: 20 }, (_, at) => record(`${at}`, NOW)) : [] }) // biome-ignore format: one line
    await run()
    answer = () => ({ ok: [] })
    expect(await run()).toMatchObject({ failures: ['metron sent 0 of 20 releases. Earlier releases are kept.'] })
    expect(store.countReleases(db.read, 'metron', { first: NOW, last: '2026-11-21' })).toBe(20)
    const [fetch] = store.fetchesIn(db.read, { first: NOW, last: NOW })
    expect(fetch).toMatchObject({ failure: 'empty', count: 20, fetched_at: '2026-11-21T08:00:00.000Z' })
  })

  test('deletes weeks of more than 400 days ago', async () => {
    const old = (first: string) => db.write((tx) => store.saveFetch(tx, { source: 'metron', first, tried_at: '' }))
    for (const first of ['2025-09-28', '2025-10-05']) old(first)
    await run()
    expect(store.fetchesIn(db.read, { first: '2025-01-01', last: '2025-12-31' }).map(({ first }) => first)).toEqual(['2025-10-05']) // biome-ignore format: one line
  })

  test('that the process stops writes nothing more, and has no result', async () => {
    answer = () => {
      stopping.abort()
      return { ok: [record('1', NOW)] }
    }
    expect(await run()).toBeUndefined()
    expect([asked.length, store.releasesIn(db.read, { first: NOW, last: AFTER }), dropped]).toEqual([1, [], []])
  })

  test('whose write is lost with the process has no result', async () => {
    expect(await run(null, ['metron'], () => true)).toBeUndefined()
    expect(asked).toHaveLength(1)
  })
})
