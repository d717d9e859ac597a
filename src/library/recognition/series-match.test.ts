import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { issueFor, issueForFile, suggestionColumns, suggestSeries } from './series-match'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

describe('the suggested series', () => {
  const suggest = (year: number | null, number = '1') =>
    suggestSeries(db.read, { content_type: 'comic', name: 'Harbor Lights', year, kind: 'issue', unit: 'issue', number })
  const put = (comic_id: string, year: number | null, ...numbers: number[]) => {
    makeSeries(db, { comic_id, year })
    makeIssues(db, comic_id, numbers)
  }
  const summary = (...args: Parameters<typeof suggest>) => {
    const found = suggest(...args)
    return found && `${found.comic_id} ${found.confidence}`
  }

  test('is the one with the year, else the only one', () => {
    expect(summary(2015)).toBeUndefined()
    put('old', 2011, 1)
    makeSeries(db, { comic_id: 'manga', year: 2015, content_type: 'manga' })
    makeSeries(db, { comic_id: 'other', name: 'Tin Sea', year: 2015 })
    expect([summary(2011), summary(2015), summary(null)]).toEqual(['old 96', 'old 40', 'old 80'])
    put('new', 2015, 1, 2)
    expect([summary(2011), summary(2015)]).toEqual(['old 96', 'new 96'])
  })

  test('without a year is likely', () => {
    put('old', null)
    expect([summary(2011), summary(null)]).toEqual(['old 80', 'old 80'])
  })

  test('of several is the only one with the number', () => {
    put('old', 2011, 1)
    put('new', 2015, 1, 2)
    expect([summary(null, '2'), summary(1999, '2'), summary(null, '1'), summary(null, '3')]).toEqual([
      'new 45',
      'new 45',
      undefined,
      undefined,
    ])
    put('twin', 2015, 9)
    expect([summary(2015, '9'), summary(2015, '1')]).toEqual(['twin 45', undefined])
  })

  test('fills its columns, or leaves them empty', () => {
    put('old', 2011, 1)
    const item = { kind: 'issue', unit: 'issue', number: '1' } as const
    expect(suggestionColumns(db.read, suggest(2011), item)).toEqual({
      suggested_comic_id: 'old',
      suggested_name: 'Harbor Lights',
      suggested_issue_id: 'old-1',
      confidence: 96,
    })
    expect(suggestionColumns(db.read, suggest(2011), { ...item, number: '2' }).suggested_issue_id).toBeNull()
    expect(suggestionColumns(db.read, undefined, item)).toEqual({
      suggested_comic_id: null,
      suggested_name: null,
      suggested_issue_id: null,
      confidence: null,
    })
  })
})

test('the issue of a number has its unit, or the only other one when the series has none of it', () => {
  makeSeries(db)
  makeIssues(db, 'harbor', [
    { number: '1' },
    { number: '1', kind: 'annual' },
    { number: '2', unit: 'volume', issue_id: 'v2' },
  ])
  makeSeries(db, { comic_id: 'books' })
  makeIssues(db, 'books', [{ number: '1', unit: 'volume' }, { number: '2', unit: 'volume', issue_id: 'b2' }, { number: '2', unit: 'chapter', issue_id: 'c2' }]) // biome-ignore format: one row
  makeIssues(db, 'books', [{ number: '1', kind: 'annual', unit: 'issue' }])
  const find = (comicId: string, number: string, more: object = {}) =>
    issueFor(db.read, comicId, { kind: 'issue', unit: 'issue', number, ...more })
  expect(find('harbor', '01')).toBe('harbor-1')
  expect(find('harbor', '1', { kind: 'annual' })).toBe('harbor-a1')
  expect(find('harbor', '2')).toBeUndefined()
  expect(find('harbor', '2', { unit: 'volume' })).toBe('v2')
  expect(find('books', '1')).toBe('books-1')
  expect(find('books', '2')).toBeUndefined()
  expect(find('books', '3')).toBeUndefined()
})

describe('a volume', () => {
  const volume = { kind: 'issue', unit: 'volume', number: '2' } as const

  test('is not a chapter with its number', () => {
    makeSeries(db, { comic_id: 'kumo', content_type: 'manga' })
    makeIssues(db, 'kumo', [{ number: '2', unit: 'chapter' }])
    expect(issueFor(db.read, 'kumo', volume)).toBeUndefined()
  })

  test.each([
    ['the issue of its number, while that has no file', undefined, 'harbor-2'],
    ['that issue where its file is a book as well', 'Harbor Lights v02 (2016) (TPB).cbz', 'harbor-2'],
    ['that issue where its file has the number of the volume', 'Harbor Lights Volume 2.cbz', 'harbor-2'],
    ['no copy of a single issue', 'Harbor Lights 002 (2015).cbz', undefined],
    ['no copy of a single issue in a second run', 'Harbor Lights v2 002 (2015).cbz', undefined],
  ])('in a series that counts issues is %s', (_, file, is) => {
    makeSeries(db)
    makeIssues(db, 'harbor', [2])
    if (file) makeFile(db, { issues: ['harbor-2'], path: `/comics/${file}` })
    expect(issueForFile(db.read, 'harbor', volume)).toBe(is)
  })
})
