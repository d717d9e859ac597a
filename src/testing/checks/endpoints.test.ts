import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { API_KEY_ROUTES, OPEN, SETUP } from '../../base/auth/policy'
import { type TestApp, testApp } from '../app'
import { isPresent } from '../harness/programs'
import { spec } from './endpoints'
import { ours } from './own-endpoints'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const known = async () => (await app.app.routes()).map(({ method, path }) => `${method} ${path}`)
/** A path that matches the pattern. */
const filled = (pattern: string) => pattern.replace(/:[a-z_]+/g, 'x').replace('*', 'x/retry')
const split = (row: string) => row.split(' ') as [method: string, path: string]
const api = async () => (await known()).filter((row) => row.includes(' /api'))

describe('the routes', () => {
  test('are the implemented ones of the specification, and ours', async () => {
    expect((await known()).sort()).toEqual([...spec, ...ours].sort())
  })

  const facts = join(import.meta.dir, '../../../../shared/facts/api-endpoints.json')
  const present = isPresent(existsSync(facts), 'the list of endpoints is not on this machine')
  test.skipIf(!present)('that are missing are listed as missing', () => {
    const everything = spec.map((row) => row.replace(/:[a-z_]+/g, ':id')).sort()
    const listed = JSON.parse(readFileSync(facts, 'utf8')) as { endpoints: { method: string; path: string }[] }
    const wanted = listed.endpoints
      .map(({ method, path }) => `${method} ${path.replace(/\{[a-z_]+\}/g, ':id')}`)
      // One wildcard serves the four actions after a key that may contain slashes.
      .map((row) => row.replace(/needs-attention\/:id\/.*/, 'needs-attention/*'))
    expect(everything).toEqual([...new Set(wanted)].sort())
  })

  test('have schemas for input and output', async () => {
    for (const route of await app.app.routes()) {
      if (!route.path.startsWith('/api')) continue
      const { hooks } = route as unknown as { hooks: Record<string, unknown> & { detail?: { tags?: string[] } } }
      const name = `${route.method} ${route.path}`
      expect(hooks.response, `${name} has no response schema`).toBeTruthy()
      if (route.path.includes(':')) expect(hooks.params, `${name} has no params schema`).toBeTruthy()
      expect(hooks.detail?.tags?.length, `${name} has no tag`).toBeGreaterThan(0)
    }
  })
})

describe('the gate', () => {
  test('opens only the public routes to a guest', async () => {
    const guests = [...OPEN, ...SETUP] as readonly string[]
    for (const row of await api()) {
      const [method, path] = split(row)
      const { status } = await app.guest.request(method, filled(path))
      if (guests.includes(row)) expect(status, row).not.toBe(401)
      else expect(status, row).toBe(401)
    }
  })

  test('opens exactly five reads to the API key', async () => {
    const key = app.config.credential('apiKey')
    const opened: string[] = []
    for (const row of (await api()).filter((each) => !([...OPEN, ...SETUP] as readonly string[]).includes(each))) {
      const [method, path] = split(row)
      const reply = await app.guest.request(method, filled(path), undefined, { 'X-Api-Key': key })
      if (reply.status !== 401) opened.push(row)
    }
    expect(opened.sort()).toEqual([...API_KEY_ROUTES].sort())
    expect((await app.guest.get('/opds', { 'X-Api-Key': key })).status).toBe(401)
  })

  test('refuses every change without the header that other sites cannot send', async () => {
    const bare = app.client()
    for (const row of (await api()).filter((each) => !each.startsWith('GET'))) {
      const [method, path] = split(row)
      const reply = await bare.request(method, filled(path))
      expect(reply.status, row).toBe(403)
      expect(await reply.json()).toEqual({ detail: 'CSRF validation failed.' })
    }
  })
})

describe('bad input', () => {
  test('a body that is not JSON gets 400 with a sentence, never 500', async () => {
    for (const row of (await api()).filter((each) => !each.startsWith('GET') && !each.startsWith('DELETE'))) {
      const [method, path] = split(row)
      // The bundle has no body and returns a file.
      if (path === '/api/auth/logout' || path === '/api/system/support-bundle') continue
      const reply = await app.reader.request(method, filled(path), '{"half')
      expect(reply.status, row).toBeLessThan(500)
      const body = (await reply.json()) as { detail?: unknown; success?: unknown }
      if (reply.status !== 200) expect(typeof body.detail, row).toBe('string')
    }
  })

  test('an unknown route and a wrong method get 404 as JSON', async () => {
    const routes = [
      'GET /api',
      'GET /api/?cmd=getIndex&apikey=x',
      'GET /api?cmd=getIndex',
      'GET /api/downloads/needs-attention',
    ]
    for (const row of [...routes, 'GET /api/no/such/thing', 'POST /api/health', 'PUT /api/series']) {
      const [method, path] = split(row)
      for (const client of [app.reader, app.guest]) {
        const reply = await client.request(method, filled(path))
        expect(reply.status, row).toBe(404)
        expect(reply.headers.get('content-type'), row).toContain('application/json')
        expect(typeof ((await reply.json()) as { detail: unknown }).detail).toBe('string')
      }
    }
  })
})
