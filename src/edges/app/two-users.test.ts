import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { md5 } from '../../base/platform/digest'
import { type Client, LOGIN, login, type TestApp, type TestOptions, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { addUser, NO_LIMITS, PASSWORD, type TestUser } from '../../testing/users'

/** Two users of one library, over every way in: session, password, key, KOReader, calendar, API key, signed pictures. */

let folder: string
let app: TestApp
let kit: TestUser
let maud: TestUser
const options: TestOptions = { library: true }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-users-'))
  Object.assign(options, { folder, databasePath: join(folder, 'panelkeep.db') })
  app = await testApp(options)
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2])
  addFile(app, ['harbor-1'], 'Harbor Lights 1.cbz', makeCbz(makePages(8)), { content_hash: 'one', page_count: 8 })
  makeSeries(app.db, { comic_id: 'velvet', name: 'Velvet Scorpion', content_type: 'manga' })
  makeIssues(app.db, 'velvet', [1])
  addFile(app, ['velvet-1'], 'Velvet 1.cbz', makeCbz(makePages(2)), { content_hash: 'two' })
  kit = await addUser(app, 'Kit')
  maud = await addUser(app, 'Maud', { role: 'manager' })
  await app.idle()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const keyOf = async (user: Client, name: string) =>
  (await user.json<{ key: string }>(200, user.post('/api/devices', { name }))).key
const basic = (name: string, password: string) =>
  app.client({ Authorization: `Basic ${btoa(`${name}:${password}`)}` }, '192.0.2.60')
const pageOf = async (user: Client) => {
  const { progress } = await user.json<{ progress: { page: number } | null }>(
    200,
    user.get('/api/reading/issues/harbor-1'),
  )
  return progress?.page ?? null
}

test('pages that one user reads over the catalog move nobody else', async () => {
  const tablet = basic('whoever', await keyOf(kit, 'Tablet'))
  const phone = basic('maud', PASSWORD)
  for (let page = 0; page < 6; page++) {
    if (page < 4) expect((await tablet.get(`/opds/stream/harbor-1?page=${page}`)).status).toBe(200)
    expect((await phone.get(`/opds/stream/harbor-1?page=${page}`)).status).toBe(200)
    await app.clock.advance('5 s')
  }
  expect([await pageOf(kit), await pageOf(maud), await pageOf(app.reader)]).toEqual([3, 5, null])
})

test('each user sees, changes and revokes only their own devices', async () => {
  const key = await keyOf(maud, 'Maud’s Kobo')
  const { devices } = await maud.json<{ devices: { device_id: string; name: string }[] }>(200, maud.get('/api/devices'))
  const id = devices.find(({ name }) => name === 'Maud’s Kobo')!.device_id
  for (const other of [kit, app.reader]) {
    expect(await (await other.get('/api/devices')).text()).not.toContain('Maud')
    expect((await other.patch(`/api/devices/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await other.delete(`/api/devices/${id}`)).status).toBe(404)
  }
  expect((await basic('any', key).get('/opds')).status).toBe(200)
})

test('KOReader with the keys of two users keeps two places in a book', async () => {
  const readers = [kit, maud].map(async (user, at) =>
    app.client({ 'x-auth-user': 'me', 'x-auth-key': md5(await keyOf(user, `Kobo ${at}`)) }),
  )
  const [ofKit, ofMaud] = (await Promise.all(readers)) as [Client, Client]
  const place = (percentage: number) => ({
    document: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
    progress: '/body/1',
    percentage,
    device: 'Kobo',
    device_id: 'k1',
  })
  expect((await ofKit.put('/opds/sync/syncs/progress', place(0.25))).status).toBe(200)
  expect((await ofMaud.put('/opds/sync/syncs/progress', place(0.75))).status).toBe(200)
  const at = (client: Client) => client.json(200, client.get(`/opds/sync/syncs/progress/${place(0).document}`))
  expect(await at(ofKit)).toMatchObject({ percentage: 0.25 })
  expect(await at(ofMaud)).toMatchObject({ percentage: 0.75 })
})

test('a calendar opens without a session, and in the browser of another user too', async () => {
  const { path } = await maud.json<{ path: string }>(200, maud.post('/api/releases/calendar'))
  for (const client of [app.guest, kit, app.reader]) expect((await client.get(path)).status).toBe(200)
  expect((await app.guest.get('/api/calendar/x.ics')).status).toBe(401)
})

test('the API key reads as the owner, whoever’s browser sends it', async () => {
  await limitKit({ kinds: ['comic'] })
  const headers = { 'X-Api-Key': app.config.credential('apiKey') }
  expect(await (await app.guest.get('/api/comics', headers)).text()).toContain('Velvet Scorpion')
  expect((await kit.get('/api/comics')).status).toBe(403)
  expect((await kit.get('/api/users', headers)).status).toBe(403)
  expect((await app.guest.get('/api/comics', { 'X-Api-Key': 'mine' })).status).toBe(401)
})

describe('a signed picture', () => {
  test('opens without a login, but not for a user who may not see it', async () => {
    await limitKit(null)
    const feed = await (await basic('kit', PASSWORD).get('/opds/comics/velvet')).text()
    const link = /(\/opds\/(?:cover|thumbnail)\/velvet-1\?[^"]*)"/.exec(feed)![1]!.replaceAll('&amp;', '&')
    expect((await app.client().get(link)).status).toBe(200)
    await limitKit({ kinds: ['comic'] })
    expect((await kit.get(link)).status).toBe(404)
    const elsewhere = link.replace('velvet-1', 'harbor-1')
    expect((await app.client().get(elsewhere)).status).toBe(401)
  })
})

test('a restart keeps the sessions, PINs and limits of all users', async () => {
  await limitKit({ kinds: ['comic'] })
  const { pin } = { pin: '2468' }
  expect((await kit.put('/api/account/pin', { pin, current_password: PASSWORD })).status).toBe(200)
  const owner = await login(app.guest)
  await app.close()
  app = await testApp(options)
  const again = (cookie: string) => app.client({ 'X-Requested-With': 'ServiceFrontend', Cookie: cookie })
  expect((await again(owner).get('/api/users')).status).toBe(200)
  expect((await again(maud.cookie).get('/api/config')).status).toBe(200)
  const back = again(kit.cookie)
  expect(await (await back.get('/api/series')).text()).not.toContain('Velvet')
  expect((await back.post('/api/auth/switch', { user_id: kit.user_id, pin })).status).toBe(200)
  expect((await app.guest.post('/api/auth/login', { ...LOGIN, username: 'kit' })).status).toBe(401)
})

const limitKit = (limits: object | null) =>
  app.reader.json(200, app.reader.patch(`/api/users/${kit.user_id}`, { limits: limits && { ...NO_LIMITS, ...limits } }))
