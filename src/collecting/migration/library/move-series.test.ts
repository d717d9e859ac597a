import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../base/storage/database'
import { putSeriesSource, seriesSourceOf } from '../../../library/metadata/store'
import { findSeries } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import {
  fileRow,
  issueRow,
  MOVED_AT,
  moveRows,
  progressRow,
  type SourceRows,
  seriesRow,
} from '../../../testing/migration/source-library'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

const ids = () =>
  db.read.all<{ comic_id: string }>(sql`select comic_id from series order by comic_id`).map((row) => row.comic_id)
const made = (of: Parameters<typeof seriesRow>[1], more: SourceRows = {}) => {
  moveRows(db, { series: [seriesRow('s', of)], ...more })
  const [comic_id, ...others] = ids()
  expect(others).toEqual([])
  return findSeries(db.read, comic_id!)!
}
const folders = () => db.read.all<{ paths: string }>(sql`select paths from moving_folders`).map(({ paths }) => paths)

describe('a series that the library lacks', () => {
  test.each([
    [{}, { name: 'Harbor Lights', year: 2015, status: 'active', source: 'local', location: '/data/s', listed: false, reading_direction: 'ltr', book_type: 'Print' }],
    [{ monitored: true }, { status: 'active' }],
    [{ monitored: false }, { status: 'paused' }],
    [{ want_new: true }, { want_new: true }],
    [{ content_type: 'manga' }, { reading_direction: 'rtl' }],
    [{ content_type: 'manga', reading_direction: 'down' }, { reading_direction: 'down' }],
    [{ total: 12 }, { total: 12 }],
    [{ facts: { publisher: 'Kestrel', book_type: 'TPB', volume: 3, genres: ['Noir'] } }, { publisher: 'Kestrel', book_type: 'TPB', volume: 3, genres: ['Noir'] }],
    [{ folder: null }, { location: null }],
  ] as const)('with %p is made with %p', (of, row) => {
    expect(made(of as object)).toMatchObject(row)
  }) // biome-ignore format: a table

  test.each([
    ['files', false, { comicvine: '901' }, { comicvine: { ids: { comicvine: '901' } }, file: { publisher: 'Kestrel' } }, false],
    ['the service whose ids it has', true, { comicvine: '901' }, { comicvine: { publisher: 'Kestrel' }, file: undefined }, true],
    ['files, when it has no id', true, {}, { comicvine: undefined, file: { publisher: 'Kestrel' } }, false],
  ] as const)('states its source %s', (_name, describedByService, own, said, listed) => {
    const facts = { publisher: 'Kestrel' }
    const { comic_id, listed: isListed } = made({ ids: own, facts }, { describedByService })
    expect(isListed).toBe(listed)
    const factsOf = (source: 'comicvine' | 'file') => seriesSourceOf(db.read, comic_id, source)?.facts ?? undefined
    for (const source of ['comicvine', 'file'] as const)
      if (said[source] === undefined) expect(factsOf(source)).toBeUndefined()
      else expect(factsOf(source)).toMatchObject(said[source])
  }) // biome-ignore format: a table

  test('keeps fields that the user changed there, and no others, as changed by the user', () => {
    const { comic_id } = made({
      facts: { publisher: 'Kestrel', description: 'A lamp.' },
      locked: ['publisher', 'name'],
    })
    expect(seriesSourceOf(db.read, comic_id, 'user')?.facts).toEqual({ publisher: 'Kestrel' })
    db.close()
    db = testDatabase()
    expect(seriesSourceOf(db.read, made({ facts: { publisher: 'Kestrel' } }).comic_id, 'user')).toBeUndefined()
  })

  test('gets a search of its folder for files, but not when it is in the trash', () => {
    const series = [seriesRow('s'), seriesRow('t', { name: 'Low Tide', trashed: true })]
    moveRows(db, { series, issues: [issueRow('1', 't', '1')] }, { path_mappings: [{ from: '/data', to: '/comics' }] })
    expect(folders()).toEqual(['["/comics/s"]'])
    expect(db.read.all(sql`select location from series order by name`)).toEqual([{ location: '/comics/s' }, { location: null }]) // biome-ignore format: one line
  })
})

describe('a series that the library has', () => {
  const HERE = { comic_id: 'here', year: 2015, volume: 1 }
  const merged = (of: Parameters<typeof seriesRow>[1]) =>
    moveRows(db, { series: [seriesRow('s', { volume: 1, ...of })] }).of.series![1] === 1

  test.each([
    [{}, true],
    [{ volume: null }, true],
    [{ volume: 2 }, false],
    [{ year: 2016 }, false],
    [{ year: null }, false],
    [{ name: 'Harbour Lights' }, false],
    [{ content_type: 'manga' }, false],
  ] as const)('by its name, year, run and kind is found with %p: %p', (of, isSame) => {
    makeSeries(db, HERE)
    expect(merged(of)).toBe(isSame)
  })

  test('and without a stated run is found by its name and year', () => {
    makeSeries(db, { ...HERE, volume: null })
    expect(merged({})).toBe(true)
  })

  test.each([
    ['of the service that the library has it from', { comicvine: '902' }, false],
    ['of another service', { metron: '902' }, true],
  ])('with an id %s that differs is another series: two series of one service are different', (_name, own, isSame) => {
    makeSeries(db, { ...HERE, comic_id: '901', source: 'comicvine' })
    expect(merged({ ids: own })).toBe(isSame)
  })

  test.each<[string, () => void]>([
    ['its own', () => void makeSeries(db, { comic_id: '901', name: 'Quite another', source: 'comicvine' })],
    ['one that it is linked to', () => {
      makeSeries(db, { comic_id: 'here', name: 'Quite another' })
      db.write((tx) => putSeriesSource(tx, { comic_id: 'here', source: 'comicvine', provider_id: '901', facts: {}, said_at: MOVED_AT, checked_at: null }))
    }],
  ])('is found by the id of a service under any name: %s', (_name, make) => {
    make()
    expect(merged({ ids: { comicvine: '901' } })).toBe(true)
    expect(ids()).toHaveLength(1)
  }) // biome-ignore format: a table

  test('is the one that most of the files belong to, under any name', () => {
    makeSeries(db, HERE)
    for (const comic of ['few', 'most']) {
      makeSeries(db, { comic_id: comic, name: comic })
      makeIssues(db, comic, [1, 2, 3])
    }
    for (const [path, issue] of [['a', 'few-1'], ['b', 'most-2'], ['c', 'most-3']] as const)
      makeFile(db, { path: `/data/${path}.cbz`, issues: [issue] }) // biome-ignore format: one line
    moveRows(db, {
      series: [seriesRow('s', { folder: '/data/s' })],
      issues: ['1', '2', '3'].map((n) => issueRow(n, 's', n)),
      files: [fileRow('a', ['1']), fileRow('b', ['2']), fileRow('c', ['3'])],
    })
    expect(db.read.all(sql`select comic_id from moving_folders`)).toEqual([{ comic_id: 'most' }])
  })

  test.each([
    ['Print', 'TPB'],
    ['HC', 'HC'],
  ])('of the type %s gets the type of the source only when it has none (%s)', (book_type, wanted) => {
    makeSeries(db, { ...HERE, book_type })
    merged({ facts: { name: 'Harbor Lights', book_type: 'TPB' } })
    expect(findSeries(db.read, 'here')?.book_type).toBe(wanted)
  })

  test('keeps its fields, and gets those that it lacks; the report says which', () => {
    makeSeries(db, { ...HERE, publisher: 'Rookery', status: 'paused' })
    const facts = { name: 'Harbor Lights', publisher: 'Kestrel', description: 'A lamp.' }
    const { omitted } = moveRows(db, {
      series: [seriesRow('s', { volume: 1, facts, locked: ['publisher'], monitored: true })],
    })
    expect(findSeries(db.read, 'here')).toMatchObject({ publisher: 'Rookery', status: 'paused', location: '/data/s', description: 'A lamp.' }) // biome-ignore format: one line
    expect(omitted).toEqual(['s: The library already has this series. Taken: folder, description. Kept: monitoring.'])
  })
})

describe('the trash of a source', () => {
  const [ann, bob] = ['ann', 'bob']
  const list = (kind: 'list' | 'collection', items: string[]) => ({ id: 'l', name: 'Night', kind, user_id: null, shared: true, ordered: true, items }) // biome-ignore format: one line
  const mark = (user_id: string) => ({ id: 'b', user_id, issue_id: '1', page: 3, at: null })

  test.each<[string, SourceRows, number]>([
    ['no issue is worth a row', {}, 0],
    ['it was read by the reader', { progress: [progressRow('1', { user_id: ann })] }, 1],
    ['another user read it', { progress: [progressRow('1', { user_id: bob })] }, 0],
    ['the reader marked a page', { bookmarks: [mark(ann)] }, 1],
    ['another user marked a page', { bookmarks: [mark(bob)] }, 0],
    ['it is in a list', { lists: [list('list', ['1'])] }, 1],
    ['its series is in a collection', { lists: [list('collection', ['1', 's'])] }, 0],
  ])('is left behind unless an issue was read, bookmarked or listed: %s', (_name, more, kept) => {
    const issues = ['1', '2'].map((n) => issueRow(n, 's', n, { trashed: true }))
    const { of, omitted } = moveRows(db, { series: [seriesRow('s', { trashed: true })], issues, files: [fileRow('f', ['1'])], ...more }) // biome-ignore format: one line
    expect([of.series![0], of.issues![0]]).toEqual([kept, kept])
    expect(omitted).toContain('2: It is in the trash of Komga: its file is gone.')
    expect(omitted.includes('s: It is in the trash of Komga: its folder is gone.')).toBe(kept === 0)
    // No issue is owned, though the source still names its file.
    const owned = db.read.all(sql`select fulfillment, location from issues join series using (comic_id)`)
    expect(owned).toEqual(kept === 0 ? [] : [{ fulfillment: 'missing', location: null }])
  })
})
