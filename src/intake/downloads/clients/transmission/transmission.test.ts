import { expect, test } from 'bun:test'
import { clientRow } from '../../../../testing/downloads/clients'
import { fakeHttp } from '../../../../testing/fakes/http'
import { makeTorrent } from '../../../../testing/torrents/make-torrent'
import { okOf } from '../../../../testing/torrents/replies'
import type { ClientRow } from '../store'
import { Transmission } from './transmission'

const made = makeTorrent({ announce: 'http://t/announce', name: 'One.cbz', content: new Uint8Array(5) })
const torrent = { kind: 'torrent', name: 'One', bytes: made.bytes, info_hash: made.info_hash } as const

type Json = Record<string, unknown>
type Answers = Record<string, (args: Json) => Json | string>

const session = (version: string, rpc: number) => ({
  'session-get': () => ({ version: `${version} (abc)`, 'rpc-version': rpc, 'download-dir': '/dl' }),
})
const added = (how = 'torrent-added') => ({
  'torrent-add': () => ({ [how]: { hashString: made.info_hash, id: 1, name: 'One.cbz' } }),
  'torrent-set': () => ({}),
  'torrent-start-now': () => ({}),
})

/** Requests its session id first, as the real one does; `answers` by method, in the old dialect. */
function fake(answers: Answers, { status = 200, modern = false } = {}) {
  const calls: [string, Json][] = []
  const sentHeaders: Headers[] = []
  const http = fakeHttp({
    'nas:9091': async (request) => {
      sentHeaders.push(request.headers)
      if (status !== 200) return new Response('<h1>No</h1><p>says why</p>', { status })
      if (request.headers.get('x-transmission-session-id') !== 's1') {
        return new Response('', { status: 409, headers: { 'x-transmission-session-id': 's1' } })
      }
      const body = (await request.json()) as Json
      if (modern && body.jsonrpc === undefined) {
        return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid Request' } })
      }
      const method = body.method as string
      const params = (modern ? body.params : body.arguments) as Json
      calls.push([method, params])
      const answer = answers[method]?.(params) ?? 'no method name'
      if (!modern) {
        const ownReply = typeof answer === 'string' ? { result: answer } : { result: 'success', arguments: answer }
        return Response.json(ownReply)
      }
      const error = { code: 7, message: 'failed', data: { error_string: answer } }
      return Response.json({
        jsonrpc: '2.0',
        id: body.id,
        ...(typeof answer === 'string' ? { error } : { result: answer }),
      })
    },
  })
  const client = (row: Partial<ClientRow> = {}, address = 'http://nas:9091') =>
    new Transmission({ row: clientRow({ type: 'transmission', address, ...row }), http })
  return { calls, sentHeaders, http, client }
}

test('Transmission 4 gets its labels with the torrent', async () => {
  const { client, calls } = fake({ ...session('4.0.6', 17), ...added() })
  const it = client()
  expect(okOf(await it.send('One', torrent))).toEqual({ id: made.info_hash, added: true })
  expect(calls.find(([method]) => method === 'torrent-add')?.[1]).toMatchObject({
    labels: ['comics', expect.stringMatching(/^panelkeep-[\da-f]{12}$/)],
    paused: false,
  })
})

test('Transmission 3 gets them afterwards, and after a crash in between the torrent is found by its hash', async () => {
  const torrents: Json[] = []
  const { client, calls } = fake({
    ...session('3.00', 16),
    ...added(),
    'torrent-get': () => ({ torrents }),
  })
  await client().send('One', torrent)
  expect(calls.at(-1)).toMatchObject(['torrent-set', { ids: [made.info_hash], labels: ['comics', expect.any(String)] }])
  expect(okOf(await client().find('One', made.info_hash))).toBeNull()
  torrents.push({ hashString: made.info_hash, labels: [] })
  expect(okOf(await client().find('One'))).toBeNull()
  calls.length = 0
  // The torrent may just as well be one that the user added without labels.
  expect(okOf(await client().find('One', made.info_hash))).toEqual({ id: made.info_hash, added: null })
  expect(calls.map(([method]) => method)).not.toContain('torrent-set')
})

test('the test reports the labels in use, without our tags', async () => {
  const torrents = [{ labels: ['manga', 'panelkeep-0123456789ab'] }, { labels: ['comics', 'manga'] }, {}]
  const { client } = fake({ ...session('4.0.6', 17), 'torrent-get': () => ({ torrents }) })
  expect(okOf(await client().test()).categories).toEqual(['comics', 'manga'])
})

test('a rejected label does not mean that the torrent was rejected', async () => {
  const { client } = fake({ ...session('3.00', 16), ...added(), 'torrent-set': () => 'no such label' })
  expect(await client().send('One', torrent)).toMatchObject({ failure: 'ambiguous' })
})

test('a JSON-RPC-only server gets requests in that dialect', async () => {
  const { client, calls } = fake(
    {
      session_get: () => ({ version: '5.0.0 (abc)', rpc_version: 20, download_dir: '/dl' }),
      torrent_add: () => ({ torrent_added: { hash_string: made.info_hash } }),
      torrent_set: () => ({}),
      torrent_get: () => ({ torrents: [{ hash_string: made.info_hash, status: 6, size_when_done: 5, left_until_done: 0, metadata_percent_complete: 1, download_dir: '/dl', files: [{ name: 'One.cbz' }] }] }),
      torrent_remove: () => 'disk is on fire',
    },
    { modern: true },
  ) // biome-ignore format: one torrent
  const it = client({ seed_ratio: 2, settings: { directory: '/x' }, category: '' })
  expect(okOf(await it.test())).toEqual({ version: '5.0.0', warnings: [], folder: '/x' })
  const { id } = okOf(await it.send('One', torrent))
  expect(calls.map(([method]) => method)).toEqual(['session_get', 'torrent_add', 'torrent_set'])
  expect(calls[1]?.[1]).toMatchObject({ download_dir: '/x' })
  expect(calls[2]?.[1]).toMatchObject({ seed_ratio_limit: 2, seed_ratio_mode: 1 })
  expect(okOf(await it.inspect([id])).get(id)).toMatchObject({ state: 'seeding', path: '/dl/One.cbz' })
  expect(calls.at(-1)?.[1].fields).toContain('hash_string')
  expect(await it.remove(id, { files: true })).toMatchObject({ detail: expect.stringContaining('disk is on fire') })
})

test('transmission-duplicate-success: an existing torrent is the user’s, and is not changed', async () => {
  const { client, calls } = fake({ ...session('4.0.6', 17), ...added('torrent-duplicate') })
  const forced = client({ seed_ratio: 2, settings: { start: 'forced' } })
  expect(okOf(await forced.send('One', torrent))).toEqual({ id: made.info_hash, added: false })
  expect(calls.map(([method]) => method)).toEqual(['session-get', 'torrent-add'])
})

test('a rejected torrent is reported with its message, despite status 200', async () => {
  const { client } = fake({ ...session('4.0.6', 17), 'torrent-add': () => 'invalid or corrupt torrent file' })
  const detail = expect.stringContaining('invalid or corrupt torrent file')
  expect(await client().send('One', torrent)).toMatchObject({ failure: 'rejected', detail })
})

test('our tag is removed once recorded, the other labels stay', async () => {
  let labels: unknown[] = []
  const { client } = fake({
    ...session('4.0.6', 17),
    ...added(),
    'torrent-get': () => ({ torrents: [{ hashString: made.info_hash, labels }] }),
    'torrent-set': (args) => {
      labels = args.labels as unknown[]
      return {}
    },
  })
  await client().send('One', torrent)
  expect(okOf(await client().find('One'))).toEqual({ id: made.info_hash, added: true })
  await client().acknowledge('One')
  expect(labels).toEqual(['comics'])
})

test.each([
  [401, 'rejects this user name and password'],
  [403, 'Its rpc-whitelist says who may: No  says why'],
  [421, 'add nas to its rpc-host-whitelist'],
  [404, 'There is no Transmission'],
  [301, 'There is no Transmission'],
  [502, 'status 502'],
])('status %i becomes a sentence', async (status, sentence) => {
  const reply = await fake({}, { status }).client().test()
  expect(reply).toEqual({ failure: 'unreachable', detail: expect.stringContaining(sentence) })
})

test.each([
  ['http://nas:9091', '/transmission/rpc'],
  ['http://nas:9091/transmission', '/transmission/rpc'],
  ['http://nas:9091/behind/rpc', '/behind/rpc'],
])('with the address %s the request goes to %s', async (address, path) => {
  const { client, http } = fake(session('4.0.6', 17))
  await client({}, address).test()
  expect(http.requests[0]).toBe(`POST http://nas:9091${path}`)
})

test.each([
  ['', '', null],
  ['ada', '', 'Basic YWRhOg=='],
  ['', 'pass', 'Basic OnBhc3M='],
  ['ada', 'pass', 'Basic YWRhOnBhc3M='],
])('with the user name %p and the password %p it sends %p', async (username, secret, sent) => {
  const { client, sentHeaders } = fake(session('4.0.6', 17))
  await client({ username, secret }).test()
  expect(new Set(sentHeaders.map((headers) => headers.get('authorization')))).toEqual(new Set([sent]))
})

test('the version is requested once, and again after a session ended', async () => {
  const { client, calls, http } = fake({ ...session('4.0.6', 17), 'torrent-get': () => ({ torrents: [] }) })
  const it = client()
  await it.find('One')
  await it.find('One')
  expect(calls.map(([method]) => method)).toEqual(['session-get', 'torrent-get', 'torrent-get'])
  expect(http.requests).toHaveLength(4)
})

test.each([
  [{ error: { code: 7, message: 'failed', data: { error_string: 'disk full' } } }, 'transmission says: disk full.'],
  [{ error: { code: 7, message: 'failed' } }, 'transmission says: failed.'],
  [{ error: {} }, 'transmission says: no.'],
])('the rejection %j is reported as %p', async (refusal, detail) => {
  const http = fakeHttp({ 'nas:9091': () => Response.json({ jsonrpc: '2.0', id: 1, ...refusal }, { status: 400 }) })
  const client = new Transmission({ row: clientRow({ type: 'transmission', address: 'http://nas:9091' }), http })
  expect(await client.test()).toEqual({ failure: 'rejected', detail })
})

const whole = { sizeWhenDone: 5, leftUntilDone: 0, metadataPercentComplete: 1, downloadDir: '/dl' }
const files = [{ name: 'Pack_ one/a.cbz' }, { name: 'Pack_ one/b.cbz' }]

test.each([
  [{ status: 4, sizeWhenDone: 0, leftUntilDone: 0, metadataPercentComplete: 0 }, { state: 'stalled', total: undefined, path: undefined, detail: expect.stringContaining('magnet') }],
  [{ status: 4, sizeWhenDone: 5, leftUntilDone: 2, rateDownload: 7, eta: 1 }, { state: 'downloading', done: 3, speed: 7, eta: 1 }],
  [{ status: 4, sizeWhenDone: 5, leftUntilDone: 2, rateDownload: 0, eta: -2 }, { state: 'stalled', eta: undefined, path: undefined }],
  [{ status: 4, sizeWhenDone: 5, leftUntilDone: 2, error: 2, errorString: 'Unregistered torrent' }, { state: 'stalled', detail: 'Unregistered torrent' }],
  [{ status: 0, sizeWhenDone: 5, leftUntilDone: 2 }, { state: 'paused' }],
  [{ status: 0, sizeWhenDone: 5, leftUntilDone: 2, error: 3, errorString: 'No data found' }, { state: 'stalled', detail: 'No data found' }],
  [{ status: 2, ...whole, files }, { state: 'checking', path: undefined }],
  [{ status: 4, ...whole, files }, { state: 'checking', path: undefined }],
  [{ status: 3, sizeWhenDone: 5, leftUntilDone: 5 }, { state: 'queued' }],
  // The name of the torrent has a colon, its folder has none.
  [{ status: 6, ...whole, files, name: 'Pack: one', uploadRatio: -1, secondsSeeding: 9 }, { state: 'seeding', path: '/dl/Pack_ one', ratio: undefined, seeded_seconds: 9, goal_met: undefined }],
  [{ status: 0, ...whole, files, isFinished: true, uploadRatio: 2 }, { state: 'done', goal_met: true, ratio: 2 }],
  [{ status: 0, ...whole, files, isFinished: false }, { state: 'done', goal_met: false }],
])('a torrent with %j is reported correctly', async (torrent, seen) => {
  const id = made.info_hash
  const { client } = fake({ ...session('4.0.6', 17), 'torrent-get': () => ({ torrents: [{ hashString: id, ...torrent }] }) })
  const sighting = okOf(await client().inspect([id])).get(id)
  for (const [field, value] of Object.entries(seen)) expect(sighting?.[field as 'state']).toEqual(value as never)
}) // biome-ignore format: a row each
