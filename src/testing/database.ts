import { existsSync, writeFileSync } from 'node:fs'
import type { AppEvent } from '../base/events/types'
import { once } from '../base/platform/once'
import { Database } from '../base/storage/database'
import { makeEmptyLibrary } from '../base/storage/empty-library'

/** Created once: all migrations take 30 ms, a copy of their tables 2 ms. */
export const emptyLibrary = once(makeEmptyLibrary)

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
