import { expect, test } from 'bun:test'
import { type ApiRoute, accessWords, endpointsOf, limits, matchesSearch, type Schema, shape } from './api-words'

test.each<[schema: Schema | undefined, words: string]>([
  [undefined, 'anything'],
  [{}, 'anything'],
  [{ type: 'string' }, 'string'],
  [{ maximum: 3 }, 'anything'],
  [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
  [{ const: null }, 'null'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { type: 'integer' } }, 'integer[]'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ type: 'object' }, '{ … }'],
  [{ type: 'object', properties: {} }, '{}'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'integer' } } }, '{ [name]: integer }'],
  [
    {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' }, b: { type: 'object', properties: { c: { type: 'integer' } } } },
    },
    '{\n  a: string\n  b?: {\n    c?: integer\n  }\n}',
  ],
])('%j is written %p', (schema, words) => {
  expect(shape(schema)).toBe(words)
})

test.each([
  [{ schema: { type: 'integer', minimum: 0, maximum: 100, default: 50 } }, 'integer, 0 to 100, otherwise 50'],
  [{ schema: { type: 'integer', minimum: 1 } }, 'integer'],
  [{ schema: { type: 'integer', maximum: 1 } }, 'integer'],
  [{ schema: { type: 'string', maxLength: 9, default: 'x' }, required: true }, 'string, at most 9 letters, needed'],
  [{ schema: { type: 'boolean', default: false } }, 'boolean, otherwise false'],
  [{}, 'anything'],
])('the parameter %j is %p', (parameter, words) => {
  expect(limits(parameter)).toBe(words)
})

test.each([
  [[], 'anybody'],
  [[{ cookie: [] }, { key: [] }], 'a session or the API key'],
  [[{ basic: [] }], 'the login of the catalog'],
  [[{ other: [] }], 'other'],
])('with %j the access is %p', (security, who) => {
  expect(accessWords({ security, operationId: 'x', responses: {} })).toBe(who)
})

test('endpoints are grouped by part, in alphabetical order', () => {
  const operation = (tags?: string[]) => ({ operationId: 'x', responses: {}, security: [], ...(tags ? { tags } : {}) })
  const document = {
    paths: {
      '/opds/all': { get: operation() },
      '/x': { post: operation() },
      '/api/a': { get: operation(['ai']), put: operation(['ai']) },
    },
  }
  expect(
    endpointsOf(document as never).map(([tag, all]) => [tag, all.map(({ method, path }) => `${method} ${path}`)]),
  ).toEqual([
    ['assistant', ['GET /api/a', 'PUT /api/a']],
    ['catalog', ['GET /opds/all']],
    ['other', ['POST /x']],
  ])
  expect(endpointsOf({} as never)).toEqual([])
})

test.each([
  ['', true],
  ['get READ', true],
  ['read  get', true],
  ['get wanted', false],
])('the search %p matches: %p', (words, isFound) => {
  expect(matchesSearch({ method: 'GET', path: '/api/reading', tag: 'reading' } as ApiRoute, words)).toBe(isFound)
})
