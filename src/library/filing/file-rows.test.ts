import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import { systemFiles } from '../../base/platform/files'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { saveBookmark } from '../reading/bookmark-store'
import { bookmarks } from '../reading/tables'
import { type FileContent, fileAt, fileWithId } from '../series/file-store'
import { markGone } from '../series/presence-store'
import { findIssue } from '../series/store'
import { FileRows, fileMoveOf, replacementOf, tempOf } from './changes'
import type { FileChangeRow } from './store'

/** What the rows say about a file that was moved or rewritten. */

const [OLD, NEW] = ['/library/old/1.cbz', '/library/new/1.cbz']
const AS = { size: 5, modified_ms: 1000 }
const LATER = { size: 5, modified_ms: 2000 }
const clock = fakeClock()
let db: Database
let events: AppEvent[]
let followed: [string, string][]
let rows: FileRows
beforeEach(() => {
  ;[events, followed] = [[], []]
  db = testDatabase((event) => events.push(event))
  const follow = (_tx: unknown, from: string, to: string) => void followed.push([from, to])
  rows = new FileRows({ clock, files: systemFiles, follow })
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2])
  makeFile(db, { file_id: 'f', path: OLD, issues: ['harbor-1'], ...AS })
  events.length = 0
})
afterEach(() => db.close())
const row = () => fileWithId(db.read, 'f')!

describe('a file that was moved', () => {
  const moved = (more: { id?: string; from?: string; to?: string; was?: typeof AS; now?: typeof AS } = {}) => {
    const { id = 'f', from = OLD, to = NEW, was = AS, now = AS } = more
    db.write((tx) => rows.moved(tx, id, { from, to }, was, now))
  }

  test('has its new path and no other change, and its followers are notified', () => {
    const before = row()
    moved()
    expect(row()).toEqual({ ...before, path: NEW })
    expect([followed, events]).toEqual([[[OLD, NEW]], []])
    moved()
    expect([row().path, events]).toEqual([NEW, []])
  })

  test('has the time that the other disk gave it', () => {
    moved({ now: LATER })
    expect(row()).toMatchObject({ path: NEW, ...LATER })
    expect(events).toEqual([{ type: 'series.changed', comic_id: 'harbor' }])
  })

  test.each([
    ['size', { ...AS, size: 6 }],
    ['time', { ...AS, modified_ms: 3000 }],
  ])('whose row had another %s keeps that, so that the next scan reads it', (_what, was) => {
    moved({ was, now: was })
    expect(row()).toMatchObject({ path: NEW, ...AS })
  })

  test('is no longer missing, at any path', () => {
    for (const to of [NEW, NEW]) {
      db.write((tx) => markGone(tx, ['f'], clock.now()))
      moved({ to })
      expect([row().gone_at, findIssue(db.read, 'harbor-1')?.fulfillment]).toEqual([null, 'downloaded'])
    }
  })

  test('takes its path from a row whose file is elsewhere', () => {
    makeFile(db, { file_id: 'g', path: NEW, issues: ['harbor-2'] })
    moved()
    expect(row().path).toBe(NEW)
    expect(fileWithId(db.read, 'g')?.gone_at).toBe(clock.now())
  })

  test('without a row of its own changes no row', () => {
    const other = fileWithId(db.read, makeFile(db, { path: NEW, issues: ['harbor-2'] }))
    moved({ id: '' })
    expect(fileAt(db.read, NEW)).toEqual(other)
    expect(followed).toEqual([[OLD, NEW]])
  })

  test('to its own path notifies no follower', () => {
    moved({ to: OLD })
    expect(followed).toEqual([])
  })
})

describe('a file that was rewritten', () => {
  const content = (content_hash: string | null): FileContent => ({
    format: 'cbz',
    page_count: 9,
    cover_page: 2,
    content_hash,
  })
  const rewritten = (hash: string | null, id = 'f') =>
    db.write((tx) => rows.rewritten(tx, id, NEW, LATER, content(hash)))
  const mark = (content_key: string) =>
    db.write((tx) =>
      saveBookmark(tx, { content_key, page: 1, issue_id: 'harbor-1', note: '', created_at: clock.now() }),
    )
  const keys = () =>
    db.read
      .select()
      .from(bookmarks)
      .all()
      .map(({ content_key }) => content_key)

  test('has its new content, and its reading progress stays', () => {
    db.write((tx) => tx.run(`update files set content_hash = 'old' where file_id = 'f'` as never))
    mark('old')
    events.length = 0
    rewritten('new')
    expect(row()).toMatchObject({ path: NEW, ...LATER, ...content('new') })
    expect(keys()).toEqual(['new'])
    expect(events).toContainEqual({ type: 'series.changed', comic_id: 'harbor' })
    expect(events).toContainEqual({
      type: 'reading.changed',
      comic_id: 'harbor',
      issue_id: 'harbor-1',
      user_id: 'owner',
    })
  })

  test('is known by its id while its bytes were not', () => {
    mark('f')
    rewritten('new')
    expect(keys()).toEqual(['new'])
  })

  test.each([null, 'old'])('with the same or unknown content (%p) keeps its progress', (hash) => {
    db.write((tx) => tx.run(`update files set content_hash = 'old' where file_id = 'f'` as never))
    mark('old')
    events.length = 0
    rewritten(hash)
    expect(row()).toMatchObject({ path: NEW, ...content(hash) })
    expect([keys(), events.filter(({ type }) => type === 'reading.changed')]).toEqual([['old'], []])
  })

  test('that the library no longer has changes nothing', () => {
    const other = fileWithId(db.read, makeFile(db, { path: NEW, issues: ['harbor-2'] }))
    events.length = 0
    rewritten('new', 'gone')
    expect([fileAt(db.read, NEW), events]).toEqual([other!, []])
  })
})

describe('the kind of a change', () => {
  const change = {
    change_id: 'c',
    from_path: OLD,
    to_path: NEW,
    temp_path: null,
    kept_path: null,
    before_size: 1,
    before_modified_ms: 2,
    after_size: 3,
    after_modified_ms: 4,
    after_hash: 'hash',
  } as FileChangeRow

  test('is a move from the state before, or back from the state after', () => {
    const way = { from: OLD, to: NEW, temp: tempOf('/library/new', 'c'), hash: 'hash' }
    expect(fileMoveOf(change, 'apply')).toEqual({ ...way, size: 1, modified_ms: 2 })
    const back = { from: NEW, to: OLD, temp: tempOf('/library/old', 'c'), hash: 'hash' }
    expect(fileMoveOf(change, 'undo')).toEqual({ ...back, size: 3, modified_ms: 4 })
  })

  test('is a replacement, whose new file is known once both its facts are', () => {
    const paths = { from: OLD, to: NEW, temp: tempOf('/library/new', 'c'), kept: '' }
    const before = { size: 1, modified_ms: 2 }
    expect(replacementOf(change)).toEqual({ ...paths, before, after: { size: 3, modified_ms: 4 } })
    expect(replacementOf({ ...change, temp_path: '/t', kept_path: '/k' })).toMatchObject({ temp: '/t', kept: '/k' })
    for (const unknown of [{ after_size: null }, { after_modified_ms: null }])
      expect(replacementOf({ ...change, ...unknown }).after).toBeNull()
  })
})
