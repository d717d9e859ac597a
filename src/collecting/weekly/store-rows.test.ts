import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import * as bindings from './binding-store'
import type { ReleaseSource } from './states'
import * as store from './store'

/** Two weeks of two sources, so that a change to one could touch the other. */
const NOW = '2026-11-21T08:00:00.000Z'
const WEEK = { first: '2026-11-15', last: '2026-11-21' }
const NEXT = { first: '2026-11-22', last: '2026-11-28' }
const ALL = { first: '2026-01-01', last: '2026-12-31' }
let db: Database
beforeEach(() => {
  db = testDatabase()
  for (const source of ['metron', 'comicvine'] as const)
    for (const [id, day] of [['sunday', WEEK.first], ['saturday', WEEK.last], ['later', NEXT.first]] as const) put(source, id, day) // biome-ignore format: one line
})
afterEach(() => db.close())

function row(source: ReleaseSource, source_id: string, day: string, more: Partial<store.NewRelease> = {}): store.NewRelease {
  const named = { series: 'Harbor Lights', match_key: 'harborlights', kind: 'issue', unit: 'issue', number: '1' } as const
  return { source, source_id, day, ...named, series_ids: {}, issue_ids: {}, fetched_at: NOW, ...more }
} // biome-ignore format: one line
const put = (...of: Parameters<typeof row>) => db.write((tx) => store.addRelease(tx, row(...of)))
const named = (rows: readonly { source: string; source_id?: string }[]) => rows.map((each) => `${each.source} ${each.source_id ?? ''}`.trim()) // biome-ignore format: one line
const inAll = () => store.releasesIn(db.read, ALL)
const idOf = (source: string, id: string) => inAll().find((each) => each.source === source && each.source_id === id)!.release_id // biome-ignore format: one line

describe('releases', () => {
  test('of a week are those of its Sunday, its Saturday and between', () => {
    const week = ['metron sunday', 'metron saturday', 'comicvine sunday', 'comicvine saturday']
    expect(named(store.releasesIn(db.read, WEEK))).toEqual(week)
    expect(store.listedReleases(db.read, WEEK).map(({ day, source }) => `${source} ${day}`)).toEqual(['metron 2026-11-15', 'comicvine 2026-11-15', 'metron 2026-11-21', 'comicvine 2026-11-21']) // biome-ignore format: one line
    put('metron', 'other', WEEK.first, { match_key: 'fog' })
    expect(named(store.releasesNamed(db.read, WEEK, ['harborlights', 'none']))).toEqual(week)
    expect(store.countReleases(db.read, 'metron', WEEK)).toBe(3)
    expect(store.findRelease(db.read, idOf('comicvine', 'later'))).toMatchObject({ source: 'comicvine', source_id: 'later' }) // biome-ignore format: one line
  })

  test('that their source no longer names are removed, those of other weeks and sources stay', () => {
    db.write((tx) => store.replaceReleases(tx, 'metron', WEEK, [row('metron', 'saturday', WEEK.last), row('metron', 'new', WEEK.last)])) // biome-ignore format: one line
    expect(named(inAll())).toEqual(['metron saturday', 'metron later', 'comicvine sunday', 'comicvine saturday', 'comicvine later', 'metron new']) // biome-ignore format: one line
    db.write((tx) => store.replaceReleases(tx, 'comicvine', WEEK, []))
    expect(named(inAll())).toEqual(['metron saturday', 'metron later', 'comicvine later', 'metron new'])
  })

  test('that moved to another week are one row', () => {
    const before = idOf('metron', 'sunday')
    db.write((tx) => store.replaceReleases(tx, 'metron', NEXT, [row('metron', 'sunday', NEXT.last), row('metron', 'later', NEXT.first)])) // biome-ignore format: one line
    expect(store.findRelease(db.read, before)).toMatchObject({ day: NEXT.last })
  })

  test('of one id are added once', () => {
    expect([put('metron', 'sunday', WEEK.first), put('walksoftly', 'sunday', WEEK.first)]).toEqual([false, true])
  })

  test('from before a day are deleted, except wanted ones', () => {
    db.write((tx) => {
      bindings.setWant(tx, idOf('metron', 'sunday'), true)
      for (const first of [WEEK.first, NEXT.first]) store.saveFetch(tx, { source: 'metron', first, tried_at: NOW })
      store.pruneReleases(tx, NEXT.first)
    })
    expect(named(inAll())).toEqual(['metron sunday', 'metron later', 'comicvine later'])
    expect(store.fetchesIn(db.read, ALL).map(({ first }) => first)).toEqual([NEXT.first])
  })

  test('are bound and wanted one by one', () => {
    makeSeries(db)
    const [issue] = makeIssues(db, 'harbor', [1])
    const id = idOf('metron', 'sunday')
    db.write((tx) => {
      bindings.bindRow(tx, id, 'harbor', issue!)
      bindings.setWant(tx, id, true)
    })
    expect(inAll().filter((each) => each.comic_id !== null || each.want).map(({ release_id, issue_id }) => [release_id, issue_id])).toEqual([[id, issue!]]) // biome-ignore format: one line
  })
})

test('each week and source has one row about its fetch', () => {
  const save = (source: ReleaseSource, first: string, failure: 'limit' | null) =>
    db.write((tx) => store.saveFetch(tx, { source, first, tried_at: NOW, failure }))
  save('metron', WEEK.first, null)
  save('metron', WEEK.first, 'limit')
  save('comicvine', WEEK.first, null)
  save('metron', NEXT.first, null)
  const fetches = (span: typeof WEEK) => store.fetchesIn(db.read, span).map(({ source, failure }) => `${source} ${failure}`).sort() // biome-ignore format: one line
  expect(fetches({ first: WEEK.first, last: WEEK.first })).toEqual(['comicvine null', 'metron limit'])
  expect(fetches({ first: '2026-11-16', last: NEXT.first })).toEqual(['metron null'])
})

describe('what a release may be', () => {
  test('is a series of its name that is followed, or one that a source names by its id', () => {
    makeSeries(db, { comic_id: 'a' })
    makeSeries(db, { comic_id: 'b', status: 'unfollowed' })
    makeSeries(db, { comic_id: 'c', name: 'Fog' })
    makeSeries(db, { comic_id: 'd', name: 'Tide' })
    const found = (keys: string[], ids: string[]) => bindings.seriesForReleases(db.read, keys, ids).map(({ comic_id }) => comic_id)
    expect(found(['harborlights'], [])).toEqual(['a'])
    expect(found(['harborlights'], ['c', 'a', 'none'])).toEqual(['a', 'c'])
    expect(found([], [])).toEqual([])
  }) // biome-ignore format: one line

  test('is found by the ids of the issues of one series', () => {
    makeSeries(db)
    makeSeries(db, { comic_id: 'fog', name: 'Fog' })
    for (const [comic, ids] of [['harbor', [1, 2]], ['fog', [1]]] as const) makeIssues(db, comic, [...ids]) // biome-ignore format: one line
    const said = (issue: string, source: string, id: string | null) =>
      db.write((tx) => tx.run(sql`insert into issue_sources (issue_id, source, provider_id, facts, said_at) values (${issue}, ${source}, ${id}, '{}', '')`)) // biome-ignore format: one line
    said('harbor-1', 'metron', '11')
    said('harbor-1', 'comicvine', '12')
    said('harbor-2', 'files', null)
    said('fog-1', 'metron', '13')
    expect([...bindings.issueLinks(db.read, 'harbor')]).toEqual([['harbor-1', { metron: '11', comicvine: '12' }]])
  })
})

describe('an issue that its list drops', () => {
  const announced = { number: '7', release_date: '2026-11-18', announced_by: 'walksoftly', intent: 'policy', fulfillment: 'missing' } as const // biome-ignore format: one line
  beforeEach(() => {
    makeSeries(db)
  })
  const dropped = (spans = [WEEK], source: ReleaseSource = 'walksoftly') =>
    bindings.droppedIssues(db.read, source, spans).map(({ issue_id }) => issue_id)

  test('is removed, unless the user touched it', () => {
    makeIssues(db, 'harbor', [announced])
    expect([dropped(), dropped([NEXT]), dropped([NEXT, WEEK]), dropped([WEEK], 'metron')]).toEqual([['harbor-7'], [], ['harbor-7'], []]) // biome-ignore format: one line
  })

  test.each<[string, object]>([
    ['it is of another source', { announced_by: 'metron' }],
    ['a provider lists it now', { announced_by: null }],
    ['its day is of another week', { release_date: '2026-11-22' }],
    ['the user wants it', { intent: 'wanted' }],
    ['the user skips it', { intent: 'skipped' }],
    ['it is being downloaded', { fulfillment: 'snatched' }],
  ])('stays when %s', (_why, more) => {
    makeIssues(db, 'harbor', [{ ...announced, ...more }])
    expect(dropped()).toEqual([])
  })

  test('stays when another source lists it, a file exists, or a reading list has it', () => {
    makeIssues(db, 'harbor', [announced, { ...announced, number: '8' }, { ...announced, number: '9' }, { ...announced, number: '10' }]) // biome-ignore format: one line
    makeFile(db, { issues: ['harbor-8'] })
    db.write((tx) => {
      bindings.bindRow(tx, idOf('metron', 'sunday'), 'harbor', 'harbor-7')
      tx.run(sql`insert into reading_lists (list_id, name, created_at, updated_at) values ('mine', 'Mine', '', '')`)
      tx.run(sql`insert into reading_list_entries (list_id, issue_id, position, added_at, comic_id, series_name, label) values ('mine', 'harbor-9', 1, '', 'harbor', '', '')`) // biome-ignore format: one line
    })
    expect(dropped()).toEqual(['harbor-10'])
  })
})
