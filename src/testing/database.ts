import { Database as Sqlite } from 'bun:sqlite'
import { existsSync, writeFileSync } from 'node:fs'
import type { AppEvent } from '../events/types'
import { Database } from '../storage/database'
import { migrate } from '../storage/migrate'

let tables: Uint8Array | undefined

/** The bytes of a database that all migrations went through: they take 30 ms, and a copy of them 2. */
export function emptyLibrary(): Uint8Array {
  if (tables) return tables
  const raw = new Sqlite(':memory:', { strict: true })
  migrate(raw)
  tables = raw.serialize()
  raw.close()
  return tables
}

type Publish = (event: AppEvent) => void

/** An empty library in memory. */
export const testDatabase = (publish: Publish = () => {}) =>
  new Database(':memory:', { publish, image: emptyLibrary() })

/** The library in the file at `path`, which may be `:memory:`; an empty one when there is no file. */
export function testDatabaseAt(path: string, publish: Publish = () => {}): Database {
  if (path === ':memory:') return testDatabase(publish)
  if (!existsSync(path)) writeFileSync(path, emptyLibrary())
  return new Database(path, { publish })
}
