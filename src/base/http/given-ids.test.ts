import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeIssues, makeSeries } from '../../testing/make'
import { addressWithBareIds, bareId, withBareIds } from './given-ids'

describe('an id', () => {
  test.each([
    ['4050-18705', '18705'],
    [' 4000-301', '301'],
    ['4045-12', '12'],
    ['4050-harbor', 'harbor'],
    ['4005-harbor', '4005-harbor'],
    ['4012-1', '4012-1'],
    ['4050-1,4000-2, 3', '1,2, 3'],
    ['4050-', '4050-'],
    ['5050-1', '5050-1'],
    ['x4050-1', 'x4050-1'],
    ['40500-1', '40500-1'],
    ['md-5e1f0000-0000-4000-8000-000000000001', 'md-5e1f0000-0000-4000-8000-000000000001'],
  ])('%p is %p', (given, bare) => {
    expect(bareId(given)).toBe(bare)
  })

  test('is found in the fields of a body at any depth, and in no other field', () => {
    const given = {
      id: '4050-1', ids: ['4050-1', '2'], comicid: '4050-1', comicId: '4050-1', imp_ids: '4000-1,4000-2',
      issues: [{ issue_id: '4000-7', title: '4000-7' }], entity_id: '4000-7', name: '4050-1', provider_id: '4050-1',
      device_id: '4050-1', mal_client_id: '4000-ab', matrix_room_id: '4000-ab', fields: { chat_id: '4000-1', thread_id: '4000-1' },
      link: 'https://example.test/4050-1/', none: null, count: 4050,
    } // biome-ignore format: a table
    expect(withBareIds(given)).toEqual({
      ...given,
      id: '1', ids: ['1', '2'], comicid: '1', comicId: '1', imp_ids: '1,2',
      issues: [{ issue_id: '7', title: '4000-7' }], entity_id: '7',
    }) // biome-ignore format: a table
  })

  test.each([
    ['/api/series/4050-18705', '', '/api/series/18705'],
    ['/api/series/4050%2D18705/refresh', '', '/api/series/18705/refresh'],
    ['/api/series/4050-1,4050-2/refresh', '', '/api/series/1%2C2/refresh'],
    ['/api/series/4050-1%2C4050-2/refresh', '', '/api/series/1%2C2/refresh'],
    ['/api/series/%34%30%35%30%2d18705', '', '/api/series/18705'],
    ['/api/series/%204050-1', '', '/api/series/1'],
    ['/api/series/4050-1%2Fx', '', '/api/series/1%2Fx'],
    ['/api/series/4050-%', '', '/api/series/%25'],
    ['/opds/v2/issues/4000-1/progression', '', '/opds/v2/issues/1/progression'],
    ['/opds/issues/4000-1/4000-1.cbz', '', '/opds/issues/1/4000-1.cbz'],
    ['/opds/stream/4000-1', '?page=2&v=4000-1', '/opds/stream/1?page=2&v=4000-1'],
    ['/api/downloads/needs-attention/4000-1|a/4000-b/retry', '', '/api/downloads/needs-attention/1%7Ca/4000-b/retry'],
    ['/api/activity/timeline', '?scope_type=series&scope_id=%34050%2D1', '/api/activity/timeline?scope_type=series&scope_id=1'],
    ['/opds/comics/4050-1', '?index=30', '/opds/comics/1?index=30'],
    ['/api/activity/timeline', '?scope_id=4050-1&scope_type=series', '/api/activity/timeline?scope_id=1&scope_type=series'],
    ['/api/series/find', '?q=4050-1', '/api/series/find?q=4050-1'],
    ['/api/metadata/series-image/4050-1', '', '/api/metadata/series-image/4050-1'],
    ['/assets/4050-1.js', '', '/assets/4050-1.js'],
    ['/api/series/4050-', '', '/api/series/4050-'],
  ])('of %s%s is bare', (path, search, address) => {
    expect(addressWithBareIds(path, search)).toBe(address)
  }) // biome-ignore format: a table
})

interface Form {
  properties?: Record<string, Form & { type?: string }>
  anyOf?: Form[]
}
interface Route {
  method: string
  path: string
  hooks?: { query?: Form; body?: Form }
}
const ID = /(?:^|_)ids?$|(?:comic|issue|arc|series)ids?$/i
const fieldsOf = (form: Form = {}): string[] => [
  ...Object.keys(form.properties ?? {}),
  ...(form.anyOf ?? []).flatMap((each) => fieldsOf(each)),
]
/** Event streams, and a route whose ids belong to another service. */
const LEFT_OUT = ['/api/events/stream', '/api/metadata/series-image/:series_id']
/** Ids, tokens and times that differ from one reply to the next. */
const same = (text: string) =>
  text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{20,}|\d{4}-\d\d-\d\dT[\d:.]+Z|Error [0-9a-f]{6}/g, '*')

/** Parts of an address that are a name or a file name. */
const isName = (part: string) => /^:(?:publisher|group|filename|document|file)$/.test(part)

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2])
})
afterAll(() => app.close())

describe('a request with a prefix', () => {
  /**
   * The same request with and without the prefix gets the same reply; neither changes anything, since the id is
   * unknown.
   */
  async function bothWays(method: string, request: (id: string) => { path: string; body?: object }, row: string) {
    const said: string[] = []
    for (const id of ['lost7', '4050-lost7']) {
      const { path, body } = request(id)
      const reply = await app.reader.request(method, path, body)
      said.push(`${reply.status} ${same(await reply.text())}`)
    }
    expect([row, said[1]]).toEqual([row, said[0]])
  }

  test('in a path gets the same reply as without, on every route', async () => {
    let count = 0
    for (const { method, path } of (await app.app.routes()) as Route[]) {
      const isOurs = /:(?:comic|issue|arc|series)_id/.test(path)
      // Apps below /komga send the ids that they were given.
      if (!isOurs || LEFT_OUT.includes(path) || path.startsWith('/komga')) continue
      count++
      const filled = (id: string) => path.replace(/:(?:comic|issue|arc|series)_id/g, id).replace(/:[a-z_]+/g, '1')
      await bothWays(
        method,
        (id) => ({ path: filled(id), ...(method === 'GET' ? {} : { body: {} }) }),
        `${method} ${path}`,
      )
    }
    expect(count).toBeGreaterThan(80)
  })

  test('is kept where an address names something else, on every route', async () => {
    const seen: string[] = []
    for (const { path } of (await app.app.routes()) as Route[]) {
      const parts = path.split('/')
      if (!parts.some(isName)) continue
      seen.push(path)
      const filled = parts.map((part) => (isName(part) ? '4050-Press' : part.replace(/^:.*/, '1'))).join('/')
      expect(addressWithBareIds(filled, '')).toBe(filled)
    }
    expect(seen.length).toBeGreaterThan(6)
  })

  test('in a query or a body gets the same reply as without, on every route', async () => {
    const seen: string[] = []
    for (const { method, path, hooks } of (await app.app.routes()) as Route[]) {
      if (LEFT_OUT.includes(path) || path === '/api/auth/logout') continue
      const filled = path.replace(/:[a-z_]+/g, '1').replace('*', '1/retry')
      for (const field of fieldsOf(hooks?.query).filter((name) => ID.test(name))) {
        seen.push(field)
        const scope = field === 'scope_id' ? '&scope_type=series' : ''
        await bothWays(method, (id) => ({ path: `${filled}?${field}=${id}${scope}` }), `${method} ${path} ?${field}`)
      }
      for (const field of method === 'GET' ? [] : fieldsOf(hooks?.body).filter((name) => ID.test(name))) {
        if (field === 'provider_id') continue
        seen.push(field)
        for (const list of [false, true])
          await bothWays(
            method,
            (id) => ({ path: filled, body: { [field]: list ? [id] : id } }),
            `${method} ${path} ${field}`,
          )
      }
    }
    expect(seen.length).toBeGreaterThan(60)
    expect([...new Set(seen)]).toEqual(expect.arrayContaining(['id', 'ids', 'comic_id', 'comicid', 'issueid', 'issue_ids', 'entity_id', 'scope_id', 'arcid', 'series_id'])) // biome-ignore format: one line
  })

  test('finds items of the library', async () => {
    const { reader } = app
    const series = await reader.json<{ comic: { ComicID: string }[] }>(200, reader.get('/api/series/4050-harbor'))
    expect(series.comic[0]?.ComicID).toBe('harbor')
    expect(await reader.json<unknown[]>(200, reader.get('/api/comic/4050-harbor/issue/4000-harbor-1'))).toHaveLength(1)
    await reader.json(200, reader.put('/api/series/issues/4000-harbor-1/unqueue'))
    await reader.json(200, reader.post('/api/series/bulk-pause', { ids: ['4050-harbor'] }))
    expect((await reader.get('/opds/comics/4050-harbor')).status).toBe(200)
    await reader.json(200, reader.post('/api/readlist', { issue_id: '4000-harbor-2' }))
    const list = await reader.json<{ id: string }[]>(200, reader.get('/api/readlist'))
    expect(list.map(({ id }) => id)).toEqual(['harbor-2'])
  })
})
