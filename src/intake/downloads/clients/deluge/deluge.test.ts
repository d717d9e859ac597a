import { expect, test } from 'bun:test'
import { clientRow } from '../../../../testing/downloads/clients'
import { fakeHttp } from '../../../../testing/fakes/http'
import { makeTorrent } from '../../../../testing/torrents/make-torrent'
import { okOf } from '../../../../testing/torrents/replies'
import type { ClientRow } from '../store'
import { Deluge } from './deluge'

const made = makeTorrent({ announce: 'http://t/announce', name: 'One.cbz', content: new Uint8Array(5) })
const torrent = { kind: 'torrent', name: 'One', bytes: made.bytes, info_hash: made.info_hash } as const

type Answer = (...params: never[]) => unknown

interface Options {
  answers?: Record<string, Answer>
  connected?: boolean
  /** Whether connecting to the daemon succeeds. */
  reaches?: boolean
  hosts?: unknown[]
  plugins?: string[]
}

class Failure extends Error {}

/** The web API of Deluge 2: methods of the daemon are unknown to it while it is not connected. */
function fake({ answers = {}, connected = false, reaches = true, hosts, plugins = ['Label'] }: Options = {}) {
  const calls: string[] = []
  const state = { connected, sessions: 0, torrents: {} as Record<string, Record<string, unknown>> }
  const usual: Record<string, Answer> = {
    'web.connected': () => state.connected,
    'web.get_hosts': () =>
      hosts ?? [
        ['far', '10.0.0.9', 58846, 'x'],
        ['near', '127.0.0.1', 58846, 'localclient'],
      ],
    'web.connect': () => {
      state.connected = reaches
      return null
    },
    'daemon.get_version': () => '2.1.1',
    'core.get_enabled_plugins': () => plugins,
    'core.get_config_values': () => ({ download_location: '/dl', move_completed: true, move_completed_path: '/done' }),
    'label.get_labels': () => ['comics'],
    'core.get_torrents_status': (({ id }: { id?: string[] }) =>
      Object.fromEntries(Object.entries(state.torrents).filter(([hash]) => !id || id.includes(hash)))) as Answer,
    'core.add_torrent_file': ((_file: string, _bytes: string, { name }: { name: string }) => {
      state.torrents[made.info_hash] = { name }
      return made.info_hash
    }) as Answer,
    'label.add': () => null,
    'label.set_torrent': () => null,
    'core.set_torrent_options': () => null,
    'core.resume_torrent': () => null,
  }
  const http = fakeHttp({
    'nas:8112': async (request) => {
      const { method, params, id } = (await request.json()) as { method: string; params: never[]; id: number }
      const cookie = `_session_id=${state.sessions}`
      calls.push(`${method} ${JSON.stringify(params)}`)
      const error = (code: number, message: string) => Response.json({ id, result: null, error: { code, message } })
      if (method === 'auth.login') {
        const right = (params as unknown[])[0] === 'secret'
        if (right) state.sessions++
        const headers = { 'set-cookie': `_session_id=${state.sessions}; Path=/json` }
        return Response.json({ id, result: right, error: null }, { headers })
      }
      if (request.headers.get('cookie') !== cookie || state.sessions === 0) return error(1, 'Not authenticated')
      const answer = answers[method] ?? usual[method]
      if (!answer || (!method.startsWith('web.') && !state.connected)) return error(2, 'Unknown method')
      try {
        return Response.json({ id, result: answer(...params), error: null })
      } catch (failure) {
        if (failure instanceof Failure) return error(4, failure.message)
        throw failure
      }
    },
  })
  const client = (row: Partial<ClientRow> = {}) =>
    new Deluge({ row: clientRow({ type: 'deluge', address: 'http://nas:8112', secret: 'secret', ...row }), http })
  return { calls, client, state }
}

const methods = (calls: string[]) => calls.map((each) => each.split(' ')[0])

test('deluge-unconnected-unknown-method: the web API is connected to the daemon', async () => {
  const { client, calls } = fake()
  expect(okOf(await client().test())).toEqual({
    version: '2.1.1',
    warnings: [],
    categories: ['comics'],
    folder: '/done',
  })
  expect(calls).toContain('web.connect ["near"]')
})

test('an expired session is renewed, and the request repeated once', async () => {
  const { client, calls, state } = fake({ connected: true })
  const it = client()
  await it.test()
  state.sessions++
  expect(okOf(await it.find('One'))).toBeNull()
  expect(methods(calls).filter((method) => method === 'auth.login')).toHaveLength(2)
})

test.each<[Options, Partial<ClientRow>, string]>([
  [{ reaches: false }, {}, 'cannot reach its daemon at 127.0.0.1:58846'],
  [{ hosts: [] }, {}, 'has no daemon'],
  [{}, { secret: 'wrong' }, 'rejected this password'],
  [{ connected: true }, { category: 'a b' }, 'does not accept the label a b'],
])('with %j and %j the test reports the problem', async (options, row, sentence) => {
  const reply = await fake(options).client(row).test()
  expect(reply).toMatchObject({ detail: expect.stringContaining(sentence) })
})

test('an unknown method of a connected daemon does not mean that it is disconnected', async () => {
  const { client, calls, state } = fake({ connected: true })
  state.torrents[made.info_hash] = { name: 'One' }
  const reply = await client().remove(made.info_hash, { files: true })
  const detail = 'deluge does not know core.remove_torrent: Panelkeep speaks with Deluge 2.'
  expect(reply).toEqual({ failure: 'unreachable', detail })
  expect(methods(calls)).toContain('web.connected')
  expect(methods(calls)).not.toContain('web.get_hosts')
})

test.each<[unknown[], string]>([
  [[['far', '10.0.0.9'], ['name', 'localhost']], 'name'],
  [[['far', '10.0.0.9'], ['further', '10.0.0.8']], 'far'],
  [['nonsense', ['far', '10.0.0.9']], 'far'],
])('of the daemons %j it connects to %s', async (hosts, id) => {
  const { client, calls } = fake({ hosts })
  await client().test()
  expect(calls).toContain(`web.connect ["${id}"]`)
}) // biome-ignore format: a row each

test.each<[number, string]>([
  [404, 'There is no web page of Deluge at http://nas:8112.'],
  [502, 'deluge answers with status 502.'],
])('status %i becomes a sentence', async (status, detail) => {
  const http = fakeHttp({ 'nas:8112': () => new Response('', { status }) })
  const client = new Deluge({ row: clientRow({ type: 'deluge', address: 'http://nas:8112' }), http })
  expect(await client.test()).toEqual({ failure: 'unreachable', detail })
})

test.each([
  ['http://nas:8112', '/json'],
  ['http://nas:8112/deluge', '/deluge/json'],
  ['http://nas:8112/deluge/json', '/deluge/json'],
])('with the address %s the request goes to %s', async (address, path) => {
  const http = fakeHttp({ 'nas:8112': () => new Response('', { status: 404 }) })
  await new Deluge({ row: clientRow({ type: 'deluge', address }), http }).test()
  expect(http.requests).toEqual([`POST http://nas:8112${path}`])
})

test.each<[Options, Partial<ClientRow>, object]>([
  [{ plugins: [] }, {}, { warnings: [expect.stringContaining('Label plugin off')], folder: '/done' }],
  [{ plugins: [] }, { category: '' }, { warnings: [] }],
  [{ answers: { 'label.get_labels': () => null } }, {}, { warnings: [], categories: [] }],
  [{}, { settings: { directory: '/x' } }, { folder: '/x' }],
  [{ answers: { 'core.get_config_values': () => ({ download_location: '/dl', move_completed: false, move_completed_path: '/done' }) } }, {}, { folder: '/dl' }],
])('with %j and %j its test reports %j', async (options, row, report) => {
  expect(okOf(await fake({ connected: true, ...options }).client(row).test())).toMatchObject(report)
}) // biome-ignore format: a row each

test.each<[Options, Partial<ClientRow>, string[]]>([
  [{}, { category: '' }, ['core.get_torrents_status', 'core.add_torrent_file']],
  [{ plugins: [] }, {}, ['core.get_torrents_status', 'core.add_torrent_file', 'core.get_enabled_plugins']],
  [{}, {}, ['core.get_torrents_status', 'core.add_torrent_file', 'core.get_enabled_plugins', 'label.get_labels', 'label.set_torrent']],
  [{}, { category: '', settings: { start: 'forced' } }, ['core.get_torrents_status', 'core.add_torrent_file', 'core.set_torrent_options', 'core.resume_torrent']],
])('with %j and %j a torrent is sent with %j', async (options, row, sent) => {
  const { client, calls } = fake({ connected: true, ...options })
  const it = client(row)
  await it.find('One')
  calls.length = 0
  expect(okOf(await it.send('One', torrent))).toEqual({ id: made.info_hash, added: true })
  expect(methods(calls)).toEqual(sent)
}) // biome-ignore format: a row each

test('a torrent without a reported id was not accepted, and later failures leave that open', async () => {
  const nameless = fake({ connected: true, answers: { 'core.add_torrent_file': () => null } })
  expect(await nameless.client().send('One', torrent)).toMatchObject({ failure: 'rejected' })
  const unlabelled = fake({
    connected: true,
    answers: {
      'label.set_torrent': () => {
        throw new Failure('no such label')
      },
    },
  })
  expect(await unlabelled.client().send('One', torrent)).toMatchObject({ failure: 'ambiguous' })
})

test('no request is sent for no torrents, and a missing torrent needs no removal', async () => {
  const { client, calls } = fake({ connected: true })
  expect(okOf(await client().inspect([]))).toEqual(new Map())
  expect(calls).toEqual([])
  expect(await client().remove(made.info_hash, { files: true })).toEqual({ ok: true })
})

test('a torrent gets our name, its label and its seeding goal', async () => {
  const { client, calls } = fake({ connected: true })
  const it = client({ seed_ratio: 2, settings: { directory: '/x', start: 'paused' }, category: 'Manga' })
  expect(okOf(await it.send('One [1]', torrent, { minimum_ratio: 3 }))).toEqual({ id: made.info_hash, added: true })
  const added = calls.find((each) => each.startsWith('core.add_torrent_file')) ?? ''
  expect(JSON.parse(added.slice(added.indexOf(' ')))[2]).toEqual({
    name: 'One [1]',
    add_paused: true,
    download_location: '/x',
    stop_at_ratio: true,
    stop_ratio: 3,
    remove_at_ratio: false,
  })
  expect(calls).toContain('label.add ["manga"]')
  expect(calls).toContain(`label.set_torrent ["${made.info_hash}","manga"]`)
  expect(okOf(await it.find('One [1]'))).toEqual({ id: made.info_hash, added: true })
})

test('an existing torrent is the user’s, and is not changed', async () => {
  const { client, calls, state } = fake({ connected: true })
  state.torrents[made.info_hash] = { name: 'of a person' }
  const forced = client({ settings: { start: 'forced' } })
  expect(okOf(await forced.send('One [1]', torrent))).toEqual({ id: made.info_hash, added: false })
  expect(methods(calls).filter((method) => method?.startsWith('core.'))).toEqual([
    'core.get_torrents_status',
    'core.get_torrents_status',
  ])
})

test('a torrent that the user adds at the same moment is the user’s', async () => {
  const { client, state } = fake({
    connected: true,
    answers: {
      'core.add_torrent_file': () => {
        state.torrents[made.info_hash] = { name: 'of a person' }
        throw new Failure('Torrent already in session')
      },
    },
  })
  expect(okOf(await client().send('One [1]', torrent))).toEqual({ id: made.info_hash, added: false })
})

test('only the message of a Python traceback is shown', async () => {
  const traceback =
    "Failure: [Failure instance: Traceback (failure with no frames): <class 'deluge.error.AddTorrentError'>: Unable to add torrent, decoding filedump failed\n]"
  const { client } = fake({
    connected: true,
    answers: {
      'core.add_torrent_file': () => {
        throw new Failure(traceback)
      },
    },
  })
  const detail = 'deluge says: Unable to add torrent, decoding filedump failed.'
  expect(await client().send('One', torrent)).toEqual({ failure: 'rejected', detail })
})

const files = [{ path: 'Pack/a.cbz' }, { path: 'Pack/b.cbz' }]
const whole = { is_finished: true, total_wanted: 5, total_done: 5, save_path: '/dl', files }

test.each([
  [{ state: 'Downloading', total_wanted: 0 }, { state: 'stalled', total: undefined, detail: expect.stringContaining('magnet') }],
  [{ state: 'Downloading', total_wanted: 5, total_done: 2, download_payload_rate: 3, eta: 1 }, { state: 'downloading', done: 2, speed: 3, eta: 1 }],
  [{ state: 'Downloading', total_wanted: 5, total_done: 2 }, { state: 'stalled', detail: undefined }],
  [{ state: 'Queued', total_wanted: 5 }, { state: 'queued' }],
  [{ state: 'Paused', total_wanted: 5 }, { state: 'paused' }],
  [{ state: 'Checking', ...whole }, { state: 'checking', path: undefined }],
  [{ state: 'Moving', ...whole }, { state: 'unpacking', path: undefined }],
  [{ state: 'Error', message: 'No space left on device' }, { state: 'stalled', detail: 'No space left on device' }],
  [{ state: 'Seeding', ...whole, ratio: -1, seeding_time: 8 }, { state: 'seeding', path: '/dl/Pack', ratio: undefined, seeded_seconds: 8 }],
  [{ state: 'Queued', ...whole }, { state: 'seeding', path: '/dl/Pack' }],
  [{ state: 'Paused', ...whole, stop_at_ratio: true, stop_ratio: 2, ratio: 2 }, { state: 'done', goal_met: true }],
  [{ state: 'Paused', ...whole, stop_at_ratio: true, stop_ratio: 2, ratio: 1 }, { state: 'done', goal_met: false }],
])('a torrent with %j is reported correctly', async (status, seen) => {
  const { client, state } = fake({ connected: true })
  state.torrents[made.info_hash] = { eta: 0, ...status }
  const sighting = okOf(await client().inspect([made.info_hash])).get(made.info_hash)
  for (const [field, value] of Object.entries(seen)) expect(sighting?.[field as 'state']).toEqual(value as never)
}) // biome-ignore format: a row each
