import { beforeEach, describe, expect, test } from 'bun:test'
import { timelinePage } from '../../../base/activity/timeline-store'
import type { Tools } from '../../../base/work/operations'
import { testDatabase } from '../../../testing/database'
import {
  addProviderSeries,
  type FakeProvider,
  fakeIssueRecord,
  fakeProvider,
} from '../../../testing/fakes/metadata-provider'
import { makeIssues, makeSeries } from '../../../testing/make'
import { metadataHarness } from '../../../testing/metadata/metadata'
import { describeSeries } from '../../series/describe-store'
import { deleteSeries, findSeries, issuesOf } from '../../series/store'
import { putSeriesSource, seriesSourceOf, seriesSourcesOf } from '../store'
import { SeriesAdder } from './series-adder'

let comicvine: FakeProvider
let metron: FakeProvider
let anilist: FakeProvider
let harness: ReturnType<typeof metadataHarness>
beforeEach(() => {
  comicvine = fakeProvider('comicvine')
  metron = fakeProvider('metron')
  anilist = fakeProvider('anilist')
  harness = metadataHarness([comicvine, metron, anilist])
  addProviderSeries(comicvine, '18705', { facts: { name: 'Harbor Lights' }, issues: 12 })
})

async function add(id: string, choices: Parameters<typeof harness.adding.add>[1] = {}) {
  const answer = harness.adding.add(id, choices)
  await harness.operations.idle()
  return { ...answer, operation: answer.operation_id ? harness.operations.find(answer.operation_id) : undefined }
}
const row = (id: string) => findSeries(harness.db.read, id)
const intents = (id: string) => issuesOf(harness.db.read, id).map(({ number, intent }) => `${number} ${intent}`)

describe('adding', () => {
  test('creates the series and its issues', async () => {
    const { operation, ...answer } = await add('4050-18705')
    expect(answer).toMatchObject({ success: true, comicid: '18705', message: 'It is being added from ComicVine.' })
    expect(operation).toMatchObject({
      state: 'succeeded',
      progress: 1,
      detail: { comic_id: '18705', name: 'Harbor Lights', step: 'done', added: 12, total: 12 },
    })
    expect(row('18705')).toMatchObject({ name: 'Harbor Lights', total: 12, status: 'active', want_new: true })
  })

  test('of a long series lets other work run between its slices', async () => {
    addProviderSeries(comicvine, '7', { facts: { name: 'Long Harvest' }, issues: 1000 })
    const seen = new Set<number>()
    const looking = { on: true }
    const look = () => {
      seen.add(issuesOf(harness.db.read, '7').length)
      if (looking.on) setImmediate(look)
    }
    look()
    await add('7')
    looking.on = false
    expect([...seen]).toEqual(expect.arrayContaining([200, 400, 600, 800]))
  })

  test('twice is the same as once', async () => {
    const first = harness.adding.add('18705', {})
    expect(harness.adding.add('4050-18705', {}).operation_id).toBe(first.operation_id)
    await harness.operations.idle()
    expect(await add('18705')).toMatchObject({
      comicid: '18705',
      operation_id: null,
      message: 'Harbor Lights is already in the library.',
    })
    expect(comicvine.requests).toEqual(['series 18705', 'issues 18705'])
  })

  test('the same series from another provider links it', async () => {
    addProviderSeries(metron, '55', {
      facts: { name: 'Harbor Lights', imprint: 'Pier' },
      ids: { comicvine: '18705' },
      issues: 12,
    })
    await add('18705')
    const { operation } = await add('metron-55')
    expect(operation?.detail).toMatchObject({ comic_id: '18705' })
    expect(row('metron-55')).toBeUndefined()
    expect(row('18705')).toMatchObject({ imprint: 'Pier', total: 12 })
    expect((await add('metron-55')).comicid).toBe('18705')
  })

  test('joins a series that an older import made under that id', async () => {
    makeSeries(harness.db, { comic_id: '18705', name: 'harbor lights', description: 'By a file.' })
    makeIssues(harness.db, '18705', [1, 2])
    await add('18705')
    expect(seriesSourcesOf(harness.db.read, '18705').map(({ source }) => source)).toEqual(['comicvine', 'file'])
    expect(row('18705')).toMatchObject({ name: 'Harbor Lights', description: 'By a file.', total: 12 })
  })

  test('reports an invalid id, and an id that its provider does not list', async () => {
    expect(() => harness.adding.add('local-1', {})).toThrow('local-1 is no id of')
    const { operation } = await add('99')
    expect(operation).toMatchObject({ state: 'failed', error: 'ComicVine has no series 99.' })
    expect(row('99')).toBeUndefined()
  })
})

describe('wanted issues are', () => {
  beforeEach(() => {
    const issues = [
      fakeIssueRecord('1', '1', { release_date: '2026-11-20' }),
      fakeIssueRecord('2', '2', { release_date: '2026-11-21' }),
      fakeIssueRecord('3', '3', { issue_date: '2027-01' }),
      fakeIssueRecord('4', '4'),
    ]
    addProviderSeries(comicvine, '7', { facts: { name: 'Copper Orchard' }, issues })
  })
  const all = ['1 wanted', '2 wanted', '3 wanted', '4 wanted']
  const future = ['1 policy', '2 wanted', '3 wanted', '4 policy']
  const none = ['1 policy', '2 policy', '3 policy', '4 policy']

  test.each([
    ['all', false, false, all, true],
    ['future', true, true, future, true],
    ['none', true, true, none, false],
    [undefined, true, false, all, true],
    [undefined, false, true, future, true],
    [undefined, false, false, none, false],
  ] as const)(
    'with monitor %p, autowant_all %p and autowant_upcoming %p',
    async (monitor, autowant_all, autowant_upcoming, wanted, want_new) => {
      Object.assign(harness.monitorSettings, { autowant_all, autowant_upcoming })
      await add('7', { monitor })
      expect(intents('7')).toEqual([...wanted])
      expect(row('7')?.want_new).toBe(want_new)
    },
  )
})

test.each([
  ['ended', false],
  ['cancelled', false],
  ['ongoing', true],
  [undefined, true],
] as const)(
  'new issues of a run that is %p are wanted: %p, when only continuing ones are',
  async (publication, want_new) => {
    addProviderSeries(comicvine, '7', { facts: { name: 'Copper Orchard', publication }, issues: 2 })
    await add('7', { monitor: 'future', running_only: true })
    expect(row('7')?.want_new).toBe(want_new)
  },
)

test('a run that has ended gets its new issues when the user chose that', async () => {
  addProviderSeries(comicvine, '7', { facts: { name: 'Copper Orchard', publication: 'ended' }, issues: 2 })
  await add('7', { monitor: 'all' })
  expect(row('7')?.want_new).toBe(true)
})

describe('one addition', () => {
  let homes: string[]
  let adding: SeriesAdder
  beforeEach(() => {
    homes = []
    const { load, operations, monitorSettings } = harness
    adding = new SeriesAdder({
      load,
      operations,
      monitorSettings: () => monitorSettings,
      home: (_db, { name }, kind, root) => {
        homes.push(`${root}: ${name}, ${kind}`)
        return `/library/${kind}`
      },
    })
  })
  async function run(provider: 'comicvine' | 'anilist', provider_id: string, choices: object = {}) {
    const reports: [number, object][] = []
    const tools = {
      signal: new AbortController().signal,
      report: (share: number, detail: object) => void reports.push([share, detail]),
      persist: async (work: (tx: never) => unknown) => harness.db.write(work as never),
      operation_id: 'x',
    } as Tools
    const detail = await adding.run({ provider, provider_id, monitor: 'none', ...choices }, tools)
    return { detail, reports }
  }
  const lines = () =>
    timelinePage(harness.db.read, undefined, { limit: 50, offset: 0 })
      .rows.map(({ status, subject_label }) => `${status} ${subject_label}`)
      .toSorted()

  test.each<[what: string, 'comicvine' | 'anilist', facts: object, choices: object, home: string | undefined, location: string]>([
    ['its provider’s', 'anilist', { content_type: 'manga' }, {}, 'undefined: Clouds, manga', '/library/manga'],
    ['the one that was chosen', 'anilist', { content_type: 'manga' }, { content_type: 'comic', root: '/a' }, '/a: Clouds, comic', '/library/comic'],
    ['a comic’s when no kind is given', 'comicvine', { content_type: undefined }, {}, 'undefined: Clouds, comic', '/library/comic'],
    ['of no matter in a folder of its own', 'comicvine', {}, { location: '/own' }, undefined, '/own'],
  ])('has a folder of its kind, which is %s', async (_what, provider, facts, choices, home, location) => {
    addProviderSeries(provider === 'anilist' ? anilist : comicvine, '7', { facts: { name: 'Clouds', ...facts } })
    const { detail } = await run(provider, '7', choices)
    expect(homes).toEqual(home === undefined ? [] : [home])
    expect(row(detail!.comic_id)?.location).toBe(location)
  }) // biome-ignore format: a table

  test.each([
    [0, [0.05, 0.05]],
    [1, [0.05, 1]],
    [400, [0.05, 0.05 + 0.95 / 2, 1]],
  ])('of %d issues reports its progress', async (issues, shares) => {
    addProviderSeries(comicvine, '7', { facts: { name: 'Clouds' }, issues })
    const { detail, reports } = await run('comicvine', '7')
    expect(reports.map(([share]) => share)).toEqual(shares)
    expect(reports[0]![1]).toEqual({ comic_id: '7', name: 'Clouds', step: 'issues', added: 0, total: issues })
    expect(detail).toMatchObject({ step: 'done', added: issues, total: issues })
  })

  test('is reported from start to end, and to library listeners at the end', async () => {
    const events: string[] = []
    harness = metadataHarness(
      [comicvine],
      testDatabase(({ type }) => void events.push(type)),
    )
    const at = () => events.filter((type) => type === 'library.changed').length
    let before = 0
    comicvine.onAsked = () => {
      before = at()
    }
    await add('18705')
    expect(at() - before).toBe(1)
    expect(lines()).toEqual(['started Harbor Lights', 'succeeded Harbor Lights'])
  })

  test('that is resumed is reported as started once', async () => {
    comicvine.failures.push(undefined, { failure: 'banned', detail: 'Shut out.' })
    await add('18705')
    await add('18705')
    expect(lines()).toEqual(['failed Harbor Lights', 'started Harbor Lights', 'succeeded Harbor Lights'])
  })

  test('of a series that was removed meanwhile ends silently', async () => {
    comicvine.onAsked = (question) => {
      if (question.startsWith('issues')) harness.db.write((tx) => void deleteSeries(tx, '18705'))
    }
    const { detail } = await run('comicvine', '18705')
    expect([detail, row('18705'), lines()]).toEqual([undefined, undefined, ['started Harbor Lights']])
  })

  test('that is cancelled leaves the series active, and reports nothing', async () => {
    comicvine.onAsked = (question) => {
      if (question.startsWith('issues'))
        harness.operations.cancel(harness.operations.active('series_add')[0]!.operation_id)
    }
    expect((await add('18705')).operation?.state).toBe('cancelled')
    expect(row('18705')).toMatchObject({ status: 'active', total: 0 })
    expect(lines()).toEqual(['started Harbor Lights'])
  })

  test('leaves a paused series paused', async () => {
    makeSeries(harness.db, { comic_id: '18705', status: 'paused' })
    await add('18705')
    expect(row('18705')).toMatchObject({ status: 'paused', total: 12 })
  })

  test('links a series that was matched by hand, whatever its name', async () => {
    makeSeries(harness.db, { comic_id: 'local-1', name: 'harbor lights' })
    const at = harness.clock.now()
    harness.db.write((tx) =>
      putSeriesSource(tx, { comic_id: 'local-1', source: 'comicvine', provider_id: '18705', facts: {}, said_at: at }),
    )
    expect((await add('18705')).comicid).toBe('local-1')
    expect(row('local-1')).toMatchObject({ name: 'Harbor Lights', total: 12 })
    expect(row('18705')).toBeUndefined()
    harness.db.write((tx) => describeSeries(tx, 'local-1', { status: 'paused' }, at))
    expect((await add('18705')).message).toBe('Harbor Lights is already in the library.')
  })
})

describe('before an addition begins', () => {
  test('its provider and its folder are checked', () => {
    makeSeries(harness.db, { comic_id: 'local-1', name: 'Clouds', location: '/library/Clouds' })
    expect(() => harness.adding.add('18705', { location: '/library/Clouds' })).toThrow(
      '/library/Clouds is already the folder of Clouds. Choose another folder.',
    )
    harness.load.providers = {
      ...harness.load.providers,
      disabledReason: (name) =>
        name === 'comicvine' ? { failure: 'disabled', detail: 'ComicVine is disabled.' } : undefined,
    }
    expect(() => harness.adding.add('18705', {})).toThrow('ComicVine is disabled.')
    expect(harness.operations.active('series_add')).toEqual([])
  })

  test('each may have its own check, which an existing series does not need', async () => {
    const checked: string[] = []
    const begin = () => harness.adding.begin('18705', {}, ({ provider_id }) => void checked.push(provider_id))
    begin()
    begin()
    await harness.operations.idle()
    begin()
    expect(checked).toEqual(['18705'])
  })
})

describe('a provider that', () => {
  test('limits requests is waited for, and the work says until when', async () => {
    const until = '2026-11-21T08:30:00.000Z'
    comicvine.failures.push(undefined, { failure: 'limit', detail: 'Too many.', until })
    const { operation_id } = harness.adding.add('18705', {})
    await harness.clock.advance('1 min')
    expect(harness.operations.find(operation_id!)).toMatchObject({
      state: 'running',
      detail: { step: 'issues', waiting_until: until },
    })
    expect(row('18705')?.status).toBe('loading')
    await harness.clock.advance('30 min')
    await harness.operations.idle()
    expect(harness.operations.find(operation_id!)).toMatchObject({ state: 'succeeded' })
    expect(row('18705')).toMatchObject({ status: 'active', total: 12 })
  })

  test('bans us ends the addition with its sentence, and a retry continues it', async () => {
    comicvine.failures.push(undefined, { failure: 'banned', detail: 'ComicVine has shut us out.' })
    const { operation } = await add('18705', { monitor: 'all' })
    expect(operation).toMatchObject({ state: 'failed', error: 'ComicVine has shut us out.' })
    expect(row('18705')).toMatchObject({ status: 'active', total: 0 })
    expect(seriesSourceOf(harness.db.read, '18705', 'comicvine')?.changed).toBeNull()
    await add('18705', { monitor: 'all' })
    expect(row('18705')).toMatchObject({ total: 12, wanted: 12 })
  })

  test('fails permanently leaves the choice of issues to the pass that adds them', async () => {
    const banned = { failure: 'banned', detail: 'ComicVine has shut us out.' } as const
    for (const [id, monitor, wanted] of [
      ['18705', 'all', 12],
      ['7', 'none', 0],
    ] as const) {
      addProviderSeries(comicvine, id, { facts: { name: 'Harbor Lights' }, issues: 12 })
      comicvine.failures.push(undefined, banned)
      expect((await add(id, { monitor })).operation).toMatchObject({ state: 'failed' })
      harness.refreshing.begin(id)
      await harness.operations.idle()
      expect(row(id)).toMatchObject({ total: 12, wanted })
    }
  })

  test('never answers is given up after some attempts', async () => {
    comicvine.failures.push(
      ...Array.from({ length: 20 }, () => ({ failure: 'unreachable', detail: 'Silent.' }) as const),
    )
    const { operation_id } = harness.adding.add('18705', {})
    await harness.clock.advance('1 h')
    expect(harness.operations.find(operation_id!)).toMatchObject({ state: 'failed', error: 'Silent.' })
    expect(comicvine.requests.length).toBe(8)
  })
})

test('a series with only a count of issues gets that many, unless another provider lists them', async () => {
  const counted = ['1', '2'].map((number) => fakeIssueRecord(`30002-v${number}`, number, { unit: 'volume' }))
  addProviderSeries(anilist, '30002', { facts: { name: 'Paper Wolves', last_volume: '2' }, issues: counted })
  await add('al-30002')
  expect(issuesOf(harness.db.read, 'al-30002').map(({ issue_id }) => issue_id)).toEqual(['al-30002-v1', 'al-30002-v2'])
  expect(row('al-30002')).toMatchObject({ content_type: 'manga', reading_direction: 'rtl' })

  addProviderSeries(anilist, '30003', {
    facts: { name: 'Harbor Lights' },
    ids: { comicvine: '18705' },
    issues: counted,
  })
  await add('18705')
  expect((await add('al-30003')).operation?.state).toBe('succeeded')
  expect(anilist.requests).not.toContain('issues 30003')
  expect(row('18705')?.total).toBe(12)
})

test('interrupted between any two slices and resumed, it gives the same result', async () => {
  const issues = (count: number) =>
    addProviderSeries(comicvine, '9', { facts: { name: 'Winter Atlas' }, issues: count, from: 50_000 })
  issues(650)
  await add('9', { monitor: 'all' })
  const whole = { row: { ...row('9'), added_at: '', updated_at: '' }, intents: intents('9') }
  for (let cut = 1; cut <= 8; cut++) {
    comicvine = fakeProvider('comicvine')
    harness = metadataHarness([comicvine])
    issues(650)
    let writes = 0
    const { db } = harness
    const write = db.write.bind(db)
    let stop: Promise<void> | undefined
    db.write = (work) => {
      const done = write(work)
      if (++writes === cut) stop = harness.operations.stop()
      return done
    }
    harness.adding.add('9', { monitor: 'all' })
    await harness.operations.idle()
    await stop
    db.write = write
    const next = harness.boot()
    next.operations.recover()
    await next.operations.idle()
    expect(intents('9'), `after write ${cut}`).toEqual(whole.intents)
    expect({ ...row('9'), added_at: '', updated_at: '' } as unknown, `after write ${cut}`).toEqual(whole.row)
  }
})
