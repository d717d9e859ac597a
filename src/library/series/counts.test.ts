import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { migrate } from '../../base/storage/migrate'
import { migrations } from '../../base/storage/migrations/index'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeLibrary, makeSeries } from '../../testing/make'
import { recount } from './counts-store'
import { markGone } from './presence-store'
import { deleteIssue, findSeries } from './store'

const AT = '2026-03-04T05:06:07.000Z'
let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

const readable = () => findSeries(db.read, 'harbor')?.readable

test('a series knows how many of its issues have a file on disk, each once', () => {
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2, 3, { number: '1', kind: 'annual' }])
  expect(readable()).toBe(0)
  const double = makeFile(db, { path: '/a.cbz', issues: ['harbor-1', 'harbor-2'] })
  makeFile(db, { path: '/b.cbz', issues: ['harbor-2'] })
  makeFile(db, { path: '/c.cbz', issues: ['harbor-a1'] })
  expect(readable()).toBe(3)
  db.write((tx) => markGone(tx, [double], AT))
  expect(readable()).toBe(2)
  db.write((tx) => {
    deleteIssue(tx, 'harbor-2')
    recount(tx, 'harbor')
  })
  expect(readable()).toBe(1)
})

test('a library of an earlier version is counted by the migration', () => {
  const before = migrations.filter(({ name }) => name < '0018')
  const raw = new Sqlite(':memory:')
  migrate(raw, undefined, before)
  raw.run(`INSERT INTO series (comic_id, name, sort_name, match_key, content_type, added_at, updated_at, files_at)
    VALUES ('harbor', 'Harbor', 'harbor', 'harbor', 'comic', '${AT}', '${AT}', '${AT}')`)
  for (const n of [1, 2, 3]) {
    raw.run(`INSERT INTO issues (issue_id, comic_id, kind, unit, number, sort_key, added_at, updated_at)
      VALUES ('i${n}', 'harbor', 'issue', 'issue', '${n}', '${n}', '${AT}', '${AT}')`)
    raw.run(`INSERT INTO files (file_id, path, size, modified_ms, format, page_count, added_at, gone_at)
      VALUES ('f${n}', '/${n}.cbz', 1, 1, 'cbz', 1, '${AT}', ${n === 3 ? `'${AT}'` : 'NULL'})`)
    raw.run(`INSERT INTO issue_files VALUES ('i${n}', 'f${n}'), ('i1', 'f${n}') ON CONFLICT DO NOTHING`)
  }
  migrate(raw)
  expect(raw.query('SELECT readable FROM series').get()).toEqual({ readable: 2 })
  raw.close()
})

test('the counts of a large library agree with its files', () => {
  makeLibrary(db, { series: 12, issuesPerSeries: 10 })
  expect(findSeries(db.read, 's3')?.readable).toBe(7)
})
