import { beforeEach, expect, test } from 'bun:test'
import type { Database, Tx } from '../../../base/storage/database'
import { operations } from '../../../base/work/tables'
import { testDatabase } from '../../../testing/database'
import { CONFIRM, SCAN } from '../states'
import * as made from './made-store'

/** Rows created by a confirm belong to it: no other confirm, kind or operation is affected. */

const NOW = '2026-11-21T08:00:00.000Z'
const OLD = '2026-10-22T07:59:59.999Z'
const YOUNG = '2026-10-22T08:00:00.000Z'
let db: Database
beforeEach(() => {
  db = testDatabase()
})

function putOperation(operation_id: string, created_at = NOW, subject = 'comic', kind: string = CONFIRM): void {
  const row = { operation_id, kind, subject, payload: {}, state: 'succeeded', created_at } as const
  db.write((tx) => tx.insert(operations).values(row).run())
}

/** A confirm that created one file with the same name. */
function putConfirm(id: string, created_at = NOW, kind = 'comic'): void {
  putOperation(id, created_at, kind)
  db.write((tx) => made.saveMadeRows(tx, id, [{ kind: 'file', id: `file of ${id}` }]))
}

const ROWS = [
  { kind: 'series', id: 'harbor' },
  { kind: 'issue', id: 'one' },
  { kind: 'file', id: 'a' },
  { kind: 'link', id: 'one', file_id: 'a' },
  { kind: 'file', id: 'b' },
] satisfies made.MadeRow[]
const ids = (rows: readonly made.MadeRow[]) => rows.map(({ id }) => id)
const prune = (kind: 'comic' | 'manga' = 'comic', most = 100) =>
  db.write((tx: Tx) => made.pruneMade(tx, kind, NOW, most))
const hasRows = (id: string) => made.madeCounts(db.read, id) !== undefined

test('the rows of a confirm belong to it, newest first, and are kept once', () => {
  db.write((tx) => made.saveMadeRows(tx, 'one', ROWS))
  db.write((tx) => made.saveMadeRows(tx, 'two', [{ kind: 'file', id: 'c' }, { kind: 'series', id: 'copper' }])) // biome-ignore format: short
  db.write((tx) => made.saveMadeRows(tx, 'one', ROWS))
  expect(made.filesMade(db.read, 'one')).toEqual(['a', 'b'])
  expect(made.filesMade(db.read, 'two')).toEqual(['c'])
  expect(ids(made.lastMade(db.read, 'one', 9))).toEqual(['b', 'one', 'a', 'one', 'harbor'])
  const newest = made.lastMade(db.read, 'one', 2)
  expect(ids(newest)).toEqual(['b', 'one'])
  expect(ids(made.madeBefore(db.read, 'one', newest.at(-1)!.rowid, 2))).toEqual(['a', 'one'])
  expect(made.madeCounts(db.read, 'one')).toEqual({ series: 1, issues: 1, files: 2 })
  expect(made.madeCounts(db.read, 'two')).toEqual({ series: 1, issues: 0, files: 1 })
  expect(made.madeCounts(db.read, 'three')).toBeUndefined()
  expect(made.rowsOf(ROWS)).toEqual({
    series: new Set(['harbor']),
    issues: new Set(['one']),
    files: new Set(['a', 'b']),
    links: [{ issue_id: 'one', file_id: 'a' }],
  })
  db.write((tx) => made.forgetMade(tx, newest))
  expect(ids(made.lastMade(db.read, 'one', 9))).toEqual(['a', 'one', 'harbor'])
  expect(made.madeCounts(db.read, 'two')).toEqual({ series: 1, issues: 0, files: 1 })
})

test('the issues created for a file are found by it, and deleted only with it', () => {
  const OTHER = [
    { kind: 'issue', id: 'two' },
    { kind: 'file', id: 'c' },
    { kind: 'link', id: 'two', file_id: 'c' },
    { kind: 'link', id: 'old', file_id: 'a' },
    { kind: 'link', id: 'one', file_id: 'c' },
  ] satisfies made.MadeRow[]
  db.write((tx) => {
    made.saveMadeRows(tx, 'one', ROWS)
    made.saveMadeRows(tx, 'two', OTHER)
  })
  expect(made.issuesMadeFor(db.read, 'a')).toEqual(['one'])
  expect(made.issuesMadeFor(db.read, 'c').sort()).toEqual(['one', 'two'])
  db.write((tx) => made.forgetIssuesMade(tx, 'a'))
  expect(made.issuesMadeFor(db.read, 'a')).toEqual([])
  expect(made.issuesMadeFor(db.read, 'c')).toEqual(['two'])
  expect(made.madeCounts(db.read, 'one')).toEqual({ series: 1, issues: 0, files: 2 })
  expect(ids(made.lastMade(db.read, 'two', 9))).toEqual(['one', 'two', 'c', 'two'])
})

test('more rows than fit into one statement are kept', () => {
  const many = Array.from({ length: 501 }, (_, at) => ({ kind: 'file' as const, id: `f${at}` }))
  db.write((tx) => made.saveMadeRows(tx, 'one', many))
  expect(made.madeCounts(db.read, 'one')).toEqual({ series: 0, issues: 0, files: 501 })
  db.write((tx) => made.saveMadeRows(tx, 'two', []))
  expect(made.madeCounts(db.read, 'two')).toBeUndefined()
})

test('a confirm is too old after 30 days, unless it is one of the last twenty of its kind with rows', () => {
  putConfirm('oldest', OLD)
  putConfirm('old', OLD)
  for (let n = 1; n <= 19; n++) putConfirm(`c${n}`)
  // None of these counts towards the limit: another content type, no confirm, nothing created.
  putConfirm('of manga', NOW, 'manga')
  putOperation('scan', NOW, 'comic', SCAN)
  db.write((tx) => made.saveMadeRows(tx, 'scan', [{ kind: 'file', id: 'x' }]))
  putOperation('in vain')
  const tooLong = (id: string) => made.isTooLongAgo(db.read, 'comic', id, NOW)
  expect(['oldest', 'old', 'c1', 'unknown'].map(tooLong)).toEqual([true, false, false, false])
  expect(prune()).toBe(true)
  expect(prune()).toBe(false)
  expect(['oldest', 'old', 'c1', 'of manga', 'scan'].map(hasRows)).toEqual([false, true, true, true, true])
})

test('a confirm of exactly 30 days ago is kept, however many followed it', () => {
  putConfirm('young', YOUNG)
  putConfirm('old', OLD)
  for (let n = 1; n <= 20; n++) putConfirm(`c${n}`)
  expect(['young', 'old'].map((id) => made.isTooLongAgo(db.read, 'comic', id, NOW))).toEqual([false, true])
  while (prune());
  expect(['young', 'old'].map(hasRows)).toEqual([true, false])
})

test('old confirms of the other kind, and other operations, are not pruned', () => {
  for (let n = 1; n <= 20; n++) putConfirm(`c${n}`)
  putConfirm('old', OLD)
  putConfirm('old manga', OLD, 'manga')
  putOperation('old scan', OLD, 'comic', SCAN)
  db.write((tx) => made.saveMadeRows(tx, 'old scan', [{ kind: 'file', id: 'x' }]))
  while (prune());
  expect(['old', 'old manga', 'old scan'].map(hasRows)).toEqual([false, true, true])
})

test('a prune removes no more rows at once than its limit', () => {
  for (let n = 1; n <= 20; n++) putConfirm(`c${n}`)
  putOperation('old', OLD)
  db.write((tx) => made.saveMadeRows(tx, 'old', ROWS))
  expect([prune('comic', 2), made.lastMade(db.read, 'old', 9).length]).toEqual([true, 3])
  expect([prune('comic', 3), made.lastMade(db.read, 'old', 9).length]).toEqual([true, 0])
  expect(prune('comic', 3)).toBe(false)
})
