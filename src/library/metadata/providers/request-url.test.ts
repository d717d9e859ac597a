import { expect, test } from 'bun:test'
import { requestUrl } from './request-url'

test.each([
  [{}, 'https://a.example/api/things/'],
  [{ q: 'Lights & Shadows', page: 2 }, 'https://a.example/api/things/?q=Lights%20%26%20Shadows&page=2'],
  [{ 'ids[]': ['1', '2'] }, 'https://a.example/api/things/?ids[]=1&ids[]=2'],
  [{ q: 'half a \ud83d letter' }, 'https://a.example/api/things/?q=half%20a%20%EF%BF%BD%20letter'],
])('%j is requested at %s', (query, address) => {
  expect(requestUrl('https://a.example/api/', 'things/', query as Record<string, string>)).toBe(address)
})
