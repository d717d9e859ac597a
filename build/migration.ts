import { Database as Sqlite } from 'bun:sqlite'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pushSQLiteSchema } from 'drizzle-kit/api'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { migrate } from '../src/base/storage/migrate'
import { type Migration, migrations } from '../src/base/storage/migrations/index'

/**
 * `bun run migration --name what_it_does` writes the migration that brings a library from the existing migrations to
 * the `tables.ts` files. The current state is a database made by these migrations, so no snapshots are kept.
 */
const SOURCES = join(import.meta.dir, '../src')

/** All tables by their names in the sources. */
export async function allTables(): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {}
  for (const path of new Bun.Glob('**/tables.ts').scanSync(SOURCES))
    Object.assign(tables, await import(join(SOURCES, path)))
  return tables
}

/** The statements that are missing between the migrations of `list` and `tables`. */
export async function missingStatements(tables: Record<string, unknown>, list?: Migration[]): Promise<string[]> {
  const raw = new Sqlite(':memory:', { strict: true })
  migrate(raw, undefined, list)
  raw.run('DROP TABLE schema_migrations')
  const { statementsToExecute } = await pushSQLiteSchema(tables, drizzle(raw) as never)
  return onlyNeeded(raw, statementsToExecute)
}

/**
 * The kit does not see the condition of an existing index, and would recreate each conditional index. `migrate` turns
 * foreign keys off itself, since a migration cannot do that inside its transaction.
 */
function onlyNeeded(raw: Sqlite, statements: string[]): string[] {
  const made = raw.query<{ name: string; sql: string }, []>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'",
  )
  const same = made.all().flatMap(({ name, sql }) => {
    const pair = [`DROP INDEX \`${name}\`;`, `${sql};`]
    return pair.every((each) => statements.filter((statement) => statement.trim() === each).length === 1) ? pair : []
  })
  const needed = statements.filter((each) => !same.includes(each.trim()) && !each.startsWith('PRAGMA foreign_keys'))
  // For a rebuilt table the kit writes a conditional index twice.
  return [...new Set(needed)]
}

async function main(): Promise<void> {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { name: { type: 'string' } } })
  if (!values.name || !/^[a-z\d]+(_[a-z\d]+)*$/.test(values.name)) {
    console.error('Name the migration: bun run migration --name count_pages')
    process.exit(2)
  }
  const statements = await missingStatements(await allTables())
  if (statements.length === 0) return console.log('The migrations match the tables; nothing to write.')
  const file = `${String(migrations.length).padStart(4, '0')}_${values.name}.sql`
  writeFileSync(join(SOURCES, 'base/storage/migrations', file), `${statements.join('\n')}\n`)
  console.log(`Wrote src/base/storage/migrations/${file}. Read it, and list it in index.ts beside it.`)
}

if (import.meta.main) await main()
