import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeIssues, makeSeries } from '../../testing/make'
import type { FactSource } from './states'
import * as store from './store'

const AT = '2026-11-21T08:00:00.000Z'
const LATER = '2026-11-22T08:00:00.000Z'

/** Two series with data from two providers, so that a change of one could affect the other. */
let db: Database
beforeEach(() => {
  db = testDatabase()
  for (const comic_id of ['harbor', 'tide']) {
    makeSeries(db, { comic_id, name: comic_id })
    makeIssues(db, comic_id, ['1', '2'])
    for (const source of ['comicvine', 'metron'] as const) {
      addSource(comic_id, source, `${source}-${comic_id}`)
      for (const number of ['1', '2']) ofIssue(`${comic_id}-${number}`, source)
    }
  }
})
const addSource = (comic_id: string, source: FactSource, provider_id: string | null, checked_at: string | null = AT) =>
  db.write((tx) => store.putSeriesSource(tx, { comic_id, source, provider_id, facts: {}, said_at: AT, checked_at }))
const ofIssue = (issue_id: string, source: FactSource) =>
  db.write((tx) =>
    store.putIssueSource(tx, { issue_id, source, provider_id: `${source}-${issue_id}`, facts: {}, said_at: AT }),
  )
const sources = (comicId: string) => store.seriesSourcesOf(db.read, comicId).map(({ source }) => source)
const issueSources = (issueId: string) => store.issueSourcesOf(db.read, issueId).map(({ source }) => source)

test('a source is removed from one series and its issues, and from nothing else', () => {
  db.write((tx) => store.dropSource(tx, 'harbor', 'metron'))
  expect([sources('harbor'), sources('tide')]).toEqual([['comicvine'], ['comicvine', 'metron']])
  expect([issueSources('harbor-1'), issueSources('harbor-2')]).toEqual([['comicvine'], ['comicvine']])
  expect(issueSources('tide-1')).toEqual(['comicvine', 'metron'])
})

test('a source of a series is removed separately', () => {
  db.write((tx) => store.dropSeriesSource(tx, 'harbor', 'metron'))
  expect([sources('harbor'), sources('tide')]).toEqual([['comicvine'], ['comicvine', 'metron']])
  expect(issueSources('harbor-1')).toEqual(['comicvine', 'metron'])
})

test('a source of an issue is removed separately', () => {
  db.write((tx) => store.dropIssueSource(tx, 'harbor-1', 'metron'))
  expect([issueSources('harbor-1'), issueSources('harbor-2')]).toEqual([['comicvine'], ['comicvine', 'metron']])
})

test('marks and times belong to one source of one series', () => {
  db.write((tx) => {
    store.markSeriesSource(tx, 'harbor', 'metron', { changed: 'x', removed_at: LATER })
    store.markChecked(tx, 'tide', 'comicvine', LATER)
  })
  const rows = ['harbor', 'tide'].flatMap((comicId) => store.seriesSourcesOf(db.read, comicId))
  expect(rows.map(({ comic_id, source, changed, checked_at, removed_at }) => [comic_id, source, changed, checked_at, removed_at])).toEqual([
    ['harbor', 'comicvine', null, AT, null],
    ['harbor', 'metron', 'x', AT, LATER],
    ['tide', 'comicvine', null, LATER, null],
    ['tide', 'metron', null, AT, null],
  ]) // biome-ignore format: a table
  db.write((tx) => store.markChecked(tx, 'harbor', 'metron', LATER))
  expect(store.seriesSourceOf(db.read, 'harbor', 'metron')).toMatchObject({ changed: 'x', removed_at: null })
})

test('a series that is listed again needs its issues, and is no longer missing', () => {
  db.write((tx) => store.markSeriesSource(tx, 'harbor', 'metron', { changed: 'x', removed_at: LATER }))
  addSource('harbor', 'metron', 'other')
  expect(store.seriesSourceOf(db.read, 'harbor', 'metron')).toMatchObject({
    provider_id: 'other',
    changed: null,
    removed_at: null,
  })
})

test('the ids of issues belong to one series at one provider', () => {
  expect(store.issueIdsAtProvider(db.read, 'harbor', 'metron')).toEqual([
    { issue_id: 'harbor-1', provider_id: 'metron-harbor-1' },
    { issue_id: 'harbor-2', provider_id: 'metron-harbor-2' },
  ])
})

test('the series of an id belongs to that provider', () => {
  addSource('tide', 'metron', 'comicvine-harbor')
  expect(store.comicOf(db.read, 'comicvine', 'comicvine-harbor')).toBe('harbor')
  expect(store.comicOf(db.read, 'metron', 'comicvine-harbor')).toBe('tide')
  expect(store.comicOf(db.read, 'anilist', 'comicvine-harbor')).toBeUndefined()
})

test('links belong to the named series, without sources that have no id', () => {
  addSource('harbor', 'file', null)
  expect(store.linkedTo(db.read, 'harbor').map(({ provider }) => provider)).toEqual(['comicvine', 'metron'])
  expect([...store.seriesLinksOf(db.read, ['harbor'])]).toEqual([
    ['harbor', { comicvine: 'comicvine-harbor', metron: 'metron-harbor' }],
  ])
})

test('issues that are no longer listed are marked once, at that provider', () => {
  const listed = new Set(['metron-harbor-1'])
  const mark = () =>
    db.write((tx) => store.markMissing(tx, { comic_id: 'harbor', source: 'metron', listed, at: LATER }))
  expect([mark(), mark()]).toEqual([1, 0])
  const removed = (id: string) => store.issueSourcesOf(db.read, id).map(({ removed_at }) => removed_at)
  expect([removed('harbor-1'), removed('harbor-2'), removed('tide-2')]).toEqual([
    [null, null],
    [null, LATER],
    [null, null],
  ])
  ofIssue('harbor-2', 'metron')
  expect(removed('harbor-2')).toEqual([null, null])
})

test('issues of only one source are distinguished from those of several', () => {
  db.write((tx) => store.dropIssueSource(tx, 'harbor-1', 'comicvine'))
  db.write((tx) => store.dropIssueSource(tx, 'tide-1', 'comicvine'))
  expect([...store.issuesOnlyFrom(db.read, 'harbor', 'metron')]).toEqual(['harbor-1'])
  expect([...store.issuesOnlyFrom(db.read, 'harbor', 'comicvine')]).toEqual([])
  expect([...store.issuesWithFacts(db.read, 'harbor')].sort()).toEqual(['harbor-1', 'harbor-2'])
  db.write((tx) => store.dropIssueSource(tx, 'harbor-1', 'metron'))
  expect([...store.issuesWithFacts(db.read, 'harbor')]).toEqual(['harbor-2'])
})

test('the last check of a series is that of its providers, whatever source followed', () => {
  expect(store.checkedAt(db.read, 'harbor')).toBe(AT)
  db.write((tx) => {
    store.markChecked(tx, 'harbor', 'metron', LATER)
    store.putSeriesSource(tx, { comic_id: 'tide', source: 'user', facts: {}, said_at: LATER })
  })
  expect(store.checkedAt(db.read, 'harbor')).toBe(LATER)
  expect(store.checkedAt(db.read, 'tide')).toBe(AT)
  addSource('tide', 'metron', '7', null)
  db.write((tx) => store.dropSeriesSource(tx, 'tide', 'comicvine'))
  expect(store.checkedAt(db.read, 'tide')).toBe(AT)
  db.write((tx) => store.dropSeriesSource(tx, 'tide', 'metron'))
  expect(store.checkedAt(db.read, 'tide')).toBeNull()
  expect(store.checkedAt(db.read, 'nothing')).toBeNull()
})

test('followed series are listed by a provider and not paused', () => {
  expect(store.followedIds(db.read, 'metron').sort()).toEqual(['metron-harbor', 'metron-tide'])
  makeSeries(db, { comic_id: 'rest', name: 'rest', status: 'paused' })
  addSource('rest', 'metron', '9')
  addSource('tide', 'metron', null)
  expect(store.followedIds(db.read, 'metron')).toEqual(['metron-harbor'])
  expect(store.followedIds(db.read, 'anilist')).toEqual([])
})

test('issues are found by the id of one service', () => {
  expect(store.issuesKnownAs(db.read, 'metron', 'metron-harbor-1')).toEqual(['harbor-1'])
  expect(store.issuesKnownAs(db.read, 'comicvine', 'metron-harbor-1')).toEqual([])
  expect(store.issuesKnownAs(db.read, 'metron', 'metron-harbor-3')).toEqual([])
  db.write((tx) =>
    store.putIssueSource(tx, {
      issue_id: 'tide-1',
      source: 'metron',
      provider_id: 'metron-harbor-1',
      facts: {},
      said_at: AT,
    }),
  )
  expect(store.issuesKnownAs(db.read, 'metron', 'metron-harbor-1').sort()).toEqual(['harbor-1', 'tide-1'])
})

test('a series is listed while a provider lists issues of it', () => {
  const unnamed = (source: FactSource) =>
    db.write((tx) => store.putIssueSource(tx, { issue_id: 'harbor-1', source, facts: {}, said_at: AT }))
  expect(store.hasListedIssues(db.read, 'harbor')).toBe(true)
  db.write((tx) => {
    for (const source of ['comicvine', 'metron'] as const) store.dropSource(tx, 'harbor', source)
  })
  expect([store.hasListedIssues(db.read, 'harbor'), store.hasListedIssues(db.read, 'tide')]).toEqual([false, true])
  unnamed('file')
  expect(store.hasListedIssues(db.read, 'harbor')).toBe(false)
  ofIssue('harbor-2', 'metron')
  expect(store.hasListedIssues(db.read, 'harbor')).toBe(true)
})

test('an issue without an id at a provider counts as missing there', () => {
  db.write((tx) =>
    store.putIssueSource(tx, { issue_id: 'harbor-1', source: 'metron', provider_id: null, facts: {}, said_at: AT }),
  )
  const listed = new Set(['metron-harbor-2'])
  const marked = db.write((tx) => store.markMissing(tx, { comic_id: 'harbor', source: 'metron', listed, at: LATER }))
  expect(marked).toBe(1)
  const removed = (id: string) => store.issueSourcesOf(db.read, id).map(({ removed_at }) => removed_at)
  expect([removed('harbor-1'), removed('harbor-2')]).toEqual([
    [null, LATER],
    [null, null],
  ])
})

describe('the series to refresh next', () => {
  const stalest = (limit = 9) => store.stalestSeries(db.read, 'metron', LATER, limit).map(({ comic_id }) => comic_id)

  test('were refreshed longest ago, or never', () => {
    addSource('tide', 'metron', '7', null)
    expect(stalest()).toEqual(['tide', 'harbor'])
    expect(stalest(1)).toEqual(['tide'])
    addSource('harbor', 'metron', '8', LATER)
    expect(stalest()).toEqual(['tide'])
  })

  test('are linked to that provider, and not paused', () => {
    addSource('tide', 'metron', null)
    makeSeries(db, { comic_id: 'rest', name: 'rest', status: 'paused' })
    addSource('rest', 'metron', '9')
    expect(stalest()).toEqual(['harbor'])
    db.write((tx) => store.dropSeriesSource(tx, 'harbor', 'metron'))
    expect(stalest()).toEqual([])
  })
})
