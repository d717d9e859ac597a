import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile } from '../../testing/make'
import { basicOf, komgaApp, makeBooks, type ReadingApp } from '../../testing/reading-apps'
import { addUser, PASSWORD, type TestUser } from '../../testing/users'

let folder: string
let app: TestApp
let komga: ReadingApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-apps-'))
  // In a file: users with limits have a connection of their own.
  app = await testApp({ library: true, databasePath: join(folder, 'panelkeep.db'), settings: { opds_enable: 'true' } })
  makeBooks(app)
  komga = komgaApp(app)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const patch = async (id: string, body: unknown) =>
  (await komga.patch(`/komga/api/v1/books/${id}/read-progress`, body)).status
const progressOf = async (id: string, as = komga) =>
  (await as.json<{ readProgress: Record<string, unknown> | null }>(200, as.get(`/komga/api/v1/books/${id}`)))
    .readProgress
const countsOf = async (id: string) => {
  const { booksReadCount, booksInProgressCount, booksUnreadCount } = await komga.json<Record<string, number>>(200, komga.get(`/komga/api/v1/series/${id}`)) // biome-ignore format: one request
  return [booksReadCount, booksInProgressCount, booksUnreadCount]
}
const tracked = (id: string) => komga.json(200, komga.get(`/komga/api/v2/series/${id}/read-progress/tachiyomi`))
const ours = async (id: string) => {
  const { progress } = await app.reader.json<{ progress: { page: number; completed: boolean } | null }>(200, app.reader.get(`/api/reading/issues/${id}`)) // biome-ignore format: one request
  return progress && [progress.page, progress.completed]
}

describe('a report of an app', () => {
  test('is answered with 204 and no body, and seen at once in our reader and the catalog', async () => {
    const reply = await komga.patch('/komga/api/v1/books/harbor-1/read-progress', { page: 3 })
    expect([reply.status, await reply.text()]).toEqual([204, ''])
    expect(await progressOf('harbor-1')).toMatchObject({ page: 3, completed: false, deviceId: '' })
    expect(await ours('harbor-1')).toEqual([2, false])
    expect(await (await komga.get('/opds/v2/continue')).text()).toContain('Harbor Lights')
    expect(await countsOf('harbor')).toEqual([0, 1, 3])
  })

  test('of the first page begins an unread book, until it is taken back', async () => {
    expect(await patch('harbor-1', { page: 1, completed: false })).toBe(204)
    expect(await progressOf('harbor-1')).toMatchObject({ page: 1, completed: false })
    expect(await countsOf('harbor')).toEqual([0, 1, 3])
    expect(await ours('harbor-1')).toEqual([0, false])
    expect((await komga.delete('/komga/api/v1/books/harbor-1/read-progress')).status).toBe(204)
    expect(await progressOf('harbor-1')).toBe(null)
    expect(await ours('harbor-1')).toBe(null)
    expect((await komga.delete('/komga/api/v1/books/harbor-1/read-progress')).status).toBe(204)
  })

  test('of the last page completes the book, even one that says otherwise', async () => {
    expect(await patch('harbor-1', { page: 4, completed: false })).toBe(204)
    expect(await progressOf('harbor-1')).toMatchObject({ page: 4, completed: true })
    for (const [id, body] of [
      ['harbor-2', { completed: true }],
      ['harbor-12', { page: null, completed: true }],
    ] as const) {
      expect(await patch(id, body), id).toBe(204)
      expect(await progressOf(id)).toMatchObject({ page: 4, completed: true })
    }
    expect(await ours('harbor-12')).toEqual([3, true])
  })

  test('does not make a finished book unread when it is opened again', async () => {
    await patch('harbor-1', { completed: true })
    await app.clock.advance('1 d')
    await patch('harbor-1', { page: 1, completed: false })
    expect(await progressOf('harbor-1')).toMatchObject({ completed: true })
  })

  test('of something else than a page is refused in the form of Spring', async () => {
    const bodies = [{ page: 5 }, { page: 0 }, { page: -1 }, { page: 1.5 }, { page: '2' }, { completed: false }, {}, [], 'x', { page: 2, completed: 'yes' }] // biome-ignore format: one list
    for (const body of bodies) {
      const reply = await komga.patch('/komga/api/v1/books/harbor-1/read-progress', JSON.stringify(body))
      expect([reply.status, (await reply.json()).error], JSON.stringify(body)).toEqual([400, 'Bad Request'])
    }
    expect(await patch('nothing', { page: 1 })).toBe(404)
    expect(await progressOf('harbor-1')).toBe(null)
  })

  test('is of its user alone, and names the device whose key it was sent with', async () => {
    const kit = await addUser(app, 'Kit')
    const { key } = await kit.json<{ key: string }>(200, kit.post('/api/devices', { name: 'Tablet' }))
    const tablet = komgaApp(app, { 'X-API-Key': key })
    await tablet.patch('/komga/api/v1/books/harbor-1/read-progress', { page: 2 })
    expect(await progressOf('harbor-1', tablet)).toMatchObject({ page: 2, deviceName: 'Tablet' })
    expect(await progressOf('harbor-1', komgaApp(app, basicOf('Kit', PASSWORD)))).toMatchObject({ page: 2 })
    expect(await progressOf('harbor-1')).toBe(null)
    await komga.request('PATCH', '/komga/api/v1/books/harbor-1/read-progress', { page: 3 }, { 'User-Agent': 'KMReader/2.1 (iPad14,1; iOS 18.2)' }) // biome-ignore format: one request
    expect(await progressOf('harbor-1')).toMatchObject({ page: 3, deviceName: 'KMReader on iPad14,1' })
  })
})

describe('our reader', () => {
  test('is seen by apps at once, in books, lists and filters', async () => {
    await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-2/progress', { page: 2 }))
    expect(await progressOf('harbor-2')).toMatchObject({ page: 3, completed: false })
    const list = (value: string) => komga.ids('v1/books/list?sort=readProgress.readDate,desc', { condition: { readStatus: { operator: 'is', value } } }) // biome-ignore format: one request
    expect(await list('IN_PROGRESS')).toEqual(['harbor-2'])
    expect(await list('in_progress')).toEqual(['harbor-2'])
    expect(await list('UNREAD')).toHaveLength(7)
    await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-1/progress', { page: 3 }))
    expect(await list('READ')).toEqual(['harbor-1'])
    expect(await komga.ids('v1/series?read_status=IN_PROGRESS')).toEqual(['harbor'])
    expect(await komga.ids('v1/books?read_status=READ,IN_PROGRESS&sort=readProgress.readDate,desc')).toHaveLength(2)
  })

  test('that only marked a book as unread does not put it among those read last', async () => {
    await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-2/progress', { page: 2 }))
    await app.clock.advance('1 h')
    await app.reader.json(200, app.reader.post('/api/reading/mark', { issue_ids: ['harbor-1'], read: false }))
    expect((await komga.ids('v1/books?sort=readProgress.readDate,desc')).at(0)).toBe('harbor-2')
  })

  test('moves books between the lists of what is read and was read, with every book of the same content', async () => {
    makeFile(app.db, { issues: ['harbor-13'], content_hash: 'hash of harbor-1', page_count: 4 })
    app.db.write((tx) => tx.emit({ type: 'library.changed' }))
    const list = (value: string, sort = 'readProgress.readDate,desc') => komga.ids(`v1/books/list?sort=${sort}`, { condition: { readStatus: { operator: 'is', value } } }) // biome-ignore format: one request
    const both = ['harbor-1', 'harbor-13']
    await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-1/progress', { page: 1 }))
    expect((await list('IN_PROGRESS')).sort()).toEqual(both)
    await app.clock.advance('2 h')
    await app.reader.json(200, app.reader.put('/api/reading/issues/river-c1/progress', { page: 2 }))
    expect((await list('IN_PROGRESS')).at(0)).toBe('river-c1')
    // Read before that, on a tablet that was offline.
    const at = new Date(Date.parse(app.clock.now()) - 3_600_000).toISOString()
    const late = { modified: at, device: { id: 'd', name: 'n' }, locator: { locations: { position: 2 } } }
    expect((await komga.put('/komga/api/v1/books/harbor-2/progression', late)).status).toBe(204)
    const order = await list('IN_PROGRESS')
    expect(order.slice(0, 2)).toEqual(['river-c1', 'harbor-2'])
    expect(await list('IN_PROGRESS', 'readProgress.readDate,asc')).toEqual(order.toReversed())
    expect(await komga.ids('v1/books?read_status=IN_PROGRESS&library_id=manga')).toEqual(['river-c1'])
    await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-1/progress', { page: 3 }))
    expect((await list('READ')).sort()).toEqual(both)
    expect((await list('IN_PROGRESS')).sort()).toEqual(['harbor-2', 'river-c1'])
    await app.reader.json(200, app.reader.post('/api/reading/mark', { issue_ids: ['harbor-1'], read: false }))
    expect(await list('READ')).toEqual([])
    expect(await list('UNREAD', 'name,asc')).not.toContain('river-c1')
    const notRead = { condition: { readStatus: { operator: 'isNot', value: 'UNREAD' } } }
    expect((await komga.ids('v1/books/list', notRead)).sort()).toEqual(['harbor-2', 'river-c1'])
  })

  test('decides what is next: of series in which nothing is being read', async () => {
    await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-1/progress', { page: 3 }))
    expect(await komga.ids('v1/books/ondeck')).toEqual(['harbor-2'])
    expect(await komga.ids('v1/books/ondeck?library_id=manga')).toEqual([])
    expect(await komga.ids('v1/books/ondeck?library_id=comics&size=20')).toEqual(['harbor-2'])
  })
})

describe('a whole series', () => {
  test('is marked as read and unread', async () => {
    expect((await komga.post('/komga/api/v1/series/river/read-progress', '')).status).toBe(204)
    expect(await countsOf('river')).toEqual([4, 0, 0])
    expect(await komga.ids('v1/series?read_status=READ')).toEqual(['river'])
    expect((await komga.delete('/komga/api/v1/series/river/read-progress')).status).toBe(204)
    expect(await countsOf('river')).toEqual([0, 0, 4])
    expect((await komga.post('/komga/api/v1/series/nothing/read-progress', '')).status).toBe(404)
  })

  test('is tracked by number: what lies before is read, and nothing becomes unread', async () => {
    const counts = { booksCount: 4, booksInProgressCount: 0, maxNumberSort: 12.001 }
    expect(await tracked('harbor')).toEqual({ ...counts, booksReadCount: 0, booksUnreadCount: 4, lastReadContinuousNumberSort: 0 }) // biome-ignore format: one object
    const put = async (body: unknown) =>
      (await komga.put('/komga/api/v2/series/harbor/read-progress/tachiyomi', body)).status
    expect(await put({ lastBookNumberSortRead: 2.5 })).toBe(204)
    expect(await tracked('harbor')).toMatchObject({ booksReadCount: 2, booksUnreadCount: 2, lastReadContinuousNumberSort: 2 }) // biome-ignore format: one object
    expect(await put({ lastBookNumberSortRead: 0 })).toBe(204)
    expect(await tracked('harbor')).toMatchObject({ booksReadCount: 2 })
    expect(await put({ lastBookNumberSortRead: 12 })).toBe(204)
    expect(await tracked('harbor')).toMatchObject({ booksReadCount: 3, lastReadContinuousNumberSort: 12 })
    for (const body of [{}, { lastBookNumberSortRead: '2' }, [1]]) expect(await put(body)).toBe(400)
    expect((await komga.get('/komga/api/v2/series/nothing/read-progress/tachiyomi')).status).toBe(404)
  })
})

test('a read list is tracked by its places', async () => {
  const { arc_id } = await app.reader.json<{ arc_id: string }>(200, app.reader.post('/api/storyarcs', { name: 'Long night', issue_ids: ['river-c1', 'harbor-2', 'harbor-1'] })) // biome-ignore format: one request
  const path = `/komga/api/v1/readlists/${arc_id}/read-progress/tachiyomi`
  expect((await komga.put(path, { lastBookRead: 2 })).status).toBe(204)
  expect(await komga.json(200, komga.get(path))).toEqual({ booksCount: 3, booksReadCount: 2, booksUnreadCount: 1, booksInProgressCount: 0, lastReadContinuousIndex: 2 }) // biome-ignore format: one object
  expect((await komga.put(path, { lastBookRead: 'x' })).status).toBe(400)
})

test('the position of Readium is the same progress', async () => {
  const path = '/komga/api/v1/books/harbor-1/progression'
  expect((await komga.get(path)).status).toBe(204)
  const put = async (position: unknown, modified: unknown) =>
    (await komga.put(path, { modified, device: { id: 'd', name: 'n' }, locator: { locations: { position } } })).status
  const now = app.clock.now()
  await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-1/progress', { page: 1 }))
  expect(await komga.json(200, komga.get(path))).toMatchObject({
    locator: { type: 'image/jpeg', locations: { position: 2 } },
  })
  // Read before, on a tablet that was offline.
  expect(await put(3, '2026-11-21T06:30:00Z')).toBe(409)
  await app.clock.advance('1 min')
  expect(await put(3, app.clock.now())).toBe(204)
  expect(await progressOf('harbor-1')).toMatchObject({ page: 3 })
  for (const position of [0, 5, 1.5, 'x']) expect(await put(position, now)).toBe(400)
  expect(await put(3, 'yesterday')).toBe(400)
})

describe('the event stream', () => {
  let kit: TestUser
  const listen = async (headers: Record<string, string>, path = '/komga/sse/v1/events') => {
    const stop = new AbortController()
    const request = new Request(`http://localhost:8090${path}`, { headers, signal: stop.signal })
    const reply = await app.app.fetch(request, { ip: '192.0.2.50', keepOpen: () => {} })
    expect(reply.headers.get('content-type')).toContain('text/event-stream')
    const reader = reply.body!.getReader()
    const until = async (word: string) => {
      let text = ''
      while (!text.includes(word)) {
        const { value, done } = await reader.read()
        if (done) return `${text}END`
        text += new TextDecoder().decode(value)
      }
      return text
    }
    return { until, stop: () => stop.abort() }
  }
  beforeEach(async () => {
    kit = await addUser(app, 'Kit', { limits: { kinds: ['comic'] } })
  })

  test('begins with a comment, tells of own progress in the words of Komga, and beats', async () => {
    const { until, stop } = await listen(basicOf('reader', 'correct horse'), '/komga/api/v1/sse/v1/events')
    expect(await until('\n\n')).toBe(':\n\n')
    await patch('harbor-1', { page: 2 })
    const data = { bookId: 'harbor-1', userId: 'owner' }
    expect(await until('ReadProgressSeriesChanged')).toContain(`event:ReadProgressChanged\ndata:${JSON.stringify(data)}\n\n`) // biome-ignore format: one text
    await komga.delete('/komga/api/v1/books/harbor-1/read-progress')
    expect(await until('ReadProgressSeriesChanged')).toContain('event:ReadProgressDeleted')
    await app.clock.advance('16 s')
    expect(await until(':\n\n')).toContain(':\n\n')
    stop()
  })

  test('says nothing of what others read and of what may not be seen', async () => {
    const { until, stop } = await listen(basicOf('Kit', PASSWORD))
    await until('\n\n')
    await patch('harbor-1', { page: 2 })
    app.db.write((tx) => tx.emit({ type: 'series.changed', comic_id: 'river' }))
    app.db.write((tx) => tx.emit({ type: 'issue.changed', comic_id: 'river', issue_id: 'river-c1' }))
    app.db.write((tx) => tx.emit({ type: 'series.changed', comic_id: 'harbor' }))
    expect(await until('harbor')).toBe('event:SeriesChanged\ndata:{"seriesId":"harbor","libraryId":"comics"}\n\n')
    stop()
  })

  test('ends when the login ends', async () => {
    const { until } = await listen(basicOf('Kit', PASSWORD))
    await until('\n\n')
    await kit.json(200, kit.patch('/api/account', { password: 'brass kettle', current_password: PASSWORD }))
    await app.clock.advance('16 s')
    expect(await until('nothing')).toEndWith('END')
  })
})
