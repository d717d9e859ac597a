import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../base/storage/database'
import { setContentHash } from '../../../library/series/file-store'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import {
  fileRow,
  issueRow,
  MOVED_AT,
  moveRows,
  progressRow,
  type SourceRows,
  seriesRow,
} from '../../../testing/migration/source-library'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

/** Series s with the issues 1 and 2; `more` is what else the source has. */
const move = (more: SourceRows) =>
  moveRows(db, { series: [seriesRow('s')], issues: ['1', '2'].map((n) => issueRow(n, 's', n)), ...more })
const read = () =>
  db.read.all<{ page: number; completed: number; read_at: string }>(
    sql`select page, completed, read_at, content_key from reading_progress`,
  )
const marked = () => db.read.all(sql`select page, created_at, content_key from bookmarks`)
const [EARLY, LATE] = ['2026-09-01T08:00:00.000Z', '2026-10-02T08:00:00.000Z']

describe('reading progress of a source', () => {
  test.each([
    ['is moved unchanged', {}, { page: 4, completed: 0, read_at: '2026-10-01T08:00:00.000Z' }],
    ['says whether the issue was read', { page: 23, completed: true }, { page: 23, completed: 1 }],
    ['counts as read at the first page when it is marked as read', { page: 0, completed: true }, { completed: 1 }],
    ['gets the time of the move when the source has none', { at: null }, { read_at: MOVED_AT }],
    ['gets the time of the move when its clock was ahead', { at: '2031-01-01T08:00:00.000Z' }, { read_at: MOVED_AT }],
  ])('%s', (_name, more, row) => {
    expect(move({ progress: [progressRow('1', more)] }).of.progress).toEqual([1, 0, 0])
    expect(read()).toMatchObject([row])
  })

  test('does not count at the first page, which an app opens', () => {
    const { of, notes } = move({ progress: [progressRow('1', { page: 0 })] })
    expect([of.progress, read()]).toEqual([[1, 0, 0], []])
    expect(notes).toMatchObject({ 'Opened at the first page only: unread': 1 })
  })

  test.each([
    ['of another user', { user_id: 'bob' }, 'bob 1: Reading of a person who was not chosen.', 'Bob'],
    ['of a deleted user', { user_id: 'cyd' }, 'cyd 1: Reading of a person who was not chosen.', 'cyd'],
    ['of an issue that was left behind', { issue_id: '9' }, 'ann 9: Its issue was left behind, or Komga does not have it any more.', '9'],
    ['of an issue without pages', { pages: 0 }, 'ann 1: Its issue was left behind, or Komga does not have it any more.', '1'],
  ])('is left behind when it is %s', (_name, more, reason, label) => {
    const { of, omitted, labels } = move({ progress: [progressRow('1', more)] })
    expect([of.progress, omitted, labels, read()]).toEqual([[0, 0, 1], [reason], [label], []])
  }) // biome-ignore format: a table

  test('of all users is moved when there was no user to choose from', () => {
    const progress = [progressRow('1', { user_id: 'bob' }), progressRow('2', { user_id: 'ann' })]
    const issues = ['1', '2'].map((n) => issueRow(n, 's', n))
    expect(moveRows(db, { series: [seriesRow('s')], issues, progress }, { reader: null }).of.progress).toEqual([
      2, 0, 0,
    ])
  })

  test.each([
    ['first', [EARLY, LATE]],
    ['last', [LATE, EARLY]],
  ])('counts once for an issue: the newer of two rows, also when it is not the %s', (_name, times) => {
    move({ progress: times.map((at) => progressRow('1', { at, page: at === LATE ? 9 : 3 })) })
    expect(read()).toMatchObject([{ page: 9, read_at: LATE }])
  })

  test('of two copies of a comic is the one that got furthest, even when another is newer', () => {
    const copies = ['1', '2'].map((id) => issueRow(id, 's', '1', { label: `Harbor Lights 1 (${id})` }))
    const progress = [progressRow('1', { at: EARLY, page: 23, completed: true }), progressRow('2', { at: LATE, page: 3 })] // biome-ignore format: one line
    const { of, omitted } = moveRows(db, { series: [seriesRow('s')], issues: copies, progress })
    expect(of.progress).toEqual([1, 1, 0])
    expect(omitted).toContain('ann 2: A copy of it was read further.')
    expect(read()).toMatchObject([{ page: 23, completed: 1, read_at: EARLY }])
  })

  test.each([
    ['finished', { page: 23, completed: true, times_read: 3 }, { completed: 1, times_read: 3 }],
    ['started again', { page: 5, times_read: 2 }, { page: 5, completed: 0, times_read: 2 }],
    ['of a source that does not count', { page: 23, completed: true }, { times_read: 1 }],
  ])('keeps how often the issue was read: %s', (_name, more, row) => {
    move({ progress: [progressRow('1', more)] })
    expect(db.read.all(sql`select page, completed, times_read from reading_progress`)).toMatchObject([row])
  })

  test.each([
    ['newer', LATE, 12, [0, 1, 0]],
    ['older', EARLY, 4, [1, 0, 0]],
  ])('gives way to progress in Panelkeep that is %s', (_name, at, page, counts) => {
    makeSeries(db, { year: 2015 })
    makeIssues(db, 'harbor', [1, 2])
    const file = makeFile(db, { issues: ['harbor-1'] })
    const row = `insert into reading_progress (content_key, issue_id, comic_id, page, page_count, furthest, completed, started_at, read_at, times_read, revision)
      values ('${file}', 'harbor-1', 'harbor', 12, 24, 12, 0, '${at}', '${at}', 0, 1)`
    db.write((tx) => tx.run(sql.raw(row)))
    expect(move({ progress: [progressRow('1')] }).of.progress).toEqual(counts)
    expect(read()).toMatchObject([{ page }])
  })
})

describe('a bookmark of a source', () => {
  const bookmark = (more = {}) => ({ id: 'b', user_id: 'ann', issue_id: '1', page: 3, at: EARLY, ...more })

  test.each([
    ['belongs to its issue until a file is found', false, { page: 3, created_at: EARLY, content_key: expect.stringMatching(/^moved:/) }],
    ['belongs to the file that the library has', true, { page: 3, created_at: EARLY, content_key: 'hash' }],
  ])('%s', (_name, isThere, row) => {
    if (isThere) {
      makeSeries(db, { year: 2015 })
      makeIssues(db, 'harbor', [1])
      const file = makeFile(db, { path: '/data/f.cbz', issues: ['harbor-1'] })
      db.write((tx) => setContentHash(tx, file, 'hash'))
    }
    expect(move({ files: [fileRow('f', ['1'])], bookmarks: [bookmark()] }).of.bookmarks).toEqual([1, 0, 0])
    expect(marked()).toEqual([row])
  }) // biome-ignore format: a table

  test('gets the time of the move when the source has none', () => {
    move({ bookmarks: [bookmark({ at: null })] })
    expect(marked()).toMatchObject([{ created_at: MOVED_AT }])
  })

  test.each([
    [{ user_id: 'bob' }, 'b: A bookmark of a person who was not chosen.', 'Bob'],
    [{ user_id: 'cyd' }, 'b: A bookmark of a person who was not chosen.', 'cyd'],
    [{ issue_id: '9' }, 'b: Its issue was left behind, or Komga does not have it any more.', '9'],
  ])('is left behind with %p', (more, reason, label) => {
    const { of, omitted, labels } = move({ bookmarks: [bookmark(more)] })
    expect([of.bookmarks, omitted, labels, marked()]).toEqual([[0, 0, 1], [reason], [label], []])
  })
})
