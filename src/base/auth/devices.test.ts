import { afterEach, describe, expect, test } from 'bun:test'
import { LOGIN, type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { asUser } from '../platform/caller'
import { md5 } from '../platform/digest'
import { systemRandom } from '../platform/random'
import { makeKey, readKey } from './device-key'
import { Devices } from './devices'
import { Lockout } from './lockout'

let app: TestApp
afterEach(() => app?.close())

interface Device {
  device_id: string
  name: string
  last_used_at: string | null
  last_agent: string | null
}

async function start() {
  app = await testApp({ library: true })
  return app
}

const add = (name = 'Tablet') =>
  app.reader.json<{ device: Device; key: string }>(200, app.reader.post('/api/devices', { name }))
const list = async () => (await app.reader.json<{ devices: Device[] }>(200, app.reader.get('/api/devices'))).devices
const basic = (password: string, user = 'reader') => ({ Authorization: `Basic ${btoa(`${user}:${password}`)}` })
const sync = (key: string) => ({ 'x-auth-user': 'reader', 'x-auth-key': md5(key) })

describe('a key', () => {
  test('has 80 bits in letters that cannot be confused', () => {
    expect(makeKey(new Uint8Array(10))).toBe('pk-0000-0000-0000-0000')
    expect(makeKey(new Uint8Array(10).fill(255))).toBe('pk-ZZZZ-ZZZZ-ZZZZ-ZZZZ')
    expect(makeKey(new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 33]))).toBe('pk-0000-0000-0000-0011')
  })

  test('is accepted in any spelling', () => {
    for (const typed of ['pk-0123-ABCD-EFGH-1100', ' PK-0123-abcd-efgh-iLoO ', 'pk-O123-abcd-efgh-1l0o']) {
      expect(readKey(typed)).toBe('pk-0123-ABCD-EFGH-1100')
    }
    for (const none of ['', 'pk-', 'correct horse', 'pk-0123-ABCD-EFGH', 'pk-0123-ABCD-EFGH-UUUU']) {
      expect(readKey(none)).toBeUndefined()
    }
  })
})

describe('a device', () => {
  test('is created with a key that is shown only once', async () => {
    const { reader, log } = await start()
    const { device, key } = await add()
    expect(key).toMatch(/^pk(-[0-9A-Z]{4}){4}$/)
    expect(device).toMatchObject({
      name: 'Tablet',
      last_used_at: null,
      counts_streaming: true,
      comic_types: 'standard',
    })
    const listed = await (await reader.get('/api/devices')).text()
    expect(listed).not.toContain(key)
    expect(listed).not.toContain('hash')
    expect(log.join('\n')).not.toContain(key)
  })

  test('reads the catalog with any user name, and its last use is recorded', async () => {
    const { guest, clock } = await start()
    const { key } = await add()
    const reply = await guest.get('/opds', { ...basic(key.toLowerCase()), 'User-Agent': 'Chunky/3' })
    expect(reply.status).toBe(200)
    expect(await list()).toMatchObject([{ last_used_at: clock.now(), last_agent: 'Chunky/3' }])
  })

  test('has its use recorded at most once a minute, for each device', async () => {
    const { guest, clock } = await start()
    const [one, two] = [await add('One'), await add('Two')]
    const read = (key: string, agent: string) => guest.get('/opds', { ...basic(key), 'User-Agent': agent })
    const agents = async () => Object.fromEntries((await list()).map((each) => [each.name, each.last_agent]))
    await read(one.key, 'first')
    await clock.advance('59 s')
    await read(one.key, 'second')
    await read(two.key, 'other')
    expect(await agents()).toEqual({ One: 'first', Two: 'other' })
    await clock.advance('1 s')
    await read(one.key, 'third')
    await read(two.key, 'another')
    expect(await agents()).toEqual({ One: 'third', Two: 'other' })
  })

  test('syncs however its key was typed on a small keyboard', async () => {
    const { guest } = await start()
    const { key } = await add()
    const shown = [key, key.toLowerCase(), key.toUpperCase()]
    for (const typed of [...shown, ...shown.map((each) => each.replaceAll('-', ''))]) {
      expect((await guest.get('/opds/sync/users/auth', sync(typed))).status).toBe(200)
    }
    expect((await guest.get('/opds/sync/users/auth', sync(key.slice(0, -1)))).status).toBe(401)
  })

  test('has access to the catalog only', async () => {
    const { guest } = await start()
    const { key } = await add()
    for (const headers of [basic(key), { 'X-Api-Key': key }, sync(key)]) {
      expect((await guest.get('/api/devices', headers)).status).toBe(401)
      expect((await guest.get('/api/comics', headers)).status).toBe(401)
    }
  })

  test('is refused at once when its key is revoked, and the others keep access', async () => {
    const { guest, reader } = await start()
    const lost = await add('Lost phone')
    const kept = await add()
    expect((await guest.get('/opds', basic(lost.key))).status).toBe(200)
    expect((await reader.delete(`/api/devices/${lost.device.device_id}`)).status).toBe(200)
    expect((await guest.get('/opds', basic(lost.key))).status).toBe(401)
    expect((await guest.get('/opds', basic(kept.key))).status).toBe(200)
    expect((await guest.get('/opds', basic(LOGIN.password, LOGIN.username))).status).toBe(200)
    expect((await reader.delete(`/api/devices/${lost.device.device_id}`)).status).toBe(404)
  })

  test('can be renamed and configured', async () => {
    const { reader } = await start()
    const { device } = await add()
    const at = `/api/devices/${device.device_id}`
    const change = { name: ' Kobo ', counts_streaming: false, comic_types: 'zip' }
    expect(await reader.json(200, reader.patch(at, change))).toMatchObject({ ...change, name: 'Kobo' })
    expect(await reader.json(200, reader.patch(at, {}))).toMatchObject({ name: 'Kobo' })
    expect((await reader.patch(at, { name: '  ' })).status).toBe(400)
    expect((await reader.patch(at, { comic_types: 'cbz' })).status).toBe(400)
    expect((await reader.patch('/api/devices/none', {})).status).toBe(404)
  })
})

describe('wrong keys', () => {
  test('have their own lockout, and a right key still works while it is active', async () => {
    const { guest } = await start()
    const { key } = await add()
    const wrong = makeKey(new Uint8Array(10).fill(3))
    for (let count = 0; count < 5; count++) expect((await guest.get('/opds', basic(wrong))).status).toBe(401)
    expect((await guest.get('/opds', basic(wrong))).status).toBe(429)
    expect((await guest.get('/opds', basic(key))).status).toBe(200)
    expect((await guest.get('/opds', basic(LOGIN.password, LOGIN.username))).status).toBe(200)
    expect((await guest.post('/api/auth/login', LOGIN)).status).toBe(200)
  })

  test('sent by the sync count for the same lockout', async () => {
    const { guest } = await start()
    const at = '/opds/sync/users/auth'
    for (let count = 0; count < 5; count++) expect((await guest.get(at, sync('wrong'))).status).toBe(401)
    expect((await guest.get(at, sync('wrong'))).status).toBe(429)
  })
})

describe('a signed address', () => {
  test('of a cover opens without a login, and opens only that cover', async () => {
    const { guest } = await start()
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [1, 2])
    for (const n of [1, 2]) addFile(app, [`harbor-${n}`], `${n}.cbz`, makeCbz(makePages(3)))
    const { key } = await add()
    const feed = await (await guest.get('/opds/comics/harbor', basic(key))).text()
    const covers = [...feed.matchAll(/"(\/opds\/(?:cover|thumbnail)\/harbor-1\?[^"]+)"/g)].map((found) =>
      found[1]!.replaceAll('&amp;', '&'),
    )
    expect(new Set(covers).size).toBeGreaterThan(1)
    for (const cover of covers) {
      expect(cover).toMatch(/&s=[0-9a-f]{32}$/)
      expect((await guest.get(cover)).status).toBe(200)
      expect((await guest.request('HEAD', cover)).status).toBe(200)
      expect((await guest.get(cover.replace('harbor-1', 'harbor-2'))).status).toBe(401)
      expect((await guest.get(cover.slice(0, -1))).status).toBe(401)
    }
    const seal = /s=[0-9a-f]+$/.exec(covers[0]!)![0]
    expect((await guest.get(`/opds/stream/harbor-1?page=0&${seal}`)).status).toBe(401)
    expect((await guest.get(`/opds/issues/harbor-1?${seal}`)).status).toBe(401)
  })
})

test('changing or revoking one of two devices leaves the other unchanged', async () => {
  const { reader, guest } = await start()
  const [one, two] = [await add('One'), await add('Two')]
  await reader.json(200, reader.patch(`/api/devices/${one.device.device_id}`, { name: 'First' }))
  expect((await list()).map(({ name }) => name).sort()).toEqual(['First', 'Two'])
  await guest.get('/opds', basic(two.key))
  expect((await list()).filter(({ last_used_at }) => last_used_at !== null).map(({ name }) => name)).toEqual(['Two'])
  expect((await reader.delete(`/api/devices/${one.device.device_id}`)).status).toBe(200)
  expect((await list()).map(({ name }) => name)).toEqual(['Two'])
  expect((await guest.get('/opds', basic(one.key))).status).toBe(401)
  expect((await guest.get('/opds', basic(two.key))).status).toBe(200)
  expect((await guest.get('/opds/sync/users/auth', sync(one.key))).status).toBe(401)
  expect((await guest.get('/opds/sync/users/auth', sync(two.key))).status).toBe(200)
})

test('there are at most a hundred devices, and removing one makes room for another', async () => {
  const { reader } = await start()
  const made = []
  for (let count = 0; count < 100; count++) made.push((await add(`Device ${count}`)).device.device_id)
  const more = reader.post('/api/devices', { name: 'One more' })
  expect((await reader.json(409, more)).detail).toContain('There are 100 reading devices.')
  await reader.delete(`/api/devices/${made[7]}`)
  expect((await add('One more')).device.name).toBe('One more')
})

describe('devices of several users', () => {
  const lena = <T>(work: () => T) => asUser('lena', work)
  const names = (devices: Devices) => devices.list().map(({ name }) => name)
  async function devicesOfTwo() {
    const { db, clock, ports } = await start()
    const devices = new Devices({
      db,
      clock,
      random: systemRandom,
      log: ports.log,
      lockout: new Lockout({ db, clock }),
    })
    return { devices, own: devices.add('Tablet'), theirs: lena(() => devices.add('Kobo')) }
  }

  test('are listed, changed and revoked only by their user', async () => {
    const { devices, own, theirs } = await devicesOfTwo()
    expect([names(devices), lena(() => names(devices))]).toEqual([['Tablet'], ['Kobo']])
    const at = `/api/devices/${theirs.device.device_id}`
    for (const reply of [app.reader.patch(at, { name: 'Mine' }), app.reader.patch(at, {}), app.reader.delete(at)])
      expect((await app.reader.json(404, reply)).detail).toBe('This reading device no longer exists.')
    expect(() => lena(() => devices.revoke(own.device.device_id))).toThrow('no longer exists')
    expect(await list()).toEqual([expect.objectContaining({ name: 'Tablet' })])
    expect(Object.keys((await list())[0]!)).not.toContain('user_id')
    lena(() => devices.revoke(theirs.device.device_id))
    expect([names(devices), lena(() => names(devices))]).toEqual([['Tablet'], []])
  })

  test('open the catalog and the sync as their user', async () => {
    const { devices, own, theirs } = await devicesOfTwo()
    const users = [own, theirs].flatMap(({ key }) => {
      const [catalog, synced] = [new Request('http://x/opds'), new Request('http://x/opds/sync')]
      expect(devices.admit(catalog, '192.0.2.1', key)).toBe(true)
      expect(devices.admitSync(synced, '192.0.2.1', md5(key))).toBe(true)
      return [devices.userOf(catalog), devices.userOf(synced)]
    })
    expect(users).toEqual(['owner', 'owner', 'lena', 'lena'])
    expect(devices.userOf(new Request('http://x/opds'))).toBeUndefined()
  })

  test('count for the limit of their user alone', async () => {
    const { devices } = await devicesOfTwo()
    for (let count = 1; count < 100; count++) devices.add(`Device ${count}`)
    expect(() => devices.add('One more')).toThrow('There are 100 reading devices.')
    expect(lena(() => devices.add('Phone')).device.name).toBe('Phone')
  })
})
