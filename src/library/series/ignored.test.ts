import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { migrate } from '../../base/storage/migrate'
import { migrations } from '../../base/storage/migrations/index'
import type { Stats } from '../../edges/dashboard/schema'
import { wantedIssue } from '../../intake/search/wanted/store'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { countWithIgnored } from './column-store'
import { raiseTotal, recount, totalForFiles } from './counts-store'
import type { FacetsReply, SeriesDetail, SeriesListItem } from './schema'
import { findSeries } from './store'
import { series as table } from './tables'

/** What the user ignores is not missed, wherever a series is counted. */

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const get = <T>(path: string) => app.reader.json<T>(200, app.reader.get(path))
const list = (query = '') => get<SeriesListItem[]>(`/api/series${query}`)
const series = () => findSeries(app.db.read, 'harbor')!
const set = (issueId: string, status: string) =>
  app.reader.json(200, app.reader.put(`/api/series/issues/${issueId}/status`, { status }))
const recounted = () => {
  app.db.write((tx) => recount(tx, 'harbor'))
  return series()
}

test('an ignored issue is counted nowhere, and again once it is left to the settings', async () => {
  makeSeries(app.db, { listed: true })
  makeIssues(app.db, 'harbor', [1, 2, { number: '3', fulfillment: 'failed' }, { number: '4', release_date: '2099' }])
  makeFile(app.db, { issues: ['harbor-1'] })
  const shown = async () => {
    const [{ Total, Have, Announced }] = (await list()) as [SeriesListItem]
    const { about, comic, summary } = await get<SeriesDetail>('/api/series/harbor')
    const { stats } = await get<{ stats: Stats }>('/api/dashboard/library')
    return {
      list: [Have, Total, Announced],
      page: [summary.owned, comic[0]!.Total, about.announced],
      home: [stats.total_expected, stats.announced, stats.completion_pct],
      missing: (await list('?progress=missing')).length,
      facets: (await get<typeof FacetsReply.static>('/api/series/facets')).progress,
    }
  }
  const before = await shown()
  expect(before).toMatchObject({ list: [1, 4, 1], page: [1, 4, 1], home: [3, 1, 33.3], missing: 1 })
  for (const number of [2, 3, 4]) await set(`harbor-${number}`, 'ignored')
  expect(await shown()).toEqual({
    list: [1, 1, 0],
    page: [1, 1, 0],
    home: [1, 0, 100],
    missing: 0,
    facets: { complete: 1, missing: 0, empty: 0, unknown: 0 },
  })
  for (const number of [2, 3, 4]) await set(`harbor-${number}`, 'policy')
  expect(await shown()).toEqual(before)
})

test('an issue that is owned or in progress counts although it is ignored', () => {
  makeSeries(app.db, { listed: true })
  const ignored = { intent: 'ignored' } as const
  makeIssues(app.db, 'harbor', [
    { number: '1', ...ignored },
    { number: '2', ...ignored, fulfillment: 'archived' },
    { number: '3', ...ignored, fulfillment: 'snatched' },
    { number: '4', ...ignored, fulfillment: 'unknown' },
    { number: '1', ...ignored, kind: 'annual' },
  ])
  makeFile(app.db, { issues: ['harbor-1'] })
  expect(series()).toMatchObject({ have: 2, total: 3 })
})

test('a manga leaves out the ignored issues of the unit that it is counted in', () => {
  makeSeries(app.db, { content_type: 'manga', listed: true, monitor_mode: 'volumes' })
  makeIssues(app.db, 'harbor', [
    { number: '1', unit: 'volume', issue_id: 'v1' },
    { number: '2', unit: 'volume', issue_id: 'v2', intent: 'ignored', release_date: '2099-01-01' },
    { number: '9', intent: 'ignored' },
  ])
  expect(series()).toMatchObject({ counted_in: 'volume', total: 1 })
  expect(countWithIgnored(app.db.read, 'harbor')).toBe(2)
  expect(totalForFiles(app.db.read, series())).toBe(2)
})

describe('the number of issues that a series has', () => {
  test('is compared with the total of its files whether they are ignored or not', () => {
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [1, { number: '2', intent: 'ignored' }, { number: '3', intent: 'ignored' }])
    const stated = (total: number) => {
      app.db.write((tx) => raiseTotal(tx, 'harbor', total))
      return recounted()
    }
    expect(stated(2)).toMatchObject({ total: 1, total_known: false })
    expect(stated(3)).toMatchObject({ total: 1, total_known: true })
    expect(stated(5)).toMatchObject({ total: 3, total_known: true })
  })

  test('is written into files, compared with providers and with releases', () => {
    makeSeries(app.db, { listed: true })
    makeIssues(app.db, 'harbor', [1, { number: '2', intent: 'ignored' }, { number: '3', intent: 'ignored' }])
    expect(series().total).toBe(1)
    expect(totalForFiles(app.db.read, series())).toBe(3)
    expect(countWithIgnored(app.db.read, 'harbor')).toBe(3)
    // A series of one issue is searched for as a book of its own.
    expect(wantedIssue(app.db.read, 'harbor-1', '2026-11-21')?.wanted.issue_count).toBe(3)
  })
})

test('a library of an earlier version is counted by the migration as it is counted from then on', () => {
  makeSeries(app.db, { listed: true })
  makeIssues(app.db, 'harbor', [1, { number: '2', intent: 'ignored' }, { number: '3', intent: 'ignored' }])
  makeSeries(app.db, { comic_id: 'tide', name: 'Tide', content_type: 'manga', listed: true, monitor_mode: 'volumes' })
  makeIssues(app.db, 'tide', [
    { number: '1', unit: 'volume' },
    { number: '2', unit: 'volume', intent: 'ignored' },
    { number: '20', intent: 'ignored' },
  ])
  makeSeries(app.db, { comic_id: 'other', name: 'Other' })
  makeIssues(app.db, 'other', [1, { number: '2', intent: 'skipped' }])
  const totals = () => ['harbor', 'tide', 'other'].map((id) => findSeries(app.db.read, id)!.total)
  const counted = totals()
  expect(counted).toEqual([1, 1, 2])
  app.db.write((tx) => {
    for (const [id, total] of [['harbor', 3], ['tide', 2], ['other', 2]] as const) tx.update(table).set({ total }).where(eq(table.comic_id, id)).run() // biome-ignore format: one line
    tx.run(migrationSql())
  })
  expect(totals()).toEqual(counted)
})

test('the migration reads only issues in rare states to find the ignored ones', () => {
  const raw = new Sqlite(':memory:')
  migrate(raw)
  const steps = raw.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${migrationSql()}`).all()
  expect(steps.map(({ detail }) => detail)).toContain(
    'SEARCH issues USING INDEX issues_in_rare_states (fulfillment=? AND intent=?)',
  )
  raw.close()
})

const migrationSql = () => migrations.find(({ name }) => name === '0084_leave_ignored_issues_out')!.sql
