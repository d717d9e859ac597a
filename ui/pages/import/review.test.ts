import { describe, expect, test } from 'bun:test'
import { addSample, rateOf, type Sample } from './rate'
import {
  afterAccept,
  bySureness,
  changeOf,
  confirmBody,
  corrected,
  draftError,
  outcomeOf,
  type Proposal,
  proposal,
} from './review'
import type { WireGroup } from './wire'

const group = (change: Partial<WireGroup> = {}, match: Partial<NonNullable<WireGroup['match']>> = {}): WireGroup => ({
  series_name: 'Harbor Lights',
  file_count: 12,
  matched: true,
  already_in_library: false,
  existing_comic_id: null,
  match: {
    comicid: 'local-1',
    name: 'Harbor Lights',
    year: '2015',
    publisher: 'Northgate',
    issues: 12,
    image: '/api/import/groups/g1/cover',
    confidence: 96,
    source: 'local',
    ...match,
  },
  group_id: 'g1',
  location: '/comics/Northgate/Harbor Lights (2015)',
  evidence: ['Folder and file names agree'],
  confidence_parts: [],
  provider_ids: {},
  book_type: null,
  total_issues: null,
  content_type: 'comic',
  reading_direction: 'ltr',
  size_bytes: 480_000_000,
  new_files: 12,
  files: [],
  file_total: 12,
  ...change,
})
const one = (id: string, confidence: number, change: Partial<WireGroup> = {}) =>
  proposal(group(change, { comicid: id, name: `Series ${id}`, confidence })) as Proposal

describe('a proposal', () => {
  test('says what was found apart from what it is taken for', () => {
    expect(proposal(group())).toMatchObject({
      found: 'Harbor Lights (2015)',
      where: '/comics/Northgate',
      amount: '12 files, 480 MB',
      name: 'Harbor Lights',
      year: '2015',
      band: 'sure',
    })
  })

  test('of files in several folders is named by the first of them', () => {
    const file = { path: 'Loose\\Harbor 001.cbz' } as WireGroup['files'][number]
    expect(proposal(group({ location: null, files: [file] }))).toMatchObject({
      found: 'Harbor 001.cbz',
      where: 'Loose',
    })
  })

  test('is sure, likely or to be looked at', () => {
    expect([96, 80, 79, 60, 59, 5].map((confidence) => one('a', confidence).band)).toEqual([
      'sure',
      'sure',
      'likely',
      'likely',
      'unsure',
      'unsure',
    ])
  })

  test('that the library has whole is no news; new files for a known series are', () => {
    const known = { already_in_library: true, existing_comic_id: '18705' }
    expect(proposal(group({ ...known, new_files: 0 }, { confidence: 100 }))?.band).toBe('known')
    expect(proposal(group({ ...known, new_files: 3 }))).toMatchObject({ band: 'sure', existing: '18705', newFiles: 3 })
  })

  test('without a match cannot be shown as one', () => {
    expect(proposal(group({ matched: false, match: null }))).toBeUndefined()
  })
})

test('the surest come first, and what is no news last', () => {
  const known = one('k', 100, { already_in_library: true, new_files: 0 })
  const list = bySureness([one('c', 40), known, one('b', 96), one('a', 96)])
  expect(list.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'k'])
})

describe('Enter', () => {
  const list = [one('a', 96), one('b', 90), one('k', 100, { already_in_library: true, new_files: 0 }), one('c', 40)]

  test('goes on to the next one that is still open', () => {
    expect(afterAccept(list, new Set(['a']), 0)).toBe(1)
    expect(afterAccept(list, new Set(['a', 'b']), 1)).toBe(3)
  })

  test('comes round to what was passed over', () => {
    expect(afterAccept(list, new Set(['b', 'c']), 3)).toBe(0)
  })

  test('stays when nothing is open', () => {
    expect(afterAccept(list, new Set(['a', 'b', 'c']), 3)).toBe(3)
  })
})

describe('a correction', () => {
  const start = one('a', 40)

  test('says only what differs', () => {
    expect(changeOf(start, { name: 'Series a ', year: '2015', kind: 'comic' })).toBeUndefined()
    expect(changeOf(start, { name: 'Low Tide', year: '', kind: 'manga' })).toEqual({
      name: 'Low Tide',
      year: null,
      content_type: 'manga',
    })
  })

  test('shows in the list as it was made', () => {
    expect(corrected(start, { name: 'Low Tide', year: null })).toMatchObject({
      name: 'Low Tide',
      year: '',
      kind: 'comic',
    })
    expect(corrected(start, undefined)).toBe(start)
  })

  test('must have a name, and a year that is one or none', () => {
    expect(draftError({ name: ' ', year: '', kind: 'comic' })).toContain('name')
    for (const year of ['12', 'soon', '2012.5', '3000'])
      expect(draftError({ name: 'x', year, kind: 'comic' })).toContain('four digits')
    expect(draftError({ name: 'x', year: ' 2012 ', kind: 'comic' })).toBeUndefined()
  })
})

test('confirming sends what is accepted in the order shown, and corrections of nothing else', () => {
  const list = [one('a', 96), one('b', 90), one('c', 40)]
  const changes = new Map([
    ['c', { name: 'Low Tide' }],
    ['b', { year: 2011 }],
  ])
  expect(confirmBody('s1', list, new Set(['c', 'a']), changes)).toEqual({
    scan_id: 's1',
    selected_ids: ['a', 'c'],
    changes: { c: { name: 'Low Tide' } },
  })
  expect(confirmBody('s1', list, new Set(['a']), new Map())).toEqual({ scan_id: 's1', selected_ids: ['a'] })
})

test('what is still among the results after an import was not taken over, and says why', () => {
  const failed = { ...one('b', 90), error: '003.cbz: The file changed since the scan. Scan again.' }
  expect(outcomeOf([one('a', 96), one('b', 90)], [failed, one('z', 10)])).toEqual({
    imported: 1,
    failed: [{ name: 'Series b', error: failed.error }],
  })
})

describe('files a second', () => {
  const after = (samples: Sample[]) => samples.reduce<Sample[]>((all, next) => addSample(all, next), [])

  test('are known after a moment', () => {
    expect(rateOf(after([{ at: 0, done: 0 }]))).toBeUndefined()
    expect(
      rateOf(
        after([
          { at: 0, done: 0 },
          { at: 200, done: 90 },
        ]),
      ),
    ).toBeUndefined()
    expect(
      rateOf(
        after([
          { at: 0, done: 0 },
          { at: 1_000, done: 450 },
        ]),
      ),
    ).toBe(450)
  })

  test('are those of the last moments', () => {
    const slow = [0, 1_000, 2_000, 3_000].map((at) => ({ at, done: 1_000 + at / 100 }))
    expect(rateOf(after([{ at: -5_000, done: 0 }, ...slow]))).toBe(10)
  })

  test('begin anew with a new scan', () => {
    expect(
      rateOf(
        after([
          { at: 0, done: 900 },
          { at: 1_000, done: 5 },
        ]),
      ),
    ).toBeUndefined()
  })
})
