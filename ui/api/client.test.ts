import { afterEach, expect, test } from 'bun:test'
import { ApiError, onRefusal, request, send } from './client'

const real = globalThis.fetch
afterEach(() => {
  globalThis.fetch = real
})
const answering = (response: Response | Error) => {
  globalThis.fetch = (() =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response)) as unknown as typeof fetch
}
const refusedBy = async (response: Response | Error) => {
  answering(response)
  return (await send('GET /api/series').catch((error: unknown) => error)) as ApiError
}

test('names in the path are filled and encoded', () => {
  const { url } = request('PUT /api/series/:comic_id/pause', { params: { comic_id: 'a/b c' } })
  expect(url).toBe('/api/series/a%2Fb%20c/pause')
})

test('a star takes several segments and keeps their slashes', () => {
  const { url } = request('POST /api/downloads/needs-attention/*', { params: { '*': 'a/b c/retry' } })
  expect(url).toBe('/api/downloads/needs-attention/a/b%20c/retry')
})

test('a missing path parameter throws, and no request is sent', () => {
  expect(() => request('GET /api/series/:comic_id', {})).toThrow('without its parameters')
})

test('the query leaves out undefined values and repeats lists', () => {
  const { url } = request('GET /api/series', {
    query: { limit: 5, q: undefined, sort: null, kind: ['comic', 'manga'] },
  })
  expect(url).toBe('/api/series?limit=5&kind=comic&kind=manga')
})

test('only changing requests carry the CSRF header', () => {
  const header = (name: string) => new Headers(request(name, {}).init.headers).get('x-requested-with')
  expect(header('GET /api/series')).toBeNull()
  expect(header('POST /api/auth/logout')).toBe('ServiceFrontend')
  expect(header('DELETE /api/import')).toBe('ServiceFrontend')
})

test('a body is sent as JSON with the session cookie', () => {
  const { init } = request('PUT /api/config', { body: { opds_enable: false } })
  expect(init.body).toBe('{"opds_enable":false}')
  expect(init.credentials).toBe('same-origin')
  expect(new Headers(init.headers).get('content-type')).toBe('application/json')
})

test('a refusal has the sentence from the server', async () => {
  const error = await refusedBy(Response.json({ detail: 'There is no folder at /x.', results: [1] }, { status: 400 }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 400, detail: 'There is no folder at /x.', body: { results: [1] } })
})

test('the older error format is read too', async () => {
  const error = await refusedBy(
    Response.json({ success: false, error: 'Incorrect username or password.' }, { status: 401 }),
  )
  expect(error.detail).toBe('Incorrect username or password.')
})

test('a refusal without a sentence gets a default one', async () => {
  expect((await refusedBy(new Response('<h1>Bad gateway</h1>', { status: 502 }))).detail).toContain('502')
})

test('a request without an answer has status 0 and a sentence about it', async () => {
  const error = await refusedBy(new TypeError('connection refused'))
  expect(error.status).toBe(0)
  expect(error.detail).toContain('does not answer')
})

test('an aborted request is not reported as a failure', async () => {
  const stop = new AbortController()
  stop.abort(new Error('left the page'))
  answering(new Error('aborted'))
  const error = await send('GET /api/series', {}, stop.signal).catch((cause: unknown) => cause)
  expect(error).not.toBeInstanceOf(ApiError)
})

test('a listener is called for each refusal until it is removed', async () => {
  const statuses: number[] = []
  const leave = onRefusal((error) => statuses.push(error.status))
  await refusedBy(Response.json({ detail: 'Not authenticated.' }, { status: 401 }))
  leave()
  await refusedBy(Response.json({ detail: 'Not authenticated.' }, { status: 401 }))
  expect(statuses).toEqual([401])
})

test('an empty response is accepted', async () => {
  answering(new Response(null, { status: 204 }))
  expect(await send('POST /api/auth/logout')).toBeUndefined()
})
