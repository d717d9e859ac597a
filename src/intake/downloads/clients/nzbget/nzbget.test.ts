import { describe, expect, test } from 'bun:test'
import { systemFiles } from '../../../../base/platform/files'
import { clientRow } from '../../../../testing/downloads/clients'
import { fakeHttp } from '../../../../testing/fakes/http'
import { Nzbget } from './nzbget'
import { nzbgetGroupItem, nzbgetHistoryItem } from './nzbget-jobs'

type Answers = Record<string, (params: unknown[]) => unknown>

const SETTINGS = {
  KeepHistory: '7',
  MainDir: '/data',
  DestDir: '/data/done',
  AppendCategoryDir: 'yes',
  'Category1.Name': 'Comics',
}
const config = (settings: Record<string, string>) => () =>
  Object.entries(settings).map(([Name, Value]) => ({ Name, Value }))

/** NZBGet with these replies by method; newer versions differ in their number and in added fields. */
function nzbget(answers: Answers, version = '25.3') {
  const calls: { method: string; params: unknown[] }[] = []
  const all: Answers = {
    version: () => version,
    config: config(SETTINGS),
    listgroups: () => [],
    history: () => [],
    ...answers,
  }
  const http = fakeHttp({
    'nzbget.test:6789': async (request) => {
      const call = (await request.json()) as (typeof calls)[number]
      calls.push(call)
      const answer = all[call.method]
      if (answer) return Response.json({ version: '1.1', id: 1, result: answer(call.params) })
      return Response.json({
        version: '1.1',
        id: 1,
        error: { name: 'JSONRPCError', code: 1, message: 'Invalid procedure' },
      })
    },
  })
  const row = clientRow({ type: 'nzbget', name: 'NZBGet', address: 'http://nzbget.test:6789', category: 'comics' })
  return {
    calls,
    client: new Nzbget({ row, http, ...shelf }),
    with: (more: Partial<typeof row>) => new Nzbget({ row: { ...row, ...more }, http, ...shelf }),
  }
}
const shelf = { files: systemFiles, local: (path: string) => path }
const saying = (sentence: string): never => expect.stringContaining(sentence) as never
const bytes = new TextEncoder().encode('<nzb/>')

test.each(['21.0', '24.8', '25.3-testing'])(
  'version %s is healthy, and reports its folder for downloads',
  async (version) => {
    expect(await nzbget({}, version).client.test()).toEqual({
      ok: { version, warnings: [], categories: ['Comics'], folder: '/data/done/comics' },
    })
  },
)

test('settings that lose downloads are reported', async () => {
  const forgetful = nzbget({ config: config({ ...SETTINGS, KeepHistory: '0' }) })
  expect(await forgetful.client.test()).toMatchObject({ failure: 'rejected', detail: saying('Set KeepHistory') })
  expect(await nzbget({}).with({ category: 'manga' }).test()).toMatchObject({
    ok: { warnings: [saying('choose one of Comics')] },
  })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: so NZBGet writes it
  const own = nzbget({ config: config({ ...SETTINGS, 'Category1.DestDir': '${MainDir}/books' }) })
  expect(await own.client.test()).toMatchObject({ ok: { folder: '/data/books' } })
})

test('a job is ours only by our own parameter', async () => {
  const job = (Name: string, Value: string) => ({ NZBID: 7, Parameters: [{ Name, Value }] })
  expect(await nzbget({ history: () => [job('drone', 'One [1]')] }).client.find('One [1]')).toEqual({
    ok: { id: '7', added: true },
  })
  expect(await nzbget({ history: () => [job('drone', 'Two [1]')] }).client.find('One [1]')).toEqual({ ok: null })
  expect(await nzbget({ listgroups: () => [job('other', 'One [1]')] }).client.find('One [1]')).toEqual({ ok: null })
})

test('an account that may only add jobs reports its missing rights', async () => {
  const { client } = nzbget({ append: () => 0 })
  expect(await client.send('One [1]', { kind: 'nzb', name: 'x', bytes })).toMatchObject({ failure: 'rejected' })
  const http = fakeHttp({ 'nzbget.test': () => Response.json({ error: { message: 'Access denied' } }) })
  const row = clientRow({ type: 'nzbget', address: 'http://nzbget.test' })
  expect(await new Nzbget({ row, http, ...shelf }).test()).toMatchObject({ detail: saying('may need more rights') })
})

test.each([
  [401, 'rejects this user name and password'],
  [403, 'rejects this user name and password'],
  [404, 'There is no NZBGet at http://nzbget.test'],
  [503, 'There is no NZBGet at http://nzbget.test'],
  [500, 'answers with status 500'],
])('status %i becomes a sentence', async (status, sentence) => {
  const http = fakeHttp({ 'nzbget.test': () => new Response('<html>', { status }) })
  const row = clientRow({ type: 'nzbget', address: 'http://nzbget.test' })
  expect(await new Nzbget({ row, http, ...shelf }).test()).toEqual({ failure: 'unreachable', detail: saying(sentence) })
})

test('a release is sent with the priority of the settings, and without a password if it has none', async () => {
  const { with: withRow, calls } = nzbget({ append: () => 12 })
  await withRow({ settings: { priority: 'high' } }).send('One [1]', { kind: 'nzb', name: 'x', bytes })
  expect(calls[0]?.params[3]).toBe(50)
  expect(calls[0]?.params.at(-1)).toEqual([['drone', 'One [1]']])
  const magnet = { kind: 'magnet', name: 'x', link: 'magnet:?', info_hash: 'f' } as const
  expect(await withRow({}).send('One', magnet)).toMatchObject({ failure: 'rejected', detail: saying('NZB files only') })
  expect(calls).toHaveLength(1)
})

test('only the requested jobs are looked up, in the queue first', async () => {
  const group = { NZBID: 1, Status: 'QUEUED' }
  const { client, calls } = nzbget({
    listgroups: () => [group, { ...group, NZBID: 9 }],
    status: () => ({ DownloadPaused: true }),
    history: () => [2, 8].map((NZBID) => ({ NZBID, Status: 'SUCCESS/ALL', DestDir: '/data/x', FileSizeLo: 5 })),
  })
  const looked = async (...ids: string[]) => {
    calls.length = 0
    const reply = await client.inspect(ids)
    const seen = 'ok' in reply ? [...reply.ok].map(([id, { state }]) => `${id} ${state}`) : []
    return [seen, calls.map(({ method }) => method)] as const
  }
  expect(await looked('1')).toEqual([['1 paused'], ['listgroups', 'status']])
  expect(await looked('2')).toEqual([['2 done'], ['listgroups', 'history']])
  expect((await looked('1', '2', '3'))[0]).toEqual(['2 done', '1 paused'])
})

test('a job is removed from queue and history; a parked one is first returned to the queue, for its parts', async () => {
  const removed = async (job: Record<string, unknown>, files: boolean) => {
    const { client, calls } = nzbget({ editqueue: () => true, history: () => [{ NZBID: 8 }, job] })
    expect(await client.remove('7', { files })).toEqual({ ok: true })
    const edits = calls.filter(({ method }) => method === 'editqueue')
    expect(edits.every(({ params }) => JSON.stringify(params[3]) === '[7]')).toBe(true)
    return edits.map(({ params }) => params[0])
  }
  const parked = { NZBID: 7, Status: 'FAILURE/PAR', RetryData: true }
  const all = ['GroupFinalDelete', 'HistoryReturn', 'GroupFinalDelete', 'HistoryFinalDelete']
  expect(await removed(parked, true)).toEqual(all)
  expect(await removed(parked, false)).toEqual(['GroupFinalDelete', 'HistoryFinalDelete'])
  expect(await removed({ ...parked, RetryData: false }, true)).toEqual(['GroupFinalDelete', 'HistoryFinalDelete'])
})

test('a release is sent with our name and its password, past the duplicate check', async () => {
  const { client, calls } = nzbget({ append: () => 12 })
  expect(await client.send('One [1]', { kind: 'nzb', name: 'x', bytes, password: 'hush' })).toEqual({
    ok: { id: '12', added: true },
  })
  const parameters = [
    ['drone', 'One [1]'],
    ['*Unpack:Password', 'hush'],
  ]
  const content = Buffer.from(bytes).toString('base64')
  expect(calls[0]?.params).toEqual(['One [1].nzb', content, 'comics', 0, false, false, '', 0, 'FORCE', parameters])
})

test('a hidden job in the history is found by our name', async () => {
  const job = { NZBID: 7, Name: 'renamed', Parameters: [{ Name: 'drone', Value: 'One [1]' }] }
  const { client, calls } = nzbget({ history: (params) => (params[0] === true ? [job] : []) })
  expect(await client.find('One [1]')).toEqual({ ok: { id: '7', added: true } })
  expect(calls.at(-1)).toMatchObject({ method: 'history', params: [true] })
})

describe('a job in the queue', () => {
  test('reports its progress, with sizes above 4 GB', () => {
    const group = { Status: 'DOWNLOADING', FileSizeHi: 1, FileSizeLo: 1000, RemainingSizeHi: 0, RemainingSizeLo: -1 }
    expect(nzbgetGroupItem(group, { DownloadRate: 1000 })).toEqual({
      state: 'downloading',
      total: 4_294_968_296,
      done: 1001,
      speed: 1000,
      eta: 4_294_967,
    })
  })

  test.each([
    ['QUEUED', false, 'queued'],
    ['QUEUED', true, 'paused'],
    ['DOWNLOADING', true, 'paused'],
    ['PAUSED', false, 'paused'],
    ['FETCHING', false, 'downloading'],
    ['PP_QUEUED', true, 'unpacking'],
    ['VERIFYING_SOURCES', false, 'checking'],
    ['REPAIRING', false, 'unpacking'],
    ['UNPACKING', false, 'unpacking'],
    ['MOVING', false, 'unpacking'],
    ['EXECUTING_SCRIPT', false, 'unpacking'],
    ['POST_UNPACK_RENAMING', false, 'unpacking'],
  ])('%s while downloads are paused is %p: %s', (Status, DownloadPaused, state) => {
    expect(nzbgetGroupItem({ Status }, { DownloadPaused }).state).toBe(state as never)
  })
})

describe('a job in the history', () => {
  const seen = (Status: string, more = {}) =>
    nzbgetHistoryItem({ Status, DestDir: '/data/inter', FileSizeLo: 5, ...more })

  test.each([
    'SUCCESS/ALL',
    'SUCCESS/UNPACK',
    'SUCCESS/PAR',
    'SUCCESS/HEALTH',
    'SUCCESS/GOOD',
    'SUCCESS/MARK',
    'WARNING/SCRIPT',
    'WARNING/HEALTH',
  ])('with %s is done, in the folder where a script left it', (status) => {
    expect(seen(status)).toEqual({ state: 'done', total: 5, done: 5, path: '/data/inter' })
    expect(seen(status, { FinalDir: '/data/final' })).toMatchObject({ path: '/data/final' })
  })

  test.each([
    ['FAILURE/HEALTH', true],
    ['FAILURE/PAR', true],
    ['FAILURE/UNPACK', true],
    ['FAILURE/SCAN', true],
    ['FAILURE/BAD', true],
    ['DELETED/HEALTH', true],
    ['WARNING/PASSWORD', true],
    ['WARNING/DAMAGED', true],
    ['WARNING/SPACE', false],
    ['FAILURE/MOVE', false],
    ['FAILURE/INTERNAL_ERROR', false],
    ['DELETED/MANUAL', false],
    ['DELETED/DUPE', false],
    ['DELETED/COPY', false],
  ])('with %s failed, and blames the release: %p', (status, blames) => {
    expect(seen(status)).toMatchObject({ state: 'failed', blames, detail: expect.stringMatching(/\.$/) as never })
  })

  test('without a path is lost', () => {
    expect(seen('SUCCESS/HIDDEN', { DestDir: '' })).toMatchObject({ state: 'failed', blames: false })
  })
})

test.each([
  [0, 'normal', '50', '-50'],
  [50, 'high', '100', '0'],
  [60, 'high', '100', '0'],
  [900, 'force', undefined, '100'],
  [-100, 'very low', '-50', undefined],
])('a job with priority %p is %p, one step up is %p, one down %p', async (MaxPriority, word, up, down) => {
  const group = { NZBID: 7, Status: 'QUEUED', MaxPriority, Parameters: [] }
  const { client, calls } = nzbget({ listgroups: () => [group], status: () => ({}), editqueue: () => true })
  const seen = await client.inspect(['7'])
  expect('ok' in seen && seen.ok.get('7')?.priority).toBe(word as never)
  const replies = [await client.control('7', 'up'), await client.control('7', 'down')]
  expect(replies.map((reply) => 'ok' in reply)).toEqual([up !== undefined, down !== undefined])
  const edits = calls.filter(({ method }) => method === 'editqueue').map(({ params }) => params)
  const values = [up, down].filter((value) => value !== undefined)
  expect(edits).toEqual(values.map((value) => ['GroupSetPriority', 0, value, [7]]))
  expect(await client.control('8', 'up')).toMatchObject({
    failure: 'rejected',
    detail: saying('no longer in the queue'),
  })
})
