import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../testing/app'
import { sampleDatabases, samplePath } from '../../testing/migration/moved-databases'
import { PREVIEW, PROGRESS, START } from '../../testing/migration/moving'
import type { MigrationProgress } from './progress'

const FILES = { komga: 'database.sqlite', kavita: 'kavita.db', kapowarr: 'Kapowarr.db' } as const
/** Every twelfth column is altered; `EVERY_ALTERATION=1` in the environment alters each. */
const EVERY = process.env.EVERY_ALTERATION ? 1 : 12
/** Every fourth alteration is also moved in. */
const MOVED = 4

interface Alteration {
  what: string
  sql: string
}

function alterationsOf(program: string): Alteration[] {
  const database = new Database(samplePath(program), { readonly: true })
  const tables = database
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all()
  const columns = tables.flatMap(({ name }) =>
    database
      .query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)')
      .all(name)
      .map((column) => ({
        what: `the column ${name}.${column.name}`,
        sql: `ALTER TABLE "${name}" RENAME COLUMN "${column.name}" TO "gone"`,
      })),
  )
  database.close()
  return [
    ...tables.map(({ name }) => ({ what: `the table ${name}`, sql: `DROP TABLE "${name}"` })),
    ...columns.filter((_, at) => at % EVERY === 0),
  ]
}

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe.each(sampleDatabases ? (Object.entries(FILES) as [keyof typeof FILES, string][]) : [])(
  '%s',
  (program, file) => {
    test('without any one of its tables or columns is read, or refused with a sentence', async () => {
      const wrong: unknown[] = []
      for (const [at, { what, sql }] of alterationsOf(program).entries()) {
        const path = join(app.folder, `${program}-${at}`)
        mkdirSync(path)
        copyFileSync(samplePath(program), join(path, file))
        if (!altered(join(path, file), sql)) continue
        const reply = await app.reader.post(PREVIEW, { path })
        const { detail } = (await reply.json()) as { detail?: string }
        if (reply.status !== 200 && !(reply.status === 400 && isSentence(detail)))
          wrong.push([what, reply.status, detail])
        if (reply.status === 200 && at % MOVED === 0) {
          const { status, error } = await moved(path)
          if (status !== 'complete' && !(status === 'error' && isSentence(error ?? '')))
            wrong.push([what, status, error])
        }
        rmSync(path, { recursive: true })
      }
      expect(wrong).toEqual([])
    }, 300_000)
  },
)

/** False when SQLite keeps the column because something else depends on it. */
function altered(path: string, sql: string): boolean {
  const database = new Database(path)
  try {
    database.run('PRAGMA foreign_keys = OFF')
    database.run(sql)
    return true
  } catch {
    return false
  } finally {
    database.close()
  }
}

async function moved(path: string): Promise<MigrationProgress> {
  await app.reader.json(200, app.reader.post(START, { path }))
  await app.idle()
  return app.reader.json<MigrationProgress>(200, app.reader.get(PROGRESS))
}

const isSentence = (text: string | undefined) => text !== undefined && /\w .*\.$/.test(text) && !/log says/.test(text)
