import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../../base/events/types'
import { systemFiles } from '../../../base/platform/files'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { clientRow } from '../../../testing/downloads/clients'
import { fakeClock } from '../../../testing/fakes/clock'
import { FakeClient } from '../../../testing/fakes/download-client'
import { fakeHttp } from '../../../testing/fakes/http'
import { fakeSabnzbd } from '../../../testing/fakes/sabnzbd'
import { Clients, type FallbackClient } from './clients'
import { type ClientRow, findClient, removeClient, replaceMappings, saveClient } from './store'

let db: Database
let events: AppEvent[]
let clients: Clients
let settings: Record<string, string>
const clock = fakeClock()
const sab = fakeSabnzbd('4.5.3')
const LOG = { debug() {}, info() {}, warn() {}, error() {} }
const NZB = { kind: 'nzb', name: 'x', bytes: new Uint8Array() } as const

beforeEach(() => {
  events = []
  settings = { blackhole_dir: '', local_watchdir: '' }
  db = testDatabase((event) => void events.push(event))
  const http = fakeHttp({ 'sab.test': sab.fetch })
  const config = { get: (name: string) => settings[name] } as never
  const tcp = { exchange: () => Promise.reject(new Error('tests have no network')) }
  clients = new Clients({ db, clock, http, tcp, log: LOG, files: systemFiles, config })
})
afterEach(() => db.close())

const keep = (more: Partial<ClientRow> = {}) => {
  const row = clientRow({ type: 'sabnzbd', address: 'http://sab.test', secret: sab.key, ...more })
  db.write((tx) => saveClient(tx, row))
  return row
}
const orderOf = (protocol: 'usenet' | 'torrent' | 'ddl') => clients.inOrder(protocol).map(({ name }) => name)
const lastResort = (more: Partial<FallbackClient> = {}): FallbackClient => ({
  client: { ...clients.fallbacks[1]!.client, name: 'own', label: 'Own' } as never,
  protocol: 'torrent',
  enabled: () => true,
  detail: () => 'Fetches torrents by itself.',
  lastResort: true,
  ...more,
})

describe('releases are offered', () => {
  test('to rows in their order, then to the folders of the settings', () => {
    keep({ client_id: 'b', name: 'b', position: 2 })
    keep({ client_id: 'a', name: 'a', position: 1 })
    keep({ client_id: 'off', name: 'off', position: 0, enabled: false })
    keep({ client_id: 't', name: 't', type: 'blackhole', protocol: 'torrent', address: '/watch' })
    expect(orderOf('usenet')).toEqual(['a', 'b'])
    settings.blackhole_dir = '/nzb'
    expect(orderOf('usenet')).toEqual(['a', 'b', 'blackhole_nzb'])
    expect(orderOf('torrent')).toEqual(['t'])
    expect(clients.for('usenet')?.name).toBe('a')
    expect([clients.isSet('torrent'), clients.isSet('ddl')]).toEqual([true, false])
  })

  test('to a last resort when there is no other client', () => {
    clients.fallback(lastResort())
    expect(orderOf('torrent')).toEqual(['own'])
    settings.local_watchdir = '/watch'
    expect(orderOf('torrent')).toEqual(['blackhole_torrent'])
    clients.fallback(lastResort({ protocol: 'ddl', enabled: () => false }))
    expect(clients.isSet('ddl')).toBe(false)
  })
})

test('a client is found by its name, also when disabled, until it is deleted', () => {
  keep({ client_id: 'off', name: 'Off', enabled: false, placing: 'hardlink', seed_ratio: 1.5, category: 'books' })
  expect(clients.named('off')?.label).toBe('Off')
  expect(clients.rules('off')).toEqual({
    label: 'Off',
    placing: 'hardlink',
    seed_ratio: 1.5,
    seed_minutes: null,
    remove_completed: true,
    remove_failed: true,
    category: 'books',
  })
  expect(clients.rules('blackhole_nzb')).toMatchObject({ label: 'NZB blackhole folder', placing: 'move' })
  db.write((tx) => removeClient(tx, 'off'))
  expect([clients.named('off'), clients.named(null), clients.rules('off')]).toEqual([undefined, undefined, undefined])
})

test('a watched folder says which one it is, or that none is set', () => {
  const folders = () => clients.fallbacks.map(({ enabled, detail }) => [enabled(), detail()])
  expect(folders()).toEqual([
    [false, 'No folder is set for NZB files.'],
    [false, 'No folder is set for torrents.'],
  ])
  settings = { blackhole_dir: '/nzb', local_watchdir: '/watch' }
  expect(folders()).toEqual([
    [true, '/nzb'],
    [true, '/watch'],
  ])
})

test('torrents in a watched folder are left to its client, as their seeding time is unknown', () => {
  keep({ client_id: 't', name: 't', type: 'blackhole', protocol: 'torrent', address: '/watch' })
  keep({ client_id: 'n', name: 'n', type: 'blackhole', protocol: 'usenet', address: '/nzb' })
  const removes = (name: string) => clients.rules(name)?.remove_completed
  expect(['t', 'blackhole_torrent', 'n', 'blackhole_nzb'].map(removes)).toEqual([false, false, true, true])
})

test('a client is recreated when its settings change, and not when only its health changes', () => {
  const row = keep()
  const first = clients.named(row.client_id)
  keep({ failing_since: clock.now(), detail: 'It is away.', position: 4 })
  expect(clients.named(row.client_id)).toBe(first)
  keep({ secret: 'other' })
  expect(clients.named(row.client_id)).not.toBe(first)
})

test('paths of a client become paths of this machine', () => {
  const { client_id } = keep()
  db.write((tx) => replaceMappings(tx, client_id, [{ mapping_id: 'm', client_id, remote: '/data', local: '/mnt/nas' }]))
  expect(clients.localPath(client_id, '/data/x.cbz')).toBe('/mnt/nas/x.cbz')
  expect(clients.localPath('blackhole_nzb', '/data/x.cbz')).toBe('/data/x.cbz')
})

describe('the health of a client', () => {
  const standing = () => {
    const { failure, detail, failing_since, last_ok_at, version } = findClient(db.read, 'sabnzbd-1')!
    return { failure, detail, failing_since, last_ok_at, version }
  }
  const changeCount = () => events.splice(0).filter(({ type }) => type === 'clients.changed').length

  test('is saved when it changes, and reported', async () => {
    keep()
    const began = clock.now()
    await clients.check()
    expect(standing()).toEqual({
      failure: null,
      detail: null,
      failing_since: null,
      last_ok_at: began,
      version: '4.5.3',
    })
    expect(changeCount()).toBe(1)
    await clients.named('sabnzbd-1')?.inspect([])
    expect(changeCount()).toBe(0)

    sab.key = 'changed'
    await clock.advance('1 min')
    const failed = clock.now()
    await clients.named('sabnzbd-1')?.inspect(['a'])
    const detail = expect.stringContaining('rejected this API key') as never
    const failing = {
      failure: 'unreachable',
      detail,
      failing_since: failed,
      last_ok_at: began,
      version: '4.5.3',
    } as const
    expect(standing()).toEqual(failing)
    await clock.advance('1 min')
    await clients.named('sabnzbd-1')?.find('x')
    expect(standing()).toEqual(failing)
    expect(changeCount()).toBe(1)

    sab.key = 'sab-key'
    await clients.named('sabnzbd-1')?.inspect(['a'])
    expect(standing()).toMatchObject({ failure: null, detail: null, failing_since: null, last_ok_at: clock.now() })
    expect(changeCount()).toBe(1)
  })

  test('does not suffer when the client rejects a release', async () => {
    keep()
    const client = clients.named('sabnzbd-1')
    await client?.test()
    expect(await client?.send('x', { kind: 'link', name: 'x', links: [] })).toMatchObject({ failure: 'rejected' })
    expect(standing().failing_since).toBeNull()
    sab.key = 'changed'
    await client?.send('x [1]', NZB)
    expect(standing().failing_since).toBe(clock.now())
    sab.key = 'sab-key'
  })

  test('is not saved for a client that was removed meanwhile', async () => {
    keep()
    const client = clients.named('sabnzbd-1')
    db.write((tx) => removeClient(tx, 'sabnzbd-1'))
    expect(await client?.test()).toMatchObject({ ok: expect.anything() })
    expect(findClient(db.read, 'sabnzbd-1')).toBeUndefined()
  })

  test('is not saved from replies after the end', async () => {
    keep()
    const late = clients.check()
    clients.stop()
    await late
    expect(standing().last_ok_at).toBeNull()
  })

  test('of clients that were never checked is known only after a request', async () => {
    keep()
    expect(await clients.downstream('usenet')).toMatchObject({ well: true })
    const before = sab.requests.length
    expect(await clients.downstream('usenet')).toMatchObject({ well: true })
    expect(sab.requests.length).toBe(before)
    keep({ failing_since: clock.now() })
    expect(await clients.downstream('usenet')).toMatchObject({ well: false })
    keep({ client_id: 'b', name: 'b', position: 1, last_ok_at: clock.now() })
    expect(await clients.downstream('usenet')).toMatchObject({ well: true, client: { name: 'b' } })
    expect(await clients.downstream('ddl')).toBeUndefined()
  })
})

describe('a silent client', () => {
  test('delays a grab by five seconds, and is skipped for a minute then', async () => {
    const silent = new FakeClient()
    let tests = 0
    silent.test = () => {
      tests++
      return new Promise(() => {})
    }
    const first = clients.ready(silent)
    await clock.advance('5 s')
    const refused = { failure: 'unreachable', detail: 'Fake client does not answer. See whether it runs.' } as const
    expect(await first).toEqual(refused)
    await clock.advance('59 s')
    expect([await clients.ready(silent), tests]).toEqual([refused, 1])
    await clock.advance('1 s')
    const again = clients.ready(silent)
    expect(tests).toBe(2)
    await clock.advance('5 s')
    expect(await again).toEqual(refused)
  })

  test('that answers in time is not skipped', async () => {
    const answers = new FakeClient()
    expect([await clients.ready(answers), await clients.ready(answers)]).toEqual([
      { ok: { warnings: [] } },
      { ok: { warnings: [] } },
    ])
    expect(clock.isAwaited('5 s')).toBe(false)
  })
})

test('is unhealthy when its last request failed', () => {
  keep({ client_id: 'a', name: 'a' })
  keep({ client_id: 'b', name: 'b', failing_since: clock.now() })
  keep({ client_id: 'c', name: 'c', enabled: false })
  expect([...clients.healthyNames()]).toEqual(['a'])
})
