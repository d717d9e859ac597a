import { expect, test } from 'bun:test'
import { testApp } from '../testing/app'

const ROUTES = [
  '/api/series/x/search-missing',
  '/api/series/issues/x/search',
  '/api/series/x/rename/preview',
  '/api/search/interactive/x/candidates/y/grab',
]

test('a body that may be missing may not be nonsense', async () => {
  const app = await testApp()
  for (const route of ROUTES) {
    for (const body of ['{', '{"a":', 'text']) {
      const reply = await app.reader.json(400, app.reader.post(route, body))
      expect([route, reply.detail]).toEqual([route, 'The body cannot be read: it is no JSON.'])
    }
    expect([route, (await app.reader.post(route)).status]).toEqual([route, 404])
  }
  await app.close()
})
