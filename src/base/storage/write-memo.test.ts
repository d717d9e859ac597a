import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Database } from './database'
import { WriteMemo } from './write-memo'

const open: Database[] = []
const folder = mkdtempSync(join(tmpdir(), 'write-memo-'))
const openFile = () => {
  const db = new Database(join(folder, 'a.db'), { publish: () => {} })
  open.push(db)
  return db
}
afterEach(() => {
  for (const db of open.splice(0)) db.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a value is kept until something is written, here or over another connection', () => {
  const [db, other] = [openFile(), openFile()]
  const memo = new WriteMemo(db)
  let made = 0
  const value = () => memo.get('a', () => ++made)
  const write = (to: Database) =>
    to.write((tx) => {
      tx.run(sql`create table if not exists probe (n integer)`)
      tx.run(sql`insert into probe values (1)`)
    })
  expect([value(), value()]).toEqual([1, 1])
  write(db)
  expect([value(), value()]).toEqual([2, 2])
  write(other)
  expect([value(), value()]).toEqual([3, 3])
})

test('fifty values are kept at most: one more drops all of them', () => {
  const memo = new WriteMemo({ stamp: () => 'unchanged' })
  const made: number[] = []
  const value = (n: number) => memo.get(`${n}`, () => made.push(n))
  for (const _ of [1, 2]) for (let n = 1; n <= 50; n++) value(n)
  expect(made).toHaveLength(50)
  value(51)
  value(50)
  expect(made.slice(50)).toEqual([51, 50])
})
