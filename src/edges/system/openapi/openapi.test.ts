import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../../testing/app'
import { spec } from '../../../testing/checks/endpoints'
import { publishedSchema, type Schema } from './schemas'

type Operation = {
  operationId: string
  parameters?: { name?: string; in?: string; required?: boolean; schema?: Schema; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Schema>
  security: Schema[]
}
interface Document {
  openapi: string
  servers: { url: string }[]
  components: { parameters: { Requested: { name: string; schema: { const: string } } } }
  paths: Record<string, Record<string, Operation>>
}

let harness: TestApp
let described: Document
beforeAll(async () => {
  harness = await testApp()
  described = await harness.reader.json<Document>(200, harness.reader.get('/api/openapi.json'))
})
afterAll(() => harness.close())

const of = (row: string): Operation => {
  const [method = '', path = ''] = row.split(' ')
  const operation = described.paths[path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest}')]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${row} is not described`)
  return operation
}

describe('the OpenAPI document', () => {
  test('lists every route of the specification once', () => {
    for (const action of ['retry', 'search-again', 'stop-wanting', 'import'])
      expect(of(`POST /api/downloads/needs-attention/:release_key/${action}`).parameters).toContainEqual(
        expect.objectContaining({ name: 'release_key', in: 'path' }),
      )
    // The key may contain slashes, so the route is described by the four names above.
    for (const row of spec.filter((each) => !each.endsWith('needs-attention/*')))
      expect(of(row).operationId).toBeString()
    const ids = Object.values(described.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('describes the parameters of a route in their JSON types', () => {
    const wanted = of('GET /api/series')
    const limit = wanted.parameters?.find(({ name }) => name === 'limit')
    expect(limit).toMatchObject({ in: 'query', required: false, schema: { type: 'integer', minimum: 1 } })
    expect(of('PUT /api/series/:comic_id/pause').parameters).toContainEqual(
      expect.objectContaining({ name: 'comic_id', in: 'path', required: true }),
    )
    const added = of('POST /api/config/clients').requestBody?.content['application/json']?.schema as Schema
    expect((added.properties as Record<string, Schema>).type).toEqual({
      type: 'string',
      enum: expect.arrayContaining(['sabnzbd']),
    })
  })

  test('describes the replies and errors of a route', () => {
    const health = of('GET /api/health')
    expect(Object.keys(health.responses)).toEqual(['200', 'default'])
    expect(health.responses['200']).toMatchObject({ content: { 'application/json': { schema: { type: 'object' } } } })
  })

  test('states the replies of every route', () => {
    const silent = Object.entries(described.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        responses['200'] && !('content' in responses['200']) ? `${method} ${path}` : [],
      ),
    )
    expect(silent).toEqual([])
    const answers = (row: string, status = '200') => Object.keys(of(row).responses[status]?.content ?? {})
    expect(answers('GET /api/events/stream')).toEqual(['text/event-stream'])
    expect(answers('GET /api/reading/issues/:issue_id/file', '206')).toContain('application/vnd.comicbook+zip')
    const list = of('GET /api/watchlist').responses['200'] as Schema
    expect(list).toMatchObject({ content: { 'application/json': { schema: { type: 'array' } } } })
  })

  test('describes the form of a turn', () => {
    const body = of('POST /api/ai/chat/turns/stream').requestBody?.content['multipart/form-data']
    expect(Object.keys(body?.schema.properties as Schema)).toEqual([
      'thread_id',
      'content',
      'retry_message_id',
      'images',
    ])
  })

  test('describes the authentication', () => {
    expect(of('POST /api/auth/login').security).toEqual([])
    expect(of('GET /api/comics').security).toEqual([{ cookie: [] }, { key: [] }])
    expect(of('GET /api/series').security).toEqual([{ cookie: [] }])
    expect(of('GET /opds').security).toEqual([{ basic: [] }, { cookie: [] }])
    expect(of('GET /api/covers/issues/:issue_id').security).toEqual([{ cookie: [] }, {}])
    expect(of('GET /opds/cover/:issue_id').security).toEqual([{ basic: [] }, { cookie: [] }, {}])
    expect(of('PUT /api/config').parameters).toContainEqual({ $ref: '#/components/parameters/Requested' })
  })

  test('describes the authentication', async () => {
    const { name, schema } = described.components.parameters.Requested
    const status = async (value: string) =>
      (await harness.guest.request('POST', '/api/auth/login', {}, { [name]: value })).status
    expect(await status(schema.const)).toBe(400)
    expect(await status('XMLHttpRequest')).toBe(403)
  })

  test('needs a login, and holds the address of the request', async () => {
    expect((await harness.guest.get('/api/openapi.json')).status).toBe(401)
    expect(described.servers).toEqual([{ url: 'http://localhost:8090' }])
  })

  test('has no dangling references', () => {
    const text = JSON.stringify(described)
    for (const [, ref = ''] of text.matchAll(/"\$ref":"#([^"]+)"/g)) {
      const there = ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, step) => (at as Schema | undefined)?.[step], described)
      expect(there, ref).toBeDefined()
    }
  })
})

test.each([
  [
    {
      anyOf: [
        { type: 'string', format: 'integer', default: 3 },
        { type: 'integer', minimum: 1 },
      ],
    },
    { type: 'integer', minimum: 1 },
  ],
  [
    {
      anyOf: [
        { const: 'a', type: 'string' },
        { const: 'b', type: 'string' },
      ],
    },
    { type: 'string', enum: ['a', 'b'] },
  ],
  [
    { nullable: true, anyOf: [{ type: 'string' }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
  ],
  [undefined, {}],
])('%j is published as %j', (schema, wanted) => {
  expect(publishedSchema(schema)).toEqual(wanted)
})
