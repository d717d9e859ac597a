import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const refusal = async (status: number, reply: Promise<Response>) =>
  (await app.reader.json<{ detail: string }>(status, reply)).detail

test('a number that is not accepted is named, with 422 in a query and 400 in a body or a path', async () => {
  const { reader } = app
  expect(await refusal(422, reader.get('/api/wanted?limit=9999'))).toBe('limit must be a whole number from 1 to 500.')
  expect(await refusal(422, reader.get('/api/wanted?page=99999999999999999999'))).toBe(
    'page must be a whole number from 1 to 1000000000.',
  )
  expect(await refusal(400, reader.post('/api/search/manga', { name: 'Harbor', limit: '0' }))).toContain(
    'limit must be a whole number ',
  )
  expect(await refusal(400, reader.delete('/api/reading/issues/x/bookmarks/-1'))).toContain(
    'page must be a whole number ',
  )
})

test('a value of several allowed types is described in words', async () => {
  const { reader } = app
  const refused = (path: string, body: object) => refusal(400, reader.post(path, body))
  expect(await refused('/api/metadata/metatag/bulk', { issue_ids: 5 })).toBe('issue_ids must be a text or a list.')
  expect(await refused('/api/activity/in-flight/cancel', { kind: 'run', item_id: 'x' })).toBe(
    'item_id must be a whole number of at least 0 or a text.',
  )
  expect(await refused('/api/activity/in-flight/cancel', { kind: 'x' })).toBe('kind must be one of run, journal.')
  expect(await refusal(422, reader.get('/api/import?include_ignored=x'))).toBe('include_ignored must be true or false.')
})
