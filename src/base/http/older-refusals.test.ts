import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { systemRandom } from '../platform/random'
import { faultReply } from './errors'
import { olderRefusals, refusalFormOf } from './older-refusals'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Longer than any id. */
const TOO_LONG = 'x'.repeat(300)
/** A body of 2 MB, a broken one, a list: refused before the handler, whatever the route reads. */
const BODIES = [`"${'x'.repeat(2_000_000)}"`, '{"half', '[]']

/** Requests that the router, the body reader, the schema and the handler refuse. */
function* requestsTo(row: string): Generator<[method: string, path: string, body?: string]> {
  const [method = '', pattern = ''] = row.split(' ')
  const filled = (id: string) => pattern.replace(/:[a-z_]+/g, id).replace('*', `${id}/retry`)
  yield [method, filled('nothing'), method === 'GET' || method === 'DELETE' ? undefined : '{}']
  if (row === 'GET /api/ai/chat/threads') yield [method, `${pattern}?limit=x`]
  if (pattern.includes(':')) yield [method, filled(TOO_LONG)]
  if (method === 'GET' || method === 'DELETE') return
  for (const body of BODIES) yield [method, filled('nothing'), body]
}

const ONLY_ERROR = /^\w+ \/api\/(?:comic\/|metadata\/image-proxy|ai\/chat\/)/
/** Ends the session of the test. */
const rows = olderRefusals.filter((row) => row !== 'POST /api/auth/logout')

describe('a refusal that existing tools read', () => {
  test.each(rows)('of %s repeats its sentence in error', async (row) => {
    let refused = 0
    for (const [method, path, body] of requestsTo(row)) {
      const reply = await app.reader.request(method, path, body)
      const said = (await reply.json()) as Record<string, unknown>
      if (reply.status < 400) continue
      const isPlain = row.endsWith('/grab') && reply.status === 404
      if (isPlain) expect(Object.keys(said)).toEqual(['detail'])
      if (isPlain) continue
      refused++
      expect([path.slice(0, 80), typeof said.detail, said.error]).toEqual([path.slice(0, 80), 'string', said.detail])
      expect(said.success).toBe(ONLY_ERROR.test(row) ? undefined : false)
      if (row.includes('needs-attention')) expect(said.status_code).toBe(reply.status)
    }
    expect(refused).toBeGreaterThan(0)
  })

  test('belongs to a route that exists', async () => {
    const known = (await app.app.routes()).map(({ method, path }) => `${method} ${path}`)
    expect(olderRefusals.filter((row) => !known.includes(row))).toEqual([])
  })

  test('of any other route has detail alone', async () => {
    const { reader } = app
    expect(Object.keys(await reader.json(404, reader.get('/api/series/nothing')))).toEqual(['detail'])
    expect(Object.keys(await reader.json(400, reader.post('/api/series/bulk-pause', '[]')))).toEqual(['detail'])
  })

  test('repeats the sentence of a bug and of a full disk as well', async () => {
    const form = refusalFormOf('POST /api/system/logs/rotate')
    const request = new Request('http://localhost/api/system/logs/rotate', { method: 'POST' })
    const full = Object.assign(new Error('disk'), { code: 'ENOSPC' })
    for (const [error, status] of [
      [new Error('ours'), 500],
      [full, 503],
    ] as const) {
      const reply = faultReply({ random: systemRandom, log: app.ports.log }, request, error, form)
      const said = (await reply.json()) as Record<string, unknown>
      expect(reply.status).toBe(status)
      expect(said).toEqual({ detail: said.detail, success: false, error: said.detail })
    }
  })
})
