import { expect, test } from 'bun:test'
import { html } from '../../../html'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { ApiPage } from './api'
import { accessWords, endpointsOf, limits, matchesSearch, shape } from './api-words'

withWindow()

const document = {
  paths: {
    '/api/series': {
      get: {
        operationId: 'get_api_series',
        tags: ['series'],
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: false,
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
          },
        ],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } },
              },
            },
          },
          default: {},
        },
        security: [{ cookie: [] }, { key: [] }],
      },
    },
    '/api/health': { get: { operationId: 'get_api_health', tags: ['system'], responses: { 200: {} }, security: [] } },
  },
}
const replies = { 'GET /api/openapi.json': document, 'GET /api/system/health': { findings: [], open_count: 0 } }

test('routes are grouped by tag, and show parameters and replies once they are opened', async () => {
  const page = await renderPage(html`<${ApiPage} />`, { path: '/system/api', replies })
  expect(page.text()).toContain('/api/series')
  expect(page.text()).not.toContain('total: integer')
  await page.click(page.find('summary'))
  await page.whenIdle()
  expect(page.text()).toContain('a session or the API key')
  expect(page.text()).toContain('integer, 1 to 100, otherwise 50')
  expect(page.text()).toContain('total: integer')
})

test('routes are found by words of their method, path and part', async () => {
  const page = await renderPage(html`<${ApiPage} />`, { path: '/system/api', replies })
  await page.type('input[type="search"]', 'health')
  expect(page.text()).not.toContain('/api/series')
  await page.type('input[type="search"]', 'nothing like it')
  expect(page.text()).toContain('No routes match')
})

test('a schema is written as a type', () => {
  const list = { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, kinds: list } }
  expect(shape(schema)).toBe('{\n  name: string\n  kinds?: (string | null)[]\n}')
  expect(shape({ type: 'string', enum: ['a', 'b'] })).toBe('"a" | "b"')
  expect([shape(undefined), shape({ type: 'object' })]).toEqual(['anything', '{ … }'])
  expect(limits({ name: 'q', required: true, schema: { type: 'string', maxLength: 9 } })).toBe(
    'string, at most 9 letters, needed',
  )
})

test('the required access is shown in words', () => {
  const [[, [health]], [, [series]]] = endpointsOf(document as never).toReversed() as never as [
    [string, [never]],
    [string, [never]],
  ]
  expect([
    accessWords((health as never as { operation: never }).operation),
    matchesSearch(series, 'get SERIES'),
  ]).toEqual(['anybody', true])
})
