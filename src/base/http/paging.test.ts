import { expect, test } from 'bun:test'
import { testApp } from '../../testing/app'
import { pageRange, pagination } from './paging'

test.each([
  [{}, { limit: undefined, offset: 0 }],
  [
    { limit: 20, offset: 40 },
    { limit: 20, offset: 40 },
  ],
  [
    { page: 3, per_page: 20 },
    { limit: 20, offset: 40 },
  ],
  [{ page: 2 }, { limit: 50, offset: 50 }],
  [{ per_page: 10 }, { limit: 10, offset: 0 }],
  [
    { limit: 5, page: 3, per_page: 9 },
    { limit: 5, offset: 0 },
  ],
])('%j is the page %j', (query, page) => {
  expect(pageRange(query)).toEqual(page)
})

test('has_more is true until everything was returned', () => {
  expect(pagination(10, { limit: 4, offset: 4 }, 4).has_more).toBe(true)
  expect(pagination(10, { limit: 4, offset: 8 }, 2).has_more).toBe(false)
})

test('a page beyond the end of any list is refused with a sentence', async () => {
  const app = await testApp()
  for (const far of ['offset=1e308', 'page=1e308', 'page=9007199254740993'])
    for (const list of ['/api/filing/batches', '/api/import', '/api/wanted'])
      await app.reader.json(422, app.reader.get(`${list}?${far}`))
  await app.close()
})
