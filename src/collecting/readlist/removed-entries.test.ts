import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { ListDetail, ReadingListView } from './schema'
import { readableIssues } from './store'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2, 3])
  for (const issue of ['harbor-1', 'harbor-2', 'harbor-3']) makeFile(app.db, { issues: [issue] })
})
afterEach(() => app.close())

type Changed = { changed: number }
const ALL = ['harbor-1', 'harbor-2']
const add = (listId: string) =>
  app.reader.json(200, app.reader.post(`/api/readlists/${listId}/issues`, { issue_ids: ALL }))
const remove = (issue_ids: string[], listId = 'default') =>
  app.reader.json<Changed>(200, app.reader.delete(`/api/readlists/${listId}/issues`, { issue_ids }))
const idsOf = async (listId: string) => {
  const { entries } = await app.reader.json<ListDetail>(200, app.reader.get(`/api/readlists/${listId}`))
  return entries.map(({ issue_id }) => issue_id)
}
const summary = async () =>
  (await app.reader.json<{ lists: ReadingListView[] }>(200, app.reader.get('/api/readlists'))).lists[0]!

test('entries removed from two lists are restored only in the list of the request', async () => {
  const { list } = await app.reader.json<{ list: ReadingListView }>(
    200,
    app.reader.post('/api/readlists', { name: 'Later' }),
  )
  for (const listId of ['default', list.list_id]) {
    await add(listId)
    await remove(ALL, listId)
  }
  await app.reader.json(200, app.reader.post('/api/readlists/default/restore', { issue_ids: ALL }))
  expect(await idsOf('default')).toEqual(ALL)
  expect(await idsOf(list.list_id)).toEqual([])
})

test('removed entries are not removed again, and cannot be read', async () => {
  await add('default')
  expect(await remove(['harbor-1'])).toMatchObject({ changed: 1 })
  expect(await remove(ALL)).toMatchObject({ changed: 1 })
  expect(await remove(ALL)).toMatchObject({ changed: 0 })
  expect(readableIssues(app.db.read, 'default')).toEqual([])
})

test('an issue that was only started does not count as read', async () => {
  await add('default')
  await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-1/progress', { page: 5 }))
  expect(await summary()).toMatchObject({ issues: 2, read: 0 })
  await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-1/progress', { page: 23 }))
  expect(await summary()).toMatchObject({ issues: 2, read: 1 })
})
