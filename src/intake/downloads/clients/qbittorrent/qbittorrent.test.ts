import { describe, expect, test } from 'bun:test'
import { clientRow } from '../../../../testing/downloads/clients'
import { fakeHttp, Silence } from '../../../../testing/fakes/http'
import { makeTorrent } from '../../../../testing/torrents/make-torrent'
import { hurriedClock, okOf } from '../../../../testing/torrents/replies'
import type { SendOptions } from '../client'
import type { ClientRow } from '../store'
import { QBittorrent } from './qbittorrent'

type Dialect = '4.5' | '5.0' | '5.2'

const made = makeTorrent({ announce: 'http://t/announce', name: 'One.cbz', content: new Uint8Array(5) })
const torrent = { kind: 'torrent', name: 'One', bytes: made.bytes, info_hash: made.info_hash } as const
const info = { hash: made.info_hash, save_path: '/dl', content_path: '/dl/One.cbz', size: 5, amount_left: 0 }

interface Options {
  infos?: Record<string, unknown>[]
  /** The reply to an added torrent, in place of the usual one. */
  add?: () => Response
  preferences?: Record<string, unknown>
}

/** The replies of version 4.5.2, and of 5.x by its documentation. */
function fake(dialect: Dialect, { infos = [], add, preferences = {} }: Options = {}) {
  const requests: string[] = []
  const forms: Record<string, string>[] = []
  const session = dialect === '5.2' ? 'QBT_SID_8080=s' : 'SID=s'
  const login = (form: FormData) => {
    const right = form.get('username') === 'reader' && form.get('password') === 'secret'
    if (dialect !== '5.2') {
      return new Response(right ? 'Ok.' : 'Fails.', { headers: right ? { 'set-cookie': `${session}; path=/` } : {} })
    }
    return new Response(null, {
      status: right ? 204 : 401,
      headers: right ? { 'set-cookie': `${session}; path=/` } : {},
    })
  }
  const answer = async (path: string, request: Request): Promise<Response> => {
    if (path === 'app/version') return new Response(`v${dialect}.1`)
    if (path === 'app/preferences') return Response.json({ save_path: '/dl', ...preferences })
    if (path === 'torrents/categories') return Response.json({ comics: { name: 'comics', savePath: '/dl/comics' } })
    if (path === 'torrents/info') return Response.json(infos)
    if (path === 'torrents/add') {
      const form = await request.formData()
      forms.push(Object.fromEntries([...form].map(([key, value]) => [key, String(value)])))
      if (add) return add()
      infos.push({ ...info, tags: `other, ${form.get('tags')}` })
      if (dialect === '5.2') return Response.json({ success_count: 1, pending_count: 0, failure_count: 0 })
      return new Response('Ok.')
    }
    if (/^torrents\/(?:delete|deleteTags|addTags|setForceStart)$/.test(path)) return new Response('')
    return new Response('Not Found', { status: 404 })
  }
  const http = fakeHttp({
    'qb:8080': async (request) => {
      const { pathname, search } = new URL(request.url)
      const path = pathname.replace('/api/v2/', '')
      if (path === 'auth/login') {
        requests.push('login')
        return login(await request.formData())
      }
      const key = dialect === '5.2' && request.headers.get('authorization') === 'Bearer qbt_key'
      if (request.headers.get('cookie') !== session && !key) return new Response('Forbidden', { status: 403 })
      requests.push(decodeURIComponent(`${path}${search}`))
      return answer(path, request)
    },
  })
  const client = (row: Partial<ClientRow> = {}) =>
    new QBittorrent({
      row: clientRow({ type: 'qbittorrent', address: 'http://qb:8080', username: 'reader', secret: 'secret', ...row }),
      http,
      clock: hurriedClock,
    })
  return { requests, forms, client }
}

describe.each(['4.5', '5.0', '5.2'] as const)('qBittorrent %s', (dialect) => {
  test('accepts a torrent and identifies it by its hash', async () => {
    const { client, forms, requests } = fake(dialect)
    expect(okOf(await client().send('One', torrent))).toEqual({ id: made.info_hash, added: true })
    expect(forms[0]).toMatchObject({ category: 'comics', autoTMM: 'true', paused: 'false', stopped: 'false' })
    expect(okOf(await client().find('One'))).toEqual({ id: made.info_hash, added: true })
    expect(okOf(await client().find('Another'))).toBeNull()
    expect(requests.filter((each) => each === 'login')).toHaveLength(3)
  })

  test('reports a wrong password', async () => {
    const reply = await fake(dialect).client({ secret: 'wrong' }).test()
    expect(reply).toMatchObject({ failure: 'unreachable', detail: expect.stringContaining('rejects this user') })
  })
})

test('a torrent file is sent as such, and removed with its files', async () => {
  const { client, forms, requests } = fake('4.5')
  okOf(await client().send('One', torrent))
  expect(forms[0]).toHaveProperty('torrents')
  expect(forms[0]).not.toHaveProperty('urls')
  expect(await client().remove(made.info_hash, { files: true })).toEqual({ ok: true })
  expect(requests.at(-1)).toBe('torrents/delete')
})

test('a magnet link is sent as such', async () => {
  const { client, forms } = fake('4.5')
  const magnet = { kind: 'magnet', name: 'One', link: made.magnet, info_hash: made.info_hash } as const
  expect(okOf(await client().send('One', magnet))).toEqual({ id: made.info_hash, added: true })
  expect(forms[0]).toMatchObject({ urls: made.magnet })
  expect(forms[0]).not.toHaveProperty('torrents')
})

test('a session that ended is renewed without its old cookie', async () => {
  const sent: (string | null)[] = []
  let sessions = 0
  const http = fakeHttp({
    'qb:8080': (request) => {
      const cookie = request.headers.get('cookie')
      sent.push(cookie)
      if (new URL(request.url).pathname.endsWith('auth/login'))
        return new Response('Ok.', { headers: { 'set-cookie': `SID=${++sessions}; path=/` } })
      return cookie === `SID=${sessions}` ? Response.json([]) : new Response('Forbidden', { status: 403 })
    },
  })
  const row = clientRow({ type: 'qbittorrent', address: 'http://qb:8080', username: 'reader', secret: 'secret' })
  const it = new QBittorrent({ row, http, clock: hurriedClock })
  okOf(await it.inspect([made.info_hash]))
  sessions++
  okOf(await it.inspect([made.info_hash]))
  expect(sent).toEqual([null, null, 'SID=1', 'SID=1', null, 'SID=3'])
})

test('qBittorrent 5.2 accepts an API key when no user name is set', async () => {
  const { client, requests } = fake('5.2')
  expect(okOf(await client({ username: '', secret: 'qbt_key' }).test()).version).toBe('5.2.1')
  expect(requests).not.toContain('login')
  const reply = await client({ username: '', secret: 'other' }).test()
  expect(reply).toMatchObject({ failure: 'unreachable', detail: expect.stringContaining('API key') })
})

test('an existing torrent is the user’s, and is not changed', async () => {
  const { client, forms, requests } = fake('4.5', { infos: [info] })
  const forced = client({ settings: { start: 'forced' } })
  expect(okOf(await forced.send('One', torrent))).toEqual({ id: made.info_hash, added: false })
  expect(forms).toHaveLength(0)
  expect(requests.filter((each) => !/^login|^torrents\/info/.test(each))).toEqual([])
})

test.each([
  ['has no tag of ours, so it may be the user’s', {}, null],
  ['has another tag', { tags: 'panelkeep-0' }, null],
])('a torrent that exists after it was accepted, but %s', async (_, more, added) => {
  const infos: Record<string, unknown>[] = []
  const add = () => {
    infos.push({ ...info, ...more })
    return new Response('Ok.')
  }
  const { client } = fake('4.5', { infos, add })
  expect(okOf(await client().send('One', torrent))).toEqual({ id: made.info_hash, added })
})

test('qb-dup-200-fails: a torrent that the user adds at the same moment is the user’s', async () => {
  const infos: Record<string, unknown>[] = []
  const add = () => {
    infos.push(info)
    return new Response('Fails.')
  }
  const { client, requests } = fake('4.5', { infos, add })
  const forced = client({ settings: { start: 'forced' } })
  expect(okOf(await forced.send('One', torrent))).toEqual({ id: made.info_hash, added: false })
  expect(requests).not.toContain('torrents/setForceStart')
})

test.each([
  ['4.5', () => new Response('Fails.'), 'rejected'],
  ['4.5', () => new Response('Error: not a valid torrent file.', { status: 415 }), 'rejected'],
  ['4.5', () => new Response('', { status: 500 }), 'ambiguous'],
  // 4.5 also sends this for links that lead nowhere.
  ['4.5', () => new Response('Ok.'), 'ambiguous'],
  ['5.2', () => Response.json({ success_count: 0, failure_count: 1 }), 'rejected'],
  ['5.2', () => Response.json({ success_count: 0, failure_count: 1 }, { status: 409 }), 'rejected'],
  ['5.2', () => Response.json({ success_count: 0, pending_count: 1 }, { status: 202 }), 'ambiguous'],
] as const)('qBittorrent %s that does not list an accepted torrent: answer %#', async (dialect, add, failure) => {
  expect(await fake(dialect, { add }).client().send('One', torrent)).toMatchObject({ failure })
})

test.each<[Partial<ClientRow>, SendOptions, Record<string, string | undefined>]>([
  [{ settings: { start: 'paused' } }, {}, { paused: 'true', stopped: 'true' }],
  [{ settings: { directory: '/x' }, category: '' }, {}, { savepath: '/x', autoTMM: 'false', category: undefined }],
  [{ seed_ratio: 1, seed_minutes: 60 }, {}, { ratioLimit: '1', seedingTimeLimit: '60' }],
  [{ seed_ratio: 1 }, { minimum_ratio: 1.5 }, { ratioLimit: '1.5', seedingTimeLimit: undefined }],
  [{ seed_ratio: 1 }, { minimum_seed_seconds: 172_800 }, { ratioLimit: undefined }],
  [{ seed_minutes: 60 }, { minimum_seed_seconds: 172_800 }, { seedingTimeLimit: '2880' }],
])('with %j and a tracker that requires %j it gets these limits', async (row, sending, expected) => {
  const { client, forms } = fake('5.0')
  await client(row).send('One', torrent, sending)
  for (const [field, value] of Object.entries(expected)) expect(forms[0]?.[field]).toBe(value as string)
})

test('a forced start is requested after the torrent was added', async () => {
  const { client, requests } = fake('5.0')
  await client({ settings: { start: 'forced' } }).send('One', torrent)
  expect(requests.at(-1)).toBe('torrents/setForceStart')
})

test('a client that removes torrents after seeding gets a warning', async () => {
  const { client } = fake('4.5', { preferences: { max_ratio_act: 3, max_ratio_enabled: true } })
  const { warnings, categories, folder } = okOf(await client().test())
  expect(warnings).toEqual([expect.stringContaining('removes with its files')])
  expect([categories, folder]).toEqual([['comics'], '/dl/comics'])
})

test.each([
  [{ max_ratio_act: 1, max_seeding_time_enabled: true }, 1],
  [{ max_ratio_act: 1, max_ratio_enabled: true, max_seeding_time_enabled: true }, 1],
  [{ max_ratio_act: 1, max_ratio_enabled: false, max_seeding_time_enabled: false }, 0],
  [{ max_ratio_act: 1 }, 0],
  [{ max_ratio_act: 0, max_ratio_enabled: true }, 0],
  [{ max_ratio_enabled: true }, 0],
])('the options %j lead to warnings: %p', async (preferences, count) => {
  expect(okOf(await fake('5.0', { preferences }).client().test()).warnings).toHaveLength(count)
})

test.each([
  ['/own', 'comics', '/own'],
  [undefined, 'comics', '/dl/comics'],
  [undefined, '', '/dl'],
])('with the folder %p and the category %p completed downloads are in %s', async (directory, category, folder) => {
  const client = fake('5.0').client({ category, settings: directory ? { directory } : {} })
  expect(okOf(await client.test()).folder).toBe(folder)
})

test('an existing torrent is not started, under any setting', async () => {
  const { client, requests } = fake('5.0', { infos: [info] })
  await client({ settings: { start: 'forced' } }).send('One', torrent)
  expect(requests).not.toContain('torrents/setForceStart')
  const fresh = fake('5.0')
  await fresh.client().send('One', torrent)
  expect(fresh.requests).not.toContain('torrents/setForceStart')
})

test.each([
  ['metaDL', { size: -1, amount_left: -1 }, { state: 'stalled', total: undefined, done: undefined }],
  [
    'downloading',
    { amount_left: 2, dlspeed: 9, eta: 8_640_000 },
    { state: 'downloading', done: 3, speed: 9, eta: undefined },
  ],
  ['downloading', { amount_left: 2, dlspeed: 9, eta: 8_639_999 }, { eta: 8_639_999 }],
  ['downloading', { amount_left: 2, dlspeed: 9 }, { eta: undefined }],
  ['stoppedDL', {}, { state: 'paused', path: undefined }],
  ['moving', {}, { state: 'unpacking', path: undefined }],
  ['missingFiles', {}, { state: 'failed', detail: expect.stringContaining('gone') }],
  ['error', {}, { state: 'stalled', detail: expect.stringContaining('error') }],
  [
    'stalledUP',
    { ratio: 0.5, seeding_time: 7 },
    { state: 'seeding', path: '/dl/One.cbz', ratio: 0.5, seeded_seconds: 7 },
  ],
  ['pausedUP', { max_ratio: 1, ratio: 1 }, { state: 'done', goal_met: true }],
  ['stoppedUP', { max_ratio: -1, max_seeding_time: 2, seeding_time: 120 }, { state: 'done', goal_met: true }],
  // The user stopped it.
  ['stoppedUP', { max_ratio: 2, ratio: 1, max_seeding_time: -1 }, { state: 'done', goal_met: false }],
  ['uploading', { content_path: '/dl/' }, { path: undefined, detail: expect.stringContaining('are loose in /dl') }],
  ['uploading', { content_path: undefined, name: 'One.cbz' }, { path: '/dl/One.cbz' }],
  ['uploading', { save_path: 'C:\\dl', content_path: 'C:\\dl\\One' }, { path: 'C:\\dl\\One' }],
])('a torrent in state %s with %j is reported correctly', async (state, more, seen) => {
  const { client } = fake('5.0', { infos: [{ ...info, state, ...more }] })
  const sighting = okOf(await client().inspect([made.info_hash])).get(made.info_hash)
  expect({ ...sighting }).toMatchObject(seen)
})

test('a client that falls silent may have accepted the torrent, an unreachable one has not', async () => {
  const falls = () => {
    throw new Silence('no answer')
  }
  expect(await fake('5.0', { add: falls }).client().send('One', torrent)).toMatchObject({ failure: 'ambiguous' })
  const row = clientRow({ type: 'qbittorrent', address: 'http://elsewhere:1' })
  const reply = await new QBittorrent({ row, http: fakeHttp({}), clock: hurriedClock }).send('One', torrent)
  expect(reply).toMatchObject({ failure: 'unreachable' })
})

describe('a web interface that refuses', () => {
  /** Replies to the login and to the request after it. */
  const says = (login: () => Response, version = () => new Response('v5.0.1')) => {
    const http = fakeHttp({
      'qb:8080': (request) => (new URL(request.url).pathname.endsWith('auth/login') ? login() : version()),
    })
    const row = clientRow({ type: 'qbittorrent', address: 'http://qb:8080', username: 'reader', secret: 'secret' })
    return new QBittorrent({ row, http, clock: hurriedClock }).test()
  }
  const status =
    (code: number, text = 'no') =>
    () =>
      new Response(text, { status: code })
  const open = () => new Response('Ok.', { headers: { 'set-cookie': 'SID=s; path=/' } })

  test.each<[string, () => Response, () => Response, string]>([
    ['after wrong logins', status(403, 'banned'), status(403), 'blocked Panelkeep after failed logins: banned'],
    ['for an unknown host name', status(401), status(403), 'or the host name qb'],
    ['to a wrong password', status(200, 'Fails.'), status(403), 'rejects this user name and password.'],
    ['though it accepted the login', open, status(403), 'denied access after the login'],
    ['with 401 though it accepted the login', open, status(401), 'denied access after the login'],
    ['when there is nothing at the address', status(404), status(404), 'There is no qBittorrent at'],
    ['because of an internal error', status(500), status(500), 'answers with status 500'],
  ])('%s becomes a sentence', async (_, login, version, sentence) => {
    expect(await says(login, version)).toEqual({ failure: 'unreachable', detail: expect.stringContaining(sentence) })
  })
})
