import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { testDatabaseAt } from '../../testing/database'
import { preparedQuery } from './prepared-query'
import { MOST_CACHED } from './statement-cache'

const OPEN = '/proc/self/fd'

const openBelow = (folder: string) =>
  readdirSync(OPEN).flatMap((fd) => {
    try {
      return readlinkSync(join(OPEN, fd)).startsWith(folder) ? [fd] : []
    } catch {
      return [] // closed meanwhile
    }
  })

// Windows cannot replace an open file: the next start could not put a backup in its place.
test.skipIf(!existsSync(OPEN))('a closed database has no file open, however many statements it prepared', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'panelkeep-closed-')))
  try {
    const db = testDatabaseAt(join(folder, 'panelkeep.db'), () => {})
    const held = preparedQuery((reader) => reader.select({ one: sql<number>`1` }).from(sql`sqlite_schema`).prepare())
    held(db.read).all()
    for (let n = 0; n < 3 * MOST_CACHED; n++) db.read.all(sql.raw(`SELECT ${n}`))
    expect(openBelow(folder)).not.toEqual([])
    db.close()
    expect(openBelow(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
