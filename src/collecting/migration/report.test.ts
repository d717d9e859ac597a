import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { STEP_ROWS } from '../../base/storage/snapshot'
import { testDatabase } from '../../testing/database'
import { reportFile } from './report'
import { insertMigrationRun, insertOmission, type MigrationRunRow } from './store'

const RUN: MigrationRunRow = {
  run_id: 'run',
  source: 'mylar',
  path: '/mylar',
  state: 'complete',
  path_mappings: [],
  reader: null,
  current_step: null,
  steps_total: 1,
  error: null,
  warnings: [],
  created_at: '2026-11-21T08:00:00.000Z',
  updated_at: '2026-11-21T08:00:00.000Z',
  finished_at: null,
  undone_at: null,
}

let db: Database
beforeEach(() => {
  db = testDatabase()
  for (const run_id of ['run', 'other']) db.write((tx) => insertMigrationRun(tx, { ...RUN, run_id }))
})
afterEach(() => db.close())

const leave = (label: string, run_id = 'run') =>
  db.write((tx) => insertOmission(tx, { run_id, table_name: 'comics', outcome: 'left', source_id: '7', label, reason: 'No.' })) // biome-ignore format: one line
const lines = async () => (await reportFile(db, RUN).text()).split('\r\n')

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\t=1', "'\t=1"],
  ['Harbor Lights = 1', 'Harbor Lights = 1'],
  ['Fog, the', '"Fog, the"'],
  ['The "Fog"', '"The ""Fog"""'],
  ['=1,"2"', '"\'=1,""2"""'],
])('no spreadsheet runs a name as a formula: %p is the cell %p', async (label, cell) => {
  leave(label)
  expect((await lines())[1]).toBe(`comics,left,7,${cell},No.`)
})

test('a name of several lines is one cell', async () => {
  leave('One\nTwo')
  expect(await reportFile(db, RUN).text()).toContain('"One\nTwo"')
})

test.each([0, 1, STEP_ROWS, STEP_ROWS + 1])('a report has each row of its run once (%p)', async (count) => {
  for (let nth = 0; nth < count; nth++) leave(`n${nth}`)
  leave('of another run', 'other')
  const [head, ...rows] = await lines()
  expect(head).toBe('table,outcome,id,name,reason')
  expect(rows).toEqual([...Array.from({ length: count }, (_, nth) => `comics,left,7,n${nth},No.`), ''])
})

test('a report is a file in UTF-8 that is not cached', async () => {
  const reply = reportFile(db, RUN)
  expect([...new Uint8Array(await reply.clone().arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="panelkeep-migration-2026-11-21.csv"',
    'cache-control': 'no-store',
  })
})
