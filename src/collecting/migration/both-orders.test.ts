import { afterEach, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type TestApp, testApp } from '../../testing/app'
import { sampleDatabases, samplePath } from '../../testing/migration/moved-databases'
import { PROGRESS, START } from '../../testing/migration/moving'
import type { MigrationProgress } from './progress'

/** The libraries of one person in four programs, moved in one after the other, repeated, and undone. */

let app: TestApp
afterEach(() => app?.close())

const NAMES = { kapowarr: 'Kapowarr.db', komga: 'database.sqlite', kavita: 'kavita.db' } as const
type Program = keyof typeof NAMES | 'mylar'
const MYLAR = join(import.meta.dir, '../../../../shared/data/mylar/small')

const rows = <T>(query: string) => app.db.read.all<T>(sql.raw(query))
const counts = () =>
  ['series', 'issues', 'collections', 'collection_series', 'reading_lists', 'reading_list_entries', 'reading_progress', 'series_marks', 'issue_sources', 'series_sources', 'story_arcs', 'story_arc_issues', 'journal', 'journal_issues', 'blocklist', 'ddl_items', 'weekly_releases', 'indexers', 'download_clients', 'notice_targets', 'bookmarks', 'reading_days'].map(
    (table) => [table, rows<{ n: number }>(`select count(*) as n from ${table}`)[0]!.n],
  ) // biome-ignore format: a list

async function move(program: Program): Promise<MigrationProgress> {
  const path = join(app.folder, program)
  mkdirSync(path, { recursive: true })
  if (program === 'mylar') cpSync(MYLAR, path, { recursive: true })
  else cpSync(samplePath(program), join(path, NAMES[program]))
  await app.reader.json(200, app.reader.post(START, { path }))
  await app.idle()
  const progress = await app.reader.json<MigrationProgress>(200, app.reader.get(PROGRESS))
  expect([progress.status, progress.error]).toEqual(['complete', null])
  for (const table of progress.tables) expect(table.taken + table.merged + table.left, table.name).toBe(table.rows)
  return progress
}

async function undo(runId: string | null): Promise<void> {
  await app.reader.json(202, app.reader.post(`/api/system/migration/${runId}/undo`))
  await app.idle()
  const { error } = await app.reader.json<MigrationProgress>(200, app.reader.get(PROGRESS))
  expect(error).toBeNull()
}

const ORDERS: Program[][] = [
  ['kapowarr', 'komga', 'kavita'],
  ['kavita', 'komga', 'kapowarr'],
  ['komga', 'kapowarr', 'kavita'],
  ['mylar', 'komga'],
  ['kavita', 'mylar'],
]

describe.skipIf(!sampleDatabases)('the programs of one person', () => {
  test.each(ORDERS.map((order) => [order]))(
    'in the order %p become one library, twice, and can be undone',
    async (order) => {
      app = await testApp()
      const before = counts()
      const runs: (string | null)[] = []
      const after: unknown[] = [before]
      for (const program of order) {
        runs.push((await move(program)).run_id)
        after.push(counts())
      }
      // No program has a series twice, and all agree.
      expect(rows('select name, year, content_type, count(*) as n from series group by 1, 2, 3 having n > 1')).toEqual(
        [],
      )
      if (!order.includes('mylar')) expect(rows('select 1 from series')).toHaveLength(15)
      const whole = counts()
      for (const program of order) {
        runs.push((await move(program)).run_id)
        expect(counts(), program).toEqual(whole)
      }
      for (const run of runs.slice(order.length).toReversed()) await undo(run)
      expect(counts()).toEqual(whole)
      for (const run of runs.slice(0, order.length).toReversed()) {
        after.pop()
        await undo(run)
        expect(counts()).toEqual(after.at(-1) as typeof before)
      }
    },
  )
})
