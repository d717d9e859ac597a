import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { ListDetail, OlderEntry, ReadingListView } from './schema'
import { MOST_LIST_ENTRIES } from './states'
import { addEntries } from './store'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  makeSeries(app.db, { year: 2019 })
  makeIssues(app.db, 'harbor', [{ number: '1', release_date: '2019-05-01' }, 2, 3])
  makeSeries(app.db, { comic_id: 'fern', name: 'Fern Gully Road' })
  makeIssues(app.db, 'fern', [{ number: '1', issue_date: '2018-03' }])
  for (const issue of ['harbor-1', 'harbor-2', 'fern-1']) makeFile(app.db, { issues: [issue] })
})
afterEach(() => app.close())

const older = () => app.reader.json<OlderEntry[]>(200, app.reader.get('/api/readlist'))
const add = (issue_id: string, status = 200) => app.reader.json(status, app.reader.post('/api/readlist', { issue_id }))
const detail = (listId = 'default') => app.reader.json<ListDetail>(200, app.reader.get(`/api/readlists/${listId}`))
const idsOf = async (listId = 'default') => (await detail(listId)).entries.map(({ issue_id }) => issue_id)
const lists = async () =>
  (await app.reader.json<{ lists: ReadingListView[] }>(200, app.reader.get('/api/readlists'))).lists
const make = async (name: string) =>
  (await app.reader.json<{ list: ReadingListView }>(200, app.reader.post('/api/readlists', { name }))).list.list_id
const addAll = (issue_ids: string[], listId = 'default', status = 200) =>
  app.reader.json(status, app.reader.post(`/api/readlists/${listId}/issues`, { issue_ids }))
const order = (issue_ids: string[], status = 200, listId = 'default') =>
  app.reader.json<{ detail: string }>(status, app.reader.put(`/api/readlists/${listId}/order`, { issue_ids }))
const remove = (issue_ids: string[], listId = 'default') =>
  app.reader.json(200, app.reader.delete(`/api/readlists/${listId}/issues`, { issue_ids }))
const restore = (body: { issue_ids?: string[] }, listId = 'default', status = 200) =>
  app.reader.json(status, app.reader.post(`/api/readlists/${listId}/restore`, body))
const read = (issueId: string, page = 23) =>
  app.reader.json(200, app.reader.put(`/api/reading/issues/${issueId}/progress`, { page }))

describe('the four routes of existing tools', () => {
  test('list the entries with the names that tools know, by date', async () => {
    expect(await older()).toEqual([])
    await add('harbor-3')
    await add('4000-harbor-1')
    expect(await older()).toEqual([
      {
        id: 'harbor-1',
        comicId: 'harbor',
        comicName: 'Harbor Lights',
        seriesYear: '2019',
        number: '1',
        issueDate: '2019-05-01',
        dateAdded: app.clock.now(),
        status: 'Added',
        location: '/library/harbor-1.cbz',
        imageURL: expect.stringContaining('/api/covers/issues/harbor-1?v='),
      },
      expect.objectContaining({ id: 'harbor-3', comicName: 'Harbor Lights', status: 'Added', location: null }),
    ])
  })

  test('list entries of one day in the order of the list, those without a date last', async () => {
    const dates = { 'd-1': '2020', 'd-2': null, 'd-3': '2019-05-01', 'd-4': '2020-03-04', 'd-5': '2019-05-01' }
    makeSeries(app.db, { comic_id: 'd', name: 'Dates' })
    makeIssues(
      app.db,
      'd',
      Object.values(dates).map((release_date, at) => ({
        number: `${at + 1}`,
        release_date: null,
        issue_date: release_date,
      })),
    )
    await addAll(['d-5', 'd-2', 'd-4', 'd-1', 'd-3'])
    expect((await older()).map(({ id }) => id)).toEqual(['d-5', 'd-3', 'd-1', 'd-4', 'd-2'])
    expect(await idsOf()).toEqual(['d-5', 'd-2', 'd-4', 'd-1', 'd-3'])
  })

  test('add an issue once, and refuse unknown issues', async () => {
    expect(await add('harbor-1')).toEqual({ success: true })
    expect(await add('harbor-1')).toEqual({ success: true, message: 'The issue is already in the reading list.' })
    expect(await older()).toHaveLength(1)
    expect(await add('none', 404)).toEqual({ detail: 'There is no issue none.' })
    await app.reader.json(400, app.reader.post('/api/readlist', {}))
    await app.reader.json(400, app.reader.post('/api/readlist', { issue_id: 7 }))
  })

  test('remove one entry, also when it does not exist', async () => {
    await add('harbor-1')
    const remove = () => app.reader.json(200, app.reader.delete('/api/readlist/harbor-1'))
    expect(await remove()).toEqual({ success: true })
    expect(await remove()).toEqual({ success: true })
    expect(await older()).toEqual([])
  })

  test('clear the list, or only read entries', async () => {
    await addAll(['harbor-1', 'harbor-2', 'harbor-3'])
    await read('harbor-2')
    await app.reader.json(200, app.reader.delete('/api/readlist?status=Read'))
    expect((await older()).map(({ id }) => id)).toEqual(['harbor-1', 'harbor-3'])
    await app.reader.json(422, app.reader.delete('/api/readlist?status=Gone'))
    await app.reader.json(200, app.reader.delete('/api/readlist'))
    expect(await older()).toEqual([])
  })
})

describe('an entry', () => {
  test('is read when its issue was finished in any app, and unread again when that is undone', async () => {
    await add('harbor-1')
    await read('harbor-1', 4)
    expect((await older())[0]?.status).toBe('Downloaded')
    expect((await detail()).entries[0]).toMatchObject({ state: 'reading', page: 4, page_count: 24 })
    await read('harbor-1')
    expect((await older())[0]?.status).toBe('Read')
    expect(await lists()).toMatchObject([{ list_id: 'default', issues: 1, read: 1, next_issue_id: null }])
    await app.reader.json(200, app.reader.post('/api/reading/mark', { issue_ids: ['harbor-1'], read: false }))
    expect((await older())[0]?.status).toBe('Added')
  })

  test('is downloaded when its file was added later', async () => {
    await add('harbor-3')
    expect((await older())[0]?.status).toBe('Added')
    await app.clock.advance('1 min')
    makeFile(app.db, { issues: ['harbor-3'], added_at: app.clock.now() })
    expect((await older())[0]?.status).toBe('Downloaded')
  })

  test('is not read because its file was fetched', async () => {
    await add('harbor-1')
    await app.reader.get('/opds/issues/harbor-1')
    expect((await older())[0]?.status).toBe('Added')
  })

  test('stays when its series leaves the library, and has its issue again when the series returns', async () => {
    await add('fern-1')
    await app.reader.json(200, app.reader.delete('/api/series/fern'))
    expect((await detail()).entries).toMatchObject([
      {
        issue_id: 'fern-1',
        comic_id: 'fern',
        series_name: 'Fern Gully Road',
        label: '#1',
        year: null,
        date: '2018-03',
        image: null,
        known: false,
        readable: false,
      },
    ])
    expect((await older())[0]).toMatchObject({
      comicId: 'fern',
      comicName: 'Fern Gully Road',
      seriesYear: null,
      number: '1',
      issueDate: '2018-03',
      status: 'Added',
      imageURL: null,
    })
    await order(['fern-1'])
    makeSeries(app.db, { comic_id: 'fern', name: 'Fern Gully Road' })
    makeIssues(app.db, 'fern', [1])
    expect((await detail()).entries).toMatchObject([{ known: true }])
  })
})

describe('the order', () => {
  test("is the user's", async () => {
    await addAll(['harbor-1', 'harbor-2', 'fern-1'])
    await order(['fern-1', 'harbor-1', 'harbor-2'])
    expect(await idsOf()).toEqual(['fern-1', 'harbor-1', 'harbor-2'])
    await order(['harbor-2'])
    expect(await idsOf()).toEqual(['harbor-2', 'fern-1', 'harbor-1'])
    await add('harbor-3')
    expect((await idsOf()).at(-1)).toBe('harbor-3')
  })

  test('is refused with an issue twice or one of another list', async () => {
    await addAll(['harbor-1', 'harbor-2'])
    expect((await order(['harbor-1', 'harbor-1'], 400)).detail).toBe('The order lists an issue twice.')
    expect((await order(['fern-1'], 400)).detail).toBe('Issue fern-1 is not in this list.')
    expect(await idsOf()).toEqual(['harbor-1', 'harbor-2'])
  })

  test('is sent to open pages', async () => {
    await addAll(['harbor-1', 'harbor-2'])
    app.events()
    await order(['harbor-2', 'harbor-1'])
    expect(app.events()).toEqual([{ type: 'readlist.changed', list_id: 'default', user_id: 'owner' }])
    await order(['harbor-2', 'harbor-1'])
    expect(app.events()).toEqual([])
  })
})

describe('undo', () => {
  test('restores removed entries at their places', async () => {
    await addAll(['harbor-1', 'harbor-2', 'fern-1'])
    await remove(['harbor-2', 'none'])
    expect(await idsOf()).toEqual(['harbor-1', 'fern-1'])
    expect(await restore({ issue_ids: ['harbor-2'] })).toEqual({ success: true, changed: 1 })
    expect(await idsOf()).toEqual(['harbor-1', 'harbor-2', 'fern-1'])
  })

  test('also restores an entry whose series has left the library', async () => {
    await addAll(['fern-1', 'harbor-1'])
    await app.reader.json(200, app.reader.delete('/api/series/fern'))
    await remove(['fern-1'])
    await restore({ issue_ids: ['fern-1'] })
    expect(await idsOf()).toEqual(['fern-1', 'harbor-1'])
  })

  test('ends after a day', async () => {
    const listId = await make('Later')
    await addAll(['harbor-1', 'harbor-2'])
    await remove(['harbor-1'])
    await app.reader.json(200, app.reader.delete(`/api/readlists/${listId}`))
    await app.clock.advance('25 h')
    await remove(['harbor-2'])
    expect(await restore({ issue_ids: ['harbor-1', 'harbor-2'] })).toMatchObject({ changed: 1 })
    await restore({}, listId, 404)
  })

  test('an issue that was removed and is added again comes last', async () => {
    await addAll(['harbor-1', 'harbor-2'])
    await remove(['harbor-1'])
    await add('harbor-1')
    expect(await idsOf()).toEqual(['harbor-2', 'harbor-1'])
  })
})

describe('several lists', () => {
  test('are created, renamed, deleted and restored with their entries', async () => {
    const listId = await make('  Summer ')
    await addAll(['fern-1', 'harbor-1'], listId)
    await app.reader.json(200, app.reader.patch(`/api/readlists/${listId}`, { name: 'Autumn' }))
    expect(await lists()).toMatchObject([
      { list_id: 'default', name: 'Reading list', is_default: true, issues: 0 },
      { list_id: listId, name: 'Autumn', is_default: false, issues: 2, next_issue_id: 'fern-1' },
    ])
    expect(await older()).toEqual([])
    await app.reader.json(200, app.reader.delete(`/api/readlists/${listId}`))
    await app.reader.json(404, app.reader.get(`/api/readlists/${listId}`))
    expect(await lists()).toMatchObject([{ list_id: 'default' }])
    expect(await restore({}, 'default')).toEqual({ success: true, changed: 0 })
    expect(await lists()).toHaveLength(1)
    expect(await restore({}, listId)).toEqual({ success: true, changed: 1 })
    expect(await restore({}, listId)).toEqual({ success: true, changed: 0 })
    expect(await idsOf(listId)).toEqual(['fern-1', 'harbor-1'])
  })

  test('notify open pages of each change, and of nothing else', async () => {
    const told = () => app.events().map((event) => (event.type === 'readlist.changed' ? event.list_id : event.type))
    app.events()
    const listId = await make('Summer')
    expect(told()).toEqual([listId])
    const changes: [method: string, path: string, body?: object][] = [
      ['POST', '/issues', { issue_ids: ['harbor-1', 'fern-1'] }],
      ['PUT', '/order', { issue_ids: ['fern-1'] }],
      ['DELETE', '/issues', { issue_ids: ['fern-1'] }],
      ['POST', '/restore', { issue_ids: ['fern-1'] }],
      ['PATCH', '', { name: 'Autumn' }],
      ['DELETE', ''],
      ['POST', '/restore', {}],
    ]
    for (const [method, path, body] of changes) {
      await app.reader.json(200, app.reader.request(method, `/api/readlists/${listId}${path}`, body))
      expect([method, path, ...told()]).toEqual([method, path, listId])
    }
    await addAll(['harbor-1'], listId)
    await app.reader.json(200, app.reader.delete(`/api/readlists/${listId}/issues`, { issue_ids: ['harbor-2'] }))
    expect(await restore({ issue_ids: ['harbor-1'] }, listId)).toEqual({ success: true, changed: 0 })
    await app.reader.json(404, app.reader.patch('/api/readlists/none', { name: 'x' }))
    expect(told()).toEqual([])
  })

  test('hold ten thousand issues each', async () => {
    const facts = { added_at: app.clock.now(), comic_id: 'c', series_name: 'C', label: '#1', issue_date: null }
    const gone = Array.from({ length: MOST_LIST_ENTRIES - 1 }, (_, at) => ({ ...facts, issue_id: `gone-${at}` }))
    app.db.write((tx) => addEntries(tx, 'default', gone))
    await addAll(['harbor-1', 'harbor-2'], 'default', 409)
    await addAll(['harbor-1'])
    await addAll(['harbor-2'], 'default', 409)
  })

  test('have different names', async () => {
    const listId = await make('Summer')
    await app.reader.json(409, app.reader.post('/api/readlists', { name: 'summer' }))
    await app.reader.json(409, app.reader.patch(`/api/readlists/${listId}`, { name: 'Reading list' }))
    await app.reader.json(400, app.reader.post('/api/readlists', { name: '  ' }))
    await app.reader.json(200, app.reader.patch(`/api/readlists/${listId}`, { name: 'SUMMER' }))
  })

  test('the default one cannot be deleted', async () => {
    await app.reader.json(409, app.reader.delete('/api/readlists/default'))
    expect(await lists()).toHaveLength(1)
  })

  test.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/restore'],
    ['PUT', '/order'],
    ['POST', '/issues'],
    ['DELETE', '/issues'],
  ])('%s of an unknown list %s is 404', async (method, path) => {
    const body = method === 'GET' ? undefined : { name: 'x', issue_ids: [] }
    await app.reader.json(404, app.reader.request(method, `/api/readlists/none${path}`, body))
  })
})

describe('reading a list', () => {
  const items = async () =>
    (
      await app.reader.json<{ items: { issue_id: string; state: string }[] }>(
        200,
        app.reader.get('/api/reading/continue'),
      )
    ).items.map(({ issue_id, state }) => [issue_id, state])

  test('continues with the next unread issue that has a file', async () => {
    expect(await items()).toEqual([])
    await addAll(['harbor-3', 'fern-1', 'harbor-1'])
    expect(await items()).toEqual([['fern-1', 'list']])
    await read('fern-1', 3)
    expect(await items()).toEqual([['fern-1', 'reading']])
    await read('fern-1')
    expect(await items()).toEqual([['harbor-1', 'list']])
    await read('harbor-1')
    expect(await items()).toEqual([['harbor-2', 'next']])
  })

  test('finds it at any depth, after read issues and issues without a file', async () => {
    const ids = makeIssues(
      app.db,
      'harbor',
      Array.from({ length: 60 }, (_, at) => at + 100),
    )
    const without = ids.pop()!
    for (const issue of ids) makeFile(app.db, { issues: [issue] })
    const next = ids.pop()!
    await app.reader.json(200, app.reader.post('/api/reading/mark', { issue_ids: ids, read: true }))
    const lengths = [4, 5, 6, 54, 55]
    const open = new Map<string, string | null>()
    for (const length of lengths)
      for (const last of [next, without, undefined]) {
        const behind = ids.slice(0, last === undefined ? length : length - 1)
        const listId = await make(`${length} ${last}`)
        await addAll([...behind, ...(last === undefined ? [] : [last])], listId)
        open.set(listId, last === next ? next : null)
      }
    const found = new Map((await lists()).map(({ list_id, next_issue_id }) => [list_id, next_issue_id]))
    for (const [listId, issueId] of open) expect([listId, found.get(listId) ?? null]).toEqual([listId, issueId])
    expect(await items()).toEqual([[next, 'list']])
  })

  test('is at its first unread issue, also when more unread issues follow', async () => {
    const ids = makeIssues(app.db, 'harbor', [100, 101, 102, 103, 104, 105])
    for (const issue of ids) makeFile(app.db, { issues: [issue] })
    await addAll(ids)
    await read(ids[0]!)
    expect(await lists()).toMatchObject([{ next_issue_id: ids[1]! }])
  })

  test('is offered once, though it is also the next issue of its series', async () => {
    await read('harbor-1')
    await add('harbor-2')
    await addAll(['harbor-2'], await make('Summer'))
    expect(await items()).toEqual([['harbor-2', 'list']])
  })
})
