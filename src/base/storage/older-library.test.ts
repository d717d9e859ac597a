import { Database as Sqlite } from 'bun:sqlite'
import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { PREVIEW_SCHEMA, PREVIEW_STEPS, schemaDigest, toPreview } from '../../testing/migration/preview'
import { systemFiles } from '../platform/files'
import { Database } from './database'
import { migrate } from './migrate'
import { type Migration, migrations } from './migrations/index'
import { preflight } from './preflight'

const folder = mkdtempSync(join(tmpdir(), 'panelkeep-preview-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = (path: string) => new Database(path, { publish: () => {} })
const START = migrations[0] as Migration
const LATER = migrations.slice(1).map(({ name }) => name)

let count = 0
let path: string
beforeEach(() => {
  count += 1
  path = join(folder, `${count}.db`)
  const db = open(path)
  makeSeries(db)
  const [first] = makeIssues(db, 'harbor', [1, 2, 3])
  makeFile(db, { issues: [first as string] })
  db.close()
})

/** Every row of every table except the one that records migrations. */
function rowsOf(raw: Sqlite): Record<string, unknown[]> {
  const tables = raw.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const names = tables.map(({ name }) => name).filter((name) => name !== 'schema_migrations')
  return Object.fromEntries(names.map((name) => [name, raw.query(`SELECT * FROM "${name}"`).all()]))
}

function inside<T>(look: (raw: Sqlite) => T): T {
  const raw = new Sqlite(path)
  try {
    return look(raw)
  } finally {
    raw.close()
  }
}
const noted = () => inside((raw) => raw.query('SELECT name, applied_at FROM schema_migrations').all())

test('the first migration creates the tables and indexes of the last preview, to the letter', () => {
  const raw = new Sqlite(':memory:', { strict: true })
  migrate(raw, undefined, [START])
  expect(schemaDigest(raw)).toBe(PREVIEW_SCHEMA)
})

test('a library of the last preview opens with all its content, and then belongs to this version', async () => {
  toPreview(path)
  const before = inside(rowsOf)
  expect(before.issues).toHaveLength(3)
  await preflight(systemFiles, path)
  const db = open(path)
  expect(db.migrated).toEqual({ applied: LATER })
  db.close()
  // Later migrations may add tables and columns; everything from the preview remains.
  expect(inside(rowsOf)).toMatchObject(before)
  expect(noted()[0]).toEqual({ name: START.name, applied_at: '2026-11-22T17:12:42.000Z' })
  expect(noted().slice(1)).toMatchObject(LATER.map((name) => ({ name })))
  await preflight(systemFiles, path)
  open(path).close()
})

test('later migrations run on it as well, after a copy', () => {
  toPreview(path)
  const later = { name: '0001_later', sql: 'ALTER TABLE series ADD shelf text;' }
  const copy = join(folder, 'copy.db')
  const raw = new Sqlite(path, { strict: true })
  expect(migrate(raw, () => copy, [START, later])).toEqual({ applied: ['0001_later'], backup: copy })
  expect(raw.query('SELECT comic_id, shelf FROM series').all()).toEqual([{ comic_id: 'harbor', shelf: null }])
  raw.close()
})

test.each([
  ['the first step alone', PREVIEW_STEPS.slice(0, 1)],
  ['all steps but the last', PREVIEW_STEPS.slice(0, -1)],
  ['all steps but one in the middle', PREVIEW_STEPS.toSpliced(7, 1)],
])(
  'a library of an early preview (%s) is refused with the version that opens it, and stays unchanged',
  async (_what, steps) => {
    toPreview(path, steps)
    const before = readFileSync(path)
    const sentence = `it ends with "${steps.at(-1)}"). Open it once with the last preview (0.36.0, commit b617583), then`
    await expect(preflight(systemFiles, path)).rejects.toThrow(sentence)
    expect(readFileSync(path)).toEqual(before)
    expect(() => open(path)).toThrow(sentence)
    expect(inside((raw) => raw.query('SELECT name FROM schema_migrations ORDER BY name').all())).toHaveLength(
      steps.length,
    )
  },
)
