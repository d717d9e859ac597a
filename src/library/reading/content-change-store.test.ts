import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { bookmarksOf, removeBookmark, saveBookmark } from './bookmark-store'
import { changeContent } from './content-change-store'
import { afterMark } from './machine'
import { saveProgress } from './progress-row-store'
import { issueProgress } from './progress-store'

const AT = '2026-11-01T00:00:00.000Z'

let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2])
})
afterEach(() => db.close())

const has = (issue: string, content_hash: string | null) =>
  makeFile(db, { path: `/library/${issue}.cbz`, issues: [issue], content_hash })

function read(issue_id: string, content_key: string): void {
  const row = {
    ...afterMark(undefined, true, 24, AT),
    issue_id,
    comic_id: 'harbor',
    content_key,
    device: null,
    device_id: null,
  }
  db.write((tx) => {
    saveProgress(tx, row)
    saveBookmark(tx, { content_key, page: 3, issue_id, note: null, created_at: AT })
  })
}

function rewrite(file_id: string, content_hash: string): void {
  db.write((tx) => {
    changeContent(tx, file_id, { format: 'cbz', page_count: 20, cover_page: 0, content_hash })
  })
}

const known = (issue: string) => [issueProgress(db.read, issue)?.completed, bookmarksOf(db.read, issue).length]

test.each([['old'], [null]])('an issue stays read, with its bookmarks, when its file is rewritten: %p', (hash) => {
  const file = has('harbor-1', hash)
  read('harbor-1', hash ?? file)
  rewrite(file, 'new')
  expect(known('harbor-1')).toEqual([true, 1])
  expect(known('harbor-2')).toEqual([undefined, 0])
})

test('a copy that still has the old content keeps its own', () => {
  const file = has('harbor-1', 'old')
  has('harbor-2', 'old')
  read('harbor-2', 'old')
  rewrite(file, 'new')
  expect(known('harbor-1')).toEqual([true, 1])
  expect(known('harbor-2')).toEqual([true, 1])
})

test.each(['the only file', 'a copy'])('a removed bookmark stays removed in the new content of %s', (which) => {
  const file = has('harbor-1', 'old')
  if (which === 'a copy') has('harbor-2', 'old')
  const LATER = '2026-11-02T00:00:00.000Z'
  db.write((tx) => removeBookmark(tx, 'harbor-1', 3, LATER))
  rewrite(file, 'new')
  const save = (created_at: string) => {
    db.write((tx) => saveBookmark(tx, { content_key: 'new', page: 3, issue_id: 'harbor-1', note: null, created_at }))
    return bookmarksOf(db.read, 'harbor-1').length
  }
  expect([save(AT), save(LATER)]).toEqual([0, 1])
})

test('progress of other files stays out, and nothing stays under the old content', () => {
  const file = has('harbor-1', 'old')
  has('harbor-2', 'other')
  read('harbor-1', 'old')
  read('harbor-2', 'other')
  const bookmark = { content_key: 'other', page: 7, issue_id: 'harbor-2', note: null, created_at: AT }
  db.write((tx) => saveBookmark(tx, bookmark))
  rewrite(file, 'new')
  expect(known('harbor-1')).toEqual([true, 1])
  expect(known('harbor-2')).toEqual([true, 2])
  const keys = (table: string) =>
    db.read.all<{ content_key: string }>(`select content_key from ${table} order by 1`).map((row) => row.content_key)
  expect([keys('reading_progress'), keys('bookmarks')]).toEqual([
    ['new', 'other'],
    ['new', 'other', 'other'],
  ])
})

test('of two copies the rewritten one takes its own bookmarks along, and no others', () => {
  const file = has('harbor-1', 'old')
  has('harbor-2', 'old')
  read('harbor-1', 'old')
  db.write((tx) =>
    saveBookmark(tx, { content_key: 'third', page: 7, issue_id: 'harbor-2', note: null, created_at: AT }),
  )
  rewrite(file, 'new')
  expect(bookmarksOf(db.read, 'harbor-1').map(({ page }) => page)).toEqual([3])
})

test('the newer progress wins when both contents were read', () => {
  const file = has('harbor-1', 'old')
  read('harbor-1', 'new')
  db.write((tx) => {
    const unread = { ...afterMark(undefined, false, 24, '2026-11-02T00:00:00.000Z'), page: 4, furthest: 4 }
    saveProgress(tx, {
      ...unread,
      issue_id: 'harbor-1',
      comic_id: 'harbor',
      content_key: 'old',
      device: null,
      device_id: null,
    })
  })
  rewrite(file, 'new')
  expect(issueProgress(db.read, 'harbor-1')).toMatchObject({ page: 4, completed: false })
})
