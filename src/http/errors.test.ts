import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../testing/app'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const refusal = async (status: number, reply: Promise<Response>) =>
  (await app.reader.json<{ detail: string }>(status, reply)).detail

test('a number that does not fit is named, with 422 in a query and 400 in a body or a path', async () => {
  const { reader } = app
  expect(await refusal(422, reader.get('/api/wanted?limit=9999'))).toContain('limit: ')
  expect(await refusal(422, reader.get('/api/wanted?page=99999999999999999999'))).toContain('page: ')
  expect(await refusal(400, reader.post('/api/search/manga', { name: 'Harbor', limit: '0' }))).toContain('limit: ')
  expect(await refusal(400, reader.delete('/api/reading/issues/x/bookmarks/-1'))).toContain('page: ')
})

test('what may be of several kinds is said in words', async () => {
  const wrong = app.reader.post('/api/metadata/metatag', { issue_ids: 5 })
  expect(await refusal(400, wrong)).toBe('issue_ids: Expected a text or a list.')
})
