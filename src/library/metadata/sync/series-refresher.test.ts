import { beforeEach, describe, expect, test } from 'bun:test'
import { timelinePage } from '../../../base/activity/timeline-store'
import type { Tools } from '../../../base/work/operations'
import {
  addProviderSeries,
  type FakeProvider,
  fakeIssueRecord,
  fakeProvider,
} from '../../../testing/fakes/metadata-provider'
import { makeSeries } from '../../../testing/make'
import { metadataHarness } from '../../../testing/metadata/metadata'
import { describeSeries } from '../../series/describe-store'
import { findIssue, findSeries, issuesOf } from '../../series/store'
import { issueSourcesOf, putIssueSource, putSeriesSource, seriesSourceOf } from '../store'
import { goneUpstream, hasChanged, intentFor } from './series-refresher'

let comicvine: FakeProvider
let metron: FakeProvider
let harness: ReturnType<typeof metadataHarness>
beforeEach(async () => {
  comicvine = fakeProvider('comicvine')
  metron = fakeProvider('metron')
  harness = metadataHarness([comicvine, metron])
  addProviderSeries(comicvine, '18705', { facts: { name: 'Harbor Lights' }, issues: 3 })
  harness.adding.add('18705', { monitor: 'none' })
  await harness.operations.idle()
  comicvine.requests.length = 0
})

const row = () => findSeries(harness.db.read, '18705')!
const numbers = () => issuesOf(harness.db.read, '18705').map(({ number, intent }) => `${number} ${intent}`)
async function refresh(ids = '18705') {
  const answer = harness.refreshing.refresh(ids)
  await harness.operations.idle()
  return { ...answer, operation: harness.operations.find(answer.operation_id)! }
}
/** The provider has one more issue and another name. */
const grow = () =>
  addProviderSeries(comicvine, '18705', {
    facts: { name: 'Harbor Lights Anew', publisher: 'Northgate' },
    issues: 4,
    changed: 'b',
  })

describe('refreshing', () => {
  test('adds data and new issues', async () => {
    grow()
    const { operation, message } = await refresh()
    expect(message).toBe('Harbor Lights is being refreshed.')
    expect(operation).toMatchObject({ state: 'succeeded', detail: { comic_id: '18705', step: 'done' } })
    expect(row()).toMatchObject({ name: 'Harbor Lights Anew', publisher: 'Northgate' })
    expect(numbers()).toEqual(['1 policy', '2 policy', '3 policy', '4 policy'])
  })

  test('wants new issues when the user wants them', async () => {
    harness.db.write((tx) => describeSeries(tx, '18705', { want_new: true }, harness.clock.now()))
    grow()
    await refresh()
    expect(numbers()).toEqual(['1 policy', '2 policy', '3 policy', '4 wanted'])
  })

  test("never changes the user's edits", async () => {
    const at = harness.clock.now()
    harness.db.write((tx) =>
      putSeriesSource(tx, { comic_id: '18705', source: 'user', facts: { name: 'Mine' }, said_at: at }),
    )
    grow()
    await refresh()
    expect(row()).toMatchObject({ name: 'Mine', publisher: 'Northgate' })
  })

  test('started twice at once is one', async () => {
    const first = harness.refreshing.refresh('18705')
    expect(harness.refreshing.refresh('18705')).toMatchObject({
      operation_id: first.operation_id,
      message: 'Harbor Lights is already being refreshed.',
    })
    await harness.operations.idle()
  })

  test('accepts several ids, and refuses unknown series and those from files only', async () => {
    makeSeries(harness.db, { comic_id: 'local-1', name: 'Loose Leaves' })
    expect(() => harness.refreshing.refresh('18705,none')).toThrow('There is no series none')
    expect(() => harness.refreshing.refresh('local-1')).toThrow('Loose Leaves is not matched')
    addProviderSeries(comicvine, '2', { facts: { name: 'Copper Orchard' }, issues: 1 })
    harness.adding.add('2', {})
    await harness.operations.idle()
    expect((await refresh('18705, 2')).message).toBe('2 series are being refreshed.')
  })
})

describe('a series that its provider removed', () => {
  test('keeps its issues and is marked until it returns', async () => {
    const known = comicvine.series_.get('18705')!
    comicvine.series_.delete('18705')
    await refresh()
    expect(row()).toMatchObject({ name: 'Harbor Lights', total: 3, removed_upstream_at: harness.clock.now() })
    const since = row().removed_upstream_at
    await harness.clock.advance('1 d')
    await refresh()
    expect(row().removed_upstream_at).toBe(since)
    comicvine.series_.set('18705', known)
    await refresh()
    expect(row().removed_upstream_at).toBeNull()
  })

  test('is not removed while another provider lists it', async () => {
    addProviderSeries(metron, '55', { facts: { name: 'Harbor Lights' }, ids: { comicvine: '18705' }, issues: 3 })
    harness.adding.add('metron-55', {})
    await harness.operations.idle()
    comicvine.series_.delete('18705')
    await refresh()
    expect(row().removed_upstream_at).toBeNull()
  })
})

test('an issue that disappeared at its provider stays, marked', async () => {
  comicvine.issues_.set('18705', comicvine.issues_.get('18705')!.slice(0, 2))
  await refresh()
  expect(numbers().length).toBe(3)
  expect(issueSourcesOf(harness.db.read, '1870503')[0]?.removed_at).toBe(harness.clock.now())
})

test('a number that changed at the provider changes here', async () => {
  const [one, two, three] = comicvine.issues_.get('18705')!
  const swapped = [
    { ...one!, facts: { number: '2' } },
    { ...two!, facts: { number: '1' } },
    { ...three!, facts: { number: '3.1' } },
  ]
  comicvine.issues_.set('18705', [...swapped, fakeIssueRecord('9', '3')])
  await refresh()
  expect(findIssue(harness.db.read, '1870501')?.number).toBe('2')
  expect(findIssue(harness.db.read, '1870502')?.number).toBe('1')
  expect(findIssue(harness.db.read, '1870503')?.number).toBe('3.1')
  expect(findIssue(harness.db.read, '9')?.number).toBe('3')
})

test('annuals are added with the issues unless the user does not want them', async () => {
  const annual = (id: string, number: string) => fakeIssueRecord(id, number, { kind: 'annual' })
  const all = comicvine.issues_.get('18705')!
  comicvine.issues_.set('18705', [...all, annual('901', '1')])
  await refresh()
  harness.load.annuals = () => false
  comicvine.issues_.set('18705', [...all, annual('901', '1'), annual('902', '2')])
  await refresh()
  const annuals = issuesOf(harness.db.read, '18705').filter(({ kind }) => kind === 'annual')
  expect(annuals.map(({ issue_id }) => issue_id)).toEqual(['901'])
  expect(issueSourcesOf(harness.db.read, '901')[0]?.removed_at).toBeNull()
})

test('each provider that lists issues is queried for them, also when another lists them', async () => {
  addProviderSeries(metron, '55', { facts: { name: 'Harbor Lights' }, ids: { comicvine: '18705' }, issues: 4 })
  harness.adding.add('metron-55', {})
  await harness.operations.idle()
  metron.requests.length = 0
  await refresh()
  expect(metron.requests).toEqual(['series 55', 'issues 55'])
  expect(numbers()).toHaveLength(4)
})

test('a failure leaves the series unchanged', async () => {
  comicvine.failures.push({ failure: 'unreadable', detail: 'ComicVine sent nonsense.' })
  const { operation } = await refresh()
  expect(operation).toMatchObject({ state: 'failed', error: 'ComicVine sent nonsense.' })
  expect(row()).toMatchObject({ name: 'Harbor Lights', total: 3, status: 'active' })
})

test('a series that was removed while it was refreshed stays removed', async () => {
  comicvine.onAsked = () => harness.db.write((tx) => void tx.run("delete from series where comic_id = '18705'"))
  const { operation } = await refresh()
  expect(operation.state).toBe('succeeded')
  expect(findSeries(harness.db.read, '18705')).toBeUndefined()
})

test('a series that was removed while its issues were listed ends the refresh', async () => {
  comicvine.onAsked = (question) => {
    if (question.startsWith('issues'))
      harness.db.write((tx) => void tx.run("delete from series where comic_id = '18705'"))
  }
  const { operation } = await refresh()
  expect(operation.detail ?? {}).not.toMatchObject({ step: 'done' })
  expect(findSeries(harness.db.read, '18705')).toBeUndefined()
})

describe('the series to refresh', () => {
  test('are a list of ids without empty and repeated ones', async () => {
    expect((await refresh(' 18705,, 18705 ,')).message).toBe('Harbor Lights is being refreshed.')
    for (const ids of ['', ' , ']) expect(() => harness.refreshing.refresh(ids)).toThrow('Say which series to refresh.')
  })

  test('are active only when all of them are', async () => {
    addProviderSeries(comicvine, '2', { facts: { name: 'Copper Orchard' }, issues: 1 })
    harness.adding.add('2', {})
    await harness.operations.idle()
    harness.refreshing.refresh('2')
    expect(harness.refreshing.refresh('18705,2').message).toBe('2 series are being refreshed.')
    expect(harness.refreshing.refresh('18705,2').message).toBe('2 series are already being refreshed.')
    await harness.operations.idle()
  })
})

describe('a refresh', () => {
  const stopping = () => new AbortController()
  function run(payload: object, signal = stopping().signal) {
    const shares: number[] = []
    const tools = {
      signal,
      report: (share: number) => void shares.push(share),
      persist: async (work: (tx: never) => unknown) => harness.db.write(work as never),
      operation_id: 'x',
    } as Tools
    return harness.refreshing.run(payload, tools).then((detail) => ({ detail, shares }))
  }
  const lines = () =>
    timelinePage(harness.db.read, undefined, { limit: 50, offset: 0 })
      .rows.filter(({ activity }) => activity === 'refresh')
      .map(({ status }) => status)

  test.each([
    [0, [0, 1]],
    [1, [0.5, 1]],
    [300, [200 / 600, 0.5, 1]],
  ])('of %d issues at the first of two providers reports its progress', async (count, shares) => {
    addProviderSeries(comicvine, '18705', { facts: { name: 'Harbor Lights' }, issues: count, changed: 'b' })
    addProviderSeries(metron, '55', { facts: { name: 'Harbor Lights' }, issues: 1 })
    harness.db.write((tx) =>
      putSeriesSource(tx, { comic_id: '18705', source: 'metron', provider_id: '55', facts: {}, said_at: '' }),
    )
    const { detail, shares: said } = await run({ comic_id: '18705' })
    expect(said).toEqual(shares)
    expect(detail).toMatchObject({ step: 'done', added: 1, total: 1 })
    expect(lines().toSorted()).toEqual(['started', 'succeeded'])
  })

  test('queries the preferred provider first', async () => {
    const asked: string[] = []
    for (const fake of [comicvine, metron]) fake.onAsked = () => void asked.push(fake.name)
    harness.db.write((tx) =>
      putSeriesSource(tx, { comic_id: '18705', source: 'metron', provider_id: '55', facts: {}, said_at: '' }),
    )
    harness.load.order = () => ['metron', 'comicvine']
    await run({ comic_id: '18705' })
    expect([...new Set(asked)]).toEqual(['metron', 'comicvine'])
  })

  test('of a series that does not exist does and reports nothing', async () => {
    expect((await run({ comic_id: 'nobody' })).detail).toBeUndefined()
    expect([comicvine.requests, lines()]).toEqual([[], []])
  })

  test('that is cancelled ends silently, and one that fails does not', async () => {
    const abort = stopping()
    comicvine.onAsked = () => abort.abort()
    expect((await run({ comic_id: '18705' }, abort.signal)).detail).toBeUndefined()
    expect(comicvine.requests).toEqual(['series 18705'])
    harness.refreshing.ended({ comic_id: '18705' }, 'cancelled', 'Cancelled.')
    expect(lines()).toEqual(['started'])
    harness.refreshing.ended({ comic_id: '18705' }, 'failed', 'Silent.')
    expect(lines().toSorted()).toEqual(['failed', 'started'])
  })

  test.each([
    [undefined, '4 wanted'],
    ['metron', '4 wanted'],
    ['comicvine', '4 policy'],
  ] as const)('after linking %p gives its new issue the intent %p', async (first, intent) => {
    harness.db.write((tx) => describeSeries(tx, '18705', { want_new: true }, harness.clock.now()))
    grow()
    harness.refreshing.begin('18705', first)
    await harness.operations.idle()
    expect(numbers().at(-1)).toBe(intent)
  })
})

test.each<[want_new: boolean, first: boolean, listed: boolean, intent: string]>([
  [true, false, true, 'wanted'],
  [false, false, true, 'policy'],
  [true, true, true, 'policy'],
  [true, false, false, 'policy'],
])('new issues when new ones are wanted: %p, just linked: %p, listed before: %p, are %s', (want_new, first, listed, intent) => {
  harness.db.write((tx) => {
    describeSeries(tx, '18705', { want_new }, harness.clock.now())
    if (listed)
      putIssueSource(tx, { issue_id: '1870501', source: 'metron', provider_id: '5', facts: {}, said_at: '' })
  })
  expect(intentFor(harness.load, 'metron', first)(row())(fakeIssueRecord('9', '9'))).toBe(intent as never)
}) // biome-ignore format: a table

test('issues are fetched again where the mark of the series differs', () => {
  const record = comicvine.series_.get('18705')!
  expect(hasChanged(harness.load, '18705', record)).toBe(false)
  expect(hasChanged(harness.load, '18705', { ...record, changed: 'b' })).toBe(true)
  expect(hasChanged(harness.load, 'nobody', record)).toBe(true)
})

test('an issue that a provider no longer lists is marked since the first time, where it was linked', () => {
  const gone = (provider: 'comicvine' | 'metron', at: string) =>
    harness.db.write((tx) => goneUpstream(tx, { comic_id: '18705', provider, at, order: [] }))
  gone('metron', '2026-11-22T08:00:00.000Z')
  expect(row().removed_upstream_at).toBeNull()
  gone('comicvine', '2026-11-22T08:00:00.000Z')
  gone('comicvine', '2026-11-23T08:00:00.000Z')
  expect(row().removed_upstream_at).toBe('2026-11-22T08:00:00.000Z')
  expect(seriesSourceOf(harness.db.read, '18705', 'comicvine')).toMatchObject({
    checked_at: '2026-11-23T08:00:00.000Z',
    removed_at: '2026-11-22T08:00:00.000Z',
  })
})
