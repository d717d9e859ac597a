import { describe, expect, test } from 'bun:test'
import { soak as week } from '../../../../soak/provider-week'
import { plus } from '../../../base/platform/clock'
import type { Tools } from '../../../base/work/operations'
import { addProviderSeries, fakeProvider, fakeProviders } from '../../../testing/fakes/metadata-provider'
import { makeSeries } from '../../../testing/make'
import { metadataHarness } from '../../../testing/metadata/metadata'
import { describeSeries } from '../../series/describe-store'
import { findSeries } from '../../series/store'
import { markSeriesSource, putSeriesSource, seriesSourceOf } from '../store'
import { markIssuesSaved, saveSeriesRecord } from './save-series'

async function library(count = 3) {
  const comicvine = fakeProvider('comicvine')
  const metron = fakeProvider('metron')
  const harness = metadataHarness([comicvine, metron])
  for (let n = 1; n <= count; n++) {
    addProviderSeries(comicvine, String(n), { facts: { name: `Series ${n}` }, issues: 2 })
    harness.adding.add(String(n), {})
  }
  await harness.operations.idle()
  comicvine.requests.length = 0
  await harness.clock.advance('1 d')
  const round = async () => {
    harness.pass.begin()
    await harness.operations.idle()
    return harness.operations.latest('metadata_refresh')
  }
  return { comicvine, metron, harness, round, row: (n: number) => findSeries(harness.db.read, String(n))! }
}

describe('a pass', () => {
  test('requests all series at once, and issues only of changed ones', async () => {
    const { comicvine, round, row } = await library()
    addProviderSeries(comicvine, '2', { facts: { name: 'Series 2' }, issues: 3, changed: 'b' })
    expect(await round()).toMatchObject({
      state: 'succeeded',
      detail: { step: 'done', checked: 3, total: 3, changed: 1, added: 1, stopped: [] },
    })
    expect(comicvine.requests).toEqual(['series 1,2,3', 'issues 2'])
    expect(row(2).total).toBe(3)
  })

  test('begins with the least recently checked, and skips recent ones', async () => {
    const { comicvine, harness, round } = await library()
    const at = harness.clock.now()
    harness.db.write((tx) => {
      markSeriesSource(tx, '1', 'comicvine', { checked_at: plus(at, -60_000) })
      markSeriesSource(tx, '3', 'comicvine', { checked_at: plus(at, -9 * 86_400_000) })
    })
    await round()
    expect(comicvine.requests).toEqual(['series 3,2'])
    await round()
    expect(comicvine.requests.length).toBe(1)
  })

  test('leaves out paused series', async () => {
    const { comicvine, harness, round } = await library()
    harness.db.write((tx) => describeSeries(tx, '2', { status: 'paused' }, harness.clock.now()))
    await round()
    expect(comicvine.requests).toEqual(['series 1,3'])
  })

  test('marks removed series', async () => {
    const { comicvine, harness, round, row } = await library()
    comicvine.series_.delete('2')
    await round()
    expect(row(2).removed_upstream_at).toBe(harness.clock.now())
    expect(row(1).removed_upstream_at).toBeNull()
  })

  const unreadable = { failure: 'unreadable', detail: 'ComicVine sent an unreadable reply.' } as const

  test('skips the series whose reply is unreadable, so that it is not the first of each pass', async () => {
    const { comicvine, harness, round, row } = await library(4)
    addProviderSeries(comicvine, '4', { facts: { name: 'Series four' }, issues: 2 })
    comicvine.onAsked = (question) => {
      if (/^series .*\b1\b/.test(question)) comicvine.failures.push(unreadable)
    }
    expect(await round()).toMatchObject({ state: 'succeeded', detail: { checked: 4, total: 4, stopped: [] } })
    expect(comicvine.requests).toEqual([
      'series 1,2,3,4',
      'series 1,2',
      'series 1',
      'series 2',
      'series 3,4',
      'issues 4',
    ])
    expect([row(1).name, row(4).name]).toEqual(['Series 1', 'Series four'])
    expect(seriesSourceOf(harness.db.read, '1', 'comicvine')?.checked_at).toBe(harness.clock.now())
  })

  test('continues after a changed series whose issues are unreadable', async () => {
    const { comicvine, round, row } = await library()
    for (const id of ['1', '2'])
      addProviderSeries(comicvine, id, { facts: { name: `Series ${id}` }, issues: 3, changed: 'b' })
    comicvine.onAsked = (question) => {
      if (question === 'issues 1') comicvine.failures.push(unreadable)
    }
    expect(await round()).toMatchObject({ detail: { checked: 3, stopped: [] } })
    expect([row(1).total, row(2).total]).toEqual([2, 3])
  })

  test('ends when the whole provider is unreadable', async () => {
    const { comicvine, harness, round } = await library()
    const until = plus(harness.clock.now(), 60_000)
    comicvine.failures.push({ ...unreadable, until })
    expect(await round()).toMatchObject({ detail: { checked: 0, stopped: [{ provider: 'comicvine' }] } })
    expect(comicvine.requests).toEqual(['series 1,2,3'])
  })

  test('ends early for the provider that blocks us, and for no other', async () => {
    const { comicvine, metron, harness, round, row } = await library()
    addProviderSeries(metron, '55', { facts: { name: 'Quiet Signal' }, issues: 1 })
    harness.adding.add('metron-55', {})
    await harness.operations.idle()
    await harness.clock.advance('1 d')
    comicvine.failures.push({ failure: 'banned', detail: 'Shut out.' })
    addProviderSeries(metron, '55', { facts: { name: 'Quiet Signals' }, issues: 1 })
    expect(await round()).toMatchObject({
      state: 'succeeded',
      detail: { checked: 1, total: 4, stopped: [{ provider: 'comicvine', detail: 'Shut out.' }] },
    })
    expect(findSeries(harness.db.read, 'metron-55')?.name).toBe('Quiet Signals')
    expect(row(1).name).toBe('Series 1')
  })

  test('reports until when a provider makes it wait, and no longer than that', async () => {
    const { comicvine, harness } = await library()
    const until = plus(harness.clock.now(), 90_000)
    comicvine.failures.push({ failure: 'limit', detail: 'Too many requests.', until })
    const waits: unknown[] = []
    let waiting = true
    comicvine.onAsked = () => void waits.push(harness.operations.latest('metadata_refresh')?.detail)
    harness.pass.begin()
    const ended = harness.operations.idle().then(() => (waiting = false))
    while (waiting) {
      await harness.clock.advance('10 s')
      waits.push(harness.operations.latest('metadata_refresh')?.detail)
    }
    await ended
    expect(waits).toContainEqual(expect.objectContaining({ checked: 0, total: 3, waiting_until: until }))
    expect(waits.at(-1)).not.toHaveProperty('waiting_until')
    expect(waits.at(-1)).toMatchObject({ checked: 3, step: 'done' })
  })

  test('is not started while one is active', async () => {
    const { harness } = await library()
    harness.pass.begin()
    harness.pass.begin()
    expect(harness.operations.active('metadata_refresh')).toHaveLength(1)
    await harness.operations.idle()
  })

  test('that is cancelled sends nothing more and reports nothing', async () => {
    const { comicvine, harness, round, row } = await library()
    for (const n of [1, 2, 3])
      addProviderSeries(comicvine, String(n), { facts: { name: `Series ${n}` }, issues: 4, changed: 'b' })
    comicvine.onAsked = (question) => {
      if (question.startsWith('issues'))
        harness.operations.cancel(harness.operations.active('metadata_refresh')[0]!.operation_id)
    }
    expect((await round())?.state).toBe('cancelled')
    expect(comicvine.requests).toEqual(['series 1,2,3', 'issues 1'])
    expect(row(1).total).toBe(2)
  })

  test('resumes issues that were not all fetched', async () => {
    const { comicvine, harness, round, row } = await library()
    addProviderSeries(comicvine, '2', { facts: { name: 'Series 2' }, issues: 5, changed: 'b' })
    comicvine.failures.push(undefined, { failure: 'unreadable', detail: 'Cut off.' })
    await round()
    expect(seriesSourceOf(harness.db.read, '2', 'comicvine')?.changed).toBeNull()
    await harness.clock.advance('1 d')
    await round()
    expect(row(2).total).toBe(5)
  })

  test('has nothing to do without a provider to query', async () => {
    const { harness, round } = await library()
    harness.load.providers = fakeProviders()
    expect(await round()).toBeUndefined()
  })
})

describe('a pass in parts', () => {
  /** Series of ComicVine in which nothing has changed since their issues were fetched. */
  function libraryOf(count: number) {
    const comicvine = fakeProvider('comicvine')
    const metron = fakeProvider('metron')
    const harness = metadataHarness([comicvine, metron])
    for (let n = 1; n <= count; n++) {
      const id = String(n).padStart(3, '0')
      addProviderSeries(comicvine, id, { facts: { name: `Series ${id}` } })
      makeSeries(harness.db, { comic_id: id, name: `Series ${id}` })
      const record = comicvine.series_.get(id)!
      harness.db.write((tx) => {
        saveSeriesRecord(tx, { comic_id: id, record, at: harness.clock.now() })
        markIssuesSaved(tx, id, record)
        markSeriesSource(tx, id, 'comicvine', { checked_at: null })
      })
    }
    const stopping = new AbortController()
    const reports: unknown[] = []
    const tools = {
      signal: stopping.signal,
      report: (share: number, detail: { checked: number }) => void reports.push([share, detail.checked]),
      persist: async (work: (tx: never) => unknown) => harness.db.write(work as never),
      operation_id: 'x',
    } as Tools
    return { comicvine, metron, harness, stopping, reports, run: () => harness.pass.run({}, tools) }
  }

  test.each([
    [0, [], []],
    [1, [1], [[1, 1]]],
    [100, [100], [[1, 100]]],
    [101, [100, 1], [[100 / 101, 100], [1, 101]]],
  ])('checks %d series in requests of at most 100, and reports its progress', async (count, questions, shares) => {
    const { comicvine, metron, reports, run } = libraryOf(count)
    expect(await run()).toMatchObject({ step: 'done', checked: count, total: count, changed: 0 })
    const asked = comicvine.requests.filter((question) => question.startsWith('series '))
    expect(asked.map((question) => question.split(',').length)).toEqual(questions)
    expect(asked).toHaveLength(comicvine.requests.length)
    expect(metron.requests).toEqual([])
    expect(reports).toEqual(shares)
  }) // biome-ignore format: a table

  test.each([
    [0, false],
    [43_199_999, false],
    [43_200_000, false],
    [43_200_001, true],
  ])('begins %d ms after the last check: %p', async (age, begun) => {
    const { comicvine, harness } = libraryOf(1)
    harness.db.write((tx) => markSeriesSource(tx, '001', 'comicvine', { checked_at: plus(harness.clock.now(), -age) }))
    harness.pass.begin()
    await harness.operations.idle()
    expect(harness.operations.latest('metadata_refresh') !== undefined).toBe(begun)
    expect(comicvine.requests).toEqual(begun ? ['series 001'] : [])
  })

  test.each([
    ['series', []],
    ['issues', ['issues 001']],
  ])('reports nothing more after it was cancelled while it requested %s', async (what, asked) => {
    const { comicvine, stopping, reports, run } = libraryOf(101)
    for (const n of ['001', '002']) addProviderSeries(comicvine, n, { facts: { name: n }, issues: 1, changed: 'b' })
    comicvine.onAsked = (question) => {
      if (question.startsWith(what)) stopping.abort()
    }
    expect(await run()).toBeUndefined()
    expect(comicvine.requests.slice(1)).toEqual(asked)
    expect(reports).toEqual([])
  })

  test('skips series whose provider is not among the enabled ones', async () => {
    const { harness, run } = libraryOf(1)
    harness.db.write((tx) =>
      putSeriesSource(tx, { comic_id: '001', source: 'mangadex', provider_id: 'x', facts: {}, said_at: '' }),
    )
    expect(await run()).toMatchObject({ checked: 1, total: 1 })
    expect(seriesSourceOf(harness.db.read, '001', 'mangadex')).toMatchObject({ checked_at: null, removed_at: null })
  })

  test("fails with errors that are not a provider's", async () => {
    const { comicvine, run } = libraryOf(1)
    comicvine.onAsked = () => Promise.reject(new RangeError('broken'))
    await expect(run()).rejects.toThrow(new RangeError('broken'))
  })
})

test('a week keeps every series fresh within the budget, even when a third of them change', () =>
  week.run(500, () => {}))
