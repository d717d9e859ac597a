import { describe, expect, test } from 'bun:test'
import { systemFiles } from '../../../../base/platform/files'
import { clientRow } from '../../../../testing/downloads/clients'
import { fakeHttp, Silence } from '../../../../testing/fakes/http'
import { type FakeSabnzbd, fakeSabnzbd } from '../../../../testing/fakes/sabnzbd'
import type { ClientRow } from '../store'
import { Sabnzbd } from './sabnzbd'
import { sabnzbdHistoryItem, sabnzbdQueueItems } from './sabnzbd-jobs'

const row = (more: Partial<ClientRow> = {}) =>
  clientRow({ type: 'sabnzbd', name: 'SAB', address: 'http://sab.test', secret: 'sab-key', ...more })
const clientOf = (fake: Pick<FakeSabnzbd, 'fetch'>, more: Partial<ClientRow> = {}) =>
  new Sabnzbd({ row: row(more), http: fakeHttp({ 'sab.test': fake.fetch }), ...shelf })
const nzb = { kind: 'nzb' as const, name: 'x', bytes: new TextEncoder().encode('<nzb/>') }
const shelf = { files: systemFiles, local: (path: string) => path }
const saying = (sentence: string): never => expect.stringContaining(sentence) as never

describe.each(['3.7.1', '4.5.3', '5.0.0'])('SABnzbd %s', (version) => {
  test('is healthy, and reports its folder for downloads', async () => {
    expect(await clientOf(fakeSabnzbd(version)).test()).toEqual({
      ok: { version, warnings: [], categories: ['comics'], folder: '/data/complete/comics' },
    })
  })

  test('gets the file under our name, and finds it again by its mark', async () => {
    const fake = fakeSabnzbd(version)
    const client = clientOf(fake, { settings: { priority: 'high' } })
    const sent = await client.send('Harbor Lights 001 [0badcafe]', nzb)
    expect(sent).toEqual({ ok: { id: 'SABnzbd_nzo_1', added: true } })
    expect(fake.requests.at(-1)).toMatchObject({ mode: 'addfile', cat: 'comics', priority: '1' })
    fake.queue[0]!.filename = 'Harbor.Lights.001 [0badcafe]'
    expect(await client.find('Harbor Lights 001 [0badcafe]')).toEqual(sent)
    expect(await client.find('Harbor Lights 001 [0badbabe]')).toEqual({ ok: null })
  })

  test('raises and lowers a priority by one step, up to its highest and lowest', async () => {
    const fake = fakeSabnzbd(version)
    fake.queue.push({ nzo_id: 'a', filename: 'x', status: 'Queued', priority: 'Normal' })
    const client = clientOf(fake)
    const priority = async () => {
      const seen = await client.inspect(['a'])
      return 'ok' in seen && seen.ok.get('a')?.priority
    }
    const after = async (change: 'up' | 'down') => {
      const reply = await client.control('a', change)
      return 'ok' in reply ? priority() : reply.detail
    }
    expect(await priority()).toBe('normal')
    expect([await after('up'), await after('up'), await after('up')]).toEqual([
      'high',
      'force',
      'SAB has no higher priority for this download.',
    ])
    for (const _ of ['high', 'normal', 'low']) await after('down')
    expect([await priority(), await after('down')]).toEqual(['low', 'SAB has no lower priority for this download.'])
    expect(await client.control('gone', 'up')).toMatchObject({ failure: 'rejected' })
  })

  test.each(['up', 'down', 'first', 'last'] as const)(
    'keeps a paused job paused when it moves it %s',
    async (change) => {
      const fake = fakeSabnzbd(version)
      for (const nzo_id of ['a', 'b', 'c'])
        fake.queue.push({ nzo_id, filename: nzo_id, status: nzo_id === 'b' ? 'Paused' : 'Queued', priority: 'Normal' })
      expect(await clientOf(fake).control('b', change)).toEqual({ ok: true })
      expect(fake.queue.map(({ status }) => status)).toEqual(['Queued', 'Paused', 'Queued'])
    },
  )

  test('removes a job permanently', async () => {
    const fake = fakeSabnzbd(version)
    fake.history.push({ nzo_id: 'a', name: 'x', status: 'Completed', storage: '/data/x', bytes: 5 })
    const client = clientOf(fake)
    expect(await client.inspect(['a'])).toEqual({
      ok: new Map([['a', { state: 'done', total: 5, done: 5, path: '/data/x' }]]),
    })
    expect(await client.remove('a', { files: false })).toEqual({ ok: true })
    expect([...fake.history, ...fake.archive]).toEqual([])
    expect(await client.inspect(['a'])).toEqual({ ok: new Map() })
  })

  test.each([
    ['Verifying', 'checking'],
    ['QuickCheck', 'checking'],
    ['Repairing', 'unpacking'],
    ['Completed', 'unpacking'],
  ])('reports that a history entry in state %s is %s', async (status, state) => {
    const fake = fakeSabnzbd(version)
    fake.history.push({ nzo_id: 'a', name: 'x', status, storage: '', bytes: 5 })
    expect(await clientOf(fake).inspect(['a'])).toEqual({ ok: new Map([['a', { state, total: 5, done: 5 }]]) } as never)
  })

  test('gets no release while it deletes its history at once', async () => {
    const fake = fakeSabnzbd(version)
    fake.misc = {
      ...fake.misc,
      history_retention: '-1',
      ...(version > '4' && { history_retention_option: 'all-delete' }),
    }
    expect(await clientOf(fake).test()).toMatchObject({ failure: 'rejected', detail: saying('keeps no history') })
  })
})

test('a folder below the home of its account is resolved to a full path', async () => {
  const fake = fakeSabnzbd('4.5.3')
  fake.misc.complete_dir = 'Downloads/complete'
  expect(await clientOf(fake).test()).toMatchObject({ ok: { folder: '/home/sab/Downloads/complete/comics' } })
})

test('a password is sent besides the name', async () => {
  const fake = fakeSabnzbd('4.5.3')
  await clientOf(fake).send('One [0badcafe]', { ...nzb, password: 'hush' })
  expect(fake.requests.at(-1)).toMatchObject({ nzbname: 'One [0badcafe]', password: 'hush' })
})

test('a release of another kind, or an unreadable one, is rejected', async () => {
  const magnet = { kind: 'magnet', name: 'x', link: 'magnet:?', info_hash: 'f' } as const
  expect(await clientOf(fakeSabnzbd('4.5.3')).send('One', magnet)).toMatchObject({ detail: saying('NZB files only') })
  const says = (reply: object) => clientOf({ fetch: () => Response.json(reply) }).send('One [1]', nzb)
  expect(await says({ status: false, nzo_ids: ['a'] })).toMatchObject({
    failure: 'rejected',
    detail: saying('found nothing'),
  })
  expect(await says({ status: true, nzo_ids: [] })).toMatchObject({ failure: 'rejected' })
  expect(await says({ status: true })).toMatchObject({ failure: 'rejected' })
  expect(await says({ status: false, error: 'no room' })).toMatchObject({ detail: saying('no room') })
  expect(await says({ status: true, nzo_ids: ['a'] })).toEqual({ ok: { id: 'a', added: true } })
})

test('a job that was not removed is still there', async () => {
  const slots = [{ nzo_id: 'a', status: 'Moving' }]
  const client = clientOf({ fetch: () => Response.json({ status: true, history: { slots } }) })
  expect(await client.remove('a', { files: true })).toMatchObject({
    failure: 'unreachable',
    detail: saying('still working on the download'),
  })
})

test('a job that the user archived is found there', async () => {
  const fake = fakeSabnzbd('4.5.3')
  fake.archive.push({ nzo_id: 'a', name: 'One [0badcafe]', status: 'Completed', storage: '/data/x', bytes: 5 })
  expect(await clientOf(fake).inspect(['a'])).toMatchObject({ ok: new Map([['a', expect.anything()]]) })
  expect(await clientOf(fake).find('One [0badcafe]')).toEqual({ ok: { id: 'a', added: true } })
})

test('settings that lose or rename downloads are reported', async () => {
  const fake = fakeSabnzbd('4.5.3')
  fake.categories[1]!.dir = 'comics*'
  fake.sorters.push({ is_active: 1, sort_cats: ['comics'] })
  expect(await clientOf(fake).test()).toMatchObject({
    ok: { warnings: [saying('ends with *'), saying('sorts comics itself')], folder: '/data/complete/comics' },
  })
  const older = fakeSabnzbd('3.7.1')
  Object.assign(older.misc, { enable_movie_sorting: 1, movie_categories: ['comics'] })
  expect(await clientOf(older).test()).toMatchObject({ ok: { warnings: [saying('sorts comics itself')] } })
  expect(await clientOf(older, { category: 'manga' }).test()).toMatchObject({
    ok: { warnings: [saying('choose one of comics')], folder: '/data/complete' },
  })
})

test.each([
  [
    'Access denied - Hostname verification failed: https://sabnzbd.org/hostname-check',
    403,
    'Add sab.test to host_whitelist',
  ],
  ['Access denied', 403, 'External internet access'],
  ['API Key Required', 403, 'rejected this API key'],
  ['Not found', 404, 'There is no SABnzbd at'],
  ['<html>', 502, 'status 502'],
  ['<html>', 200, 'something else than expected'],
])('"%s" with status %p becomes a sentence', async (text, status, sentence) => {
  const client = clientOf({ fetch: () => new Response(text, { status }) })
  expect(await client.test()).toEqual({ failure: 'unreachable', detail: saying(sentence) })
})

test('without a reply to a sent release its fate is open; for other requests the client is unreachable', async () => {
  const client = clientOf({
    fetch: () => {
      throw new Silence()
    },
  })
  expect(await client.send('x [1]', nzb)).toMatchObject({ failure: 'ambiguous', detail: saying('no answer within') })
  expect(await client.inspect(['a'])).toMatchObject({ failure: 'unreachable' })
})

describe('a job in the queue', () => {
  const seen = (slot: Record<string, unknown>, queue: Record<string, unknown> = {}) =>
    sabnzbdQueueItems({ paused: false, kbpersec: '512.5', ...queue }, [
      { nzo_id: 'a', mb: '10.0', mbleft: '4', ...slot },
    ]).get('a')

  test('reports its progress', () => {
    expect(seen({ status: 'Downloading', timeleft: '0:01:40', priority: 'Normal' })).toEqual({
      state: 'downloading',
      total: 10_485_760,
      done: 6_291_456,
      priority: 'normal',
      speed: 524_800,
      eta: 100,
    })
    expect(seen({ status: 'Downloading', timeleft: '1:02:00:00' })).toMatchObject({ eta: 93_600 })
  })

  test.each([
    [{ status: 'Queued' }, {}, 'queued'],
    [{ status: 'Grabbing' }, {}, 'queued'],
    [{ status: 'Propagating' }, {}, 'queued'],
    [{ status: 'Paused' }, {}, 'paused'],
    [{ status: 'Queued', priority: 0 }, { paused: true }, 'paused'],
    [{ status: 'Downloading', priority: 'Force' }, { paused: true }, 'downloading'],
    [{ status: 'Checking' }, {}, 'checking'],
    [{ status: 'Paused', filename: 'ENCRYPTED / x' }, {}, 'failed'],
    [{ status: 'Paused', labels: ['ENCRYPTED'] }, {}, 'failed'],
    [{ status: 'Paused', labels: ['UNWANTED'] }, {}, 'failed'],
  ])('%j while the queue is %j: %s', (slot, queue, state) => {
    expect(seen(slot, queue)?.state).toBe(state as never)
  })

  test.each([
    ['QuickCheck', 'checking'],
    ['Verifying', 'checking'],
    ['Repairing', 'unpacking'],
    ['Extracting', 'unpacking'],
    ['Moving', 'unpacking'],
    ['Running', 'unpacking'],
    ['Fetching', 'downloading'],
  ])('%s is %s', (status, state) => {
    expect(seen({ status })?.state).toBe(state as never)
  })

  test('with forced priority continues in a paused queue', () => {
    expect(seen({ status: 'Downloading', priority: '2' }, { paused: true })?.state).toBe('downloading')
    expect(seen({ status: 'Downloading', priority: '1' }, { paused: true })?.state).toBe('paused')
  })

  test('has no speed and no remaining time while it stands still, or while they are unknown', () => {
    expect(seen({ status: 'Queued', timeleft: '0:01:40' })).toEqual({
      state: 'queued',
      total: 10_485_760,
      done: 6_291_456,
    })
    for (const timeleft of ['0:00:00', 'unknown', '1:40', ''])
      expect(seen({ status: 'Downloading', timeleft })).toMatchObject({ eta: undefined, speed: 524_800 } as never)
    expect(seen({ status: 'Downloading', mb: '', mbleft: '4' })).toMatchObject({
      total: undefined,
      done: undefined,
    } as never)
    expect(seen({ status: 'Downloading', mbleft: 'x' }, { kbpersec: '' })).toMatchObject({
      done: undefined,
      speed: 0,
    } as never)
  })

  test('reports why it is paused', () => {
    const why = (slot: object, queue: object = {}) => seen({ status: 'Paused', ...slot }, { ...queue })?.detail
    expect(why({})).toBe('It is paused in SABnzbd.')
    expect(why({}, { paused: true })).toContain('whole queue')
    expect(why({ labels: ['TOO LARGE'] })).toContain('larger than its limit')
    expect(why({ status: 'Queued', labels: ['DUPLICATE'] })).toBeUndefined()
  })

  test('reports why it waits', () => {
    expect(seen({ status: 'Paused', labels: ['DUPLICATE'] })?.detail).toContain('duplicate')
    expect(seen({ status: 'Queued' }, { paused: true })?.detail).toContain('whole queue')
    expect(seen({ status: 'Paused', labels: ['ENCRYPTED'] })).toMatchObject({ blames: true })
  })
})

describe('a job in the history', () => {
  test.each([
    ['Queued', 'unpacking'],
    ['Verifying', 'checking'],
    ['Repairing', 'unpacking'],
    ['Extracting', 'unpacking'],
    ['Moving', 'unpacking'],
    ['Running', 'unpacking'],
    ['Completed', 'unpacking'],
  ])('in state %s is still %s until its path is known', (status, state) => {
    expect(sabnzbdHistoryItem({ status, bytes: 5, storage: '' })).toMatchObject({ state, total: 5 } as never)
  })

  test.each([
    ['Aborted, cannot be completed - https://sabnzbd.org/not-complete', true],
    ['Download failed - Not on your server(s) - https://sabnzbd.org/not-complete', true],
    ['Repair failed, not enough repair blocks (3 short)', true],
    ['Unpacking failed, archive requires a password', true],
    ['Unpacking failed, CRC error', true],
    ['Unpacking failed, write error or disk is full?', false],
    ['Unpacking failed, path is too long', false],
    ['Cannot create final folder /data/x', false],
    ['Script exit code is 1', false],
    ['Post-processing was aborted (power failure?)', false],
  ])('that failed with "%s" blames the release: %p', (fail_message, blames) => {
    expect(sabnzbdHistoryItem({ status: 'Failed', fail_message })).toMatchObject({
      state: 'failed',
      blames,
      detail: fail_message,
    })
  })
})
