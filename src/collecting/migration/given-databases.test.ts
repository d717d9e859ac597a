import { afterEach, expect, test } from 'bun:test'
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type TestApp, testApp } from '../../testing/app'
import { isPresent } from '../../testing/harness/programs'
import type { MigrationPreview } from './preview'
import type { MigrationProgress } from './progress'

const GIVEN = join(import.meta.dir, '../../../../shared/data/mylar')
const present = isPresent(existsSync(GIVEN), 'the databases of Mylar are not on this machine')

interface Expected {
  quick_check?: string
  open_error?: string
  bytes: number
  tables?: Record<string, number | null>
  issue_status?: Record<string, number>
}
const variants: Record<string, Expected> = present
  ? JSON.parse(readFileSync(join(GIVEN, 'expected.json'), 'utf8')).variants
  : {}

let app: TestApp
afterEach(() => app?.close())

/** Bytes, time and identity of everything in the folder. */
const marksOf = (folder: string) =>
  ['mylar.db', 'mylar.db-wal', 'mylar.db-journal', 'mylar.db-shm', 'config.ini'].map((name) => {
    const path = join(folder, name)
    if (!existsSync(path)) return [name]
    const { ino, mtimeMs, size } = statSync(path)
    return [name, ino, mtimeMs, size, Bun.hash(readFileSync(path)).toString(16)]
  })

/** Number of issues by state. No issue has a file here. */
function statesOf({ db }: TestApp): Record<string, number> {
  const rows = db.read.all<{ state: string; count: number }>(
    sql`select intent || ' ' || fulfillment as state, count(*) as count from issues where kind = 'issue' group by 1`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Mylar's status words as states. */
function asStates(status: Record<string, number>): Record<string, number> {
  const states: Record<string, number> = {
    'policy unknown': status.Downloaded ?? 0,
    'policy archived': status.Archived ?? 0,
    'policy missing': status.NULL ?? 0,
    'skipped missing': status.Skipped ?? 0,
    'wanted missing': (status.Wanted ?? 0) + (status.Snatched ?? 0),
    'wanted failed': status.Failed ?? 0,
    'ignored missing': status.Ignored ?? 0,
  }
  return Object.fromEntries(Object.entries(states).filter(([, count]) => count > 0))
}

for (const [name, expected] of Object.entries(variants)) {
  const isUsable = expected.open_error === undefined && expected.bytes > 0
  test.skipIf(!present)(`${name}: the preview counts each table, and nothing beside the source changes`, async () => {
    app = await testApp()
    const folder = join(app.folder, 'mylar # 100%')
    cpSync(join(GIVEN, name), folder, { recursive: true })
    const before = marksOf(folder)
    const look = await app.reader.post('/api/system/migration/preview', { path: folder })
    expect(marksOf(folder)).toEqual(before)
    if (!isUsable) {
      expect([look.status, await look.json()]).toMatchObject([
        400,
        { success: false, error: expect.stringContaining('backup') },
      ])
      const refused = await app.reader.post('/api/system/migration/start', { path: folder })
      expect(refused.status).toBe(400)
      return
    }
    const preview: MigrationPreview = await look.json()
    const counts = Object.fromEntries(preview.tables.map(({ name, row_count }) => [name, row_count]))
    for (const [table, count] of Object.entries(expected.tables ?? {}))
      if (table in counts || count === null) expect(counts[table] ?? null, table).toBe(count)
    expect(preview.series_count).toBe(expected.tables!.comics!)
  })

  test.skipIf(!present || !isUsable)(`${name}: each row is moved, merged or left, and the sums agree`, async () => {
    app = await testApp()
    const folder = join(app.folder, 'source')
    cpSync(join(GIVEN, name), folder, { recursive: true })
    const before = marksOf(folder)
    await app.reader.json(200, app.reader.post('/api/system/migration/start', { path: folder }))
    await app.idle()
    const progress = await app.reader.json<MigrationProgress>(200, app.reader.get('/api/system/migration/progress'))
    expect([progress.status, progress.error]).toEqual(['complete', null])
    for (const table of progress.tables) {
      expect(table.taken + table.merged + table.left, table.name).toBe(table.rows)
      const old = table.name === 'storyarcs' ? expected.tables?.readinglist : undefined
      expect(table.rows, table.name).toBe(expected.tables?.[table.name] ?? old ?? 0)
    }
    expect(marksOf(folder)).toEqual(before)
    expect(progress.reconciliation.state).toBe('pending_preview')
    expect(statesOf(app)).toEqual(asStates(expected.issue_status!))
  })
}
