import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { ToolParameters } from './arguments'
import { seriesTools } from './series-tools'
import { libraryTool } from './tool'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

function run(name: string, args: unknown = {}) {
  const tool = seriesTools({ db, clock: { now: () => '2026-11-21T08:00:00.000Z' } }).find((each) => each.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  return tool.run(args)
}
const names = (name: string, args: unknown = {}) => run(name, args).rows.map(({ ComicName }) => ComicName)

/** A series with issues 1 to `total`, of which the first `have` have a file. */
function series(name: string, have: number, total: number, row: Parameters<typeof makeSeries>[1] = {}) {
  const comic_id = makeSeries(db, { comic_id: name.toLowerCase().replaceAll(' ', '-'), name, ...row })
  const ids = makeIssues(
    db,
    comic_id,
    Array.from({ length: total }, (_, n) => n + 1),
  )
  for (const id of ids.slice(0, have)) makeFile(db, { issues: [id] })
}

test('series are found by part of their name: exact names first, then those that begin with it', () => {
  for (const name of ['The Quiet Harbor', 'Harbor Lights', 'Harbor', 'Copper Orchard']) series(name, 0, 0)
  series('Harbor of Arcs', 0, 0, { status: 'unfollowed' })
  expect(names('search_series', { name: 'harbor' })).toEqual(['Harbor', 'Harbor Lights', 'The Quiet Harbor'])
  expect(run('search_series', { name: 'HARBOR', limit: 1 })).toMatchObject({ total: 3, note: 'The first 1 of 3.' })
  expect(run('search_series', { name: '...' })).toEqual({ rows: [], total: 0 })
})

test('a row has the fields that tools read, and the id of its page', () => {
  series('Harbor Lights', 1, 3, { year: 2015, publisher: 'Northgate' })
  expect(run('search_series', { name: 'harbor' }).rows).toEqual([
    {
      ComicID: 'harbor-lights',
      ComicName: 'Harbor Lights',
      ComicYear: '2015',
      ComicPublisher: 'Northgate',
      ContentType: 'comic',
      Status: 'Active',
      Have: 1,
      Total: 3,
      Missing: 2,
      Announced: 0,
      Wanted: 0,
      percent: 33.3,
      LatestIssue: '3',
      LatestDate: null,
    },
  ])
})

test('a series with more issues than expected is complete, and misses none', () => {
  series('Over', 4, 4)
  const raw = (db as unknown as { raw: { run(sql: string): void } }).raw
  raw.run('update series set total = 3')
  expect(run('search_series', { name: 'over' }).rows[0]).toMatchObject({ Have: 4, Total: 3, Missing: 0, percent: 100 })
  expect(names('completion_filter', { min_pct: 100 })).toEqual(['Over'])
})

test('completion is a share of the issues, both ends included, in either order', () => {
  series('Full', 4, 4)
  series('Half', 2, 4)
  series('Quarter', 1, 4)
  series('Nothing', 0, 4)
  series('Empty', 0, 0)
  expect(names('completion_filter')).toEqual(['Full', 'Half', 'Quarter', 'Nothing'])
  expect(names('completion_filter', { min_pct: 25, max_pct: 50 })).toEqual(['Half', 'Quarter'])
  expect(names('completion_filter', { min_pct: 99, max_pct: '30' })).toEqual(['Half'])
  expect(names('completion_filter', { max_pct: 0 })).toEqual(['Nothing'])
})

test('gaps are listed for partly owned series, with the missing numbers', () => {
  series('Full', 4, 4)
  series('Nothing', 0, 4)
  series('Few', 3, 5)
  series('Many', 1, 40)
  makeIssues(db, 'few', [
    { number: '6', intent: 'ignored' },
    { number: '1', kind: 'annual' },
  ])
  expect(names('series_with_gaps')).toEqual(['Many', 'Few'])
  expect(names('series_with_gaps', { order: 'least_missing' })).toEqual(['Few', 'Many'])
  expect(names('series_with_gaps', { order: 'name' })).toEqual(['Few', 'Many'])
  const [few, many] = run('series_with_gaps', { order: 'name' }).rows
  expect(few).toMatchObject({ Missing: 3, MissingNumbers: '#4, #5, Annual #1' })
  expect(String(many?.MissingNumbers)).toMatch(/^#2, .*#31 and more$/)
  series('Thirty', 1, 31)
  const [thirty] = run('series_with_gaps', { limit: 3 }).rows.filter(({ ComicName }) => ComicName === 'Thirty')
  expect(String(thirty?.MissingNumbers)).toMatch(/, #31$/)
})

test('announced issues are no gap, and count for no share', () => {
  series('Ready', 2, 2)
  series('Behind', 2, 3)
  for (const id of ['ready', 'behind'])
    makeIssues(db, id, [
      { number: '8', release_date: '2026-11-22' },
      { number: '9', issue_date: '2027' },
    ])
  expect(names('series_with_gaps')).toEqual(['Behind'])
  const [behind] = run('series_with_gaps').rows
  expect(behind).toMatchObject({ Total: 3, Missing: 1, Announced: 2, MissingNumbers: '#3' })
  expect(names('completion_filter', { min_pct: 100 })).toEqual(['Ready'])
})

test('a publisher is found by part of its name, and so is an imprint', () => {
  series('One', 0, 1, { publisher: 'Northgate Press' })
  series('Two', 0, 1, { publisher: 'Kestrel', imprint: 'Northgate Kids' })
  series('Three', 0, 1, { publisher: 'Kestrel' })
  series('Four', 0, 1)
  expect(names('series_by_publisher', { publisher: 'NORTHGATE' })).toEqual(['One', 'Two'])
})

test('years are a span, one year alone is that year, in either order', () => {
  for (const year of [1999, 2000, 2001, 2002]) series(`In ${year}`, 0, 1, { year })
  series('Unknown', 0, 1)
  expect(names('series_by_year', { year_start: 2000, year_end: 2001 })).toEqual(['In 2000', 'In 2001'])
  expect(names('series_by_year', { year_start: '2001', year_end: 2000 })).toEqual(['In 2000', 'In 2001'])
  expect(names('series_by_year', { year_end: 2002 })).toEqual(['In 2002'])
  expect(names('series_by_year')).toEqual(['In 1999', 'In 2000', 'In 2001', 'In 2002'])
})

test('no tool returns more than a hundred rows', () => {
  const row = { ComicID: 'x' }
  const tool = libraryTool({
    name: 'many',
    description: 'Many.',
    parameters: ToolParameters({}),
    run: () => ({ rows: Array.from({ length: 101 }, () => row), total: 0 }),
  })
  expect(tool.run({}).rows).toHaveLength(100)
  expect(tool.run({})).toMatchObject({ total: 101, note: 'The first 100 of 101.' })
})

test('the rows of a result are limited in number and bytes, and the note states the total', () => {
  for (let n = 0; n < 120; n++) series(`Harbor ${n}`, 0, 0, { publisher: 'x'.repeat(n < 60 ? 10 : 10_000) })
  const { rows, total, note } = run('search_series', { name: 'harbor', limit: 100 })
  expect(rows.length).toBeLessThan(100)
  expect(total).toBe(120)
  expect(note).toBe(`The first ${rows.length} of 120.`)
  expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThan(21_000)
})
