import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../platform/files'
import { Database } from './database'
import { packEmptyLibrary, placeEmptyLibrary } from './empty-library'
import { migrations } from './migrations/index'

let folder: string
let path: string
let packed: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-empty-'))
  path = join(folder, 'panelkeep.db')
  packed = join(folder, 'empty.db.zst')
  writeFileSync(packed, packEmptyLibrary())
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (at: string) => new Database(at, { publish: () => {} })
const schemaOf = (at: string) => {
  const raw = new Sqlite(at)
  const rows = raw.query('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all()
  raw.close()
  return rows
}

test('a placed first library has the tables of one that ran all migrations', async () => {
  await placeEmptyLibrary(systemFiles, path, packed)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const placed = open(path)
  expect(placed.migrated).toEqual({ applied: [] })
  placed.close()
  const made = open(join(folder, 'made.db'))
  expect(made.migrated.applied).toHaveLength(migrations.length)
  made.close()
  expect(schemaOf(path)).toEqual(schemaOf(join(folder, 'made.db')))
})

test('it has a journal from its first moment', async () => {
  await placeEmptyLibrary(systemFiles, path, packed)
  const raw = new Sqlite(path)
  raw.run('CREATE TABLE more (n)')
  expect(existsSync(`${path}-wal`)).toBe(true)
  raw.close()
})

test('its first start records the time, and a library whose journal was lost is not mistaken for an empty one', async () => {
  await placeEmptyLibrary(systemFiles, path, packed)
  const again = () => new Database(path, { publish: () => {}, hasLibrary: true })
  expect(again).toThrow('it holds nothing')
  open(path).close()
  const library = again()
  const times = library.read.all<{ applied_at: string }>('SELECT DISTINCT applied_at FROM schema_migrations')
  library.close()
  expect(times).toEqual([{ applied_at: expect.stringMatching(/^20\d\d-.*Z$/) }])
})

test('two builds contain the same bytes', () => {
  expect(Buffer.from(packEmptyLibrary()).equals(readFileSync(packed))).toBe(true)
})

test.each(['', '-wal', '-journal'])(
  'nothing is placed where a file of a library exists (panelkeep.db%s)',
  async (end) => {
    writeFileSync(path + end, 'of before')
    await placeEmptyLibrary(systemFiles, path, packed)
    expect(readFileSync(path + end, 'utf8')).toBe('of before')
    expect(readdirSync(folder).sort()).toEqual(['empty.db.zst', `panelkeep.db${end}`].sort())
  },
)

test('a full disk leaves nothing behind', async () => {
  const full = { ...systemFiles, write: () => Promise.reject(new Error('ENOSPC')) }
  await expect(placeEmptyLibrary(full, path, packed)).rejects.toThrow('ENOSPC')
  expect(existsSync(path)).toBe(false)
})
