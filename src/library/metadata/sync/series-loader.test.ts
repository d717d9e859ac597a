import { beforeEach, describe, expect, test } from 'bun:test'
import {
  addProviderSeries,
  type FakeProvider,
  fakeIssueRecord,
  fakeProvider,
} from '../../../testing/fakes/metadata-provider'
import { makeIssues, makeSeries } from '../../../testing/make'
import { metadataHarness } from '../../../testing/metadata/metadata'
import { deleteSeries, findSeries, issuesOf } from '../../series/store'
import type { SeriesRecord } from '../providers/provider'
import { issueSourcesOf, putIssueSource, putSeriesSource, seriesSourceOf } from '../store'
import { saveSeriesRecord } from './save-series'
import { hasListed, LoadReporter, SeriesFetcher } from './series-loader'

const AT = '2026-11-21T08:00:00.000Z'
let comicvine: FakeProvider
let anilist: FakeProvider
let harness: ReturnType<typeof metadataHarness>
let loader: SeriesFetcher
let stopping: AbortController
beforeEach(() => {
  comicvine = fakeProvider('comicvine')
  anilist = fakeProvider('anilist')
  harness = metadataHarness([comicvine, anilist])
  loader = new SeriesFetcher(harness.load)
  stopping = new AbortController()
  makeSeries(harness.db, { comic_id: '18705' })
})

const patience = () => ({ clock: harness.clock, signal: stopping.signal, waiting: () => {} })
const tools = { persist: async <T>(work: (tx: never) => T) => harness.db.write(work as never) as T }
const total = () => issuesOf(harness.db.read, '18705').length

/** The provider's series, saved; its issues are still to be fetched. */
function known(fake: FakeProvider, provider_id: string, issues: number): SeriesRecord {
  addProviderSeries(fake, provider_id, { facts: { name: 'Harbor Lights' }, issues })
  const record = fake.series_.get(provider_id)!
  harness.db.write((tx) => saveSeriesRecord(tx, { comic_id: '18705', record, at: AT }))
  return record
}
const load = (record: SeriesRecord, onProgress?: (done: number, total: number) => void) =>
  loader.issues(
    { comic_id: '18705', record },
    { patience: patience(), tools, intent: () => () => 'policy', ...(onProgress ? { onProgress } : {}) },
  )

describe('the issues of a series', () => {
  test.each([
    [0, ['0 of 0']],
    [1, ['1 of 1']],
    [199, ['199 of 199']],
    [200, ['200 of 200']],
    [201, ['200 of 201', '201 of 201']],
    [400, ['200 of 400', '400 of 400']],
    [401, ['200 of 401', '400 of 401', '401 of 401']],
  ])('of %d are saved in slices, and then the series is up to date', async (count, slices) => {
    const said: string[] = []
    const record = known(comicvine, '18705', count)
    const kept = await load(record, (done, total) => {
      said.push(`${done} of ${total}`)
      if (done < total) expect(seriesSourceOf(harness.db.read, '18705', 'comicvine')!.changed).toBeNull()
    })
    expect(said).toEqual(slices)
    expect(kept).toEqual({ added: count, changed: 0, removed: 0 })
    expect(total()).toBe(count)
    expect(seriesSourceOf(harness.db.read, '18705', 'comicvine')!.changed).toBe('a')
    expect(findSeries(harness.db.read, '18705')!.listed).toBe(count > 0)
  })

  test('that were dropped are marked with the last slice, and counted', async () => {
    const record = known(comicvine, '18705', 201)
    await load(record)
    comicvine.issues_.get('18705')!.shift()
    expect(await load(record)).toEqual({ added: 0, changed: 0, removed: 1 })
    expect(issueSourcesOf(harness.db.read, '1870501')[0]!.removed_at).toBe(harness.clock.now())
  })

  test.each([
    ['the work is stopped', () => stopping.abort(), 200],
    ['the series is removed', () => harness.db.write((tx) => void deleteSeries(tx, '18705')), 0],
  ])('end when %s', async (_what, happens, left) => {
    const record = known(comicvine, '18705', 450)
    let slices = 0
    const kept = await load(record, () => {
      if (++slices === 1) happens()
    })
    expect([kept, slices, total()]).toEqual([undefined, 1, left])
  })

  test('that are annuals are left out when the user does not want them, and no others', async () => {
    const record = known(comicvine, '18705', 2)
    const more = ['issue', 'annual'] as const
    comicvine.issues_.get('18705')!.push(...more.map((kind) => fakeIssueRecord(kind, '9', { kind })))
    harness.load.annuals = () => false
    expect(await load(record)).toMatchObject({ added: 3 })
    expect(issuesOf(harness.db.read, '18705').map(({ kind }) => kind)).toEqual(['issue', 'issue', 'issue'])
    harness.load.annuals = () => true
    expect(await load(record)).toMatchObject({ added: 1 })
  })

  test('are requested when another provider counts them', async () => {
    await load(known(anilist, '7', 2))
    await load(known(comicvine, '18705', 2))
    expect([...anilist.requests, ...comicvine.requests]).toEqual(['issues 7', 'issues 18705'])
  })

  test('of a series that does not exist are not requested', async () => {
    const record = known(comicvine, '18705', 2)
    const options = { patience: patience(), tools, intent: () => () => 'policy' as const }
    expect(await loader.issues({ comic_id: 'nobody', record }, options)).toBeUndefined()
    expect(comicvine.requests).toEqual([])
  })

  test('count as listed by the provider that names them', async () => {
    const record = known(comicvine, '18705', 1)
    expect(hasListed(harness.load, '18705', 'comicvine')).toBe(false)
    await load(record)
    expect(hasListed(harness.load, '18705', 'comicvine')).toBe(true)
    expect(hasListed(harness.load, '18705', 'metron')).toBe(false)
  })
})

describe('a provider that only counts issues', () => {
  const linked = (source: 'comicvine' | 'metron', provider_id: string) =>
    harness.db.write((tx) => putSeriesSource(tx, { comic_id: '18705', source, provider_id, facts: {}, said_at: AT }))
  const named = (source: 'comicvine' | 'file' | 'anilist', provider_id: string | null) => {
    makeIssues(harness.db, '18705', ['1'])
    const row = { issue_id: '18705-1', source, provider_id, facts: {}, said_at: AT }
    harness.db.write((tx) => putIssueSource(tx, row))
  }

  test.each<[what: string, asked: boolean, prepare: () => void]>([
    ['alone', true, () => {}],
    ['beside files', true, () => named('file', null)],
    ['that named them before', true, () => named('anilist', '7')],
    ['beside one that names none', true, () => linked('metron', '55')],
    ['beside one that names some', false, () => [linked('comicvine', '18705'), named('comicvine', '301')]],
    ['beside two of which one lists some', false, () => [linked('metron', '55'), linked('comicvine', '18705'), named('comicvine', '301')]],
  ])('%s is queried for them: %p', async (_what, asked, prepare) => {
    const record = known(anilist, '7', 2)
    prepare()
    await load(record)
    expect(anilist.requests).toEqual(asked ? ['issues 7'] : [])
    expect(seriesSourceOf(harness.db.read, '18705', 'anilist')!.changed).toBe('a')
  }) // biome-ignore format: a table
})

test('of several records in a reply the requested one is used', async () => {
  for (const id of ['1', '2']) addProviderSeries(comicvine, id, { facts: { name: `Series ${id}` } })
  const all = [...comicvine.series_.values()]
  comicvine.series = async () => ({ ok: all })
  const name = async (id: string) => {
    const record = await loader.record('comicvine', id, patience())
    return record === 'stopped' ? record : record?.facts.name
  }
  expect([await name('1'), await name('2'), await name('3')]).toEqual(['Series 1', 'Series 2', undefined])
  stopping.abort()
  expect(await name('1')).toBe('stopped')
})

test('a wait keeps the progress of the work, and ends with it', () => {
  const said: unknown[] = []
  const report = (share: number, detail: unknown) => void said.push([share, detail])
  const now = { comic_id: '18705', name: 'Harbor Lights', step: 'series', added: 0, total: null } as const
  const progress = new LoadReporter({ report, signal: stopping.signal }, now)
  const { waiting } = progress.patience(harness.clock)
  progress.report(0.25, { step: 'issues', added: 1, total: 4 })
  waiting(AT)
  waiting(null)
  const half = { ...now, step: 'issues', added: 1, total: 4 }
  expect(said).toEqual([
    [0.25, half],
    [0.25, { ...half, waiting_until: AT }],
    [0.25, half],
  ])
  waiting(AT)
  expect(progress.done()).toEqual({ ...half, step: 'done', waiting_until: undefined })
})
