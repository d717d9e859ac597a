import { expect, test } from 'bun:test'
import { Router } from 'preact-iso'
import { html } from '../html'
import { findPage, preloadPage } from '../router'
import { refusal, renderPage } from '../testing/render-page'
import { withWindow } from '../testing/window'

withWindow()

/** The first request of a page to an endpoint. */
async function requestOf(path: string, name: string): Promise<unknown> {
  const bare = path.replace(/\?.*/, '')
  await preloadPage(bare)
  const { page, path: pattern } = findPage(bare)!
  const drawn = html`<${Router}><${page} path=${pattern} /><//>`
  const { requests } = await renderPage(drawn, { path, otherwise: () => refusal(503, 'The disk sleeps.') })
  const request = requests.find((one) => one.name === name)
  return request?.body ?? request?.query
}

const HISTORY = 'GET /api/downloads/history'
const BLOCKED = 'GET /api/downloads/blocklist'
const RUNS = 'GET /api/search/runs'
const STATISTICS = 'GET /api/reading/statistics'
const QUEUE = 'GET /api/downloads/queue'
const SEARCH = 'POST /api/search/comics'

test.each<[path: string, name: string, query: object]>([
  ['/activity/history', HISTORY, { limit: '50', offset: '0', sort: 'date', order: 'desc' }],
  [
    '/activity/history?q=harbor&status=Failed&order=asc&page=3',
    HISTORY,
    { limit: '50', offset: '100', sort: 'date', order: 'asc', q: 'harbor', status: 'Failed' },
  ],
  [
    '/activity/history?status=Elsewhere&sort=elsewhere&page=0',
    HISTORY,
    { limit: '50', offset: '0', sort: 'date', order: 'desc' },
  ],
  ['/activity/history/blocked', BLOCKED, { limit: '50', offset: '0' }],
  ['/activity/history/blocked?q=harbor&page=2', BLOCKED, { limit: '50', offset: '50', q: 'harbor' }],
  ['/activity/history/searches', RUNS, { limit: '20', offset: '0', open: 'false' }],
  ['/activity/history/searches?page=3', RUNS, { limit: '20', offset: '40', open: 'false' }],
  ['/activity/history/searches?page=-3', RUNS, { limit: '20', offset: '0', open: 'false' }],
  ['/activity/history/searches?page=x', RUNS, { limit: '20', offset: '0', open: 'false' }],
  ['/statistics', STATISTICS, expect.objectContaining({ offset: '0' })],
  ['/activity', QUEUE, expect.objectContaining({ offset: '0' })],
  ['/search?q=harbor&page=2', SEARCH, expect.objectContaining({ limit: 20, offset: 20 })],
])('%s requests %s with %j', async (path, name, query) => {
  expect(await requestOf(path, name)).toEqual(query)
})

test.each([
  ['/statistics', STATISTICS],
  ['/activity', QUEUE],
])('the third page of %s begins after two whole pages', async (path, name) => {
  const { limit, offset } = (await requestOf(`${path}?page=3`, name)) as { limit: string; offset: string }
  expect(Number(offset)).toBe(2 * Number(limit))
})
