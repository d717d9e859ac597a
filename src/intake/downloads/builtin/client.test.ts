import { describe, expect, test } from 'bun:test'
import { lineLog } from '../../../base/platform/log'
import type { Child, Files, Processes } from '../../../base/platform/ports'
import { systemProcesses } from '../../../base/platform/processes'
import { testDatabase } from '../../../testing/database'
import { disk } from '../../../testing/disks/disk'
import { fakeClock } from '../../../testing/fakes/clock'
import { makeTorrent } from '../../../testing/torrents/make-torrent'
import type { ReleasePayload } from '../payload'
import { makeBuiltinTorrents } from './feature'
import type { TorrentHelperOrder, TorrentHelperReport, TorrentStatus } from './helper-messages'
import { findTorrent } from './store'

const made = makeTorrent({ announce: 'http://127.0.0.1:1/a', name: 'Saga', content: new Uint8Array(1000) })
const torrent: ReleasePayload = { kind: 'torrent', name: 'Saga', bytes: made.bytes, info_hash: made.info_hash }
const other = makeTorrent({ announce: 'http://127.0.0.1:1/a', name: 'Other', content: new Uint8Array(1000) })
const another: ReleasePayload = { kind: 'torrent', name: 'Other', bytes: other.bytes, info_hash: other.info_hash }

interface FakeHelper {
  orders: TorrentHelperOrder[]
  say(report: TorrentHelperReport): Promise<void>
  crash(): Promise<void>
}

/** Panelkeep's torrents, with helpers whose reports the test sends. */
function harness({
  free = 10_000_000,
  enabled = true,
  atOnce = 3,
  files = ['Saga'],
  onDisk = {} as Partial<Files>,
} = {}) {
  const clock = fakeClock()
  const helpers: FakeHelper[] = []
  const processes: Processes = {
    ...systemProcesses,
    helper() {
      const { child, helper } = fakeHelper()
      helpers.push(helper)
      return child
    },
  }
  const settings = {
    ddl_location: '',
    embedded_seed_ratio: 100,
    enable_embedded_torrents: enabled,
    embedded_torrents_at_once: atOnce,
    embedded_download_limit: 0,
    embedded_upload_limit: 0,
    embedded_dht: true,
    embedded_pex: true,
    embedded_lsd: false,
    embedded_port_mapping: true,
    ddl_allowed_hosts: '',
  }
  const db = testDatabase()
  const { torrents, fallback } = makeBuiltinTorrents({
    db,
    clock,
    files: {
      ...disk,
      makeFolder: async () => undefined,
      freeSpace: async () => ({ free, total: free, remote: false }),
      list: async () => files.map((name) => ({ name, kind: 'file' })),
      stat: async () => undefined,
      remove: async () => {},
      removeEmptyFolder: async () => true,
      ...onDisk,
    },
    processes,
    log: lineLog(clock.now, () => {}, 'debug'),
    config: { get: (name: keyof typeof settings) => settings[name] } as never,
    downloadsDir: '/data/downloads',
  })
  const sighting = async (id = made.info_hash) => {
    const looked = await fallback.client.inspect([id, 'unknown'])
    return 'ok' in looked ? looked.ok.get(id) : undefined
  }
  return { clock, db, helpers, torrents, settings, client: fallback.client, sighting }
}

function fakeHelper() {
  const orders: TorrentHelperOrder[] = []
  const stream = new TransformStream<{ header: unknown; body: Uint8Array }>()
  const writer = stream.writable.getWriter()
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const close = () => writer.close().catch(() => {})
  const child: Child = {
    send: (header) => void orders.push(header as TorrentHelperOrder),
    frames: stream.readable,
    ended: Promise.resolve({ code: 1, signal: null }),
    kill: () => void close(),
  }
  const helper: FakeHelper = {
    orders,
    async say(report) {
      await writer.write({ header: report, body: new Uint8Array() })
      await settle()
    },
    async crash() {
      await close()
      await settle()
    },
  }
  return { child, helper }
}

const seen = (...all: Partial<TorrentStatus>[]): TorrentHelperReport => ({
  seen: all.map((more) => ({
    info_hash: made.info_hash,
    phase: 'downloading',
    total: 1000,
    done: 0,
    speed: 0,
    eta: null,
    uploaded: 0,
    peers: 1,
    ...more,
  })),
})

test('reports of the helper become states of download clients', async () => {
  const { client, helpers, sighting } = harness()
  expect(await client.send('grab-1', torrent)).toEqual({ ok: { id: made.info_hash, added: true } })
  expect(await sighting()).toMatchObject({ state: 'queued', done: 0 })
  const helper = helpers[0]!
  expect(helper.orders).toEqual([
    { op: 'open', dht: true, pex: true, lsd: false, nat: true, allowed: [] },
    { op: 'pace', down: null, up: null },
    {
      op: 'add',
      info_hash: made.info_hash,
      magnet: null,
      folder: `/data/downloads/torrents/${made.info_hash}`,
    },
  ])
  await helper.say(seen({ peers: 0 }))
  expect(await sighting()).toMatchObject({ state: 'stalled', detail: 'No peers found yet.' })
  await helper.say(seen({ done: 400, speed: 100, eta: 6 }))
  expect(await sighting()).toEqual({ state: 'downloading', total: 1000, done: 400, speed: 100, eta: 6 })
  await helper.say(seen({ phase: 'seeding', done: 1000, uploaded: 500 }))
  expect(await sighting()).toMatchObject({ state: 'seeding', ratio: 0.5, goal_met: false })
  await helper.say(seen({ phase: 'seeding', done: 1000, uploaded: 1000 }))
  expect(helper.orders.at(-1)).toEqual({ op: 'remove', info_hash: made.info_hash })
  expect(await sighting()).toMatchObject({ state: 'done', ratio: 1, goal_met: true })
})

test('a crashed helper is restarted with all of its work, after growing pauses', async () => {
  const { client, helpers, clock, sighting } = harness()
  await client.send('grab-1', torrent)
  await helpers[0]!.say(seen({ done: 400 }))
  await helpers[0]!.crash()
  expect(await sighting()).toMatchObject({ state: 'queued' })
  expect(helpers.length).toBe(1)
  await clock.advance('1 s')
  expect(helpers.length).toBe(2)
  expect(helpers[1]!.orders).toEqual(helpers[0]!.orders)
  await helpers[1]!.crash()
  await clock.advance('4 s')
  expect(helpers.length).toBe(2)
  await clock.advance('1 s')
  expect(helpers.length).toBe(3)
})

test.each([
  [null, true, 'The torrent is no good: Malformed'],
  ['ERR_WEBTORRENT', true, 'The torrent is no good: ERR_WEBTORRENT: Malformed'],
  ['ENOSPC', false, 'There is not enough room on the disk.'],
  ['EDQUOT', false, 'There is not enough room on the disk.'],
  [
    'EACCES',
    false,
    'The download stopped. Permission denied. Give the user that runs Panelkeep access, then try again.',
  ],
  ['EIO', false, 'The download stopped. The disk failed. Check it and its cable.'],
] as const)('a torrent that fails with %p blames the release: %p', async (code, blames, detail) => {
  const { client, helpers, sighting } = harness()
  await client.send('grab-1', torrent)
  await helpers[0]!.say({ failed: { info_hash: made.info_hash, message: 'Malformed', code } })
  expect(await sighting()).toEqual({ state: 'failed', blames, detail })
})

test('a failed torrent starts over in its folder when it is sent again', async () => {
  const { client, helpers, sighting } = harness({ atOnce: 1 })
  await client.send('grab-1', torrent)
  await client.send('grab-2', another)
  await helpers[0]!.say({ failed: { info_hash: made.info_hash, message: 'Malformed', code: null } })
  expect(helpers[0]!.orders.at(-1)).toMatchObject({ op: 'add', info_hash: other.info_hash })
  await client.send('grab-3', torrent)
  expect(await sighting()).toMatchObject({ state: 'queued', detail: 'It begins once one of the others is fetched.' })
  await helpers[0]!.say({ failed: { info_hash: other.info_hash, message: 'Malformed', code: null } })
  expect(helpers[0]!.orders.at(-1)).toEqual(helpers[0]!.orders[2])
})

describe('a late report', () => {
  test('does not change a failed torrent', async () => {
    const { client, helpers, sighting } = harness()
    await client.send('grab-1', torrent)
    await client.send('grab-2', another)
    await helpers[0]!.say({ failed: { info_hash: made.info_hash, message: 'Malformed', code: null } })
    const failed = await sighting()
    const orderCount = helpers[0]!.orders.length
    await helpers[0]!.say(seen({ phase: 'seeding', done: 1000, uploaded: 5000 }))
    expect(await sighting()).toEqual(failed)
    expect(helpers[0]!.orders).toHaveLength(orderCount)
  })

  test('does not change a torrent that has seeded enough', async () => {
    const { client, helpers, sighting } = harness()
    await client.send('grab-1', torrent)
    await helpers[0]!.say(seen({ phase: 'seeding', done: 1000, uploaded: 1000 }))
    const done = await sighting()
    const orderCount = helpers[0]!.orders.length
    await helpers[0]!.say(seen({ phase: 'seeding', done: 1000, uploaded: 5000 }))
    expect(await sighting()).toEqual(done)
    expect(helpers[0]!.orders).toHaveLength(orderCount)
  })
})

test('a torrent that uploaded enough during its download is finished once it seeds', async () => {
  const { client, helpers, sighting } = harness()
  await client.send('grab-1', torrent)
  await helpers[0]!.say(seen({ done: 900, uploaded: 5000 }))
  expect(await sighting()).toMatchObject({ state: 'downloading' })
  await helpers[0]!.say(seen({ phase: 'seeding', done: 1000, uploaded: 5000 }))
  expect(await sighting()).toMatchObject({ state: 'done', ratio: 5, goal_met: true })
})

test('a torrent that has seeded enough is not sent to the next helper', async () => {
  const { client, helpers, clock } = harness()
  await client.send('grab-1', torrent)
  await client.send('grab-2', another)
  await helpers[0]!.say(seen({ phase: 'seeding', done: 1000, uploaded: 1000 }))
  await helpers[0]!.crash()
  await clock.advance('1 s')
  const addedHashes = helpers[1]!.orders.flatMap((order) => (order.op === 'add' ? order.info_hash : []))
  expect(addedHashes).toEqual([other.info_hash])
})

test('a magnet link is downloaded when the disk has just enough room', async () => {
  const { client, helpers, sighting } = harness({ free: 1000 })
  await client.send('grab-1', { kind: 'magnet', name: 'Saga', link: made.magnet, info_hash: made.info_hash })
  await helpers[0]!.say(seen({ phase: 'metadata', total: null }))
  await helpers[0]!.say(seen({ done: 10 }))
  expect(await sighting()).toMatchObject({ state: 'downloading', total: 1000, done: 10 })
})

test('a torrent is rejected when the disk has no room for it', async () => {
  const { client, helpers } = harness({ free: 999 })
  const sent = await client.send('grab-1', torrent)
  expect(sent).toMatchObject({ failure: 'unreachable' })
  expect(await client.find('grab-1')).toEqual({ ok: null })
  expect(helpers.length).toBe(0)
})

test('a magnet link that turns out too large is given up before it fills the disk', async () => {
  const { client, helpers, sighting } = harness({ free: 999 })
  await client.send('grab-1', { kind: 'magnet', name: 'Saga', link: made.magnet, info_hash: made.info_hash })
  await helpers[0]!.say(seen({ phase: 'metadata', total: null }))
  expect(await sighting()).toMatchObject({ state: 'downloading', detail: 'Its list of files is being fetched.' })
  await helpers[0]!.say(seen({}))
  expect(await sighting()).toMatchObject({
    state: 'failed',
    blames: false,
    detail: 'There is not enough room on the disk.',
  })
})

test('a newer grab takes over a release that is already there', async () => {
  const { client, helpers } = harness()
  await client.send('grab-1', torrent)
  await client.send('grab-2', torrent)
  expect(await client.find('grab-1')).toEqual({ ok: null })
  expect(await client.find('grab-2')).toEqual({ ok: { id: made.info_hash, added: true } })
  expect(helpers.length).toBe(1)
})

test('a removed torrent is gone for all grabs once the helper has closed it', async () => {
  const { client, helpers, sighting } = harness()
  await client.send('grab-1', torrent)
  const removed = client.remove(made.info_hash, { files: true })
  await helpers[0]!.say({ removed: made.info_hash })
  expect(await removed).toEqual({ ok: true })
  expect(await sighting()).toBeUndefined()
  expect(await client.remove(made.info_hash, { files: true })).toEqual({ ok: true })
})

test.each([
  [['Saga'], '/Saga'],
  [['Saga', 'notes.txt'], ''],
  [[], ''],
])('a finished torrent with %j has the path of its folder with %p', async (files, inside) => {
  const { client, helpers, sighting } = harness({ files })
  await client.send('grab-1', torrent)
  await helpers[0]!.say(seen({ phase: 'seeding', done: 1000 }))
  expect(await sighting()).toMatchObject({ path: `/data/downloads/torrents/${made.info_hash}${inside}` })
})

test('uploaded bytes are saved every half minute, and when the helper ends', async () => {
  const { client, clock, db, helpers, torrents } = harness()
  const uploaded = () => findTorrent(db.read, made.info_hash)?.uploaded
  await client.send('grab-1', torrent)
  const written: (number | undefined)[] = []
  for (let turn = 1; turn <= 8; turn++) {
    await helpers[0]!.say(seen({ uploaded: turn * 10 }))
    written.push(uploaded())
    await clock.advance('10 s')
  }
  expect(written).toEqual([0, 0, 0, 40, 40, 40, 70, 70])
  await torrents.stop()
  expect(uploaded()).toBe(80)
})

test('the helper ends when there is no work, and another one starts with the next torrent', async () => {
  const { client, helpers } = harness()
  await client.send('grab-1', torrent)
  const removed = client.remove(made.info_hash, { files: true })
  await helpers[0]!.say({ removed: made.info_hash })
  await removed
  await helpers[0]!.crash() // The process was ended.
  await client.send('grab-2', another)
  expect(helpers).toHaveLength(2)
  expect(helpers[1]!.orders.at(-1)).toMatchObject({ op: 'add', info_hash: other.info_hash })
})

describe('a disk error', () => {
  const refuse = () => Promise.reject(Object.assign(new Error('EACCES: not yours'), { code: 'EACCES' }))

  test.each<[why: string, Partial<Files>]>([
    ['the folder', { makeFolder: refuse }],
    ['to say how much is free', { freeSpace: refuse }],
  ])('%s is reported before any torrent is accepted', async (_, onDisk) => {
    const { client, helpers } = harness({ onDisk })
    const told = { failure: 'unreachable', detail: expect.stringContaining('/data/downloads/torrents') }
    expect(await client.test()).toEqual(told as never)
    expect(await client.send('grab-1', torrent)).toEqual(told as never)
    expect(helpers.length).toBe(0)
  })

  test('keeps the torrent that was to be removed, and says why', async () => {
    const { client, helpers, sighting } = harness({ onDisk: { removeEmptyFolder: refuse } })
    await client.send('grab-1', torrent)
    const removed = client.remove(made.info_hash, { files: false })
    await helpers[0]!.say({ removed: made.info_hash })
    const detail =
      'The downloaded files could not be removed: Permission denied. Give the user that runs Panelkeep access, then try again.'
    expect(await removed).toEqual({ failure: 'unreachable', detail })
    expect(await sighting()).toBeDefined()
  })
})

test('bytes that are not a torrent are rejected with the reason, and nothing starts', async () => {
  const { client, helpers } = harness()
  const bytes = new TextEncoder().encode('<html>Log in</html>')
  expect(await client.send('grab-1', { ...torrent, bytes } as never)).toMatchObject({
    failure: 'rejected',
    detail: expect.any(String),
  })
  expect(helpers.length).toBe(0)
  expect(await client.test()).toEqual({ ok: { warnings: [] } })
})

test('a disabled client says so', async () => {
  const { client } = harness({ enabled: false })
  expect(await client.test()).toMatchObject({ failure: 'unreachable' })
})

describe('torrents beyond the limit of simultaneous downloads', () => {
  const torrents = ['One', 'Two', 'Three', 'Four'].map((name) => {
    const { bytes, info_hash } = makeTorrent({ announce: 'http://127.0.0.1:1/a', name, content: new Uint8Array(1000) })
    return { kind: 'torrent', name, bytes, info_hash } as const satisfies ReleasePayload
  })
  const [one, two, three, four] = torrents.map(({ info_hash }) => info_hash) as [string, string, string, string]
  const addedHashes = ({ orders }: FakeHelper) => orders.flatMap((each) => (each.op === 'add' ? each.info_hash : []))
  const crowd = async () => {
    const made = harness({ atOnce: 2 })
    for (const torrent of torrents) {
      await made.client.send(torrent.name, torrent)
      await made.clock.advance('1 s')
    }
    return made
  }

  test('wait in order, and start as others finish, fail or are removed', async () => {
    const { client, helpers, sighting } = await crowd()
    const helper = helpers[0]!
    expect(addedHashes(helper)).toEqual([one, two])
    expect(await sighting(two)).toMatchObject({ state: 'queued', detail: 'It starts in a moment.' })
    expect(await sighting(three)).toMatchObject({
      state: 'queued',
      detail: 'It begins once one of the others is fetched.',
    })
    await helper.say(seen({ info_hash: one }, { info_hash: two, phase: 'seeding', done: 1000 }))
    expect(addedHashes(helper)).toEqual([one, two, three])
    await helper.say({ failed: { info_hash: three, message: 'Malformed', code: null } })
    expect(addedHashes(helper)).toEqual([one, two, three, four])
    const removed = client.remove(one, { files: true })
    await helper.say(seen({ info_hash: one }))
    await helper.say({ removed: one })
    await removed
    expect(addedHashes(helper)).toEqual([one, two, three, four])
  })

  test('come first in the next helper, besides all seeding torrents', async () => {
    const { clock, helpers } = await crowd()
    await helpers[0]!.say(seen({ info_hash: two, phase: 'seeding', done: 1000 }))
    await helpers[0]!.crash()
    await clock.advance('1 s')
    expect(addedHashes(helpers[1]!)).toEqual([two, one, three])
  })

  test('do not wait for a torrent without peers', async () => {
    const { clock, helpers } = await crowd()
    const [helper, none] = [helpers[0]!, { info_hash: one, peers: 0 }]
    await helper.say(seen(none, { info_hash: two, done: 100 }))
    await clock.advance('4 min')
    await helper.say(seen(none, { info_hash: two, done: 200 }))
    expect(addedHashes(helper)).toEqual([one, two])
    await clock.advance('1 min')
    await helper.say(seen(none, { info_hash: two, done: 300 }))
    expect(addedHashes(helper)).toEqual([one, two, three])
    // The torrent is not stopped when it becomes active again, and no other one starts meanwhile.
    await helper.say(seen({ info_hash: one, done: 100 }, { info_hash: two, phase: 'seeding', done: 1000 }))
    expect(addedHashes(helper)).toEqual([one, two, three])
  })
})

test('speed limits apply at once, peer discovery after a restart of the helper', async () => {
  const { client, helpers, settings } = harness()
  await client.send('grab-1', torrent)
  await helpers[0]!.say(seen({ done: 100, uploaded: 50 }))
  settings.embedded_download_limit = 200
  settings.embedded_upload_limit = 50
  await helpers[0]!.say(seen({ done: 200, uploaded: 50 }))
  expect(helpers[0]!.orders.at(-1)).toEqual({ op: 'pace', down: 204_800, up: 51_200 })
  settings.embedded_dht = false
  settings.embedded_port_mapping = false
  await helpers[0]!.say(seen({ done: 300, uploaded: 50 }))
  expect(helpers.length).toBe(2)
  expect(helpers[1]!.orders).toEqual([
    { op: 'open', dht: false, pex: true, lsd: false, nat: false, allowed: [] },
    { op: 'pace', down: 204_800, up: 51_200 },
    helpers[0]!.orders[2]!,
  ])
})
