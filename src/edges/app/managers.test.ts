import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type OptionName, options } from '../../base/config/options'
import { type TestApp, testApp } from '../../testing/app'
import { ROUTE_ROLES } from '../../testing/checks/route-roles'
import { addUser, type TestUser } from '../../testing/users'

/** Managers keep the library. Secrets, users and the program itself are the owner's. */

const secretNames = (Object.keys(options) as OptionName[]).filter((name) => options[name].type === 'secret')
const managed = (Object.keys(options) as OptionName[]).filter((name) => 'manager' in options[name])

let app: TestApp
let maud: TestUser
beforeAll(async () => {
  const planted = Object.fromEntries(secretNames.map((name) => [name, `https://hooks.example/planted-${name}`]))
  app = await testApp({ library: true, settings: planted })
  const client = { type: 'sabnzbd', name: 'SAB', address: 'http://192.0.2.9:8080', secret: 'planted-client' }
  const saved = await app.reader.post('/api/config/clients', client)
  if (!saved.ok) throw new Error(await saved.text())
  const provider = { name: 'Dog', host: 'https://dog.example', api_key: 'planted-indexer', enabled: true }
  const added = await app.reader.put('/api/config/providers', { type: 'newznab', providers: [provider] })
  if (!added.ok) throw new Error(await added.text())
  maud = await addUser(app, 'Maud', { role: 'manager' })
})
afterAll(() => app.close())

test('no route that a manager reads gives a secret away', async () => {
  const hidden = ['planted-', app.config.credential('apiKey'), app.config.credential('passwordHash')]
  const told: string[] = []
  for (const row of [...ROUTE_ROLES.reader, ...ROUTE_ROLES.manager]) {
    const [method, path] = row.split(' ') as [string, string]
    if (method !== 'GET' || path === '/api/events/stream') continue
    const reply = await maud.get(path.replace(/:[a-z_]+/g, 'x'))
    const text = await reply.text()
    if (hidden.some((secret) => text.includes(secret))) told.push(row)
  }
  expect(secretNames.length).toBeGreaterThan(3)
  expect(told).toEqual([])
})

test('a manager sets the options of the library', async () => {
  expect(managed.length).toBeGreaterThan(10)
  expect((await maud.put('/api/config', { minseeds: 3 })).status).toBe(200)
  expect(app.config.get('minseeds')).toBe(3)
})

test.each([
  { manage_remote: true },
  { comicvine_api: 'mine' },
  { http_port: 9000 },
  { comic_dirs: '/' },
  { backup_location: '/tmp' },
  { ai_base_url: 'https://dog.example' },
  { enable_extra_scripts: true },
])('a manager’s change of %j is refused, with all that came with it', async (change) => {
  const before = await app.reader.json(200, app.reader.get('/api/config'))
  const reply = await maud.put('/api/config', { minseeds: 7, ...change })
  expect(reply.status).toBe(403)
  expect(await reply.text()).toContain(Object.keys(change)[0]!)
  expect(await app.reader.json(200, app.reader.get('/api/config'))).toEqual(before)
})

test('names that no page sets stay as they are', async () => {
  const kept = { extra_scripts: '/bin/sh', http_password: 'another horse', api_key: 'mine' }
  const before = await app.reader.json(200, app.reader.get('/api/config'))
  const reply = await maud.json(200, maud.put('/api/config', { minseeds: 3, ...kept }))
  expect(reply.ignored).toEqual(Object.keys(kept))
  expect(await app.reader.json(200, app.reader.get('/api/config'))).toEqual(before)
  expect(app.config.credential('apiKey')).not.toBe('mine')
})

test('a reader reads and sets no option at all', async () => {
  const kit = await addUser(app, 'Kit')
  expect((await kit.get('/api/config')).status).toBe(403)
  expect((await kit.put('/api/config', { minseeds: 9 })).status).toBe(403)
})
