import { beforeEach, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { errors } from '../../../base/http/handler-errors'
import { lineLog } from '../../../base/platform/log'
import { systemRandom } from '../../../base/platform/random'
import { metadataSearchRoutes } from './search-routes'

/** Which of the two searches is called, and what is added: the older routes use other names for the same things. */

const UUID = '0a1b2c3d-0000-4000-8000-00000000000f'
let asked: unknown[]
beforeEach(() => {
  asked = []
})

const noting = (what: string) => ({
  search: async (...given: unknown[]) => {
    asked.push([what, ...given])
    return { results: [] }
  },
})
const log = lineLog(
  () => '',
  () => {},
)
const own = metadataSearchRoutes({
  lookup: noting('series') as never,
  arcSearch: noting('arcs') as never,
  adding: {
    add: (...given: unknown[]) => {
      asked.push(given)
      return { success: true, message: 'Clouds is being added.', comicid: String(given[0]), operation_id: null }
    },
  } as never,
  roots: () => ['/comics'],
})
const routes = new Elysia().use(errors({ random: systemRandom, log })).use(own)
async function post(path: string, body: object, status = 200) {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const reply = await routes.handle(request)
  expect(reply.status).toBe(status)
  return (await reply.json()) as Record<string, unknown>
}

test.each([
  ['/api/search/comics', { name: 'x' }, ['series', { name: 'x' }]],
  ['/api/metadata/search', { name: 'x', type: 'comic' }, ['series', { name: 'x', type: 'comic' }]],
  ['/api/search/comics', { name: 'x', type: 'story_arc' }, ['arcs', { name: 'x', type: 'story_arc' }]],
  ['/api/metadata/search', { name: 'x', type: 'story_arc' }, ['arcs', { name: 'x', type: 'story_arc' }]],
  ['/api/search/manga', { name: 'x' }, ['series', { name: 'x' }, 'manga']],
  ['/api/metadata/search/manga', { name: 'x' }, ['series', { name: 'x' }, 'manga']],
])('%s with %j calls %j', async (path, body, search) => {
  expect(await post(path, body)).toEqual({ results: [] })
  expect(asked).toEqual([search])
})

test.each([
  [{ id: '1', comic_id: '2', manga_id: '3' }, '1', {}],
  [{ comic_id: '2', manga_id: '3' }, '2', {}],
  [{ manga_id: '3' }, '3', {}],
  [{ id: 7, folder: null }, '7', {}],
  [{ id: '1', folder: '/comics' }, '1', { root: '/comics' }],
  [{ id: '1', folder: '/comics/Clouds' }, '1', { location: '/comics/Clouds' }],
  [{ id: '1', content_type: 'manga', monitor: 'none', allow_packs: false }, '1', { content_type: 'manga', monitor: 'none', allow_packs: false }],
])('%j adds %p with %j', async (body, id, choices) => {
  for (const path of ['/api/series', '/api/search/add'])
    expect(await post(path, body)).toEqual({
      success: true,
      message: 'Clouds is being added.',
      comicid: id,
      operation_id: null,
    })
  const added = [id, choices]
  expect(asked).toEqual([added, added])
}) // biome-ignore format: one row a case

test.each([
  [{ manga_id: UUID, id: '1', comic_id: '2' }, `md-${UUID}`],
  [{ manga_id: UUID.toUpperCase() }, `md-${UUID.toUpperCase()}`],
  [{ id: `md-${UUID}`, comic_id: '2' }, `md-${UUID}`],
  [{ comic_id: 'al-7' }, 'al-7'],
])('manga is added by %j', async (body, id) => {
  expect(await post('/api/search/add-manga', body)).toMatchObject({ comicid: id, content_type: 'manga' })
  expect(asked).toEqual([[id, { content_type: 'manga' }]])
})

test.each(['/api/series', '/api/search/add', '/api/search/add-manga'])('%s needs an id', async (path) => {
  expect(await post(path, { monitor: 'none' }, 400)).toEqual({ detail: 'Say which series to add: id is missing.' })
  expect(asked).toEqual([])
})
