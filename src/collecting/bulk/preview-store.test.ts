import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { asUser } from '../../base/platform/caller'
import type { Database } from '../../base/storage/database'
import { putSeriesSource } from '../../library/metadata/store'
import { markGone } from '../../library/series/presence-store'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { touchedBy } from './preview-store'
import type { BulkAction } from './states'

/** A series with files and wanted issues, a paused one that is linked and half read, and an empty one. */
let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db, { comic_id: 'a' })
  makeSeries(db, { comic_id: 'b', name: 'Paused', status: 'paused' })
  makeSeries(db, { comic_id: 'c', name: 'Empty' })
  const wanted = { intent: 'wanted', fulfillment: 'missing' } as const
  makeIssues(db, 'a', [1, 2, { number: '3', ...wanted }, { number: '4', ...wanted }])
  makeIssues(db, 'b', [1, 2, { number: '3', ...wanted }])
  makeFile(db, { issues: ['a-1'], size: 10, format: 'cbr' })
  makeFile(db, { issues: ['a-2'], size: 20 })
  makeFile(db, { issues: ['b-1', 'b-2'], size: 40, format: 'cb7' })
  const gone = makeFile(db, { path: '/gone.cbt', issues: ['b-1'], size: 80, format: 'cbt' })
  const said = { comic_id: 'b', source: 'metron', provider_id: '7', facts: {}, said_at: '', checked_at: null } as const
  db.write((tx) => {
    markGone(tx, [gone], '2026-01-05T00:00:00.000Z')
    putSeriesSource(tx, said)
    tx.run(sql`insert into series_reading (comic_id, read, reading) values ('b', 1, 1)
      on conflict do update set read = 1, reading = 1`)
  })
})
afterEach(() => db.close())

test.each<[BulkAction, [series: number, files: number, bytes: number, issues: number]]>([
  ['monitor', [1, 0, 0, 0]],
  ['unmonitor', [2, 0, 0, 0]],
  ['search', [1, 0, 0, 2]],
  ['match', [2, 0, 0, 0]],
  ['refresh', [1, 0, 0, 0]],
  ['rename', [2, 3, 70, 0]],
  ['write_metadata', [2, 3, 70, 0]],
  ['move', [2, 3, 70, 0]],
  ['convert', [2, 2, 50, 0]],
  ['mark_read', [2, 0, 0, 3]],
  ['mark_unread', [1, 0, 0, 2]],
  ['delete', [3, 3, 70, 0]],
])('%s counts series, files, bytes and issues: %p', (action, [series, files, bytes, issues]) => {
  expect(touchedBy(db.read, action, ['a', 'b', 'c', 'none'])).toEqual({ series, files, bytes, issues })
  expect(touchedBy(db.read, action, ['none'])).toEqual({ series: 0, files: 0, bytes: 0, issues: 0 })
})

test('what was read is counted for the caller', () => {
  const issues = (action: BulkAction) => asUser('ann', () => touchedBy(db.read, action, ['a', 'b'])).issues
  expect([issues('mark_read'), issues('mark_unread')]).toEqual([4, 0])
})
