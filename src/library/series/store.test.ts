import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { AppEvent } from '../../base/events/types'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { markIssuesListed, raiseTotal, recount, totalForFiles } from './counts-store'
import { fileAt, fileOf, filesOf, pathOfOtherSeries } from './file-store'
import { markGone, updateFileLocations } from './presence-store'
import * as store from './store'
import { series as table } from './tables'

const AT = '2026-11-21T08:00:00.000Z'
let db: Database
let events: AppEvent[]
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
})
const series = (id = 'harbor') => store.findSeries(db.read, id)!
const issue = (id: string) => store.findIssue(db.read, id)!

describe('the counts of a series', () => {
  test('follow its issues, annuals and files', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [
      1,
      { number: '2', intent: 'wanted' },
      { number: '3', fulfillment: 'archived' },
      { number: '1', kind: 'annual', intent: 'wanted' },
      { number: '4', intent: 'wanted', fulfillment: 'snatched' },
    ])
    makeFile(db, { issues: ['harbor-1'] })
    expect(series()).toMatchObject({ total: 5, have: 2, wanted: 2 })
  })

  test('count a chapter as owned when a volume covers it', () => {
    makeSeries(db, { content_type: 'manga', monitor_mode: 'blended', listed: true })
    const chapter = { unit: 'chapter', intent: 'wanted' } as const
    makeIssues(db, 'harbor', [
      { number: '1', unit: 'volume', issue_id: 'v1' },
      { number: '2', unit: 'volume', issue_id: 'v2' },
      { ...chapter, number: '1', volume_number: '1' },
      { ...chapter, number: '2', volume_number: '1' },
      { ...chapter, number: '3', volume_number: '2' },
    ])
    expect(series()).toMatchObject({ counted_in: 'chapter', total: 3, have: 0, wanted: 3 })
    const file_id = makeFile(db, { issues: ['v1'] })
    expect(series()).toMatchObject({ counted_in: 'volume', total: 2, have: 1, wanted: 1, total_known: true })
    expect(store.issuesOf(db.read, 'harbor').filter((one) => one.fulfillment === 'covered')).toHaveLength(2)
    db.write((tx) => markGone(tx, [file_id], AT))
    expect(series()).toMatchObject({ have: 0, wanted: 3 })
    db.write((tx) => updateFileLocations(tx, [{ file_id, path: '/manga/1.cbz', size: 1, modified_ms: 1 }], AT))
    expect(series()).toMatchObject({ have: 1, wanted: 1 })
  })

  test('give a covered chapter its own file back when that returns', () => {
    makeSeries(db, { content_type: 'manga', listed: true })
    makeIssues(db, 'harbor', [
      { number: '1', unit: 'volume', issue_id: 'v1' },
      { number: '1', unit: 'chapter', volume_number: '1', issue_id: 'c1' },
    ])
    makeFile(db, { issues: ['v1'], path: '/manga/v1.cbz' })
    const file_id = makeFile(db, { issues: ['c1'], path: '/manga/c1.cbz' })
    const state = () => store.findIssue(db.read, 'c1')?.fulfillment
    db.write((tx) => markGone(tx, [file_id], AT))
    expect(state()).toBe('covered')
    db.write((tx) => updateFileLocations(tx, [{ file_id, path: '/manga/c1.cbz', size: 1, modified_ms: 1 }], AT))
    expect(state()).toBe('downloaded')
  })

  test('know the total from a provider, from the files, or for a single book without a number', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [1, 2])
    makeFile(db, { issues: ['harbor-1', 'harbor-2'] })
    expect(series()).toMatchObject({ total: 2, have: 2, total_known: false })
    db.write((tx) => {
      raiseTotal(tx, 'harbor', 1)
      recount(tx, 'harbor')
    })
    expect(series()).toMatchObject({ total: 2, total_known: false })
    db.write((tx) => {
      raiseTotal(tx, 'harbor', 6)
      raiseTotal(tx, 'harbor', 4)
      recount(tx, 'harbor')
    })
    expect(series()).toMatchObject({ total: 6, have: 2, total_known: true })
    db.write((tx) => markIssuesListed(tx, 'harbor', true))
    expect(series()).toMatchObject({ total_known: true })
    makeSeries(db, { comic_id: 'book', book_type: 'GN' })
    makeIssues(db, 'book', [''])
    expect(store.findSeries(db.read, 'book')?.total_known).toBe(true)
    makeSeries(db, { comic_id: 'plain' })
    makeIssues(db, 'plain', [''])
    expect(store.findSeries(db.read, 'plain')?.total_known).toBe(false)
  })

  test('count annuals in addition to the issue total of the files', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [1, { number: '1', kind: 'annual' }])
    db.write((tx) => {
      raiseTotal(tx, 'harbor', 6)
      recount(tx, 'harbor')
    })
    expect(series()).toMatchObject({ total: 7 })
  })

  test('have no issues beyond those a provider lists, whatever total the files state', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [1, 2, { number: '1', kind: 'annual' }])
    db.write((tx) => {
      raiseTotal(tx, 'harbor', 5)
      recount(tx, 'harbor')
    })
    expect(series()).toMatchObject({ total: 6 })
    db.write((tx) => markIssuesListed(tx, 'harbor', true))
    expect(series()).toMatchObject({ total: 3, total_known: true })
    db.write((tx) => {
      raiseTotal(tx, 'harbor', 9)
      markIssuesListed(tx, 'harbor', false)
    })
    expect(series()).toMatchObject({ total: 6, said_total: 5 })
  })

  test('compare the total of the files with the single issues, unless the series has only books', () => {
    makeSeries(db)
    const book = { number: '1', unit: 'volume', issue_id: 'v1' } as const
    makeIssues(db, 'harbor', [1, 2, book])
    makeSeries(db, { comic_id: 'books' })
    makeIssues(
      db,
      'books',
      ['1', '2'].map((number) => ({ number, unit: 'volume' as const })),
    )
    for (const comicId of ['harbor', 'books'])
      db.write((tx) => {
        raiseTotal(tx, comicId, 2)
        recount(tx, comicId)
      })
    expect(series()).toMatchObject({ total: 3, total_known: true })
    expect(series('books')).toMatchObject({ total: 2, total_known: true })
  })

  test('write a total into files that adds no issues when it is read back', () => {
    makeSeries(db, { listed: true })
    const annual = { number: '1', kind: 'annual' } as const
    makeIssues(db, 'harbor', [1, 2, { number: '3', release_date: '2099-01-01' }, annual, { ...annual, number: '2' }])
    makeSeries(db, { comic_id: 'tide', content_type: 'manga', listed: true, monitor_mode: 'volumes' })
    makeIssues(db, 'tide', [
      { number: '1', unit: 'volume' },
      { number: '2', unit: 'volume' },
      { number: '1', unit: 'chapter', volume_number: '1', issue_id: 'c1' },
    ])
    for (const [comicId, written, total] of [
      ['harbor', 3, 5],
      ['tide', 2, 2],
    ] as const) {
      expect(totalForFiles(db.read, series(comicId))).toBe(written)
      db.write((tx) => {
        tx.update(table)
          .set({ said_total: written, listed: comicId === 'tide' })
          .where(eq(table.comic_id, comicId))
          .run()
        recount(tx, comicId)
      })
      expect(series(comicId)).toMatchObject({ total })
    }
    expect(totalForFiles(db.read, { ...series(), listed: false })).toBeUndefined()
  })

  test('use the newest issue by date as the latest, not the highest number', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [
      { number: '50', release_date: '2015-06-03' },
      { number: '1000000', release_date: '1998-11-01' },
      { number: '1', kind: 'annual', release_date: '2016-01-01' },
    ])
    expect(series()).toMatchObject({ latest_number: '50', latest_issue_id: 'harbor-50', latest_date: '2016-01-01' })
  })

  test('treat a higher number without a date as later than a dated one', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [{ number: '9', issue_date: '2015-06' }, 12, 8, 'Alpha'])
    expect(series()).toMatchObject({ latest_number: '12', latest_date: '2015-06' })
  })

  test('go by number when nothing has a date', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [2, 10, 1])
    expect(series()).toMatchObject({ latest_number: '10', latest_date: null })
  })

  test('use the first issue with a file for the cover, issues before annuals and volumes before chapters', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [1, 2, 10, { number: '1', kind: 'annual' }])
    makeFile(db, { issues: ['harbor-a1'] })
    expect(series().cover_issue_id).toBe('harbor-a1')
    makeFile(db, { issues: ['harbor-10'] })
    expect(series().cover_issue_id).toBe('harbor-10')
    makeFile(db, { issues: ['harbor-2'], size: 36, modified_ms: 72 })
    expect(series()).toMatchObject({ cover_issue_id: 'harbor-2', cover_version: '10-20' })

    makeSeries(db, { comic_id: 'tide', content_type: 'manga' })
    makeIssues(db, 'tide', [{ number: '1' }, { number: '2', unit: 'volume' }])
    makeFile(db, { issues: ['tide-1'] })
    makeFile(db, { issues: ['tide-2'], added_at: '2026-03-01T00:00:00.000Z' })
    expect(series('tide')).toMatchObject({ cover_issue_id: 'tide-2', files_at: '2026-03-01T00:00:00.000Z' })
  })
})

describe('issues', () => {
  test('lose the padding of their number and are sorted by it, annuals last', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', ['010', '2', '½', '-1', { number: '001', kind: 'annual' }])
    expect(store.issuesOf(db.read, 'harbor').map((row) => row.number)).toEqual(['-1', '½', '2', '10', '1'])
  })

  test('may not share a number within their kind and unit', () => {
    makeSeries(db, { content_type: 'manga' })
    makeIssues(db, 'harbor', ['1', { number: '1', unit: 'volume', issue_id: 'v1' }])
    expect(() => makeIssues(db, 'harbor', [{ number: '01', issue_id: 'again' }])).toThrow('UNIQUE')
  })

  test.each(['failed', 'unknown', 'archived'] as const)(
    'that are %s count as missing again when wanted',
    (fulfillment) => {
      makeSeries(db)
      makeIssues(db, 'harbor', [{ number: '1', fulfillment }])
      db.write((tx) => store.setIntent(tx, 'harbor-1', 'wanted', AT))
      expect(issue('harbor-1')).toMatchObject({ intent: 'wanted', fulfillment: 'missing', updated_at: AT })
      expect(series().wanted).toBe(1)
    },
  )

  test.each(['downloaded', 'covered', 'snatched', 'reserved'] as const)(
    'that are %s stay so when wanted',
    (fulfillment) => {
      makeSeries(db)
      makeIssues(db, 'harbor', [{ number: '1', fulfillment }])
      db.write((tx) => store.setIntent(tx, 'harbor-1', 'wanted', AT))
      expect(issue('harbor-1').fulfillment).toBe(fulfillment)
    },
  )
})

describe('files', () => {
  test('at one path keep their id and the time they were added', () => {
    const first = makeFile(db, { file_id: 'one', path: '/library/a.cbz' })
    const second = makeFile(db, { file_id: 'two', path: '/library/a.cbz', size: 7, added_at: AT })
    expect(second).toBe(first)
    expect(fileAt(db.read, '/library/a.cbz')).toMatchObject({ file_id: 'one', size: 7 })
    expect(fileAt(db.read, '/library/a.cbz')?.added_at).not.toBe(AT)
  })

  test('make their issues downloaded, except one that the user archived', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [1, 2, { number: '3', fulfillment: 'archived' }])
    makeFile(db, { issues: ['harbor-1', 'harbor-2', 'harbor-3'] })
    const states = store.issuesOf(db.read, 'harbor').map((row) => row.fulfillment)
    expect(states).toEqual(['downloaded', 'downloaded', 'archived'])
  })

  test('of one issue: a ZIP before the rest, then the longer, then the larger', () => {
    makeSeries(db)
    makeIssues(db, 'harbor', [1, 2])
    const best = () => fileOf(db.read, 'harbor-1')?.path
    makeFile(db, { path: '/library/a.cbr', issues: ['harbor-1'], format: 'cbr', page_count: 99 })
    expect(best()).toBe('/library/a.cbr')
    makeFile(db, { path: '/library/b.cbz', issues: ['harbor-1'], page_count: 20 })
    expect(best()).toBe('/library/b.cbz')
    makeFile(db, { path: '/library/c.cbz', issues: ['harbor-1'], page_count: 24, size: 10 })
    makeFile(db, { path: '/library/d.cbz', issues: ['harbor-1'], page_count: 24, size: 11 })
    expect(best()).toBe('/library/d.cbz')
    expect([...filesOf(db.read, 'harbor')].map(([id, file]) => [id, file.path])).toEqual([
      ['harbor-1', '/library/d.cbz'],
    ])
    expect(fileOf(db.read, 'harbor-2')).toBeUndefined()
  })
})

describe('removing a series', () => {
  test('deletes its files, except those that hold an issue of another series', () => {
    makeSeries(db)
    makeSeries(db, { comic_id: 'tide', name: 'Low Tide' })
    makeIssues(db, 'harbor', [1, 2])
    makeIssues(db, 'tide', [1])
    makeFile(db, { file_id: 'own', path: '/library/own.cbz', issues: ['harbor-1'] })
    makeFile(db, { file_id: 'shared', path: '/library/shared.cbz', issues: ['harbor-2', 'tide-1'] })
    expect(db.write((tx) => store.deleteSeries(tx, 'harbor'))).toBe(true)
    expect(fileAt(db.read, '/library/own.cbz')).toBeUndefined()
    expect(fileOf(db.read, 'tide-1')?.file_id).toBe('shared')
    expect(store.issuesOf(db.read, 'harbor')).toEqual([])
    expect(series('tide')).toMatchObject({ total: 1, have: 1 })
    expect(db.write((tx) => store.deleteSeries(tx, 'harbor'))).toBe(false)
  })

  test('finds files of other series below a folder in any case, but not beside it', () => {
    makeSeries(db)
    makeSeries(db, { comic_id: 'tide' })
    makeIssues(db, 'harbor', [1])
    makeIssues(db, 'tide', [1])
    makeFile(db, { path: '/library/Harbor_100%/1.cbz', issues: ['harbor-1'] })
    makeFile(db, { path: '/library/Harbor_100% 2/1.cbz', issues: ['tide-1'] })
    const stranger = (folder: string) => pathOfOtherSeries(db.read, 'harbor', [folder])
    expect(stranger('/library/Harbor_100%/')).toBeUndefined()
    expect(stranger('/LIBRARY/')).toBe('/library/Harbor_100% 2/1.cbz')
  })
})

test('a name finds the series in any case, with any articles and signs', () => {
  makeSeries(db, { name: 'The Harbor & Lights' })
  expect(store.seriesNamed(db.read, 'harbor AND lights').map((row) => row.comic_id)).toEqual(['harbor'])
  expect(store.seriesNamed(db.read, 'harbor')).toEqual([])
})
