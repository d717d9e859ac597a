import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSchema, migrate } from './migrate'

interface Made {
  name: string
  sql: string | null
}

/** Everything that was made, in the order of making; the rest SQLite makes by itself. */
const allOf = (raw: Sqlite) => raw.query<Made, []>('SELECT name, sql FROM sqlite_schema ORDER BY rowid').all()
const namesOf = (raw: Sqlite) =>
  raw.query<{ name: string }, []>('SELECT name FROM schema_migrations ORDER BY name').all()

function migrated(): Sqlite {
  const raw = new Sqlite(':memory:', { strict: true })
  migrate(raw)
  return raw
}

function written(raw: Sqlite): string {
  const made = allOf(raw).flatMap(({ name, sql }) => (sql === null || name.startsWith('sqlite_') ? [] : [`${sql};`]))
  const names = namesOf(raw).map(({ name }) => `\t('${name}', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`)
  return `-- What all migrations come to. UPDATE_SCHEMA=1 bun test src/storage writes it.
${made.join('\n')}
INSERT INTO schema_migrations VALUES
${names.join(',\n')};
`
}

const path = join(import.meta.dir, 'whole-schema.sql')

/** Made of what the file says now. */
function madeAtOnce(): Sqlite {
  const raw = new Sqlite(':memory:', { strict: true })
  makeSchema(raw, readFileSync(path, 'utf8'))
  return raw
}

test('an empty database gets what all migrations come to (UPDATE_SCHEMA=1 writes it)', () => {
  const slowly = migrated()
  if (process.env.UPDATE_SCHEMA) writeFileSync(path, written(slowly))
  const atOnce = madeAtOnce()
  const byName = (raw: Sqlite) => allOf(raw).sort((a, b) => a.name.localeCompare(b.name))
  expect(namesOf(atOnce)).toEqual(namesOf(slowly))
  expect(byName(atOnce)).toEqual(byName(slowly))
})

test('no migration is left for a database that was made at once', () => {
  expect(migrate(madeAtOnce()).applied).toEqual([])
})

test('a database with a table is left as it is', () => {
  const raw = new Sqlite(':memory:', { strict: true })
  raw.run('CREATE TABLE bookmarks (id TEXT)')
  makeSchema(raw)
  expect(allOf(raw).map(({ name }) => name)).toEqual(['bookmarks'])
})
