import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { Database } from './database'
import { type DeletedRow, recordDeletedRows, restoreDeletedRows } from './deleted-rows'

let db: Database
beforeEach(() => {
  db = new Database(':memory:', { publish: () => {} })
  makeSeries(db, { comic_id: 'harbor', name: "Harbor's Lights", aliases: ['Night "Counter"'] })
  makeIssues(db, 'harbor', [1, { number: '2', title: 'Low Tide' }])
  makeFile(db, { path: '/library/1.cbz', issues: ['harbor-1'] })
  makeSeries(db, { comic_id: 'copper', name: 'Copper' })
  db.write((tx) =>
    tx.run(sql`insert into reading_progress (content_key, issue_id, comic_id, page, page_count, furthest, completed,
      started_at, read_at, revision) values ('key', 'harbor-1', 'harbor', 3, 24, 3, 0, '2026-01-01', '2026-01-01', 1)`),
  )
})
afterEach(() => db.close())

const contents = () =>
  Object.fromEntries(
    ['series', 'issues', 'files', 'issue_files', 'reading_progress'].map((table) => [
      table,
      db.read.all(sql.raw(`select * from ${table} order by 1`)),
    ]),
  )
const drop = (tx: Parameters<Parameters<Database['write']>[0]>[0]) => {
  tx.run(sql`delete from files`)
  tx.run(sql`delete from series where comic_id = 'harbor'`)
}

test('deleted rows of a series are restored unchanged, and so are references to them', () => {
  const before = contents()
  const rows = db.write((tx) => recordDeletedRows(tx, ['series', 'files'], () => drop(tx)))
  expect(contents()).not.toEqual(before)
  const kept = JSON.parse(JSON.stringify(rows)) as DeletedRow[]
  db.write((tx) => restoreDeletedRows(tx, kept))
  expect(contents()).toEqual(before)
})

test('nothing is recorded afterwards, also when the work fails', () => {
  const failing = () =>
    db.write((tx) =>
      recordDeletedRows(tx, ['series'], () => {
        throw new Error('no')
      }),
    )
  expect(failing).toThrow('no')
  db.write((tx) => drop(tx))
  expect(db.write((tx) => recordDeletedRows(tx, ['series'], () => {}))).toEqual([])
})
