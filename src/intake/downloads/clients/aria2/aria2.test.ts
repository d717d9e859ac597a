import { expect, test } from 'bun:test'
import { clientRow } from '../../../../testing/downloads/clients'
import { fakeHttp } from '../../../../testing/fakes/http'
import { makeTorrent } from '../../../../testing/torrents/make-torrent'
import { hurriedClock, okOf } from '../../../../testing/torrents/replies'
import type { ClientRow } from '../store'
import { Aria2 } from './aria2'

const made = makeTorrent({ announce: 'http://t/announce', name: 'One.cbz', content: new Uint8Array(5) })
const torrent = { kind: 'torrent', name: 'One', bytes: made.bytes, info_hash: made.info_hash } as const
const magnet = { kind: 'magnet', name: 'One', link: made.magnet, info_hash: made.info_hash } as const

type Entry = Record<string, unknown>
const WAITS = ['waiting', 'paused']

/** `lists` by status; errors have status 400, and every number is text. */
function fake(
  entries: Entry[] = [],
  { options = {}, features = ['BitTorrent'] }: { options?: Entry; features?: string[] } = {},
) {
  const calls: [string, ...unknown[]][] = []
  const no = (message: string) => Response.json({ id: 'x', error: { code: 1, message } }, { status: 400 })
  const http = fakeHttp({
    'nas:6800': async (request) => {
      const { method, params } = (await request.json()) as { method: string; params: unknown[] }
      if (params[0] !== 'token:secret') return no('Unauthorized')
      const [, first, , third] = params
      const name = method.replace('aria2.', '')
      calls.push([name, ...params.slice(1)])
      const entry = entries.find(({ gid }) => gid === first)
      const over = (each: Entry) => !['active', ...WAITS].includes(each.status as string)
      const results: Record<string, () => unknown> = {
        getVersion: () => ({ version: '1.37.0', enabledFeatures: features }),
        getGlobalOption: () => ({ dir: '/dl', ...options }),
        tellActive: () => entries.filter(({ status }) => status === 'active'),
        tellWaiting: () => entries.filter(({ status }) => WAITS.includes(status as string)),
        tellStopped: () => entries.filter(over),
        addTorrent: () => entries.push({ ...(third as Entry), status: 'active', infoHash: made.info_hash }),
        addUri: () => entries.push({ ...(params[2] as Entry), status: 'active', infoHash: made.info_hash }),
        tellStatus: () => entry,
        forceRemove: () => Object.assign(entry as Entry, { status: 'removed' }) && first,
        removeDownloadResult: () => entries.splice(entries.indexOf(entry as Entry), 1) && 'OK',
      }
      if (name === 'tellStatus' && !entry) return no(`GID ${first} is not found`)
      return Response.json({ id: 'x', result: results[name]?.() })
    },
  })
  const removed: string[] = []
  const client = (row: Partial<ClientRow> = {}) =>
    new Aria2({
      row: clientRow({ type: 'aria2', address: 'http://nas:6800', secret: 'secret', ...row }),
      http,
      clock: hurriedClock,
      files: {
        stat: async (path) => (path.endsWith('.cbz') ? { kind: 'file', size: 5, modifiedMs: 0, device: 1 } : undefined),
        remove: async (path) => {
          if (path.endsWith('locked.cbz')) throw Object.assign(new Error('no'), { code: 'EACCES' })
          removed.push(path)
        },
        removeEmptyFolder: async (path) => removed.push(`${path}/`) > 0,
      },
      local: (path) => path.replace('/dl', '/mnt/dl'),
    })
  return { calls, client, entries, removed }
}

const file = (path: string) => [{ path, length: '5', completedLength: '5' }]
const entry = {
  gid: '1',
  infoHash: made.info_hash,
  dir: '/dl',
  files: file('/dl/One.cbz'),
  totalLength: '5',
  completedLength: '5',
}

test('a torrent gets a GID derived from our name, and is identified by its hash', async () => {
  const { client, calls } = fake()
  const row = { seed_ratio: 1.5, seed_minutes: 30, settings: { directory: '/x', start: 'paused' } } as const
  expect(okOf(await client(row).send('One', torrent))).toEqual({ id: made.info_hash, added: true })
  const added = calls.find(([method]) => method === 'addTorrent')
  const gid = expect.stringMatching(/^[\da-f]{16}$/)
  expect(added?.[3]).toEqual({ dir: '/x', pause: 'true', 'seed-ratio': '1.5', 'seed-time': '30', gid })
  expect(okOf(await client().find('One'))).toEqual({ id: made.info_hash, added: true })
  expect(okOf(await client().find('Two'))).toBeNull()
})

test('aria2-ratio-0-is-for-ever: a torrent that must not seed gets no seed time', async () => {
  const { client, calls } = fake()
  okOf(await client({ seed_ratio: 0 }).send('One', torrent))
  const options = calls.find(([method]) => method === 'addTorrent')?.[3] as Entry
  expect([options['seed-ratio'], options['seed-time']]).toEqual([undefined, '0'])
})

test.each(['active', 'complete', 'error'])(
  'aria2-same-hash-fails-both: an existing torrent is the user’s, and is not changed while it is %s',
  async (status) => {
    const { client, calls } = fake([{ ...entry, status }])
    expect(okOf(await client().send('One', magnet))).toEqual({ id: made.info_hash, added: false })
    expect(calls.map(([method]) => method)).toEqual(['tellActive', 'tellWaiting', 'tellStopped'])
  },
)

test('a second download of the user that failed is not removed, nor are its files', async () => {
  const { client, entries, removed } = fake()
  okOf(await client().send('One', torrent))
  Object.assign(entries[0] as Entry, { dir: '/dl', files: file('/dl/One.cbz') })
  entries.push({ ...entry, gid: '2', status: 'error' })
  okOf(await client().remove(made.info_hash, { files: true }))
  expect([entries.map(({ gid }) => gid), removed]).toEqual([['2'], []])
})

test('a failed earlier download of ours is forgotten, and sent again', async () => {
  const { client, calls, entries } = fake()
  okOf(await client().send('One', torrent))
  Object.assign(entries[0] as Entry, { status: 'error', errorMessage: 'no space' })
  expect(okOf(await client().send('Two', magnet))).toEqual({ id: made.info_hash, added: true })
  expect(calls.map(([method]) => method).slice(-2)).toEqual(['removeDownloadResult', 'addUri'])
})

test('a magnet link is followed to its content', async () => {
  const { client, entries, calls } = fake()
  okOf(await client().send('One', magnet))
  const [metadata] = entries as [Entry]
  Object.assign(metadata, { status: 'complete', followedBy: ['2'], files: file('[METADATA]One'), totalLength: '9' })
  const queued = okOf(await client().inspect([made.info_hash])).get(made.info_hash)
  expect(queued).toMatchObject({ state: 'queued', total: undefined })
  entries.push({ ...entry, gid: '2', following: metadata.gid, status: 'active', seeder: 'true', uploadLength: '10' })
  const seen = okOf(await client().inspect([made.info_hash])).get(made.info_hash)
  expect(seen).toMatchObject({ state: 'seeding', path: '/dl/One.cbz', ratio: 2 })
  okOf(await client().remove(made.info_hash, { files: false }))
  expect(entries).toEqual([])
  expect(calls.filter(([method]) => method === 'forceRemove')).toEqual([['forceRemove', '2']])
})

test('a download without a successor is not a magnet link', async () => {
  const { client } = fake([{ ...entry, status: 'complete', followedBy: [] }])
  expect(okOf(await client().inspect([made.info_hash])).get(made.info_hash)).toMatchObject({ state: 'done', total: 5 })
})

test("the test reports the folder of the settings, or else the client's own", async () => {
  expect(
    okOf(
      await fake()
        .client({ settings: { directory: '/x' } })
        .test(),
    ).folder,
  ).toBe('/x')
})

test('files that aria2 leaves are removed if this machine has them, with empty folders, and no others', async () => {
  const files = [
    ...file('/dl/Pack/a.cbz'),
    ...file('/dl/Pack/more/b.cbz'),
    ...file('/dl/Pack/../../etc/c.cbz'),
    ...file('/other/d.cbz'),
  ]
  const { client, removed } = fake([{ ...entry, status: 'active', files }])
  okOf(await client().remove(made.info_hash, { files: true }))
  expect(removed).toEqual(['/mnt/dl/Pack/a.cbz', '/mnt/dl/Pack/more/b.cbz', '/mnt/dl/Pack/more/', '/mnt/dl/Pack/'])
})

test('a file that cannot be removed is reported', async () => {
  const { client } = fake([{ ...entry, status: 'active', files: file('/dl/locked.cbz') }])
  const reply = await client().remove(made.info_hash, { files: true })
  expect(reply).toEqual({ failure: 'rejected', detail: expect.stringContaining('/mnt/dl is read-only') })
})

test('the test reports errors and warnings', async () => {
  const wrong = await fake().client({ secret: 'wrong' }).test()
  expect(wrong).toMatchObject({ failure: 'unreachable', detail: expect.stringContaining('--rpc-secret') })
  const plain = await fake([], { features: ['HTTPS'] })
    .client()
    .test()
  expect(plain).toMatchObject({ failure: 'rejected', detail: expect.stringContaining('without BitTorrent') })
  const forgetful = okOf(await fake().client().test())
  expect(forgetful).toEqual({ version: '1.37.0', warnings: [expect.stringContaining('--save-session')], folder: '/dl' })
  expect(
    okOf(
      await fake([], { options: { 'save-session': '/s' } })
        .client()
        .test(),
    ).warnings,
  ).toEqual([])
})

test.each([
  [{ status: 'active', files: file('[METADATA]One'), totalLength: '0' }, { state: 'stalled', detail: expect.stringContaining('magnet') }],
  [{ status: 'active', completedLength: '2', downloadSpeed: '3' }, { state: 'downloading', total: 5, done: 2, speed: 3, eta: 1, path: undefined }],
  [{ status: 'active', totalLength: '0', downloadSpeed: '3' }, { total: undefined, done: undefined, eta: undefined, speed: 3 }],
  [{ status: 'active', completedLength: '2' }, { state: 'stalled', detail: undefined }],
  [{ status: 'active', verifiedLength: '2' }, { state: 'checking' }],
  [{ status: 'waiting' }, { state: 'queued' }],
  [{ status: 'paused', completedLength: '2' }, { state: 'paused' }],
  [{ status: 'complete' }, { state: 'done', goal_met: true, path: '/dl/One.cbz' }],
  [{ status: 'error', errorCode: '9', errorMessage: 'No space left.' }, { state: 'failed', detail: 'No space left.', blames: false }],
  [{ status: 'error', errorCode: '32' }, { state: 'failed', detail: expect.stringContaining('error 32'), blames: true }],
])('a download with %j is reported correctly', async (more, seen) => {
  const { client } = fake([{ ...entry, ...more }])
  const sighting = okOf(await client().inspect([made.info_hash])).get(made.info_hash)
  for (const [field, value] of Object.entries(seen)) expect(sighting?.[field as 'state']).toEqual(value as never)
}) // biome-ignore format: a row each
