import { expect, test } from 'bun:test'
import { parseXml, type XmlElement } from '../../../../base/platform/xml'
import { element, xmlDocument } from '../../../../base/platform/xml-writer'
import { clientRow } from '../../../../testing/downloads/clients'
import { fakeHttp } from '../../../../testing/fakes/http'
import { makeTorrent } from '../../../../testing/torrents/make-torrent'
import { hurriedClock, okOf } from '../../../../testing/torrents/replies'
import type { ClientRow } from '../store'
import { RTorrent } from './rtorrent'
import { RTORRENT_FIELDS } from './rtorrent-report'

const made = makeTorrent({ announce: 'http://t/announce', name: 'One.cbz', content: new Uint8Array(5) })
const torrent = { kind: 'torrent', name: 'One', bytes: made.bytes, info_hash: made.info_hash } as const
const HASH = made.info_hash.toUpperCase()

interface Fault {
  fault: number
  text: string
}
type RpcReply = string | number | RpcReply[] | Fault

const typed = (rpcReply: RpcReply): ReturnType<typeof element> => {
  if (Array.isArray(rpcReply)) return value(element('array', {}, element('data', {}, ...rpcReply.map(typed))))
  if (typeof rpcReply === 'object') {
    const member = (name: string, of: ReturnType<typeof element>) =>
      element('member', {}, element('name', {}, name), of)
    return value(
      element('struct', {}, member('faultCode', typed(rpcReply.fault)), member('faultString', typed(rpcReply.text))),
    )
  }
  return value(typeof rpcReply === 'number' ? element('i8', {}, String(rpcReply)) : element('string', {}, rpcReply))
}
const value = (inside: ReturnType<typeof element>) => element('value', {}, inside)

const answer = (rpcReply: RpcReply) => {
  const faulty = typeof rpcReply === 'object' && !Array.isArray(rpcReply)
  const inside = faulty
    ? element('fault', {}, typed(rpcReply))
    : element('params', {}, element('param', {}, typed(rpcReply)))
  return xmlDocument(element('methodResponse', {}, inside))
}

const paramsOf = (root: XmlElement) =>
  root.children[1]?.children.map((param) => param.children[0]?.children[0]?.text ?? '')

/** `answers` by method; other methods are unknown. `torrents`: the rows of its multicalls. */
function fake(answers: Record<string, (params: string[]) => RpcReply> = {}, { status = 200, page = '' } = {}) {
  const calls: string[] = []
  const state = { has: false, mark: '', rows: [] as Record<string, string | number>[] }
  const absent = { fault: -501, text: 'Could not find info-hash.' }
  const usual: typeof answers = {
    'system.client_version': () => '0.9.8',
    'directory.default': () => '/dl',
    'system.time_seconds': () => Date.parse(hurriedClock.now()) / 1000,
    'd.name': () => (state.has ? 'One.cbz' : absent),
    'd.erase': () => (state.has ? 0 : absent),
    'd.custom': () => state.mark,
    'd.multicall2': ([, , ...commands]) => state.rows.map((row) => commands.map((command) => row[command] ?? 0)),
  }
  const http = fakeHttp({
    'box:80': () => new Response(null, { status: 404 }),
    'box:8080': async (request) => {
      if (status !== 200 || page) return new Response(page, { status })
      const root = parseXml(await request.text())
      const method = root.children[0]?.text ?? ''
      const params = paramsOf(root) ?? []
      calls.push([method, ...params.map((param) => param.slice(0, 60))].join('|'))
      const say = answers[method] ?? usual[method]
      if (method.startsWith('load.')) state.mark = params[2]?.split(',')[1] ?? ''
      return new Response(answer(say ? say(params) : { fault: -506, text: `Method '${method}' not defined` }))
    },
  })
  const client = (row: Partial<ClientRow> = {}) =>
    new RTorrent({
      row: clientRow({ type: 'rtorrent', address: 'http://box:8080', ...row }),
      http,
      tcp: { exchange: () => Promise.reject(new Error('over HTTP only')) },
      clock: hurriedClock,
      files: { stat: async () => undefined, remove: async () => {}, removeEmptyFolder: async () => false },
      local: (path) => path,
    })
  return { calls, client, http, state }
}

const loads = (state: { has: boolean }) => () => {
  state.has = true
  return 0
}

test('a torrent is loaded with its folder, its label and our mark, before it starts', async () => {
  const { client, calls, state, http } = fake({ 'load.raw_start': () => loads(state)() })
  const it = client({ settings: { directory: '/x, "y"' }, category: 'comics' })
  expect(okOf(await it.send('One', torrent))).toEqual({ id: made.info_hash, added: true })
  const commands = calls.find((each) => each.startsWith('load.'))?.split('|') ?? []
  expect(commands.slice(3)).toEqual([
    expect.stringMatching(/^d\.custom\.set=panelkeep,panelkeep-[\da-f]{12}$/),
    'd.custom1.set="comics"',
    'd.directory.set="/x, \\"y\\""',
  ])
  expect(http.requests[0]).toBe('POST http://box:8080/RPC2')
})

test.each([
  ['paused', 'torrent', 'load.raw'],
  ['now', 'magnet', 'load.start'],
  ['paused', 'magnet', 'load.normal'],
] as const)('started %s, a %s is accepted after %s', async (start, kind, method) => {
  const { client, calls, state } = fake({ [method]: () => loads(state)() })
  const magnet = { kind: 'magnet', name: 'One', link: made.magnet, info_hash: made.info_hash } as const
  okOf(await client({ settings: { start } }).send('One', kind === 'magnet' ? magnet : torrent))
  expect(calls[1]).toStartWith(`${method}|`)
})

test('rtorrent-junk-0: rTorrent accepts everything, so the torrent is looked up', async () => {
  const { client } = fake({ 'load.raw_start': () => 0 })
  expect(await client().send('One', torrent)).toMatchObject({ failure: 'rejected' })
})

test('an existing torrent is the user’s, and is not changed', async () => {
  const { client, calls, state } = fake()
  state.has = true
  expect(okOf(await client().send('One', torrent))).toEqual({ id: made.info_hash, added: false })
  expect(calls.map((call) => call.split('|')[0])).toEqual(['d.name'])
})

test('a torrent that the user adds at the same moment has no mark, and is the user’s', async () => {
  const { client, state } = fake({ 'load.raw_start': () => loads(state)(), 'd.custom': () => '' })
  expect(okOf(await client().send('One', torrent))).toEqual({ id: made.info_hash, added: false })
})

test("seeding time is counted by the client's own clock, even a wrong one", async () => {
  const { client, state } = fake({ 'system.time_seconds': () => 1_700_000_060 })
  const seeding = { 'd.hash=': HASH, 'd.name=': 'One.cbz', 'd.complete=': 1, 'd.is_active=': 1 }
  state.rows = [{ ...seeding, 'd.size_bytes=': 5, 'd.timestamp.finished=': 1_700_000_000 }]
  expect(okOf(await client().inspect([made.info_hash])).get(made.info_hash)?.seeded_seconds).toBe(60)
})

test('a sent torrent is found by our mark', async () => {
  const { client, state } = fake({ 'load.raw_start': () => loads(state)() })
  okOf(await client().send('One', torrent))
  state.rows = [
    { 'd.hash=': 'F'.repeat(40), 'd.custom=panelkeep': '' },
    { 'd.hash=': HASH, 'd.custom=panelkeep': state.mark },
  ]
  expect(okOf(await client().find('One'))).toEqual({ id: made.info_hash, added: true })
  expect(okOf(await client().find('Two'))).toBeNull()
})

test('a missing torrent counts as removed', async () => {
  expect(okOf(await fake().client().remove(made.info_hash, { files: false }))).toBe(true)
  expect(
    okOf(
      await fake({ 'd.directory': () => ({ fault: -501, text: 'no' }) })
        .client()
        .remove(made.info_hash, { files: true }),
    ),
  ).toBe(true)
})

test.each([
  [{ status: 401 }, 'rejects this user name and password'],
  [{ status: 404 }, 'Its path is usually /RPC2'],
  [{ status: 502 }, 'See whether rTorrent runs'],
  [{ page: '<!DOCTYPE html><html></html>' }, 'something else than expected'],
])('with %j the test reports the problem', async (how, sentence) => {
  const reply = await fake({}, how).client().test()
  expect(reply).toEqual({ failure: 'unreachable', detail: expect.stringContaining(sentence) })
})

test('an outdated client and a refusing one are distinguished', async () => {
  const old = fake({ 'directory.default': () => ({ fault: -506, text: 'x' }) }).client()
  expect(await old.test()).toMatchObject({ failure: 'unreachable', detail: expect.stringContaining('0.9.7') })
  const full = fake({ 'load.raw_start': () => ({ fault: -503, text: 'Content size exceeds maximum' }) }).client()
  expect(await full.send('One', torrent)).toEqual({
    failure: 'rejected',
    detail: 'rtorrent says: Content size exceeds maximum',
  })
})

const whole = { 'd.complete=': 1, 'd.size_bytes=': 5, 'd.left_bytes=': 0, 'd.directory=': '/dl', 'd.name=': 'One.cbz' }

test.each([
  [{ 'd.name=': `${HASH}.meta`, 'd.is_active=': 1 }, { state: 'stalled', total: undefined, detail: expect.stringContaining('magnet') }],
  [{ 'd.size_bytes=': 9, 'd.left_bytes=': 4, 'd.is_active=': 1, 'd.down.rate=': 2 }, { state: 'downloading', done: 5, eta: 2, ratio: undefined }],
  [{ 'd.size_bytes=': 9, 'd.left_bytes=': 4, 'd.is_active=': 1, 'd.message=': 'Tracker: gone' }, { state: 'stalled', detail: 'Tracker: gone' }],
  [{ 'd.size_bytes=': 9, 'd.left_bytes=': 9 }, { state: 'paused' }],
  [{ ...whole, 'd.hashing=': 1 }, { state: 'checking', path: undefined }],
  [{ ...whole, 'd.is_active=': 1, 'd.base_path=': '/dl/One.cbz', 'd.ratio=': 1500, 'd.timestamp.finished=': 1795248000 - 60 }, { state: 'seeding', path: '/dl/One.cbz', ratio: 1.5, seeded_seconds: 60 }],
  // rTorrent has not opened the torrent since its start.
  [{ ...whole, 'd.base_path=': '' }, { state: 'done', path: '/dl/One.cbz', seeded_seconds: undefined }],
  [{ ...whole, 'd.base_path=': '', 'd.is_multi_file=': 1, 'd.directory=': '/dl/Pack' }, { state: 'done', path: '/dl/Pack' }],
])('a torrent with %j is reported correctly', async (fields, seen) => {
  const { client, state } = fake()
  const texts = Object.fromEntries(['d.name=', 'd.base_path=', 'd.directory=', 'd.message='].map((each) => [each, '']))
  state.rows = [{ ...Object.fromEntries(RTORRENT_FIELDS.map((each) => [each, 0])), ...texts, 'd.hash=': HASH, ...fields }]
  const sighting = okOf(await client().inspect([made.info_hash])).get(made.info_hash)
  for (const [field, value] of Object.entries(seen)) expect(sighting?.[field as 'state']).toEqual(value as never)
}) // biome-ignore format: a row each
