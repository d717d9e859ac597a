import { expect, test } from 'bun:test'
import { isFromProxy, isSilent, routeOf, type WorkerRoute } from './routing'

const HERE = 'https://comics.example'

test.each<[path: string, mode: string, route: WorkerRoute]>([
  ['/', 'navigate', 'page'],
  ['/library/4050-1', 'navigate', 'page'],
  ['/read/1?page=2', 'navigate', 'page'],
  // Opened in a tab of their own.
  ['/api/reading/issues/1/file', 'navigate', undefined],
  ['/opds', 'navigate', undefined],
  ['/assets/icon.svg', 'navigate', undefined],
  ['/kept/owner/1/3', 'no-cors', 'copy'],
  ['/offline/assets/index-1a2b.js', 'cors', 'shell'],
  // Never answered for the server.
  ['/api/series', 'cors', undefined],
  ['/api/reading/issues/1/pages/3', 'no-cors', undefined],
  ['/assets/index-1a2b.js', 'cors', undefined],
  ['/worker.js', 'same-origin', undefined],
])('%s as %s is %p, at the root and below a folder', (path, mode, route) => {
  for (const root of ['', '/shelf'])
    expect(routeOf({ method: 'GET', mode, url: `${HERE}${root}${path}` }, HERE, root)).toBe(route)
})

test('changes, other sites and pages outside the folder are not for the worker', () => {
  expect(routeOf({ method: 'POST', mode: 'navigate', url: `${HERE}/` }, HERE, '')).toBeUndefined()
  expect(routeOf({ method: 'GET', mode: 'navigate', url: 'https://other.example/' }, HERE, '')).toBeUndefined()
  expect(routeOf({ method: 'GET', mode: 'navigate', url: `${HERE}/shelves` }, HERE, '/shelf')).toBeUndefined()
})

test('only replies of a proxy count as no answer', () => {
  const pages = [200, 302, 403, 404, 500, 502, 503, 504, 521, 530, 599].map((status) => new Response('<p>', { status }))
  expect(pages.filter(isFromProxy).map(({ status }) => status)).toEqual([502, 503, 504, 521, 530])
  expect(isFromProxy(Response.json({ detail: 'Setup required.' }, { status: 503 }))).toBe(false)
  expect([0, 200, 401, 502, 503].filter((status) => isSilent({ status, body: {} }))).toEqual([0, 502, 503])
  expect(isSilent({ status: 503, body: { detail: 'The disk does not answer.' } })).toBe(false)
})
