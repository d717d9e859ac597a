import { describe, expect, test } from 'bun:test'
import { matchKey } from '../../base/names/titles'
import { type BoundRelease, bindRelease, follows, type IssueCandidate, type SeriesCandidate } from './binding'

const release = ({
  series = 'Harbor Lights',
  ...more
}: Partial<BoundRelease> & { series?: string } = {}): BoundRelease => ({
  day: '2026-11-18',
  match_key: matchKey(series),
  kind: 'issue',
  unit: 'issue',
  number: '13',
  year: 2015,
  book_type: null,
  series_ids: {},
  issue_ids: {},
  source: 'a list',
  ...more,
})
const issue = (number: string, more: Partial<IssueCandidate> = {}): IssueCandidate => ({
  issue_id: `harbor-${more.kind === 'annual' ? 'a' : ''}${number}`,
  kind: 'issue',
  unit: 'issue',
  number,
  release_date: '2026-11-18',
  announced_by: null,
  ids: {},
  ...more,
})
const series = (more: Partial<SeriesCandidate> & { name?: string } = {}): SeriesCandidate => ({
  comic_id: 'harbor',
  keys: [matchKey(more.name ?? 'Harbor Lights')],
  year: 2015,
  book_type: 'Print',
  ids: {},
  issues: [issue('12', { release_date: '2026-10-18' }), issue('13')],
  ...more,
})
const IS_13 = { is: 'issue', comic_id: 'harbor', issue_id: 'harbor-13' } as const
const NONE = { is: 'none' } as const

describe('a release is the issue', () => {
  test.each([
    ['of the same series, type, number and day', {}, {}],
    ['within two days', { day: '2026-11-20' }, {}],
    ['whose number is printed differently', { number: '013' }, {}],
    ['whose series has another matching name', { series: 'Harbour Lamps' }, { keys: ['harborlights', 'harbourlamps'] }],
    ['whose series began a year earlier', { year: 2014 }, {}],
    ['of a source without years', { year: null }, {}],
    ['that has no date yet', {}, { issues: [issue('13', { release_date: null })] }],
    ['that has only a month', {}, { issues: [issue('13', { release_date: '2026-11' })] }],
    ['with the id that its source names', { series_ids: { comicvine: '7' } }, { ids: { comicvine: '7' } }],
  ])('%s', (_what, change, of) => {
    expect(bindRelease(release(change), [series(of)])).toEqual(IS_13)
  })

  test('that its source announced, on any day that the source names now', () => {
    const announced = series({ issues: [issue('13', { announced_by: 'a list', release_date: '2026-10-01' })] })
    expect(bindRelease(release(), [announced])).toEqual(IS_13)
    expect(bindRelease(release({ source: 'another list' }), [announced])).toEqual({ is: 'series', comic_id: 'harbor' })
  })

  test('of the one series of that name whose id the source states', () => {
    const other = series({ comic_id: 'other', ids: { comicvine: '8' } })
    const both = [other, series({ ids: { comicvine: '7' } })]
    expect(bindRelease(release({ series_ids: { comicvine: '7' } }), both)).toEqual(IS_13)
    // A series without an id is not contradicted, but has less evidence.
    const unlinked = [series({ comic_id: 'other' }), series({ ids: { comicvine: '7' } })]
    expect(bindRelease(release({ series_ids: { comicvine: '7' } }), unlinked)).toEqual(IS_13)
  })

  test('of a chapter, not of a volume with that number', () => {
    const manga = series({
      issues: [issue('13', { unit: 'volume' }), issue('13', { unit: 'chapter', issue_id: 'c13' })],
    })
    expect(bindRelease(release({ unit: 'chapter' }), [manga])).toEqual({
      is: 'issue',
      comic_id: 'harbor',
      issue_id: 'c13',
    })
  })

  test('of the annual that its series holds, unless the annual is a series of its own', () => {
    const annual = issue('1', { kind: 'annual' })
    const holder = series({ issues: [issue('1', { release_date: '2015-01-01' }), annual] })
    const named = release({ series: 'Harbor Lights Annual', number: '1', year: 2026 })
    expect(bindRelease(named, [holder])).toEqual({ is: 'issue', comic_id: 'harbor', issue_id: 'harbor-a1' })
    const own = series({ comic_id: 'own', name: 'Harbor Lights Annual', year: 2026, issues: [issue('1')] })
    expect(bindRelease(named, [holder, own])).toEqual({ is: 'issue', comic_id: 'own', issue_id: 'harbor-1' })
  })
})

describe('a release is none of them', () => {
  test.each([
    ['another name', { series: 'Harbor Lights Omnibus' }, {}],
    ['a run of another year', { year: 2019 }, {}],
    ['a collection of the issues', { book_type: 'TPB' }, {}],
    ['a single issue of a series of books', { book_type: 'Print' }, { book_type: 'TPB' }],
    ['another series by its id, under any name', { series_ids: { comicvine: '7' } }, { ids: { comicvine: '8' } }],
  ])('%s', (_what, change, of) => {
    expect(bindRelease(release(change), [series(of)])).toEqual(NONE)
  })

  test.each([
    ['a day three days later', { day: '2026-11-21' }],
    ['another issue by its id', { issue_ids: { comicvine: '99' } }],
  ])('%s', (_what, change) => {
    const candidate = series({ issues: [issue('13', { ids: { comicvine: '13' } })] })
    expect(bindRelease(release(change), [candidate])).toEqual({ is: 'series', comic_id: 'harbor' })
  })

  test('the right id under another name proves nothing', () => {
    const renamed = release({ series: 'Paper Wolves', series_ids: { comicvine: '7' } })
    expect(bindRelease(renamed, [series({ ids: { comicvine: '7' } })])).toEqual(NONE)
  })

  test('two series match', () => {
    expect(bindRelease(release(), [series(), series({ comic_id: 'other' })])).toEqual(NONE)
  })

  test('its series has no such number', () => {
    expect(bindRelease(release({ number: '14' }), [series()])).toEqual({ is: 'unlisted', comic_id: 'harbor' })
  })
})

test.each([
  ['14', true],
  ['16', true],
  ['17', false],
  ['13', false],
  ['1', false],
  ['14.MU', false],
  ['½', false],
  ['Alpha', false],
])('number %s follows issue 13: %p', (number, is) => {
  expect(follows(number, [issue('13'), issue('40', { kind: 'annual' }), issue('Alpha')])).toBe(is)
})

test('no number follows a series without issues', () => {
  expect(follows('1', [])).toBe(false)
})
