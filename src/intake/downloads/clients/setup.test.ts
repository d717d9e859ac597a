import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../../testing/app'
import { itemAt } from '../../../testing/downloads/clients'
import { type FakeHttp, fakeHttp } from '../../../testing/fakes/http'
import { type FakeSabnzbd, fakeSabnzbd } from '../../../testing/fakes/sabnzbd'
import { clientTypes } from '../states'
import { journal } from '../tables'
import type { ClientLists, ClientTestReply, ClientView } from './schema'
import { findClient, saveClient } from './store'

let app: TestApp
let http: FakeHttp
let sab: FakeSabnzbd
beforeEach(async () => {
  sab = fakeSabnzbd('4.5.3')
  http = fakeHttp({ 'sab.test': sab.fetch, 'other.test': sab.fetch })
  app = await testApp({ ports: { http } })
})
afterEach(() => app.close())

const SAB = { type: 'sabnzbd', name: 'SAB', address: 'http://sab.test', secret: 'sab-key' }
const lists = () => app.reader.json<ClientLists>(200, app.reader.get('/api/config/clients'))
const add = async (body: object = SAB) =>
  (await app.reader.json<{ client: ClientView }>(200, app.reader.post('/api/config/clients', body))).client
const put = (id: string, body: object, query = '') => app.reader.put(`/api/config/clients/${id}${query}`, body)
const change = async (id: string, body: object) =>
  (await app.reader.json<{ client: ClientView }>(200, put(id, body))).client
const tested = (body: object) =>
  app.reader.json<ClientTestReply>(200, app.reader.post('/api/config/clients/test', body))
const refused = (status: number, reply: Promise<Response>) =>
  app.reader.json<{ detail: string; code?: string }>(status, reply)
/** An open item in a client. */
const inFlight = (client: string) =>
  app.db.write((tx) => tx.insert(journal).values(itemAt(client, app.clock.now())).run())

describe('a client', () => {
  test('is added, tested, and shown without its key', async () => {
    app.events()
    const client = await add()
    expect(client).toEqual({
      client_id: expect.any(String),
      type: 'sabnzbd',
      name: 'SAB',
      protocol: 'usenet',
      enabled: true,
      position: 0,
      address: 'http://sab.test',
      username: '',
      secret_set: true,
      verify: true,
      category: 'comics',
      settings: {},
      placing: 'move',
      seed_ratio: null,
      seed_minutes: null,
      remove_completed: true,
      remove_failed: true,
      mappings: [],
      standing: { state: 'ok', version: '4.5.3', detail: null, since: app.clock.now() },
    })
    const { clients, fallbacks, presets } = await lists()
    expect(clients).toEqual([client])
    expect(fallbacks.map(({ name }) => name)).toContain('blackhole_nzb')
    expect(presets.map(({ type }) => type)).toEqual([...clientTypes])
    expect(JSON.stringify(clients)).not.toContain(SAB.secret)
    expect(app.events().map(({ type }) => type)).toContain('clients.changed')
  })

  test('that does not answer is kept, and says since when and why', async () => {
    const { standing } = await add({ ...SAB, secret: 'wrong' })
    expect(standing).toEqual({
      state: 'failing',
      version: null,
      detail: expect.stringContaining('rejected this API key') as never,
      since: app.clock.now(),
    })
  })

  test.each([
    ['http://sab.test/sabnzbd/api/', 'sabnzbd', 'http://sab.test/sabnzbd'],
    ['https://Sab.Test:8443/?x=1#y', 'sabnzbd', 'https://sab.test:8443'],
    ['http://sab.test:6789/jsonrpc', 'nzbget', 'http://sab.test:6789'],
  ])('may be pasted as %s', async (address, type, tidy) => {
    expect((await add({ ...SAB, type, address })).address).toBe(tidy)
  })

  test.each([
    [{ name: ' ' }, 'needs a name'],
    [{ address: 'sab.test:8080' }, 'has to begin with http'],
    [{ address: 'ftp://sab.test' }, 'has to begin with http'],
    [{ address: 'http://me:secret@sab.test' }, 'contains a login'],
    [{ type: 'blackhole', address: 'relative', protocol: 'usenet' }, 'must be a full path'],
    [{ type: 'blackhole', address: '/watch' }, 'usenet for a folder for NZB files'],
    [{ mappings: [{ remote: '/data', local: 'data' }] }, 'mapped to a full path'],
    [{ mappings: [{ remote: '', local: '/data' }] }, 'has no folder of the client'],
  ])('is not added with %j', async (body, sentence) => {
    const { detail } = await refused(400, app.reader.post('/api/config/clients', { ...SAB, ...body }))
    expect(detail).toContain(sentence)
    expect((await lists()).clients).toEqual([])
  })

  test('has a unique name', async () => {
    await add()
    const { detail } = await refused(409, app.reader.post('/api/config/clients', { ...SAB, name: 'sab' }))
    expect(detail).toContain('called SAB already')
  })

  test('keeps the fields that a change leaves out', async () => {
    const mappings = [{ remote: '/data', local: '/mnt/nas' }]
    const first = await add({ ...SAB, mappings, settings: { priority: 'high' }, placing: 'copy', seed_ratio: 2 })
    expect(await change(first.client_id, { category: 'books', seed_ratio: null })).toEqual({
      ...first,
      category: 'books',
      seed_ratio: null,
      standing: { ...first.standing, detail: expect.stringContaining('no category books') as never },
    })
    expect(await change(first.client_id, { mappings: [] })).toMatchObject({ mappings: [], placing: 'copy' })
  })

  test('keeps its key only for the address that it was entered for', async () => {
    const { client_id } = await add()
    expect(await change(client_id, { address: 'http://sab.test/sabnzbd' })).toMatchObject({ secret_set: true })
    const away = await refused(400, put(client_id, { address: 'http://other.test' }))
    expect(away).toMatchObject({ code: 'secret_required', detail: expect.stringContaining('needed again') as never })
    expect(await change(client_id, { address: 'http://other.test', secret: 'sab-key' })).toMatchObject({
      standing: { state: 'ok' },
    })
    expect(await change(client_id, { secret: '' })).toMatchObject({ secret_set: false, standing: { state: 'failing' } })
  })

  test('with SCGI says so in its address, until that begins with http', async () => {
    const first = await add({ type: 'rtorrent', name: 'rT', address: 'scgi://127.0.0.1:5000' })
    expect(first).toMatchObject({ address: 'http://127.0.0.1:5000', settings: { scgi: true } })
    expect(await change(first.client_id, { category: 'books' })).toMatchObject({ settings: { scgi: true } })
    const shown = { address: first.address, settings: { directory: ' /data ' } }
    expect(await change(first.client_id, shown)).toMatchObject({ settings: { scgi: true, directory: '/data' } })
    expect((await change(first.client_id, { address: 'http://127.0.0.1/RPC2' })).settings).toEqual({
      directory: '/data',
    })
    await refused(400, put(first.client_id, { address: 'scgi:///tmp/rtorrent.sock' }))
    await refused(400, app.reader.post('/api/config/clients', { ...SAB, address: 'scgi://sab.test:5000' }))
  })

  test('that is a watched folder also has a folder of completed downloads', async () => {
    const done_folder = join(app.folder, 'done')
    const hole = {
      type: 'blackhole',
      name: 'Hole',
      protocol: 'usenet',
      address: app.folder,
      settings: { done_folder },
    }
    expect(await add(hole)).toMatchObject({ protocol: 'usenet', standing: { state: 'failing' } })
    mkdirSync(done_folder)
    expect(await tested({ ...hole, name: 'Other' })).toMatchObject({
      success: true,
      detail: 'Other is ready.',
      folder: { remote: done_folder, local: done_folder, readable: true },
    })
    await refused(400, app.reader.post('/api/config/clients', { ...hole, settings: { done_folder: 'done' } }))
  })

  test('cannot become another type', async () => {
    const { client_id } = await add()
    expect((await refused(400, put(client_id, { type: 'nzbget' }))).detail).toContain(
      'cannot be changed to another type',
    )
  })

  test('with open downloads is not removed or moved to another server unless the request is forced', async () => {
    const { client_id } = await add()
    inFlight(client_id)
    const path = `/api/config/clients/${client_id}`
    expect(await refused(409, app.reader.delete(path))).toMatchObject({ code: 'in_flight' })
    const away = { address: 'http://other.test', secret: 'sab-key' }
    expect(await refused(409, put(client_id, away))).toMatchObject({ code: 'in_flight' })
    await change(client_id, { name: 'Mine' })
    await app.reader.json(200, put(client_id, away, '?force=true'))
    await app.reader.json(200, app.reader.delete(`${path}?force=true`))
    expect((await lists()).clients).toEqual([])
    await refused(404, app.reader.delete(path))
  })

  test.each([
    [1, 'One download is in progress with SAB.'],
    [2, '2 downloads are in progress with SAB.'],
  ])('with %p downloads says so when it is to be removed', async (count, sentence) => {
    const { client_id } = await add()
    app.db.write((tx) => {
      for (let at = 0; at < count; at++) {
        const row = { ...itemAt(client_id, app.clock.now()), item_id: `i${at}`, digest: `d${at}` }
        tx.insert(journal).values(row).run()
      }
    })
    const reply = await refused(409, app.reader.delete(`/api/config/clients/${client_id}`))
    expect(reply).toMatchObject({ in_flight: count, detail: expect.stringContaining(sentence) })
  })

  test('is tested when its address or login changes, but not otherwise or while it is disabled', async () => {
    const sendsRequest = async (work: () => Promise<unknown>) => {
      const before = http.requests.length
      await work()
      return http.requests.length > before
    }
    const { client_id } = await add()
    expect(await sendsRequest(() => change(client_id, { name: 'sab', placing: 'copy' }))).toBe(false)
    expect(await sendsRequest(() => change(client_id, { category: 'books' }))).toBe(true)
    expect(await sendsRequest(() => change(client_id, { category: 'comics', enabled: false }))).toBe(false)
    const off = (await lists()).clients[0]!
    expect(off.standing).toEqual({ state: 'unknown', version: null, detail: null, since: null })
    expect(await sendsRequest(() => add({ ...SAB, name: 'Other', enabled: false }))).toBe(false)
  })

  test('is added at the end, up to a hundred', async () => {
    const { position: _position, ...first } = await add()
    const row = findClient(app.db.read, first.client_id)!
    app.db.write((tx) => {
      for (let at = 1; at < 99; at++)
        saveClient(tx, { ...row, client_id: `c${at}`, name: `C${at}`, position: at * 2, enabled: false })
    })
    expect(await add({ ...SAB, name: 'Last' })).toMatchObject({ position: 197 })
    const { detail } = await refused(400, app.reader.post('/api/config/clients', { ...SAB, name: 'More' }))
    expect(detail).toBe('No more than 100 download clients are kept.')
  })

  test('keeps the position that the user chose', async () => {
    const first = await add()
    const second = await add({ ...SAB, name: 'Other' })
    const order = (client_ids: string[]) => app.reader.put('/api/config/clients/order', { client_ids })
    await app.reader.json(200, order([second.client_id, first.client_id]))
    expect((await lists()).clients.map(({ name, position }) => [name, position])).toEqual([
      ['Other', 0],
      ['SAB', 1],
    ])
    const [a, b] = [first.client_id, second.client_id]
    for (const wrong of [[a], [a, a], [], [a, b, a], [a, 'unknown'], [a, b, 'unknown']])
      await refused(400, order(wrong))
  })
})

describe('a test', () => {
  test("reports the client's categories, and whether its folder is readable here", async () => {
    const local = join(app.folder, 'complete')
    const answer = { success: true, detail: 'SAB answers: version 4.5.3.', version: '4.5.3', categories: ['comics'] }
    const remote = '/data/complete/comics'
    const unmapped = await tested(SAB)
    expect(unmapped).toEqual({
      ...answer,
      warnings: [expect.stringContaining('Panelkeep cannot read that folder') as never],
      folder: { remote, local: remote, readable: false },
    })
    mkdirSync(local)
    expect(await tested({ ...SAB, mappings: [{ remote: '/data/complete', local }] })).toEqual({
      ...answer,
      warnings: [],
      folder: { remote, local: join(local, 'comics'), readable: true },
    })
    expect((await lists()).clients).toEqual([])
  })

  test('of a client that never finished a download accepts the folder in which it will create its own', async () => {
    const mapped = (local: string) => tested({ ...SAB, mappings: [{ remote: '/data/complete', local }] })
    expect(await mapped(join(app.folder, 'sab', 'complete'))).toMatchObject({ folder: { readable: false } })
    mkdirSync(join(app.folder, 'sab'))
    expect(await mapped(join(app.folder, 'sab', 'complete'))).toMatchObject({ folder: { readable: true } })
    const unreadable = await mapped('/no-such-folder-of-a-test')
    expect(unreadable).toMatchObject({ folder: { readable: false } })
    expect(unreadable.warnings).toEqual([
      'SAB puts completed downloads into /data/complete/comics, and Panelkeep cannot read /no-such-folder-of-a-test/comics, where that is mapped to. Add a path mapping for this folder.',
    ])
  })

  test('of a saved client uses its key, but only for the address that it was entered for', async () => {
    const { client_id } = await add()
    expect(await tested({ client_id })).toMatchObject({ success: true })
    expect(await tested({ client_id, category: 'books' })).toMatchObject({
      warnings: [expect.stringContaining('no category books'), expect.anything()] as never,
    })
    const before = http.requests.length
    await refused(400, app.reader.post('/api/config/clients/test', { client_id, address: 'http://other.test' }))
    expect(http.requests.length).toBe(before)
    expect((await lists()).clients[0]).toMatchObject({ category: 'comics' })
  })

  test('of a saved client without changes updates its row', async () => {
    const { client_id } = await add({ ...SAB, secret: 'later' })
    sab.key = 'later'
    await tested({ client_id, category: 'books' })
    expect((await lists()).clients[0]?.standing.state).toBe('failing')
    await tested({ client_id })
    expect((await lists()).clients[0]?.standing).toMatchObject({ state: 'ok', detail: null })
  })

  test('that fails says why', async () => {
    expect(await tested({ ...SAB, secret: 'x' })).toMatchObject({
      success: false,
      detail: expect.stringContaining('rejected this API key') as never,
      folder: null,
    })
    expect(await tested({ ...SAB, address: 'http://no.test' })).toMatchObject({ success: false })
  })
})
