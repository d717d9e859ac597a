import { afterEach, beforeEach, expect, test } from 'bun:test'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type TestApp, testApp } from '../../testing/app'
import { LIBRARY_DAMAGED } from './write-errors'

let folder: string
let app: TestApp
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-damage-'))
  app = await testApp({ databasePath: join(folder, 'panelkeep.db') })
})
afterEach(async () => {
  await app.close().catch(() => undefined) // a damaged database need not close cleanly
  rmSync(folder, { recursive: true, force: true })
})

/** Overwrites the first pages of the table's rows and indexes, under the running app. */
function harm(table: string): void {
  app.db.read.all(sql`PRAGMA wal_checkpoint(TRUNCATE)`)
  const begins = sql`SELECT rootpage FROM sqlite_schema WHERE tbl_name = ${table} AND rootpage > 0`
  const pages = app.db.read.all<{ rootpage: number }>(begins)
  const handle = openSync(app.db.path, 'r+')
  for (const { rootpage } of pages) writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (rootpage - 1) * 4096)
  closeSync(handle)
  app.db.read.all(sql`PRAGMA shrink_memory`)
}

test('whatever meets the damage reports it, and health shows it until the restart', async () => {
  expect((await app.guest.get('/api/health')).status).toBe(200)
  expect(app.db.isDamaged).toBe(false)
  harm('series')
  app.events()
  const reply = await app.reader.get('/api/series')
  expect([reply.status, await reply.json()]).toEqual([503, expect.objectContaining({ detail: LIBRARY_DAMAGED })])
  expect(app.events()).toContainEqual({ type: 'health.changed' })
  await app.reader.get('/api/series')
  expect(app.events()).not.toContainEqual({ type: 'health.changed' })
  const health = await app.guest.get('/api/health')
  expect([health.status, await health.json()]).toEqual([
    503,
    { status: 'error', detail: LIBRARY_DAMAGED, instance: 'test-instance' },
  ])
  const looked = await app.reader.json<{ state: string; findings: object[]; checks: object[] }>(
    200,
    app.reader.get('/api/system/health'),
  )
  expect(looked).toMatchObject({
    state: 'error',
    open_count: 1,
    findings: [{ check_id: 'database', label: 'Library database', message: 'The library database is damaged.' }],
  })
  expect(looked.checks).toContainEqual({ check_id: 'database', label: 'Library database', state: 'error' })
})

test('a write that breaks a rule of the tables is no damage', () => {
  app.events()
  expect(() => app.db.write((tx) => tx.run(sql`INSERT INTO series DEFAULT VALUES`))).toThrow('Failed to run')
  expect(app.db.isDamaged).toBe(false)
  expect(app.events()).not.toContainEqual({ type: 'health.changed' })
})

test('a job that meets the damage reports it as well', async () => {
  harm('jobs')
  await app.clock.advance('16 min')
  expect(app.db.isDamaged).toBe(true)
  expect((await app.guest.get('/api/health')).status).toBe(503)
})

test('damage everywhere refuses with the sentence, not with a login', async () => {
  for (const { name } of app.db.read.all<{ name: string }>(sql`SELECT name FROM sqlite_schema WHERE type = 'table'`))
    harm(name)
  for (const path of ['/api/series', '/api/system/health', '/api/devices']) {
    const reply = await app.reader.get(path)
    expect([reply.status, await reply.json()], path).toEqual([
      503,
      expect.objectContaining({ detail: LIBRARY_DAMAGED }),
    ])
  }
})
