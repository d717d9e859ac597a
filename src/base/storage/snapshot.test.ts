import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, sql } from 'drizzle-orm'
import { changeSeries, findSeries } from '../../library/series/store'
import { series } from '../../library/series/tables'
import { makeLibrary } from '../../testing/make'
import { Database } from './database'
import { inSteps, STEP_ROWS, takeSnapshot } from './snapshot'

const COUNT = STEP_ROWS * 2 + 50
let folder: string
let db: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-snapshot-'))
  db = new Database(join(folder, 'panelkeep.db'), { publish: () => {} })
  makeLibrary(db, { series: COUNT, issuesPerSeries: 0 })
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const byId = (of: Pick<Database, 'read'>) =>
  of.read.select({ comic_id: series.comic_id, name: series.name }).from(series).orderBy(asc(series.comic_id))

test('rows are read in steps of a limited length, in order, from a query of either form', () => {
  const at = db.snapshot()
  const steps = [...at.steps<{ comic_id: string }>(byId(at))]
  expect(steps.map((step) => step.length)).toEqual([STEP_ROWS, STEP_ROWS, 50])
  const ids = byId(db).all().map((row) => row.comic_id) // biome-ignore format: one line
  expect(steps.flat().map((row) => row.comic_id)).toEqual(ids)
  const written = sql`select comic_id from series where comic_id <> ${'s0'} order by comic_id`
  expect([...at.steps(written)].flat()).toHaveLength(COUNT - 1)
  at.close()
})

test('writes between two steps are not visible', () => {
  const before = byId(db).all()
  const at = db.snapshot()
  const steps = at.steps<{ comic_id: string; name: string }>(byId(at))
  const seen = [...(steps.next().value as typeof before)]
  db.write((tx) => {
    tx.run(sql`update series set name = 'Renamed'`)
    tx.run(sql`delete from series where comic_id > 's3'`)
  })
  for (const step of steps) seen.push(...step)
  expect(seen).toEqual(before)
  expect(findSeries(at.read, 's99')?.name).not.toBe('Renamed')
  at.close()
  expect(findSeries(db.read, 's99')).toBeUndefined()
})

test('the moment is that of the call, not of the first row', () => {
  const at = db.snapshot()
  db.write((tx) => changeSeries(tx, 's0', { status: 'paused' }, '2026-11-21T08:00:00.000Z'))
  db.write((tx) => changeSeries(tx, 's1', { status: 'paused' }, '2026-11-21T08:00:00.000Z'))
  expect([findSeries(at.read, 's1')?.status, findSeries(db.read, 's1')?.status]).toEqual(['active', 'paused'])
  at.close()
})

test('an open one does not delay the end of the database, and does not keep its journal', () => {
  const at = db.snapshot()
  const steps = at.steps(byId(at))
  steps.next()
  expect(findSeries(at.read, 's0')).toBeDefined()
  db.write((tx) => changeSeries(tx, 's0', { status: 'paused' }, '2026-11-21T08:00:00.000Z'))
  const path = join(folder, 'panelkeep.db-wal')
  expect(statSync(path).size).toBeGreaterThan(0)
  db.close()
  expect(existsSync(path) ? statSync(path).size : 0).toBe(0)
  db = new Database(join(folder, 'panelkeep.db'), { publish: () => {} })
})

test('closing one closes its connection', () => {
  const connection = new Sqlite(join(folder, 'panelkeep.db'), { readonly: true })
  const at = takeSnapshot(connection)
  expect(connection.query('SELECT 1 AS one').get()).toEqual({ one: 1 })
  at.close()
  expect(() => connection.query('SELECT 2 AS two').get()).toThrow()
})

test('a list in memory comes in the same steps', () => {
  const list = Array.from({ length: COUNT }, (_, n) => n)
  expect([...inSteps(list)].map((step) => step.length)).toEqual([STEP_ROWS, STEP_ROWS, 50])
  expect([...inSteps(list)].flat()).toEqual(list)
  expect([...inSteps([])]).toEqual([])
})
