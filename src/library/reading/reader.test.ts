import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { type TestApp, testApp } from '../../testing/app'
import { makeCbz, makeJpeg, makePages, makePng } from '../../testing/archives/archives'
import { makeEpub } from '../../testing/archives/books'
import { addFile } from '../../testing/archives/comics'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { putIssueSource } from '../metadata/store'
import { fileAt, setContentHash } from '../series/file-store'
import { setHiddenPages } from './hidden-page-store'
import type { ReadIssue } from './schema'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ library: true })
  makeSeries(app.db, { year: 2015 })
  makeIssues(app.db, 'harbor', [1, 2, 3, { number: '2', kind: 'annual', issue_id: 'annual' }])
})
afterEach(() => app.close())

const ISSUE = '/api/reading/issues/harbor-2'
const reader = () => app.reader
const ok = <T = Record<string, unknown>>(reply: Promise<Response>) => reader().json<T>(200, reply)

function shelve() {
  const add = (issue: string, name: string) =>
    // Files with identical bytes share their progress, so each gets different ones.
    addFile(app, [issue], name, makeCbz({ ...makePages(6), 'note.txt': Buffer.from(name) }), { page_count: 6 })
  add('annual', 'Harbor Lights Annual 2.cbz')
  return [1, 2, 3].map((n) => add(`harbor-${n}`, `Harbor Lights 00${n}.cbz`))
}

describe('an issue that is read from a list', () => {
  const inList = (issueId: string, list = 'default') =>
    ok<ReadIssue>(reader().get(`/api/reading/issues/${issueId}?list=${list}`))

  test('has the neighbours in the list, named with their series', async () => {
    shelve()
    for (const issue_id of ['harbor-3', 'harbor-1', 'annual']) await ok(reader().post('/api/readlist', { issue_id }))
    expect(await inList('harbor-1')).toMatchObject({
      previous: { issue_id: 'harbor-3', label: 'Harbor Lights #3' },
      next: { issue_id: 'annual', label: 'Harbor Lights Annual #2' },
      list: { list_id: 'default', name: 'Reading list', position: 2, count: 3 },
    })
    expect(await inList('harbor-3')).toMatchObject({ previous: null, next: { issue_id: 'harbor-1' } })
    expect(await inList('annual')).toMatchObject({ next: null })
  })

  test.each(['default', 'none'])('has those of its series when the list %s does not have it', async (list) => {
    shelve()
    expect(await inList('harbor-2', list)).toMatchObject({
      previous: { issue_id: 'harbor-1', label: '#1' },
      next: { issue_id: 'harbor-3', label: '#3' },
      list: null,
    })
  })
})

test('the report of a user who is not logged in any more is refused, and their progress waits for them', async () => {
  shelve()
  const report = (user_id: string) => reader().put(`${ISSUE}/progress`, { page: 3, user_id })
  expect(await reader().json<object>(401, report('u2'))).toMatchObject({ error: 'other_user' })
  const mark = `${ISSUE}/bookmarks/2`
  await ok(reader().put(mark, { user_id: 'owner' }))
  expect(await reader().json<object>(401, reader().put(mark, { note: 'Mine', user_id: 'u2' }))).toMatchObject({
    error: 'other_user',
  })
  expect(await reader().json<object>(401, reader().delete(`${mark}?user_id=u2`))).toMatchObject({ error: 'other_user' })
  const before = await ok<ReadIssue>(reader().get(ISSUE))
  expect([before.progress, before.bookmarks.map(({ page, note }) => [page, note])]).toEqual([null, [[2, null]]])
  await ok(report('owner'))
  expect((await ok<ReadIssue>(reader().get(ISSUE))).progress?.page).toBe(3)
})

describe('an issue', () => {
  test('returns all that the reader page needs', async () => {
    shelve()
    const issue = await ok<ReadIssue>(reader().get(ISSUE))
    expect(issue).toMatchObject({
      issue_id: 'harbor-2',
      comic_id: 'harbor',
      series_name: 'Harbor Lights',
      label: '#2',
      year: 2015,
      format: 'cbz',
      page_count: 6,
      cover_page: 0,
      reading_direction: 'ltr',
      layout: 'paged',
      download_url: '/api/reading/issues/harbor-2/file',
      progress: null,
      bookmarks: [],
      previous: { issue_id: 'harbor-1', label: '#1' },
      next: { issue_id: 'harbor-3', label: '#3' },
      view: { reading_direction: 'ltr' },
    })
    expect(issue.version).toMatch(/^[0-9a-z]+-[0-9a-z]+$/)
    const file = await reader().get(issue.download_url)
    expect(file.headers.get('content-disposition')).toContain('filename="Harbor Lights 002.cbz"')
    expect(file.headers.get('content-type')).toBe('application/vnd.comicbook+zip')
    const etag = file.headers.get('etag')!
    expect((await reader().get(issue.download_url, { 'If-None-Match': etag })).status).toBe(304)
    const annual = await ok<ReadIssue>(reader().get('/api/reading/issues/annual'))
    expect(annual).toMatchObject({ label: 'Annual #2', previous: { issue_id: 'harbor-3' }, next: null })
  })

  test('that is unknown, has no file, lost its file or is damaged says so', async () => {
    const paths = shelve()
    rmSync(paths[0]!)
    addFile(app, ['harbor-2'], 'Harbor Lights 002.cbz', Buffer.from('PK nonsense'))
    makeIssues(app.db, 'harbor', [4])
    const statuses = ['unknown', 'harbor-4', 'harbor-1', 'harbor-2'].map(
      async (id) => (await reader().get(`/api/reading/issues/${id}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 410, 422])
  })

  test('continues at the same percentage in a better copy whose pages were split differently', async () => {
    const [old] = shelve()
    const at = '/api/reading/issues/harbor-1'
    await ok(reader().put(`${at}/progress`, { page: 2 }))
    rmSync(old!)
    addFile(app, ['harbor-1'], 'Harbor Lights 001 (better).cbz', makeCbz(makePages(20)), { page_count: 20 })
    const { progress, page_count } = await ok<ReadIssue>(reader().get(at))
    expect({ page_count, ...progress }).toMatchObject({ page_count: 20, page: 9, percent: 0.5, completed: false })
    const { items } = await ok<{ items: object[] }>(reader().get('/api/reading/continue'))
    expect(items).toMatchObject([{ issue_id: 'harbor-1', page: 9, page_count: 20, percent: 0.5 }])
  })

  test('that is a text book has no pages', async () => {
    addFile(app, ['harbor-1'], 'Harbor.epub', makeEpub({}, { body: () => '<p>Words</p>' }))
    expect(await ok(reader().get('/api/reading/issues/harbor-1'))).toMatchObject({ format: 'epub', page_count: 0 })
  })

  test('is read top down when its pages are pieces of a strip, or when the user chose that', async () => {
    const tall = await makeJpeg(40, 400, [9, 9, 9])
    addFile(
      app,
      ['harbor-1'],
      'Strip.cbz',
      makeCbz({ '1.jpg': tall, '2.jpg': tall, '3.png': makePng(40, 60, [1, 1, 1]) }),
    )
    const strip = '/api/reading/issues/harbor-1'
    expect(await ok(reader().get(`${strip}/sizes`))).toEqual({
      pages: [
        { width: 40, height: 400, type: 'jpeg' },
        { width: 40, height: 400, type: 'jpeg' },
        { width: 40, height: 60, type: 'png' },
      ],
    })
    expect(await ok(reader().get(strip))).toMatchObject({ layout: 'strip', view: {} })
    await ok(reader().patch('/api/reading/series/harbor/view', { layout: 'paged' }))
    expect(await ok(reader().get(strip))).toMatchObject({ layout: 'paged', view: { layout: 'paged' } })
  })

  test('reports which pages are damaged', async () => {
    addFile(
      app,
      ['harbor-1'],
      'Half.cbz',
      makeCbz({ '1.png': makePng(40, 60, [1, 1, 1]), '2.png': Buffer.from('\x89PNG') }),
    )
    const { pages } = await ok<{ pages: unknown[] }>(reader().get('/api/reading/issues/harbor-1/sizes'))
    expect(pages).toEqual([{ width: 40, height: 60, type: 'png' }, null])
  })
})

describe('a page', () => {
  const at = `${ISSUE}/pages`

  test('is sent in a type that the browser accepts, and cached permanently under its version', async () => {
    shelve()
    const { version } = await ok<ReadIssue>(reader().get(ISSUE))
    const page = await reader().get(`${at}/0?v=${version}`)
    expect(page.headers.get('content-type')).toBe('image/png')
    expect(page.headers.get('cache-control')).toContain('immutable')
    expect(page.headers.get('vary')).toBe('Accept')
    const jpeg = await reader().get(`${at}/0`, { Accept: 'image/jpeg' })
    expect(jpeg.headers.get('content-type')).toBe('image/jpeg')
    const again = await reader().get(`${at}/0`, { 'If-None-Match': jpeg.headers.get('etag')!, Accept: 'image/jpeg' })
    expect(again.status).toBe(304)
    expect((await reader().get(`${at}/6`)).status).toBe(404)
    expect((await reader().get(`${at}/-1`)).status).toBe(400)
    expect((await app.guest.get(`${at}/0`)).status).toBe(401)
  })

  test('of a file that was replaced meanwhile is refused, unlike an address without a version', async () => {
    shelve()
    const versionNow = async () => (await ok<ReadIssue>(reader().get(ISSUE))).version
    const read = await versionNow()
    addFile(app, ['harbor-2'], 'Harbor Lights 002.cbz', makeCbz(makePages(5)), { page_count: 5 })
    const page = await reader().get(`${at}/1?v=${read}`, { 'If-None-Match': '*' })
    expect([page.status, await page.json()]).toEqual([410, { detail: 'The file was replaced. Open the issue again.' }])
    for (const address of [`${at}/1`, `${at}/1?v=${await versionNow()}`])
      expect((await reader().get(address)).status).toBe(200)
  })

  test('that is fetched stores no progress', async () => {
    shelve()
    for (const page of [0, 1, 2, 3]) {
      await reader().get(`${at}/${page}`)
      await app.clock.advance('5 s')
    }
    expect(await ok(reader().get(ISSUE))).toMatchObject({ progress: null })
  })
})

describe('progress', () => {
  test('is stored, shown and deleted', async () => {
    shelve()
    const put = await ok(reader().put(`${ISSUE}/progress`, { page: 2, device: 'Browser' }))
    expect(put).toEqual({
      progress: { page: 2, completed: false, percent: 0.5, read_at: app.clock.now(), device: 'Browser' },
    })
    expect((await ok<ReadIssue>(reader().get(ISSUE))).progress).toEqual(put.progress as ReadIssue['progress'])
    await ok(reader().delete(`${ISSUE}/progress`))
    expect((await ok<ReadIssue>(reader().get(ISSUE))).progress).toBeNull()
  })

  test('refuses an unknown page, an unknown issue and an invalid time', async () => {
    shelve()
    const put = async (path: string, body: unknown) => (await reader().put(`${path}/progress`, body)).status
    expect(await put(ISSUE, { page: 6 })).toBe(400)
    expect(await put(ISSUE, { page: -1 })).toBe(400)
    expect(await put(ISSUE, { page: 1, at: 'yesterday' })).toBe(400)
    expect(await put('/api/reading/issues/unknown', { page: 0 })).toBe(404)
    expect((await reader().delete('/api/reading/issues/unknown/progress')).status).toBe(404)
  })

  test('is marked for issues and for whole series', async () => {
    shelve()
    const marked = await ok(
      reader().post('/api/reading/mark', { issue_ids: ['harbor-1'], comic_ids: ['harbor'], read: true }),
    )
    expect(marked).toEqual({ success: true, changed: 4 })
    expect(await ok(reader().get('/api/reading/series/harbor'))).toMatchObject({
      issues: { annual: { state: 'read', page: 5, percent: 1 } },
      read: 4,
      reading: 0,
    })
    await ok(reader().post('/api/reading/mark', { issue_ids: ['annual'], read: false }))
    await ok(reader().put(`${ISSUE}/progress`, { page: 2, completed: false }))
    const { issues, ...counts } = await ok(reader().get('/api/reading/series/harbor'))
    expect(counts).toEqual({ read: 2, reading: 1 })
    expect(issues).toMatchObject({ 'harbor-2': { state: 'reading', page: 2 } })
    expect((await reader().get('/api/reading/series/unknown')).status).toBe(404)
  })
})

test('issues to continue come before next issues, one of each series', async () => {
  shelve()
  makeSeries(app.db, { comic_id: 'copper', name: 'Copper Orchard', reading_direction: 'rtl' })
  makeIssues(app.db, 'copper', [1, 2])
  makeFile(app.db, { issues: ['copper-1'] })
  makeFile(app.db, { issues: ['copper-2'] })
  await ok(reader().put(`${ISSUE}/progress`, { page: 2 }))
  await app.clock.advance('1 min')
  await ok(reader().post('/api/reading/mark', { issue_ids: ['copper-1'], read: true }))
  const { items } = await ok<{ items: Record<string, unknown>[] }>(reader().get('/api/reading/continue'))
  expect(items).toMatchObject([
    { state: 'reading', issue_id: 'harbor-2', label: '#2', percent: 0.5, page: 2, page_count: 6 },
    { state: 'next', issue_id: 'copper-2', percent: 0, read_at: app.clock.now(), reading_direction: 'rtl' },
  ])
  expect(items[0]!.image).toMatch(/^\/api\/covers\/issues\/harbor-2\?v=/)
  expect(await ok<{ items: unknown[] }>(reader().get('/api/reading/continue?limit=1'))).toMatchObject({ items: [{}] })
})

test('bookmarks are set, noted, listed in order and removed', async () => {
  shelve()
  const at = `${ISSUE}/bookmarks`
  await ok(reader().put(`${at}/4`, {}))
  await ok(reader().put(`${at}/1`, { note: 'The lighthouse' }))
  const { bookmarks } = await ok(reader().put(`${at}/4`, { note: 'The storm' }))
  const created_at = app.clock.now()
  expect(bookmarks).toEqual([
    { page: 1, note: 'The lighthouse', created_at },
    { page: 4, note: 'The storm', created_at },
  ])
  const notes = async (body: object) =>
    ((await ok(reader().put(`${at}/4`, body))) as { bookmarks: { note: string | null }[] }).bookmarks.map(
      ({ note }) => note,
    )
  expect(await notes({})).toEqual(['The lighthouse', 'The storm'])
  expect(await notes({ note: null })).toEqual(['The lighthouse', null])
  expect(await ok(reader().delete(`${at}/1`))).toMatchObject({ bookmarks: [{ page: 4 }] })
  expect((await reader().put(`${at}/6`, {})).status).toBe(400)
})

describe('a bookmark that was changed without a connection', () => {
  const at = `${ISSUE}/bookmarks/4`
  const notes = async () => (await ok<ReadIssue>(reader().get(ISSUE))).bookmarks.map(({ note }) => note)
  /** The time at which the device made its change, before that of the other device. */
  const older = async (first: object) => {
    shelve()
    await ok(reader().put(at, first))
    await app.clock.advance('1 min')
    const then = app.clock.now()
    await app.clock.advance('1 min')
    return then
  }

  test('does not replace a newer change of another device', async () => {
    const then = await older({ note: 'first' })
    await ok(reader().put(at, { note: 'newer' }))
    await app.clock.advance('1 min')
    await ok(reader().put(at, { note: 'older', at: then, now: app.clock.now() }))
    expect(await notes()).toEqual(['newer'])
    await ok(reader().delete(`${at}?at=${then}&now=${app.clock.now()}`))
    expect(await notes()).toEqual(['newer'])
  })

  test('replaces what is older, also by a clock that is behind', async () => {
    const then = await older({ note: 'first' })
    const HOUR_MS = 3_600_000
    const behind = (time: string) => new Date(Date.parse(time) - HOUR_MS).toISOString()
    await ok(reader().put(at, { note: 'second', at: behind(then), now: behind(app.clock.now()) }))
    expect(await notes()).toEqual(['second'])
    await app.clock.advance('1 min')
    await ok(reader().delete(`${at}?at=${behind(app.clock.now())}&now=${behind(app.clock.now())}`))
    expect(await notes()).toEqual([])
  })

  test('stays removed when it was changed before, and returns when it was set after', async () => {
    const then = await older({ note: 'first' })
    await ok(reader().delete(at))
    await app.clock.advance('1 min')
    await ok(reader().put(at, { note: 'late', at: then, now: app.clock.now() }))
    expect(await notes()).toEqual([])
    const removed_at = app.clock.now()
    await app.clock.advance('1 min')
    await ok(reader().put(at, { note: 'again' }))
    await ok(reader().delete(`${at}?at=${removed_at}&now=${app.clock.now()}`))
    await ok(reader().put(at, { note: 'late', at: then, now: app.clock.now() }))
    expect(await notes()).toEqual(['again'])
  })

  test('is not set when the removal of another device arrives first, even without a bookmark here', async () => {
    shelve()
    const then = app.clock.now()
    await app.clock.advance('1 min')
    await ok(reader().delete(at))
    await ok(reader().put(at, { at: then, now: app.clock.now() }))
    expect(await notes()).toEqual([])
  })

  test('has a valid time', async () => {
    shelve()
    expect((await reader().put(at, { at: 'yesterday' })).status).toBe(400)
    expect((await reader().delete(`${at}?at=2026-13-41T00:00:00.000Z`)).status).toBe(400)
  })
})

describe('the view of a series', () => {
  const at = '/api/reading/series/harbor/view'
  const viewOf = async () => (await ok<ReadIssue>(reader().get(ISSUE))).view

  test('is kept, each setting until it is reset', async () => {
    await ok(reader().patch(at, { spread: 'double', first_alone: true, fit: 'height', gap: true }))
    const { view } = await ok(reader().patch(at, { reading_direction: 'down', fit: null }))
    const kept = { spread: 'double', first_alone: true, gap: true } as const
    expect(view).toEqual({ reading_direction: 'down', direction_chosen: true, ...kept })
    shelve()
    expect(await viewOf()).toEqual({ reading_direction: 'down', direction_chosen: true, ...kept })
    expect(await ok(reader().patch(at, { reading_direction: null }))).toEqual({
      view: { reading_direction: 'ltr', direction_chosen: false, ...kept },
    })
  })

  test('is the default again after a reset', async () => {
    shelve()
    await ok(reader().patch(at, { reading_direction: 'rtl', layout: 'strip' }))
    const usual = { reading_direction: 'ltr' as const, direction_chosen: false }
    expect(await ok(reader().delete(at))).toEqual({ view: usual })
    expect(await ok<ReadIssue>(reader().get(ISSUE))).toMatchObject({ layout: 'paged', view: usual })
    expect(await ok(reader().delete(at))).toEqual({ view: usual })
  })

  test('leaves the metadata of the series alone', async () => {
    await ok(reader().patch(at, { reading_direction: 'rtl' }))
    const { comic } = await ok<{ comic: { ReadingDirection: string }[] }>(reader().get('/api/series/harbor'))
    expect(comic[0]!.ReadingDirection).toBe('ltr')
  })

  test('refuses unknown settings and series', async () => {
    expect((await reader().patch(at, { layout: 'sideways' })).status).toBe(400)
    expect((await reader().patch(at, { reading_direction: 'up' })).status).toBe(400)
    expect((await reader().patch('/api/reading/series/unknown/view', {})).status).toBe(404)
    expect((await reader().delete('/api/reading/series/unknown/view')).status).toBe(404)
  })

  test('of a webtoon is a strip that is read down, until the user chooses otherwise', async () => {
    shelve()
    await ok(reader().patch('/api/series/harbor/options', { reading_direction: 'down' }))
    expect(await ok<ReadIssue>(reader().get(ISSUE))).toMatchObject({
      reading_direction: 'down',
      layout: 'strip',
      view: { reading_direction: 'down', direction_chosen: false },
    })
    await ok(reader().patch(at, { layout: 'paged', reading_direction: 'ltr' }))
    expect(await ok<ReadIssue>(reader().get(ISSUE))).toMatchObject({
      reading_direction: 'down',
      layout: 'paged',
      view: { reading_direction: 'ltr', direction_chosen: true },
    })
    // Existing tools know two directions.
    const { comic } = await ok<{ comic: object[] }>(reader().get('/api/series/harbor'))
    expect(comic[0]).toMatchObject({ ReadingDirection: 'ltr', ReadsDown: true })
  })
})

describe('the place within a page', () => {
  const put = (body: object) => ok(reader().put(`${ISSUE}/progress`, body))
  const place = async () => (await ok<ReadIssue>(reader().get(ISSUE))).place

  test('is kept with the progress, and ends when the page changes', async () => {
    shelve()
    expect(await place()).toBeNull()
    await put({ page: 2, share: 0.4321 })
    expect(await place()).toEqual({ page: 2, share: 0.4321 })
    await put({ page: 2 })
    expect(await place()).toEqual({ page: 2, share: 0.4321 })
    await put({ page: 3 })
    expect(await place()).toBeNull()
  })

  test('is kept on the first page of an issue that counts as unread', async () => {
    shelve()
    await put({ page: 0, share: 0.7 })
    expect(await ok<ReadIssue>(reader().get(ISSUE))).toMatchObject({ progress: null, place: { page: 0, share: 0.7 } })
    await ok(reader().delete(`${ISSUE}/progress`))
    await ok(reader().post('/api/reading/mark', { issue_ids: ['harbor-2'], read: true }))
    expect(await place()).toBeNull()
  })

  test('is dropped once the issue was read to its end', async () => {
    shelve()
    await put({ page: 5, share: 0.5, completed: false })
    expect(await place()).toEqual({ page: 5, share: 0.5 })
    await put({ page: 5, share: 0.9 })
    expect(await place()).toBeNull()
  })

  test('of an older report does not replace a newer one', async () => {
    shelve()
    const before = app.clock.now()
    await app.clock.advance('1 min')
    await put({ page: 2, share: 0.5, at: app.clock.now() })
    await put({ page: 2, share: 0.9, at: before })
    expect(await place()).toEqual({ page: 2, share: 0.5 })
  })

  test('is ignored in a copy whose pages were split differently', async () => {
    const [, old] = shelve()
    await put({ page: 2, share: 0.5 })
    rmSync(old!)
    addFile(app, ['harbor-2'], 'Harbor Lights 002 (better).cbz', makeCbz(makePages(20)), { page_count: 20 })
    expect(await place()).toBeNull()
  })

  test.each([-0.1, 1.1, 'half'])('refuses %p', async (share) => {
    shelve()
    expect((await reader().put(`${ISSUE}/progress`, { page: 2, share })).status).toBe(400)
  })
})

test('the marks of a file stay on their pages while others are hidden', async () => {
  const [, path] = shelve()
  const page_marks = [
    { page: 1, bookmark: 'One' },
    { page: 2, double: true },
    { page: 5, bookmark: 'Five' },
    { page: 9, double: true },
  ]
  app.db.write((tx) => {
    putIssueSource(tx, { issue_id: 'harbor-2', source: 'file', facts: { page_marks }, said_at: app.clock.now() })
    setContentHash(tx, fileAt(tx, path!)!.file_id, 'content')
  })
  const marks = async () => (await ok<ReadIssue>(reader().get(ISSUE))).page_marks
  expect(await marks()).toEqual(page_marks.slice(0, 3))
  app.db.write((tx) => setHiddenPages(tx, 'content', [0, 2]))
  expect(await marks()).toEqual([
    { page: 0, bookmark: 'One' },
    { page: 3, bookmark: 'Five' },
  ])
})
