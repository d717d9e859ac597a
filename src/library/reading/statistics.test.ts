import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { plus } from '../../base/platform/clock'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { deleteSeries } from '../series/store'
import type { ReadingStatistics } from './schema'
import { countSitting } from './statistics-store'
import { readingDays, readingProgress, readingSittings } from './tables'

const DAY = 86_400_000

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  for (const [comic_id, name] of [
    ['harbor', 'Harbor Lights'],
    ['copper', 'Copper Orchard'],
  ] as const) {
    makeSeries(app.db, { comic_id, name })
    for (const id of makeIssues(app.db, comic_id, [1, 2, 3]))
      makeFile(app.db, { issues: [id], content_hash: `hash of ${id}` })
  }
})
afterEach(() => app.close())

const sitting = (pages: number, seconds = 60, sitting_id = 'sitting-1') => ({ sitting_id, pages, seconds })
async function put(issue: string, body: object): Promise<void> {
  await app.reader.json(200, app.reader.put(`/api/reading/issues/${issue}/progress`, { zone: 'UTC', ...body }))
}
const statistics = (query = '?zone=UTC') =>
  app.reader.json<ReadingStatistics>(200, app.reader.get(`/api/reading/statistics${query}`))
const today = async () => (await statistics()).days.at(-1)!

describe('pages and time', () => {
  test('are those that the reader counted', async () => {
    await put('harbor-1', { page: 5, sitting: sitting(6, 120) })
    await put('copper-1', { page: 2, sitting: sitting(3, 30, 'sitting-2') })
    const { totals, series, days, since, today } = await statistics()
    expect(totals).toEqual({ pages: 9, issues: 0, seconds: 150 })
    expect(days).toHaveLength(14)
    expect(days.at(-1)).toEqual({ day: today, pages: 9, issues: 0, seconds: 150 })
    expect(since).toBe(today)
    expect(series).toMatchObject([
      { comic_id: 'harbor', name: 'Harbor Lights', exists: true, pages: 6, seconds: 120, last_day: today },
      { comic_id: 'copper', name: 'Copper Orchard', pages: 3, seconds: 30 },
    ])
  })

  test('are sums: a report that is repeated, late or out of order counts nothing twice', async () => {
    const at = app.clock.now()
    await app.clock.advance('1 min')
    const report = { page: 5, at: app.clock.now(), sitting: sitting(6, 120) }
    await put('harbor-1', report)
    await put('harbor-1', report)
    await put('harbor-1', { page: 2, at, sitting: sitting(3, 50) })
    expect(await today()).toMatchObject({ pages: 6, seconds: 120 })
    await put('harbor-1', { page: 6, at: app.clock.now(), sitting: sitting(7, 125) })
    expect(await today()).toMatchObject({ pages: 7, seconds: 125 })
  })

  test('count also where another device has newer progress', async () => {
    const at = app.clock.now()
    await app.clock.advance('1 min')
    await put('harbor-1', { page: 5, sitting: sitting(6) })
    await put('harbor-1', { page: 3, at, sitting: sitting(4, 40, 'tablet-1') })
    expect(await today()).toMatchObject({ pages: 10, seconds: 100 })
  })

  test('are never more than the issue has', async () => {
    await put('harbor-1', { page: 5, sitting: sitting(900_000) })
    expect(await today()).toMatchObject({ pages: 24 })
  })

  test('of an app that reports its position are the pages that it reached first, without time', async () => {
    for (const page of [3, 9, 4, 10]) {
      await app.clock.advance('2 min')
      await put('harbor-1', { page })
    }
    expect(await today()).toMatchObject({ pages: 11, issues: 0, seconds: 0 })
    await put('harbor-1', { page: 23 })
    expect(await today()).toMatchObject({ pages: 24, issues: 1 })
  })

  test('of a second reading count again', async () => {
    await put('harbor-1', { page: 23 })
    await app.clock.advance('1 h')
    for (let page = 0; page < 24; page++) {
      await app.clock.advance('1 min')
      await put('harbor-1', { page })
    }
    expect(await today()).toMatchObject({ pages: 48, issues: 2 })
  })
})

describe('nothing is counted for', () => {
  test('marks, in bulk or one by one, and opening', async () => {
    await app.reader.post('/api/reading/mark', { comic_ids: ['harbor', 'copper'], read: true })
    await app.reader.delete('/api/reading/issues/harbor-1/progress')
    await put('harbor-1', { page: 0, share: 0.2 })
    expect(await statistics()).toMatchObject({ since: null, streak: 0, totals: { pages: 0, issues: 0 }, series: [] })
  })

  test('the rest of an issue that was marked as read', async () => {
    await put('harbor-1', { page: 4 })
    await app.reader.post('/api/reading/mark', { issue_ids: ['harbor-1'], read: true })
    expect(await today()).toMatchObject({ pages: 5, issues: 0 })
  })

  test('a page past the last', async () => {
    const reply = await app.reader.put('/api/reading/issues/harbor-1/progress', { page: 24, sitting: sitting(6) })
    expect(reply.status).toBe(400)
    expect(await statistics()).toMatchObject({ series: [] })
  })
})

/** A report from some days ago that is sent now. */
const daysAgo = (days: number) => plus(app.clock.now(), -days * DAY)

describe('a day', () => {
  test("is the reader's, and for other apps that of the zone that a browser reported last", async () => {
    const at = '2026-11-20T23:30:00.000Z'
    await put('harbor-1', { page: 5, at, sitting: sitting(6), zone: 'Europe/Berlin' })
    await app.reader.json(200, app.reader.put('/api/reading/issues/copper-1/progress', { page: 2, at }))
    await put('harbor-1', { page: 6, at, sitting: sitting(7), zone: 'America/New_York' })
    const { days } = await statistics()
    expect(days.filter(({ pages }) => pages > 0)).toMatchObject([
      { day: '2026-11-20', pages: 1 },
      { day: '2026-11-21', pages: 9 },
    ])
  })

  test("begins and ends at the reader's place", async () => {
    expect(app.clock.now()).toStartWith('2026-11-21T')
    expect((await statistics('?zone=Pacific/Kiritimati')).today).not.toBe(
      (await statistics('?zone=Pacific/Pago_Pago')).today,
    )
    await put('harbor-1', { page: 5, sitting: sitting(6), zone: 'Pacific/Kiritimati' })
    expect((await statistics('')).today).toBe((await statistics('?zone=Pacific/Kiritimati')).today)
  })

  test('is not lost to a browser whose zone this machine does not know', async () => {
    await put('harbor-1', { page: 5, sitting: sitting(6), zone: 'Moon/Tranquility' })
    expect(await statistics()).toMatchObject({ totals: { pages: 6 } })
    expect((await app.reader.get('/api/reading/statistics?zone=Moon/Tranquility')).status).toBe(400)
    expect((await app.reader.get('/api/reading/statistics?zone=a%20b')).status).toBe(422)
  })

  test('is the one of reading, for a report that was sent later', async () => {
    await put('harbor-1', { page: 5, at: daysAgo(3), sitting: sitting(6) })
    const { days } = await statistics()
    expect(days.map(({ pages }) => pages)).toEqual([...Array(10).fill(0), 6, 0, 0, 0])
    expect(days.at(-4)?.day).toBe(daysAgo(3).slice(0, 10))
  })
})

describe('the streak', () => {
  const readAgo = async (...days: number[]) => {
    for (const day of days)
      await put('harbor-1', { page: 5, at: daysAgo(day), sitting: sitting(6, 60, `sitting-of-day-${day}`) })
  }

  test('is the number of consecutive days until today', async () => {
    await readAgo(4, 2, 1, 0)
    expect(await statistics()).toMatchObject({ streak: 3 })
  })

  test('grows with a day in between that is sent later', async () => {
    await readAgo(2, 0)
    expect(await statistics()).toMatchObject({ streak: 1 })
    await put('harbor-1', { page: 5, at: daysAgo(1), sitting: sitting(0, 20, 'sitting-of-nothing') })
    expect(await statistics()).toMatchObject({ streak: 1 })
    await readAgo(1)
    expect(await statistics()).toMatchObject({ streak: 3 })
  })

  test('lasts while today has no reading yet', async () => {
    await readAgo(2, 1)
    expect(await statistics()).toMatchObject({ streak: 2 })
  })

  test('ends after a day without reading', async () => {
    await readAgo(4, 3, 2)
    expect(await statistics()).toMatchObject({ streak: 0 })
  })

  test('does not count a day on which an issue was only open', async () => {
    await readAgo(1)
    await put('harbor-1', { page: 5, sitting: sitting(0, 20, 'sitting-of-nothing') })
    expect(await statistics()).toMatchObject({ streak: 1 })
  })
})

describe('the counts', () => {
  test('outlive the series, under its last name', async () => {
    await put('harbor-1', { page: 5, sitting: sitting(6) })
    app.db.write((tx) => deleteSeries(tx, 'harbor'))
    expect(await statistics()).toMatchObject({
      streak: 1,
      totals: { pages: 6 },
      series: [{ comic_id: 'harbor', name: 'Harbor Lights', exists: false, image: null, pages: 6 }],
    })
  })

  test('leave out issues that were only open', async () => {
    await put('harbor-1', { page: 2, sitting: sitting(0, 20) })
    expect(await statistics()).toMatchObject({ since: null, series: [], pagination: { total: 0 } })
  })

  test('are listed by pages, a part at a time', async () => {
    await put('harbor-1', { page: 2, sitting: sitting(3) })
    await put('copper-1', { page: 6, sitting: sitting(7, 60, 'sitting-2') })
    const { series, pagination } = await statistics('?zone=UTC&limit=1&offset=1')
    expect(series.map(({ comic_id }) => comic_id)).toEqual(['harbor'])
    expect(pagination).toEqual({ total: 2, limit: 1, offset: 1, has_more: false })
  })

  test('are stored with the progress or not at all', async () => {
    const { db } = app
    const progress = () => db.read.select().from(readingProgress).all()
    db.write((tx) =>
      tx.run('create trigger fails before insert on reading_progress begin select raise(abort, "full"); end'),
    )
    const reply = await app.reader.put('/api/reading/issues/harbor-1/progress', { page: 5, sitting: sitting(6) })
    expect(reply.status).toBe(500)
    expect([
      progress(),
      db.read.select().from(readingDays).all(),
      db.read.select().from(readingSittings).all(),
    ]).toEqual([[], [], []])
  })

  test('keep sittings for some weeks, and their sums permanently', async () => {
    const at = app.clock.now()
    app.db.write((tx) => countSitting(tx, sitting(3, 60, 'old-sitting'), plus(at, -61 * DAY)))
    app.db.write((tx) => countSitting(tx, sitting(3, 60, 'late-sitting'), plus(at, -59 * DAY)))
    app.db.write((tx) => countSitting(tx, sitting(3), at))
    const ids = app.db.read.select({ id: readingSittings.sitting_id }).from(readingSittings).all()
    expect(ids.map(({ id }) => id).sort()).toEqual(['late-sitting', 'sitting-1'])
  })
})

test.each([
  { sitting_id: 'short', pages: 1, seconds: 1 },
  { sitting_id: 'sitting-1', pages: -1, seconds: 1 },
  { sitting_id: 'sitting-1', pages: 1, seconds: 9_999_999 },
])('refuses a sitting %p', async (wrong) => {
  const reply = await app.reader.put('/api/reading/issues/harbor-1/progress', { page: 1, sitting: wrong })
  expect(reply.status).toBe(400)
})
