import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../base/storage/database'
import type { NewSeriesRow } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { makeIssues, makeSeries } from '../../../testing/make'
import { judgeRelease } from '../verdict/judge'
import { targetOf } from '../verdict/wanted'
import { idsOfNumbers, seriesWithWanted, wantedIssue, wantedItemsOfSeries } from './store'

const TODAY = '2026-11-21'
let db: Database
beforeEach(() => {
  db = testDatabase()
})

const out = { intent: 'wanted', release_date: '2015-06-03' } as const
const sought = (issueId: string) => wantedIssue(db.read, issueId, TODAY)!
const judged = (issueId: string, title: string, published = '2016-01-01') =>
  judgeRelease(targetOf(sought(issueId).wanted, {}), { title, published }, 2026)

function series(row: Partial<NewSeriesRow>, ...rows: Parameters<typeof makeIssues>[2]): string[] {
  return makeIssues(db, makeSeries(db, { year: 2015, ...row }), rows)
}

describe('a wanted item', () => {
  test('is the issue with all facts of its series', () => {
    const aliases = ['The Harbour Lights']
    series({ publisher: 'Northgate', volume: 2, aliases, book_type: 'Print' }, { ...out, number: '7' })
    expect(sought('harbor-7')).toMatchObject({
      entity_type: 'issue',
      comic_id: 'harbor',
      wantedNow: true,
      wanted: { kind: 'comic', series: 'Harbor Lights', year: 2015, volume: 2, issue: '7', booktype: '', aliases },
    })
    expect(judged('harbor-7', 'Harbour Lights 007 (2015) (Digital)').accepted).toBe(true)
  })

  test('of an annual is the annual', () => {
    series({}, { ...out, number: '1', kind: 'annual' }, { ...out, number: '1' })
    expect(sought('harbor-a1')).toMatchObject({ entity_type: 'annual', wanted: { booktype: 'annual' } })
    expect(judged('harbor-a1', 'Harbor Lights Annual 001 (2015)').accepted).toBe(true)
    expect(judged('harbor-1', 'Harbor Lights Annual 001 (2015)').reason_code).toBe('rejected.annual_mismatch')
  })

  test('uses the release date; a cover date only gives the year', () => {
    series({}, { number: '7', intent: 'wanted', issue_date: '2015-09-01' })
    expect(sought('harbor-7').wanted).toMatchObject({ issue_date: null, issue_year: 2015 })
    expect(judged('harbor-7', 'Harbor Lights 007 (2015)', '2015-07-02').accepted).toBe(true)
  })

  test('of a manga knows its unit, its counts and the volume of a chapter', () => {
    const chapter = (number: string) => ({ number, intent: 'wanted', unit: 'chapter', volume_number: '2' }) as const
    series({ content_type: 'manga' }, chapter('8'), chapter('9'), { number: '2', unit: 'volume', issue_id: 'v2' })
    expect(sought('harbor-8').wanted).toMatchObject({
      kind: 'manga',
      unit: 'chapter',
      in_volume: '2',
      chapter_count: 2,
      volume_count: 1,
      monitor_mode: 'blended',
    })
  })

  test('of a series with packs has the other missing numbers, of its kind and unit', () => {
    series(
      { allow_packs: true },
      { ...out, number: '1' },
      { ...out, number: '2' },
      { number: '3' },
      { ...out, number: '9', kind: 'annual' },
    )
    expect(sought('harbor-1').wanted.missing).toEqual(['1', '2'])
    const { satisfies } = judged('harbor-1', 'Harbor Lights 001-005 (2015)')
    expect(idsOfNumbers(db.read, sought('harbor-1'), satisfies)).toEqual(['harbor-1', 'harbor-2'])
  })

  test('has the facts of its own series', () => {
    series({ publisher: 'Northgate' }, { ...out, number: '1' })
    series({ comic_id: 'clouds', name: 'Clouds', publisher: 'Kestrel' }, { ...out, number: '1' })
    expect([sought('harbor-1'), sought('clouds-1')].map(({ wanted }) => [wanted.series, wanted.publisher])).toEqual([
      ['Harbor Lights', 'Northgate'],
      ['Clouds', 'Kestrel'],
    ])
  })

  test('has the counts of its own series, which only manga have', () => {
    const volume = (number: string) => ({ number, unit: 'volume' }) as const
    series({ content_type: 'manga' }, volume('1'), volume('2'), { number: '1', kind: 'annual', unit: 'volume' })
    series({ comic_id: 'clouds', name: 'Clouds', content_type: 'manga' }, volume('1'))
    series({ comic_id: 'comic', name: 'Copper Lantern' }, { ...out, number: '1' })
    expect(sought('harbor-1').wanted).toMatchObject({ volume_count: 2, chapter_count: null })
    expect(sought('clouds-1').wanted).toMatchObject({ volume_count: 1, chapter_count: null })
    expect(Object.keys(sought('comic-1').wanted)).not.toContain('volume_count')
  })

  test('may have a date without a year', () => {
    series({}, { number: '7', intent: 'wanted', issue_date: '0000-00-00' })
    expect(sought('harbor-7').wanted).toMatchObject({ issue_date: null, issue_year: null })
  })

  test('is nothing if the issue does not exist', () => {
    series({}, { ...out, number: '7' })
    expect(wantedIssue(db.read, 'harbor-8', TODAY)).toBeUndefined()
    expect(idsOfNumbers(db.read, { ...sought('harbor-7'), entity_id: 'harbor-8' }, ['7'])).toEqual([])
  })
})

describe('an issue is wanted now', () => {
  test.each([
    ['wanted', 'missing', true, 'eligible'],
    ['policy', 'missing', false, 'eligible'],
    ['wanted', 'failed', false, 'eligible'],
    ['wanted', 'downloaded', false, 'owned'],
    ['wanted', 'archived', false, 'owned'],
  ] as const)('while it is %s and %s: %j, since it is %s', (intent, fulfillment, wantedNow, reason) => {
    series({}, { ...out, number: '7', intent, fulfillment })
    expect(sought('harbor-7')).toMatchObject({ wantedNow, eligibility: { reason } })
  })

  test.each([
    ['cbr', null, 'cbr'],
    ['cbr', 'cbz', 'cbr'],
    ['cbr', 'cbr', null],
    [null, null, null],
  ] as const)('or may be replaced, by its format %s while the kept one is %s: %s', (format, kept, replaceable) => {
    series({}, { ...out, number: '7' })
    db.write((tx) => tx.run(sql`update issues set file_format = ${format}, kept_format = ${kept}`))
    expect(sought('harbor-7').replaceable).toBe(replaceable)
  })
})

test('the numbers of a pack are those of missing issues of its kind and unit that are not skipped', () => {
  series(
    {},
    { ...out, number: '1' },
    { number: '2', intent: 'policy' },
    { number: '3', intent: 'skipped' },
    { ...out, number: '4', fulfillment: 'archived' },
    { ...out, number: '5', unit: 'volume' },
    { ...out, number: '6', kind: 'annual' },
    { ...out, number: '7' },
  )
  series({ comic_id: 'clouds', name: 'Clouds' }, { ...out, number: '1' })
  const numbers = ['1', '2', '3', '4', '5', '6']
  expect(idsOfNumbers(db.read, sought('harbor-1'), numbers).sort()).toEqual(['harbor-1', 'harbor-2'])
})

test('the backlog has wanted, released issues of series that are not paused', () => {
  series({}, { ...out, number: '1' }, { ...out, number: '2', release_date: '2027-01' }, { number: '3' })
  series({ comic_id: 'paused', status: 'paused' }, { ...out, number: '1' })
  series({ comic_id: 'dateless' }, { number: '1', intent: 'wanted' })
  const all = seriesWithWanted(db.read, { arcs: true })
  expect(all.sort()).toEqual(['dateless', 'harbor'])
  expect(backlog(all)).toEqual(['dateless-1', 'harbor-1'])
})

test('the backlog has annuals only while the settings list them', () => {
  const ids = series({}, { ...out, number: '1' }, { ...out, number: '1', kind: 'annual' })
  expect(backlog(['harbor'])).toEqual([...ids].sort())
  expect(backlog(['harbor'], { annuals: false })).toEqual(ids.slice(0, 1))
})

test('the backlog has issues of story arcs only if the settings say so', () => {
  series({ comic_id: 'event', status: 'unfollowed' }, { ...out, number: '1' })
  expect(seriesWithWanted(db.read, { arcs: false })).toEqual([])
  expect(seriesWithWanted(db.read, { arcs: true })).toEqual(['event'])
  expect(backlog(['event'], { arcs: false })).toEqual([])
  expect(backlog(['event'])).toEqual(['event-1'])
  expect(sought('event-1').entity_type).toBe('story_arc_issue')
})

const backlog = (comicIds: string[], { annuals = true, arcs = true } = {}) =>
  wantedItemsOfSeries(db.read, comicIds, { today: TODAY, annuals, arcs })
    .map(({ entity_id }) => entity_id)
    .sort()
