import { Database as Sqlite } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { systemFiles } from '../platform/files'
import { migrate } from './migrate'
import { type Migration, migrations } from './migrations/index'
import { preflight } from './preflight'

const START: Migration = {
  name: '0000_first',
  sql: 'CREATE TABLE parent (id TEXT PRIMARY KEY, note TEXT);--> statement-breakpoint\nCREATE TABLE child (id TEXT PRIMARY KEY, parent TEXT NOT NULL REFERENCES parent(id) ON DELETE CASCADE);',
}
const REBUILD: Migration = {
  name: '0001_rebuild',
  sql: `CREATE TABLE new_parent (id TEXT PRIMARY KEY, note TEXT NOT NULL DEFAULT '');--> statement-breakpoint
INSERT INTO new_parent SELECT id, coalesce(note, '') FROM parent;--> statement-breakpoint
DROP TABLE parent;--> statement-breakpoint
ALTER TABLE new_parent RENAME TO parent;`,
}
const ORPHANS: Migration = { name: '0002_orphans', sql: 'DELETE FROM parent;' }

const folder = mkdtempSync(join(tmpdir(), 'panelkeep-migrate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
function file(): { path: string; raw: Sqlite; backup: (name: string) => string } {
  count += 1
  const path = join(folder, `${count}.db`)
  const raw = new Sqlite(path, { create: true, strict: true })
  raw.run('PRAGMA foreign_keys = ON')
  return { path, raw, backup: (name) => join(folder, `${count}-before-${name}.db`) }
}

function seeded() {
  const made = file()
  migrate(made.raw, made.backup, [START])
  made.raw.run("INSERT INTO parent VALUES ('p', NULL)")
  made.raw.run("INSERT INTO child VALUES ('c', 'p')")
  return made
}

describe('migrating', () => {
  test('runs each migration once', () => {
    const { raw, backup } = file()
    expect(migrate(raw, backup, [START]).applied).toEqual(['0000_first'])
    expect(migrate(raw, backup, [START]).applied).toEqual([])
  })

  test('keeps the children of a table that is rebuilt, after copying the database', () => {
    const { raw, backup } = seeded()
    const done = migrate(raw, backup, [START, REBUILD])
    expect(raw.query('SELECT id FROM child').all()).toEqual([{ id: 'c' }])
    const copy = new Sqlite(done.backup as string, { readonly: true })
    expect(copy.query('SELECT note FROM parent').all()).toEqual([{ note: null }])
    copy.close()
    raw.run("DELETE FROM parent WHERE id = 'p'")
    expect(raw.query('SELECT id FROM child').all()).toEqual([])
  })

  test('undoes a migration that would orphan rows, and names the copy', () => {
    const { raw, backup } = seeded()
    expect(() => migrate(raw, backup, [START, ORPHANS])).toThrow(/A copy from before is at .*before-0002_orphans/)
    expect(raw.query('SELECT id FROM parent').all()).toEqual([{ id: 'p' }])
    expect(migrate(raw, backup, [START]).applied).toEqual([])
  })

  test('copies nothing of an empty database, and nothing without a place for a copy', () => {
    const empty = file()
    expect(migrate(empty.raw, empty.backup, [START])).toEqual({ applied: ['0000_first'] })
    const { raw } = seeded()
    expect(migrate(raw, undefined, [START, REBUILD])).toEqual({ applied: ['0001_rebuild'] })
  })

  test('keeps foreign keys on, also after a migration that failed', () => {
    const { raw, backup } = seeded()
    const on = () => raw.query('PRAGMA foreign_keys').get()
    expect(() => migrate(raw, backup, [START, ORPHANS])).toThrow()
    expect(on()).toEqual({ foreign_keys: 1 })
    migrate(raw, undefined, [START, REBUILD])
    expect(on()).toEqual({ foreign_keys: 1 })
  })

  test('names no copy where none was made, and keeps the reason of the failure', () => {
    const { raw } = seeded()
    let failed: unknown
    try {
      migrate(raw, undefined, [START, ORPHANS])
    } catch (error) {
      failed = error
    }
    expect(failed).toMatchObject({
      message: 'The library could not be brought to this version (0002_orphans).',
      cause: { message: 'rows of child would lose what they belong to' },
    })
  })

  test('does not touch a damaged database', () => {
    const { path, raw, backup } = seeded()
    raw.run('INSERT INTO parent VALUES (?, ?)', ['q', 'x'.repeat(50_000)])
    raw.close()
    const whole = readFileSync(path)
    writeFileSync(path, Buffer.from(whole).fill(0x5a, whole.length - 9000, whole.length - 100))
    const again = new Sqlite(path, { strict: true })
    expect(() => migrate(again, backup, [START, REBUILD])).toThrow('The library database is damaged')
    expect(readdirSync(folder)).not.toContain(backup('0001_rebuild').split('/').at(-1))
    again.close()
  })

  test('refuses a database that a newer version has used', () => {
    const { raw, backup } = seeded()
    raw.run("INSERT INTO schema_migrations VALUES ('0099_future', '2030-01-01')")
    expect(() => migrate(raw, backup, [START])).toThrow('newer Panelkeep')
  })

  test('creates exactly the tables and columns of the code', async () => {
    const { raw } = file()
    migrate(raw, undefined, migrations)
    const wanted = new Map<string, string[]>()
    for (const path of new Bun.Glob('**/tables.ts').scanSync(join(import.meta.dir, '../..'))) {
      const found: Record<string, unknown> = await import(join(import.meta.dir, '../..', path))
      for (const table of Object.values(found)) {
        if (typeof table !== 'object' || table === null) continue
        const { name, columns } = getTableConfig(table as SQLiteTable)
        wanted.set(name, columns.map((column) => column.name).sort())
      }
    }
    const tables = raw.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    const made = new Map(
      tables
        .filter(({ name }) => name !== 'schema_migrations' && !name.startsWith('sqlite_'))
        .map(({ name }) => [
          name,
          raw
            .query<{ name: string }, []>(`PRAGMA table_info("${name}")`)
            .all()
            .map((column) => column.name)
            .sort(),
        ]),
    )
    expect(Object.fromEntries([...made].sort())).toEqual(Object.fromEntries([...wanted].sort()))
  })
})

describe('checking before opening', () => {
  const bytes = (path: string) => [readdirSync(folder).sort().join(), readFileSync(path).toString('base64')]

  test('a healthy database passes and stays unchanged', async () => {
    const { raw, path } = file()
    migrate(raw, undefined, migrations)
    raw.close()
    const before = bytes(path)
    await preflight(systemFiles, path)
    expect(bytes(path)).toEqual(before)
  })

  test.each([
    ['no database at all', () => Buffer.from('this is a shopping list, not a database, and long enough to be one')],
    ['cut in half', (whole: Buffer) => whole.subarray(0, Math.floor(whole.length / 2))],
    ['overwritten in the middle', (whole: Buffer) => Buffer.from(whole).fill(0x5a, 5000, whole.length - 100)],
  ])('%s is refused and stays unchanged', async (_name, harm) => {
    const { raw, path } = file()
    migrate(raw, undefined, migrations)
    raw.close()
    writeFileSync(path, harm(readFileSync(path)))
    const before = bytes(path)
    expect(preflight(systemFiles, path)).rejects.toThrow('damaged')
    await preflight(systemFiles, path).catch(() => undefined)
    expect(bytes(path)).toEqual(before)
  })

  test('a file as the last stop left it is trusted, one that changed since is checked', async () => {
    const { raw, path } = file()
    migrate(raw, undefined, migrations)
    // The last page contains nothing that the schema needs.
    raw.run('CREATE TABLE filler (content)')
    raw.run('INSERT INTO filler VALUES (zeroblob(9000))')
    raw.close()
    const whole = readFileSync(path)
    writeFileSync(path, Buffer.from(whole).fill(0x5a, whole.length - 4096, whole.length))
    const { size, modifiedMs } = (await systemFiles.stat(path)) as { size: number; modifiedMs: number }
    await preflight(systemFiles, path, { size, modifiedMs })
    expect(preflight(systemFiles, path, { size, modifiedMs: modifiedMs - 1 })).rejects.toThrow('damaged')
  })

  test('a database of another program is refused', async () => {
    const { raw, path } = file()
    raw.run('CREATE TABLE bookmarks (id TEXT)')
    raw.close()
    expect(preflight(systemFiles, path)).rejects.toThrow('not a database of Panelkeep')
  })

  test('a database from a newer version is refused and stays unchanged', async () => {
    const { raw, path } = file()
    migrate(raw, undefined, migrations)
    raw.run("INSERT INTO schema_migrations VALUES ('0099_future', '2030-01-01')")
    raw.close()
    const before = bytes(path)
    expect(preflight(systemFiles, path)).rejects.toThrow('newer Panelkeep')
    await preflight(systemFiles, path).catch(() => undefined)
    expect(bytes(path)).toEqual(before)
  })
})
