import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { systemRandom } from '../../base/platform/random'
import { Refusal } from '../../base/refusal'
import { Database } from '../../base/storage/database'
import { makeSeries } from '../../testing/make'
import { COPY } from './private-copy'
import type { MigrationSource, MigrationStep } from './source'
import { insertMigrationRun, type MigrationRunRow, stepsOf } from './store'
import { TableServer } from './table-server'

/** What the thread does, in the thread of the test. */

let folder: string
let db: Database
let stop: SharedArrayBuffer
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-tables-'))
  db = new Database(join(folder, 'panelkeep.db'), { publish: () => {} })
  new Sqlite(join(folder, COPY), { create: true }).run('create table comics (id)')
  stop = new SharedArrayBuffer(4)
  db.write((tx) => insertMigrationRun(tx, RUN))
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const AT = '2026-11-21T08:00:00.000Z'
const RUN: MigrationRunRow = { run_id: 'run', source: 'mylar', path: '/mylar', state: 'migrating', path_mappings: [], reader: null, current_step: null, steps_total: 1, error: null, warnings: [], created_at: AT, updated_at: AT, finished_at: null, undone_at: null } // biome-ignore format: one line
const done = () => stepsOf(db.read, 'run').map(({ name, taken }) => `${name} ${taken}`)
const series = () => db.read.all<{ n: number }>('select count(*) as n from series' as never)[0]!.n

async function serve(run: MigrationStep['run']) {
  const source = {
    kind: 'mylar',
    textFiles: [],
    check: () => undefined,
    steps: [{ name: 'comics', run }],
  } as unknown as MigrationSource
  const server = new TableServer({ sources: [source], random: systemRandom, files: systemFiles, hooks: [] })
  const open = {
    database: db.path,
    kind: 'mylar',
    folder,
    run: RUN,
    roots: [],
    ownerName: 'olive',
    stop,
  } as const
  expect(await server.answer({ open })).toEqual({ events: [] })
  const answer = await server.answer({ table: { name: 'comics', at: AT } })
  await server.answer({ close: true })
  return answer
}

test('a table, its row and its events are one transaction', async () => {
  const answer = await serve(({ tally, tx }) => {
    tally.taken()
    makeSeries({ write: (work: (of: never) => unknown) => work(tx as never) } as never)
    tx.emit({ type: 'library.changed' })
  })
  expect([answer, done(), series()]).toEqual([{ events: [{ type: 'library.changed' }] }, ['comics 1'], 1])
})

test.each([
  ['refusal', new Refusal('invalid', 'No such column.'), 'No such column.'],
  ['other', new Error('broken'), 'broken'],
  ['other', Object.assign(new Error('full'), { code: 'SQLITE_FULL' }), 'full'],
  ['other', new Error('Failed to run', { cause: Object.assign(new Error('full'), { code: 'SQLITE_FULL' }) }), 'Failed'],
])('a table that fails (%s) leaves nothing, and says why', async (kind, error, message) => {
  const answer = await serve(({ tally }) => {
    tally.taken()
    throw error
  })
  const { code } = (error.cause ?? error) as { code?: string }
  expect(answer).toMatchObject({ fault: { kind, message: expect.stringContaining(message), ...(code && { code }) } })
  expect(done()).toEqual([])
})

test('a table that is stopped at a row is rolled back', async () => {
  const answer = await serve(({ tally, tx }) => {
    makeSeries({ write: (work: (of: never) => unknown) => work(tx as never) } as never)
    tally.taken()
    Atomics.store(new Int32Array(stop), 0, 1)
    tally.taken()
  })
  expect(answer).toMatchObject({ fault: { kind: 'stopped' } })
  expect([done(), series()]).toEqual([[], 0])
})
