import { expect, test } from 'bun:test'
import { isApi, isAsset, isCatalog, isListedRoute, isSync, openToOthers } from './policy'

const KINDS = { isApi, isAsset, isCatalog, isSync, openToOthers }

test.each<[path: string, kinds: (keyof typeof KINDS)[]]>([
  ['/opds', ['isCatalog', 'openToOthers']],
  ['/opds/series/7', ['isCatalog', 'openToOthers']],
  ['/opdsx', []],
  ['/opds/sync', ['isCatalog', 'isSync', 'openToOthers']],
  ['/opds/sync/users/auth', ['isCatalog', 'isSync', 'openToOthers']],
  ['/opds/synced', ['isCatalog', 'openToOthers']],
  ['/api', ['isApi']],
  ['/api/config', ['isApi']],
  ['/apis', []],
  ['/api/health', ['isApi', 'openToOthers']],
  ['/api/health/x', ['isApi']],
  ['/api/calendar/abc.ics', ['isApi', 'openToOthers']],
  ['/favicon.ico', ['isAsset']],
  ['/assets/app.js', ['isAsset']],
  ['/worker.js', ['isAsset']],
  ['/offline.html', ['isAsset']],
  ['/manifest.webmanifest', ['isAsset']],
  ['/assets', []],
  ['/', []],
])('%s is %p', (path, kinds) => {
  const found = Object.entries(KINDS).flatMap(([name, is]) => (is(path) ? [name] : []))
  expect(found.toSorted()).toEqual(kinds.toSorted())
})

test.each([
  ['/api/x', '/api/x', true],
  ['/api/x', '/api/x/y', false],
  ['/api/x/y', '/api/x', false],
  ['/api/x/:id', '/api/x/7', true],
  ['/api/x/:id', '/api/x/', false],
  ['/api/x/:id', '/api/x', false],
  ['/api/x/:id', '/api/x/7/8', false],
  ['/api/x/*', '/api/x/7', true],
  ['/api/x/*', '/api/x/7/8', true],
  ['/api/x/*', '/api/x', false],
  ['/api/x/*', '/api/y/7', false],
  ['/api/*/x', '/api/7/x', false],
])('%s matches %s: %p', (pattern, path, takes) => {
  expect(isListedRoute([`GET ${pattern}`], 'GET', path)).toBe(takes)
})

test('a route is listed with its method, and HEAD is treated like GET', () => {
  const rows = ['GET /api/x', 'POST /api/y']
  expect(isListedRoute(rows, 'GET', '/api/x')).toBe(true)
  expect(isListedRoute(rows, 'HEAD', '/api/x')).toBe(true)
  expect(isListedRoute(rows, 'POST', '/api/x')).toBe(false)
  expect(isListedRoute(rows, 'HEAD', '/api/y')).toBe(false)
})
