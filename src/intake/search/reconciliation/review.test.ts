import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { type TestApp, testApp } from '../../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { insertBacklog, insertSearchRun } from '../runs/store'
import { searchItems } from '../tables'
import type { ReviewedSeriesList, ReviewIssues } from './schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ settings: { enable_rss: 'false', search_interval: '0' } })
  await app.config.save({ annuals_on: false })
})
afterEach(() => app.close())

const PATH = '/api/system/acquisition/reconciliation'
const list = (query = '') => app.reader.json<ReviewedSeriesList>(200, app.reader.get(`${PATH}${query}`))
const issuesOf = (comicId: string, query = '') =>
  app.reader.json<ReviewIssues>(200, app.reader.get(`${PATH}/${comicId}${query}`))
const wanted = (number: string, more: object = {}) =>
  ({ number, intent: 'wanted', release_date: '2015-06-03', ...more }) as const

/** Harbor Lights: owned, wanted in all ways, without a file; a paused series; one with nothing to review. */
function fill(): void {
  makeSeries(app.db, { year: 2015 })
  makeIssues(app.db, 'harbor', [
    { number: '1', fulfillment: 'downloaded' },
    wanted('2'),
    wanted('3', { release_date: null }),
    wanted('4', { release_date: '2027-01-06' }),
    { number: '5', fulfillment: 'unknown' },
    { number: '6', fulfillment: 'snatched', intent: 'wanted' },
    { number: '7', fulfillment: 'failed' },
    { number: '8' },
    wanted('1', { kind: 'annual' }),
  ])
  makeSeries(app.db, { comic_id: 'old', name: 'An Old Paper', status: 'paused' })
  makeIssues(app.db, 'old', [wanted('1')])
  makeSeries(app.db, { comic_id: 'done', name: 'Done' })
  makeIssues(app.db, 'done', [{ number: '1' }])
}

describe('the review', () => {
  test('of an empty library is empty', async () => {
    expect(await list()).toEqual({
      gate: { state: 'open', reason: null, reconciliation: 'ready' },
      totals: { series: 0, wanted: 0, will_search: 0, unverified: 0 },
      series: [],
      pagination: { total: 0, limit: 50, offset: 0, has_more: false },
    })
  })

  test('says for each series what would be searched for, why, and what is on the disk', async () => {
    fill()
    makeFile(app.db, { issues: ['harbor-1'] })
    const { totals, series } = await list()
    expect(totals).toEqual({ series: 2, wanted: 5, will_search: 2, unverified: 1 })
    expect(series.map(({ name }) => name)).toEqual(['Harbor Lights', 'An Old Paper'])
    expect(series[0]).toMatchObject({
      will_search: 2,
      wanted: 4,
      unverified: 1,
      owned: 1,
      in_flight: 1,
      failed: 1,
      total: 9,
      paused: false,
      disk: { files: 1, gone: 0 },
      why: '2 wanted issues will be searched for. 2 wanted issues will not: not released yet or left out by the settings. 1 downloaded issue will not: no file was found.',
    })
    expect(series[1]).toMatchObject({
      paused: true,
      will_search: 0,
      wanted: 1,
      disk: { files: 0, bytes: 0, gone: 0 },
      why: '1 wanted issue will not: the series is not monitored.',
    })
  })

  test.each([true, false])('counts what the automatic search then does, with annuals and arcs: %p', async (isOn) => {
    fill()
    await app.config.save({ annuals_on: isOn, search_storyarcs: isOn })
    makeSeries(app.db, { comic_id: 'event', name: 'Event', status: 'unfollowed' })
    makeIssues(app.db, 'event', [wanted('1')])
    makeIssues(app.db, 'harbor', [
      wanted('20', { release_date: null, digital_date: '2027-01-06' }),
      wanted('21', { release_date: null, issue_date: '2026-11' }),
      wanted('22', { release_date: '2026-12' }),
      wanted('23', { release_date: '2026-11-21' }),
      wanted('2', { kind: 'annual', release_date: '2027-01-06' }),
      wanted('3', { kind: 'annual', release_date: null }),
    ])
    app.db.write((tx) => {
      const run = { trigger: 'scheduled', scope_type: 'wanted_backlog', scope_id: 'all', priority: 'routine' } as const
      insertSearchRun(tx, { ...run, run_id: 'r', created_at: app.clock.now() })
      insertBacklog(tx, 'r', { today: '2026-11-21', annuals: isOn, arcs: isOn, most: 100 }, app.clock.now())
    })
    const searched = app.db.read
      .select()
      .from(searchItems)
      .all()
      .map(({ entity_id }) => entity_id)
    const issues = (await Promise.all(['harbor', 'event'].map((id) => issuesOf(id)))).flatMap((each) => each.issues)
    const shown = issues.filter(({ reason }) => reason === 'will_search' || reason === 'no_date')
    expect(shown.map(({ issue_id }) => issue_id).sort()).toEqual(searched.sort())
    const { totals, series } = await list()
    const each = series.map(({ will_search }) => will_search)
    expect([totals.will_search, each.reduce((sum, count) => sum + count)]).toEqual([searched.length, searched.length])
  })

  test('is filtered and paged, and invalid queries are refused', async () => {
    fill()
    expect((await list('?filter=unverified')).series).toMatchObject([{ comic_id: 'harbor' }])
    expect((await list('?filter=wanted&limit=1&offset=1')).series).toMatchObject([{ comic_id: 'old' }])
    expect((await list('?limit=1')).pagination).toEqual({ total: 2, limit: 1, offset: 0, has_more: true })
    await app.reader.json(422, app.reader.get(`${PATH}?filter=none`))
    await app.reader.json(422, app.reader.get(`${PATH}?limit=0`))
    await app.reader.json(404, app.reader.get(`${PATH}/none`))
  })
})

describe('the issues of a series', () => {
  test('each say why, with their file', async () => {
    fill()
    const fileId = makeFile(app.db, { issues: ['harbor-2'] })
    app.db.write((tx) => {
      tx.run(sql`update files set gone_at = '2026-11-20T08:00:00.000Z' where file_id = ${fileId}`)
      tx.run(sql`update issues set fulfillment = 'missing' where issue_id = 'harbor-2'`)
    })
    const { name, issues } = await issuesOf('harbor')
    expect(name).toBe('Harbor Lights')
    expect(issues.map(({ label, reason }) => [label, reason])).toEqual([
      ['Harbor Lights Annual #1', 'annuals_hidden'],
      ['Harbor Lights #2', 'will_search'],
      ['Harbor Lights #3', 'no_date'],
      ['Harbor Lights #4', 'not_out_yet'],
      ['Harbor Lights #5', 'no_file_found'],
    ])
    expect(issues[1]).toMatchObject({
      state: 'Wanted',
      why: 'Wanted and missing: will be searched for. The file is gone.',
      file: { gone_at: '2026-11-20T08:00:00.000Z' },
    })
    expect(issues[4]).toMatchObject({ state: 'Unknown', intent: 'policy', file: null })
    await app.config.save({ annuals_on: true })
    expect((await issuesOf('harbor')).issues[0]!.reason).toBe('will_search')
    expect((await issuesOf('old')).issues).toMatchObject([{ reason: 'series_paused' }])
    expect((await issuesOf('harbor', '?limit=1&offset=2')).issues).toMatchObject([{ issue_id: 'harbor-3' }])
  })

  test('are counted by series, and mention a missing file only if that is why they are missing', async () => {
    fill()
    makeSeries(app.db, { comic_id: 'fog', name: 'Fog' })
    makeIssues(app.db, 'fog', [wanted('1'), wanted('2'), { number: '3', fulfillment: 'unknown' }])
    for (const number of [1, 3]) makeFile(app.db, { issues: [`fog-${number}`] })
    app.db.write((tx) => {
      tx.run(sql`update files set gone_at = '2026-11-20T08:00:00.000Z' where path like '%fog-%'`)
      tx.run(sql`update issues set fulfillment = 'missing' where issue_id = 'fog-1'`)
      tx.run(sql`update issues set fulfillment = 'unknown' where issue_id = 'fog-3'`)
    })
    const { issues, pagination } = await issuesOf('fog', '?limit=2')
    expect(pagination).toEqual({ total: 3, limit: 2, offset: 0, has_more: true })
    expect(issues.map(({ why }) => why.endsWith('The file is gone.'))).toEqual([true, false])
    expect((await issuesOf('fog', '?offset=2')).issues).toMatchObject([
      {
        why: 'Recorded as downloaded, but no file was found: not searched for.',
        file: { gone_at: expect.any(String) },
      },
    ])
    const { series } = await list('?filter=wanted')
    const fog = series.find(({ comic_id }) => comic_id === 'fog')
    expect(fog?.why).toBe('2 wanted issues will be searched for. 1 downloaded issue will not: no file was found.')
    expect(fog?.disk).toEqual({ files: 0, bytes: 0, gone: 2 })
  })
})
