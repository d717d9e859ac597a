import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { addTimelineRow } from '../../base/activity/store'
import { plus } from '../../base/platform/clock'
import { migrate } from '../../base/storage/migrate'
import { migrations } from '../../base/storage/migrations/index'
import { markIssuesListed } from '../../library/series/counts-store'
import type { FacetsReply } from '../../library/series/schema'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { ActivityPanel, CollectionCharts, ScanTargets, Stats, UpcomingPanel } from './schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const get = <T>(panel: string, status = 200) => app.reader.json<T>(status, app.reader.get(`/api/dashboard/${panel}`))
const stats = async () => (await get<{ stats: Stats }>('library')).stats
const collection = () => get<CollectionCharts>('collection')

const MONTH = 10_000_000

const listIssues = (comicId: string) => app.db.write((tx) => markIssuesListed(tx, comicId, true))

/** Two comic series and a manga series; one comic series is paused. */
function fill() {
  makeSeries(app.db, { publisher: 'Northgate', year: 2012 })
  makeIssues(app.db, 'harbor', [1, 2, 3])
  listIssues('harbor')
  makeFile(app.db, { issues: ['harbor-1'], size: 2 * MONTH, added_at: '2026-01-10T00:00:00.000Z' })
  makeFile(app.db, { issues: ['harbor-2'], size: MONTH, format: 'cbr', added_at: '2026-03-10T00:00:00.000Z' })
  makeSeries(app.db, { comic_id: 'river', name: 'River Road', content_type: 'manga', year: 2018 })
  makeIssues(app.db, 'river', [1])
  makeFile(app.db, { issues: ['river-1'], size: MONTH, added_at: '2026-03-11T00:00:00.000Z' })
  makeSeries(app.db, { comic_id: 'old', name: 'Old Paper', publisher: 'Northgate', year: 1986, status: 'paused' })
  makeIssues(app.db, 'old', [1, 2])
  makeFile(app.db, { issues: ['old-1'], size: MONTH, added_at: '2026-03-12T00:00:00.000Z' })
}

describe('the counts of the library', () => {
  test('include paused series, as everywhere, and round to one decimal', async () => {
    fill()
    expect(await stats()).toEqual({
      total_series: 3,
      total_issues: 4,
      total_expected: 6,
      announced: 0,
      known_series: 2,
      completion_pct: 60,
      manga_series: 1,
      manga_have: 1,
      manga_total: 1,
      manga_completion_pct: 0,
      comic_series: 2,
      comic_have: 3,
      comic_total: 5,
      comic_completion_pct: 60,
    })
    makeIssues(app.db, 'harbor', [4, 5])
    expect((await stats()).completion_pct).toBe(42.9)
  })

  test('do not call a series complete whose total is unknown', async () => {
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [1])
    makeFile(app.db, { issues: ['harbor-1'] })
    expect(await stats()).toMatchObject({ total_issues: 1, known_series: 0, completion_pct: 0 })
    expect((await collection()).completion).toEqual({ complete: 0, partial: 0, unknown: 1, empty: 0 })
    listIssues('harbor')
    expect(await stats()).toMatchObject({ known_series: 1, completion_pct: 100 })
    expect((await collection()).completion).toEqual({ complete: 1, partial: 0, unknown: 0, empty: 0 })
  })

  test('say as often as the library that a series is complete, has gaps or has no files', async () => {
    fill()
    makeSeries(app.db, { comic_id: 'none', name: 'No Issues' })
    // A manga that is counted in chapters lacks the volumes that are wanted.
    makeSeries(app.db, { comic_id: 'tide', name: 'Tide', content_type: 'manga' })
    makeIssues(app.db, 'tide', [
      { number: '1', unit: 'chapter' },
      { number: '2', unit: 'chapter' },
      { number: '1', unit: 'volume', intent: 'wanted', issue_id: 'tide-v1' },
    ])
    makeFile(app.db, { issues: ['tide-1', 'tide-2'], path: '/library/tide.cbz' })
    listIssues('tide')
    const { progress } = await app.reader.json<typeof FacetsReply.static>(200, app.reader.get('/api/series/facets'))
    const { missing: partial, ...same } = progress
    expect(partial).toBe(3)
    expect((await collection()).completion).toEqual({ ...same, partial })
    const { total_series, known_series } = await stats()
    expect(total_series - known_series).toBe(progress.unknown)
  })

  test('know enough of a series once a gap of it is wanted', async () => {
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [1, 2, 4])
    makeFile(app.db, { issues: ['harbor-1', 'harbor-2', 'harbor-4'] })
    expect(await stats()).toMatchObject({ known_series: 0, completion_pct: 0 })
    await app.reader.json(200, app.reader.post('/api/series/harbor/gaps'))
    expect(await stats()).toMatchObject({ known_series: 1, completion_pct: 75 })
    expect((await collection()).completion).toMatchObject({ partial: 1, unknown: 0 })
  })

  test('leave out announced issues until they are released', async () => {
    makeSeries(app.db)
    const at = plus(app.clock.now(), 2 * 86_400_000).slice(0, 10)
    makeIssues(app.db, 'harbor', [1, { number: '2', release_date: at }, { number: '3', issue_date: '2099' }])
    makeFile(app.db, { issues: ['harbor-1'] })
    listIssues('harbor')
    expect(await stats()).toMatchObject({ total_expected: 1, announced: 2, completion_pct: 100 })
    expect((await collection()).completion).toMatchObject({ complete: 1, partial: 0 })
    await app.clock.advance('3 d')
    expect(await stats()).toMatchObject({ total_expected: 2, announced: 1, completion_pct: 50 })
    expect((await collection()).completion).toMatchObject({ complete: 0, partial: 1 })
  })

  test('are never 100 % while an issue is missing', async () => {
    makeSeries(app.db)
    makeIssues(
      app.db,
      'harbor',
      Array.from({ length: 2001 }, (_, at) => at + 1),
    )
    const owned = Array.from({ length: 2000 }, (_, at) => `harbor-${at + 1}`)
    makeFile(app.db, { issues: owned })
    listIssues('harbor')
    expect((await stats()).completion_pct).toBe(99.9)
  })

  test('are zero in an empty library', async () => {
    expect(await stats()).toMatchObject({ total_series: 0, total_expected: 0, completion_pct: 0 })
  })
})

describe('the collection', () => {
  test('is counted by month, publisher, decade, format, completion and size', async () => {
    fill()
    expect(await collection()).toEqual({
      files: 4,
      bytes: 5 * MONTH,
      growth: [
        { month: '2026-01', files: 1, bytes: 2 * MONTH },
        { month: '2026-03', files: 3, bytes: 3 * MONTH },
      ],
      publishers: [
        { publisher: 'Northgate', issues: 3 },
        { publisher: null, issues: 1 },
      ],
      decades: [
        { decade: 1980, issues: 1 },
        { decade: 2010, issues: 3 },
      ],
      formats: [
        { format: 'cbz', files: 3, bytes: 4 * MONTH },
        { format: 'cbr', files: 1, bytes: MONTH },
      ],
      completion: { complete: 0, partial: 2, unknown: 1, empty: 0 },
      storage: [
        { comic_id: 'harbor', name: 'Harbor Lights', files: 2, bytes: 3 * MONTH },
        { comic_id: 'old', name: 'Old Paper', files: 1, bytes: MONTH },
        { comic_id: 'river', name: 'River Road', files: 1, bytes: MONTH },
      ],
    })
  })

  test('by publisher and decade leaves out series that only belong to arcs, like the number of issues', async () => {
    fill()
    makeSeries(app.db, { comic_id: 'arc', name: 'Arc Only', publisher: 'Elsewhere', year: 1977, status: 'unfollowed' })
    makeIssues(app.db, 'arc', [1])
    makeFile(app.db, { issues: ['arc-1'] })
    const { publishers, decades } = await collection()
    const { total_issues } = await stats()
    for (const chart of [publishers, decades])
      expect(chart.reduce((sum: number, { issues }) => sum + issues, 0)).toBe(total_issues)
  })

  test('follows every change', async () => {
    fill()
    await collection()
    makeFile(app.db, { issues: ['harbor-3'], size: MONTH, added_at: '2026-04-01T00:00:00.000Z' })
    expect((await collection()).growth.at(-1)).toEqual({ month: '2026-04', files: 1, bytes: MONTH })
    await app.reader.json(200, app.reader.delete('/api/series/harbor'))
    expect(await collection()).toMatchObject({ files: 2, bytes: 2 * MONTH })
  })

  test('counts a file of two series once, also when one of them is removed', async () => {
    fill()
    makeFile(app.db, { path: '/library/both.cbz', issues: ['harbor-3', 'river-1'], size: MONTH })
    expect((await collection()).files).toBe(5)
    await app.reader.json(200, app.reader.delete('/api/series/harbor'))
    makeIssues(app.db, 'river', [2])
    expect(await collection()).toMatchObject({ files: 3, bytes: 3 * MONTH })
  })

  test('of a library of an older version is counted when the library is opened', () => {
    const raw = new Sqlite(':memory:', { strict: true })
    const at = migrations.findIndex(({ name }) => name.endsWith('count_files_of_series'))
    migrate(raw, undefined, migrations.slice(0, at))
    const day = "'2026-03-04T00:00:00.000Z'"
    for (const id of ['a', 'b'])
      raw.run(`INSERT INTO series (comic_id, name, sort_name, match_key, content_type, added_at, updated_at)
        VALUES ('${id}', '${id}', '${id}', '${id}', 'comic', ${day}, ${day})`)
    raw.run(`INSERT INTO issues (issue_id, comic_id, kind, unit, number, sort_key, added_at, updated_at)
      VALUES ('a1', 'a', 'issue', 'issue', '1', 'n1', ${day}, ${day}), ('b1', 'b', 'issue', 'issue', '1', 'n1', ${day}, ${day})`)
    raw.run(`INSERT INTO files (file_id, path, size, modified_ms, format, page_count, added_at, gone_at)
      VALUES ('f', '/f.cbz', 7, 1, 'cbz', 3, ${day}, NULL), ('g', '/g.cbz', 9, 1, 'cbz', 3, ${day}, ${day})`)
    raw.run("INSERT INTO issue_files VALUES ('a1', 'f'), ('b1', 'f'), ('b1', 'g')")
    migrate(raw, undefined, migrations)
    expect(raw.query('SELECT * FROM series_holdings').all()).toEqual([
      { comic_id: 'a', format: 'cbz', month: '2026-03', files: 1, bytes: 7 },
    ])
    raw.close()
  })
})

describe('recent activity', () => {
  test('is the last five rows of thirty days, newest first', async () => {
    const note = (label: string, days: number) =>
      app.db.write((tx) => {
        const subject = { type: 'series', id: 'harbor', label } as const
        addTimelineRow(tx, {
          at: plus(app.clock.now(), -days * 86_400_000),
          activity: 'add',
          status: 'succeeded',
          subject,
        })
      })
    note('too old', 31)
    for (const n of [6, 5, 4, 3, 2, 1]) note(`${n} days`, n)
    const panel = await get<ActivityPanel>('activity')
    expect(panel.days).toBe(30)
    expect(panel.events.map(({ subject_label }) => subject_label)).toEqual(
      ['1', '2', '3', '4', '5'].map((n) => `${n} days`),
    )
    expect((await get<ActivityPanel>('activity?limit=6')).events).toHaveLength(6)
    await app.reader.json(422, app.reader.get('/api/dashboard/activity?limit=0'))
  })
})

describe('this week', () => {
  test('lists at most six issues of the library, including past releases', async () => {
    expect(await get<unknown>('upcoming')).toEqual({ releases: [], total: 0 })
    makeSeries(app.db)
    const today = app.clock.now().slice(0, 10)
    makeIssues(
      app.db,
      'harbor',
      [1, 2, 3, 4, 5, 6, 7].map((n) => ({ number: `${n}`, release_date: today, intent: 'wanted' as const })),
    )
    makeFile(app.db, { issues: ['harbor-1'] })
    makeIssues(app.db, 'harbor', [{ number: '8', release_date: today, intent: 'skipped' as const }])
    const { releases, total } = await get<UpcomingPanel>('upcoming')
    expect(releases).toHaveLength(6)
    expect(releases[0]).toMatchObject({ IssueID: 'harbor-1', Status: 'Downloaded' })
    const listed = await app.reader.json<{ releases: unknown[] }>(200, app.reader.get('/api/releases'))
    expect([total, listed.releases.length]).toEqual([8, 8])
  })
})

describe('scan targets', () => {
  test('are the kinds with a library folder', async () => {
    expect(await get<ScanTargets>('scan-targets')).toEqual({ comic: false, manga: false })
    await app.reader.json(200, app.reader.put('/api/config', { manga_dirs: [app.folder] }))
    expect(await get<ScanTargets>('scan-targets')).toEqual({ comic: false, manga: true })
  })
})

test('a panel that cannot be read fails alone, and without counts', async () => {
  fill()
  const raw = (app.db as unknown as { raw: Sqlite }).raw
  raw.run('ALTER TABLE series_holdings RENAME TO away')
  const reply = await get<Record<string, unknown>>('collection', 500)
  expect(Object.keys(reply)).toContain('detail')
  expect(reply).not.toHaveProperty('files')
  expect((await stats()).total_series).toBe(3)
  raw.run('ALTER TABLE away RENAME TO series_holdings')
  expect((await collection()).files).toBe(4)
})
