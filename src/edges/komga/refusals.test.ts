import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { soak } from '../../../soak/reading-apps'
import { type TestApp, testApp } from '../../testing/app'
import { komgaApp, makeBooks, type ReadingApp } from '../../testing/reading-apps'

let app: TestApp
let komga: ReadingApp
beforeAll(async () => {
  app = await testApp({ library: true, settings: { opds_enable: 'true' } })
  makeBooks(app)
  komga = komgaApp(app)
})
afterAll(() => app.close())

const refused = async (method: string, path: string, body?: unknown) => {
  const reply = await komga.request(method, `/komga/${path}`, body)
  const { error, path: named } = (await reply.json()) as { error: string; path: string }
  expect(named).toBe(`/komga/${path}`)
  return [reply.status, error]
}

describe('what Panelkeep keeps itself', () => {
  test('is forbidden to apps, with 403 alone', async () => {
    const writes = [
      ['POST', 'api/v1/libraries'],
      ['DELETE', 'api/v1/libraries/comics'],
      ['POST', 'api/v1/collections'],
      ['PATCH', 'api/v1/readlists/x'],
      ['DELETE', 'api/v1/collections/x'],
      ['PATCH', 'api/v1/series/harbor/metadata'],
      ['PATCH', 'api/v1/books/harbor-1/metadata'],
      ['POST', 'api/v1/books/harbor-1/thumbnails'],
      ['DELETE', 'api/v1/books/harbor-1/file'],
      ['POST', 'api/v1/series/harbor/analyze'],
      ['POST', 'api/v1/books/import'],
      ['POST', 'api/v2/users'],
      ['POST', 'api/v2/users/me/api-keys'],
      ['PATCH', 'api/v2/users/me/password'],
      ['GET', 'api/v1/settings'],
      ['GET', 'api/v1/page-hashes/unknown'],
      ['GET', 'api/v2/users'],
      ['GET', 'actuator/info'],
    ] as const
    for (const [method, path] of writes)
      expect(await refused(method, path, method === 'GET' ? undefined : {}), `${method} ${path}`).toEqual([
        403,
        'Forbidden',
      ])
  })

  test('settings of an app are taken and dropped, and unknown addresses are not found', async () => {
    expect((await komga.patch('/komga/api/v1/client-settings/user', { a: { value: 'b' } })).status).toBe(204)
    for (const path of [
      'api',
      'api/v1',
      'api/v9/series',
      'api/v1/nothing/at/all',
      'api/v1/books/harbor-1/positions',
      'opds',
    ])
      expect(await refused('GET', path), path).toEqual([404, 'Not Found'])
    expect((await komga.get('/komga')).status).toBe(404)
  })

  test('a wrong method on a known address is named, with the right ones', async () => {
    const reply = await komga.request('DELETE', '/komga/api/v1/genres')
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET'])
    expect(await refused('PUT', 'api/v2/users/me', {})).toEqual([403, 'Forbidden'])
    expect(await refused('POST', 'sse/v1/events', {})).toEqual([405, 'Method Not Allowed'])
  })
})

describe('a condition that nobody can mean', () => {
  const status = async (body: unknown) => {
    const reply = await komga.post('/komga/api/v1/books/list', typeof body === 'string' ? body : { condition: body })
    return reply.status
  }
  test('is refused', async () => {
    const is = (value: unknown) => ({ operator: 'is', value })
    const faulty: unknown[] = [
      ...[
        { nonsense: is('x') },
        { constructor: is('x') },
        { __proto__x: is('x') },
        { seriesId: 'x' },
        { seriesId: [] },
      ],
      ...[{ seriesId: is(7) }, { seriesId: { operator: 'like', value: 'x' } }, { seriesId: { operator: 7 } }],
      ...[{ readStatus: is('HALF') }, { allOf: {} }, { allOf: [7] }, { anyOf: 'x' }, [], 7, 'x'],
      ...[
        { releaseDate: { operator: 'after', dateTime: '2026-13-45T00:00:00Z' } },
        { releaseDate: { operator: 'after' } },
      ],
      ...[{ releaseDate: { operator: 'isInTheLast', duration: 'P' } }, { releaseDate: { operator: 'isInTheLast', duration: 'P99999999D' } }], // biome-ignore format: one list
      ...[{ numberSort: is('1') }, { numberSort: { operator: 'greaterThan', value: null } }, { genre: is('noir') }],
      ...[{ title: is('x'.repeat(501)) }, { title: { operator: 'toString', value: 'x' } }, { deleted: is(true) }],
    ]
    for (const condition of faulty) expect(await status(condition), JSON.stringify(condition)).toBe(400)
    for (const body of ['{', '[]', '7', '"x"', '{"fullTextSearch":7}']) expect(await status(body), body).toBe(400)
  })

  test('is bounded in depth and length', async () => {
    const nested = (depth: number): object => (depth === 0 ? { title: { operator: 'is', value: 'x' } } : { allOf: [nested(depth - 1)] }) // biome-ignore format: one condition
    const long = (count: number) => ({ anyOf: Array.from({ length: count }, (_, n) => ({ title: { operator: 'is', value: `${n}` } })) }) // biome-ignore format: one condition
    expect([await status(nested(20)), await status(nested(200))]).toEqual([200, 400])
    expect([await status(long(1500)), await status(long(10_000))]).toEqual([200, 400])
    expect(await status(`{"condition":${'['.repeat(100_000)}`)).toBe(400)
    expect((await komga.post('/komga/api/v1/books/list', `{"x":"${'y'.repeat(1_100_000)}"}`)).status).toBe(413)
  })
})

test('odd requests for every address are answered in 4xx at most, always as JSON or a picture', async () => {
  await soak.run(600, () => {})
}, 60_000)
